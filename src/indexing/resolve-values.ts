/** TypeScript and JavaScript: the types of values by the names and calls that lead to them, as in `makeRepo().users.find()`. */
import {
  AWAITED,
  BOTH,
  CALLED,
  EACH,
  FUNCTION,
  GUARD,
  INDEXED,
  isValueWalk,
  itemStep,
  LITERAL,
  MADE,
  OBJECT,
  REST,
  stepNumber,
  TUPLE,
  type TypeName,
  UNION,
  VALUE,
  WHERE,
  WHERE_NOT,
} from "../languages/language.js";
import type { Decl, Program } from "./program.js";
import { isTransparent } from "./resolve-bases.js";
import { isTypeKind } from "./resolve-index.js";
import { narrowedPlace, typeOfLiteral } from "./resolve-narrowed.js";
import {
  declaredPlace,
  type Env,
  isMaker,
  MISSING,
  moduleValue,
  nodeIdOf,
  type Place,
  rootPlace,
  step,
  symbolOf,
  toInstance,
  typePlace,
  UNKNOWN,
  type WrittenType,
} from "./resolve-place.js";
import { awaited, eachOf, itemOf, runtimeParameter, runtimeResult } from "./resolve-runtime.js";

/** What a call gives its function: where it is known. */
export interface Given {
  typeArguments: WrittenType[];
  arguments: (WrittenType | null)[];
}

/** Types inside types are followed so deep. */
const DEEPEST = 60;
/** So many types are looked at for one value. */
const MOST_TYPES = 5_000;

/** A value of a written type. */
export function typedValue(program: Program, written: WrittenType): Place {
  const { caches } = program;
  if (caches.depth === 0) caches.left = MOST_TYPES;
  if (caches.depth >= DEEPEST || caches.left-- <= 0) {
    caches.taint = 0;
    caches.walk.cuts++;
    return UNKNOWN;
  }
  caches.depth++;
  const place = valueOfType(program, written);
  caches.depth--;
  return place;
}

function valueOfType(program: Program, { file, from, type, env }: WrittenType): Place {
  const { root, args = [] } = type;
  const inner = (arg: TypeName): WrittenType => ({ file, from, type: arg, ...(env !== undefined && { env }) });
  if (root.in === "parameter") {
    const bound = env?.get(root.name);
    if (bound !== undefined) return typedValue(program, bound);
    return root.bound === null ? UNKNOWN : typedValue(program, inner(root.bound));
  }
  if (root.in === "free") {
    switch (root.name) {
      case UNION:
      case BOTH: {
        // Nothing is asked of the literals beside other types.
        const types = args.filter((arg) => !isLiteral(arg));
        return severalOf(
          (types.length > 0 ? types : args).map((arg) => typedValue(program, inner(arg))),
          root.name === UNION,
        );
      }
      case LITERAL:
        return typeOfLiteral(type.path[0]!);
      case GUARD:
        return { is: "external", module: null, name: "Boolean", type: "Boolean" };
      case WHERE:
      case WHERE_NOT:
        return narrowedPlace(program, { file, from, type, ...(env !== undefined && { env }) });
      case FUNCTION:
        return { is: "function", result: inner(args[0]!), parameters: args.slice(1).map(inner) };
      case TUPLE:
        return { is: "external", module: null, name: "Array", type: "Array", args: args.map(inner), isTuple: true };
      case OBJECT:
        return { is: "object", names: type.path, types: args.map(inner) };
    }
  }
  if (isValueWalk(type)) return walkValue(program, { file, from, type, ...(env !== undefined && { env }) });
  const named = typePlace(program, file, from, type);
  const whole = named.is === "module" ? moduleValue(program, named) : named;
  const given = args.map(inner);
  if (whole.is === "external" && isTransparent(whole) && given[0] !== undefined) return typedValue(program, given[0]);
  if (whole.is === "symbols") {
    const makers = whole.decls.filter(isMaker);
    if (makers.length > 0) return { is: "instance", decls: makers, imported: whole.imported };
  }
  // `const { Repo } = models; new Repo()`
  const isConstant =
    whole.is === "symbols" && whole.decls.every((decl) => !isNoValue(decl) && !isTypeKind(symbolOf(decl).kind));
  const place =
    isConstant && !whole.decls.some(isFunction) ? madeAt(program, whole) : toInstance(program, whole, given);
  return root.in === "this" && place.is === "instance" && env !== undefined ? { ...place, env } : place;
}

function isLiteral({ root }: TypeName): boolean {
  return root.in === "free" && root.name === LITERAL;
}

/** Several places as one: of a union what any of them has, of an intersection what the first of them has that has it. */
export function severalOf(places: Place[], isUnion: boolean): Place {
  const members: Place[] = [];
  const seen = new Set<string>();
  for (const place of places.flatMap((each) =>
    each.is === "several" && each.isUnion === isUnion ? each.members : [each],
  )) {
    if (place.is === "unknown" || place.is === "missing") continue;
    const identity = identityOf(place);
    if (identity !== null && seen.has(identity)) continue;
    if (identity !== null) seen.add(identity);
    members.push(place);
  }
  if (members.length === 1) return members[0]!;
  if (members.length > 0) return { is: "several", members, isUnion };
  return places.some((place) => place.is === "unknown") || places.length === 0 ? UNKNOWN : MISSING;
}

/** What tells a place from others; null where it is not compared. */
function identityOf(place: Place): string | null {
  if (place.is === "instance" || place.is === "symbols") {
    return place.env === undefined ? `${place.is} ${place.decls.map(nodeIdOf).join()}` : null;
  }
  if (place.is === "external")
    return place.args === undefined ? `external ${place.module} ${place.name} ${place.type}` : null;
  return null;
}

/** One step of a walk from several places. */
export function stepOfSeveral(
  program: Program,
  { members, isUnion }: Extract<Place, { is: "several" }>,
  name: string,
): Place {
  const places: Place[] = [];
  for (const member of members) {
    const place = step(program, member, name, null);
    if (!isUnion && place.is !== "missing" && place.is !== "unknown" && place.is !== "external") return place;
    places.push(place);
  }
  if (isUnion) {
    // A type of the runtime in a union, as in `User | string`, is none that a member of a declared type is asked of.
    const known = places.filter((place) => place.is !== "external");
    return severalOf(known.length > 0 && known.some((place) => place.is !== "missing") ? known : places, true);
  }
  return places.find((place) => place.is === "external" || place.is === "unknown") ?? MISSING;
}

/** The symbols of several places as one place. */
export function settled(place: Place): Place {
  if (place.is !== "several") return place;
  const decls: Decl[] = [];
  let isImported = false;
  for (const member of place.members) {
    if (member.is !== "symbols") continue;
    decls.push(...member.decls);
    isImported ||= member.imported;
  }
  return decls.length === 0 ? (place.members[0] ?? UNKNOWN) : { is: "symbols", decls, imported: isImported };
}

/** The value that a walk leads to; unknown where a step is not in the project. */
export function walkValue(program: Program, written: WrittenType): Place {
  const { file, type } = written;
  let receiver: Place = UNKNOWN;
  let place = type.root.in === "call" ? UNKNOWN : startOf(program, written);
  let given: Given | null = null;
  let at = 0;
  if (type.root.in === "call") {
    given = givenBy(type.root, written);
    const callee = calleeOf(program, { ...written, type: type.root.of });
    if (stepNumber(type.path[0] ?? "", "parameter") >= 0) {
      place = parameterAt(program, callee.place, callee.receiver, stepNumber(type.path[0]!, "parameter"), given);
      at = 1;
    } else place = resultAt(program, callee.place, callee.receiver, given);
  }
  for (; at < type.path.length; at++) {
    const name = type.path[at]!;
    const number = stepNumber(name, "parameter");
    if (number >= 0) place = parameterAt(program, place, receiver, number, null);
    else if (name === VALUE) place = valueAt(program, place);
    else if (name === CALLED) place = resultAt(program, place, receiver, null);
    else if (name === MADE) place = madeAt(program, place);
    else if (name === AWAITED) place = awaited(program, valueAt(program, place));
    else if (name === EACH || name === INDEXED) place = eachOf(program, valueAt(program, place), name === INDEXED);
    else if (stepNumber(name, "item") >= 0) place = itemOf(program, valueAt(program, place), stepNumber(name, "item"));
    else {
      receiver = place;
      place = step(program, place, name, null);
    }
    if (place.is === "unknown" || place.is === "missing") return UNKNOWN;
  }
  const value = valueAt(program, place);
  if (value.is !== "instance" && value.is !== "symbols") return value;
  return { ...value, imported: value.imported || value.decls.every((decl) => decl.file !== file) };
}

function startOf(program: Program, { file, from, type, env }: WrittenType): Place {
  const { root } = type;
  const inner = (of: TypeName): WrittenType => ({ file, from, type: of, ...(env !== undefined && { env }) });
  if (root.in === "instance") return typedValue(program, inner(root.type));
  if (root.in === "parameter") return typedValue(program, inner({ root, path: [] }));
  if (root.in === "call") return walkValue(program, inner({ root, path: [] }));
  const place = rootPlace(program, file, from, root, "any");
  return root.in === "this" && place.is === "instance" && env !== undefined ? { ...place, env } : place;
}

/** What a call calls, and the value it is called on: the names up to the last `(value)`. */
export function calleeOf(program: Program, { type, ...written }: WrittenType): { place: Place; receiver: Place } {
  const { root, path, args } = type;
  const names = path.at(-1) === VALUE ? path.slice(0, -1) : path;
  const last = names.at(-1);
  if (last === undefined || last.startsWith("(") || last === INDEXED || args !== undefined) {
    return {
      place: names.length === 0 ? startOf(program, { ...written, type }) : walkValue(program, { ...written, type }),
      receiver: UNKNOWN,
    };
  }
  const before = names.slice(0, -1);
  let receiver: Place;
  if (before.length === 0) receiver = startOf(program, { ...written, type: { root, path: [] } });
  else
    receiver = walkValue(program, {
      ...written,
      type: { root, path: isValueWalk({ root, path: before }) ? before : [...before, VALUE] },
    });
  return { place: step(program, receiver, last, null), receiver };
}

function givenBy(
  { typeArguments, arguments: values }: { typeArguments: TypeName[]; arguments: (TypeName | null)[] },
  { file, from, env }: WrittenType,
): Given {
  const inner = (type: TypeName): WrittenType => ({ file, from, type, ...(env !== undefined && { env }) });
  return {
    typeArguments: typeArguments.map(inner),
    arguments: values.map((type) => (type === null ? null : inner(type))),
  };
}

/** A value of the type, or the value that a name holds. */
export function valueAt(program: Program, place: Place): Place {
  if (place.is === "several")
    return severalOf(
      place.members.map((member) => valueAt(program, member)),
      place.isUnion,
    );
  if (place.is !== "symbols") return place.is === "external" ? toInstance(program, place) : place;
  const values = place.decls.filter((decl) => !isNoValue(decl));
  const decl = values[0];
  if (decl === undefined) return toInstance(program, place);
  if (isTypeKind(symbolOf(decl).kind) || isFunction(decl))
    return values.length === place.decls.length ? place : { ...place, decls: values };
  const declared = declaredPlace(program, decl, place.env);
  const hasMembers = decl.file.firstChild[decl.index] !== -1;
  // An object of which some properties are symbols, and others names alone: `{ run() {}, stop }`.
  if (declared.is !== "unknown" && !(declared.is === "object" && hasMembers)) return declared;
  return hasMembers ? place : UNKNOWN;
}

/** Interfaces and aliases are no values. */
function isNoValue(decl: Decl): boolean {
  const { kind } = symbolOf(decl);
  return kind === "interface" || kind === "type";
}

/** What `new` makes of what stands at a place. */
function madeAt(program: Program, at: Place): Place {
  const place = valueAt(program, at);
  if (place.is === "several")
    return severalOf(
      place.members.map((member) => madeAt(program, member)),
      place.isUnion,
    );
  if (place.is !== "symbols") return UNKNOWN;
  const makers = place.decls.filter(isMaker);
  return makers.length > 0 ? { is: "instance", decls: makers, imported: place.imported } : toInstance(program, place);
}

/** What calling what stands at a place gives: the type that its declarations agree on, or that of the overload with the body. */
export function resultAt(program: Program, at: Place, receiver: Place, given: Given | null): Place {
  const place = at.is === "module" ? moduleValue(program, at) : at;
  switch (place.is) {
    case "several": {
      const results = place.members.map((member) => resultAt(program, member, receiver, given));
      if (place.isUnion) return severalOf(results, true);
      // What stands beside functions in an intersection need not be one.
      return agreed(results.filter((each, at) => each.is !== "unknown" || place.members[at]!.is === "function"));
    }
    case "function":
      return place.result === null ? UNKNOWN : typedValue(program, place.result);
    case "external":
      return runtimeResult(program, place, valueAt(program, receiver), given);
    case "instance": {
      const signature = signatureOf(program, place);
      const isCallable = signature.is === "function" || signature.is === "several";
      return isCallable ? resultAt(program, signature, receiver, given) : UNKNOWN;
    }
    case "symbols":
      break;
    default:
      return UNKNOWN;
  }
  const decls = place.decls.filter((decl) => !isTypeKind(symbolOf(decl).kind));
  const results = decls.filter((decl) => symbolOf(decl).declaredType !== null);
  const last = results.at(-1);
  if (last === undefined) return UNKNOWN;
  const result = resultOf(program, last, receiver, place.env, given);
  const isImplementation =
    last === decls.at(-1) &&
    !last.file.isDeclarationFile &&
    last.file.symbols[symbolOf(last).parent]!.kind !== "interface";
  if (isImplementation || results.length === 1) return result;
  const others = results.slice(0, -1).map((decl) => resultOf(program, decl, receiver, place.env, given));
  return agreed([...others, result]);
}

/** What all overloads give; unknown where they differ. */
function agreed(results: Place[]): Place {
  const last = results.at(-1);
  if (last === undefined) return UNKNOWN;
  if (results.every((each) => each === last || (identityOf(last) !== null && identityOf(each) === identityOf(last))))
    return last;
  // Overloads that differ in type arguments alone.
  const plain = withoutArguments(last);
  return plain.is !== "unknown" && results.every((each) => isSameType(withoutArguments(each), plain)) ? plain : UNKNOWN;
}

function withoutArguments(place: Place): Place {
  if (place.is === "instance") return { is: "instance", decls: place.decls, imported: place.imported };
  if (place.is === "several") return { ...place, members: place.members.map(withoutArguments) };
  if (place.is !== "external") return UNKNOWN;
  return { is: "external", module: place.module, name: place.name, type: place.type };
}

function isSameType(one: Place, other: Place): boolean {
  if (one.is === "several" && other.is === "several") {
    return (
      one.isUnion === other.isUnion &&
      one.members.length === other.members.length &&
      one.members.every((member, at) => isSameType(member, other.members[at]!))
    );
  }
  return one.is !== "unknown" && identityOf(one) === identityOf(other);
}

function resultOf(program: Program, decl: Decl, receiver: Place, outer: Env | undefined, given: Given | null): Place {
  if (!isFunction(decl)) return resultAt(program, declaredPlace(program, decl, outer), UNKNOWN, given);
  // `this` is the type of the receiver, which may be derived from the one that declares the method.
  const { root, path } = symbolOf(decl).declaredType!;
  if (root.in === "this" && path.length === 0 && (receiver.is === "instance" || receiver.is === "several"))
    return receiver;
  return declaredPlace(program, decl, callEnv(program, decl, outer, given));
}

/** The call signature of an interface. */
function signatureOf(program: Program, place: Extract<Place, { is: "instance" }>): Place {
  for (const decl of place.decls) {
    if (symbolOf(decl).kind === "interface" && symbolOf(decl).declaredType !== null) {
      return declaredPlace(program, decl, place.env);
    }
  }
  return UNKNOWN;
}

/** What a function that stands at a place takes as a parameter; what an argument of a call of it is expected to be. */
function parameterAt(program: Program, at: Place, receiver: Place, number: number, given: Given | null): Place {
  const place = at.is === "module" ? moduleValue(program, at) : at;
  const again = (next: Place) => parameterAt(program, next, receiver, number, given);
  switch (place.is) {
    case "several": {
      const parts = place.members.map(again);
      return place.isUnion ? severalOf(parts, true) : ofOverloads(parts);
    }
    case "function": {
      const types = place.parameters.map(({ type }) => type);
      const type = typeOfParameter(types, number);
      const { parameters } = place;
      return type === null
        ? UNKNOWN
        : typedValue(program, { ...parameters[Math.min(number, types.length - 1)]!, type });
    }
    case "external":
      return runtimeParameter(program, place, valueAt(program, receiver), number);
    case "instance":
      return again(signatureOf(program, place));
    case "symbols":
      break;
    default:
      return UNKNOWN;
  }
  const found: Place[] = [];
  for (const decl of place.decls) {
    const { kind } = symbolOf(decl);
    if (kind === "interface" || kind === "type" || kind === "enum") continue;
    if (kind === "class")
      found.push(...constructorsOf(decl).map((each) => parameterOf(program, each, place.env, number, given)));
    else if (isFunction(decl)) found.push(parameterOf(program, decl, place.env, number, given));
    else {
      const declared = declaredPlace(program, decl, place.env);
      if (
        declared.is !== "symbols" ||
        declared.decls.every((other) => other.index !== decl.index || other.file !== decl.file)
      )
        found.push(again(declared));
    }
  }
  return ofOverloads(found);
}

/** What overloads take at a place: what one takes there that is known, a function before others. */
function ofOverloads(parts: Place[]): Place {
  return parts.find(mayBeCalled) ?? parts.find((each) => each.is !== "unknown") ?? UNKNOWN;
}

function mayBeCalled(place: Place): boolean {
  return place.is === "function" || (place.is === "several" && place.members.some(mayBeCalled));
}

function constructorsOf({ file, index }: Decl): Decl[] {
  const found: Decl[] = [];
  for (let child = file.firstChild[index]!; child !== -1; child = file.nextSibling[child]!) {
    if (file.symbols[child]!.kind === "constructor") found.push({ file, index: child });
  }
  return found;
}

function parameterOf(program: Program, decl: Decl, outer: Env | undefined, number: number, given: Given | null): Place {
  const type = typeOfParameter(symbolOf(decl).parameterTypes, number);
  if (type === null) return UNKNOWN;
  const env = callEnv(program, decl, outer, given);
  return typedValue(program, { file: decl.file, from: decl.index, type, ...(env !== undefined && { env }) });
}

/** The type that an argument has at a place: one of the rest is an item of the list that the last parameter is. */
function typeOfParameter(types: readonly (TypeName | null)[], number: number): TypeName | null {
  const last = types.at(-1) ?? null;
  if (last === null || number < types.length - 1 || !isRest(last)) return types[number] ?? null;
  return { root: { in: "instance", type: last.args![0]! }, path: [itemStep(number - types.length + 1)] };
}

function isRest({ root }: TypeName): boolean {
  return root.in === "free" && root.name === REST;
}

/** What the type parameters of a function mean in a call of it, beside those around it. */
function callEnv(program: Program, decl: Decl, outer: Env | undefined, given: Given | null): Env | undefined {
  const { typeParameters, parameterTypes } = symbolOf(decl);
  if (typeParameters.length === 0) return outer;
  const env = new Map(outer);
  for (const name of typeParameters) env.delete(name);
  if (given === null) return env;
  if (given.typeArguments.length > 0) {
    typeParameters.forEach((name, at) => {
      if (given.typeArguments[at] !== undefined) env.set(name, given.typeArguments[at]);
    });
    return env;
  }
  parameterTypes.forEach((type, at) => {
    const value = given.arguments[at];
    if (type !== null && isRest(type)) {
      const [item] = type.args![0]!.args ?? [];
      for (const one of item === undefined ? [] : given.arguments.slice(at))
        if (one !== null) infer(program, typeParameters, env, item!, one, 0);
    } else if (type !== null && value !== null && value !== undefined)
      infer(program, typeParameters, env, type, value, 0);
  });
  return env;
}

/** Fills in what the type parameters `open` must be for a value of type `given` to fit a parameter of type `declared`. */
function infer(
  program: Program,
  open: readonly string[],
  env: Map<string, WrittenType>,
  declared: TypeName,
  given: WrittenType,
  depth: number,
): void {
  if (depth > 4) return;
  const { root, args = [] } = declared;
  const again = (type: TypeName | undefined, value: WrittenType | undefined) => {
    if (type !== undefined && value !== undefined) infer(program, open, env, type, value, depth + 1);
  };
  if (root.in === "parameter") {
    if (open.includes(root.name) && !env.has(root.name)) env.set(root.name, given);
    return;
  }
  if (root.in !== "free" && args.length === 0) return;
  const name = root.in === "free" ? root.name : "";
  if (name === "Omit" || name === "Pick") {
    again(args[0], given);
    return;
  }
  if (name === UNION) {
    const known = env.size;
    for (const member of args) if (member.root.in !== "parameter") again(member, given);
    if (env.size === known) for (const member of args) if (member.root.in === "parameter") again(member, given);
    return;
  }
  if (name === FUNCTION) {
    const value = given.type.root;
    if (value.in === "free" && value.name === FUNCTION) again(args[0], { ...given, type: given.type.args![0]! });
    else {
      const place = typedValue(program, given);
      const decl = place.is === "symbols" ? place.decls[0] : undefined;
      const type = decl === undefined || !isFunction(decl) ? null : symbolOf(decl).declaredType;
      if (decl !== undefined && type !== null) again(args[0], { file: decl.file, from: decl.index, type });
    }
    return;
  }
  if (args.length === 0) return;
  const place = typedValue(program, given);
  if (
    place.is === "external" &&
    place.args !== undefined &&
    (name === place.type || name === "Array" || /^(?:Readonly|Iterable)/.test(name))
  ) {
    args.forEach((arg, at) => {
      again(arg, place.args![at]);
    });
  } else if (place.is === "instance" && place.env !== undefined) {
    const names = symbolOf(place.decls[0]!).typeParameters;
    args.forEach((arg, at) => {
      again(arg, place.env!.get(names[at] ?? ""));
    });
  }
}

function isFunction(decl: Decl): boolean {
  const { kind } = symbolOf(decl);
  return kind === "function" || kind === "method" || kind === "component";
}

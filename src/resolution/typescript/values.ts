/** TypeScript and JavaScript: the types of values by the names and calls that lead to them, as in `makeRepo().users.find()`. */

import {
  type ArgumentKind,
  AWAITED,
  BOTH,
  CONDITIONAL,
  EACH,
  FUNCTION,
  GUARD,
  INDEXED,
  INFER,
  isCalledStep,
  isValueWalk,
  itemStep,
  LITERAL,
  MADE,
  MAPPED,
  NEVER,
  NEWABLE,
  OBJECT,
  PROPERTY,
  REST,
  SELF,
  stepCount,
  stepKind,
  stepNumber,
  TUPLE,
  type TypeName,
  UNION,
  VALUE,
  WHERE,
  WHERE_NOT,
} from "../../model/parse-result.js";
import { isTypeKind, keyOf } from "../name-index.js";
import {
  basesOf,
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
  type Walked,
  type WrittenType,
  withDefaults,
} from "../place.js";
import type { Decl, Program } from "../program.js";
import { baseParts, isTransparent } from "./bases.js";
import { conditionalPlace, mappedPlace, propertyPlace } from "./conditional.js";
import { narrowedPlace, typeOfLiteral } from "./narrowing.js";
import { fittingMembers, fittingOverloads } from "./overloads.js";
import { awaited, eachOf, itemOf, runtimeParameter, runtimeResult } from "./runtime-library.js";

/** What a call gives its function: where it is known. */
export interface Given {
  typeArguments: WrittenType[];
  arguments: (WrittenType | null)[];
  /** How many arguments; null where that is not known. */
  count: number | null;
  /** What one of them plainly is, by its number. */
  plain?: { number: number; kind: ArgumentKind };
}

/** Types inside types are followed so deep. */
const DEEPEST = 60;
/** So many types are looked at for one value. */
const MOST_TYPES = 5_000;

/** A type that stands for a value, which `caches.places` has, and the name by which `this` is known among type parameters. */
const PLACE = "(place)";
const THIS = "(this)";

/** A value of a written type. */
export function typedValue(program: Program, written: WrittenType): Place {
  const { caches } = program;
  if (caches.depth === 0) caches.left = MOST_TYPES;
  if (caches.depth >= DEEPEST || caches.left-- <= 0 || caches.work-- <= 0) {
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
  const inner = (arg: TypeName): WrittenType => {
    // The meaning of a type parameter is passed on, not the parameter: chains of calls would make chains of these.
    const meant = arg.root.in === "parameter" && arg.path.length === 0 ? env?.get(arg.root.name) : undefined;
    return meant ?? { file, from, type: arg, ...(env !== undefined && { env }) };
  };
  if (root.in === "parameter") {
    const bound = env?.get(root.name);
    if (bound !== undefined) return typedValue(program, bound);
    return root.bound === null ? UNKNOWN : typedValue(program, inner(root.bound));
  }
  // In a method's type `this` is what the method is called on.
  const self = root.in === "this" && type.path.length === 0 ? env?.get(THIS) : undefined;
  if (self !== undefined) return typedValue(program, self);
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
        return functionPlace(type, inner);
      case NEWABLE:
        return { is: "function", result: inner(args[0]!), parameters: [], makes: true };
      case TUPLE:
        return { is: "external", module: null, name: "Array", type: "Array", args: args.map(inner), isTuple: true };
      case OBJECT:
        return { is: "object", names: type.path, types: args.map(inner) };
      case CONDITIONAL:
        return conditionalPlace(program, { file, from, type, ...(env !== undefined && { env }) });
      case MAPPED:
        return mappedPlace(program, { file, from, type, ...(env !== undefined && { env }) });
      case PROPERTY:
        return propertyPlace(program, { file, from, type, ...(env !== undefined && { env }) });
      case INFER:
        return UNKNOWN;
      case NEVER:
        return MISSING;
      case PLACE:
        return program.caches.places.get(type) ?? UNKNOWN;
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

/** A value of a function type. */
function functionPlace({ path, args = [] }: TypeName, inner: (arg: TypeName) => WrittenType): Place {
  const [result, ...parameters] = args.map(inner);
  const self = path[0] === SELF ? parameters.pop() : undefined;
  const open = self === undefined ? path : path.slice(1);
  return {
    is: "function",
    result: result!,
    parameters,
    ...(self !== undefined && { self }),
    ...(open.length > 0 && { open }),
  };
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
    const same = isUnion ? members.findIndex((other) => isSameGeneric(place, other)) : -1;
    if (same < 0) members.push(place);
    else members[same] = withEither(members[same] as Instance, place as Instance);
  }
  if (members.length === 1) return members[0]!;
  if (members.length > 0) return { is: "several", members, isUnion };
  return places.some((place) => place.is === "unknown") || places.length === 0 ? UNKNOWN : MISSING;
}

type Instance = Extract<Place, { is: "instance" }>;

/** Whether two places are values of one generic type, whatever its type arguments. */
function isSameGeneric(one: Place, other: Place): boolean {
  if (one.is !== "instance" || other.is !== "instance") return false;
  return one.decls.length === other.decls.length && keyOf(one.decls[0]!) === keyOf(other.decls[0]!);
}

const EITHER = ["(one)", "(other)"].map(
  (name): TypeName => ({ root: { in: "parameter", name, bound: null }, path: [] }),
);

/** A value of a generic type, each type argument either that of the one or that of the other. */
function withEither(one: Instance, other: Instance): Instance {
  if (one.env === undefined || other.env === undefined) {
    return { is: "instance", decls: one.decls, imported: one.imported && other.imported };
  }
  const env = new Map<string, WrittenType>();
  for (const [name, type] of one.env) {
    const beside = other.env.get(name);
    if (beside === undefined) continue;
    const isSame = beside === type || (beside.type === type.type && beside.env === type.env);
    // Either of what is either itself would be twice as many with each call of a chain.
    const isEither = type.type.args === EITHER || beside.type.args === EITHER;
    env.set(name, isSame || isEither ? type : eitherOf(type, beside));
  }
  return { ...one, env };
}

function eitherOf(one: WrittenType, other: WrittenType): WrittenType {
  const env = new Map([
    ["(one)", one],
    ["(other)", other],
  ]);
  return { ...one, type: { root: { in: "free", name: UNION }, path: [], args: EITHER }, env };
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
  const held: Place[] = [];
  for (const member of members) {
    const place = step(program, member, name, null);
    if (!isUnion && place.is !== "missing" && place.is !== "unknown" && place.is !== "external") {
      // What a property holds is of all the types that the parts of an intersection give it.
      if (held.length === 0 && !isHolder(place)) return place;
      held.push(place);
    }
    places.push(place);
  }
  if (held.length > 0) return severalOf(held, false);
  if (isUnion) {
    // A type of the runtime in a union, as in `User | string`, is none that a member of a declared type is asked of.
    const known = places.filter((place) => place.is !== "external");
    return severalOf(known.length > 0 && known.some((place) => place.is !== "missing") ? known : places, true);
  }
  return places.find((place) => place.is === "external" || place.is === "unknown") ?? MISSING;
}

/** Whether a property stands at a place that holds no function. */
function isHolder(place: Place): boolean {
  if (place.is !== "symbols") return false;
  return place.decls.every((decl) => {
    const { kind, isCallable, declaredType } = symbolOf(decl);
    const isFunctionType = declaredType?.root.in === "free" && declaredType.root.name === FUNCTION;
    return (kind === "property" || kind === "field") && !isCallable && !isFunctionType;
  });
}

/** The symbols of several places as one place; of an intersection those of the first. */
export function settled(place: Place): Place {
  if (place.is !== "several") return place;
  if (!place.isUnion) return place.members.find((member) => member.is === "symbols") ?? place.members[0] ?? UNKNOWN;
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
  const { file } = written;
  const { place } = walkSteps(program, written);
  if (place.is === "unknown" || place.is === "missing") return UNKNOWN;
  const value = valueAt(program, place);
  if (value.is !== "instance" && value.is !== "symbols") return value;
  return { ...value, imported: value.imported || value.decls.every((decl) => decl.file !== file) };
}

/** Where the steps of a walk lead. Those up to a call are kept: the calls of a chain are asked for from the last to the first. */
function walkSteps(program: Program, written: WrittenType): Walked {
  const { walks, walk } = program.caches;
  const { root, path } = written.type;
  const keys = written.env === undefined ? keysOfWalk(program, written) : [];
  let at = keys.length;
  let known: Walked | undefined;
  while (at > 0 && known === undefined) known = walks.known.get(keys[--at] ?? "");
  const { cuts } = walk;
  let { place, receiver }: Walked = known ?? { place: UNKNOWN, receiver: UNKNOWN };
  let given: Given | null = null;
  if (known === undefined) {
    at = 0;
    if (keys[0] !== undefined) followChain(program, written);
    if (root.in === "call") {
      given = givenBy(root, written);
      const callee = calleeOf(program, { ...written, type: root.of });
      const number = stepNumber(path[0] ?? "", "parameter");
      if (number >= 0) {
        place = parameterAt(program, callee.place, callee.receiver, number, given);
        at = 1;
      } else place = resultAt(program, callee.place, callee.receiver, given);
    } else place = startOf(program, written);
    keep(at);
  }
  for (; at < path.length; at++) {
    if (place.is === "unknown" || place.is === "missing") break;
    const next = stepOfWalk(program, place, receiver, path[at]!);
    if (!isStep(path[at]!)) receiver = place;
    place = next;
    keep(at + 1);
  }
  return { place, receiver };

  function keep(steps: number): void {
    const key = keys[steps];
    // A result that was cut short depends on where the walk began.
    if (key !== undefined && walk.cuts === cuts) walks.known.set(key, { place, receiver });
  }
}

/** Follows what a long chain of calls starts with first, from the first call on: asked for by the last, they would be too deep in each other. */
function followChain(program: Program, written: WrittenType): void {
  const chain: TypeName[] = [];
  let { root } = written.type;
  while (chain.length < LONGEST_CHAIN && (root.in === "call" || root.in === "instance")) {
    const inner = root.in === "call" ? root.of : root.type;
    chain.push(inner);
    root = inner.root;
  }
  for (let at = chain.length - 1; at >= FIRST_OF_CHAIN; at -= FIRST_OF_CHAIN) {
    walkSteps(program, { ...written, type: chain[at]! });
  }
}

const LONGEST_CHAIN = 1_000;
const FIRST_OF_CHAIN = 6;

/** By how many steps of a walk it has gone, what it is known by: where these end in a call, and at a root that is one. */
function keysOfWalk(program: Program, { file, type: { root, path } }: WrittenType): (string | undefined)[] {
  const isLong = path.length > SHORTEST_KEPT && path.some(isCalledStep);
  if (root.in !== "call" && root.in !== "instance" && !isLong) return [];
  let key: string;
  switch (root.in) {
    case "call":
    case "instance": {
      const { roots } = program.caches.walks;
      let number = roots.get(root);
      if (number === undefined) {
        number = roots.size;
        roots.set(root, number);
      }
      key = `#${number}`;
      break;
    }
    case "file":
      key = `f${root.symbol}`;
      break;
    case "import":
      key = `i${root.import}`;
      break;
    case "this":
      key = `t${root.type}`;
      break;
    default:
      return [];
  }
  key = `${file.id} ${key}`;
  // A parameter of what is called is no part of what the call gives.
  const isWhole = root.in === "instance" || (root.in === "call" && stepNumber(path[0] ?? "", "parameter") < 0);
  const keys: (string | undefined)[] = [isWhole ? key : undefined];
  for (const step of path) {
    key = `${key}\0${step}`;
    keys.push(isCalledStep(step) ? key : undefined);
  }
  return keys;
}

const SHORTEST_KEPT = 3;

/** Whether a step of a path is no name. */
function isStep(step: string): boolean {
  return step.startsWith("(") || step === INDEXED;
}

function stepOfWalk(program: Program, place: Place, receiver: Place, name: string): Place {
  if (!isStep(name)) return step(program, place, name, null);
  const parameter = stepNumber(name, "parameter");
  if (parameter >= 0) {
    const kind = stepKind(name);
    const given = givenCount(stepCount(name));
    if (given !== null && kind !== undefined) given.plain = { number: parameter, kind };
    return parameterAt(program, place, receiver, parameter, given);
  }
  const item = stepNumber(name, "item");
  if (item >= 0) return itemOf(program, valueAt(program, place), item);
  if (isCalledStep(name)) return resultAt(program, place, receiver, givenCount(stepNumber(name, "called")));
  switch (name) {
    case VALUE:
      return valueAt(program, place);
    case MADE:
      return madeAt(program, place);
    case AWAITED:
      return awaited(program, valueAt(program, place));
    case SELF:
      return selfAt(program, place, receiver);
    case EACH:
    case INDEXED:
      return eachOf(program, valueAt(program, place), name === INDEXED);
    default:
      return step(program, place, name, null);
  }
}

function startOf(program: Program, { file, from, type, env }: WrittenType): Place {
  const { root } = type;
  const inner = (of: TypeName): WrittenType => ({ file, from, type: of, ...(env !== undefined && { env }) });
  if (root.in === "instance") return typedValue(program, inner(root.type));
  if (root.in === "parameter") return typedValue(program, inner({ root, path: [] }));
  if (root.in === "call") return walkValue(program, inner({ root, path: [] }));
  const self = root.in === "this" ? env?.get(THIS) : undefined;
  if (self !== undefined) return typedValue(program, self);
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
    arguments: values.map((type) => (type === null || isRest(type) ? null : inner(type))),
    count: values.some((type) => type !== null && isRest(type)) ? null : values.length,
  };
}

/** What a call gives of which its number of arguments is known and nothing else. */
function givenCount(count: number | null): Given | null {
  return count === null || count < 0 ? null : { typeArguments: [], arguments: [], count };
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

/** What `new` makes of a value of an interface, by its construct signature. */
function madeByInstance(program: Program, { decls, env }: Instance): Place {
  for (const decl of decls) {
    const { madeType: type } = symbolOf(decl);
    if (type !== null) return typedValue(program, { file: decl.file, from: decl.index, type, ...(env && { env }) });
  }
  return UNKNOWN;
}

/** What `new` makes of what stands at a place. */
export function madeAt(program: Program, at: Place): Place {
  const place = valueAt(program, at);
  if (place.is === "several")
    return severalOf(
      place.members.map((member) => madeAt(program, member)),
      place.isUnion,
    );
  if (place.is === "instance") return madeByInstance(program, place);
  if (place.is === "function" && place.makes === true) return typedValue(program, place.result!);
  if (place.is !== "symbols") return UNKNOWN;
  const makers = place.decls.filter(isMaker);
  return makers.length > 0 ? { is: "instance", decls: makers, imported: place.imported } : toInstance(program, place);
}

/** What calling what stands at a place gives: the type that its declarations agree on, or that of the overload with the body. */
export function resultAt(program: Program, at: Place, receiver: Place, given: Given | null): Place {
  const place = at.is === "module" ? moduleValue(program, at) : at;
  switch (place.is) {
    case "several": {
      const members = place.isUnion ? place.members : fittingMembers(program, place.members, given);
      const results = members.map((member) => resultAt(program, member, receiver, given));
      if (place.isUnion) return severalOf(results, true);
      // What stands beside functions in an intersection need not be one.
      return agreed(results.filter((each, at) => each.is !== "unknown" || members[at]!.is === "function"));
    }
    case "function":
      if (place.result === null || place.makes === true) return UNKNOWN;
      return typedValue(program, inCall(program, place, place.result, receiver, given));
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
  const fitting = fittingOverloads(program, decls, given);
  const results = fitting.filter((decl) => symbolOf(decl).declaredType !== null);
  const first = results[0];
  if (first === undefined) return UNKNOWN;
  if (results.length === 1) return resultOf(program, first, receiver, place.env, given);
  const common = agreed(results.map((decl) => resultOf(program, decl, receiver, place.env, given)));
  const body = decls.at(-1)!;
  if (common.is !== "unknown" || fitting.includes(body) || symbolOf(body).declaredType === null) return common;
  return resultOf(program, body, receiver, place.env, given);
}

/** The common result of all overloads, or a union of their results; unknown where one of them is unknown. */
function agreed(results: Place[]): Place {
  const last = results.at(-1);
  if (last === undefined) return UNKNOWN;
  if (results.every((each) => each === last || (identityOf(last) !== null && identityOf(each) === identityOf(last))))
    return last;
  // Overloads that differ in type arguments alone.
  const plain = withoutArguments(last);
  // Of `Promise<Order>` and `Promise<Order | null>` what either holds.
  const areHolders = results.every((each) => each.is === "external" && each.args !== undefined);
  if (
    plain.is !== "unknown" &&
    plain.is !== "instance" &&
    !areHolders &&
    results.every((each) => isSameType(withoutArguments(each), plain))
  )
    return plain;
  return results.some((each) => each.is === "unknown" || each.is === "missing") ? UNKNOWN : severalOf(results, true);
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
  if (!isFunction(decl)) return resultAt(program, valueOfMember(program, decl, outer, receiver), receiver, given);
  // `this` is the type of the receiver, which may be derived from the one that declares the method.
  const { root, path } = symbolOf(decl).declaredType!;
  if (root.in === "this" && path.length === 0 && (receiver.is === "instance" || receiver.is === "several"))
    return receiver;
  const env = callEnv(program, decl, outer, given, receiver);
  return declaredPlace(program, decl, withThis(program, decl, symbolOf(decl).declaredType, env, receiver));
}

/** The value of a property; its type may mention `this`. */
function valueOfMember(program: Program, decl: Decl, outer: Env | undefined, receiver: Place): Place {
  return declaredPlace(program, decl, withThis(program, decl, symbolOf(decl).declaredType, outer, receiver));
}

/** The type parameters around a type of a method, with `this` where the type is made of that. */
function withThis(
  program: Program,
  decl: Decl,
  type: TypeName | null,
  env: Env | undefined,
  receiver: Place,
): Env | undefined {
  if (type === null || (receiver.is !== "instance" && receiver.is !== "several") || !hasThis(type)) return env;
  return new Map(env).set(THIS, writtenPlace(program, decl, receiver));
}

/** A value as a type. */
function writtenPlace(program: Program, { file, index }: Decl, place: Place): WrittenType {
  const type: TypeName = { root: { in: "free", name: PLACE }, path: [] };
  program.caches.places.set(type, place);
  return { file, from: index, type };
}

/** Whether `this` is part of a type. */
function hasThis({ root, args }: TypeName): boolean {
  if (root.in === "this" || (root.in === "instance" && hasThis(root.type))) return true;
  if (
    root.in === "call" &&
    [root.of, ...root.typeArguments, ...root.arguments].some((type) => type !== null && hasThis(type))
  )
    return true;
  return args?.some(hasThis) ?? false;
}

/** The call signatures of an interface: its own, or those of the nearest base that has some. */
function signatureOf(program: Program, place: Extract<Place, { is: "instance" }>): Place {
  const queue: Extract<Place, { is: "instance" }>[] = [place];
  for (let at = 0; at < queue.length && at < MOST_BASES; at++) {
    for (const decl of queue[at]!.decls) {
      if (symbolOf(decl).kind !== "interface") continue;
      if (symbolOf(decl).declaredType !== null) return declaredPlace(program, decl, queue[at]!.env);
      for (const base of basesOf(program, decl)) {
        for (const { place: part } of baseParts(program, decl, base, queue[at]!.env))
          if (part.is === "instance") queue.push(part);
      }
    }
  }
  return UNKNOWN;
}

/** Interfaces that are looked through for call signatures. */
const MOST_BASES = 20;

/** What a function that stands at a place takes as a parameter; what an argument of a call of it is expected to be. */
function parameterAt(program: Program, at: Place, receiver: Place, number: number, given: Given | null): Place {
  const place = at.is === "module" ? moduleValue(program, at) : at;
  const again = (next: Place) => parameterAt(program, next, receiver, number, given);
  switch (place.is) {
    case "several": {
      if (place.isUnion) return severalOf(place.members.map(again), true);
      return ofOverloads(fittingMembers(program, place.members, given).map(again));
    }
    case "function": {
      const types = place.parameters.map(({ type }) => type);
      const type = typeOfParameter(types, number);
      const { parameters } = place;
      return type === null
        ? UNKNOWN
        : typedValue(
            program,
            inCall(program, place, { ...parameters[Math.min(number, types.length - 1)]!, type }, receiver, given),
          );
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
  for (const decl of fittingOverloads(program, place.decls, given)) {
    const { kind } = symbolOf(decl);
    if (kind === "interface" || kind === "type" || kind === "enum") continue;
    if (kind === "class")
      found.push(...constructorsOf(decl).map((each) => parameterOf(program, each, place.env, UNKNOWN, number, given)));
    else if (isFunction(decl)) found.push(parameterOf(program, decl, place.env, receiver, number, given));
    else {
      const declared = valueOfMember(program, decl, place.env, receiver);
      if (
        declared.is !== "symbols" ||
        declared.decls.every((other) => other.index !== decl.index || other.file !== decl.file)
      )
        found.push(again(declared));
    }
  }
  return ofOverloads(found);
}

/** What a function that stands at a place says of its `this`. */
function selfAt(program: Program, at: Place, receiver: Place): Place {
  const place = valueAt(program, at);
  switch (place.is) {
    case "several":
      return severalOf(
        place.members.map((member) => selfAt(program, member, receiver)),
        true,
      );
    case "function":
      return place.self === undefined ? UNKNOWN : typedValue(program, place.self);
    case "instance": {
      const signature = signatureOf(program, place);
      return signature.is === "instance" ? UNKNOWN : selfAt(program, signature, receiver);
    }
    case "symbols": {
      const decl = place.decls.find((each) => symbolOf(each).receiverType !== null);
      if (decl === undefined) return UNKNOWN;
      const type = symbolOf(decl).receiverType!;
      const env = withThis(program, decl, type, place.env, receiver);
      return typedValue(program, { file: decl.file, from: decl.index, type, ...(env !== undefined && { env }) });
    }
    default:
      return UNKNOWN;
  }
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

function parameterOf(
  program: Program,
  decl: Decl,
  outer: Env | undefined,
  receiver: Place,
  number: number,
  given: Given | null,
): Place {
  const type = typeOfParameter(symbolOf(decl).parameterTypes, number);
  if (type === null) return UNKNOWN;
  const env = withThis(program, decl, type, callEnv(program, decl, outer, given, receiver), receiver);
  return typedValue(program, { file: decl.file, from: decl.index, type, ...(env !== undefined && { env }) });
}

/** The type that an argument has at a place: one of the rest is an item of the list that the last parameter is. */
function typeOfParameter(types: readonly (TypeName | null)[], number: number): TypeName | null {
  const last = types.at(-1) ?? null;
  if (last === null || number < types.length - 1 || !isRest(last)) return types[number] ?? null;
  return { root: { in: "instance", type: last.args![0]! }, path: [itemStep(number - types.length + 1)] };
}

/** Whether a type is that of a function or an object of which nothing is known. */
function isPlain({ root, path }: TypeName): boolean {
  return root.in === "free" && (root.name === "Function" || root.name === OBJECT) && path.length === 0;
}

export function isRest({ root }: TypeName): boolean {
  return root.in === "free" && root.name === REST;
}

/** What the type parameters of a function mean in a call of it, beside those around it. */
function callEnv(
  program: Program,
  decl: Decl,
  outer: Env | undefined,
  given: Given | null,
  receiver: Place,
): Env | undefined {
  const { typeParameters, parameterTypes, receiverType } = symbolOf(decl);
  if (typeParameters.length === 0) return outer;
  const signature = { open: typeParameters, parameters: parameterTypes, self: receiverType };
  return withDefaults(decl, envOfCall(program, decl, signature, outer, given, receiver));
}

/** A type in a signature without a name, for a call of that: where it has type parameters, with what they mean there. */
function inCall(
  program: Program,
  { open, parameters, self }: Extract<Place, { is: "function" }>,
  written: WrittenType,
  receiver: Place,
  given: Given | null,
): WrittenType {
  if (open === undefined) return written;
  // Nothing that would decide a type parameter, and none of a name that means something around it.
  const isSilent = given === null || given.typeArguments.length + given.arguments.length === 0;
  const isOpen = self === undefined || receiver.is === "unknown";
  if (isSilent && isOpen && !open.some((name) => written.env?.has(name))) return written;
  const signature = { open, parameters: parameters.map(({ type }) => type), self: self?.type ?? null };
  const decl = { file: written.file, index: written.from };
  return { ...written, env: envOfCall(program, decl, signature, written.env, given, receiver) };
}

/** What a function says of its type parameters, its parameters and its `this`. */
interface Signature {
  open: readonly string[];
  parameters: readonly (TypeName | null)[];
  self: TypeName | null;
}

function envOfCall(
  program: Program,
  decl: Decl,
  { open, parameters, self }: Signature,
  outer: Env | undefined,
  given: Given | null,
  receiver: Place,
): Env {
  const env = new Map(outer);
  for (const name of open) env.delete(name);
  if (given !== null && given.typeArguments.length > 0) {
    open.forEach((name, at) => {
      if (given.typeArguments[at] !== undefined) env.set(name, given.typeArguments[at]);
    });
    return env;
  }
  if (self !== null && receiver.is !== "unknown")
    infer(program, open, env, self, writtenPlace(program, decl, receiver), 0);
  if (given === null) return env;
  parameters.forEach((type, at) => {
    const value = given.arguments[at];
    if (type !== null && isRest(type)) {
      const [item] = type.args![0]!.args ?? [];
      for (const one of item === undefined ? [] : given.arguments.slice(at))
        if (one !== null) infer(program, open, env, item!, one, 0);
    } else if (type !== null && value !== null && value !== undefined && !isPlain(value.type))
      infer(program, open, env, type, value, 0);
  });
  return env;
}

/** Fills in what the type parameters `open` must be for a value of type `given` to fit a parameter of type `declared`. */
export function infer(
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
  if (name === INFER) {
    const [inferred] = declared.path;
    if (inferred !== undefined && open.includes(inferred) && !env.has(inferred)) env.set(inferred, given);
    return;
  }
  if (name === NEWABLE) {
    again(args[0], { ...given, type: { root: { in: "instance", type: given.type }, path: [MADE] } });
    return;
  }
  if (name === OBJECT) {
    args.forEach((arg, at) => {
      again(arg, { ...given, type: { root: { in: "instance", type: given.type }, path: [declared.path[at]!] } });
    });
    return;
  }
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
      if (place.is === "function") {
        again(args[0], place.result ?? undefined);
        args.slice(1).forEach((arg, at) => {
          again(arg, place.parameters[at]);
        });
      }
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

export function isFunction(decl: Decl): boolean {
  const { kind } = symbolOf(decl);
  return kind === "function" || kind === "method" || kind === "component";
}

/** TypeScript: what type parameters mean in a call, by its type arguments, its arguments and its receiver. */
import { nth } from "../../base/need.js";
import { flatten } from "../../model/flat-types.js";
import type { FunctionType, NamedType, Root, Step, TypeExpr } from "../../model/parse-result.js";
import { MADE } from "../../model/steps.js";
import { functionOf, named, someInner, UNKNOWN_TYPE } from "../../model/type-forms.js";
import { withDefaults } from "../instance.js";
import { typePlace } from "../lookup.js";
import { type Env, type OpenEnv, type Place, type PlaceOf, THIS, type WrittenType } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, firstDecl, symbolOf } from "../program-file.js";
import { type GivenArguments, isFunction } from "./overloads.js";

/** The type parameters around a type of a method, with `this` where the type mentions it. */
export function withThis(
  program: Program,
  decl: Decl,
  type: TypeExpr | null,
  env: Env | undefined,
  receiver: Place,
): Env | undefined {
  if (type === null || (receiver.is !== "instance" && receiver.is !== "several") || !hasThis(type)) return env;
  return openEnv(env).set(THIS, writtenPlace(program, decl, receiver));
}

function openEnv(env: Env | undefined): OpenEnv {
  return new Map(env);
}

/** A value as a type. */
function writtenPlace(program: Program, decl: Decl, place: Place): WrittenType {
  const type: TypeExpr = { kind: "held" };
  program.caches.places.set(type, place);
  return writtenAt(decl, type);
}

function writtenAt({ file, index }: Decl, type: TypeExpr): WrittenType {
  return { file, from: index, type };
}

/** Whether `this` is part of a type. */
function hasThis(type: TypeExpr): boolean {
  if (type.kind !== "named") return someInner(type, hasThis);
  const { root, args } = type;
  if (root.in === "this" || (root.in === "instance" && hasThis(root.type))) return true;
  if (
    root.in === "call" &&
    [root.of, ...root.typeArguments, ...root.arguments].some((type) => type !== null && hasThis(type))
  )
    return true;
  return args?.some(hasThis) ?? false;
}

/** Whether a type is a function or an object of which nothing more is known. */
function isPlain(type: TypeExpr): boolean {
  if (type.kind === "object") return type.names.length === 0;
  return type.kind === "named" && type.root.in === "free" && type.root.name === "Function" && type.path.length === 0;
}

/** A call, as far as it tells the type parameters of its function. */
export interface Call {
  /** The meanings of the type parameters around the function. */
  readonly outer: Env | undefined;
  readonly given: GivenArguments | null;
  readonly receiver: Place;
}

/** The meanings of a function's type parameters in a call of it, in addition to those around the function. */
export function callEnv(program: Program, decl: Decl, call: Call): Env | undefined {
  const { outer } = call;
  const { typeParameters, parameterTypes, receiverType } = symbolOf(decl);
  if (typeParameters.length === 0) return outer;
  const signature = { open: typeParameters, parameters: parameterTypes, self: receiverType };
  return withDefaults(decl, envOfCall(program, decl, signature, call));
}

/** A type in a signature without a name, with the meanings of the signature's type parameters in a call. */
export function inCall(
  program: Program,
  { open, parameters, self }: PlaceOf<"function">,
  written: WrittenType,
  receiver: Place,
  given: GivenArguments | null,
): WrittenType {
  if (open === undefined) return written;
  // Nothing decides a type parameter, and none hides another of its name.
  const isSilent = given === null || given.typeArguments.length + given.arguments.length === 0;
  const isOpen = self === undefined || receiver.is === "unknown";
  if (isSilent && isOpen && !open.some((name) => written.env?.has(name))) return written;
  const signature = { open, parameters: parameters.map(({ type }) => type), self: self?.type ?? null };
  const decl = { file: written.file, index: written.from };
  return { ...written, env: envOfCall(program, decl, signature, { outer: written.env, given, receiver }) };
}

/** The declared type parameters of a function, its parameters and its `this`. */
interface Signature {
  open: readonly string[];
  parameters: readonly (TypeExpr | null)[];
  self: TypeExpr | null;
}

function envOfCall(
  program: Program,
  decl: Decl,
  { open, parameters, self }: Signature,
  { outer, given, receiver }: Call,
): Env {
  const env: OpenEnv = new Map(outer);
  const inference: Inference = { program, open, env };
  for (const name of open) env.delete(name);
  if (given !== null && given.typeArguments.length > 0) {
    open.forEach((name, index) => {
      if (given.typeArguments[index] !== undefined) env.set(name, given.typeArguments[index]);
    });
    return env;
  }
  if (self !== null && receiver.is !== "unknown")
    infer(inference, writtenAt(decl, self), writtenPlace(program, decl, receiver));
  if (given === null) return env;
  parameters.forEach((type, index) => {
    const value = given.arguments[index];
    if (type?.kind === "rest") {
      const item = itemOf(type.of);
      if (item === undefined) return;
      for (const one of given.arguments.slice(index)) if (one !== null) infer(inference, writtenAt(decl, item), one);
    } else if (type !== null && value !== null && value !== undefined && !isPlain(value.type))
      infer(inference, writtenAt(decl, type), value);
  });
  return env;
}

/** The first type that a list's type holds. */
function itemOf(list: TypeExpr | null): TypeExpr | undefined {
  if (list === null) return undefined;
  return list.kind === "named" ? list.args?.[0] : flatten(list).types?.[0];
}

/** A search for the meanings of type parameters. */
interface Inference {
  readonly program: Program;
  /** The type parameters that are looked for. */
  readonly open: readonly string[];
  /** The meanings that are known so far. */
  readonly env: OpenEnv;
}

/** Finds the types that the open type parameters must mean for a value of type `given` to fit a parameter of type `declared`. */
export function infer(
  inference: Inference,
  { type: declared, ...at }: WrittenType,
  given: WrittenType,
  depth = 0,
): void {
  const { program, open, env } = inference;
  if (depth > 4) return;
  const again = (type: TypeExpr | undefined | null, value: WrittenType | undefined | null) => {
    if (type != null && value != null) infer(inference, { ...at, type }, value, depth + 1);
  };
  switch (declared.kind) {
    case "named": {
      const place = inferNamed(inference, declared, given, again);
      if (place?.is === "symbols" && takesClass(program, at, declared, place))
        again(declared.args?.[0], stepOf(given, MADE));
      const isFunction = place?.is === "function" || place?.is === "symbols";
      const signature = isFunction ? functionAlias(program, at, declared) : null;
      if (signature !== null) inferFunction(program, signature, given, again);
      return;
    }
    case "infer":
      if (open.includes(declared.name) && !env.has(declared.name)) env.set(declared.name, given);
      return;
    case "new":
      again(declared.made, stepOf(given, MADE));
      return;
    case "object":
      declared.types.forEach((type, index) => {
        again(type, stepOf(given, nth(declared.names, index)));
      });
      return;
    case "union": {
      const known = env.size;
      for (const member of declared.of) if (!isParameter(member)) again(member, given);
      if (env.size === known) for (const member of declared.of) if (isParameter(member)) again(member, given);
      return;
    }
    case "function":
      inferFunction(program, declared, given, again);
      return;
    default:
      inferHeld(program, flatten(declared).types ?? [], null, given, again);
  }
}

type Again = (type: TypeExpr | undefined | null, value: WrittenType | undefined | null) => void;

/** The type that a step from a written type leads to. */
function stepOf(written: WrittenType, step: Step): WrittenType {
  return { ...written, type: named({ in: "instance", type: written.type }, [step]) };
}

function isParameter(type: TypeExpr): boolean {
  return type.kind === "named" && type.root.in === "parameter";
}

function inferNamed(
  { program, open, env }: Inference,
  { root, args = [] }: NamedType,
  given: WrittenType,
  again: Again,
): Place | null {
  if (root.in === "parameter") {
    if (open.includes(root.name) && !env.has(root.name)) env.set(root.name, given);
    return null;
  }
  const name = root.in === "free" ? root.name : "";
  if (name !== "Omit" && name !== "Pick") return inferHeld(program, args, name, given, again);
  again(args[0], given);
  return null;
}

/** Types of libraries for a class by what it makes: `EntityTarget<User>` takes the class User. */
const OF_CLASS =
  /(?:^|\.)(?:EntityTarget|EntityClass|EntityName|ObjectType|ModelStatic|ModelCtor|Type|ClassType|ClassConstructor)$/;

/** Whether a library's type takes a class by what it makes, and a class is given. */
function takesClass(
  program: Program,
  { file, from }: Pick<WrittenType, "file" | "from">,
  { root, path, args }: NamedType,
  given: PlaceOf<"symbols">,
): boolean {
  if (args?.length !== 1 || !given.decls.every((decl) => symbolOf(decl).kind === "class")) return false;
  const place = typePlace(program, file, from, named(root, path));
  return place.is === "external" && OF_CLASS.test(place.name);
}

/** The function that a type is another name for, `Operator<A, B>` of `type Operator<T, R> = (source: T) => R`; null for other types. */
function functionAlias(
  program: Program,
  { file, from }: Pick<WrittenType, "file" | "from">,
  { root, path, args = [] }: NamedType,
): FunctionType | null {
  if (args.length === 0) return null;
  const place = typePlace(program, file, from, named(root, path));
  const alias = place.is === "symbols" && place.decls.length === 1 ? symbolOf(nth(place.decls, 0)) : null;
  if (alias?.kind !== "type" || alias.declaredType?.kind !== "function") return null;
  const { typeParameters, declaredType } = alias;
  // Other names of the alias mean something in its own file alone.
  const inside = (type: TypeExpr): TypeExpr => {
    if (type.kind !== "named") return UNKNOWN_TYPE;
    if (type.root.in === "parameter" && type.path.length === 0)
      return args[typeParameters.indexOf(type.root.name)] ?? UNKNOWN_TYPE;
    const own: Root = type.root.in === "free" ? type.root : { in: "unknown" };
    return type.args === undefined ? UNKNOWN_TYPE : named(own, [], type.args.map(inside));
  };
  const { result, parameters } = declaredType;
  return functionOf(inside(result), parameters.map(inside));
}

/** By the result and the parameters of a function. */
function inferFunction(
  program: Program,
  { result, parameters, self }: Extract<TypeExpr, { kind: "function" }>,
  given: WrittenType,
  again: Again,
): void {
  if (given.type.kind === "function") {
    again(result, { ...given, type: given.type.result });
    return;
  }
  const place = program.evaluate.typedValue(program, given);
  if (place.is === "function") {
    again(result, place.result);
    [...parameters, self].forEach((type, index) => {
      again(type, place.parameters[index]);
    });
  }
  const decl = place.is === "symbols" ? place.decls[0] : undefined;
  const type = decl === undefined || !isFunction(decl) ? null : symbolOf(decl).declaredType;
  if (decl !== undefined && type !== null) again(result, { file: decl.file, from: decl.index, type });
}

/** By the type arguments of a value of a generic type, which is the answer. `name`: the name of the type; null for one without a name. */
function inferHeld(
  program: Program,
  args: readonly TypeExpr[],
  name: string | null,
  given: WrittenType,
  again: Again,
): Place | null {
  if (args.length === 0) return null;
  const place = program.evaluate.typedValue(program, given);
  if (
    place.is === "external" &&
    place.args !== undefined &&
    ((name !== null && name === place.type) || name === "Array" || /^(?:Readonly|Iterable)/.test(name ?? ""))
  ) {
    for (const [index, arg] of args.entries()) again(arg, place.args[index]);
  } else if (place.is === "instance" && place.env !== undefined) {
    const names = symbolOf(firstDecl(place)).typeParameters;
    for (const [index, arg] of args.entries()) again(arg, place.env.get(names[index] ?? ""));
  }
  return place;
}

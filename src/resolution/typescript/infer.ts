/** TypeScript: what type parameters mean in a call, by its type arguments, its arguments and its receiver. */
import { FUNCTION, INFER, MADE, NEWABLE, OBJECT, type TypeName, UNION } from "../../model/parse-result.js";
import { withDefaults } from "../instance.js";
import type { Env, Place, WrittenType } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, symbolOf } from "../program-file.js";
import { type Given, isFunction, isRest } from "./overloads.js";

/** The name of a type that stands for a value in `caches.places`, and the name of `this` among type parameters. */
export const PLACE = "(place)";

export const THIS = "(this)";

/** The type parameters around a type of a method, with `this` where the type mentions it. */
export function withThis(
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

/** Whether a type is a function or an object of which nothing more is known. */
function isPlain({ root, path }: TypeName): boolean {
  return root.in === "free" && (root.name === "Function" || root.name === OBJECT) && path.length === 0;
}

/** The meanings of a function's type parameters in a call of it, in addition to those around the function. */
export function callEnv(
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

/** A type in a signature without a name, with the meanings of the signature's type parameters in a call. */
export function inCall(
  program: Program,
  { open, parameters, self }: Extract<Place, { is: "function" }>,
  written: WrittenType,
  receiver: Place,
  given: Given | null,
): WrittenType {
  if (open === undefined) return written;
  // Nothing decides a type parameter, and none hides another of its name.
  const isSilent = given === null || given.typeArguments.length + given.arguments.length === 0;
  const isOpen = self === undefined || receiver.is === "unknown";
  if (isSilent && isOpen && !open.some((name) => written.env?.has(name))) return written;
  const signature = { open, parameters: parameters.map(({ type }) => type), self: self?.type ?? null };
  const decl = { file: written.file, index: written.from };
  return { ...written, env: envOfCall(program, decl, signature, written.env, given, receiver) };
}

/** The declared type parameters of a function, its parameters and its `this`. */
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

/** Fills in `env`: the types that the type parameters `open` must mean for a value of type `given` to fit a parameter of type `declared`. */
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
      const place = program.evaluate.typedValue(program, given);
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
  const place = program.evaluate.typedValue(program, given);
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

/** Values of types: from a place that names a type to a value of it, through aliases, type arguments and declared types. */
import { nth } from "../base/need.js";
import type { TypeExpr } from "../model/parse-result.js";
import { someInner } from "../model/type-forms.js";
import { UNTAINTED } from "./caches.js";
import { isTypeKind } from "./name-index.js";
import { type Env, type OpenEnv, type Place, UNKNOWN, type WrittenType } from "./place.js";
import type { Program } from "./program.js";
import { childrenOf, type Decl, type ProgramSymbol, symbolOf } from "./program-file.js";
import { keyOf } from "./symbol-table.js";

/** Whether a function has members on its prototype, and `new F()` gives a value with them. */
export function isMaker(decl: Decl): boolean {
  return symbolOf(decl).kind === "function" && childrenOf(decl).some((child) => isOnPrototype(symbolOf(child)));
}

/** Whether a symbol in a function is a member of the instances that the function makes: its other symbols are its locals. */
export function isOnPrototype({ kind, isStatic }: ProgramSymbol): boolean {
  return (kind === "method" || kind === "property" || kind === "field") && !isStatic;
}

/** The value of a field or property that is named; any other place as it is. */
export function asValue(program: Program, place: Place): Place {
  if (place.is !== "symbols") return place;
  const decl = place.decls[0];
  if (decl === undefined || isTypeKind(symbolOf(decl).kind)) return place;
  const value = declaredPlace(program, decl, place.env);
  return value.is === "unknown" ? place : value;
}

/** A value of the type at a place, with its type arguments; aliases are followed. */
export function toInstance(program: Program, place: Place, args: WrittenType[] = []): Place {
  if (place.is === "external") return { ...place, type: place.name, ...(args.length > 0 && { args }) };
  if (place.is !== "symbols") return place.is === "instance" || place.is === "several" ? place : UNKNOWN;
  const types = place.decls.filter((decl) => isTypeKind(symbolOf(decl).kind) || symbolOf(decl).kind === "component");
  const first = types[0];
  if (first === undefined) return UNKNOWN;
  const symbol = symbolOf(first);
  const env = withDefaults(first, boundTo(symbol.typeParameters, args));
  const rules = program.semanticsOf(first.file).types;
  const target = symbol.kind === "type" ? rules.aliasValue(program, first, env, place.imported) : null;
  if (target !== null)
    return target.is === "instance" ? { ...target, imported: target.imported || place.imported } : target;
  const decls = rules.allParts(program, types);
  return { is: "instance", decls, imported: place.imported, env };
}

/** The meanings of type parameters, with the defaults of those that nothing decides. */
export function withDefaults(decl: Decl, env: Env | undefined): Env | undefined {
  const { typeParameters, typeDefaults } = symbolOf(decl);
  if (typeDefaults.length === 0) return env;
  let known: OpenEnv | null = null;
  for (const [index, name] of typeParameters.entries()) {
    const type = typeDefaults[index] ?? null;
    if (type === null || (known ?? env)?.has(name) === true) continue;
    known ??= new Map(env);
    // A default may name the parameters before it.
    known.set(name, { file: decl.file, from: decl.index, type, env: known });
  }
  return known ?? env;
}

/** The meanings of type parameters, given their arguments. */
export function boundTo(names: readonly string[], args: WrittenType[]): Env | undefined {
  if (names.length === 0 || args.length === 0) return undefined;
  const env = new Map<string, WrittenType>();
  for (let index = 0; index < names.length && index < args.length; index++)
    env.set(nth(names, index), nth(args, index));
  return env;
}

/**
 * A value of a symbol's declared type, with the meanings of the type parameters around it. A type that leads back to itself is unknown there; results
 * from the way to it are not kept, as they depend on where the walk began.
 */
export function declaredPlace(program: Program, decl: Decl, env?: Env): Place {
  const { caches } = program;
  const { declaredType: type } = symbolOf(decl);
  if (type === null) return UNKNOWN;
  const isOpen = env !== undefined && env.size > 0 && dependsOn(type);
  const known = isOpen ? undefined : caches.declaredTypes.get(decl);
  if (known !== undefined) return known;
  const key = keyOf(decl);
  const depth = caches.pending.get(key);
  if (depth !== undefined && (!isOpen || caches.pending.size > MOST_OPEN)) {
    caches.taint = Math.min(caches.taint, depth);
    caches.walk.cuts++;
    return UNKNOWN;
  }
  const before = caches.taint;
  const own = depth ?? caches.pending.size;
  caches.taint = UNTAINTED;
  caches.pending.set(key, own);
  const place = program.evaluate.typedValue(program, {
    file: decl.file,
    from: decl.index,
    type,
    ...(isOpen && { env }),
  });
  if (depth === undefined) caches.pending.delete(key);
  if (caches.taint >= own) caches.taint = UNTAINTED;
  if (!isOpen && caches.taint === UNTAINTED) caches.declaredTypes.set(decl, place);
  caches.taint = Math.min(caches.taint, before);
  return place;
}

const MOST_OPEN = 30;

/** Whether the meaning of a type depends on the type arguments around it. */
export function dependsOn(type: TypeExpr): boolean {
  if (type.kind !== "named") return someInner(type, dependsOn);
  const { root, args } = type;
  if (root.in === "parameter" || root.in === "this") return true;
  if (root.in === "instance" && dependsOn(root.type)) return true;
  if (
    root.in === "call" &&
    (dependsOn(root.of) || [...root.typeArguments, ...root.arguments].some((type) => type !== null && dependsOn(type)))
  )
    return true;
  return args?.some(dependsOn) ?? false;
}

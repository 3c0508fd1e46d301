/** Builds and measures `TypeName`s. Nothing here reads the tree of a file beyond one literal. */

import {
  BOTH,
  isCalledStep,
  isValueWalk,
  LITERAL,
  OBJECT,
  REST,
  type TypeName,
  UNION,
  VALUE,
  WHERE,
  WHERE_NOT,
} from "../../model/parse-result.js";
import type { SyntaxTree } from "../syntax.js";
import type { Analysis, Resolved } from "./analysis.js";
import { runtimeGlobals } from "./runtime.js";
import { stringText } from "./syntax-helpers.js";

/** The runtime's interface for each primitive type. */
export const PRIMITIVES: Record<string, string> = {
  string: "String",
  number: "Number",
  boolean: "Boolean",
  symbol: "Symbol",
  bigint: "BigInt",
};

const PRIMITIVE_TYPES = new Set(Object.values(PRIMITIVES));

/** At most this many names of an object's properties of unknown type are kept, and of the keys of Omit and Pick. */
export const MOST_KEYS = 60;

/** A union, a tuple or an object has at most this many known parts. */
export const MOST_PARTS = 12;

/** Longer literals are not types: they do not help to tell types apart. */
const LONGEST_LITERAL = 60;

/** An unknown type, in a list that has no null. */

export const NOTHING: TypeName = { root: { in: "unknown" }, path: [] };

/** Makes a type of the runtime, or one of the types without a name such as UNION. */
export function freeType(name: string, args?: (TypeName | null)[]): TypeName {
  const type: TypeName = { root: { in: "free", name }, path: [] };
  return args === undefined || args.length === 0 ? type : { ...type, args: args.map((arg) => arg ?? NOTHING) };
}

/** Whether a type is a primitive type, a literal, or a union of these. */
export function isPrimitive({ root, path, args = [] }: TypeName): boolean {
  if (root.in !== "free") return false;
  if (root.name === UNION) return args.every(isPrimitive);
  return root.name === LITERAL || (path.length === 0 && PRIMITIVE_TYPES.has(root.name));
}

/**
 * Reads a string, number, boolean, null or undefined as a type; null for any other expression. A literal that is too long or may be written in
 * several ways is null as well.
 */
export function literalType(tree: SyntaxTree, node: number): TypeName | null {
  if (node === -1 || tree.end(node) - tree.start(node) > LONGEST_LITERAL) return null;
  const text = stringText(tree, node);
  if (text !== null) return text.includes("\\") ? null : literal(`"${text}"`);
  const whole = tree.text(node);
  switch (tree.type(node)) {
    case "true":
    case "false":
    case "null":
    case "undefined":
      return literal(whole);
    case "number":
    case "unary_expression": {
      const number = /^(?:-\s*)?0\d/.test(whole) ? Number.NaN : Number(whole.replace(/_|\s/g, ""));
      return Number.isNaN(number) ? null : literal(String(number === 0 ? 0 : number));
    }
    default:
      return null;
  }
}

/** Makes the type of a literal from its text. */
export function literal(text: string): TypeName {
  return { root: { in: "free", name: LITERAL }, path: [text] };
}

/** The type `undefined`. */
export const UNDEFINED = literal("undefined");

/** Makes the type that the steps lead to from a value of the type. */
export function withSteps(type: TypeName, ...steps: string[]): TypeName {
  if (steps.length === 0) return type;
  if (type.args === undefined && isValueWalk(type)) {
    return { root: type.root, path: [...type.path, VALUE, ...steps] };
  }
  return { root: { in: "instance", type }, path: steps };
}

/** Makes a union of the distinct types; null if none is known or there are too many. */
export function unionOf(types: (TypeName | null)[]): TypeName | null {
  const members = new Map<string, TypeName | null>();
  for (const type of types) members.set(JSON.stringify(type), type);
  const distinct = [...members.values()];
  if (distinct.every((type) => type === null) || distinct.length > MOST_PARTS) return null;
  return distinct.length === 1 ? distinct[0]! : freeType(UNION, distinct);
}

/** Makes an intersection; null if no type is known. */
export function bothOf(types: (TypeName | null)[]): TypeName | null {
  const known = types.filter((type) => type !== null);
  return known.length <= 1 && types.length <= 1
    ? (known[0] ?? null)
    : known.length === 0
      ? null
      : freeType(BOTH, types);
}

/** Makes an object type from properties with known types, followed by names of properties without; null if no type is known. */
export function objectOf(names: string[], types: TypeName[], others: string[] = []): TypeName | null {
  const known = others.slice(0, MOST_KEYS);
  return names.length === 0 ? null : { root: { in: "free", name: OBJECT }, path: [...names, ...known], args: types };
}

/** Reads a resolved name as a type; null if it is not a declared name. */
export function asTypeName(resolved: Resolved | null): TypeName | null {
  if (resolved === null) return null;
  const { root } = resolved;
  if (root.in === "instance" || root.in === "result" || root.in === "callback" || root.in === "unknown") return null;
  return { root, path: resolved.path };
}

/** Walks have at most this many steps. */
export const LONGEST_WALK = 24;

/** Counts the types that a type is made of, itself included. The tests of conditions do not count. */
export function sizeOf(a: Analysis, type: TypeName): number {
  const known = a.sizes.get(type);
  if (known !== undefined) return known;
  const { root, args = [] } = type;
  const isNarrowed = root.in === "free" && (root.name === WHERE || root.name === WHERE_NOT);
  const inner: (TypeName | null)[] = isNarrowed ? args.slice(0, 1) : [...args];
  if (root.in === "instance") inner.push(root.type);
  else if (root.in === "parameter") inner.push(root.bound);
  else if (root.in === "call") inner.push(root.of, ...root.typeArguments, ...root.arguments);
  const size = inner.reduce((sum, part) => sum + (part === null ? 0 : sizeOf(a, part)), isNarrowed ? 0 : 1);
  a.sizes.set(type, size);
  return size;
}

/** Makes a walk that starts from a value of the type. */
export function asWalk(type: TypeName): TypeName {
  return isValueWalk(type) && type.args === undefined ? type : { root: { in: "instance", type }, path: [] };
}

/** Whether the type of an argument is of no use to infer the result of a generic function. */
export function isSilent({ root, path }: TypeName): boolean {
  if (root.in === "free" && root.name === OBJECT) return path.length === 0;
  return (
    root.in === "free" &&
    path.length === 0 &&
    (root.name === REST || /^(?:String|Number|Boolean|RegExp|Function)$/.test(root.name))
  );
}

/** The type of the value that a walk leads to; null if the walk has no known start. */
export function typeOfWalk({ root, path }: Resolved): TypeName | null {
  switch (root.in) {
    case "unknown":
    case "result":
    case "callback":
      return null;
    case "free":
      // Values of the runtime have types that no source names.
      if (runtimeGlobals.has(root.name)) return null;
      break;
    case "instance": {
      const { type } = root;
      if (path.length === 0) return type;
      const steps = path[0] === VALUE ? path.slice(1) : path;
      return type.path.length + path.length > LONGEST_WALK ? { root, path: steps } : withSteps(type, ...steps);
    }
  }
  return { root, path: path.some(isCalledStep) || path.includes(VALUE) ? path : [...path, VALUE] };
}

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

export const PRIMITIVES: Record<string, string> = {
  string: "String",
  number: "Number",
  boolean: "Boolean",
  symbol: "Symbol",
  bigint: "BigInt",
};

const PRIMITIVE_TYPES = new Set(Object.values(PRIMITIVES));

export const MOST_KEYS = 60;

export const MOST_PARTS = 12;

const LONGEST_LITERAL = 60;

export const NOTHING: TypeName = { root: { in: "unknown" }, path: [] };

/** A type of the runtime, or one without a name. */
export function freeType(name: string, args?: (TypeName | null)[]): TypeName {
  const type: TypeName = { root: { in: "free", name }, path: [] };
  return args === undefined || args.length === 0 ? type : { ...type, args: args.map((arg) => arg ?? NOTHING) };
}

/** Whether a type is one of a string, number or other primitive, or several of them. */
export function isPrimitive({ root, path, args = [] }: TypeName): boolean {
  if (root.in !== "free") return false;
  if (root.name === UNION) return args.every(isPrimitive);
  return root.name === LITERAL || (path.length === 0 && PRIMITIVE_TYPES.has(root.name));
}

/**
 * A string, number, boolean, null or undefined as a type; null for any other expression, and for what is too long to tell types apart, or may be
 * written in several ways.
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

/** The type of a literal by its text. */
export function literal(text: string): TypeName {
  return { root: { in: "free", name: LITERAL }, path: [text] };
}

export const UNDEFINED = literal("undefined");

/** The type that steps from a value of a type lead to. */
export function withSteps(type: TypeName, ...steps: string[]): TypeName {
  if (steps.length === 0) return type;
  if (type.args === undefined && isValueWalk(type)) {
    return { root: type.root, path: [...type.path, VALUE, ...steps] };
  }
  return { root: { in: "instance", type }, path: steps };
}

/** A union of types, each once; null where none is known. */
export function unionOf(types: (TypeName | null)[]): TypeName | null {
  const members = new Map<string, TypeName | null>();
  for (const type of types) members.set(JSON.stringify(type), type);
  const distinct = [...members.values()];
  if (distinct.every((type) => type === null) || distinct.length > MOST_PARTS) return null;
  return distinct.length === 1 ? distinct[0]! : freeType(UNION, distinct);
}

/** What has the members of all of the types. */
export function bothOf(types: (TypeName | null)[]): TypeName | null {
  const known = types.filter((type) => type !== null);
  return known.length <= 1 && types.length <= 1
    ? (known[0] ?? null)
    : known.length === 0
      ? null
      : freeType(BOTH, types);
}

/** An object with these properties, and others of unknown types, which come last; null where no type is known. */
export function objectOf(names: string[], types: TypeName[], others: string[] = []): TypeName | null {
  const known = others.slice(0, MOST_KEYS);
  return names.length === 0 ? null : { root: { in: "free", name: OBJECT }, path: [...names, ...known], args: types };
}

/** A resolved name as the name of a type; null if it is no declared name. */
export function asTypeName(resolved: Resolved | null): TypeName | null {
  if (resolved === null) return null;
  const { root } = resolved;
  if (root.in === "instance" || root.in === "result" || root.in === "callback" || root.in === "unknown") return null;
  return { root, path: resolved.path };
}

/** Names that a value is reached by, and expressions inside of expressions whose types are asked for. */
export const LONGEST_WALK = 24;

/** How many types a type is made of, itself among them; what a condition asks of it is none. */
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

/** A type as that of a value, which names alone would not say. */
export function asWalk(type: TypeName): TypeName {
  return isValueWalk(type) && type.args === undefined ? type : { root: { in: "instance", type }, path: [] };
}

/** Whether the type of an argument cannot tell what a generic function gives that anyone would ask. */
export function isSilent({ root, path }: TypeName): boolean {
  if (root.in === "free" && root.name === OBJECT) return path.length === 0;
  return (
    root.in === "free" &&
    path.length === 0 &&
    (root.name === REST || /^(?:String|Number|Boolean|RegExp|Function)$/.test(root.name))
  );
}

/** The type of the value that a walk leads to; null if it starts nowhere. */
export function typeOfWalk({ root, path }: Resolved): TypeName | null {
  switch (root.in) {
    case "unknown":
    case "result":
    case "callback":
      return null;
    case "free":
      // What the runtime gives has a type that no source names.
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

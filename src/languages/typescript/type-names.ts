/** Builds and measures types. Nothing here reads the tree of a file beyond one literal. */
import { flatten } from "../../model/flat-types.js";
import { isValueWalk, type NamedType, type Step, type TypeExpr } from "../../model/parse-result.js";
import { isCalledStep, VALUE } from "../../model/steps.js";
import { freeNamed, known, literal, named, object, someInner, spreading, union } from "../../model/type-forms.js";
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

/** Makes a type of the runtime. */
export function freeType(name: string, args: (TypeExpr | null)[] = []): NamedType {
  return freeNamed(name, args.length === 0 ? undefined : known(args));
}

/** Whether a type is a primitive type, a literal, or a union of these. */
export function isPrimitive(type: TypeExpr): boolean {
  switch (type.kind) {
    case "union":
      return type.of.every(isPrimitive);
    case "literal":
      return true;
    case "named":
      return type.root.in === "free" && type.path.length === 0 && PRIMITIVE_TYPES.has(type.root.name);
    default:
      return false;
  }
}

/**
 * Reads a string, number, boolean, null or undefined as a type; null for any other expression. A literal that is too long or may be written in
 * several ways is null as well.
 */
export function literalType(tree: SyntaxTree, node: number): TypeExpr | null {
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

/** The type `undefined`. */
export const UNDEFINED = literal("undefined");

/** Makes the type that the steps lead to from a value of the type. */
export function withSteps(type: TypeExpr, ...steps: Step[]): TypeExpr {
  if (steps.length === 0) return type;
  if (isValueWalk(type) && type.args === undefined) return named(type.root, [...type.path, VALUE, ...steps]);
  return named({ in: "instance", type }, steps);
}

/** Makes a union of the distinct types; null if none is known or there are too many. */
export function unionOf(types: (TypeExpr | null)[]): TypeExpr | null {
  const members = new Map<string, TypeExpr | null>();
  for (const type of types) members.set(JSON.stringify(type), type);
  const distinct = [...members.values()];
  if (distinct.every((type) => type === null) || distinct.length > MOST_PARTS) return null;
  const [only] = distinct;
  return only !== undefined && distinct.length === 1 ? only : union(known(distinct));
}

/** Makes an intersection; null if no type is known. */
export function bothOf(types: (TypeExpr | null)[]): TypeExpr | null {
  const first = types.find((type) => type !== null);
  if (first === undefined) return null;
  return types.length === 1 ? first : { kind: "both", of: known(types) };
}

/** Makes an object type from properties with known types, followed by names of properties without; null if no type is known. */
export function objectOf(names: string[], types: TypeExpr[], others: string[] = []): TypeExpr | null {
  return names.length === 0 ? null : object([...names, ...others.slice(0, MOST_KEYS)], types);
}

/** Makes the type of an object literal: as `objectOf`, with the types of the values that it spreads, in the order of the source. */
export function spreadingOf(names: string[], types: TypeExpr[], others: string[], spread: TypeExpr[]): TypeExpr | null {
  if (spread.length === 0) return objectOf(names, types, others);
  return spreading(object([...names, ...others.slice(0, MOST_KEYS)], types), spread.toReversed());
}

/** Reads a resolved name as a type; null if it is not a declared name. */
export function asTypeName(resolved: Resolved | null): NamedType | null {
  if (resolved === null) return null;
  const { root } = resolved;
  switch (root.in) {
    case "instance":
    case "result":
    case "callback":
    case "form":
    case "unknown":
      return null;
  }
  return named(root, resolved.path);
}

/** Walks have at most this many steps. */
export const LONGEST_WALK = 24;

/** Counts the types that a type is made of, itself included. The tests of conditions do not count. */
export function sizeOf(a: Analysis, type: TypeExpr): number {
  const before = a.sizes.get(type);
  if (before !== undefined) return before;
  let size = 1;
  const add = (part: TypeExpr | null) => {
    if (part !== null) size += sizeOf(a, part);
    return false;
  };
  if (type.kind === "narrowed") size = sizeOf(a, type.of);
  else if (type.kind !== "named") someInner(type, add);
  else {
    const { root, args = [] } = type;
    args.forEach(add);
    if (root.in === "instance") add(root.type);
    else if (root.in === "parameter") add(root.bound);
    else if (root.in === "call") [root.of, ...root.typeArguments, ...root.arguments].forEach(add);
  }
  a.sizes.set(type, size);
  return size;
}

/** Makes a walk that starts from a value of the type. */
export function asWalk(type: TypeExpr): NamedType {
  return isValueWalk(type) && type.args === undefined ? type : named({ in: "instance", type });
}

/** Whether the type of an argument is of no use to infer the result of a generic function. */
export function isSilent(type: TypeExpr): boolean {
  if (type.kind === "object") return type.names.length === 0;
  if (type.kind !== "named") return type.kind === "rest";
  const { root, path } = type;
  return root.in === "free" && path.length === 0 && /^(?:String|Number|Boolean|RegExp|Function)$/.test(root.name);
}

/** The type of the value that a walk leads to; null if the walk has no known start. */
export function typeOfWalk({ root, path }: Resolved): TypeExpr | null {
  switch (root.in) {
    case "unknown":
    case "result":
    case "callback":
    case "form":
      return null;
    case "free":
      // Values of the runtime have types that no source names.
      if (runtimeGlobals.has(root.name)) return null;
      break;
    case "instance": {
      const { type } = root;
      if (path.length === 0) return type;
      const steps = path[0] === VALUE ? path.slice(1) : path;
      return lengthOf(type) + path.length > LONGEST_WALK ? named(root, steps) : withSteps(type, ...steps);
    }
  }
  return named(root, path.some(isCalledStep) || path.includes(VALUE) ? path : [...path, VALUE]);
}

/** The length of a type as written: its steps, or the names in a type without a name. */
function lengthOf(type: TypeExpr): number {
  return type.kind === "named" ? type.path.length : flatten(type).names.length;
}

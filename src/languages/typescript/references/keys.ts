/**
 * Uses of properties by the keys of object literals: `retries` of `const options: Options = { retries: 3 }` is a member of the type that is expected of
 * the object in its place. A spread and a key that is computed have no names here.
 */
import type { Root, TypeExpr } from "../../../model/parse-result.js";
import type { SyntaxTree } from "../../syntax.js";
import type { Analysis } from "../analysis.js";
import { contextOf } from "../context.js";
import { memberName } from "../syntax-helpers.js";
import { isPrimitive, literalType, sizeOf } from "../type-names.js";
import { addReference, type Pass, standpointOf } from "./emit.js";

/** At most this many keys of one object are uses. Longer objects are tables. */
const MOST_KEYS = 60;
/** At most this many literals of an object tell its type. */
const MOST_CONDITIONS = 2;
/** See `LARGEST_TYPE` in values.ts. */
const LARGEST_EXPECTED = 80;

/** Adds a use of each property that an object literal names, if the place of the object tells its type. */
export function visitObject(a: Analysis, pass: Pass, object: number): void {
  // The keys of a schema are symbols.
  if (a.shapes.has(object)) return;
  const members = a.tree.namedChildren(object);
  if (members.length === 0 || members.length > MOST_KEYS) return;
  const type = contextOf(a, object, standpointOf(pass));
  if (type === null || isPrimitive(type) || sizeOf(a, type) > LARGEST_EXPECTED) return;
  const root: Root = { in: "instance", type: narrowedBy(a, members, type) };
  for (const member of members) {
    const key = keyOf(a.tree, member);
    if (key !== -1) addReference(a, pass, { kind: "key", last: key, root, path: [memberName(a.tree, key)] });
  }
}

/** The types of a union that an object may be of, by the literals in it: `{ kind: "circle", size }` is no square. */
function narrowedBy({ tree }: Analysis, members: readonly number[], type: TypeExpr): TypeExpr {
  let narrowed = type;
  let left = MOST_CONDITIONS;
  for (const member of members) {
    if (left === 0) break;
    const value = tree.type(member) === "pair" ? tree.child(member, "value") : -1;
    const literal = value !== -1 && /^(?:string|true|false)$/.test(tree.type(value)) ? literalType(tree, value) : null;
    const key = literal === null ? -1 : keyOf(tree, member);
    if (literal === null || key === -1) continue;
    narrowed = { kind: "narrowed", of: narrowed, isTrue: true, property: memberName(tree, key), by: [literal] };
    left--;
  }
  return narrowed;
}

/** The node of a member's key; -1 for a spread, a comment and a key that is computed. */
function keyOf(tree: SyntaxTree, member: number): number {
  switch (tree.type(member)) {
    case "shorthand_property_identifier":
      return member;
    case "pair":
    case "method_definition": {
      const key = tree.child(member, tree.type(member) === "pair" ? "key" : "name");
      return key !== -1 && /^(?:property_identifier|string)$/.test(tree.type(key)) ? key : -1;
    }
    default:
      return -1;
  }
}

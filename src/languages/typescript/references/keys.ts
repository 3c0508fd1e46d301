/**
 * Uses of properties by the keys of object literals: `retries` of `const options: Options = { retries: 3 }` is a member of the type that is expected of
 * the object in its place. A spread and a key that is computed have no names here.
 */
import type { Root } from "../../../model/parse-result.js";
import type { Analysis } from "../analysis.js";
import { contextOf } from "../context.js";
import { memberName } from "../syntax-helpers.js";
import { isPrimitive, sizeOf } from "../type-names.js";
import { addReference, type Pass, standpointOf } from "./emit.js";

/** At most this many keys of one object are uses. Longer objects are tables. */
const MOST_KEYS = 60;
/** See `LARGEST_TYPE` in values.ts. */
const LARGEST_EXPECTED = 80;

/** Adds a use of each property that an object literal names, if the place of the object tells its type. */
export function visitObject(a: Analysis, pass: Pass, object: number): void {
  const members = a.tree.namedChildren(object);
  if (members.length === 0 || members.length > MOST_KEYS) return;
  const type = contextOf(a, object, standpointOf(pass));
  if (type === null || isPrimitive(type) || sizeOf(a, type) > LARGEST_EXPECTED) return;
  const root: Root = { in: "instance", type };
  for (const member of members) {
    const key = keyOf(a, member);
    if (key !== -1) addReference(a, pass, { kind: "key", last: key, root, path: [memberName(a.tree, key)] });
  }
}

/** The node of a member's key; -1 for a spread, a comment and a key that is computed. */
function keyOf({ tree }: Analysis, member: number): number {
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

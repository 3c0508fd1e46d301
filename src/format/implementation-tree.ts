/** Implementations as a tree: what implements or extends one of them is indented under it. */
import type { Fields } from "./brief.js";
import { joined, nameOf } from "./relation-rows.js";
import { surenessOf, surenessWords } from "./sureness.js";
import type { RelationFields } from "./symbols.js";

/** Words that all of the rows would have: `class`, `inherits`. */
export function sharedWords(relations: readonly RelationFields[]): string[] {
  const [first] = relations;
  if (first === undefined || relations.length === 1) return [];
  const isShared = (field: "node_type" | "edge_type") => relations.every((each) => each[field] === first[field]);
  return (["node_type", "edge_type"] as const).filter(isShared).map((field) => first[field]);
}

/** The rows of a tree, given in its order: `src/auth.ts:5  class AuthService  implements`, its subclasses with two spaces more. Without what all share. */
export function treeRows(relations: readonly RelationFields[]): string[] {
  const shared = sharedWords(relations);
  const indents = new Map<string, number>();
  return relations.map((relation) => {
    const { node_id, via, via_name, file_path, line, edge_type, node_type, is_object, depth } = relation;
    const indent = via === undefined ? 0 : (indents.get(via) ?? -1) + 1;
    if (!indents.has(node_id)) indents.set(node_id, indent);
    const isUnderIt = via === undefined ? depth === 1 : indents.has(via);
    const sureness = surenessOf(relation);
    const words = [
      shared.includes(edge_type) ? "" : edge_type,
      is_object ? "object" : "",
      sureness === "sure" ? "" : surenessWords(sureness, [relation], node_type),
      isUnderIt ? "" : via === undefined ? `indirect, step ${depth}` : `of ${via_name ?? via}`,
    ].filter(Boolean);
    const row = joined(
      `${file_path}:${line}`,
      `${shared.includes(node_type) ? "" : `${node_type} `}${nameOf(relation)}`,
      words.join(", "),
    );
    return "  ".repeat(indent) + row;
  });
}

/** The brief form of a tree. */
export const briefTree = (relations: readonly RelationFields[]): Fields[] =>
  relations.length === 0 ? [] : [{ each: sharedWords(relations).join(", "), uses: treeRows(relations) }];

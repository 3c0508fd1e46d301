/** Tells in which part of a program a place is: in its code, or in a comment, a string, an import or a type. */
import { firstIndex } from "../base/first-index.js";
import type { TextPart } from "../model/text-part.js";
import type { SyntaxTree } from "./syntax.js";

/** The part that begins with a node; null for a node that is in the part around it. */
export type PartOf = (tree: SyntaxTree, node: number) => TextPart | null;

/** The part of each place, which is an offset in UTF-16 units. Text that no program was made of, as that between tags, is as strings are. */
export function partsAt(tree: SyntaxTree, partOf: PartOf, places: readonly number[]): TextPart[] {
  const { rewritten } = tree;
  return places.map((place) => {
    const inTree = rewritten ? rewritten.programOf(place) : place;
    return inTree === null ? "strings" : partAt(tree, partOf, inTree);
  });
}

/** Comments count everywhere; imports and types are whole, with the strings in them. */
function partAt(tree: SyntaxTree, partOf: PartOf, place: number): TextPart {
  const around: TextPart[] = [];
  for (let node = lastFrom(tree, place); node > 0; node = tree.parent(node)) {
    const own = tree.end(node) > place ? partOf(tree, node) : null;
    if (own === "comments") return own;
    if (own !== null) around.push(own);
  }
  return around.findLast((part) => part === "imports" || part === "types") ?? around[0] ?? "code";
}

/** The last node that begins at or before the place: all nodes around the place are above it. Nodes are in the order of their beginnings. */
const lastFrom = (tree: SyntaxTree, place: number): number =>
  firstIndex(1, tree.size, (node) => tree.start(node) > place) - 1;

/** Calls have their references before anything in them is read: a lambda says by number which call takes it. */
import type { Reference } from "../model/parse-result.js";
import type { SyntaxTree } from "./syntax.js";

/** A reference of nothing yet for each call of a tree, in the order of the source, and its number by the call's node. */
export function callPlaces(
  tree: SyntaxTree,
  isCall: (node: number) => boolean,
): { references: Reference[]; callAt: Map<number, number> } {
  const references: Reference[] = [];
  const callAt = new Map<number, number>();
  for (let node = 1; node < tree.size; node++) {
    if (!isCall(node)) continue;
    callAt.set(node, references.length);
    const line = tree.startLine(node);
    references.push({ kind: "call", from: 0, line, root: { in: "unknown" }, path: [], argumentCount: null });
  }
  return { references, callAt };
}

/** Finds the lines that a grammar could not parse. */
import type { LineRange } from "../model/parse-result.js";
import type { SyntaxTree } from "./syntax.js";

/** Nodes inside an error that did parse. */
const UNDERSTOOD = /(?:_declaration|_statement|_definition|_signature|_body|statement_block|comment|^block)$/;

/**
 * The lines of errors and of missing tokens, in order; adjacent ranges are merged. For an error around whole declarations only the lines of its own
 * tokens count, because the parser may put half a file into one error.
 */
export function errorRanges(tree: SyntaxTree): LineRange[] {
  const ranges: LineRange[] = [];
  for (let node = 0; node < tree.size; node++) {
    if (tree.isMissing(node)) ranges.push([tree.startLine(node), tree.startLine(node)]);
    else if (tree.isError(node)) addError(tree, node, ranges);
  }
  ranges.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: LineRange[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && range[0] <= last[1] + 1) last[1] = Math.max(last[1], range[1]);
    else merged.push([range[0], range[1]]);
  }
  return merged;
}

function addError(tree: SyntaxTree, error: number, ranges: LineRange[]): void {
  let hasOwn = false;
  for (let child = tree.firstChild(error); child !== -1; child = tree.nextSibling(child)) {
    if (UNDERSTOOD.test(tree.type(child)) || tree.isError(child)) continue;
    ranges.push(linesOf(tree, child));
    hasOwn = true;
  }
  if (hasOwn) return;
  if (tree.firstChild(error) === -1) ranges.push(linesOf(tree, error));
  else ranges.push([tree.startLine(error), tree.startLine(error)]);
}

/** The lines of a node. In a program made of a source in another form a node may end above its start. */
function linesOf(tree: SyntaxTree, node: number): LineRange {
  const start = tree.startLine(node);
  return [start, Math.max(start, tree.endLine(node))];
}

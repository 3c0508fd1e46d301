/** The brackets around a line of a source: an entry of a list, with the names that stand beside it. Works on the text alone. Pure. */
import { depthOf } from "./source-lines.js";

/** The most lines between brackets. Longer ones are lists: only the line itself is shown. */
const MOST_OF_BLOCK = 40;

/** Lines of the innermost brackets around a line (from 1) at the top level: an entry of a list, with the names that stand beside the match. Null: none, or too long. */
export function blockAround(lines: readonly string[], line: number): { start: number; lines: string[] } | null {
  const own = depthOf(lines[line - 1] ?? "");
  let depth = 0;
  let start = line;
  while (depth <= 0 && start > 1 && line - start < MOST_OF_BLOCK) {
    start--;
    depth += depthOf(lines[start - 1] ?? "");
  }
  if (depth <= 0) return null;
  let open = depth + own;
  let end = line;
  while (open > 0 && end < lines.length && end - start < MOST_OF_BLOCK) {
    end++;
    open += depthOf(lines[end - 1] ?? "");
  }
  return open > 0 ? null : { start, lines: lines.slice(start - 1, end) };
}

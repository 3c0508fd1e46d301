/** Names under which code registers a function: `server.registerTool("move_document", …, async () => move())`. Works on the text alone. Pure. */
import { nth } from "../../base/need.js";
import { depthOf } from "../source-lines.js";

/** Lines above a call that are looked at for one. */
const MOST_ABOVE = 150;
/** A call with a name as its first argument, and the beginning of one with its name in the next line. */
const NAMED = /[\w$)\]]\(\s*(["'`])([A-Za-z][\w.:/-]{2,79})\1\s*,/;
const OPENS = /[\w$>\])]\($/;
/** Routes are known by their methods and paths. */
const IS_ROUTE = /\.(?:get|post|put|patch|delete|head|options|all|use|route)\(\s*(?:["'`]|$)/;
const NAME_ALONE = /^\s*(["'`])([A-Za-z][\w.:/-]{2,79})\1\s*,/;

/** The name of the innermost call around a line (from 1) whose first argument is a text, and the line of the call; null where none is, or it is a route. */
export function registeredName(lines: readonly string[], line: number): { name: string; line: number } | null {
  let depth = 0;
  for (let index = Math.min(line, lines.length) - 2; index >= Math.max(0, line - MOST_ABOVE); index--) {
    const text = nth(lines, index);
    depth += depthOf(text);
    // Brackets that the line opens, and none below it closes, are around the call.
    if (depth <= 0) continue;
    depth = 0;
    const [, , here] = NAMED.exec(text) ?? [];
    const [, , below] = OPENS.test(text.trimEnd()) ? (NAME_ALONE.exec(nth(lines, index + 1)) ?? []) : [];
    const name = here ?? below;
    if (name !== undefined && !IS_ROUTE.test(text)) return { name, line: index + 1 };
  }
  return null;
}

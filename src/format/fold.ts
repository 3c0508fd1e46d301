/** Source as a reader wants it first: long comments and blocks of imports are folded into a row each, which says what it stands for. Pure. */
import { nth } from "../base/need.js";

/** A row of numbered source: one line, or several that are folded. */
export interface SourceRow {
  /** The number of its last line. */
  last: number;
  /** With its number, or the numbers of its first and last line, and a tab. */
  text: string;
}

/** Comments of more lines are folded, behind their first ones. */
const LONGEST_COMMENT = 6;
const COMMENT_HEAD = 3;
/** Blocks of imports of more lines are folded. */
const LONGEST_IMPORTS = 5;
/** No person writes longer lines of imports; expressions are not tried on these. */
const LONGEST_LINE = 1000;
/** An import of more lines is not folded. */
const MOST_LINES_OF_ONE = 300;
/** Characters of the modules that a folded block names. */
const MOST_MODULES = 160;

const LINE_COMMENT = /^\s*(?:\/\/|\*(?:[\s/]|$))/;
const BLOCK_COMMENT = /^\s*\/\*/;
const IMPORT =
  /^(?:import\b(?!\s*[(.])|export\s.*\bfrom\s+["']|(?:global\s+)?using\s+(?:static\s+)?[\w.=\s]+;|(?:const|let|var)\s.*=\s*require\(|\}?\s*from\s+["'])/;
const OPENS_IMPORT = /^(?:import|export)\b[^'"]*\{[^}]*$|^(?:const|let|var)\s*\{[^}]*$/;
const MODULE =
  /(?:\bfrom|\bimport|\brequire\()\s*["']([^"']+)["']|^(?:global\s+)?using\s+(?:static\s+)?(?:\w+\s*=\s*)?([\w.]+)/;

/** The rows of some lines, of which the first has the number `start`. */
export function sourceRows(start: number, lines: readonly string[], isFolded: boolean): SourceRow[] {
  const rows: SourceRow[] = [];
  for (let at = 0; at < lines.length; ) {
    const comment = isFolded ? commentEnd(lines, at) : at;
    const imports = isFolded && comment === at ? importsEnd(lines, at) : at;
    // A comment that was asked for alone is shown whole.
    if (comment - at > LONGEST_COMMENT && comment - at < lines.length) {
      const head = at + COMMENT_HEAD;
      for (; at < head; at++) rows.push(row(start + at, nth(lines, at)));
      rows.push(folded(start + at, start + comment - 1, `… ${comment - at} more lines of this comment`));
      at = comment;
    } else if (imports - at > LONGEST_IMPORTS) {
      rows.push(folded(start + at, start + imports - 1, `imports ${modulesOf(lines.slice(at, imports))}`));
      at = imports;
    } else {
      const end = Math.max(comment, imports, at + 1);
      for (; at < end; at++) rows.push(row(start + at, nth(lines, at)));
    }
  }
  return rows;
}

const row = (line: number, text: string): SourceRow => ({ last: line, text: `${line}\t${text}` });
const folded = (first: number, last: number, text: string): SourceRow => ({ last, text: `${first}-${last}\t${text}` });

/** The end of the comment that begins at a line; the line itself where none does. */
function commentEnd(lines: readonly string[], from: number): number {
  let at = from;
  if (BLOCK_COMMENT.test(nth(lines, from))) {
    while (at < lines.length && !nth(lines, at).includes("*/")) at++;
    // Code behind the end of a comment is shown.
    return at < lines.length && /\*\/\s*$/.test(nth(lines, at)) ? at + 1 : at;
  }
  while (at < lines.length && LINE_COMMENT.test(nth(lines, at))) at++;
  return at;
}

/** The end of the imports that begin at a line, blank lines between them included; the line itself where none do. */
function importsEnd(lines: readonly string[], from: number): number {
  let end = from;
  for (let at = from; at < lines.length; ) {
    const line = nth(lines, at);
    if (line.trim() === "" && at > from) {
      at++;
      continue;
    }
    const next = statementEnd(lines, at);
    if (next === at) break;
    at = next;
    end = at;
  }
  return end;
}

/** The line behind the import at a line; the line itself where none is. */
function statementEnd(lines: readonly string[], from: number): number {
  const first = nth(lines, from);
  if (first.length > LONGEST_LINE) return from;
  if (!OPENS_IMPORT.test(first)) return IMPORT.test(first) ? from + 1 : from;
  let close = from + 1;
  const most = Math.min(lines.length, from + MOST_LINES_OF_ONE);
  while (close < most && !nth(lines, close).includes("}")) close++;
  const isImport = close < most && nth(lines, close).length <= LONGEST_LINE && MODULE.test(nth(lines, close));
  return isImport ? close + 1 : from;
}

function modulesOf(lines: readonly string[]): string {
  const modules = lines.flatMap((line) => {
    const [, module, namespace] = MODULE.exec(line) ?? [];
    return module ?? namespace ?? [];
  });
  const all = [...new Set(modules)].join(", ");
  return all.length > MOST_MODULES ? `${all.slice(0, all.lastIndexOf(",", MOST_MODULES))}, …` : all;
}

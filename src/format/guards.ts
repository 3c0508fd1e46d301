/**
 * Guards among the steps of a function: conditions with a short block that ends in a jump, `if err != nil {`, `return err`, `}`. Each is one row, and a
 * block that stands above already, word for word, is told by the line of that: `if err != nil { as in 12 }`. Of functions that handle errors call by
 * call these are most of the rows. Pure.
 */
import { nth } from "../base/need.js";
import { depthOf } from "../graph/source-lines.js";
import { indentOf, type RowOfLines } from "./source-rows.js";
import type { CodeLines } from "./step-code.js";

/** The most rows of a block, and the most characters of it with its condition. */
const MOST_ROWS = 3;
const LONGEST = 200;
/** Shorter blocks are shown again. */
const LEAST_REPEATED = 16;

const HEAD = /^\s*(?:if|elif|elsif|unless)\b.{0,400}[{:)]$/;
const JUMP = /^\s*(?:return|throw|raise|continue|break|panic|goto)\b/;
const GOES_ON = /^\s*(?:\}\s{0,5})?(?:else|elif|elsif|elseif|catch|except|finally|ensure|rescue)\b/;

interface GuardOptions {
  /** The number of the first line. */
  start: number;
  /** Numbers of lines whose code is shown in any case. */
  kept?: ReadonlySet<number> | undefined;
  /** Whether a block that stands above already is shown again. */
  isWhole?: boolean;
}

/** The rows of a function with each guard in one. */
export function withGuards(
  rows: readonly RowOfLines[],
  { code }: CodeLines,
  { start, kept, isWhole = false }: GuardOptions,
): RowOfLines[] {
  const shown: RowOfLines[] = [];
  const told = new Map<string, number>();
  for (let index = 0; index < rows.length; index++) {
    const head = nth(rows, index);
    const block = blockOf(rows, index, code);
    if (block.length === 0) {
      shown.push(head);
      continue;
    }
    const words = inOneRow(block.map(({ text }) => text.trim()));
    const above = told.get(words);
    const number = start + head.first;
    const isKept = kept !== undefined && block.some(({ first, last }) => hasBetween(kept, start + first, start + last));
    const body = above === undefined || isKept || isWhole ? words : `as in ${above}`;
    if (above === undefined && words.length >= LEAST_REPEATED) told.set(words, number);
    const end = nth(block, block.length - 1).last;
    const hasBraces = (code[end + 1] ?? "").trim() === "}" && !head.text.endsWith(":");
    const open = hasBraces && !head.text.endsWith("{") ? " {" : "";
    const isClosed = hasBraces || head.text.endsWith("{");
    shown.push({
      first: head.first,
      last: hasBraces ? end + 1 : end,
      text: `${head.text}${open} ${body}${isClosed ? " }" : ""}`,
    });
    index += block.length;
  }
  return shown;
}

function hasBetween(lines: ReadonlySet<number>, first: number, last: number): boolean {
  for (let line = first; line <= last; line++) if (lines.has(line)) return true;
  return false;
}

/** The rows of the block behind a condition, where these are few, flat and end in a jump; none else. */
function blockOf(rows: readonly RowOfLines[], index: number, code: readonly string[]): RowOfLines[] {
  const head = nth(rows, index);
  if (!HEAD.test(head.text) || (head.text.endsWith(")") && isOpen(head, code))) return [];
  const indent = indentOf(head.text);
  const block: RowOfLines[] = [];
  for (const row of rows.slice(index + 1, index + 2 + MOST_ROWS)) {
    if (indentOf(row.text) <= indent) break;
    block.push(row);
  }
  const next = rows[index + 1 + block.length];
  const last = block.at(-1);
  if (last === undefined || block.length > MOST_ROWS || !JUMP.test(last.text)) return [];
  if (next !== undefined && indentOf(next.text) === indent && GOES_ON.test(next.text)) return [];
  const own = indentOf(nth(block, 0).text);
  const isFlat = block.every(({ text }) => indentOf(text) === own && !/[{([:,]$/.test(text));
  const isDense = block.every(({ first }, position) => first <= (block[position - 1]?.last ?? head.last) + 2);
  const length = block.reduce((sum, { text }) => sum + text.trim().length + 2, head.text.trim().length);
  return isFlat && isDense && length <= LONGEST ? block : [];
}

/** Whether the condition of a row goes on in the next one. */
const isOpen = ({ first, last }: RowOfLines, code: readonly string[]): boolean =>
  code.slice(first, last + 1).reduce((depth, line) => depth + depthOf(line), 0) !== 0;

/** Statements behind each other; comments at their ends would hide the next. */
function inOneRow(statements: readonly string[]): string {
  return statements
    .map((text, index) => {
      const isLast = index === statements.length - 1;
      const own = isLast ? text : text.replace(/\s{1,5}(?:\/\/|#) .*$/, "");
      return isLast || /[;}]$/.test(own) ? own : `${own};`;
    })
    .join(" ");
}

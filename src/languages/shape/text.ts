/** A source as the shapes of declarations are looked for in it: without comments and strings, by lines, with the pairs of its brackets. */
import { firstIndex } from "../../base/first-index.js";
import { lineStartsOf } from "../../base/line-starts.js";
import { nth } from "../../base/need.js";
import { int32At } from "../../base/numbers.js";
import { mask } from "./mask.js";
import type { TextSyntax } from "./shape.js";

export interface ShapeText {
  source: string;
  /** The source with spaces in place of comments and strings. */
  code: string;
  /** The offset of each line. */
  starts: readonly number[];
  /** For each line, the columns before its code; -1 for one without code. */
  indents: Int32Array;
  /** For each line, 1 if a comment stands on it. */
  hasComment: Uint8Array;
  /** The bracket that closes the one at an offset; absent: none does. */
  closes: ReadonlyMap<number, number>;
}

/** Brackets nested deeper are not paired: no person wrote them. */
const DEEPEST = 2000;

/** Reads a source. Time is linear in its length. */
export function shapeText(source: string, syntax: TextSyntax, hasPreprocessor = false): ShapeText {
  const { code, comments } = mask(source, syntax);
  const starts = lineStartsOf(source);
  const indents = new Int32Array(starts.length);
  const hasComment = new Uint8Array(starts.length);
  let next = 0;
  for (let line = 0; line < starts.length; line++) {
    const start = nth(starts, line);
    const end = starts[line + 1] ?? source.length;
    indents[line] = indentOf(code, start, end);
    while (next + 1 < comments.length && nth(comments, next + 1) <= start) next += 2;
    if (next < comments.length && nth(comments, next) < end) hasComment[line] = 1;
  }
  return { source, code, starts, indents, hasComment, closes: pairsOf(code, hasPreprocessor) };
}

/** The columns of white space before the code of a line; -1 if it has none. A tab is four. */
function indentOf(code: string, start: number, end: number): number {
  let columns = 0;
  for (let offset = start; offset < end; offset++) {
    const unit = code.charCodeAt(offset);
    if (unit === 9) columns += 4;
    else if (unit === 32 || unit === 0xfeff || unit === 0xa0 || unit === 11 || unit === 12) columns++;
    else return unit === 10 || unit === 13 ? -1 : columns;
  }
  return -1;
}

/**
 * The pairs of braces, and those of other brackets. An opening brace that is never closed has no partner, and what closes nothing is passed over. With
 * `hasPreprocessor`, each arm of an `#if` begins with the brackets that were open before it.
 */
function pairsOf(code: string, hasPreprocessor: boolean): Map<number, number> {
  const closes = new Map<number, number>();
  const open: number[] = [];
  const arms: number[][] = [];
  for (let offset = 0; offset < code.length; offset++) {
    const unit = code.charCodeAt(offset);
    if (unit === 123 || unit === 40 || unit === 91) {
      if (open.length < DEEPEST) open.push(offset);
    } else if (unit === 125 || unit === 41 || unit === 93) {
      close(code, open, closes, offset, unit);
    } else if (hasPreprocessor && unit === 35) {
      const word = /^#\s{0,8}(if|else|elif|endif)/.exec(code.slice(offset, offset + 16))?.[1];
      if (word === "if" && arms.length < 64) arms.push(open.slice(-64));
      else if (word === "endif") arms.pop();
      else if (word !== undefined && word !== "if") restore(open, arms.at(-1));
    }
  }
  return closes;
}

/** Pairs a closing bracket with the last one of its kind. A brace closes brackets of other kinds that are open inside it. */
function close(code: string, open: number[], closes: Map<number, number>, offset: number, unit: number): void {
  const kind = unit === 41 ? 40 : unit - 2;
  const last = open.at(-1);
  if (last !== undefined && code.charCodeAt(last) === kind) {
    closes.set(last, offset);
    open.pop();
    return;
  }
  if (kind !== 123) return;
  for (let depth = open.length - 1; depth >= 0 && depth >= open.length - 64; depth--) {
    const begin = nth(open, depth);
    if (code.charCodeAt(begin) !== 123) continue;
    closes.set(begin, offset);
    open.length = depth;
    return;
  }
}

/** Puts the innermost brackets back that were open before an `#if`, as far as the arm before has closed or opened some. */
function restore(open: number[], before: readonly number[] | undefined): void {
  if (before === undefined) return;
  const first = before[0] ?? Number.POSITIVE_INFINITY;
  while (open.length > 0 && nth(open, open.length - 1) >= first) open.pop();
  if (before.length === 0) open.length = 0;
  for (const offset of before) open.push(offset);
}

/** The number of the line of an offset. */
export const lineAt = ({ starts }: Pick<ShapeText, "starts">, offset: number): number =>
  firstIndex(1, starts.length, (line) => nth(starts, line) > offset) - 1;

/** Whether a line is a comment, or a part of one, and no code. */
export function isCommentLine({ indents, hasComment }: ShapeText, line: number): boolean {
  return int32At(indents, line) === -1 && hasComment[line] === 1;
}

/** The source of a line without its end; a long one is cut. */
export function sourceLine({ source, starts }: Pick<ShapeText, "source" | "starts">, line: number): string {
  const start = nth(starts, line);
  const end = starts[line + 1] ?? source.length;
  return source.slice(start, Math.min(end, start + 2000)).replace(/[\r\n]+$/, "");
}

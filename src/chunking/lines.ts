/** A source as lines, with the tokens of each. */
import { estimateTokens } from "../base/estimate-tokens.js";
import { lineStartsOf } from "../base/line-starts.js";
import { nth } from "../base/need.js";
import { float64At } from "../base/numbers.js";
import type { CommentMarks } from "../languages/language.js";

export interface Lines {
  source: string;
  starts: number[];
  /** Columns of leading white space (a tab is 4); -1 for a blank line. */
  indents: Int32Array;
  /** Tokens of all lines before, times `scale`. */
  tokensBefore: Float64Array;
  /** The same of lines that are not comments. */
  codeBefore: Float64Array;
  comments: CommentMarks;
  /** The marks of comments over several lines. */
  blocks: readonly (readonly [open: string, close: string])[];
  /** Sizes are counted in units; the wanted chunk has TARGET of them. */
  scale: number;
}

/** The marks of the family of C. */
export const C_COMMENTS: CommentMarks = { line: ["//"], block: ["/*", "*/"] };

/** Reads the lines of a source. `comments`: the marks of its language; null for text without a language. */
export function linesOf(source: string, scale: number, comments: CommentMarks | null): Lines {
  const blocks =
    comments === null ? [] : [...(comments.block === null ? [] : [comments.block]), ...(comments.docs ?? [])];
  const starts = lineStartsOf(source);
  const indents = new Int32Array(starts.length);
  const tokensBefore = new Float64Array(starts.length + 1);
  const codeBefore = new Float64Array(starts.length + 1);
  let commentEnd = 0;
  for (let line = 0; line < starts.length; line++) {
    const end = line + 1 < starts.length ? nth(starts, line + 1) : source.length;
    let offset = nth(starts, line);
    let indent = 0;
    for (; offset < end; offset++) {
      const code = source.charCodeAt(offset);
      if (code === 9) indent += 4;
      else if (code === 32) indent++;
      else if (code !== 13 && code !== 10 && code !== 0xfeff && code !== 0xa0 && code !== 11 && code !== 12) break;
    }
    indents[line] = offset === end ? -1 : indent;
    const tokens = estimateTokens(source, nth(starts, line), end) * scale;
    tokensBefore[line + 1] = float64At(tokensBefore, line) + tokens;
    const block = offset < commentEnd ? undefined : blocks.find(([open]) => source.startsWith(open, offset));
    if (block !== undefined) {
      const closed = source.indexOf(block[1], offset + block[0].length);
      commentEnd = closed === -1 ? source.length : closed + block[1].length;
    }
    const isComment = offset < commentEnd || comments?.line.some((mark) => source.startsWith(mark, offset)) === true;
    codeBefore[line + 1] = float64At(codeBefore, line) + (isComment ? 0 : tokens);
  }
  return { source, starts, indents, tokensBefore, codeBefore, comments: comments ?? C_COMMENTS, blocks, scale };
}

/** The tokens of the lines from `first` to `last`, both included. */
export function tokensOf(lines: Lines, first: number, last: number): number {
  return float64At(lines.tokensBefore, last + 1) - float64At(lines.tokensBefore, first);
}

/** A line without white space around it; long ones are cut, for they are neither comments nor decorators. */
export function trimmedLine(lines: Lines, line: number): string {
  const start = nth(lines.starts, line);
  const end = line + 1 < lines.starts.length ? nth(lines.starts, line + 1) : lines.source.length;
  return end - start > 2000 ? "" : lines.source.slice(start, end).trim();
}

/** Whether all lines from `from` to before `end` are blank. */
export function isBlank(lines: Lines, from: number, end: number): boolean {
  for (let line = from; line < end; line++) if (lines.indents[line] !== -1) return false;
  return true;
}

/** The offset at which a line ends, before its line break. */
export function lineEnd(lines: Lines, line: number): number {
  let end = line + 1 < lines.starts.length ? nth(lines.starts, line + 1) : lines.source.length;
  while (end > nth(lines.starts, line) && (lines.source[end - 1] === "\n" || lines.source[end - 1] === "\r")) end--;
  return end;
}

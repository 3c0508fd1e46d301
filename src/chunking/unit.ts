/** A unit: lines that stay together in a chunk. */
import { nth } from "../base/need.js";
import { int32At } from "../base/numbers.js";
import { type Lines, tokensOf } from "./lines.js";
import { MAX, TARGET } from "./sizes.js";

/** A run of lines (numbered from 0, inclusive) that is not split further. `owner` is the symbol it is, or is a part of. */
export interface Unit {
  first: number;
  last: number;
  tokens: number;
  /** The declaration it is as a whole, or the head of; -1 for other lines. */
  symbol: number;
  /** The declaration around it; 0 at top level. */
  scope: number;
  /** A part of something that was split: joins its neighbours whatever its size. */
  isPart: boolean;
  /** Only closes what stands above it: brackets. */
  closes?: boolean;
  /** Only opens what stands below it: a namespace. */
  leads?: boolean;
  /** The comment of a declaration that is too large to stand with it. */
  isComment?: boolean;
  heading?: string[];
}

/** Lines without declarations: paragraphs, the large ones split. */
export function unitsOfLines(lines: Lines, first: number, last: number, scope: number, isPart: boolean): Unit[] {
  const units: Unit[] = [];
  let line = first;
  while (line <= last) {
    if (lines.indents[line] === -1) {
      line++;
      continue;
    }
    let end = line;
    while (end < last && lines.indents[end + 1] !== -1) end++;
    if (tokensOf(lines, line, end) <= MAX) units.push(unit(lines, line, end, scope, isPart));
    else append(units, splitLines(lines, line, end, scope));
    line = end + 1;
  }
  return units;
}

/** Like push(...more), which overflows the stack when there are very many. */
export function append(units: Unit[], more: readonly Unit[]): void {
  for (const one of more) units.push(one);
}

function unit(lines: Lines, first: number, last: number, scope: number, isPart: boolean): Unit {
  const tokens = tokensOf(lines, first, last);
  return { first, last, tokens, symbol: -1, scope, isPart, closes: tokens <= 8 && isClosing(lines, first) };
}

/** Splits lines without blank ones at the lowest indentation, so that each part is between half of TARGET and MAX. */
function splitLines(lines: Lines, first: number, last: number, scope: number): Unit[] {
  const units: Unit[] = [];
  let from = first;
  while (from <= last) {
    let border = last + 1;
    if (tokensOf(lines, from, last) > MAX) {
      let least = Number.POSITIVE_INFINITY;
      border = from + 1;
      for (let line = from + 1; line <= last; line++) {
        const before = tokensOf(lines, from, line - 1);
        if (before > MAX) break;
        const isEarly = before < TARGET / 2;
        // Early borders are taken only where nothing better follows.
        const cost = int32At(lines.indents, line) + (isEarly ? 1_000 : 0) + (isClosing(lines, line) ? 500 : 0);
        if (cost < least || (cost === least && before <= TARGET) || isEarly) {
          least = cost;
          border = line;
        }
      }
    }
    units.push(unit(lines, from, border - 1, scope, true));
    from = border;
  }
  return units;
}

/** A line that closes a block in languages with few brackets, and its most letters. */
const END = /^end[\s;,.)\]}]*$/;
const LONGEST_END = 20;

/** Whether a line only closes what stands above it. */
function isClosing(lines: Lines, line: number): boolean {
  const start = nth(lines.starts, line);
  const end = line + 1 < lines.starts.length ? nth(lines.starts, line + 1) : lines.source.length;
  for (let offset = start; offset < end; offset++) {
    const code = lines.source.charCodeAt(offset);
    if (code <= 32) continue;
    if (code === 41 || code === 93 || code === 125) return true;
    return code === 101 && end - offset <= LONGEST_END && END.test(lines.source.slice(offset, end));
  }
  return false;
}

/** Laying a document over a text: where its occurrences stand in it, and whether it was made of this text at all. Pure. */
import { OCCURRENCE_SIZE, type PositionEncoding, type ScipDocument, textHash } from "./document.js";
import { parseSymbol } from "./symbol.js";

/** An occurrence in a text. */
export interface Placed {
  /** From 1. */
  line: number;
  /** In UTF-16 units from the start of the text. */
  offset: number;
  /** What stands there. */
  text: string;
  symbol: string;
  isDefinition: boolean;
}

/** Of the definitions with a plain name, so many stand at their name in the text that the document was made of. Indexers have their quirks. */
const FITTING_SHARE = 0.95;
const ENCODINGS: PositionEncoding[] = ["utf16", "utf8", "utf32"];

/**
 * The occurrences of a document in a text, by offset; those that stand at no whole name are left out. null: the document was made of another text.
 * `isSame`: it is known by other means that it was made of this one.
 */
export function placeOccurrences(document: ScipDocument, text: string, isSame: boolean): Placed[] | null {
  const isKnown = isSame || document.textHash === textHash(text);
  if (!isKnown && document.textHash !== null) return null;
  const encodings = document.encoding === null ? ENCODINGS : [document.encoding];
  let best: { placed: Placed[]; misfits: number } | undefined;
  for (const encoding of encodings) {
    const placed = place(document, text, encoding);
    const misfits = document.occurrences.length / OCCURRENCE_SIZE - placed.length;
    if (best === undefined || misfits < best.misfits) best = { placed, misfits };
    if (misfits === 0) break;
  }
  const { placed } = best!;
  return isKnown || fits(document, placed) ? placed : null;
}

/** Whether the names that are defined stand where they are said to. */
function fits(document: ScipDocument, placed: readonly Placed[]): boolean {
  const names = document.symbols.map(plainName);
  let wanted = 0;
  for (let at = 0; at < document.occurrences.length; at += OCCURRENCE_SIZE) {
    const isDefinition = document.occurrences[at + 4] === 1;
    if (isDefinition && names[document.occurrences[at + 3]!] !== null) wanted++;
  }
  const nameOf = new Map(document.symbols.map((symbol, number) => [symbol, names[number]]));
  let found = 0;
  for (const { isDefinition, symbol, text } of placed)
    if (isDefinition && nameOf.get(symbol) === bareName(text)) found++;
  // Where nothing is defined, its uses have to do.
  if (wanted === 0) return placed.length > 0 && placed.length * OCCURRENCE_SIZE === document.occurrences.length;
  return found >= wanted * FITTING_SHARE;
}

/** The name that stands in the text where a symbol is defined; null where that may be another. */
function plainName(symbol: string): string | null {
  const last = parseSymbol(symbol)?.descriptors.at(-1);
  const isNamed = last?.kind === "type" || last?.kind === "term" || last?.kind === "method";
  return isNamed && last.name !== "default" && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(last.name) ? last.name : null;
}

/** A name without what is written around it: `'name'`, `@class`, `#secret`. */
export function bareName(text: string): string {
  return text.replace(/^(['"`])(.*)\1$/s, "$2").replace(/^[@#]/, "");
}

function place({ occurrences, symbols }: ScipDocument, text: string, encoding: PositionEncoding): Placed[] {
  const starts = lineStarts(text);
  const placed: Placed[] = [];
  for (let at = 0; at < occurrences.length; at += OCCURRENCE_SIZE) {
    const line = occurrences[at]!;
    const lineStart = starts[line];
    if (lineStart === undefined) continue;
    const lineEnd = (starts[line + 1] ?? text.length + 1) - 1;
    const start = unitsAt(text, lineStart, lineEnd, occurrences[at + 1]!, encoding);
    const end = unitsAt(text, lineStart, lineEnd, occurrences[at + 2]!, encoding);
    if (start === null || end === null || !isWhole(text, start, end)) continue;
    const number = occurrences[at + 3]!;
    const isDefinition = occurrences[at + 4] === 1;
    placed.push({
      line: line + 1,
      offset: start,
      text: text.slice(start, end),
      symbol: symbols[number]!,
      isDefinition,
    });
  }
  return placed.sort((one, other) => one.offset - other.offset);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The offset of a column; null where the line is shorter, or the column is inside a character. */
function unitsAt(
  text: string,
  lineStart: number,
  lineEnd: number,
  column: number,
  encoding: PositionEncoding,
): number | null {
  if (encoding === "utf16") return lineStart + column <= lineEnd ? lineStart + column : null;
  let at = lineStart;
  let left = column;
  while (left > 0 && at < lineEnd) {
    const point = text.codePointAt(at)!;
    left -= encoding === "utf32" || point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    at += point > 0xffff ? 2 : 1;
  }
  return left === 0 ? at : null;
}

const NAME_CHARACTER = /[\p{L}\p{N}_$]/u;

/** Whether a range begins and ends where a name may. */
function isWhole(text: string, start: number, end: number): boolean {
  const isInside = (at: number) =>
    at > 0 && at < text.length && NAME_CHARACTER.test(text[at - 1]!) && NAME_CHARACTER.test(text[at]!);
  return !isInside(start) && (end === start || !isInside(end));
}

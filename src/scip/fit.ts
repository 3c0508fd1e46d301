/** Laying a document over a text: where its occurrences stand in it, and whether it was made of this text at all. Pure. */
import { present } from "../base/need.js";
import { occurrencesIn, type PositionEncoding, type ScipDocument, textHash } from "./document.js";
import { parseSymbol } from "./symbol.js";

/** An occurrence in a text. */
export interface Placed {
  /** From 1. */
  line: number;
  /** In UTF-16 units from the start of the text. */
  offset: number;
  /** The text there. */
  text: string;
  symbol: string;
  isDefinition: boolean;
}

/** At least this share of the definitions with a plain name stand at their name in the text that the document was made of. Indexers have their quirks. */
const FITTING_SHARE = 0.95;
const ENCODINGS: PositionEncoding[] = ["utf16", "utf8", "utf32"];

/**
 * The occurrences of a document in a text, by offset; those that stand at no whole name are left out. null: the document was made of another text.
 * `isSame`: it is known by other means that it was made of this one.
 */
export function placeOccurrences(document: ScipDocument, text: string, isSame: boolean): Placed[] | null {
  const isKnown = isSame || document.textHash === textHash(text);
  if (!isKnown && document.textHash !== null) return null;
  const names = new Map(document.symbols.map((symbol) => [symbol, plainName(symbol)]));
  // Without other characters than ASCII all encodings are one.
  const encodings = document.encoding ? [document.encoding] : NOT_ASCII.test(text) ? ENCODINGS : ENCODINGS.slice(0, 1);
  const readings = encodings.map((encoding) => {
    const placed = place(document, text, encoding);
    return { placed, named: placed.filter((each) => names.get(each.symbol) === bareName(each.text)).length };
  });
  const { placed } = readings.reduce((best, each) => (each.named > best.named ? each : best));
  if (isKnown) return placed;
  if (!fits(document, placed, names)) return null;
  // A use under another name may be an alias, or have changed since.
  return placed.filter(({ symbol, text: name }) => (names.get(symbol) ?? bareName(name)) === bareName(name));
}

const NOT_ASCII = /[^\0-\x7f]/;

/** Whether the defined names stand at their places. */
function fits(document: ScipDocument, placed: readonly Placed[], names: ReadonlyMap<string, string | null>): boolean {
  let all = 0;
  let wanted = 0;
  for (const { symbol, isDefinition } of occurrencesIn(document)) {
    all++;
    if (isDefinition && names.get(symbol)) wanted++;
  }
  // Where nothing is defined, its uses have to do.
  if (wanted === 0) return placed.length > 0 && placed.length === all;
  const found = placed.filter(({ isDefinition, symbol, text }) => isDefinition && names.get(symbol) === bareName(text));
  return found.length >= wanted * FITTING_SHARE;
}

/** The name in the text at the definition of a symbol; null where it may be another's. */
function plainName(symbol: string): string | null {
  const last = parseSymbol(symbol)?.descriptors.at(-1);
  const isNamed = last?.kind === "type" || last?.kind === "term" || last?.kind === "method";
  return isNamed && last.name !== "default" && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(last.name) ? last.name : null;
}

/** A name without what is written around it: `'name'`, `@class`, `#secret`. */
export function bareName(text: string): string {
  return text.replace(/^(['"`])(.*)\1$/s, "$2").replace(/^[@#]/, "");
}

function place(document: ScipDocument, text: string, encoding: PositionEncoding): Placed[] {
  const starts = lineStarts(text);
  const placed: Placed[] = [];
  for (const occurrence of occurrencesIn(document)) {
    const { line, symbol, isDefinition } = occurrence;
    const lineStart = starts[line];
    if (lineStart === undefined) continue;
    const lineEnd = (starts[line + 1] ?? text.length + 1) - 1;
    const start = unitsAt(text, lineStart, lineEnd, occurrence.start, encoding);
    const end = unitsAt(text, lineStart, lineEnd, occurrence.end, encoding);
    if (start === null || end === null || !isWhole(text, start, end)) continue;
    placed.push({ line: line + 1, offset: start, text: text.slice(start, end), symbol, isDefinition });
  }
  return placed.sort((one, other) => one.offset - other.offset);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let offset = text.indexOf("\n"); offset >= 0; offset = text.indexOf("\n", offset + 1)) starts.push(offset + 1);
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
  let offset = lineStart;
  let left = column;
  while (left > 0 && offset < lineEnd) {
    const point = present(text.codePointAt(offset));
    left -= encoding === "utf32" || point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    offset += point > 0xffff ? 2 : 1;
  }
  return left === 0 ? offset : null;
}

const NAME_CHARACTER = /[\p{L}\p{N}_$]/u;

/** Whether a range begins and ends where a name may. */
function isWhole(text: string, start: number, end: number): boolean {
  const isInside = (offset: number) =>
    offset > 0 &&
    offset < text.length &&
    NAME_CHARACTER.test(text.charAt(offset - 1)) &&
    NAME_CHARACTER.test(text.charAt(offset));
  return !isInside(start) && (end === start || !isInside(end));
}

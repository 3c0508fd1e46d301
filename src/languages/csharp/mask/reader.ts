/** The state of the pass over the characters of a source, and its smallest steps. */
export interface Mask {
  start: number;
  text: string;
}

/** A string that is being read. */
export interface Text {
  /** The number of quotes that end it. */
  quotes: number;
  /** The number of braces that open a hole in it; 0 for none. */
  braces: number;
  isVerbatim: boolean;
}

interface Bracket {
  char: "(" | "[" | "{";
  start: number;
  /** The number of commas directly in it. */
  commas: number;
  /** The interpolated string that it is a hole of, or null. */
  text: Text | null;
  isPattern: boolean;
  /** The place behind the `?` before it, or -1. */
  behindQuestion: number;
}

const BEFORE_EXPRESSION: ReadonlySet<string> = new Set(["return", "in"]);

const WORD_CHARACTERS = Uint8Array.from({ length: 128 }, (_, code) => (/\w/.test(String.fromCharCode(code)) ? 1 : 0));

/** The state of the pass over a source. */
export interface Reader {
  source: string;
  /** The texts to write over the source. */
  masks: Mask[];
  /** The brackets that are open, outermost first. */
  open: Bracket[];
  /** The next character. */
  offset: number;
  /** The last character that is neither space nor comment. */
  last: number;
  /** The start of the last word. */
  wordStart: number;
  /** The end of the last word. */
  wordEnd: number;
  /** The number of brackets open around the type head that is being read; -1 for none. */
  head: number;
}

/** Writes a text over the source. */
export function mask({ masks }: Reader, start: number, text: string): void {
  masks.push({ start, text });
}

/** Whether a sticky pattern matches at a place. The match ends at the pattern's `lastIndex`. */
export function isAt({ source }: Reader, pattern: RegExp, start: number): boolean {
  pattern.lastIndex = start;
  return pattern.test(source);
}

/** Skips a comment or directive that ends with `end`. */
export function skipTo(r: Reader, end: string): void {
  const found = r.source.indexOf(end, r.offset + end.length);
  r.offset = found === -1 ? r.source.length : found + end.length;
}

/** The word right before the place, or "". */
export function wordBefore(r: Reader): string {
  return r.last === r.wordEnd - 1 ? r.source.slice(r.wordStart, r.wordEnd) : "";
}

/** The end of a run of the same character. */
export function endOfRun(r: Reader, char: string): number {
  let end = r.offset;
  while (r.source[end] === char) end++;
  return end;
}

/** Whether an expression can start at the place. */
export function startsExpression(r: Reader): boolean {
  const { source } = r;
  const before = source[r.last] ?? "";
  if (before === ">") return source[r.last - 1] === "=";
  if (before === "?") return r.last + 1 < r.offset;
  return before !== "" && ("=({[:,".includes(before) || BEFORE_EXPRESSION.has(wordBefore(r)));
}

/** Reads an opening bracket. */
export function openBracket(r: Reader, char: Bracket["char"], text: Text | null = null): Bracket {
  const bracket: Bracket = { char, start: r.offset, commas: 0, text, isPattern: false, behindQuestion: -1 };
  r.open.push(bracket);
  r.last = r.offset++;
  return bracket;
}

/** Whether a character may stand in a name. */
export const isWordCharacter = (code: number): boolean => code > 127 || WORD_CHARACTERS[code] === 1;

/** The state of the pass over the characters of a source, and its smallest steps. */
export interface Mask {
  start: number;
  text: string;
}

/** A string that is being read. */
export interface Text {
  /** How many quotes end it. */
  quotes: number;
  /** How many braces open a hole in it; 0 for none. */
  braces: number;
  isVerbatim: boolean;
}

interface Bracket {
  char: "(" | "[" | "{";
  start: number;
  /** How many commas stand right in it. */
  commas: number;
  /** The string whose hole it is. */
  text: Text | null;
  isPattern: boolean;
  /** The place behind the `?` before it, or -1. */
  behindQuestion: number;
}

const BEFORE_EXPRESSION: ReadonlySet<string> = new Set(["return", "in"]);

const WORD_CHARACTERS = Uint8Array.from({ length: 128 }, (_, code) => (/\w/.test(String.fromCharCode(code)) ? 1 : 0));

/** Where the pass over a source is. */
export interface Reader {
  source: string;
  /** What is to be written over the source. */
  masks: Mask[];
  /** The brackets that are open, outermost first. */
  open: Bracket[];
  /** The character that is read next. */
  at: number;
  /** The last character that is neither space nor comment. */
  last: number;
  /** Where the last word starts. */
  wordStart: number;
  /** Where the last word ends. */
  wordEnd: number;
  /** How many brackets are open around the head of the type that is being read; -1 for none. */
  head: number;
}

export function mask({ masks }: Reader, start: number, text: string): void {
  masks.push({ start, text });
}

/** Whether a sticky pattern matches at a place; `lastIndex` then says where it ends. */
export function isAt({ source }: Reader, pattern: RegExp, start: number): boolean {
  pattern.lastIndex = start;
  return pattern.test(source);
}

/** Goes behind a comment or directive that ends with `end`. */
export function skipTo(r: Reader, end: string): void {
  const found = r.source.indexOf(end, r.at + end.length);
  r.at = found === -1 ? r.source.length : found + end.length;
}

export function wordBefore(r: Reader): string {
  return r.last === r.wordEnd - 1 ? r.source.slice(r.wordStart, r.wordEnd) : "";
}

export function endOfRun(r: Reader, char: string): number {
  let end = r.at;
  while (r.source[end] === char) end++;
  return end;
}

export function startsExpression(r: Reader): boolean {
  const { source } = r;
  const before = source[r.last] ?? "";
  if (before === ">") return source[r.last - 1] === "=";
  if (before === "?") return r.last + 1 < r.at;
  return before !== "" && ("=({[:,".includes(before) || BEFORE_EXPRESSION.has(wordBefore(r)));
}

export function openBracket(r: Reader, char: Bracket["char"], text: Text | null = null): void {
  r.open.push({ char, start: r.at, commas: 0, text, isPattern: false, behindQuestion: -1 });
  r.last = r.at++;
}

export const isWordCharacter = (code: number): boolean => code > 127 || WORD_CHARACTERS[code] === 1;

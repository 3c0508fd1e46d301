/** Where parts of C# end. A source that breaks off ends all of them, and nothing throws. */

const PAIRS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const CHARACTER = /'(?:\\[^\r\n]{1,9}?|[^'\\\r\n])'/y;
const IDENTIFIER = /[\p{L}_][\p{L}\p{N}_]*/uy;
/** No bracket is looked for further away. */
const FURTHEST = 50_000;
/** After as many that nothing closed none is looked for: each is read far to no end. */
const MOST_UNCLOSED = 100;
/** Strings in holes of strings that are read; no person writes more. */
const DEEPEST = 20;

/** A source, and what was met in it. */
export interface Scanned {
  readonly text: string;
  /** Brackets that nothing closed. */
  unclosed: number;
  /** Brackets in strings in brackets, where it is read now. */
  depth: number;
}

/** The identifier at an offset; "" where there is none. */
export function identifierAt(source: string, offset: number): string {
  IDENTIFIER.lastIndex = offset;
  return IDENTIFIER.exec(source)?.[0] ?? "";
}

/** The offset behind white space. */
export function skipSpace(source: string, start: number): number {
  let offset = start;
  while (offset < source.length && /\s/.test(source.charAt(offset))) offset++;
  return offset;
}

/** The offset behind the string, character or comment that begins at an offset; the offset itself where none does. */
export function literalEnd(scanned: Scanned, offset: number): number {
  const { text: source } = scanned;
  const char = source.charAt(offset);
  if (char === "/") {
    const next = source.charAt(offset + 1);
    if (next === "/") return endOf(source, "\n", offset);
    return next === "*" ? endOf(source, "*/", offset + 2) : offset;
  }
  if (char === "'") {
    CHARACTER.lastIndex = offset;
    return offset + (CHARACTER.exec(source)?.[0].length ?? 1);
  }
  if (char !== '"' && char !== "@" && char !== "$") return offset;
  const [signs = "", quotes = ""] = /^([@$]{0,3})("*)/.exec(source.slice(offset, offset + 12))?.slice(1) ?? [];
  if (quotes === "") return offset;
  const open = offset + signs.length;
  if (quotes.length >= 3) return endOf(source, quotes, open + quotes.length);
  return stringEnd(scanned, open + 1, signs);
}

function stringEnd(scanned: Scanned, from: number, signs: string): number {
  const { text: source } = scanned;
  const isVerbatim = signs.includes("@");
  for (let offset = from; offset < source.length; offset++) {
    const char = source.charAt(offset);
    if (char === '"') {
      if (!isVerbatim || source.charAt(offset + 1) !== '"') return offset + 1;
      offset++;
    } else if (char === "\\" && !isVerbatim) offset++;
    else if (char === "\n" && !isVerbatim) return offset;
    else if (char === "{" && signs.includes("$")) {
      if (source.charAt(offset + 1) === "{") offset++;
      else offset = closing(scanned, offset) ?? offset;
    }
  }
  return source.length;
}

function endOf(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found === -1 ? source.length : found + mark.length;
}

/** The offset of the bracket that closes the one at `open`; null where none does. Strings and comments are stepped over. */
export function closing(scanned: Scanned, open: number): number | null {
  const { text: source } = scanned;
  if (scanned.unclosed >= MOST_UNCLOSED || scanned.depth >= DEEPEST) return null;
  scanned.depth++;
  const close = closingIn(scanned, source, open);
  scanned.depth--;
  if (close === null) scanned.unclosed++;
  return close;
}

function closingIn(scanned: Scanned, source: string, open: number): number | null {
  const awaited: string[] = [];
  const end = Math.min(source.length, open + FURTHEST);
  for (let offset = open; offset < end; ) {
    const behind = literalEnd(scanned, offset);
    if (behind > offset) {
      offset = behind;
      continue;
    }
    const char = source.charAt(offset);
    const pair = PAIRS[char];
    if (pair !== undefined) awaited.push(pair);
    else if (char === awaited.at(-1)) {
      awaited.pop();
      if (awaited.length === 0) return offset;
    }
    offset++;
  }
  return null;
}

/** The end of an expression without brackets around it: `cart.Lines[0].Total()` in `@cart.Lines[0].Total().`. */
export function implicitEnd(scanned: Scanned, start: number): number {
  const { text: source } = scanned;
  let offset = start + identifierAt(source, start).length;
  for (;;) {
    const link = /^(?:!?\.|\?\.)/.exec(source.slice(offset, offset + 2))?.[0] ?? "";
    const name = link === "" ? "" : identifierAt(source, offset + link.length);
    const bracket = /^[!?]?[([]/.exec(source.slice(offset, offset + 2))?.[0];
    if (name !== "") offset += link.length + name.length;
    else if (bracket !== undefined) {
      const close = closing(scanned, offset + bracket.length - 1);
      if (close === null) return offset;
      offset = close + 1;
    } else return offset;
  }
}

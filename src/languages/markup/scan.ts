/**
 * The tags, attributes and texts of markup, such as the template of a component. It reads whatever a person types: an unclosed tag, quote or brace ends
 * with the line or the markup, and nothing throws.
 *
 * Tree builders of HTML are of no use here: they refuse or move what components may hold, and most forget where it was.
 */

/** A stretch of the source: offsets in UTF-16 units, `end` exclusive. */
export interface Span {
  start: number;
  end: number;
}

export interface Attribute {
  name: string;
  nameStart: number;
  /** Without quotes or braces; null for an attribute without a value. */
  value: Span | null;
  /** The value is code in braces: `on:click={add}`, or the whole attribute is: `{name}`, `{...rest}`, whose name is "". */
  isBraced: boolean;
}

export interface OpenTag extends Span {
  kind: "open";
  name: string;
  nameStart: number;
  attributes: Attribute[];
  /** Written as `<a/>`. */
  isClosed: boolean;
}

export type MarkupToken =
  | OpenTag
  | ({ kind: "close"; name: string } & Span)
  | ({ kind: "text" } & Span)
  /** Code in braces among the text, without the braces. */
  | ({ kind: "braced" } & Span);

/** Tags that have no content. */
export const VOID_TAGS: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta param source track wbr".split(" "),
);
/** Tags whose content is not markup. */
const RAW = /^(?:script|style)$/i;
const NAME = /[\w$.:-]/;
const SPACE = /\s/;
/** A letter that begins the name of a tag. */
const TAG = /[A-Za-z]/;

/** The braces that hold code: pairs of them in texts alone, or single ones in texts and attributes. */
export type Braces = "{{" | "{";

/** Reads a source as markup. */
export function scanMarkup(source: string, braces: Braces): MarkupToken[] {
  const tokens: MarkupToken[] = [];
  const withBraces = braces === "{";
  const end = source.length;
  let textStart = 0;
  let offset = 0;
  const endText = (to: number): void => {
    if (textStart < to) tokens.push({ kind: "text", start: textStart, end: to });
  };
  while (offset < end) {
    const char = source.charAt(offset);
    const next = source.charAt(offset + 1);
    if (withBraces && char === "{") {
      endText(offset);
      const close = closingBrace(source, offset, end);
      tokens.push({ kind: "braced", start: offset + 1, end: close });
      offset = textStart = Math.min(end, close + 1);
    } else if (!withBraces && char === "{" && next === "{") {
      endText(offset);
      const close = source.indexOf("}}", offset + 2);
      const codeEnd = close === -1 ? end : close;
      tokens.push({ kind: "braced", start: offset + 2, end: codeEnd });
      offset = textStart = Math.min(end, codeEnd + 2);
    } else if (char === "<" && source.startsWith("<!--", offset)) {
      endText(offset);
      const close = source.indexOf("-->", offset + 4);
      offset = textStart = close === -1 || close > end ? end : close + 3;
    } else if (char === "<" && next === "/") {
      endText(offset);
      const nameEnd = wordEnd(source, offset + 2, end);
      const close = source.indexOf(">", nameEnd);
      const after = close === -1 || close >= end ? end : close + 1;
      tokens.push({ kind: "close", name: source.slice(offset + 2, nameEnd), start: offset, end: after });
      offset = textStart = after;
    } else if (char === "<" && TAG.test(next)) {
      endText(offset);
      const tag = openTag(source, offset, end, withBraces);
      tokens.push(tag);
      offset = textStart = tag.end;
      if (RAW.test(tag.name) && !tag.isClosed) offset = textStart = rawEnd(source, tag);
    } else offset++;
  }
  endText(end);
  return tokens;
}

/** The offset of the tag that closes `<script>` or `<style>`; the end of the source where none does. */
function rawEnd(source: string, tag: { name: string; end: number }): number {
  const closing = /^script$/i.test(tag.name) ? /<\/script(?![\w-])/gi : /<\/style(?![\w-])/gi;
  closing.lastIndex = tag.end;
  return closing.exec(source)?.index ?? source.length;
}

function openTag(source: string, start: number, end: number, withBraces: boolean): OpenTag {
  const nameEnd = wordEnd(source, start + 1, end);
  const attributes: Attribute[] = [];
  let isClosed = false;
  let offset = nameEnd;
  for (; offset < end; ) {
    const char = source.charAt(offset);
    if (char === ">") {
      offset++;
      break;
    }
    if (char === "/" && source.charAt(offset + 1) === ">") {
      isClosed = true;
      offset += 2;
      break;
    }
    if (char === "<" && TAG.test(source.charAt(offset + 1))) break;
    if (SPACE.test(char) || char === "/") offset++;
    else if (withBraces && char === "{") {
      const close = closingBrace(source, offset, end);
      attributes.push({ name: "", nameStart: offset, value: { start: offset + 1, end: close }, isBraced: true });
      offset = close + 1;
    } else offset = readAttribute(source, offset, end, withBraces, attributes);
  }
  const name = source.slice(start + 1, nameEnd);
  return { kind: "open", name, nameStart: start + 1, attributes, isClosed, start, end: Math.min(offset, end) };
}

/** Adds the attribute that begins at an offset, and gives the offset behind it. */
function readAttribute(source: string, start: number, end: number, withBraces: boolean, into: Attribute[]): number {
  let nameEnd = start;
  // `#[`${name}`]="{ item }"` and `:[key]="value"`
  for (let depth = 0; nameEnd < end; nameEnd++) {
    const char = source.charAt(nameEnd);
    if (char === "[") depth++;
    else if (char === "]") depth--;
    else if (
      char === "\n" ||
      (depth <= 0 && /[\s=>/"']/.test(char) && !(char === "/" && source.charAt(nameEnd + 1) !== ">"))
    )
      break;
  }
  if (nameEnd === start) return start + 1;
  const name = source.slice(start, nameEnd);
  let offset = skipSpace(source, nameEnd, end);
  if (source.charAt(offset) !== "=") {
    into.push({ name, nameStart: start, value: null, isBraced: false });
    return nameEnd;
  }
  offset = skipSpace(source, offset + 1, end);
  const quote = source.charAt(offset);
  if (quote === '"' || quote === "'") {
    const close = source.indexOf(quote, offset + 1);
    const valueEnd = close === -1 || close > end ? end : close;
    into.push({ name, nameStart: start, value: { start: offset + 1, end: valueEnd }, isBraced: false });
    return valueEnd + 1;
  }
  if (withBraces && quote === "{") {
    const close = closingBrace(source, offset, end);
    into.push({ name, nameStart: start, value: { start: offset + 1, end: close }, isBraced: true });
    return close + 1;
  }
  let valueEnd = offset;
  while (valueEnd < end && !/[\s>]/.test(source.charAt(valueEnd))) valueEnd++;
  into.push({ name, nameStart: start, value: { start: offset, end: valueEnd }, isBraced: false });
  return Math.max(valueEnd, nameEnd + 1);
}

/** The offset of the brace that closes the one at `open`; `end` where none does. Strings, templates and comments are stepped over. */
export function closingBrace(source: string, open: number, end: number): number {
  let depth = 0;
  for (let offset = open; offset < end; offset++) {
    const char = source.charAt(offset);
    if (char === "{") depth++;
    else if (char === "}") {
      depth--;
      if (depth === 0) return offset;
    } else if (char === '"' || char === "'" || char === "`") offset = stringEnd(source, offset, end);
    else if (char === "/" && source.charAt(offset + 1) === "*") {
      const close = source.indexOf("*/", offset + 2);
      offset = close === -1 ? end : close + 1;
    }
  }
  return end;
}

/** The offset of the quote that closes a string; that of the opening one where the string is not closed, as an apostrophe in a text is not. */
function stringEnd(source: string, open: number, end: number): number {
  const quote = source.charAt(open);
  for (let offset = open + 1; offset < end; offset++) {
    const char = source.charAt(offset);
    if (char === "\\") offset++;
    else if (char === quote) return offset;
    else if (char === "\n" && quote !== "`") return open;
  }
  return open;
}

function wordEnd(source: string, start: number, end: number): number {
  let offset = start;
  while (offset < end && NAME.test(source.charAt(offset))) offset++;
  return offset;
}

function skipSpace(source: string, start: number, end: number): number {
  let offset = start;
  while (offset < end && SPACE.test(source.charAt(offset))) offset++;
  return offset;
}

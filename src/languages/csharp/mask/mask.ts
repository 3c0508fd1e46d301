/**
 * Valid C# that the grammar cannot read is masked here: written so that the grammar can read it. The masked text is as long as the source and is
 * used for parsing alone; names come from the source. One pass over the characters steps over comments and strings, but not over the holes of
 * interpolated strings.
 *
 * | source                    | masked                    |                                                        |
 * |---------------------------|---------------------------|--------------------------------------------------------|
 * | `Save(async)`             | `Save(asynk)`             | a keyword as a name                                    |
 * | `Find([property])`        | `Find([propert_])`        | words that could begin an attribute                    |
 * | `from _ in rows`          | `from o in rows`          | a discard as a range variable                          |
 * | `class A : B;`            | `class A : B{}`           | a type without a body                                  |
 * | `extension(A a) { }`      | `class ext(A a) { }`      | members of another type                                |
 * | `f(params List<int> a)`   | `f(       List<int> a)`   | a collecting parameter that is not an array            |
 * | `ref partial struct A`    | `    partial struct A`    | a modifier between others                              |
 * | `T : allows ref struct`   | `T : notnull          `   | a constraint that allows more                          |
 * | `(ref a, out b) => a`     | `(    a,     b) => a`     | `ref` and `out` before parameters without types        |
 * | `a?[0] = b; a?.b = c;`    | `a [0] = b; a .b = c;`    | conditional access                                     |
 * | `a ? [b] : c`             | `a ?+[b] : c`             | a collection that could be a conditional access        |
 * | `a = []`                  | `a = ""`                  | an empty collection                                    |
 * | `a is [..]`               | `a is [ _]`               | lists of any length                                    |
 * | `a is [b, .. var c]`      | `a is [b,    var c]`      | the rest of a list                                     |
 * | `a is [b, c] d`           | `a is (b, c) d`           | a list with a name                                     |
 * | `$@"a ""b"""`             | `$@"a ''b''"`             | quotes in an interpolated verbatim string              |
 */
import { withoutCuts } from "../directives.js";
import { closeList, openList } from "./lists.js";
import { isAt, isWordCharacter, type Mask, mask, openBracket, type Reader, skipTo } from "./reader.js";
import { closeBlock, startText, TEXT_START } from "./strings.js";
import { readWord } from "./words.js";

const ASSIGNED_MEMBER = /\?\.[\w.]{1,200}\s*(?:\?\?|[-+*/%&|^])?=(?![=>])/y;

const CHARACTER = /'(?:[^'\\\n]|\\[^\n][^'\n]{0,9})'/y;

const NAMED_SLICE = /\.\.\s*(?:var\s+\w+\s*[,\]]|\{)/y;

/** The text that is parsed instead of a source. It has the same length and the same lines. */
export function maskForGrammar(source: string): string {
  const text = withoutCuts(source);
  const masks = findMasks(text).sort((a, b) => a.start - b.start);
  if (masks.length === 0) return text;
  let masked = "";
  let copied = 0;
  for (const { start, text: replacement } of masks) {
    masked += text.slice(copied, start) + replacement;
    copied = start + replacement.length;
  }
  return masked + text.slice(copied);
}

function findMasks(source: string): Mask[] {
  const r: Reader = { source, masks: [], open: [], offset: 0, last: -1, wordStart: 0, wordEnd: 0, head: -1 };
  while (r.offset < source.length) {
    const code = source.charCodeAt(r.offset);
    if (code <= 32) r.offset++;
    else if (isWordCharacter(code)) readWord(r);
    else readMark(r);
  }
  return r.masks;
}

/** Reads one character that is not part of a word, or the comment, string or directive that it opens. */
function readMark(r: Reader): void {
  const { source, open } = r;
  switch (source[r.offset]) {
    case "/":
      if (source[r.offset + 1] === "/") skipTo(r, "\n");
      else if (source[r.offset + 1] === "*") skipTo(r, "*/");
      else r.last = r.offset++;
      break;
    case "#":
      skipTo(r, "\n");
      break;
    case "'":
      r.offset = isAt(r, CHARACTER, r.offset) ? CHARACTER.lastIndex : r.offset + 1;
      r.last = r.offset - 1;
      break;
    case '"':
    case "$":
      if (isAt(r, TEXT_START, r.offset)) startText(r);
      else r.last = r.offset++;
      break;
    case "@":
      if (isAt(r, TEXT_START, r.offset)) startText(r);
      else skipWord(r);
      break;
    case "(":
      openBracket(r, "(");
      break;
    case "[":
      openList(r);
      break;
    case "{":
      if (r.head === open.length) r.head = -1;
      openBracket(r, "{");
      break;
    case ")":
      if (open.at(-1)?.char === "(") open.pop();
      r.last = r.offset++;
      break;
    case "]":
      closeList(r);
      break;
    case "}":
      closeBlock(r);
      break;
    case ",": {
      const around = open.at(-1);
      if (around !== undefined) around.commas++;
      r.last = r.offset++;
      break;
    }
    case ";":
      endHead(r);
      r.last = r.offset++;
      break;
    case ":":
      readColon(r);
      break;
    case "?":
      readQuestionMark(r);
      break;
    case ".":
      readDots(r);
      break;
    default:
      r.last = r.offset++;
  }
}

/** Steps over a mark and the word behind it: `@class` is a name. */
function skipWord(r: Reader): void {
  do r.offset++;
  while (r.offset < r.source.length && isWordCharacter(r.source.charCodeAt(r.offset)));
  r.last = r.offset - 1;
}

/** Gives a body to a type that ends with a semicolon, where there is room for it. */
function endHead(r: Reader): void {
  if (r.head !== r.open.length) return;
  const next = r.offset + 1;
  if (next < r.source.length && r.source.charCodeAt(next) <= 32) mask(r, r.offset, "{}");
  r.head = -1;
}

function readColon(r: Reader): void {
  const { source, open } = r;
  r.last = r.offset++;
  if (source[r.offset] === ":") r.last = r.offset++;
  // The format of a hole follows the colon, and may hold anything.
  else if (open.at(-1)?.text) while (r.offset < source.length && !'}"\n'.includes(source.charAt(r.offset))) r.offset++;
}

function readQuestionMark(r: Reader): void {
  const { source } = r;
  if (source[r.offset + 1] === "[" && /[\w)\]]/.test(source[r.offset - 1] ?? "")) {
    mask(r, r.offset++, " ");
    return;
  }
  if (source[r.offset + 1] === "." && isAt(r, ASSIGNED_MEMBER, r.offset)) mask(r, r.offset, " ");
  r.last = r.offset++;
}

function readDots(r: Reader): void {
  const isRange = r.source[r.offset + 1] === ".";
  if (isRange && r.open.at(-1)?.char === "[" && isAt(r, NAMED_SLICE, r.offset)) mask(r, r.offset, "  ");
  r.last = isRange ? r.offset + 1 : r.offset;
  r.offset = r.last + 1;
}

/** Words that the grammar cannot read are masked here. */
import { isAt, isWordCharacter, mask, type Reader, wordBefore } from "./reader.js";

const TYPE_WORDS: ReadonlySet<string> = new Set(["class", "struct", "interface", "enum"]);

/** Words that can follow a name. An `async` before one of them is a name. */
const OPERATORS: ReadonlySet<string> = new Set(["is", "as", "and", "or", "switch", "with", "when", "in"]);

const BY_REFERENCE: ReadonlySet<string> = new Set(["ref", "out", "in"]);

const ALLOWS_REF = /allows[ \t]+ref[ \t]+struct\b/y;

const BEFORE_PARTIAL = /ref\s+partial\s+struct\b/y;

const DISCARD_IN = /_\s+in\b/y;

const EXTENSION =
  /extension\s*(?:<[^(){};]{1,300}>\s*)?\((?:[^(){};]|\([^(){};]{0,200}\)){1,500}\)\s*(?:where\b[^{};]{1,500})?\{/y;

const HANDED_OVER = /(?:ref|out|in)\s+@?\w{1,100}\s*(?:,\s*(?:(?:ref|out|in)\s+)?@?\w{1,100}\s*){0,15}\)\s*=>/y;

const TYPE_NAME = /\s+(?!where\b)[\w@]/y;

const LONGEST_MASKED_WORD = "extension".length;

const MASKED_WORD_STARTS = new Set([..."aceioprs_"].map((letter) => letter.charCodeAt(0)));

/** Reads a word, and masks it where the grammar cannot read it. */
export function readWord(r: Reader): void {
  const { source } = r;
  const start = r.offset;
  while (r.offset < r.source.length && isWordCharacter(source.charCodeAt(r.offset))) r.offset++;
  if (r.offset - start <= LONGEST_MASKED_WORD && MASKED_WORD_STARTS.has(source.charCodeAt(start))) {
    const word = source.slice(start, r.offset);
    if (word === "async") {
      if (isName(source, start, r.offset)) mask(r, start, "asynk");
    } else if (word === "params") mask(r, start, "      ");
    else if (word === "allows" && isAt(r, ALLOWS_REF, start)) {
      mask(r, start, "notnull".padEnd(ALLOWS_REF.lastIndex - start));
      r.offset = ALLOWS_REF.lastIndex;
    } else if (word === "ref" && isAt(r, BEFORE_PARTIAL, start)) mask(r, start, "   ");
    else if ("(,".includes(source[r.last] ?? " ") && BY_REFERENCE.has(word) && isAt(r, HANDED_OVER, start))
      mask(r, start, " ".repeat(word.length));
    else if (TYPE_WORDS.has(word)) {
      if (isAt(r, TYPE_NAME, r.offset)) r.head = r.open.length;
    } else if (word === "_") {
      if (isAt(r, DISCARD_IN, start) && wordBefore(r) === "from") mask(r, start, "o");
    } else if (word === "extension") {
      if (r.last >= 0 && "{};]".includes(source.charAt(r.last)) && isAt(r, EXTENSION, start))
        mask(r, start, "class ext");
    }
  }
  r.wordStart = start;
  r.wordEnd = r.offset;
  r.last = r.offset - 1;
}

/** Whether the `async` at [start, end) is a name. As a modifier, it stands before a type, a lambda or another modifier. */
function isName(source: string, start: number, end: number): boolean {
  let after = end;
  while (after < source.length && source.charCodeAt(after) <= 32) after++;
  const next = source[after] ?? "";
  if (/[A-Za-z_@]/.test(next)) {
    return OPERATORS.has(/^@?\w*/.exec(source.slice(after, after + 12))?.[0] ?? "");
  }
  return next !== "(" || source[start - 1] === ".";
}

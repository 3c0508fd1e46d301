/** Square brackets are masked here: collections, list patterns, indexes after `?` and targets of attributes. */
import { isAt, mask, openBracket, type Reader, startsExpression, wordBefore } from "./reader.js";

const BEFORE_PATTERN: ReadonlySet<string> = new Set(["is", "or", "and", "not", "case"]);

const DESIGNATION = /\]\s*[A-Za-z_]\w*\s*(?:[,})\]&|;:?=]|(?:when|and|or)\b)/y;

const ELSE_BRANCH = /\]\s*:/y;

const EMPTY_LIST = /\[[ \t]*\]/y;

const TARGET_WORD = /\[\s*(?:field|event|method|param|property|type)\b(?!\s*:(?!:))/y;

const WHOLE_LIST = /\[\s*\.\.\s*\]/y;

/** Reads `[`, or the whole of an empty collection. */
export function openList(r: Reader): void {
  const { source } = r;
  const isPattern = source[r.last] === ":" || BEFORE_PATTERN.has(wordBefore(r));
  if (isAt(r, EMPTY_LIST, r.offset) && startsExpression(r)) {
    const end = EMPTY_LIST.lastIndex;
    mask(r, r.offset, `"${source.slice(r.offset + 1, end - 1)}"`);
    r.last = end - 1;
    r.offset = end;
    return;
  }
  if (isAt(r, TARGET_WORD, r.offset)) mask(r, TARGET_WORD.lastIndex - 1, "_");
  else if (isAt(r, WHOLE_LIST, r.offset) && (isPattern || startsExpression(r)))
    mask(r, source.indexOf("..", r.offset), " _");
  const isBehindQuestion = source[r.last] === "?" && source[r.last - 1] !== "?" && r.last + 1 < r.offset;
  const behindQuestion = isBehindQuestion ? r.last + 1 : -1;
  Object.assign(openBracket(r, "["), { isPattern, behindQuestion });
}

/** Reads `]`, and masks its brackets where they are a list pattern with a name. */
export function closeList(r: Reader): void {
  const { open } = r;
  const opening = open.at(-1);
  if (opening?.char === "[") {
    open.pop();
    const { start, commas, isPattern, behindQuestion } = opening;
    if (behindQuestion !== -1 && isAt(r, ELSE_BRANCH, r.offset)) mask(r, behindQuestion, "+");
    if (isPattern && isAt(r, DESIGNATION, r.offset)) {
      const isOneObject = commas === 0 && r.source[r.last] === "}";
      if (commas > 0 || isOneObject) {
        mask(r, start, isOneObject ? " " : "(");
        mask(r, r.offset, isOneObject ? " " : ")");
      }
    }
  }
  r.last = r.offset++;
}

/** Statements and lists that are written over several lines, as one line. Works on the text alone, for any language with brackets. Pure. */
import { nth } from "../base/need.js";
import { depthOf, LINK } from "../graph/source-lines.js";
import type { CodeLines } from "./step-code.js";

/** The most lines of a statement that are joined to one, and the most characters of that. */
const MOST_JOINED = 12;
const LONGEST_JOINED = 240;

/** A line that a block of statements begins behind. */
const OPENS_BLOCK = /(?:(?:=>|\bdo|->|\bin)\s*\{?|[)\]]\s*\{)\s*(?:\|[^|]*\|)?\s*$|^\s*\{\s*$/;
/** A line whose value stands in the next one: `const team =`. */
const ASSIGNS_BELOW = /[\w$)\]}>]\s+=$/;
/** A line whose brackets go on in the next one. */
const GOES_ON_BELOW = /(?:[([,]\s*[[{]?|&&|\|\||\b(?:and|or|not)|[-+*?.=])$/;
/** An object or a type with members: `where: {`, `const team = {`. A block may begin behind a case. */
const OPENS_LITERAL = /[\w$"'\])?]\s?(?::|\s=)\s\{$/;
const CASE = /^\s*(?:case|default)\b/;
/** A member of such, the last one too; and the member of a type. */
const MEMBER_END = /[,([{]$/;
const TYPE_MEMBER = /^\s*(?:readonly\s+)?[\w$]+\??:\s.*;$/;
/** The mark of a comment up to the end of its line. */
const LINE_COMMENT = /(?:^|\s)(?:\/\/|#)/;

/**
 * The index of the last line of a statement that fits into one row: the end of the brackets of its first line, if they hold no block of statements;
 * the end of a value that begins in the next line; the last link of a chain with a line for each. Else the first line itself.
 */
export function statementEnd(source: CodeLines, from: number): number {
  const next = from + 1;
  const { text, code } = source;
  const isAbove = ASSIGNS_BELOW.test(nth(code, from).trimEnd()) && next < code.length && nth(code, next).trim() !== "";
  if (!isAbove) return chainEnd(source, from, bracketsEnd(source, from));
  const last = bracketsEnd(source, next);
  const length = text.slice(from, last + 1).reduce((sum, line) => sum + line.trim().length + 1, 0);
  const isOne = last > next || depthOf(nth(code, next)) <= 0;
  return isOne && length <= LONGEST_JOINED ? last : from;
}

/**
 * The index of the last line of a chain whose calls stand below its value, each in a line of its own: `this.jobs`, `.run(id)`, `.then(done)`. `last`
 * where none follows it.
 */
function chainEnd({ text, code }: CodeLines, from: number, last: number): number {
  let depth = 0;
  let length = 0;
  for (let index = from; index <= last; index++) {
    depth += depthOf(nth(code, index));
    length += nth(text, index).trim().length;
  }
  if (depth > 0 || nth(code, last).trim() === "") return last;
  let end = last;
  for (let next = last + 1; next < code.length; next++) {
    const link = nth(code, next);
    length += nth(text, next).trim().length;
    if (!LINK.test(link) || depthOf(link) !== 0 || length > LONGEST_JOINED) break;
    if (hasComment(nth(text, next - 1), nth(code, next - 1))) break;
    end = next;
  }
  return end;
}

function bracketsEnd({ text, code }: CodeLines, from: number): number {
  let depth = depthOf(nth(code, from));
  const first = nth(code, from).trimEnd();
  const isLiteral = OPENS_LITERAL.test(first) && !CASE.test(first);
  if (depth <= 0 || OPENS_BLOCK.test(first) || !(isLiteral || GOES_ON_BELOW.test(first))) return from;
  let length = nth(text, from).trimEnd().length;
  for (let index = from + 1; index < Math.min(text.length, from + MOST_JOINED); index++) {
    const line = nth(code, index).trimEnd();
    length += nth(text, index).trim().length + 1;
    // Elements of JSX are rows of their own, and nothing can stand behind a comment.
    const isApart = line.trim() === "" || /^\s*</.test(line) || hasComment(nth(text, index - 1), nth(code, index - 1));
    if (length > LONGEST_JOINED || isApart) return from;
    // The block behind a condition or a signature.
    if (line.endsWith("{") && depth + depthOf(line.slice(0, -1)) <= 0) return index;
    depth += depthOf(line);
    if (depth <= 0) return index;
    // The body of a function among the arguments.
    if (OPENS_BLOCK.test(line)) return from;
    if (isLiteral && !isMember(line, code[index + 1] ?? "")) return from;
  }
  return from;
}

/** Whether a line is one of the members of an object or type, so that it may stand beside others. */
const isMember = (line: string, next: string): boolean =>
  MEMBER_END.test(line) || TYPE_MEMBER.test(line) || /^\s*[)\]}]/.test(next);

const hasComment = (text: string, code: string) => LINE_COMMENT.test(text) && !LINE_COMMENT.test(code);

/** Lines as one, with a space where one is written on one line. */
export function joinedLines(lines: readonly string[]): string {
  return lines.slice(1).reduce((line, more) => {
    const next = more.trim();
    const before = /^[)\]}]/.test(next) ? line.replace(/,$/, "") : line;
    return /[([]$/.test(line) || /^[)\]]/.test(next) || LINK.test(next) ? before + next : `${before} ${next}`;
  }, nth(lines, 0).trimEnd());
}

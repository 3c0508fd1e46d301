/**
 * Joins rows of dense source that say little each: the elements of a list or object with a line each, and the attributes of an element of markup. Works
 * on the text alone. Pure.
 */
import { nth } from "../base/need.js";
import { indentOf, type RowOfLines } from "./source-rows.js";

/** The most characters of joined rows. */
const LONGEST = 180;
/** Joined elements stand for at most this many lines: their numbers must still tell the line of each. */
const MOST_LINES = 10;

/** An element with its comma, without a comment behind it. */
const ELEMENT = /^\s*(?![<{*/#@]|case\b|default\b)\S.*,$/;
/** A field, or an argument that a constructor keeps. */
const KEEPS =
  /^\s*(?:(?:private|protected|public|internal|readonly|static|final|val|var)\s[\w\s<>?,[\].]*|(?:this\.|self\.)?\w+\s=\s)\w+;?$/;
/** The last element, which needs no comma. It leaves no bracket open. */
const LAST_ELEMENT = /^\s*(?![<{*/#@])\S.*[\w"'`)\]}]$/;
const COMMENT = /(?:^|\s)(?:\/\/|#|--)|\/\*/;
/** An element of markup whose attributes go on in the next line. */
const OPEN_TAG = /^\s*<[A-Za-z][\w.:-]*(?:\s[^<>]*)?$/;
/** A whole attribute. */
const ATTRIBUTE = /^\s*[@:#\w.-]+(?:=(?:"[^"]*"|'[^']*'|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}))?$/;
/** The end of a tag in a line of its own. */
const TAG_END = /^\s*\/?>$/;

/** Two or more classes of an element of markup: they say how it looks. */
const CLASSES = /\s*\bclass(?:Name)?="[^"\s]{1,80}\s[^"]{0,500}"/g;
/** A row that begins an element, or is an attribute. */
const MARKUP = /^\s*(?:<[A-Za-z]|class(?:Name)?=)/;
const LONGEST_MARKUP = 1000;

/** Joins the elements of each list, and the attributes of each element of markup, where they fit one row. Leaves out classes that say how an element looks. */
export function withJoinedRows(given: readonly RowOfLines[]): RowOfLines[] {
  const rows = given.map(withoutClasses).filter(({ text, isAsWritten }) => isAsWritten || text.trim() !== "");
  const joined: RowOfLines[] = [];
  for (let index = 0; index < rows.length; ) {
    const kept = keptEnd(rows, index);
    const end = Math.max(listEnd(rows, index), tagEnd(rows, index), kept);
    const run = rows.slice(index, end);
    const first = nth(run, 0);
    const text = [first.text.trimEnd(), ...run.slice(1).map((row) => row.text.trim())]
      .join(end === kept && !first.text.trimEnd().endsWith(";") ? "; " : " ")
      .replace(/ (\/?>)$/, "$1");
    joined.push(run.length > 1 ? { first: first.first, last: nth(run, run.length - 1).last, text } : first);
    index = end;
  }
  return joined;
}

function withoutClasses(row: RowOfLines): RowOfLines {
  const { text, isAsWritten } = row;
  const isMarkup = !isAsWritten && text.length <= LONGEST_MARKUP && MARKUP.test(text);
  return isMarkup ? { ...row, text: text.replace(CLASSES, "") } : row;
}

/** The index behind the last element of the list that goes on at `from`. */
function listEnd(rows: readonly RowOfLines[], from: number): number {
  const head = nth(rows, from);
  if (!isElement(head, ELEMENT)) return from + 1;
  const indent = indentOf(head.text);
  let length = head.text.trim().length;
  let end = from + 1;
  for (; end < rows.length; end++) {
    const row = nth(rows, end);
    length += row.text.trim().length + 1;
    const own = indentOf(row.text);
    // Deeper rows belong to the element before them.
    if (own > indent) return Math.max(from + 1, end - 1);
    if (own < indent || length > LONGEST || row.last - head.first >= MOST_LINES) break;
    if (isElement(row, ELEMENT)) continue;
    const next = rows[end + 1];
    const isLast = isElement(row, LAST_ELEMENT) && (next === undefined || indentOf(next.text) < indent);
    return isLast ? end + 1 : end;
  }
  return end;
}

/** The index behind the fields or kept arguments that go on at `from`. */
function keptEnd(rows: readonly RowOfLines[], from: number): number {
  const indent = indentOf(nth(rows, from).text);
  let length = 0;
  let end = from;
  for (; end < rows.length; end++) {
    const { text, isAsWritten, last } = nth(rows, end);
    length += text.trim().length + 1;
    const isFitting = length <= LONGEST && last - nth(rows, from).first < MOST_LINES;
    if (isAsWritten || !isFitting || indentOf(text) !== indent || !KEEPS.test(text)) break;
  }
  return Math.max(end, from + 1);
}

const isElement = ({ text, isAsWritten }: RowOfLines, form: RegExp): boolean =>
  isAsWritten !== true && text.length <= LONGEST && form.test(text) && !COMMENT.test(text);

/** The index behind the last attribute of the tag that begins at `from`, and behind its end. */
function tagEnd(rows: readonly RowOfLines[], from: number): number {
  const head = nth(rows, from);
  if (head.isAsWritten || head.text.length > LONGEST || !OPEN_TAG.test(head.text)) return from + 1;
  let length = head.text.trim().length;
  let end = from + 1;
  for (; end < rows.length; end++) {
    const { text, isAsWritten, last } = nth(rows, end);
    length += text.trim().length + 1;
    if (isAsWritten || length > LONGEST || last - head.first >= MOST_LINES) break;
    if (TAG_END.test(text)) return end + 1;
    if (indentOf(text) <= indentOf(head.text) || !ATTRIBUTE.test(text)) break;
  }
  return end;
}

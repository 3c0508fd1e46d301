/**
 * Source as a reader wants it first, dense: a comment, a block of imports, a statement of several lines, a guard with its block and a few elements of a
 * list are a row each, whose numbers say which lines it stands for. Blank lines, lines that only close or open a block or a tag, and classes of markup
 * are left out. An indentation is a space a level. Works on the text alone, for any language. Pure.
 */
import { nth } from "../base/need.js";
import { withShortMasks } from "../masking/secrets.js";
import { withGuards } from "./guards.js";
import { importsEnd, modulesOf } from "./import-blocks.js";
import { withJoinedRows } from "./joined-rows.js";
import { atLevels, numbered, type RowOfLines, type SourceRow } from "./source-rows.js";
import { joinedLines, statementEnd } from "./statements.js";
import { type CodeLines, codeLines } from "./step-code.js";

/** Characters of a comment that are shown. */
const MOST_OF_COMMENT = 300;
/** Blocks of imports of more lines are folded. */
const LONGEST_IMPORTS = 5;
/** No person writes longer lines; these are rows as they are. */
const LONGEST_LINE = 1000;

const LINE_COMMENT = /^\s*(?:\/\/|\*(?:[\s/]|$))/;
const BLOCK_COMMENT = /^\s*\/\*/;
/** The signs of a comment at the begin and at the end of its lines, and the elements of C#'s comments that say nothing. */
const SIGNS =
  /^\s*(?:\/\*+|\*+\/|\*|\/{2,}!?|[rR]?(?:"""|'''))\s?|\s*(?:\*+\/|"""|''')\s*$|<\/?(?:summary|remarks|para)\s*>/g;
/** Parameters and results, which the signature tells. */
const OF_SIGNATURE = /@(?:param|returns?)\b[^@]*|<(param|typeparam|returns)\b[^>]*>.*?<\/\1>/g;
const OPENING = /^\s*(\/\*+|\/{2,}!?|[rR]?(?:"""|''')|)/;
const DOCSTRING = /^\s*[rR]?(?:"""|''')/;
/** Lines that say nothing by themselves: closing brackets and tags, and tags of plain elements. */
const HOLLOW = /^[\s})\];,]*$|^\s*(?:<\/[\w.:-]*>|<(?!script|style|template)[a-z\d]*>)[\s})\];,]*$/;
/** The end of an element whose last attribute takes several lines. */
const ELEMENT_END = /^\s*\/>[\s})\];,]*$/;
/** The bracket of a block in a line of its own, and the line before one that opens an element of a list instead. */
const OPENS_BLOCK = /^\s*\{\s*$/;
const BEFORE_ELEMENT = /[[({,;}]\s*$/;

/** The rows of some lines, of which the first has the number `start`: dense where they are folded, else a row for each line as it is written. */
export function sourceRows(start: number, lines: readonly string[], isFolded: boolean): SourceRow[] {
  return numbered(
    start,
    isFolded ? atLevels(denseRows(lines)) : lines.map((text, index) => ({ first: index, last: index, text })),
  );
}

function denseRows(lines: readonly string[]): RowOfLines[] {
  const source = codeLines(lines.map(withShortMasks), LONGEST_LINE);
  const joined = withJoinedRows(withGuards(foldedRows(source), source, { start: 0, isWhole: true }));
  return joined.filter(({ text, isAsWritten }) => isAsWritten || !ELEMENT_END.test(text));
}

function foldedRows(source: CodeLines): RowOfLines[] {
  const lines = source.text;
  const rows: RowOfLines[] = [];
  for (let index = 0; index < lines.length; ) {
    const line = nth(lines, index);
    if (source.within[index] !== null) {
      rows.push({ first: index, last: index++, text: line, isAsWritten: true });
      continue;
    }
    if (HOLLOW.test(line) || opensBlock(source, index)) {
      index++;
      continue;
    }
    const row = commentRow(source, index) ?? importsRow(lines, index) ?? statementRow(source, index);
    rows.push(row);
    index = row.last + 1;
  }
  return rows;
}

/** Whether a line opens the block of the line before it, as C# and others are written, and not an element of a list. */
function opensBlock({ text, code }: CodeLines, index: number): boolean {
  if (index === 0 || !OPENS_BLOCK.test(nth(text, index))) return false;
  const before = nth(code, index - 1);
  return before.trim() !== "" && !BEFORE_ELEMENT.test(before);
}

function statementRow(source: CodeLines, first: number): RowOfLines {
  const last = statementEnd(source, first);
  return { first, last, text: joinedLines(source.text.slice(first, last + 1)) };
}

function importsRow(lines: readonly string[], first: number): RowOfLines | null {
  const end = importsEnd(lines, first);
  if (end - first <= LONGEST_IMPORTS) return null;
  return { first, last: end - 1, text: `imports ${modulesOf(lines.slice(first, end))}` };
}

/**
 * The comment or docstring that begins at a line; null where none does. Null also where nothing else is shown: the caller then asked for the comment.
 */
function commentRow(source: CodeLines, first: number): RowOfLines | null {
  const lines = source.text;
  const end = isDocstring(source, first) ? textEnd(source, first) : commentEnd(lines, first);
  if (end === first || (first === 0 && end === lines.length)) return null;
  const [, sign = ""] = OPENING.exec(nth(lines, first)) ?? [];
  // The first of the lines may be in a comment, or go on with a product.
  const opening = sign === "" ? "*" : sign;
  const words = lines
    .slice(first, end)
    .map((line) => line.replace(SIGNS, "").trim())
    .filter((line) => line !== "")
    .join(" ")
    .replace(OF_SIGNATURE, "")
    .trim();
  const indent = /^\s*/.exec(nth(lines, first))?.[0] ?? "";
  const close = opening.startsWith("/*") ? " */" : /["']/.test(opening) ? opening.slice(-3) : "";
  return {
    first,
    last: end - 1,
    text: `${indent}${opening} ${words === "" ? "…" : cut(words, MOST_OF_COMMENT)}${close}`,
  };
}

/** A text by itself, in the first line of the body of a function or class: the line before ends with a colon. */
function isDocstring({ text, code }: CodeLines, index: number): boolean {
  return (
    DOCSTRING.test(nth(text, index)) &&
    index > 0 &&
    nth(code, index - 1)
      .trimEnd()
      .endsWith(":")
  );
}

/** The end of the text that begins at a line. */
function textEnd({ text, within }: CodeLines, from: number): number {
  let end = from + 1;
  while (end < text.length && within[end] !== null) end++;
  return end;
}

/** The end of the comment that begins at a line; the line itself where none does. */
function commentEnd(lines: readonly string[], from: number): number {
  let index = from;
  if (BLOCK_COMMENT.test(nth(lines, from))) {
    while (index < lines.length && !nth(lines, index).includes("*/")) index++;
    // Code behind the end of a comment is shown.
    return index < lines.length && /\*\/\s*$/.test(nth(lines, index)) ? index + 1 : index;
  }
  while (index < lines.length && LINE_COMMENT.test(nth(lines, index))) index++;
  return index;
}

/** A text of at most a number of characters, cut behind a word. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(text.lastIndexOf(" ", most), most / 2))} …`;
}

/** The comment above a declaration, without its marks. */
import { nth } from "../../base/need.js";
import { int32At } from "../../base/numbers.js";
import { isCommentLine, type ShapeText, sourceLine } from "./text.js";

const MOST_LINES = 200;
const LONGEST = 2000;
/** Annotations, attributes and decorators stand between a comment and its declaration. */
const BETWEEN = /^\s*(?:@|#\[|\[|#!?\[)/;
const OPENING =
  /^\s*(?:\/\*[*!]*<?|\/\/[/!]*<?|\(\*+|\{-\s?\|?|--+\s?\|?|--\[=*\[|#+'?:?|;+|%+'?|"""|'''|!+[<>]?|=begin|")\s?/;
const CLOSING = /\s*(?:\*+\/|\*+\)|-\}|\]=*\]|"""|'''|"|^=end|^=cut)\s*$/;
const MIDDLE = /^\s*(?:\*(?!\/)\s?)?/;
/** A string that documents what follows it. */
const DOCUMENTS = /^\s*@(?:doc|moduledoc|typedoc)\b/;
/** Marks that say something to programs: `//go:build`, `# frozen_string_literal: true`, `#!/bin/sh`, `# -*- coding`. */
const FOR_PROGRAMS =
  /^(?:#!|\s*(?:\/\/|#|--|;+)\s*(?:-\*-|vim?:|frozen_string_literal|rubocop:|NOLINT|clang-format|eslint|shellcheck|=+\s*$|-+\s*$|\*+\s*$))/;

/** The text of the comment that ends on the line above `line`; null if there is none. */
export function docAbove(text: ShapeText, line: number): string | null {
  const lines: string[] = [];
  let index = line - 1;
  const lowest = Math.max(0, line - MOST_LINES);
  while (index >= lowest && int32At(text.indents, index) >= 0 && isBetween(text, index)) index--;
  const isString = index >= lowest && isStringLine(text, index) && sourceLine(text, index).trim() !== "";
  for (; index >= lowest; index--) {
    const source = sourceLine(text, index);
    if (isString ? !isStringLine(text, index) : !isCommentLine(text, index)) break;
    if (!FOR_PROGRAMS.test(source)) lines.unshift(isString ? source.replace(DOCUMENTS, "") : source);
    if (isString && DOCUMENTS.test(source)) break;
  }
  return cleaned(lines);
}

function isBetween(text: ShapeText, line: number): boolean {
  const source = sourceLine(text, line);
  return BETWEEN.test(source) && !DOCUMENTS.test(source);
}

/** Whether a line is a part of a string over several lines. */
function isStringLine(text: ShapeText, line: number): boolean {
  if (text.hasComment[line] === 1) return false;
  const source = sourceLine(text, line);
  return int32At(text.indents, line) === -1 || DOCUMENTS.test(source);
}

/** Lines of a comment without marks; null if nothing is left. */
function cleaned(lines: readonly string[]): string | null {
  const plain = lines.map((line) => {
    const opened = OPENING.test(line) ? line.replace(OPENING, "") : line.replace(MIDDLE, "");
    return opened.replace(CLOSING, "").trimEnd();
  });
  const least = plain.reduce(
    (columns, line) => (line === "" ? columns : Math.min(columns, /^ */.exec(line)?.[0].length ?? 0)),
    80,
  );
  const text = plain
    .map((line) => line.slice(Math.min(least, nth([line.length], 0))))
    .join("\n")
    .trim();
  return text === "" ? null : text.slice(0, LONGEST);
}

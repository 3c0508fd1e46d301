/** Rows of numbered source: a row is a line, or several that are put into one. Pure. */
import { nth } from "../base/need.js";

/** A row as an answer has it. */
export interface SourceRow {
  /** The numbers of its first and last line. */
  first: number;
  last: number;
  /** With its number, or the numbers of its first and last line, and a tab. */
  text: string;
}

/** The lines of a row, by their indexes, and its text. */
export interface RowOfLines {
  first: number;
  last: number;
  text: string;
  /** Its indentation stands, as in a text of several lines. */
  isAsWritten?: boolean;
}

/** The rows with their numbers; the first of the lines has the number `start`. */
export function numbered(start: number, rows: readonly RowOfLines[]): SourceRow[] {
  return rows.map(({ first, last, text }) => ({
    first: start + first,
    last: start + last,
    text: `${start + first}${last > first ? `-${start + last}` : ""}\t${text}`,
  }));
}

/** The rows with a space of indentation for each level: one deeper than the row before it is a level more. */
export function atLevels(rows: readonly RowOfLines[]): RowOfLines[] {
  const levels: number[] = [];
  return rows.map((row) => {
    if (row.isAsWritten) return row;
    const text = row.text.trimStart();
    const indent = row.text.length - text.length;
    while (levels.length > 0 && nth(levels, levels.length - 1) > indent) levels.pop();
    if (levels.at(-1) !== indent) levels.push(indent);
    return { ...row, text: " ".repeat(levels.length - 1) + text };
  });
}

/** The characters of a text before its first word. */
export const indentOf = (text: string): number => text.length - text.trimStart().length;

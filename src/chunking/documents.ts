/** Units of a document by its headings. */
import type { Markup } from "../repository/documents.js";
import { headingsOf } from "./headings.js";
import { isBlank, type Lines, trimmedLine } from "./lines.js";
import { type Unit, unitsOfLines } from "./unit.js";

/** A document: sections by heading. A heading with nothing of its own stands with the first section below it. */
export function unitsOfDocument(lines: Lines, markup: Markup): Unit[] {
  const count = lines.starts.length;
  const headings = headingsOf(
    {
      count,
      text: (line) => (line >= 0 && line < count ? trimmedLine(lines, line) : ""),
      indent: (line) => lines.indents[line] ?? -1,
    },
    markup,
  );
  const units: Unit[] = [];
  const path: string[] = [];
  let from = 0;
  const close = (end: number): void => {
    if (end <= from) return;
    const heading = path.filter((text) => text !== undefined);
    for (const part of unitsOfLines(lines, from, end - 1, 0, true)) units.push({ ...part, heading });
    from = end;
  };
  for (const [index, { line, level, text }] of headings.entries()) {
    const before = headings[index - 1];
    const isEmpty = before !== undefined && isBlank(lines, before.last + 1, line);
    if (!isEmpty || before.level >= level) close(line);
    path.length = Math.min(path.length, level - 1);
    path[level - 1] = text;
  }
  close(count);
  return units;
}

/**
 * Statements at the top level of files, as parts of these. The handler of `router.post("/orders", async (req) => …)` is in no declaration, and its edges are
 * those of its file: so a statement stands for it, by the route that it registers.
 */
import { groupBy } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { partOf } from "../../graph/parts.js";
import { readTexts } from "../../graph/source-lines.js";
import { type FileParts, partsOfFile } from "../../graph/top-level.js";
import { codeLanguageOf } from "../../languages/index.js";
import type { Db } from "../../store/db/db.js";
import { readLedgerPaths } from "../../store/files.js";
import { headsAt, type LinePlace, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";

/** Lines of a file, from the first to the last. */
export interface Lines {
  path: string;
  first: number;
  last: number;
}

/** Files that are read for statements, their bytes, and lines of a statement. */
const MOST_FILES = 40;
const MOST_BYTES = 3_000_000;
const LONGEST = 1000;

/** For each stretch of lines the statement that has most of them, in their order; null where they are imports, or are not known. */
export async function statementsIn(db: Db, view: View, stretches: readonly Lines[]): Promise<(SymbolHead | null)[]> {
  const paths = [...new Set(stretches.map(({ path }) => path))]
    .filter((path) => codeLanguageOf(path) !== null)
    .slice(0, MOST_FILES);
  const files = await filesAt(db, view, paths);
  const texts = await readTexts(db, view, [...files.keys()], MOST_BYTES, "given");
  const known = new Map<string, { file: SymbolHead; lines: string[]; parts: FileParts }>();
  for (const [path, text] of texts) {
    const file = files.get(path);
    if (file !== undefined)
      known.set(path, { file, lines: text.split("\n"), parts: partsOfFile(path, file.language, text) });
  }
  return stretches.map(({ path, first, last }) => {
    const read = known.get(path);
    const lines = read === undefined ? null : longestStatement(read.lines, first, last);
    if (read === undefined || lines === null) return null;
    const label = read.parts.around(lines.start);
    return partOf(read.file, [lines.start, lines.end], {
      name: label,
      nodeType: label === null ? "statement" : "route",
    });
  });
}

/** The statement that each line of a file's top level is in. */
export const statementsAt = (db: Db, view: View, places: readonly LinePlace[]): Promise<(SymbolHead | null)[]> =>
  statementsIn(
    db,
    view,
    places.map(({ path, line }) => ({ path, first: line, last: line })),
  );

async function filesAt(db: Db, view: View, paths: readonly string[]): Promise<Map<string, SymbolHead>> {
  const rows = await readLedgerPaths(db, view.projectId, view.viewId, paths);
  const versions = rows.flatMap(({ versionId }) => (versionId === null ? [] : [{ versionId, ordinal: 0 }]));
  const heads = groupBy(await headsAt(db, view, versions), ({ path }) => path);
  return new Map([...heads].map(([path, own]) => [path, nth(own, 0)]));
}

/** A line that goes on with the statement above it: an indented one, an empty one, or one that closes brackets or type arguments. */
const GOES_ON = /^(?:\s|$|[)\]}>])/;
/** Statements that do nothing themselves: they import, pass names on or say how what stands below them is used. */
const SILENT =
  /^(?:import\b|from\b|export\s*[*{]|using\b|package\b|[@#/*[]|["']|export default [\w.]+;?$|(?:module\.)?exports\b)/;

/** Of the statements in some lines the one with most of them; null where all are silent, or it is too long. Pure. */
export function longestStatement(
  lines: readonly string[],
  first: number,
  last: number,
): { start: number; end: number } | null {
  const goesOn = (line: number) => GOES_ON.test(lines[line - 1] ?? "");
  let best: { start: number; end: number } | null = null;
  let most = 0;
  for (let line = first; line <= Math.min(last, lines.length); ) {
    let start = line;
    while (start > 1 && goesOn(start) && line - start < LONGEST) start--;
    let end = start;
    while (end < lines.length && goesOn(end + 1) && end - start < LONGEST) end++;
    const shared = Math.min(end, last) - Math.max(start, first) + 1;
    line = Math.max(end, line) + 1;
    while (end > start && /^\s*$/.test(lines[end - 1] ?? "")) end--;
    if (shared > most && end - start < LONGEST && !SILENT.test(lines[start - 1] ?? "")) {
      best = { start, end };
      most = shared;
    }
  }
  return best;
}

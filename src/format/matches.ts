/** Lines that match, under their files. */
import { addToList } from "../base/groups.js";
import { countOf } from "./counts.js";
import { isImportLine } from "./import-blocks.js";

export interface LineOfFile {
  path: string;
  line: number;
  text: string;
  /** The function or type around it, and its lines. */
  in?: string | undefined;
  before: string[];
  after: string[];
}

export interface Total {
  query?: string | undefined;
  lines: number;
  files: number;
  at_least?: boolean | undefined;
  /** Lines that stand under an earlier query. */
  above?: number | undefined;
  by: { path: string; lines: number; files: number }[];
}

/**
 * `src/a.ts`, and its lines below: `12: …  [in Cart.add 10-30]`, those around them `11- …`. Each line stands once, and the function around several that
 * follow one another. Imports say nothing where other lines of their file follow: `src/a.ts  (imports: 3)`.
 */
export function fileLines(all: readonly LineOfFile[]): string[] {
  const imports = importsBeside(all);
  const matches = all.filter((match) => !imports.get(match.path)?.includes(match.line));
  const shown: string[] = [];
  let path: string | null = null;
  let last = 0;
  let around: string | undefined;
  for (const match of matches) {
    const { line, before, after } = match;
    const hasContext = before.length + after.length > 0;
    if (match.path !== path) {
      const imported = imports.get(match.path);
      shown.push(imported ? `${match.path}  (imports: ${imported.join(", ")})` : match.path);
      path = match.path;
      last = 0;
      around = undefined;
    } else if (hasContext && line - before.length > last + 1) shown.push("--");
    for (const [index, one] of before.entries()) {
      const number = line - before.length + index;
      if (number > last) shown.push(`${number}- ${one}`);
    }
    const where = match.in === undefined || match.in === around ? "" : `  [in ${match.in}]`;
    around = match.in;
    const text = `${line}: ${hasContext ? match.text : match.text.trim()}${where}`;
    // A line that was shown behind the match before it is a match itself.
    if (line <= last)
      shown.splice(
        shown.findLastIndex((one) => one.startsWith(`${line}- `)),
        1,
        text,
      );
    else shown.push(text);
    for (const [index, one] of after.entries()) if (line + 1 + index > last) shown.push(`${line + 1 + index}- ${one}`);
    last = Math.max(last, line + after.length);
  }
  return shown;
}

/** The lines of imports by file, of files that other lines are of. */
function importsBeside(all: readonly LineOfFile[]): Map<string, number[]> {
  const isBare = ({ text, before, after }: LineOfFile) => before.length + after.length === 0 && isImportLine(text);
  const [imports, others] = [all.filter(isBare), new Set(all.filter((one) => !isBare(one)).map(({ path }) => path))];
  const lines = new Map<string, number[]>();
  for (const { path, line } of imports) if (others.has(path)) addToList(lines, path, line);
  return lines;
}

/** `312 lines in 87 files`, and where most of them are if not all are shown. */
export function totalInWords({ lines, files, at_least, above = 0, by }: Total, shown: number): string {
  const more = at_least ? "at least " : "";
  const repeated = above === 0 ? "" : `, ${above >= lines ? "all" : `${above} of them`} above`;
  const all = `${more}${countOf(lines, "line")} in ${countOf(files, "file")}${repeated}`;
  if (shown + above >= lines) return all;
  const places = by.map(({ path, lines, files }) =>
    files > 1 ? `${path} ${lines} (${countOf(files, "file")})` : `${path} ${lines}`,
  );
  return `${all}, ${shown === 0 ? "none" : `the first ${shown}`} of them here. All: ${places.join(", ")}`;
}

/** `Only code: 12 further lines left out (imports 9, comments 3).` */
export function leftOutInWords(only: string, elsewhere: readonly { part: string; lines: number }[]): string {
  const byPart = new Map<string, number>();
  for (const { part, lines } of elsewhere) byPart.set(part, (byPart.get(part) ?? 0) + lines);
  const parts = [...byPart].sort((one, other) => other[1] - one[1]).map(([part, lines]) => `${part} ${lines}`);
  const all = elsewhere.reduce((sum, { lines }) => sum + lines, 0);
  return `Only ${only}: ${countOf(all, "further line")} left out (${parts.join(", ")}).`;
}

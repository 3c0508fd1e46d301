/**
 * Reads from a unified diff, as git writes it, the new lines of each file. Only headers are read, and the lines of a hunk are counted, so that lines of code
 * which look like headers do not count as such. (parse-diff and gitdiff-parser make an object of each line of a diff, which a caller sends and which may be
 * large.)
 */
import { nth } from "../../base/need.js";

export interface ChangedFile {
  path: string;
  /** Lines after the change, from 1, inclusive; a mere deletion counts as the line before it. */
  ranges: { start: number; end: number }[];
}

/** The files of a diff in its order; deleted files have no lines. A text that is not a diff has no files. */
export function changedFiles(diff: string): ChangedFile[] {
  const files: ChangedFile[] = [];
  /** Remaining lines of the hunk; they may look like headers. */
  let before = 0;
  let after = 0;
  let current: ChangedFile | null = null;
  for (const line of diff.split(/\r?\n/)) {
    if (before > 0 || after > 0) {
      if (!line.startsWith("+") && !line.startsWith("\\")) before--;
      if (!line.startsWith("-") && !line.startsWith("\\")) after--;
      continue;
    }
    const header = /^\+\+\+ (.+?)(\t.*)?$/.exec(line);
    if (header) {
      const path = pathOf(nth(header, 1));
      current = path === null ? null : { path, ranges: [] };
      if (current) files.push(current);
      continue;
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (!hunk) continue;
    before = Number(hunk[1] ?? 1);
    after = Number(hunk[3] ?? 1);
    const start = Math.max(1, Number(hunk[2]));
    current?.ranges.push({ start, end: start + Math.max(0, after - 1) });
  }
  return files;
}

/** `b/src/a.ts` as src/a.ts; null for a deleted file. */
function pathOf(written: string): string | null {
  const path = unquoted(written).replace(/^[a-z]\//, "");
  return written === "/dev/null" || path.includes("\0") ? null : path;
}

/** Names with special characters are quoted, their bytes in octal: "b/\303\274.ts". */
function unquoted(written: string): string {
  if (!/^".*"$/.test(written)) return written;
  const escapes: Record<string, string> = { n: "\n", t: "\t", r: "\r" };
  const bytes = written
    .slice(1, -1)
    .replaceAll(/\\([0-7]{3}|.)/g, (_whole, code: string) =>
      code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8) & 0xff) : (escapes[code] ?? code),
    );
  // Each character is one byte here, as long as git writes the others in octal.
  return /[^\0-\xff]/.test(bytes) ? bytes : Buffer.from(bytes, "latin1").toString("utf8");
}

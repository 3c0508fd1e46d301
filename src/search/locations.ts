/** Lines of files that a query names, as stack traces, compilers and people write them. Pure. */
import type { ViewSnapshot } from "./snapshot.js";

/** A line of a file that a view has. */
export interface Location {
  versionId: number;
  /** From 1. */
  line: number;
}

/** Locations of one query beyond these are not looked at: the first frames of a stack trace are those that matter. */
const MOST_LOCATIONS = 10;
/** A path that fits more files than these says too little. */
const MOST_FILES = 3;
/** Behind a file's name: `:12`, `:line 12`, `(12,5)`, `#L12`, `", line 12`. The number of a column may follow. */
const LINE = /(\.[A-Za-z]\w{0,9})(?::line |:|\(|#L|"?, line )(\d{1,7})(?!\d)(?:[:,]\d{1,7})?/g;
const IN_PATH = /[^\s"'`()<>|*?:;,=]/;

/** The locations in a text as far as their files are known, in its order, and the text without the numbers of their lines. */
export function locationsIn(
  text: string,
  { files }: Pick<ViewSnapshot, "files">,
): { locations: Location[]; rest: string } {
  const locations: Location[] = [];
  const rest = text.replace(LINE, (whole, extension: string, line: string, at: number) => {
    if (locations.length >= MOST_LOCATIONS) return whole;
    let start = at;
    while (start > 0 && IN_PATH.test(text[start - 1]!)) start--;
    const versions = start === at ? [] : versionsAt(files, text.slice(start, at) + extension);
    if (versions.length === 0) return whole;
    for (const versionId of versions) locations.push({ versionId, line: Number(line) });
    return extension;
  });
  return { locations, rest };
}

/**
 * The files that a path means, however it was written and wherever it was seen: all of it is the end of theirs, or theirs is the end of it, or at least two
 * parts are the same; the longest such end wins.
 */
function versionsAt(files: ViewSnapshot["files"], path: string): number[] {
  const asked = path.split(/[\\/]/).filter((part) => part !== "" && part !== ".");
  const name = asked.at(-1) ?? path;
  let longest = 1;
  let found: number[] = [];
  for (const file of files) {
    if (!file.path.endsWith(name)) continue;
    const parts = file.path.split("/");
    const same = sameEnd(asked, parts);
    const isEnough = same > 1 || (same === 1 && (asked.length === 1 || parts.length === 1));
    if (!isEnough || same < longest) continue;
    if (same > longest) found = [];
    longest = same;
    found.push(file.versionId);
  }
  return found.length > MOST_FILES ? [] : found;
}

/** How many parts at the end are the same. */
function sameEnd(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one.at(-1 - count) === other.at(-1 - count)) count++;
  return count;
}

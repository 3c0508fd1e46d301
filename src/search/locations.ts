/** Lines of files that a query names, as stack traces, compilers and people write them. */
import type { ViewSnapshot } from "./snapshot.js";

/** A line of a file that a view has. */
export interface Location {
  versionId: number;
  /** From 1. */
  line: number;
}

type Files = ViewSnapshot["files"];

/** Locations of one query beyond these are not looked at: the first frames of a stack trace are those that matter. */
const MOST_LOCATIONS = 10;
/** What looks like a location and is none is passed over so often. */
const MOST_LOOKED_AT = 60;
/** A path that fits more files than these says too little. */
const MOST_FILES = 3;
const LONGEST_PATH = 500;
/** Behind a file's name: `:12`, `:line 12`, ` line 12`, `(12,5)`, `#L12`, `", line 12`. A column or a last line may follow. */
const LINE =
  /(\.[A-Za-z]\w{0,9})(?:\?[\w=&.-]{0,40})?(?::line |:| line |\(|#L|"?, line )(\d{1,7})(?!\d)(?:[:,]\d{1,7})?(?:-L?\d{1,7})?/g;
/** Paths may have brackets, as those of routes do, and mostly stand in some. */
const IN_PATH = [/[^\s"'`|*?:;#]/, /[^\s"'`()<>|*?:;,=#]/];

/** The locations in a text as far as their files are known, in its order, and the text without the numbers of their lines. */
export function locationsIn(text: string, { files }: { files: Files }): { locations: Location[]; rest: string } {
  const locations: Location[] = [];
  const known = new Map<string, number[]>();
  const rest = text.replace(LINE, (whole, extension: string, line: string, at: number) => {
    if (locations.length >= MOST_LOCATIONS || known.size >= MOST_LOOKED_AT) return whole;
    for (const inPath of IN_PATH) {
      let start = at;
      while (start > 0 && at - start < LONGEST_PATH && inPath.test(text[start - 1]!)) start--;
      if (start === at) continue;
      const path = text.slice(start, at) + extension;
      const versions = known.get(path) ?? versionsAt(files, path);
      known.set(path, versions);
      if (versions.length === 0) continue;
      for (const versionId of versions) locations.push({ versionId, line: Number(line) });
      return extension;
    }
    return whole;
  });
  return { locations, rest };
}

/**
 * The files that a path means, however it was written and wherever it was seen: all of it is the end of theirs, or theirs is the end of it, or at least two
 * parts are the same; the longest such end wins.
 */
function versionsAt(files: Files, path: string): number[] {
  const asked = path.split(/[\\/]/).filter((part) => part !== "" && part !== ".");
  let longest = 1;
  let found: number[] = [];
  for (const file of filesByName(files).get(asked.at(-1) ?? path) ?? []) {
    const parts = files[file]!.path.split("/");
    const same = sameEnd(asked, parts);
    if (same < longest || (same === 1 && asked.length > 1 && parts.length > 1)) continue;
    if (same > longest) found = [];
    longest = same;
    found.push(files[file]!.versionId);
  }
  return found.length > MOST_FILES ? [] : found;
}

const names = new WeakMap<Files, Map<string, number[]>>();

/** Positions of files by the last part of their paths; kept as long as the snapshot. */
function filesByName(files: Files): Map<string, number[]> {
  let byName = names.get(files);
  if (byName === undefined) {
    byName = new Map();
    for (const [at, { path }] of files.entries()) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      const list = byName.get(name);
      if (list === undefined) byName.set(name, [at]);
      else list.push(at);
    }
    names.set(files, byName);
  }
  return byName;
}

/** How many parts at the end are the same. */
function sameEnd(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one.at(-1 - count) === other.at(-1 - count)) count++;
  return count;
}

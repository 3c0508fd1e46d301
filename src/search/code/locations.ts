/** Lines of files that a query names, as stack traces, compilers and people write them. */
import { addToList } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { codeLanguageOf } from "../../languages/index.js";
import { nameOf } from "../../model/paths.js";
import { keepWith } from "../snapshot.js";
import type { SnapshotFile } from "../snapshot-files.js";

/** A line of a file that a view has. */
export interface Location {
  versionId: number;
  /** From 1. */
  line: number;
}

/** A line that a query names and the view does not have. */
export interface MissedLine {
  /** The end of the path that was looked for. */
  path: string;
  line: number;
  /** Number of files that it may be in: none, too many, or few. Each of the few has fewer lines. */
  fileCount: number;
  /** The few. */
  versionIds: number[];
  /** Of the longest of the few. */
  lineCount: number;
  /** The function that a frame of a stack trace gives with it: "" where it is called nothing; null: it is not a frame. */
  frame: string | null;
}

export interface Locations {
  /** In the order of the text, as are those that are missed. */
  locations: Location[];
  missed: MissedLine[];
  /** The text without the numbers of the lines that it names. */
  rest: string;
}

type Files = readonly Pick<SnapshotFile, "path" | "versionId" | "lineCount">[];
/** Memory of a file in the list by name: its name and its place. */
const BYTES_PER_NAME = 120;

/** Locations of one query beyond these are not looked at: the first frames of a stack trace are those that matter. */
const MOST_LOCATIONS = 10;
/** At most this many paths are looked up: a text may hold many that look like a location and are not one. */
const MOST_LOOKED_AT = 60;
/** A path that fits more files than these says too little. */
export const MOST_FILES = 3;
const LONGEST_PATH = 500;
const LONGEST_FRAME = 500;
/** Behind a file's name: `:12`, `:line 12`, ` line 12`, `(12,5)`, `#L12`, `", line 12`. A column or a last line may follow. */
const LINE =
  /(\.[A-Za-z]\w{0,9})(?:\?[\w=&.-]{0,40})?(?::line |:| line |\(|#L|"?, line )(\d{1,7})(?!\d)(?:[:,]\d{1,7})?(?:-L?\d{1,7})?/g;
/** Paths may have brackets, as those of routes do, and mostly stand in some. */
const IN_PATH = [/[^\s"'`|*?:;#]/, /[^\s"'`()<>|*?:;,=#]/];
/** Up to a path: `at Cart.total (src/cart`, `at Shop.Cart.Total(Int32 n) in C:\\cart`, `total@http://localhost/cart`, or a line's `at src/cart` alone. */
const FRAME =
  /(?:^|\s)at (?:async |new )*([^\s()@]+)(?: \[as [^\]]*\])? ?\((?:[^()]*\) in )?\S*$|(?:^|\s)([\w$.]+)@\S*$|^\s*at (?:async )?\S*$/;

/** The lines that a text names, as far as their files are known. */
export function locationsIn(text: string, { files }: { files: Files }): Locations {
  const locations: Location[] = [];
  const missed = new Map<string, MissedLine>();
  const known = new Map<string, FilesAt>();
  const rest = text.replace(LINE, (whole, extension: string, digits: string, offset: number) => {
    if (locations.length >= MOST_LOCATIONS || known.size >= MOST_LOOKED_AT) return whole;
    const line = Number(digits);
    if (line === 0) return whole;
    const read = pathStarts(text, offset).map((start) => {
      const path = text.slice(start, offset) + extension;
      const found = known.get(path) ?? filesAt(files, path);
      known.set(path, found);
      return { path, ...found };
    });
    const named = read.find(({ few }) => few.length > 0) ?? read.at(-1);
    if (named === undefined) return whole;
    const { path, count, few } = named;
    // Compilers count the end of a file as a line of its own.
    const having = few.filter(({ lineCount }) => line <= lineCount + 1);
    for (const { versionId, lineCount } of having) locations.push({ versionId, line: Math.min(line, lineCount) });
    if (having.length > 0) return extension;
    if (count === 0 && !isFile(files, path, whole)) return whole;
    const shown = few.length === 1 ? nth(few, 0).path : partsOf(path).slice(-2).join("/");
    if (missed.size < MOST_LOCATIONS)
      missed.set(`${shown}:${line}`, {
        path: shown,
        line,
        fileCount: count,
        versionIds: few.map(({ versionId }) => versionId),
        lineCount: Math.max(0, ...few.map(({ lineCount }) => lineCount)),
        frame: frameIn(text.slice(Math.max(0, offset - LONGEST_FRAME), offset)),
      });
    return extension;
  });
  return { locations, missed: [...missed.values()], rest };
}

/** The names of the files whose lines a text may name. */
export function namesIn(text: string): string[] {
  const names = new Set<string>();
  for (const { index, 1: extension = "" } of text.matchAll(LINE)) {
    for (const start of pathStarts(text, index)) {
      const path = text.slice(start, index) + extension;
      names.add(partsOf(path).at(-1) ?? path);
    }
    if (names.size >= MOST_LOOKED_AT) break;
  }
  return [...names];
}

/** Where the path that ends at an offset may begin, the longest first. */
function pathStarts(text: string, end: number): number[] {
  const starts = IN_PATH.map((inPath) => {
    let start = end;
    while (start > 0 && end - start < LONGEST_PATH && inPath.test(text.charAt(start - 1))) start--;
    return start;
  });
  return [...new Set(starts)].filter((start) => start < end);
}

/** Whether the text of an unknown path is a path at all: `res.json(200)` and `example.com:8080` are not, and libraries are not part of a repository. */
function isFile(files: Files, path: string, written: string): boolean {
  if (path.includes("node_modules")) return false;
  if (codeLanguageOf(path) !== null) return true;
  return !written.includes("(") && filesByName(files).extensions.has(path.slice(path.lastIndexOf(".")));
}

/** The function that a frame names before the path at the end of a text, as people write it; "" for a frame without a name, null for no frame. */
function frameIn(text: string): string | null {
  const frame = FRAME.exec(text.slice(text.lastIndexOf("\n") + 1));
  if (frame === null) return null;
  const name = (frame[1] ?? frame[2] ?? "")
    // Names that compilers make: Cart.<Total>d__5.MoveNext, Cart.<>c.<Total>b__0, Cart`1, Map[T], Cart..ctor
    .replace(/<>c\w*\./g, "")
    .replace(/<(\w+)>[a-z]__\w+(\.MoveNext)?/, "$1")
    .replace(/`\d+|\[.*\]/g, "")
    .replace(/\.\.c?ctor$/, "")
    // The value that a function of a module is called on.
    .replace(/^(Object|Module|Function|exports)\./, "");
  return /[<>]/.test(name) ? "" : name;
}

/** The files that a path means. */
interface FilesAt {
  count: number;
  /** None where they are more than MOST_FILES. */
  few: Files;
}

const partsOf = (path: string) => path.split(/[\\/]/).filter((part) => part !== "" && part !== ".");

/**
 * The files that a path means, however it was written and wherever it was seen: all of it is the end of theirs, or theirs is the end of it, or at least two
 * parts are the same; the longest such end wins.
 */
function filesAt(files: Files, path: string): FilesAt {
  const asked = partsOf(path);
  let longest = 1;
  let found: Files[number][] = [];
  for (const index of filesByName(files).byName.get(asked.at(-1) ?? path) ?? []) {
    const parts = nth(files, index).path.split("/");
    const same = sameEnd(asked, parts);
    if (same < longest || (same === 1 && asked.length > 1 && parts.length > 1)) continue;
    if (same > longest) found = [];
    longest = same;
    found.push(nth(files, index));
  }
  return { count: found.length, few: found.length > MOST_FILES ? [] : found };
}

interface FileNames {
  /** Positions of files. */
  byName: Map<string, number[]>;
  extensions: Set<string>;
}

const namesOf = new WeakMap<Files, FileNames>();

/** Files by the last part of their paths; kept as long as the snapshot. */
function filesByName(files: Files): FileNames {
  let names = namesOf.get(files);
  if (names === undefined) {
    const byName = new Map<string, number[]>();
    const extensions = new Set<string>();
    for (const [index, { path }] of files.entries()) {
      const name = nameOf(path);
      addToList(byName, name, index);
      if (name.lastIndexOf(".") > 0) extensions.add(name.slice(name.lastIndexOf(".")));
    }
    names = { byName, extensions };
    namesOf.set(files, names);
    keepWith({ files }, BYTES_PER_NAME * files.length);
  }
  return names;
}

/** How many parts at the end are the same. */
function sameEnd(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one.at(-1 - count) === other.at(-1 - count)) count++;
  return count;
}

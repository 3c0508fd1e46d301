/** The code in a left-out folder of a project without git: a walk of bounded length. */
import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { isFileSystemFault } from "../base/faults.js";
import { systemCode } from "../base/system-code.js";
import { languageOf } from "../languages/index.js";
import { joinPath } from "../model/paths.js";

/** At most this many entries are looked at, and this many folders deep. 20,000 take 60 ms. */
const MOST_ENTRIES = 20_000;
const MOST_DEPTH = 50;

export interface CodeBelow {
  /** Paths of files of code, relative to the repository, in order. */
  paths: string[];
  /** Whether the walk ended before it had seen all. */
  isCut: boolean;
}

/** The files of code below a folder. `isNobodys` says which entries are not code of the project: libraries, build output, what ignore files leave out. */
export async function codeBelow(
  root: string,
  folder: string,
  isNobodys: (path: string, isFolder: boolean) => Promise<boolean>,
): Promise<CodeBelow> {
  const found: CodeBelow = { paths: [], isCut: false };
  let left = MOST_ENTRIES;
  const walk = async (path: string, depth: number): Promise<void> => {
    for (const entry of await entriesOf(join(root, path), left)) {
      left--;
      const below = joinPath(path, entry.name);
      if (entry.isDirectory() && !(await isNobodys(below, true))) {
        if (depth < MOST_DEPTH && left > 0) await walk(below, depth + 1);
        else found.isCut = true;
      } else if (entry.isFile() && languageOf(below) !== null && !(await isNobodys(below, false)))
        found.paths.push(below);
    }
    if (left <= 0) found.isCut = true;
  };
  await walk(folder, 0);
  found.paths.sort();
  return found;
}

/** At most `most` entries of a folder, in any order; none of one that cannot be read. */
async function entriesOf(absolute: string, most: number): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  if (most <= 0) return entries;
  try {
    for await (const entry of await opendir(absolute)) {
      entries.push(entry);
      if (entries.length === most) break;
    }
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined || isFileSystemFault(code)) throw error;
  }
  return entries;
}

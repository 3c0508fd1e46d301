/** Code of the project that the rules leave out: which it is, and whether it has changed. */
import { hash } from "node:crypto";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { languageOf } from "../languages/index.js";
import { isFileSystemError } from "./read-small-file.js";

/** At most this many files of a folder that is left out are looked into. */
export const MOST_FILES_OF_FOLDER = 1000;

/** Reasons for which code of the project is not in the index though nobody chose so. */
const OWN_CODE: ReadonlySet<string> = new Set(["too_large", "generated", "minified", "too_many"]);

/** Whether an entry that the rules leave out is code of the project all the same. */
export function isUnreadCode(
  path: string,
  { reason, isChosen }: { reason: string; isChosen?: boolean | undefined },
): boolean {
  return languageOf(path) !== null && (isChosen === true || OWN_CODE.has(reason));
}

/** A number that changes when one of the files does. */
export function stampOf(root: string, paths: readonly string[]): bigint {
  const stats = paths.map((path) => {
    const found = statusOf(join(root, path));
    return found ? `${path} ${found.size} ${found.mtimeNs}` : path;
  });
  return hash("sha256", stats.join("\n"), "buffer").readBigInt64BE() >> 1n;
}

function statusOf(absolute: string) {
  try {
    return lstatSync(absolute, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (isFileSystemError(error)) return undefined;
    throw error;
  }
}

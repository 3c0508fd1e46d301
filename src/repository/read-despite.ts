/**
 * Reads a file on a disk that gives errors. One bad sector is the fault of its file alone; a broken or absent disk is not the fault of any file. So a file
 * that gives an error is read again, and then others next to it: where these can be read, the file alone is given up (`io_error`).
 */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type FileSnapshot, isDiskError, type ReadFailure, readFileSnapshot } from "./read-file.js";

/** How long is waited before a file is read again, in milliseconds. */
const PAUSES = [50, 250, 1000];
/** Files next to it that are to be read. */
const NEIGHBOURS = 3;
/** This many files of one build are more than bad sectors: their disk is dying, or it is gone and some files are still in memory. */
const MOST_IO_ERRORS = 10;

const FAILURE = { code: "io_error", message: "The disk gives an error where the file lies (EIO)." } as const;

/** Whether the disk gave errors for more files than bad sectors explain. */
export function isDying(files: readonly object[]): boolean {
  return files.filter((file) => "reason" in file && file.reason === FAILURE.code).length > MOST_IO_ERRORS;
}

/** As `readFileSnapshot`, for a thread that may wait. */
export function readDespiteErrors(root: string, path: string, maxSize: number): FileSnapshot | ReadFailure {
  let read = readFileSnapshot(root, path, maxSize);
  for (const pause of PAUSES) {
    if (!isDiskError(read)) return read;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    read = readFileSnapshot(root, path, maxSize);
  }
  return isDiskError(read) && areOthersRead(root, path, maxSize) ? FAILURE : read;
}

/** Whether more of the files next to one can be read than cannot; where there are none, of those of the folder above. */
function areOthersRead(root: string, path: string, maxSize: number): boolean {
  const folder = dirname(path);
  let good = 0;
  let bad = 0;
  for (const name of filesIn(join(root, folder))) {
    const other = folder === "." ? name : `${folder}/${name}`;
    if (other === path) continue;
    const read = readFileSnapshot(root, other, maxSize);
    if (isDiskError(read)) bad++;
    else if ("bytes" in read && read.bytes.length > 0) good++;
    if (good === NEIGHBOURS || bad === NEIGHBOURS) break;
  }
  if (good + bad > 0) return good > bad;
  return folder !== "." && areOthersRead(root, folder, maxSize);
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  } catch {
    return [];
  }
}

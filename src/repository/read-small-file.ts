/**
 * Reads small files that belong to a repository's tools (git's own files, ignore files, settings), which anybody may have put there. Only regular files
 * are read, and only up to a bound: a pipe, a device or a link to one never holds up the process. A real path must lie in one of the given folders, so a
 * link shows nothing of what lies elsewhere.
 */
import { closeSync, constants, fstatSync, read, readSync, realpathSync, statSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import { promisify } from "node:util";
import { openInPlace } from "./open.js";

const readPart = promisify(read);
/** At most this many bytes are read at a time. */
const PART = 1 << 20;

/** How much of a file is read at most, in bytes; a larger file is not read, or with `isCut` up to there. */
export interface Bound {
  most: number;
  isCut?: boolean;
}

/** The file's bytes; null where there is no regular file, it is larger than the bound, or its real path lies in none of the real folders `within`. */
export function readRegularSync(path: string, within: readonly string[], bound: Bound): Buffer | null {
  try {
    return readRegularOrThrow(path, within, bound);
  } catch (error) {
    if (isFileSystemError(error)) return null;
    throw error;
  }
}

/** The same; throws what the system says of a file that is there and cannot be read. */
export function readRegularOrThrow(path: string, within: readonly string[], bound: Bound): Buffer | null {
  // Opening a device may do something to it: what is no file is not opened.
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return null;
  const descriptor = openWithin(realpathSync.native(path), within);
  if (descriptor === null) return null;
  try {
    const bytes = room(descriptor, bound);
    if (bytes === null) return null;
    let length = 0;
    for (let count = -1; count !== 0 && length < bytes.length; length += count)
      count = readSync(descriptor, bytes, length, partOf(bytes, length), length);
    return taken(bytes, length, bound);
  } finally {
    closeSync(descriptor);
  }
}

/** The same without holding up the thread. */
export async function readRegular(path: string, within: readonly string[], bound: Bound): Promise<Buffer | null> {
  try {
    if (!(await stat(path)).isFile()) return null;
    const descriptor = openWithin(await realpath(path), within);
    if (descriptor === null) return null;
    try {
      const bytes = room(descriptor, bound);
      if (bytes === null) return null;
      let length = 0;
      for (let count = -1; count !== 0 && length < bytes.length; length += count)
        count = (await readPart(descriptor, bytes, length, partOf(bytes, length), length)).bytesRead;
      return taken(bytes, length, bound);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (isFileSystemError(error)) return null;
    throw error;
  }
}

/** Whether a real path is a real folder or lies in it. */
export const liesIn = (folder: string, real: string): boolean =>
  real === folder || real.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Opens without waiting for a pipe's other end, and only what still is at the path that was checked. */
function openWithin(real: string, within: readonly string[]): number | null {
  return within.some((folder) => liesIn(folder, real)) ? openInPlace(real, constants.O_RDONLY) : null;
}

/** A buffer with one byte more than the file has, so that a file that grows meanwhile is noticed; null for what is no file, or too large. */
function room(descriptor: number, { most, isCut = false }: Bound): Buffer | null {
  const stats = fstatSync(descriptor);
  if (!stats.isFile() || (stats.size > most && !isCut)) return null;
  return Buffer.allocUnsafe(Math.min(stats.size, most) + 1);
}

const partOf = (bytes: Buffer, length: number): number => Math.min(PART, bytes.length - length);

const taken = (bytes: Buffer, length: number, { most, isCut = false }: Bound): Buffer | null =>
  length > most && !isCut ? null : bytes.subarray(0, Math.min(length, most));

/** Whether the system has refused something about a file. */
export function isFileSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === "string";
}

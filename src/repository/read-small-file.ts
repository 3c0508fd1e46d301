/**
 * Reads small files that belong to a repository's tools (git's own files, ignore files, settings), which anybody may have put there. Only regular files
 * are read, only up to a bound, and never on the thread that asks: a pipe, a device, a link to one or a file system that is away holds up nobody else. A
 * real path must lie in one of the given folders, so a link shows nothing of what lies elsewhere.
 */
import { constants } from "node:fs";
import { type FileHandle, realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import { systemCode } from "../base/system-code.js";
import { openHandleInPlace } from "./open.js";

/** At most this many bytes are read at a time. */
const PART = 1 << 20;

/** How much of a file is read at most, in bytes; a larger file is not read, or with `isCut` up to there. */
export interface Bound {
  most: number;
  isCut?: boolean;
}

/** The file's bytes; null where there is no regular file, it is larger than the bound, or its real path lies in none of the real folders `within`. */
export async function readRegular(path: string, within: readonly string[], bound: Bound): Promise<Buffer | null> {
  try {
    return await readRegularOrThrow(path, within, bound);
  } catch (error) {
    if (isFileSystemError(error)) return null;
    throw error;
  }
}

/** The same; throws what the system says of a file that cannot be read. */
export async function readRegularOrThrow(
  path: string,
  within: readonly string[],
  bound: Bound,
): Promise<Buffer | null> {
  // Opening a device may do something to it: what is not a file is not opened.
  if (!(await stat(path)).isFile()) return null;
  const real = await realpath(path);
  if (!within.some((folder) => liesIn(folder, real))) return null;
  // Opened without waiting for a pipe's other end, and only what still is at the path that was checked.
  const handle = await openHandleInPlace(real, constants.O_RDONLY);
  try {
    return handle && (await readBounded(handle, bound));
  } finally {
    await handle?.close();
  }
}

/** Whether a real path is a real folder or lies in it. */
export const liesIn = (folder: string, real: string): boolean =>
  real === folder || real.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** The bytes of an open file; null for what is not a file, or too large. */
async function readBounded(handle: FileHandle, { most, isCut = false }: Bound): Promise<Buffer | null> {
  const stats = await handle.stat();
  if (!stats.isFile() || (stats.size > most && !isCut)) return null;
  // One byte more than the file has, so that a file that grows meanwhile is noticed.
  const bytes = Buffer.allocUnsafe(Math.min(stats.size, most) + 1);
  let length = 0;
  for (let count = -1; count !== 0 && length < bytes.length; length += count)
    count = (await handle.read(bytes, length, Math.min(PART, bytes.length - length), length)).bytesRead;
  return length > most && !isCut ? null : bytes.subarray(0, Math.min(length, most));
}

/** Whether the system has refused something about a file. */
export function isFileSystemError(error: unknown): error is NodeJS.ErrnoException {
  return systemCode(error) !== undefined;
}

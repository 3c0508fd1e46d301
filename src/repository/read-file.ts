/** Reads a file for the index: whole, as it was at one moment, and never through a symbolic link. */
import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, readSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { isFileSystemFault } from "../base/faults.js";
import { systemCode } from "../base/system-code.js";
import { openInPlace } from "./open.js";

/** Tells whether a file has changed. */
export interface FileStatus {
  size: number;
  /** 0 when the file changed so recently that another change could leave the same time: such a file is read again by the next scan. */
  modifiedNs: bigint;
  inode: bigint;
}

/** A file's content at one moment. */
export interface FileSnapshot extends Omit<FileStatus, "size"> {
  bytes: Buffer;
}

/**
 * Why a file could not be read. `vanished`: it is no longer there, or no longer a file. `fault`: the file system is broken; `message` is its code.
 * `io_error`: the disk gives an error there alone.
 */
export interface ReadFailure {
  code: "vanished" | "unreadable" | "too_large" | "unstable" | "fault" | "io_error";
  message: string;
}

/** The clock of file systems is this coarse at worst: two writes within it can leave one time. */
const CLOCK_GRAIN_NS = 50_000_000n;
const ATTEMPTS = 4;

/** Reads a file of at most `maxSize` bytes. A file that changes meanwhile is read again, and given up as `unstable` if it does not come to rest. */
export function readFileSnapshot(root: string, path: string, maxSize: number): FileSnapshot | ReadFailure {
  let descriptor: number | null;
  try {
    descriptor = openInPlace(join(realpathSync.native(root), path), constants.O_RDONLY);
  } catch (error) {
    return readFailure(error);
  }
  if (descriptor === null) return { code: "vanished", message: "A link leads there now." };
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const before = fstatSync(descriptor, { bigint: true });
      if (!before.isFile()) return { code: "vanished", message: "It is no longer a file." };
      if (before.size > maxSize) return { code: "too_large", message: `${before.size} bytes` };
      const bytes = readWhole(descriptor, Number(before.size));
      const after = fstatSync(descriptor, { bigint: true });
      if (after.mtimeNs !== before.mtimeNs || after.size !== before.size || bytes.length !== Number(after.size))
        continue;
      return { bytes, modifiedNs: settledTime(after), inode: after.ino };
    }
    return { code: "unstable", message: "It kept changing while it was read." };
  } catch (error) {
    return readFailure(error);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether the disk gave an error: of a sector, or of all of it. */
export function isDiskError(read: FileSnapshot | ReadFailure): boolean {
  return "code" in read && read.code === "fault" && DISK_ERRORS.has(read.message);
}

const DISK_ERRORS: ReadonlySet<string> = new Set(["EIO", "EREMOTEIO"]);

/** The status of a file, without reading it; null where it is not a file, or cannot be asked. */
export function readFileStatus(root: string, path: string): FileStatus | null {
  try {
    const stats = lstatSync(join(root, path), { bigint: true });
    return stats.isFile() ? { size: Number(stats.size), modifiedNs: settledTime(stats), inode: stats.ino } : null;
  } catch (error) {
    readFailure(error);
    return null;
  }
}

function settledTime({ mtimeNs }: BigIntStats): bigint {
  return BigInt(Date.now()) * 1_000_000n - mtimeNs < CLOCK_GRAIN_NS ? 0n : mtimeNs;
}

/** Reads to the end; one byte more than expected is asked for, so that a file that grew is noticed. */
function readWhole(descriptor: number, size: number): Buffer {
  const buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, length);
    length += count;
    if (count === 0 || length === buffer.length) return buffer.subarray(0, length);
  }
}

function readFailure(error: unknown): ReadFailure {
  const code = systemCode(error) ?? "EIO";
  if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP" || code === "ENXIO")
    return { code: "vanished", message: "It is gone." };
  if (isFileSystemFault(code)) return { code: "fault", message: code };
  const reasons: Record<string, string> = {
    EACCES: "Permission denied.",
    EPERM: "Permission denied.",
    EISDIR: "It is a folder.",
  };
  return { code: "unreadable", message: reasons[code] ?? `It could not be read (${code}).` };
}

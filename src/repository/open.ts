/** Opens the file or folder at a path, and makes sure that it is the one at that path: a folder on the way may have become a link since it was looked at. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, realpathSync } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { systemCode } from "../base/system-code.js";

/** The descriptor of what stands at a real path, without links; null where a link leads there now. Throws what the system does. */
export function openInPlace(absolute: string, flags: number): number | null {
  const descriptor = openSync(absolute, withoutWaiting(flags));
  let isInPlace = false;
  try {
    isInPlace = isAt(descriptor, absolute);
  } finally {
    if (!isInPlace) closeSync(descriptor);
  }
  return isInPlace ? descriptor : null;
}

/** The same without holding up the thread. */
export async function openHandleInPlace(absolute: string, flags: number): Promise<FileHandle | null> {
  const handle = await open(absolute, withoutWaiting(flags));
  let isInPlace = false;
  try {
    isInPlace = await isHandleAt(handle, absolute);
  } finally {
    if (!isInPlace) await handle.close();
  }
  return isInPlace ? handle : null;
}

/** Opening neither follows a link nor waits for a pipe's other end. */
const withoutWaiting = (flags: number): number => flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function isAt(descriptor: number, absolute: string): boolean {
  const name = openedName(descriptor);
  if (name !== null) return name === absolute;
  const opened = fstatSync(descriptor, { bigint: true });
  const now = lstatSync(absolute, { bigint: true });
  return realpathSync(absolute) === absolute && now.ino === opened.ino && now.dev === opened.dev;
}

async function isHandleAt(handle: FileHandle, absolute: string): Promise<boolean> {
  const name = openedName(handle.fd);
  if (name !== null) return name === absolute;
  const opened = await handle.stat({ bigint: true });
  const now = await lstat(absolute, { bigint: true });
  return (await realpath(absolute)) === absolute && now.ino === opened.ino && now.dev === opened.dev;
}

/** A path of an open folder that stays valid when its own changes; null on a system without such paths. */
export function openedFolder(descriptor: number): string | null {
  return openedName(descriptor) === null ? null : `/proc/self/fd/${descriptor}`;
}

/** The name by which Linux knows an open file; null elsewhere. The system answers from memory, whatever the file lies on. */
function openedName(descriptor: number): string | null {
  if (process.platform !== "linux") return null;
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}

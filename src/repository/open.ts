/** Opens what stands at a path, and makes sure that it is that: a folder on the way may have become a link since it was looked at. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, realpathSync } from "node:fs";

/** The descriptor of what stands at a real path, without links; null where a link leads there now. Throws what the system does. */
export function openInPlace(absolute: string, flags: number): number | null {
  const descriptor = openSync(absolute, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  let isInPlace = false;
  try {
    isInPlace = isAt(descriptor, absolute);
  } finally {
    if (!isInPlace) closeSync(descriptor);
  }
  return isInPlace ? descriptor : null;
}

function isAt(descriptor: number, absolute: string): boolean {
  const name = openedName(descriptor);
  if (name !== null) return name === absolute;
  const opened = fstatSync(descriptor, { bigint: true });
  const now = lstatSync(absolute, { bigint: true });
  return realpathSync(absolute) === absolute && now.ino === opened.ino && now.dev === opened.dev;
}

/** Where an open folder can be read whatever its path has become; null where the system has no such place. */
export function openedFolder(descriptor: number): string | null {
  return openedName(descriptor) === null ? null : `/proc/self/fd/${descriptor}`;
}

/** The name by which Linux knows an open file; null elsewhere. */
function openedName(descriptor: number): string | null {
  if (process.platform !== "linux") return null;
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch (error) {
    if (error instanceof Error && (error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

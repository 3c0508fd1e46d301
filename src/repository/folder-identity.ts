/** Tells whether a folder is there, and a folder from another one at its place. */
import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { systemCode } from "../base/system-code.js";

const proc = statSync("/proc", { bigint: true, throwIfNoEntry: false });
/**
 * Whether times of birth are such, or none (0). Without statx, as under an old kernel, Node gives the time of the last change in their
 * place: for /proc too, which has none.
 */
const KNOWS_BIRTHS = proc === undefined || proc.birthtimeNs !== proc.ctimeNs;

/** Identifies a folder among those that may stand at its path one after another; null where there is none. */
export function identityOf(folder: string): string | null {
  try {
    const stats = statSync(folder, { bigint: true });
    if (!stats.isDirectory()) return null;
    // A number may be given again to the next folder.
    return `${stats.dev}:${stats.ino}:${KNOWS_BIRTHS ? stats.birthtimeNs : 0n}`;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return null;
  }
}

/** Whether this process sees a folder there. Asynchronous, as its file system may be away. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

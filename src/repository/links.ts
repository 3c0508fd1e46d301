/**
 * Where a path of a repository leads when its links are followed: a step at a time, and never out of the repository, not even to look whether
 * something is there.
 */
import type { Stats } from "node:fs";
import { lstat, readlink } from "node:fs/promises";
import { join, sep } from "node:path";
import { isMissing } from "../base/system-code.js";

export type Lead =
  /** `path`: relative to the repository, without links; "" is its root. */
  { to: "inside"; path: string } | { to: "outside" | "nothing" | "loop" };

/** As many as Linux follows. */
const MOST_LINKS = 40;

/** `top` is the repository's real path, and `alias` another one that absolute links may begin with. Throws what the system does. */
export async function followLinks(top: string, path: string, alias = top): Promise<Lead> {
  const done: string[] = [];
  let ahead = path.split("/");
  let links = 0;
  while (ahead.length > 0) {
    const part = ahead.shift()!;
    if (part === "" || part === ".") continue;
    if (part === "..") {
      if (done.pop() === undefined) return { to: "outside" };
      continue;
    }
    const full = join(top, ...done, part);
    const stats = await statusOf(full);
    if (stats === null) return { to: "nothing" };
    if (!stats.isSymbolicLink()) {
      if (ahead.length > 0 && !stats.isDirectory()) return { to: "nothing" };
      done.push(part);
      continue;
    }
    if (++links > MOST_LINKS) return { to: "loop" };
    const target = await readlink(full);
    const start = [top, alias].find((each) => target === each || target.startsWith(withSeparator(each)));
    if (start !== undefined) done.length = 0;
    else if (target.startsWith("/") || target.startsWith(sep)) return { to: "outside" };
    ahead = [...(start === undefined ? target : target.slice(start.length)).split(sep), ...ahead];
  }
  return { to: "inside", path: done.join("/") };
}

const withSeparator = (folder: string): string => (folder.endsWith(sep) ? folder : folder + sep);

/** null where nothing is there. */
async function statusOf(absolute: string): Promise<Stats | null> {
  try {
    return await lstat(absolute);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

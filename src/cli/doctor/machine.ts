/** The machine: Node, memory, folders, disk, watches and git. */
import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, readFile, stat, statfs } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { usableMemory } from "../../base/memory.js";
import { type Finding, fail, ok, warn } from "./finding.js";

const MB = 2 ** 20;
const GB = 2 ** 30;
/** A service and a worker, with room for the system. */
const ENOUGH_MEMORY = GB;
const DISK = { enough: GB, least: 100 * MB };
/** Each folder takes one watch, and each watching process one instance. */
const WATCHES = { max_user_watches: 65_536, max_user_instances: 128 };
const GIT_PATIENCE = 3000;

/** Whether `engines` of package.json allows this Node: `>=20.19`. */
export function checkNode(version: string, engines: string): Finding {
  const least = engines.replace(/^\D+/, "");
  if (compareVersions(version, least) >= 0) return ok("node", version);
  return fail("node", `${version} is too old: codeindex needs ${least}.`, `Install Node ${least} or newer.`);
}

/** Negative where `a` is older than `b`. Only numbers and dots are compared. */
export function compareVersions(a: string, b: string): number {
  const parts = (version: string) => version.split(/[^\d]+/).map(Number);
  const [left, right] = [parts(a), parts(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The memory that the process may use: the container's limit, if it runs in one. */
export function checkMemory(total = usableMemory()): Finding {
  const message = `${inBytes(total)}, ${availableParallelism()} processors`;
  if (total >= ENOUGH_MEMORY) return ok("memory", message);
  return warn("memory", message, `Large repositories need more: give it ${inBytes(ENOUGH_MEMORY)} or more.`);
}

/** Whether a folder for writing exists or can be made, with room on its disk. */
export async function checkWritable(check: string, folder: string): Promise<Finding> {
  const there = await nearest(folder);
  try {
    await access(there, constants.W_OK | constants.X_OK);
  } catch {
    return fail(
      check,
      `${folder} cannot be written to.`,
      "Give the folder to the user that codeindex runs as, or choose another.",
    );
  }
  const { bavail, bsize } = await statfs(there);
  const free = bavail * bsize;
  const message = `${folder}, ${inBytes(free)} free`;
  if (free < DISK.least) return fail(check, message, "Make room: the index cannot be written.");
  return free < DISK.enough
    ? warn(check, message, "Make room: an index takes about as much as its sources.")
    : ok(check, message);
}

/** The folder, or its nearest existing parent. */
async function nearest(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

/** Whether a folder of sources can be read. */
export async function checkReadable(check: string, folder: string): Promise<Finding> {
  try {
    await access(folder, constants.R_OK | constants.X_OK);
    if ((await stat(folder)).isDirectory()) return ok(check, folder);
  } catch {
    // Reported below, as for a file.
  }
  return fail(
    check,
    `${folder} is not a folder that can be read.`,
    "Correct the path, mount the folder, or let the user of codeindex read it.",
  );
}

/** How many folders the kernel lets a user watch. A system without such limits has no finding. */
export async function checkWatches(folder = "/proc/sys/fs/inotify"): Promise<Finding[]> {
  const findings = Object.entries(WATCHES).map(async ([name, enough]): Promise<Finding[]> => {
    const text = await readFile(`${folder}/${name}`, "utf8").catch(() => null);
    if (text === null) return [];
    const limit = Number(text);
    const message = `fs.inotify.${name} is ${limit}`;
    if (limit >= enough) return [ok("watches", message)];
    const advice = `sysctl fs.inotify.${name}=${enough * 8}: where it runs out, repositories are looked through at intervals instead.`;
    return [warn("watches", message, advice)];
  });
  return (await Promise.all(findings)).flat();
}

/** Whether git is installed, which is needed for clones and commits. */
export async function checkGit(command = "git"): Promise<Finding> {
  try {
    const { stdout } = await promisify(execFile)(command, ["--version"], { timeout: GIT_PATIENCE });
    return ok("git", stdout.trim().replace(/^git version /, ""));
  } catch {
    return warn("git", "There is no git.", "Install it, or projects by URL cannot be cloned and commits are not told.");
  }
}

/** `1.5 GB` */
export function inBytes(bytes: number): string {
  return bytes >= GB ? `${Math.round((bytes / GB) * 10) / 10} GB` : `${Math.round(bytes / MB)} MB`;
}

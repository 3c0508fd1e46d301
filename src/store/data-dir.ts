/**
 * The data folder's lock: one process at a time.
 *
 * The lock is a file that says which process holds it. A process is known by its id and the time it was started, so that a lock left by
 * `kill -9` is not mistaken for that of a later process with the same id.
 */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CodeindexError } from "../errors.js";

interface Holder {
  token: string;
  pid: number;
  /** What the operating system says about when the process was started; "" where it does not tell. */
  processStart: string;
  /** ISO 8601. */
  startedAt: string;
}

/** Creates the folder where it is missing (for this user alone) and takes its lock; gives a function that lets go. Throws `data_dir_in_use`. */
export function lockDataDir(directory: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, "lock");
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  const own: Holder = { token: randomUUID(), pid: process.pid, processStart: processStart(process.pid), startedAt };
  const draft = `${path}.${own.token}`;
  writeFileSync(draft, `${JSON.stringify(own)}\n`, { mode: 0o600 });
  try {
    // Each round either takes the lock, finds a living holder, or removes one dead holder's lock.
    for (let round = 0; round < 10; round++) {
      if (createLock(draft, path)) return () => release(path, own.token);
      const holder = readHolder(path);
      if (holder && isAlive(holder)) throw inUse(holder);
      if (holder) removeStale(path, holder);
    }
    throw new CodeindexError("data_dir_in_use", "The data folder's lock could not be taken: others are starting too.");
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The lock appears with its content, or not at all. */
function createLock(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    // File systems without hard links.
    try {
      writeFileSync(path, readFileSync(draft), { flag: "wx", mode: 0o600 });
      return true;
    } catch (second) {
      if ((second as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw second;
    }
  }
}

/** The lock's holder; undefined when the lock has just gone. An unreadable lock has a holder that cannot be alive. */
function readHolder(path: string): Holder | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return { token: text, pid: 0, processStart: "", startedAt: "" };
  }
}

/** Moves a dead holder's lock away. Another start may have done so before and hold the lock by now: then its lock is put back. */
function removeStale(path: string, holder: Holder): void {
  const moved = `${path}.${randomUUID()}`;
  try {
    renameSync(path, moved);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if (readHolder(moved)?.token !== holder.token) createLock(moved, path);
  rmSync(moved, { force: true });
}

function release(path: string, token: string): void {
  if (readHolder(path)?.token === token) rmSync(path, { force: true });
}

function isAlive({ pid, processStart: start }: Holder): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: alive, and another user's.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return start === processStart(pid);
}

function processStart(pid: number): string {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // Field 22, counted after the name, which may hold anything.
      const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
      return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${ticks}`;
    }
    if (process.platform === "win32") return "";
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}

function inUse({ pid, startedAt }: Holder): CodeindexError {
  return new CodeindexError(
    "data_dir_in_use",
    `The data folder is in use by process ${pid}, which was started at ${startedAt}.`,
    { pid, started_at: startedAt },
  );
}

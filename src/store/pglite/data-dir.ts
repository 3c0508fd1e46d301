/**
 * The data folder's lock: one process at a time.
 *
 * The lock is a file that says which process holds it. A process of this machine is known by its id and the time it was started, so that a lock
 * left by `kill -9` is not mistaken for that of a later process with the same id. Of one elsewhere (in another container, on another machine, before
 * a restart of this one) ids say nothing: whoever holds the lock touches it every few seconds, and one that is not touched for a while is nobody's.
 * Only whether it is touched counts, and not when: clocks differ.
 */
import { execFileSync } from "node:child_process";
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import {
  accessSync,
  constants,
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CodeindexError } from "../../base/errors.js";
import { systemCode } from "../../base/system-code.js";

interface Holder {
  token: string;
  pid: number;
  /** Start of the process in the operating system's words; "" where it does not tell. */
  processStart: string;
  /** Where its id means something. Absent in locks of earlier versions, which knew of one machine only. */
  place?: string;
  /** ISO 8601. */
  startedAt: string;
}

/** Milliseconds. A holder that is held up for longer than the patience of others finds out that it has lost the lock. */
const TOUCH_EVERY = 2000;
const PATIENCE = 10_000;
const LOOK_EVERY = 100;

export interface LockOptions {
  /** Called when another process has taken the lock, as this one could not say that it lives: nothing may be written any more. */
  onLost?: () => void;
  /** How long a holder elsewhere is given to touch the lock, in milliseconds. */
  patience?: number;
}

/** Creates the folder where it is missing, for this user alone. Throws `configuration` where that is not possible, or nothing can be written into it. */
export function makeDataDir(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = systemCode(error);
    throw new CodeindexError("configuration", `--data-dir: ${directory} cannot be written to (${code}).`, {}, [
      "Give the folder to the user that codeindex runs as, or choose another with --data-dir.",
    ]);
  }
}

/** Creates the folder where it is missing and takes its lock; gives a function that lets go. Throws `data_dir_in_use`, and what `makeDataDir` does. */
export async function lockDataDir(
  directory: string,
  { onLost = () => undefined, patience = PATIENCE }: LockOptions = {},
): Promise<() => void> {
  makeDataDir(directory);
  const path = join(directory, "lock");
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  const own: Holder = {
    token: randomUUID(),
    pid: process.pid,
    processStart: processStart(process.pid),
    place: place(),
    startedAt,
  };
  const draft = `${path}.${own.token}`;
  writeFileSync(draft, `${JSON.stringify(own)}\n`, { mode: 0o600 });
  try {
    // Each round either takes the lock, finds a living holder, or removes one dead holder's lock.
    for (let round = 0; round < 10; round++) {
      if (createLock(draft, path)) {
        const stop = keepTouching(path, own.token, onLost);
        return () => {
          stop();
          release(path, own.token);
        };
      }
      const holder = readHolder(path);
      if (holder && (await isAlive(path, holder, patience))) throw inUse(holder);
      if (holder) removeStale(path, holder);
    }
    throw new CodeindexError("data_dir_in_use", "The data folder's lock could not be taken: others are starting too.");
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Proves that the sender of `text` may read the folder, which is its user's alone. The proof is made with the token of the lock, and is of no use for another
 * text. The token itself is never sent, as another user's program may listen in the holder's place.
 */
export function lockProof(token: string, text: string): string {
  return createHmac("sha256", token).update(text).digest("base64url");
}

/** Whether a proof is that of the present holder's lock. */
export function isLockProof(directory: string, text: string, proof: string): boolean {
  const token = readHolder(join(directory, "lock"))?.token;
  if (!token) return false;
  const [wanted, given] = [Buffer.from(lockProof(token, text)), Buffer.from(proof)];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

/** The token of whoever holds the folder at the moment; null where nobody does. */
export async function dataDirToken(directory: string): Promise<string | null> {
  const path = join(directory, "lock");
  const holder = readHolder(path);
  return holder && (await isAlive(path, holder, PATIENCE)) ? holder.token : null;
}

/** Says that the holder lives, until the returned function is called or the lock is lost. */
function keepTouching(path: string, token: string, onLost: () => void): () => void {
  let isMissing = false;
  const timer = setInterval(() => {
    const wasMissing = isMissing;
    try {
      isMissing = readHolder(path)?.token !== token;
      if (!isMissing) utimesSync(path, new Date(), new Date());
    } catch {
      // A disk that fails for a moment; others are patient.
      return;
    }
    // Twice: another start may have taken it aside for a moment (removeStale).
    if (!isMissing || !wasMissing) return;
    clearInterval(timer);
    onLost();
  }, TOUCH_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}

/** The lock appears with its content, or not at all. */
function createLock(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code === "EEXIST") return false;
    // File systems without hard links.
    try {
      writeFileSync(path, readFileSync(draft), { flag: "wx", mode: 0o600 });
      return true;
    } catch (second) {
      if (systemCode(second) === "EEXIST") return false;
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
    if (systemCode(error) === "ENOENT") return undefined;
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
    if (systemCode(error) === "ENOENT") return;
    throw error;
  }
  if (readHolder(moved)?.token !== holder.token) createLock(moved, path);
  rmSync(moved, { force: true });
}

function release(path: string, token: string): void {
  if (readHolder(path)?.token === token) rmSync(path, { force: true });
}

async function isAlive(path: string, holder: Holder, patience: number): Promise<boolean> {
  if (!Number.isInteger(holder.pid) || holder.pid <= 0) return false;
  return (holder.place ?? place()) === place() ? isRunning(holder) : isTouched(path, patience);
}

function isRunning({ pid, processStart: start }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: alive, and another user's.
    if (systemCode(error) !== "EPERM") return false;
  }
  return start === processStart(pid);
}

async function isTouched(path: string, patience: number): Promise<boolean> {
  const before = touchedAt(path);
  for (const end = performance.now() + patience; performance.now() < end; await sleep(LOOK_EVERY)) {
    const now = touchedAt(path);
    if (now === undefined) return false;
    if (now !== before) return true;
  }
  return false;
}

/** undefined when the lock has just gone. */
function touchedAt(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
}

/** The scope of a process id: this run of this machine, and on Linux the container. */
function place(): string {
  if (process.platform !== "linux") return hostname();
  try {
    return `${bootId()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

function processStart(pid: number): string {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // Field 22, counted after the name, which may hold anything.
      const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
      return `${bootId()} ${ticks}`;
    }
    if (process.platform === "win32") return "";
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}

function inUse({ pid, startedAt, place: where = place() }: Holder): CodeindexError {
  const who = `process ${pid}${where === place() ? "" : " of another container or machine"}`;
  return new CodeindexError(
    "data_dir_in_use",
    `The data folder is in use by ${who}, which was started at ${startedAt}.`,
    { pid, started_at: startedAt },
  );
}

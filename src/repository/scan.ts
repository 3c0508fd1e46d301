/**
 * A repository to file events: the whole of it, or what became of some paths.
 *
 * A walk goes in byte order of the paths, so that two scans of one tree say the same in the same order. It reads names and status, never
 * content, follows no symbolic link, and keeps one folder's names per level in memory. Calls are synchronous, a folder at a time: the
 * indexer thread has nothing better to do, and a promise for each of 100,000 files costs more than the call. Rules are waited for once a folder.
 */
import { type BigIntStats, type Dirent, lstatSync, readdirSync, statSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { CodeindexError } from "../base/errors.js";
import { isFileSystemFault, publicFault } from "../base/faults.js";
import { systemCode } from "../base/system-code.js";
import { comparePaths, folderOf, joinPath } from "../model/paths.js";
import type { EntryType, FileEvent, Skip } from "./file-event.js";
import { followLinks } from "./links.js";
import type { LoadedRules, SkipRules } from "./skip/rules.js";
import { isUnreadCode, MOST_FILES_OF_FOLDER, stampOf } from "./unread-code.js";

type SkippedEvent = Extract<FileEvent, { kind: "skipped" }>;
/** A walk gives events, and promises that it goes on after. */
type ScanWalk = Generator<FileEvent | Promise<void>>;

const BATCH_SIZE = 512;
/** Longer paths are no use to anyone and do not fit an index page. */
const MOST_PATH_BYTES = 2000;
/** Deeper folders are not code: the walk stays within the stack and the system's path limit. */
const MOST_DEPTH = 200;

/**
 * Walks a repository. Gives batches of at most 512 events; between batches other work gets its turn.
 * Throws `not_found` when the root is not a folder, `filesystem_unavailable` when the file system is broken or away, and what `signal` was aborted with.
 */
export async function* scan(
  root: string,
  rules: SkipRules,
  options: { signal?: AbortSignal | undefined } = {},
): AsyncGenerator<FileEvent[]> {
  if (!isFolder(root)) throw rootGone();
  yield* inBatches(walk(root, rules, ""), options.signal);
}

/**
 * The state of paths that changed: a file, a folder (walked), gone. Paths below another of the list are covered by that one if it is a
 * folder or gone; `deleted` of a folder stands for all that was below it.
 */
export async function* scanPaths(
  root: string,
  rules: SkipRules,
  paths: Iterable<string>,
  options: { signal?: AbortSignal | undefined } = {},
): AsyncGenerator<FileEvent[]> {
  yield* inBatches(examineAll(root, rules, paths), options.signal);
}

function isFolder(root: string): boolean {
  try {
    return statSync(root, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    codeOf(error);
    return false;
  }
}

function rootGone(): CodeindexError {
  return new CodeindexError("not_found", "The repository's folder does not exist, or is not a folder.");
}

async function* inBatches(events: ScanWalk, signal: AbortSignal | undefined): AsyncGenerator<FileEvent[]> {
  let batch: FileEvent[] = [];
  for (const event of events) {
    if (event instanceof Promise) {
      await event;
      continue;
    }
    batch.push(event);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
    await setImmediate();
    signal?.throwIfAborted();
  }
  signal?.throwIfAborted();
  if (batch.length > 0) yield batch;
}

/** The result of a promise, in a walk. A rejection is thrown by `inBatches`. */
function* waitedFor<T>(promise: Promise<T>): Generator<Promise<void>, T> {
  let result: { value: T } | undefined;
  yield promise.then((value) => {
    result = { value };
  });
  if (!result) throw new Error("A walk went on before what it waits for.");
  return result.value;
}

/** A value that is there already, or the result of a promise. */
function* settled<T>(value: T | Promise<T>): Generator<Promise<void>, T> {
  return value instanceof Promise ? yield* waitedFor(value) : value;
}

function* examineAll(root: string, rules: SkipRules, paths: Iterable<string>): ScanWalk {
  let covered: { path: string; isGone: boolean } | null = null;
  for (const path of [...new Set(paths)].sort((a, b) => comparePaths(`${a}/`, `${b}/`))) {
    if (nameProblem(path) !== null) {
      yield* examineMangled(root, path);
      continue;
    }
    const stats = path === "" ? "folder" : statusOf(join(root, path));
    if (covered && (covered.path === "" || path.startsWith(`${covered.path}/`))) {
      // A walk tells of files that are there, not of files that are gone.
      if (stats !== "gone" || covered.isGone) continue;
      yield { kind: "deleted", path };
      continue;
    }
    covered = null;
    if (stats === "gone") covered = { path, isGone: true };
    else if (stats === "folder" || (typeof stats !== "string" && stats.isDirectory()))
      covered = { path, isGone: false };
    yield* examine(root, rules, path, stats);
  }
}

function* examine(root: string, rules: SkipRules, path: string, stats: BigIntStats | string): ScanWalk {
  if (stats === "folder") return yield* walk(root, rules, "");
  if (stats === "gone") return yield { kind: "deleted", path };
  if (typeof stats === "string") return yield { kind: "failed", path, reason: stats, message: messageOf(stats) };
  const type = typeOf(stats);
  const above = folderOf(path);
  const leftOutAbove = above === "" ? null : yield* waitedFor(rules.judgePath(above, "directory", null));
  if (leftOutAbove) return yield skipped(leftOutAbove.path, true, leftOutAbove.skip);
  const folders = above.split("/");
  if (folders.length > MOST_DEPTH) return yield tooDeep(folders.slice(0, MOST_DEPTH + 1).join("/"));
  const here = yield* waitedFor(rules.load(above));
  yield* entryEvents({ root, rules, here }, path, type, stats);
}

/** A path whose name no index can hold: its folder is asked, since a name that is not UTF-8 leads to no file. */
function* examineMangled(root: string, path: string): ScanWalk {
  const isThere = (name: string): boolean => joinPath(folderOf(path), name) === path;
  let names: string[];
  try {
    names = readdirSync(join(root, folderOf(path)));
  } catch (error) {
    // An error of the folder itself is told when that is examined.
    codeOf(error);
    names = [];
  }
  if (names.some(isThere)) yield mangledEvent(path);
  else yield { kind: "deleted", path: printable(path) };
}

function mangledEvent(path: string): FileEvent {
  return { kind: "failed", path: printable(path), reason: "invalid_name", message: nameProblem(path) ?? "" };
}

/** The events of all that is in a folder, in order. */
function* walk(root: string, rules: SkipRules, folder: string): ScanWalk {
  let entries: Dirent[];
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    const code = codeOf(error);
    // The whole repository is not gone because its folder is: a walk that saw nothing must not say so.
    if (folder === "" && (code === "ENOENT" || code === "ENOTDIR")) throw rootGone();
    if (code !== "ENOENT" && code !== "ENOTDIR")
      yield { kind: "failed", path: folder, reason: code, message: messageOf(code) };
    return;
  }
  const names = entries.map((entry) => entry.name);
  const here = yield* waitedFor(rules.load(folder, names));
  entries.sort((a, b) => comparePaths(sortKey(a), sortKey(b)));
  const mangled = new Set<string>();
  for (const entry of entries) {
    const path = joinPath(folder, entry.name);
    if (nameProblem(path) === null) {
      yield* entryEvents({ root, rules, here }, path, typeOf(entry), null);
    } else if (!mangled.has(path)) {
      // Two names that are not UTF-8 may read the same: one row stands for both.
      mangled.add(path);
      yield mangledEvent(path);
    }
  }
}

/** A folder that is being walked: `root` is that of the repository, and `here` are the rules of the folder itself. */
interface Walked {
  readonly root: string;
  readonly rules: SkipRules;
  readonly here: LoadedRules;
}

/** The events of an entry of a folder that is taken in. */
function* entryEvents(
  { root, rules, here }: Walked,
  path: string,
  type: EntryType | null,
  known: BigIntStats | null,
): ScanWalk {
  let stats: BigIntStats | string | null = known;
  // Some file systems do not say in the listing what an entry is.
  if (type === null) {
    stats = statusOf(join(root, path));
    if (typeof stats === "string") return yield* unreadable(path, stats);
    type = typeOf(stats) ?? "special";
  }
  const skip = yield* settled(here.judge(path, type, null));
  if (skip) {
    const detail = skip.reason === "symlink" ? yield* waitedFor(symlinkDetail(root, path)) : skip.detail;
    const event = skipped(path, type === "directory", { ...skip, detail });
    return yield { ...event, ...(yield* stampOfUnread(root, rules, path, skip, type)) };
  }
  if (type === "directory") {
    if (path.split("/", MOST_DEPTH + 1).length > MOST_DEPTH) return yield tooDeep(path);
    return yield* walk(root, rules, path);
  }
  stats ??= statusOf(join(root, path));
  if (typeof stats === "string") return yield* unreadable(path, stats);
  const size = Number(stats.size);
  // It may have become something else since it was listed.
  const now = yield* settled(here.judge(path, typeOf(stats) ?? "special", size));
  if (now) {
    const stamp = isUnreadCode(path, now) ? { stamp: stats.mtimeNs } : {};
    return yield { ...skipped(path, false, now), size, ...stamp };
  }
  if (stats.isFile()) yield { kind: "file", path, size, modifiedNs: stats.mtimeNs, inode: stats.ino };
}

/** A path that vanished since it was listed is not an event of a walk. */
function* unreadable(path: string, code: string): ScanWalk {
  if (code !== "gone") yield { kind: "failed", path, reason: code, message: messageOf(code) };
}

/** The first folder that is too far down stands for all below it. */
function tooDeep(path: string): FileEvent {
  return { kind: "failed", path, reason: "too_deep", message: `Folders are read ${MOST_DEPTH} deep.` };
}

function skipped(path: string, isDirectory: boolean, { reason, detail, isChosen }: Skip): SkippedEvent {
  return { kind: "skipped", path, isDirectory, size: null, reason, detail, ...(isChosen ? { isChosen } : {}) };
}

/** A stamp that changes with the code that a rule leaves out; none for other files. */
function* stampOfUnread(
  root: string,
  rules: SkipRules,
  path: string,
  skip: Skip,
  type: EntryType,
): Generator<Promise<void>, { stamp?: bigint }> {
  if (type === "directory") {
    if (!skip.isChosen) return {};
    const below = yield* waitedFor(rules.codeBelow(path));
    const files = below.paths.slice(0, MOST_FILES_OF_FOLDER);
    return files.length > 0 ? { stamp: stampOf(root, files) } : {};
  }
  return type === "file" && isUnreadCode(path, skip) ? { stamp: stampOf(root, [path]) } : {};
}

/** A folder's entries stand where their own entries will: `a/b` after `a.ts`. */
function sortKey(entry: Dirent): string {
  return entry.isDirectory() ? `${entry.name}/` : entry.name;
}

function typeOf(entry: Dirent | BigIntStats): EntryType | null {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  if (entry.isSymbolicLink()) return "symlink";
  return entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice() ? "special" : null;
}

function statusOf(absolute: string): BigIntStats | string {
  try {
    return lstatSync(absolute, { bigint: true });
  } catch (error) {
    const code = codeOf(error);
    return code === "ENOENT" || code === "ENOTDIR" ? "gone" : code;
  }
}

/** The system's code of an error. Rethrows any other error, and one that is the file system's fault: it says nothing about a path. */
function codeOf(error: unknown): string {
  const code = systemCode(error);
  if (code === undefined || isFileSystemFault(code)) throw publicFault(error);
  return code;
}

const MESSAGES: Record<string, string> = {
  EACCES: "No permission to read it.",
  EPERM: "No permission to read it.",
  ELOOP: "Symbolic links lead in a loop.",
  ENAMETOOLONG: "The path is too long for the system.",
};

function messageOf(code: string): string {
  return MESSAGES[code] ?? `The system answered ${code}.`;
}

/** Why a path cannot be a path of the index; null where it can. */
function nameProblem(path: string): string | null {
  if (path.includes("\uFFFD") || /\p{Surrogate}/u.test(path)) return "The name is not valid UTF-8.";
  if (/\p{Cc}/u.test(path)) return "The name holds a line break or another control character.";
  if (path.includes("\\") && sep !== "\\") return "The name holds a backslash.";
  return Buffer.byteLength(path) > MOST_PATH_BYTES ? `The path is longer than ${MOST_PATH_BYTES} bytes.` : null;
}

/** A path that any table and terminal can hold: control characters as `\x0a`, at most as long as a path may be. */
function printable(path: string): string {
  const escaped = path.replace(/\p{Cc}/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
  const cut = Buffer.from(escaped).toString("utf8", 0, MOST_PATH_BYTES);
  return cut.length < escaped.length ? `${cut}…` : escaped;
}

/** Where a symbolic link leads, as far as it is inside the repository. */
async function symlinkDetail(root: string, path: string): Promise<string> {
  try {
    const lead = await followLinks(await realpath(root), path, root);
    if (lead.to === "outside") return "leads outside the repository";
    if (lead.to !== "inside") return lead.to === "loop" ? "leads in a loop" : "leads to nothing";
    return lead.path === "" ? "leads to the repository's root" : `leads to ${lead.path}`;
  } catch (error) {
    codeOf(error);
    return "leads to nothing";
  }
}

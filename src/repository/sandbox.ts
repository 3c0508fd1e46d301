/**
 * The only way tools reach the disk: a path that a caller gave to a file or folder of the repository, or an error.
 *
 * A path is checked as text first, then as the system sees it: symbolic links are resolved and must stay inside, and the opened file must be
 * the checked one, in case someone swaps a folder for a link in between. Files that the rules leave out for privacy cannot be read either.
 */
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { CodeindexError, invalidParameter } from "../base/errors.js";
import { isMissing, systemCode } from "../base/system-code.js";
import { restoreHidden, visible, withoutHidden } from "../base/visible.js";
import { comparePaths, joinPath, pathAndFolders } from "../model/paths.js";
import type { EntryType, SkipReason } from "./file-event.js";
import { followLinks, type Lead } from "./links.js";
import { openedFolder, openHandleInPlace } from "./open.js";
import type { SkipRules } from "./skip/rules.js";

const MOST_PATH_BYTES = 2000;
const MOST_NAME_BYTES = 255;

/** Files that are left out of the index for these reasons are not shown by any tool. The others (binaries, lock files, …) may be looked at. */
const HIDDEN: ReadonlySet<SkipReason> = new Set(["ignored", "excluded", "secret", "special"]);

/** Characters that terminals obey or that end a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROLS = /[\x00-\x1f\x7f-\x9f]/;
/** Characters that look like separators, and marks that turn or hide the text around them. */
const LOOKALIKES = /[\u2044\u2215\u2216\u29F5\u29F8\uFE68\uFF0F\uFF3C]/;
const INVISIBLE = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/;

/** Where a path of a tool call leads. */
export interface Located {
  /** Relative to the repository, links resolved. */
  path: string;
  absolute: string;
  type: EntryType;
  size: number;
  modifiedNs: bigint;
}

/**
 * A caller's path as the index writes it: `./src//a.ts` is `src/a.ts`, `""` and `.` are the root. Hidden characters stand in it as answers show them:
 * `a<U+202E>.ts`. Looks at the text only. Throws `path_escape` for a path that leads out, or is made to look as if it did, and `invalid_parameter` for one
 * that is too long.
 */
export function normalizePath(given: string, parameter = "path"): string {
  const problem = pathProblem(given);
  if (problem) throw new CodeindexError("path_escape", `${parameter}: ${problem}`, { parameter });
  const path = restoreHidden(given);
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      if (parts.pop() === undefined)
        throw new CodeindexError("path_escape", `${parameter}: leads out of the repository.`, { parameter });
    } else {
      parts.push(part);
    }
  }
  if (Buffer.byteLength(path) > MOST_PATH_BYTES || parts.some((part) => Buffer.byteLength(part) > MOST_NAME_BYTES))
    throw invalidParameter(parameter, `at most ${MOST_PATH_BYTES} bytes, and ${MOST_NAME_BYTES} between slashes.`);
  return parts.join("/");
}

function pathProblem(path: string): string | null {
  if (CONTROLS.test(path)) return "holds control characters.";
  if (path.includes("\\")) return "separate the parts with /, not with a backslash.";
  if (path.startsWith("/")) return "is absolute; give it relative to the repository.";
  if (/^[a-z]:/i.test(path)) return "begins with a drive letter; give it relative to the repository.";
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) return "is a URL; give a path relative to the repository.";
  if (path === "~" || path.startsWith("~/")) return "leads to a home folder; give it relative to the repository.";
  if (/\p{Surrogate}/u.test(path)) return "is not valid Unicode.";
  // Marks of direction belong into some names, and answers leave them as they are.
  if (INVISIBLE.test(path) && visible(path) !== path)
    return "holds invisible characters; write them as answers do, such as <U+202E>.";
  const folded = path.normalize("NFKC");
  if (LOOKALIKES.test(path) || partsOf(folded) !== partsOf(path)) return "holds characters that look like / or \\.";
  const isMadeOfDots = (part: string) => /^[. ]{2,}$/.test(part) || part === " ";
  const readings = (part: string) => [part, part.normalize("NFKC"), withoutHidden(restoreHidden(part))];
  if (path.split("/").some((part) => part !== ".." && readings(part).some(isMadeOfDots)))
    return "has a part made of dots or spaces.";
  return null;
}

/** Whether a caller can give the path of an entry, as answers show it. */
const isGivable = (path: string): boolean => !CONTROLS.test(path) && pathProblem(visible(path)) === null;

function partsOf(path: string): number {
  return path.split(/[/\\]/).length;
}

/**
 * Finds what stands at a path. Throws `path_escape` (also when a link leads out), `not_found`, or `forbidden` for what the rules hide.
 */
export async function locate(root: string, rules: SkipRules, path: string, parameter = "path"): Promise<Located> {
  const wanted = normalizePath(path, parameter);
  const top = await realTop(root, parameter);
  const { canonical, spelled } = await follow({ top, alias: root }, wanted, parameter);
  const absolute = join(top, canonical);
  const stats = await statusOf(absolute, wanted, parameter);
  const located: Located = {
    path: canonical,
    absolute,
    type: typeOf(stats),
    size: Number(stats.size),
    modifiedNs: stats.mtimeNs,
  };
  await refuseHidden(rules, canonical, located.type);
  // The way there counts too: a link inside an ignored folder is as hidden as the folder.
  if (spelled !== canonical) await refuseHidden(rules, spelled, located.type);
  // Some file systems read a name without its hidden characters.
  const bare = withoutHidden(spelled);
  if (bare !== spelled) await refuseHidden(rules, bare, located.type);
  return located;
}

/**
 * The entry at a normalized path, whatever the rules say; a link is a link, and nothing behind one is looked at. null: there is none.
 */
export async function stateOf(root: string, path: string): Promise<{ type: EntryType; size: number } | null> {
  const steps = pathAndFolders(path);
  for (const step of steps) {
    const stats = await lstatOrError(root, step);
    if (!stats) return null;
    if (step === path) return { type: typeOf(stats), size: Number(stats.size) };
    if (!stats.isDirectory()) return null;
  }
  return null;
}

/** The path as the index writes it, of what may be gone. Throws as `normalizePath` does, and `path_escape` where a link on the way leads out. */
export async function normalizeInside(root: string, path: string, parameter = "path"): Promise<string> {
  const wanted = normalizePath(path, parameter);
  const lead = await leadOf(await realTop(root, parameter), wanted, root, parameter);
  if (lead.to === "outside") throw leadsOut(wanted, parameter);
  return wanted;
}

/** Whether something stands at a normalized path; a link is something, wherever it leads. */
export async function isThere(root: string, path: string): Promise<boolean> {
  if ((await stateOf(root, path)) !== null) return true;
  return (await leadOf(await realTop(root, "path"), path, root, "path")).to !== "nothing";
}

async function lstatOrError(root: string, path: string): Promise<BigIntStats | null> {
  try {
    return await lstat(join(root, path), { bigint: true });
  } catch (error) {
    if (isMissing(error)) return null;
    throw pathError(error, path, "path");
  }
}

/** Where a path leads, and how it is written on disk: names may be stored composed or decomposed, `é` as one character or as two. */
async function follow(
  { top, alias }: { top: string; alias: string },
  wanted: string,
  parameter: string,
): Promise<{ canonical: string; spelled: string }> {
  for (const spelled of new Set([wanted, wanted.normalize("NFC"), wanted.normalize("NFD")])) {
    const lead = await leadOf(top, spelled, alias, parameter);
    if (lead.to === "inside") return { canonical: lead.path, spelled };
    if (lead.to === "outside") throw leadsOut(wanted, parameter);
    if (lead.to === "loop")
      throw new CodeindexError("not_found", `${wanted} is a symbolic link that leads in a loop.`, { path: wanted });
  }
  throw new CodeindexError("not_found", `${wanted} does not exist.`, { path: wanted });
}

const leadsOut = (path: string, parameter: string): CodeindexError =>
  new CodeindexError("path_escape", `${parameter}: ${path} is a link that leads out of the repository.`, { path });

async function leadOf(top: string, path: string, alias: string, parameter: string): Promise<Lead> {
  try {
    return await followLinks(top, path, alias);
  } catch (error) {
    throw pathError(error, path, parameter);
  }
}

async function realTop(root: string, parameter: string): Promise<string> {
  try {
    return await realpath(root);
  } catch (error) {
    throw pathError(error, "", parameter);
  }
}

async function statusOf(absolute: string, path: string, parameter: string): Promise<BigIntStats> {
  try {
    return await lstat(absolute, { bigint: true });
  } catch (error) {
    throw pathError(error, path, parameter);
  }
}

function typeOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): EntryType {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "symlink" : "special";
}

const EXPLAIN = ["explain_path says which rule leaves a path out; a .codeindexignore can take it in again with !."];

/** Throws `forbidden` for what the rules hide, by a path as the index writes it. */
export async function refuseHidden(rules: SkipRules, path: string, type: EntryType): Promise<void> {
  const found = await rules.judgePath(path, type, null);
  if (!found || !HIDDEN.has(found.skip.reason)) return;
  const { reason, detail } = found.skip;
  const where = found.path === path ? path : `${path} lies in ${found.path}, which`;
  throw new CodeindexError(
    "forbidden",
    `${where} is left out (${reason}): ${detail}`,
    { path, reason, rule: detail },
    EXPLAIN,
  );
}

/** The system's refusal in our words, without its paths. */
function pathError(error: unknown, path: string, parameter: string): unknown {
  const code = systemCode(error);
  const shown = path === "" ? "The repository's folder" : path;
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
    case "ENXIO":
    // A path that is not a link any more.
    case "EINVAL":
      return new CodeindexError("not_found", `${shown} does not exist.`, { path });
    case "ELOOP":
      return new CodeindexError("not_found", `${shown} is a symbolic link that leads in a loop.`, { path });
    case "EACCES":
    case "EPERM":
      return new CodeindexError("forbidden", `${shown}: the service has no permission to read it.`, { path }, [
        "Give the user that runs the service the right to read it.",
      ]);
    case "EISDIR":
      return invalidParameter(parameter, `${shown} is a folder; name a file.`);
    case "ENAMETOOLONG":
      return invalidParameter(parameter, "is too long for the system.");
    default:
      return error;
  }
}

/** Finds a file: `invalid_parameter` for a folder. */
export async function locateFile(root: string, rules: SkipRules, path: string, parameter = "path"): Promise<Located> {
  const located = await locate(root, rules, path, parameter);
  if (located.type === "directory")
    throw invalidParameter(parameter, `${located.path || "the root"} is a folder; list_directory shows what is in it.`);
  return located;
}

/** Finds a folder; "" is the root. `invalid_parameter` for a file. */
export async function locateFolder(root: string, rules: SkipRules, path: string, parameter = "path"): Promise<Located> {
  const located = await locate(root, rules, path, parameter);
  if (located.type !== "directory") throw invalidParameter(parameter, `${located.path} is a file; read_file reads it.`);
  return located;
}

/**
 * A file's bytes, at most `maxBytes` (`too_large` beyond). Throws as `locateFile` does, and `not_found` when the file vanishes or is swapped
 * for another between check and read.
 */
export async function readBytes(
  root: string,
  rules: SkipRules,
  path: string,
  maxBytes: number,
): Promise<{ file: Located; bytes: Buffer }> {
  const file = await locateFile(root, rules, path);
  const handle = await openChecked(file, constants.O_RDONLY);
  try {
    const opened = await handle.stat();
    if (!opened.isFile()) throw replaced(file);
    const { size } = opened;
    if (size > maxBytes)
      throw new CodeindexError("too_large", `${file.path} has ${size} bytes; the limit is ${maxBytes}.`, {
        path: file.path,
        size,
      });
    return { file: { ...file, size }, bytes: await readUpTo(handle, maxBytes) };
  } catch (error) {
    throw pathError(error, file.path, "path");
  } finally {
    await handle.close();
  }
}

/** Opens what was checked. Throws as `readBytes` does. */
async function openChecked(located: Located, flags: number): Promise<FileHandle> {
  try {
    const handle = await openHandleInPlace(located.absolute, flags);
    if (handle !== null) return handle;
  } catch (error) {
    throw pathError(error, located.path, "path");
  }
  throw replaced(located);
}

const replaced = ({ path }: Located): CodeindexError =>
  new CodeindexError("not_found", `${path} was replaced while it was opened.`, { path });

async function readUpTo(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let length = 0; length < maxBytes; ) {
    const piece = Buffer.allocUnsafe(Math.min(1 << 20, maxBytes - length));
    const { bytesRead } = await handle.read(piece, 0, piece.length, null);
    if (bytesRead === 0) break;
    pieces.push(piece.subarray(0, bytesRead));
    length += bytesRead;
  }
  return Buffer.concat(pieces);
}

export interface FolderEntry {
  name: string;
  path: string;
  type: "file" | "directory";
  /** Files only, in bytes. */
  size?: number;
}

/** Entries of a folder, in byte order, without those that the rules hide, links and special files. `withSizes` reads each file's status. */
export async function listFolder(rules: SkipRules, folder: Located, withSizes: boolean): Promise<FolderEntry[]> {
  const handle = await openChecked(folder, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
  try {
    return await entriesOf(rules, folder, openedFolder(handle.fd) ?? folder.absolute, withSizes);
  } catch (error) {
    throw pathError(error, folder.path, "path");
  } finally {
    await handle.close();
  }
}

/** `place` is where the folder can be read whatever its path has become meanwhile. */
async function entriesOf(rules: SkipRules, folder: Located, place: string, withSizes: boolean): Promise<FolderEntry[]> {
  const entries = await readdir(place, { withFileTypes: true });
  const here = await rules.load(
    folder.path,
    entries.map((entry) => entry.name),
  );
  const shown: FolderEntry[] = [];
  for (const entry of entries.sort((a, b) => comparePaths(a.name, b.name))) {
    const path = joinPath(folder.path, entry.name);
    const type = typeOf(entry);
    if (type === "symlink" || type === "special" || !isGivable(path)) continue;
    const names = new Set([path, withoutHidden(path)]);
    const skips = await Promise.all([...names].map((name) => here.judge(name, type, null)));
    if (skips.some((skip) => skip && HIDDEN.has(skip.reason))) continue;
    if (type === "directory") {
      shown.push({ name: entry.name, path, type });
    } else {
      const size = withSizes ? await sizeOf(join(place, entry.name)) : undefined;
      // Without a size it vanished since it was listed.
      if (!withSizes) shown.push({ name: entry.name, path, type });
      else if (size !== undefined) shown.push({ name: entry.name, path, type, size });
    }
  }
  return shown;
}

async function sizeOf(absolute: string): Promise<number | undefined> {
  try {
    return (await lstat(absolute)).size;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

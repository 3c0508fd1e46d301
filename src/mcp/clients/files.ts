/** Reads and changes files of clients: atomically, and only files that clearly belong to the client. */
import { randomUUID } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { systemCode } from "../../base/system-code.js";
import { UnreadableFile } from "./merged-entry.js";

/** Bytes; a client's settings are smaller. */
const LARGEST = 32 * 2 ** 20;
const NO_ONE_WRITES = 0o222;

/**
 * The text of a file, null where there is none. Throws UnreadableFile for one that must not be written: a link, not a regular file, read-only, not
 * UTF-8. Below `root` no folder on the way may be a link either: a repository may come with one that leads out of it.
 */
export function readClientFile(file: string, root?: string): string | null {
  try {
    if (root !== undefined) requireNoLinks(file, root);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (!stats) {
      requireWritable(nearestFolder(dirname(file)), "its folder");
      return null;
    }
    requirePlain(stats, "it");
    if (stats.size > LARGEST) throw new UnreadableFile("it is larger than a client's file is");
    requireWritable(file, "it");
    requireWritable(dirname(file), "its folder");
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    throw asUnreadable(error);
  }
}

/** Replaces `before` by `after`; null stands for no file. Returns the folders that it made, the outer first. Throws UnreadableFile. */
export function writeClientFile(
  file: string,
  { before, after }: { before: string | null; after: string | null },
  options: { mode: number; root?: string | undefined },
): string[] {
  // The client, or a person, may have written meanwhile.
  if (readClientFile(file, options.root) !== before) throw new UnreadableFile("it was changed meanwhile; run it again");
  try {
    if (after === null) {
      rmSync(file, { force: true });
      return [];
    }
    const made = makeFolders(dirname(file));
    replaceFile(file, after, before === null ? options.mode : statSync(file).mode & 0o777);
    return made;
  } catch (error) {
    throw asUnreadable(error);
  }
}

/** Removes those of the folders that are empty, the inner first. Returns those that still exist. */
export function removeFolders(folders: readonly string[]): string[] {
  const innerFirst = [...new Set(folders)].sort((a, b) => b.length - a.length);
  return innerFirst.filter((folder) => {
    try {
      rmdirSync(folder);
      return false;
    } catch (error) {
      // The folder is not empty, or was removed already.
      return systemCode(error) !== "ENOENT";
    }
  });
}

/** Writes a temporary file next to it, and renames that. */
export function replaceFile(file: string, text: string, mode: number): void {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, text, { mode, flush: true });
    chmodSync(draft, mode);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

function makeFolders(folder: string): string[] {
  const missing: string[] = [];
  for (let current = folder; !statSync(current, { throwIfNoEntry: false }); current = dirname(current))
    missing.unshift(current);
  mkdirSync(folder, { recursive: true });
  return missing;
}

function nearestFolder(folder: string): string {
  let current = folder;
  while (!lstatSync(current, { throwIfNoEntry: false }) && dirname(current) !== current) current = dirname(current);
  return current;
}

function requireNoLinks(file: string, root: string): void {
  let current = root;
  for (const part of relative(root, dirname(file)).split(sep).filter(Boolean)) {
    current = join(current, part);
    const stats = lstatSync(current, { throwIfNoEntry: false });
    if (!stats) return;
    if (stats.isSymbolicLink()) throw new UnreadableFile(`the folder ${current} is a link`);
    if (!stats.isDirectory()) throw new UnreadableFile(`${current} is not a folder`);
  }
}

function requirePlain(stats: Stats, what: string): void {
  if (stats.isSymbolicLink()) throw new UnreadableFile(`${what} is a link`);
  if (!stats.isFile()) throw new UnreadableFile(`${what} is not a file`);
}

/** Root may write everything; a read-only file is respected all the same. */
function requireWritable(path: string, what: string): void {
  const { mode } = statSync(path);
  if ((mode & NO_ONE_WRITES) === 0) throw new UnreadableFile(`${what} is read-only`);
  accessSync(path, constants.W_OK);
}

function asUnreadable(error: unknown): unknown {
  if (error instanceof UnreadableFile) return error;
  if (error instanceof TypeError) return new UnreadableFile("it is not UTF-8");
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined ? error : new UnreadableFile(`it cannot be written (${code})`);
}

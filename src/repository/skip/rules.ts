/**
 * The rules of a repository on left-out paths. Ignore files and git's index are read here without holding up the thread: on a file system that is away only
 * the callers wait. `judge.ts` judges by the rules.
 */
import { lstat, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { CodeindexError } from "../../base/errors.js";
import { fileSystemFault, isFileSystemFault } from "../../base/faults.js";
import { systemCode } from "../../base/system-code.js";
import { languageOf } from "../../languages/index.js";
import { folderOf, joinPath, nameOf, pathAndFolders } from "../../model/paths.js";
import { type CodeBelow, codeBelow } from "../code-below.js";
import type { EntryType, Skip } from "../file-event.js";
import { gitFolders } from "../git/head.js";
import { readTrackedPaths, type TrackedPaths } from "../git/tracked.js";
import { isFileSystemError, liesIn, readRegularOrThrow } from "../read-small-file.js";
import { isProjectFile } from "./build-folders.js";
import { type IgnoreRule, parseIgnoreFile } from "./ignore-files.js";
import { type FolderFiles, type FolderRules, isNobodys, judgeEntry, rulesBelow, rulesOfRoot } from "./judge.js";
import { type SkipSettings, type SkipTests, skipTests } from "./settings.js";

export interface SkipRules {
  /**
   * Reads the rules that hold for the entries of a folder, as far as they are not known. The answer stays as it is whatever is forgotten later.
   * `names`: all names in the folder, where the caller has just listed it; else it is listed.
   */
  load(folder: string, names?: readonly string[]): Promise<LoadedRules>;
  /** Judges one entry of a folder that is taken in; null: the entry is taken in. `size` in bytes, null where not known or of no matter. */
  judge(path: string, type: EntryType, size: number | null): Promise<Skip | null>;
  /** Judges a path and every folder above it: the topmost that is left out, null where none is. The root "" is never left out. */
  judgePath(path: string, type: EntryType, size: number | null): Promise<{ path: string; skip: Skip } | null>;
  /** The part of this path that the rules depend on: an ignore file's content; whether there is a project file, beside which folders are build output. */
  decides(path: string): "content" | "existence" | null;
  /** The first error of the file system that kept an ignore file from being read, since the last `forget`: what was judged without it may be wrong. */
  fault(): CodeindexError | null;
  /**
   * The files of code below a folder that is left out, and whether there may be more: the tracked ones; without git, those that the other rules take
   * in.
   */
  codeBelow(folder: string): Promise<CodeBelow>;
  /** Forgets what was read of git's index, and of ignore files: all, or in the folder of the one that changed and below it. */
  forget(changedFile?: string): void;
}

/** The rules of one folder, for whoever asks about all its entries. */
export interface LoadedRules {
  /** As `SkipRules.judge`; a promise only where git's index, which may be large, has a say and was not read yet. */
  judge(path: string, type: EntryType, size: number | null): Skip | null | Promise<Skip | null>;
}

const OWN_FILE = ".codeindexignore";
const GIT_FILE = ".gitignore";
/** A file system may take these names for the ones above. */
const IGNORE_NAME = /^\.(gitignore|codeindexignore)$/i;
/** Ignore files beyond this size are read no further: no person wrote them. */
const IGNORE_FILE = { most: 1_000_000, isCut: true };

/** The rules of a repository as far as they were read. */
interface Known {
  root: string;
  tests: SkipTests;
  /** The rules of folders, by path: those that are being read, too. */
  folders: Map<string, Promise<FolderRules>>;
  /** The paths in git's index; null where it was not read since the last `forget`. */
  tracked: TrackedPaths | null;
  /** The reading that will say it, under way or done. */
  reading: Promise<TrackedPaths> | null;
  /** The paths at the reading before: the index is read again only if it has changed. */
  lastTracked: TrackedPaths | null;
  fault: CodeindexError | null;
}

/**
 * The rules of a repository. Ignore files are read when they are first needed and kept until `forget`. Throws `configuration` for a pattern that is
 * no glob.
 */
export function createSkipRules(root: string, settings: SkipSettings = {}): SkipRules {
  const known: Known = {
    root,
    tests: skipTests(root, settings),
    folders: new Map(),
    tracked: null,
    reading: null,
    lastTracked: null,
    fault: null,
  };
  return {
    async load(folder, names) {
      const rules = await rulesOf(known, folder, names);
      return { judge: (path, type, size) => judgeBy(known, rules, path, type, size) };
    },
    judge: (path, type, size) => judgeOne(known, path, type, size),
    async judgePath(path, type, size) {
      for (const step of pathAndFolders(path)) {
        const skip = await (step === path
          ? judgeOne(known, path, type, size)
          : judgeOne(known, step, "directory", null));
        if (skip) return { path: step, skip };
      }
      return null;
    },
    async codeBelow(folder) {
      const tracked = await trackedOf(known);
      if (tracked.isGit)
        return { paths: tracked.below(folder).filter((path) => languageOf(path) !== null), isCut: false };
      return codeBelow(root, folder, async (path, isFolder) =>
        isNobodys(known.tests, await rulesOf(known, folderOf(path)), path, isFolder),
      );
    },
    decides(path) {
      const name = nameOf(path);
      if (name === GIT_FILE || name === OWN_FILE) return "content";
      return isProjectFile(name) ? "existence" : null;
    },
    fault: () => known.fault,
    forget: (changedFile) => forget(known, changedFile),
  };
}

function forget(known: Known, changedFile: string | undefined): void {
  known.fault = null;
  known.tracked = null;
  known.reading = null;
  const folder = changedFile === undefined ? "" : folderOf(changedFile);
  if (folder === "") known.folders.clear();
  else
    for (const path of known.folders.keys())
      if (path === folder || path.startsWith(`${folder}/`)) known.folders.delete(path);
}

async function judgeOne(known: Known, path: string, type: EntryType, size: number | null): Promise<Skip | null> {
  return judgeBy(known, await rulesOf(known, folderOf(path)), path, type, size);
}

/** Judges without git's index first; where it was asked for, again with it. */
function judgeBy(known: Known, rules: FolderRules, path: string, type: EntryType, size: number | null) {
  const judgeWith = (tracked: Pick<TrackedPaths, "has" | "hasBelow">) =>
    judgeEntry({ tests: known.tests, tracked }, rules, path, type, size);
  if (known.tracked !== null) return judgeWith(known.tracked);
  let isAsked = false;
  const ask = (): boolean => {
    isAsked = true;
    return false;
  };
  const skip = judgeWith({ has: ask, hasBelow: ask });
  return isAsked ? trackedOf(known).then(judgeWith) : skip;
}

/** Git's index as it is, or was since the last `forget`. */
function trackedOf(known: Known): Promise<TrackedPaths> {
  if (known.reading === null) {
    const reading = readTrackedPaths(known.root, known.lastTracked).then((tracked) => {
      known.lastTracked = tracked;
      // A reading that was forgotten meanwhile is done again.
      if (known.reading === reading) known.tracked = tracked;
      return tracked;
    });
    known.reading = reading;
  }
  return known.reading;
}

/** Both the rules of the folder and of those above it are begun at once, so that nothing is forgotten halfway. */
function rulesOf(known: Known, folder: string, names?: readonly string[]): Promise<FolderRules> {
  let rules = known.folders.get(folder);
  if (!rules) {
    const above = folder === "" ? null : rulesOf(known, folderOf(folder));
    rules = readRules(known, folder, above, names);
    known.folders.set(folder, rules);
  }
  return rules;
}

async function readRules(
  known: Known,
  folder: string,
  above: Promise<FolderRules> | null,
  names: readonly string[] | undefined,
): Promise<FolderRules> {
  if (above !== null) {
    const [rules, files] = await Promise.all([above, readFiles(known, folder, names)]);
    return rulesBelow(known.tests, rules, folder, files);
  }
  const [files, exclude] = await Promise.all([readFiles(known, folder, names), readExclude(known)]);
  return rulesOfRoot(files, exclude);
}

async function readExclude(known: Known): Promise<IgnoreRule[]> {
  const common = (await gitFolders(known.root))?.common;
  if (common === undefined) return [];
  return parseIgnoreFile(await readIgnoreFile(known, join(common, "info/exclude"), common), ".git/info/exclude");
}

/** The files of a folder that decide about its entries. */
async function readFiles(known: Known, folder: string, listed?: readonly string[]): Promise<FolderFiles> {
  const names = listed ?? (await namesIn(known, folder));
  const projects = (names ?? []).filter(isProjectFile);
  if (names !== null && !names.some((name) => IGNORE_NAME.test(name))) return { git: [], own: [], projects };
  const home = await realPathOf(known.root);
  const read = async (name: string) => {
    const path = joinPath(folder, name);
    return parseIgnoreFile(await readIgnoreFile(known, join(home, path), home), path);
  };
  const [git, own] = await Promise.all([read(GIT_FILE), read(OWN_FILE)]);
  return { git, own, projects };
}

/**
 * An ignore file's text; "" where there is none that can be read, as git takes it. `folder` is a real path that it lies in.
 */
async function readIgnoreFile(known: Known, absolute: string, folder: string): Promise<string> {
  try {
    // A link may lead anywhere, and what stands there would be told as rules.
    if (!(await lstat(absolute)).isFile()) return "";
    return (await readRegularOrThrow(absolute, [folder], IGNORE_FILE))?.toString("utf8") ?? "";
  } catch (error) {
    noteFault(known, error);
    return "";
  }
}

/** The real path of a folder; the path as it is where nothing is there yet. */
async function realPathOf(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    if (isFileSystemError(error)) return folder;
    throw error;
  }
}

/** The names in a folder of the repository; none where a link leads out of it; null where it cannot be listed. */
async function namesIn(known: Known, folder: string): Promise<string[] | null> {
  try {
    const real = await realpath(join(known.root, folder));
    return liesIn(await realPathOf(known.root), real) ? await readdir(real) : [];
  } catch (error) {
    noteFault(known, error);
    return null;
  }
}

/** Rethrows what is not an error of the system. */
function noteFault(known: Known, error: unknown): void {
  const code = systemCode(error);
  if (code === undefined) throw error;
  if (isFileSystemFault(code)) known.fault ??= fileSystemFault(code);
}

/**
 * The commit and branch a working tree is at, read from git's own files: git need not be installed.
 *
 * Anybody may have written these files. Each is read only if it is a regular file of a bounded size inside git's folders, and a `.git` that leads out of
 * the repository is believed only if git's folder there names this working tree in turn, as it does for linked worktrees and submodules.
 */
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { type Bound, isFileSystemError, liesIn, readRegular } from "../read-small-file.js";

export interface GitHead {
  /** Full hash; null before the first commit. */
  commit: string | null;
  /** The branch's name; null when a commit is checked out by itself. */
  branch: string | null;
}

/** `own` holds HEAD and the index; `common` refs and info/exclude. They differ in a linked worktree. Real paths. */
export interface GitFolders {
  own: string;
  common: string;
}

const HASH = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
/** Symbolic refs may lead to symbolic refs; git stops after as many steps. */
const MOST_REF_STEPS = 5;
/** HEAD, a ref, `.git`, `gitdir` and `commondir` hold a line each. */
const LINE = { most: 8_192 };
/** A repository with a million refs has about 64 MB of them. */
const PACKED_REFS = { most: 64_000_000 };
export const GIT_CONFIG = { most: 1_000_000 };
/** At most this many refs that are files of their own are listed, from folders of at most this depth. */
const MOST_LOOSE_REFS = 20_000;
const MOST_REF_DEPTH = 20;

/** Where git keeps a working tree's state, also for a linked worktree or a submodule, whose `.git` is a file; null without any. */
export async function gitFolders(root: string): Promise<GitFolders | null> {
  try {
    const home = await realpath(root);
    const dotGit = join(home, ".git");
    const isFolder = (await stat(dotGit)).isDirectory();
    const named = isFolder ? dotGit : (await lineOf(dotGit, [home]))?.match(/^gitdir: (.+)$/)?.[1];
    if (named === undefined) return null;
    const own = await realpath(resolve(home, named));
    if (!liesIn(home, own) && !(await namesTree(own, home))) return null;
    const written = await lineOf(join(own, "commondir"), [own]);
    if (!written) return { own, common: own };
    const common = await realpath(resolve(own, written));
    const isCommon = liesIn(home, common) || own === join(common, "worktrees", basename(own));
    return isCommon ? { own, common } : null;
  } catch (error) {
    if (isFileSystemError(error)) return null;
    throw error;
  }
}

/** Whether git's folder belongs to the working tree, by its own word: `gitdir` of a linked worktree, `core.worktree` of a submodule. */
async function namesTree(own: string, home: string): Promise<boolean> {
  const worktree = await lineOf(join(own, "gitdir"), [own]);
  if (worktree) return (await realpath(resolve(own, worktree))) === join(home, ".git");
  const config = (await readRegular(join(own, "config"), [own], GIT_CONFIG))?.toString("utf8") ?? "";
  const tree = /^\s*worktree\s*=\s*"?(.+?)"?\s*$/im.exec(config)?.[1];
  return tree !== undefined && (await realpath(resolve(own, tree))) === home;
}

const lineOf = async (path: string, within: readonly string[]): Promise<string | undefined> =>
  (await readRegular(path, within, LINE))
    ?.toString("utf8")
    .match(/^[^\n]*/)?.[0]
    .trim();

/** The commit and branch of a working tree; null for any other folder, and where git's files make no sense. */
export async function readGitHead(root: string): Promise<GitHead | null> {
  const folders = await gitFolders(root);
  const head = folders && (await readText(folders, join(folders.own, "HEAD"), LINE))?.trim();
  if (!folders || !head) return null;
  if (HASH.test(head)) return { commit: head, branch: null };
  const ref = head.match(/^ref: (.+)$/)?.[1];
  if (ref === undefined) return null;
  return { commit: await resolveRef(folders, ref, MOST_REF_STEPS), branch: ref.replace(/^refs\/heads\//, "") };
}

/** Branches, then tags, then branches of remotes (`origin/main`), each by name; [] where there is no git. */
export async function readRefs(root: string): Promise<string[]> {
  const folders = await gitFolders(root);
  if (!folders) return [];
  const packed = (await readPackedRefs(folders))?.match(/(?<= )refs\/.+$/gm) ?? [];
  const refs = [...new Set([...packed, ...(await looseRefs(folders))])].sort();
  return ["refs/heads/", "refs/tags/", "refs/remotes/"].flatMap((prefix) =>
    refs.filter((ref) => ref.startsWith(prefix) && !ref.endsWith("/HEAD")).map((ref) => ref.slice(prefix.length)),
  );
}

/** Refs that are files of their own. */
async function looseRefs({ common }: GitFolders): Promise<string[]> {
  const found: string[] = [];
  const look = async (name: string, depth: number): Promise<void> => {
    // A link to a folder elsewhere is not a folder of refs.
    if ((await realpath(join(common, name))) !== join(common, name)) return;
    for (const entry of await readdir(join(common, name), { withFileTypes: true })) {
      if (found.length >= MOST_LOOSE_REFS) return;
      const ref = `${name}/${entry.name}`;
      if (entry.isDirectory() && depth < MOST_REF_DEPTH) await look(ref, depth + 1);
      else if (entry.isFile() && !entry.name.endsWith(".lock")) found.push(ref);
    }
  };
  await look("refs", 0).catch((error) => {
    if (!isFileSystemError(error)) throw error;
  });
  return found;
}

async function resolveRef(folders: GitFolders, ref: string, steps: number): Promise<string | null> {
  // A ref is a path below git's folder: one that climbs out names no ref.
  if (steps === 0 || !/^refs\/[^\0]+$/.test(ref) || ref.split("/").includes("..")) return null;
  const own = await readText(folders, join(folders.own, ref), LINE);
  const loose = (own ?? (await readText(folders, join(folders.common, ref), LINE)))?.trim();
  if (loose !== undefined) {
    const next = loose.match(/^ref: (.+)$/)?.[1];
    if (next !== undefined) return resolveRef(folders, next, steps - 1);
    return HASH.test(loose) ? loose : null;
  }
  const packed = (await readPackedRefs(folders))?.split("\n");
  const commit = packed?.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0];
  return commit !== undefined && HASH.test(commit) ? commit : null;
}

const readPackedRefs = (folders: GitFolders) => readText(folders, join(folders.common, "packed-refs"), PACKED_REFS);

/** A text file of git's folders; undefined where there is none that may be read. */
async function readText({ own, common }: GitFolders, path: string, bound: Bound): Promise<string | undefined> {
  return (await readRegular(path, [own, common], bound))?.toString("utf8");
}

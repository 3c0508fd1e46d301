/** The commit and branch a working tree is at, read from git's own files: git need not be installed. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

export interface GitHead {
  /** Full hash; null before the first commit. */
  commit: string | null;
  /** The branch's name; null when a commit is checked out by itself. */
  branch: string | null;
}

/** `own` holds HEAD and the index; `common` refs and info/exclude. They differ in a linked worktree. Absolute paths. */
export interface GitFolders {
  own: string;
  common: string;
}

const HASH = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
/** Symbolic refs may lead to symbolic refs; git stops after as many steps. */
const MAX_REF_STEPS = 5;

/** Where git keeps a working tree's state, also for a linked worktree or a submodule, whose `.git` is a file; null without any. */
export function gitFolders(root: string): GitFolders | null {
  const dotGit = join(root, ".git");
  const stats = statSync(dotGit, { throwIfNoEntry: false });
  if (!stats) return null;
  let own = dotGit;
  if (!stats.isDirectory()) {
    const target = readText(dotGit)?.match(/^gitdir: (.+?)\s*$/m)?.[1];
    if (target === undefined) return null;
    own = resolve(root, target);
  }
  const common = readText(join(own, "commondir"))?.trim();
  return { own, common: common ? resolve(own, common) : own };
}

/** The commit and branch of a working tree; null where it is none, or git's files make no sense. */
export function readGitHead(root: string): GitHead | null {
  const folders = gitFolders(root);
  const head = folders && readText(join(folders.own, "HEAD"))?.trim();
  if (!folders || !head) return null;
  if (HASH.test(head)) return { commit: head, branch: null };
  const ref = head.match(/^ref: (.+)$/)?.[1];
  if (ref === undefined) return null;
  return { commit: resolveRef(folders, ref, MAX_REF_STEPS), branch: ref.replace(/^refs\/heads\//, "") };
}

/** Branches, then tags, then branches of remotes (`origin/main`), each by name; [] where there is no git. */
export function readRefs(root: string): string[] {
  const folders = gitFolders(root);
  if (!folders) return [];
  const packed = readText(join(folders.common, "packed-refs"))?.match(/(?<= )refs\/.+$/gm) ?? [];
  const refs = [...new Set([...packed, ...looseRefs(join(folders.common, "refs"), "refs")])].sort();
  return ["refs/heads/", "refs/tags/", "refs/remotes/"].flatMap((prefix) =>
    refs.filter((ref) => ref.startsWith(prefix) && !ref.endsWith("/HEAD")).map((ref) => ref.slice(prefix.length)),
  );
}

/** Refs that are files of their own, below a folder. */
function looseRefs(folder: string, name: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const ref = `${name}/${entry.name}`;
      if (entry.isDirectory()) return looseRefs(join(folder, entry.name), ref);
      return entry.isFile() && !entry.name.endsWith(".lock") ? [ref] : [];
    });
  } catch (error) {
    if (error instanceof Error && "code" in error) return [];
    throw error;
  }
}

function resolveRef(folders: GitFolders, ref: string, steps: number): string | null {
  // A ref is a path below git's folder: one that climbs out names no ref.
  if (steps === 0 || !/^refs\/[^\0]+$/.test(ref) || ref.split("/").includes("..")) return null;
  const loose = (readText(join(folders.own, ref)) ?? readText(join(folders.common, ref)))?.trim();
  if (loose !== undefined) {
    const next = loose.match(/^ref: (.+)$/)?.[1];
    if (next !== undefined) return resolveRef(folders, next, steps - 1);
    return HASH.test(loose) ? loose : null;
  }
  const packed = readText(join(folders.common, "packed-refs"))?.split("\n");
  const commit = packed?.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0];
  return commit !== undefined && HASH.test(commit) ? commit : null;
}

/** A small text file; null where it is missing or not readable. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}

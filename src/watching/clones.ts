/**
 * Keeps the clones of projects by git URL: clones them, fetches them on an interval and when asked, and deletes those of removed projects. Any number of
 * processes may run it, with one folder of clones or with folders of their own: the database says whose turn it is (store/fetches.ts), and which folder
 * has a project's clone.
 *
 * A clone is made next to its place and moved there when it is whole. A broken clone is made anew, and so is one whose folder nobody sees any more.
 */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CodeindexError } from "../base/errors.js";
import type { Logger } from "../base/log.js";
import { anySignal } from "../base/signals.js";
import { systemCode } from "../base/system-code.js";
import type { Indexing } from "../indexing/indexing-types.js";
import { openCloneFolder } from "../repository/git/clone-folder.js";
import { CLONES_DISK_FULL, GitProblem, type GitSettings, runGit } from "../repository/git/command.js";
import { readGitHead } from "../repository/git/head.js";
import type { Db } from "../store/db/db.js";
import {
  claimFetch,
  failFetch,
  finishFetch,
  forgetClone,
  holdFetch,
  listRemovedClones,
  listStaleClones,
  releaseFetch,
} from "../store/fetches.js";
import type { Presence } from "../store/processes.js";
import { PROJECTS_CHANNEL, type Project } from "../store/projects.js";
import { findView } from "../store/views.js";

export interface GitSync {
  /** Begins to look for clones that are due. */
  start(): Promise<void>;
  /** Stops what is under way; another process, or the next start, does it. */
  close(): Promise<void>;
}

export interface GitSyncParts {
  db: Db;
  /** The process, as the others know it. */
  self: Pick<Presence, "processId" | "role">;
  config: GitSettings & { readonly gitInterval: number };
  /** Told to index what a fetch has brought. */
  indexing: Pick<Indexing, "start">;
  log: Logger;
}

/** Interval between looks for clones that are due, in milliseconds. The database also tells of each at once. */
const LOOK_EVERY = 5000;
const HOLD_EVERY = 20_000;
/** A large clone must not hold up the others. */
const FETCHES_AT_ONCE = 2;
/** Delay before half-made clones of dead processes are deleted, in milliseconds. */
const STALE = 24 * 3600_000;
/** Interval between looks for clones that are no longer needed here, in milliseconds. */
const SWEEP_EVERY = 600_000;
/** Lies in each clone that was made here: a folder without it is never deleted. */
const MARKER = "codeindex-clone";
/** Interval between deletions of a clone's former objects, in milliseconds. */
const TIDY_EVERY = 24 * 3600_000;
const KEPT = "1.day.ago";
const MAKING = ".making-";
const FRESH = ["--depth=1", "--no-tags", "--no-recurse-submodules", "--quiet"];

interface ClonesState extends GitSyncParts {
  /** The id of the folder of clones; undefined while it cannot be written. */
  folder: string | undefined;
  /** Whether the log has it that the folder cannot be written. */
  isFolderToldOf: boolean;
  /** The last look for clones that are no longer needed, by `performance.now()`. */
  sweptAt: number;
  /** Aborted when the process stops. */
  signal: AbortSignal;
  /** Fetches under way. */
  busy: Set<Promise<void>>;
  /** By project, the last deletion of its clone's old objects, by `performance.now()`. */
  tidied: Map<string, number>;
}

/** Keeps the clones of a process up to date. Must be closed. */
export function createGitSync(parts: GitSyncParts): GitSync {
  const { db } = parts;
  const closing = new AbortController();
  const clones: ClonesState = {
    ...parts,
    folder: undefined,
    isFolderToldOf: false,
    sweptAt: Number.NEGATIVE_INFINITY,
    signal: closing.signal,
    busy: new Set(),
    tidied: new Map(),
  };
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => Promise<void>) | undefined;

  return {
    async start() {
      await openFolder(clones);
      stopListening = await db.listen(PROJECTS_CHANNEL, () => look(clones));
      timer = setInterval(look, LOOK_EVERY, clones);
      look(clones);
    },
    async close() {
      closing.abort(new CodeindexError("cancelled", "The process stops."));
      clearInterval(timer);
      await stopListening?.();
      await Promise.all(clones.busy);
    },
  };
}

/** Takes what is due, as far as there is room. */
function look(clones: ClonesState): void {
  if (clones.signal.aborted || clones.busy.size >= FETCHES_AT_ONCE) return;
  const work: Promise<void> = takeOne(clones)
    .catch((error) => {
      clones.log.warn({ err: error }, "failed to fetch clones; the next look tries again");
      return false;
    })
    .then((wasDue) => {
      clones.busy.delete(work);
      if (wasDue) look(clones);
    });
  clones.busy.add(work);
}

/** Makes the folder of clones. Where nothing is cloned it need not be writable, so a failure is logged once. */
async function openFolder(clones: ClonesState): Promise<string | undefined> {
  const { clonesDir } = clones.config;
  try {
    if (clones.folder === undefined) await deleteHalfMade(clonesDir);
    clones.folder = await openCloneFolder(clonesDir);
  } catch (error) {
    clones.folder = undefined;
    if (!clones.isFolderToldOf)
      clones.log.info({ err: error }, "failed to prepare the folder of clones; nothing can be cloned");
    clones.isFolderToldOf = true;
  }
  return clones.folder;
}

/** Fetches one clone and has it indexed; false: none was due. */
async function takeOne(clones: ClonesState): Promise<boolean> {
  const folder = await openFolder(clones);
  if (folder === undefined) return false;
  await deleteRemoved(clones, folder);
  await deleteStale(clones, folder);
  const claimed = await claimFetch(clones.db, clones.config.gitInterval / 1000, {
    ...clones.self,
    cloneFolder: folder,
  });
  if (!claimed) return false;
  // The clone's place in this folder: another process may have had it in its own.
  const project = { ...claimed, root: join(clones.config.clonesDir, claimed.projectId) };
  look(clones);
  const stop = new AbortController();
  const hold = setInterval(() => {
    holdFetch(clones.db, project.projectId).then(
      (isOurs) => isOurs || stop.abort(new CodeindexError("cancelled", "The project was removed.")),
      (error) => clones.log.warn({ err: error, project: project.projectId }, "failed to renew the hold on a fetch"),
    );
  }, HOLD_EVERY);
  const both = anySignal(clones.signal, stop.signal);
  const problem = await sync(clones.config, project, both)
    // The claim still holds, so nobody else fetches.
    .then(() => tidy(clones, project, both))
    .then(() => null)
    .catch((error) => (clones.signal.aborted ? undefined : told(clones, error, project)))
    .finally(() => clearInterval(hold));
  if (problem === undefined) await releaseFetch(clones.db, project.projectId);
  else if (problem !== null) await failFetch(clones.db, project.projectId, problem);
  else {
    await finishFetch(clones.db, project.projectId, { cloneFolder: folder, root: project.root });
    await indexIfNew(clones, project);
  }
  return !clones.signal.aborted;
}

/**
 * Deletes the objects of former commits, once a day and after a start: git would keep them for weeks. Those of the last day stay, for imports that were
 * made of a commit.
 */
async function tidy(clones: ClonesState, project: Project, stop: AbortSignal): Promise<void> {
  const { config, tidied } = clones;
  const { projectId, root } = project;
  if (performance.now() - (tidied.get(projectId) ?? Number.NEGATIVE_INFINITY) < TIDY_EVERY) return;
  tidied.set(projectId, performance.now());
  try {
    const url = urlOf(project);
    // Later fetches do not update the branch of the origin. All but the first of these calls find no origin.
    await runGit(config, url, ["remote", "remove", "origin"], { cwd: root, signal: stop }).catch(() => undefined);
    await runGit(config, url, ["reflog", "expire", `--expire=${KEPT}`, "--all"], { cwd: root, signal: stop });
    await runGit(config, url, ["gc", `--prune=${KEPT}`, "--quiet"], { cwd: root, signal: stop });
  } catch (error) {
    if (!stop.aborted) clones.log.info({ err: error, project: projectId }, "failed to remove old objects of a clone");
  }
}

/** The message for users about a failed fetch. */
function told(clones: ClonesState, error: unknown, { projectId }: Project): string {
  const output = error instanceof GitProblem ? error.output : undefined;
  clones.log.warn({ err: error, project: projectId, output }, "failed to fetch a clone");
  if (error instanceof GitProblem || error instanceof CodeindexError) return error.message;
  if (/^(ENOSPC|EDQUOT)$/.test(systemCode(error) ?? "")) return CLONES_DISK_FULL;
  return "The clone could not be kept; the log of the process that fetches says why.";
}

/**
 * Has a clone indexed whose commit is not in the index. It asks the index, not the fetch: so nothing is lost when a process dies between the two, or a job
 * cannot be queued.
 */
async function indexIfNew(clones: ClonesState, project: Project): Promise<void> {
  const view = await findView(clones.db, project.projectId);
  const commit = (await readGitHead(project.root))?.commit ?? null;
  if (!view || view.generation === 0 || view.commit !== commit) await clones.indexing.start(project, {});
}

/** Deletes this folder's clones of removed projects, and gives up clones whose folder is gone. */
async function deleteRemoved({ db, config }: ClonesState, folder: string): Promise<void> {
  for (const { projectId, root, cloneFolder, isLost } of await listRemovedClones(db)) {
    const isHere = cloneFolder === null || cloneFolder === folder;
    if (!isHere && !isLost) continue;
    // Only a path that can be ours: a row must not make us delete another folder.
    if (isHere && root === join(config.clonesDir, projectId)) await rm(root, { recursive: true, force: true });
    await forgetClone(db, projectId);
  }
}

/** Deletes clones of this folder that are no longer needed: the project was removed, or another folder has its clone. */
async function deleteStale(clones: ClonesState, folder: string): Promise<void> {
  const { db, config, log } = clones;
  if (performance.now() - clones.sweptAt < SWEEP_EVERY) return;
  clones.sweptAt = performance.now();
  const names = (await readdir(config.clonesDir)).filter((name) =>
    existsSync(join(config.clonesDir, name, ".git", MARKER)),
  );
  for (const projectId of await listStaleClones(db, folder, names)) {
    log.info({ project: projectId }, "deleting a clone that another process has made anew, or whose project is gone");
    await rm(join(config.clonesDir, projectId), { recursive: true, force: true });
  }
}

/** Brings the clone of a project to what its branch is on the server. Throws GitProblem, or what `signal` was aborted with. */
async function sync(config: GitSettings, project: Project, signal: AbortSignal): Promise<void> {
  if (!existsSync(join(project.root, ".git"))) return clone(config, project, signal);
  try {
    await fetch(config, project, signal);
  } catch (error) {
    if (!(error instanceof GitProblem) || !error.isLocal) throw error;
    await clone(config, project, signal);
  }
}

async function fetch(config: GitSettings, project: Project, signal: AbortSignal): Promise<void> {
  const { root, settings } = project;
  const url = urlOf(project);
  const { branch } = settings;
  const git = (...args: string[]) => runGit(config, url, args, { cwd: root, signal });
  await git("fetch", ...FRESH, "--", url, branch === undefined ? "HEAD" : `refs/heads/${branch}`);
  if (branch === undefined) await git("reset", "--hard", "--quiet", "FETCH_HEAD");
  else await git("checkout", "--force", "--quiet", "-B", branch, "FETCH_HEAD", "--");
  await git("clean", "-ffdx", "--quiet");
}

async function clone(config: GitSettings, project: Project, signal: AbortSignal): Promise<void> {
  const { root, settings } = project;
  const url = urlOf(project);
  const { branch } = settings;
  const making = join(dirname(root), `${MAKING}${randomUUID()}`);
  const old = join(dirname(root), `${MAKING}${randomUUID()}`);
  const ofBranch = branch === undefined ? [] : [`--branch=${branch}`];
  try {
    const args = ["clone", ...FRESH, "--single-branch", ...ofBranch, "--", url, making];
    await runGit(config, url, args, { cwd: dirname(root), signal });
    await writeFile(join(making, ".git", MARKER), "");
    if (existsSync(root)) await rename(root, old);
    await rename(making, root);
  } finally {
    for (const folder of [making, old]) await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes half-made clones of processes that died. */
async function deleteHalfMade(clonesDir: string): Promise<void> {
  if (!existsSync(clonesDir)) return;
  for (const name of await readdir(clonesDir)) {
    if (!name.startsWith(MAKING)) continue;
    const folder = join(clonesDir, name);
    if ((await stat(folder)).mtimeMs < Date.now() - STALE) await rm(folder, { recursive: true, force: true });
  }
}

/** The git URL of a project that has one, as all clones have. */
function urlOf({ url, projectId }: Project): string {
  if (url === null) throw new Error(`the project ${projectId} is not a clone`);
  return url;
}

/**
 * Keeps the clones of projects by git URL: clones them, fetches them on an interval and when asked, and deletes those of removed projects. Any
 * process that sees the folder of the clones may run it, several too: the database says whose turn it is (store/fetches.ts).
 *
 * A clone is made next to its place and moved there when it is whole. A broken clone is made anew.
 */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CodeindexError } from "../base/errors.js";
import type { Logger } from "../base/log.js";
import { firstOf } from "../base/signals.js";
import type { Indexing } from "../indexing/indexing-types.js";
import { GitProblem, type GitSettings, runGit } from "../repository/git/command.js";
import { readGitHead } from "../repository/git/head.js";
import type { Db } from "../store/db/db.js";
import { claimFetch, finishFetch, holdFetch, releaseFetch } from "../store/fetches.js";
import { PROJECTS_CHANNEL, type Project } from "../store/projects.js";
import { forgetClone, listRemovedClones } from "../store/removals.js";
import { findView } from "../store/views.js";

export interface GitSync {
  /** Begins to look for clones that are due. */
  start(): Promise<void>;
  /** Stops what is under way; another process, or the next start, does it. */
  close(): Promise<void>;
}

export interface GitSyncParts {
  db: Db;
  config: GitSettings & { readonly gitInterval: number };
  /** Told to index what a fetch has brought. */
  indexing: Pick<Indexing, "start">;
  log: Logger;
}

/** How often it is looked for clones that are due, besides when the database tells of one, in milliseconds. */
const LOOK_EVERY = 5000;
const HOLD_EVERY = 20_000;
/** So that a large clone does not hold up the others. */
const FETCHES_AT_ONCE = 2;
/** Delay before half-made clones of dead processes are deleted, in milliseconds. */
const STALE = 24 * 3600_000;
/** How often a clone's former objects are deleted, in milliseconds. */
const TIDY_EVERY = 24 * 3600_000;
const KEPT = "1.day.ago";
const MAKING = ".making-";
const FRESH = ["--depth=1", "--no-tags", "--no-recurse-submodules", "--quiet"];

interface ClonesState extends GitSyncParts {
  /** Aborted when the process stops. */
  signal: AbortSignal;
  /** Fetches under way. */
  busy: Set<Promise<void>>;
  /** When old objects of a clone were deleted, by project; by `performance.now()`. */
  tidied: Map<string, number>;
}

export function createGitSync({ db, config, indexing, log }: GitSyncParts): GitSync {
  const closing = new AbortController();
  const clones: ClonesState = { db, config, indexing, log, signal: closing.signal, busy: new Set(), tidied: new Map() };
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => Promise<void>) | undefined;

  return {
    async start() {
      // Where nothing is cloned, nothing need be writable; a clone that cannot be made says so.
      await prepare(config.clonesDir).catch((error) =>
        log.info({ err: error }, "failed to prepare the folder of clones; nothing can be cloned"),
      );
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
      clones.log.warn({ err: error }, "failed to fetch clones; it is tried again");
      return false;
    })
    .then((wasDue) => {
      clones.busy.delete(work);
      if (wasDue) look(clones);
    });
  clones.busy.add(work);
}

/** Fetches one clone and has it indexed; false: none was due. */
async function takeOne(clones: ClonesState): Promise<boolean> {
  await deleteRemoved(clones);
  const project = await claimFetch(clones.db, clones.config.gitInterval / 1000);
  if (!project) return false;
  look(clones);
  const stop = new AbortController();
  const hold = setInterval(() => {
    holdFetch(clones.db, project.projectId).then(
      (isOurs) => isOurs || stop.abort(new CodeindexError("cancelled", "The project was removed.")),
      (error) => clones.log.warn({ err: error, project: project.projectId }, "failed to renew the hold on a fetch"),
    );
  }, HOLD_EVERY);
  const both = firstOf(clones.signal, stop.signal);
  const problem = await sync(clones.config, project, both)
    // While nobody else fetches.
    .then(() => tidy(clones, project, both))
    .then(() => null)
    .catch((error) => (clones.signal.aborted ? undefined : told(clones, error, project)))
    .finally(() => clearInterval(hold));
  if (problem === undefined) await releaseFetch(clones.db, project.projectId);
  else await finishFetch(clones.db, project.projectId, problem);
  if (problem === null) await indexIfNew(clones, project);
  return !clones.signal.aborted;
}

/**
 * Once a day, and after a start: git keeps what a branch held before for weeks, and a clone is to hold what it holds now. A day is left for those who
 * import what was made of a commit.
 */
async function tidy(clones: ClonesState, project: Project, stop: AbortSignal): Promise<void> {
  const { config, tidied } = clones;
  const { projectId, root } = project;
  if (performance.now() - (tidied.get(projectId) ?? Number.NEGATIVE_INFINITY) < TIDY_EVERY) return;
  tidied.set(projectId, performance.now());
  try {
    const url = urlOf(project);
    // The branch as it was cloned, which later fetches pass by.
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
  return "The clone could not be kept; the log of the process that fetches says why.";
}

/** Asked of the index and not of the fetch, so that nothing is lost when a process dies between the two, or a job cannot be queued. */
async function indexIfNew(clones: ClonesState, project: Project): Promise<void> {
  const view = await findView(clones.db, project.projectId);
  const commit = (await readGitHead(project.root))?.commit ?? null;
  if (!view || view.generation === 0 || view.commit !== commit) await clones.indexing.start(project, {});
}

async function deleteRemoved(clones: ClonesState): Promise<void> {
  for (const { projectId, root } of await listRemovedClones(clones.db)) {
    // Only what can be ours: a row must not make us delete another folder.
    if (root === join(clones.config.clonesDir, projectId)) await rm(root, { recursive: true, force: true });
    await forgetClone(clones.db, projectId);
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
    if (existsSync(root)) await rename(root, old);
    await rename(making, root);
  } finally {
    for (const folder of [making, old]) await rm(folder, { recursive: true, force: true });
  }
}

async function prepare(clonesDir: string): Promise<void> {
  await mkdir(clonesDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(clonesDir)) {
    if (!name.startsWith(MAKING)) continue;
    const folder = join(clonesDir, name);
    if ((await stat(folder)).mtimeMs < Date.now() - STALE) await rm(folder, { recursive: true, force: true });
  }
}

/** The git URL of a project that has one, as all clones have. */
function urlOf({ url, projectId }: Project): string {
  if (url === null) throw new Error(`the project ${projectId} is no clone`);
  return url;
}

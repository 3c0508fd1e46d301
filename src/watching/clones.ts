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

export function createGitSync({ db, config, indexing, log }: GitSyncParts): GitSync {
  const closing = new AbortController();
  const { signal } = closing;
  const busy = new Set<Promise<void>>();
  const tidied = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => Promise<void>) | undefined;

  /** Takes what is due, as far as there is room. */
  function look(): void {
    if (signal.aborted || busy.size >= FETCHES_AT_ONCE) return;
    const work: Promise<void> = takeOne()
      .catch((error) => {
        log.warn({ err: error }, "failed to fetch clones; it is tried again");
        return false;
      })
      .then((wasDue) => {
        busy.delete(work);
        if (wasDue) look();
      });
    busy.add(work);
  }

  /** Fetches one clone and has it indexed; false: none was due. */
  async function takeOne(): Promise<boolean> {
    await deleteRemoved();
    const project = await claimFetch(db, config.gitInterval / 1000);
    if (!project) return false;
    look();
    const stop = new AbortController();
    const hold = setInterval(() => {
      holdFetch(db, project.projectId).then(
        (isOurs) => isOurs || stop.abort(new CodeindexError("cancelled", "The project was removed.")),
        (error) => log.warn({ err: error, project: project.projectId }, "failed to renew the hold on a fetch"),
      );
    }, HOLD_EVERY);
    const both = firstOf(signal, stop.signal);
    const problem = await sync(config, project, both)
      // While nobody else fetches.
      .then(() => tidy(project, both))
      .then(() => null)
      .catch((error) => (signal.aborted ? undefined : told(error, project)))
      .finally(() => clearInterval(hold));
    if (problem === undefined) await releaseFetch(db, project.projectId);
    else await finishFetch(db, project.projectId, problem);
    if (problem === null) await indexIfNew(project);
    return !signal.aborted;
  }

  /**
   * Once a day, and after a start: git keeps what a branch held before for weeks, and a clone is to hold what it holds now. A day is left for those who
   * import what was made of a commit.
   */
  async function tidy({ projectId, root, url }: Project, stop: AbortSignal): Promise<void> {
    if (performance.now() - (tidied.get(projectId) ?? Number.NEGATIVE_INFINITY) < TIDY_EVERY) return;
    tidied.set(projectId, performance.now());
    try {
      // The branch as it was cloned, which later fetches pass by.
      await runGit(config, url!, ["remote", "remove", "origin"], { cwd: root, signal: stop }).catch(() => undefined);
      await runGit(config, url!, ["reflog", "expire", `--expire=${KEPT}`, "--all"], { cwd: root, signal: stop });
      await runGit(config, url!, ["gc", `--prune=${KEPT}`, "--quiet"], { cwd: root, signal: stop });
    } catch (error) {
      if (!stop.aborted) log.info({ err: error, project: projectId }, "failed to remove old objects of a clone");
    }
  }

  /** The message for users about a failed fetch. */
  function told(error: unknown, { projectId }: Project): string {
    const output = error instanceof GitProblem ? error.output : undefined;
    log.warn({ err: error, project: projectId, output }, "failed to fetch a clone");
    if (error instanceof GitProblem || error instanceof CodeindexError) return error.message;
    return "The clone could not be kept; the log of the process that fetches says why.";
  }

  /** Asked of the index and not of the fetch, so that nothing is lost when a process dies between the two, or a job cannot be queued. */
  async function indexIfNew(project: Project): Promise<void> {
    const view = await findView(db, project.projectId);
    const commit = (await readGitHead(project.root))?.commit ?? null;
    if (!view || view.generation === 0 || view.commit !== commit) await indexing.start(project, {});
  }

  async function deleteRemoved(): Promise<void> {
    for (const { projectId, root } of await listRemovedClones(db)) {
      // Only what can be ours: a row must not make us delete another folder.
      if (root === join(config.clonesDir, projectId)) await rm(root, { recursive: true, force: true });
      await forgetClone(db, projectId);
    }
  }

  return {
    async start() {
      // Where nothing is cloned, nothing need be writable; a clone that cannot be made says so.
      await prepare(config.clonesDir).catch((error) =>
        log.info({ err: error }, "failed to prepare the folder of clones; nothing can be cloned"),
      );
      stopListening = await db.listen(PROJECTS_CHANNEL, look);
      timer = setInterval(look, LOOK_EVERY);
      look();
    },
    async close() {
      closing.abort(new CodeindexError("cancelled", "The process stops."));
      clearInterval(timer);
      await stopListening?.();
      await Promise.all(busy);
    },
  };
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

async function fetch(config: GitSettings, { root, url, settings }: Project, signal: AbortSignal): Promise<void> {
  const { branch } = settings;
  const git = (...args: string[]) => runGit(config, url!, args, { cwd: root, signal });
  await git("fetch", ...FRESH, "--", url!, branch === undefined ? "HEAD" : `refs/heads/${branch}`);
  if (branch === undefined) await git("reset", "--hard", "--quiet", "FETCH_HEAD");
  else await git("checkout", "--force", "--quiet", "-B", branch, "FETCH_HEAD", "--");
  await git("clean", "-ffdx", "--quiet");
}

async function clone(config: GitSettings, { root, url, settings }: Project, signal: AbortSignal): Promise<void> {
  const { branch } = settings;
  const making = join(dirname(root), `${MAKING}${randomUUID()}`);
  const old = join(dirname(root), `${MAKING}${randomUUID()}`);
  const ofBranch = branch === undefined ? [] : [`--branch=${branch}`];
  try {
    const args = ["clone", ...FRESH, "--single-branch", ...ofBranch, "--", url!, making];
    await runGit(config, url!, args, { cwd: dirname(root), signal });
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

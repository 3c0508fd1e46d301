/** Looks after jobs and projects while nobody asks: jobs that were lost, problems of other processes, and what removed projects left. */
import { toUserError } from "../../base/user-error.js";
import { seesSource } from "../../repository/git/clone-folder.js";
import { checkWritable } from "../../store/db/server.js";
import { endStuckSessions } from "../../store/db/stuck-sessions.js";
import { claimStrayJobs, listBehind, listProblems } from "../../store/jobs.js";
import { listOutdated } from "../../store/processes.js";
import { findProject, listWaitingProjects, touchSeen } from "../../store/projects.js";
import { purgeRemoved } from "../../store/removals.js";
import { enqueue, start } from "./start.js";
import type { JobsState } from "./state.js";

/** How often jobs are looked for that their queue or their worker lost, and projects whose changes nobody brings in. */
export const RECOVER_EVERY = 5000;
/** Folders that are looked for at once. */
const MOST_SOURCES = 500;

/** Gives jobs to the queue (again) that it or their worker has lost, and has projects built that are behind. */
export async function recoverLost(jobs: JobsState): Promise<void> {
  const { db, log } = jobs;
  const ended = await endStuckSessions(db);
  if (ended > 0) log.warn({ sessions: ended }, "ended the database sessions of a frozen process");
  for (const job of await claimStrayJobs(db)) await enqueue(jobs, job);
  for (const projectId of await listBehind(db)) {
    const project = await findProject(db, projectId);
    if (project) await start(jobs, project, {});
  }
  if (db.kind === "pglite") return;
  // An index of an older version is made anew, while it answers.
  for (const projectId of await listOutdated(db, jobs.rowFormat)) {
    const project = await findProject(db, projectId);
    if (project) await start(jobs, project, { rowFormat: jobs.rowFormat });
  }
}

/** Says which projects with waiting jobs this process sees: those that do not see them leave the jobs to it, however busy it is. */
export function lookForSources(jobs: JobsState): void {
  const { db, log } = jobs;
  if (db.kind === "pglite") return;
  jobs.looking ??= tellSeen(jobs)
    .catch((error) => log.warn({ err: error }, "failed to look for the folders of projects"))
    .finally(() => {
      jobs.looking = undefined;
    });
}

async function tellSeen({ db }: JobsState): Promise<void> {
  const seen: string[] = [];
  for (const project of await listWaitingProjects(db, MOST_SOURCES))
    if (await seesSource(project)) seen.push(project.projectId);
  if (seen.length > 0) await touchSeen(db, seen);
}

/** Looks how the jobs went that other processes ran. Where nothing can be written, or not even that be read, it is the same for all projects. */
export async function lookForProblems(jobs: JobsState): Promise<void> {
  const { db, log } = jobs;
  try {
    jobs.problems = await listProblems(db);
    // A watcher cannot queue what it sees then, and has nowhere to say so.
    await checkWritable(db, AbortSignal.timeout(RECOVER_EVERY));
    jobs.problemOfAll = undefined;
  } catch (error) {
    jobs.problemOfAll = toUserError(error, log).message;
    log.warn({ err: error }, "failed to look for problems");
  }
}

/** Deletes what removed projects left behind, while everything else goes on. */
export function purge(jobs: JobsState): void {
  const { db, queue, log, stopPurging } = jobs;
  jobs.purging ??= purgeRemoved(db, { elsewhere: (projectId) => queue.forget(projectId), signal: stopPurging.signal })
    .then((purged) => {
      if (purged.length > 0) log.info({ projects: purged }, "purged removed projects");
    })
    .catch((error) => log.warn({ err: error }, "failed to purge removed projects; it is tried again"))
    .finally(() => {
      jobs.purging = undefined;
    });
}

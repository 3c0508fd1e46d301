/** Makes jobs and puts them into the queue: requested ones, and those that make up for lost changes. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { CodeindexError, type ErrorCode } from "../../base/errors.js";
import { addLogFields } from "../../base/log.js";
import { traceHeaders } from "../../base/observe.js";
import { letFail } from "../../base/promises.js";
import { toUserError } from "../../base/user-error.js";
import type { JobQueue, QueueJob } from "../../queue/queue-types.js";
import { inLog } from "../../queue/redis-errors.js";
import { addToWaitingJob, createJob, holdJob, type Job, type JobRequest, listJobs } from "../../store/jobs.js";
import { findProject, type Project } from "../../store/projects.js";
import type { JobsState } from "./state.js";

/** The first and the longest delay until a project is built again whose changes were lost with the database, in milliseconds. */
const CATCH_UP = { first: 1000, most: 30_000 };
/** Errors that a build is tried again after, until one succeeds. */
const BEHIND: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["engine_unavailable", "filesystem_unavailable"]);

/** Makes a job of a request, or finds a waiting one that does the same, and puts it into the queue. */
export async function start(
  jobs: JobsState,
  project: Project,
  request: JobRequest,
  jobId: string = randomUUID(),
): Promise<Job> {
  const { db, log } = jobs;
  const { projectId } = project;
  try {
    const found = await findWaiting(jobs, projectId, request);
    const waiting = found && (request.paths || (await holdJob(db, found.jobId))) ? found : undefined;
    const trace = traceHeaders();
    const job = waiting ?? (await createJob(db, jobId, projectId, { ...request, ...(trace && { trace }) }));
    addLogFields({ job: job.jobId });
    await enqueue(jobs, job);
    return job;
  } catch (error) {
    const userError = toUserError(error, log, { project: projectId });
    fallBehind(jobs, projectId, userError);
    throw userError;
  }
}

/** A job that nobody has begun yet, and whose work includes the wanted one or now takes it in. */
async function findWaiting(
  { db }: JobsState,
  projectId: string,
  { paths, force, watched, scip }: JobRequest,
): Promise<Job | undefined> {
  if (paths) return watched ? addToWaitingJob(db, projectId, paths) : undefined;
  if (force || scip !== undefined) return undefined;
  // An import may fail for reasons of its own.
  return (await listJobs(db, projectId, 20)).find(
    ({ status, kind, request }) => status === "queued" && kind === "build" && request.scip === undefined,
  );
}

/** Puts a job into the queue. One that the queue cannot take now is found by `recoverLost` later on. */
export async function enqueue(jobs: JobsState, job: Job): Promise<void> {
  try {
    await inTime(jobs.queue, jobs.queue.add(queueJob(job)));
  } catch (error) {
    if (jobs.isClosed) return;
    jobs.log.warn(
      { err: inLog(error), job: job.jobId, project: job.projectId },
      "failed to queue a job; it is tried again",
    );
  }
}

function queueJob({ jobId, projectId, kind }: Job): QueueJob {
  return { jobId, projectId, lane: kind === "changes" ? "interactive" : "bulk" };
}

/** Takes a cancelled job out of the queue, and tells those who wait for it here. */
export async function takeFromQueue({ queue, log, ended }: JobsState, jobId: string): Promise<void> {
  await inTime(queue, queue.remove(jobId)).catch((error) =>
    log.warn({ err: error, job: jobId }, "failed to remove a cancelled job from the queue"),
  );
  ended.emit(jobId);
}

/** The queue's answer. Throws `daemon_unavailable` where it takes too long; the work goes on. */
async function inTime<T>(queue: Pick<JobQueue, "patience">, work: Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const late = sleep(queue.patience, undefined, { signal: waiting.signal }).then(() => {
    throw new CodeindexError("daemon_unavailable", "The queue does not answer.");
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    waiting.abort();
    for (const loser of [work, late]) letFail(loser);
  }
}

/** Remembers that a project's changes may be lost. Only for faults of the database and the file system: others are no matter of time. */
export function fallBehind(jobs: JobsState, projectId: string, error: unknown): void {
  if (!(error instanceof CodeindexError) || !BEHIND.has(error.code) || jobs.isClosed) return;
  const before = jobs.behind.get(projectId);
  tryAgain(jobs, projectId, error.message, before ? Math.min(before.delay * 2, CATCH_UP.most) : CATCH_UP.first);
}

function tryAgain(jobs: JobsState, projectId: string, problem: string, delay: number): void {
  const { behind } = jobs;
  clearTimeout(behind.get(projectId)?.timer);
  behind.set(projectId, { problem, delay, timer: setTimeout(catchUp, delay, jobs, projectId, problem) });
}

/** Queues a build, and another one later on should this one be lost as well. */
async function catchUp(jobs: JobsState, projectId: string, problem: string): Promise<void> {
  const { db, log, indexer, behind } = jobs;
  try {
    const project = await findProject(db, projectId);
    if (!project) return void behind.delete(projectId);
    await start(jobs, project, {});
    // The process that runs the job sees to it that it is not lost.
    if (!indexer) return caughtUp(jobs, projectId);
    const before = behind.get(projectId);
    if (before) tryAgain(jobs, projectId, problem, Math.min(before.delay * 2, CATCH_UP.most));
  } catch (error) {
    fallBehind(jobs, projectId, toUserError(error, log, { project: projectId }));
  }
}

/** After a build of the whole project nothing is missing. */
export function caughtUp({ behind }: JobsState, projectId: string): void {
  clearTimeout(behind.get(projectId)?.timer);
  behind.delete(projectId);
}

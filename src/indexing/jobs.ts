/** The service of jobs: makes them, puts them into the queue, runs them when it is their turn, and keeps their record. Its steps are in jobs/. */

import { EventEmitter, once } from "node:events";
import { CodeindexError, invalidParameter } from "../base/errors.js";
import { publicFault } from "../base/faults.js";
import { withLogFields } from "../base/log.js";
import { anySignal } from "../base/signals.js";
import { toUserError } from "../base/user-error.js";
import { inLog } from "../queue/redis-errors.js";
import {
  CANCEL_CHANNEL,
  cancelJob,
  findJob,
  holdJob,
  type Job,
  letGoOfJob,
  listJobs,
  recoverJobs,
  retryJob,
} from "../store/jobs.js";
import type { Indexer } from "./indexer.js";
import type { IndexingService } from "./indexing-types.js";
import { lookForProblems, lookForSources, purge, RECOVER_EVERY, recoverLost } from "./jobs/look-after.js";
import { runAlone } from "./jobs/run.js";
import { enqueue, start, takeFromQueue } from "./jobs/start.js";
import type { IndexingServiceParts, JobsState } from "./jobs/state.js";
import { ROW_FORMAT } from "./row-format.js";

/** How often a job that another process runs is looked at. */
const LOOK_EVERY = 500;

/** The service of jobs of a process. Must be closed. */
export function createIndexingService(parts: IndexingServiceParts): IndexingService {
  const { db, queue, indexer, log } = parts;
  const jobs: JobsState = {
    db,
    queue,
    indexer,
    log,
    ended: new EventEmitter().setMaxListeners(0),
    running: new Map(),
    taken: new Set(),
    crowded: new Map(),
    unseen: new Map(),
    rowFormat: parts.rowFormat ?? ROW_FORMAT.number,
    looking: undefined,
    leftToNewer: new Set(),
    problems: new Map(),
    problemOfAll: undefined,
    behind: new Map(),
    watchers: new Map(),
    purging: undefined,
    stopPurging: new AbortController(),
    isClosed: false,
  };
  /** Ends what `begin` has begun, last in, first out. */
  const closing: (() => unknown)[] = [];
  let areJobsKept = false;
  return {
    async begin({ alone }) {
      if (indexer) await takeJobs(jobs, indexer, parts, alone, closing);
      else await watchOthers(jobs, closing);
    },
    start: (project, request, jobId) => start(jobs, project, request, jobId),
    wait: (jobId, signal) => waitFor(jobs, jobId, signal),
    async cancel(jobId) {
      const job = await cancelJob(db, jobId);
      if (!job) throw noSuchJob();
      await takeFromQueue(jobs, jobId);
      return job;
    },
    async hold(jobId) {
      await holdJob(db, jobId);
    },
    async letGo(jobId) {
      if (!(await letGoOfJob(db, jobId))) return;
      log.info({ job: jobId }, "cancelled a job that nobody waits for any more");
      await takeFromQueue(jobs, jobId);
    },
    keepJobs() {
      areJobsKept = true;
    },
    keepsJobs: () => areJobsKept,
    async retry(jobId) {
      const job = await retryJob(db, jobId);
      if (!job) {
        const { status } = (await findJob(db, jobId)) ?? {};
        if (!status) throw noSuchJob();
        throw invalidParameter("job", `only failed jobs can be run again; this one is ${status}`);
      }
      await enqueue(jobs, job);
      return job;
    },
    get: async (jobId) => (await findJob(db, jobId)) ?? null,
    async current(projectId) {
      const recent = await listJobs(db, projectId, 20);
      const running = recent.find(({ status }) => status === "running");
      return running ?? recent.find(({ status }) => status === "queued") ?? null;
    },
    check: () => queue.check(),
    depth: () => queue.depth(),
    isWorkedOff: async () => indexer !== null || (await queue.jobWorkers()) > 0,
    setWatcher(projectId, watcher) {
      if (watcher) jobs.watchers.set(projectId, watcher);
      else jobs.watchers.delete(projectId);
    },
    watched: (projectId) => watchedNow(jobs, projectId),
    async close() {
      jobs.isClosed = true;
      for (const { timer } of jobs.behind.values()) clearTimeout(timer);
      jobs.behind.clear();
      for (const close of closing.splice(0).reverse()) await close();
      jobs.stopPurging.abort();
      await jobs.looking;
      await jobs.purging;
    },
  };
}

/** Runs jobs from now on, and looks after those that were lost. */
async function takeJobs(
  jobs: JobsState,
  { runPart }: Indexer,
  { partsAtOnce = 0, turns }: IndexingServiceParts,
  alone: boolean,
  closing: (() => unknown)[],
): Promise<void> {
  const { db, queue, log, running } = jobs;
  const stopListening = await db.listen(CANCEL_CHANNEL, (jobId) =>
    running.get(jobId)?.abort(new CodeindexError("cancelled", "The job was cancelled.")),
  );
  closing.push(stopListening);
  for (const job of alone ? await recoverJobs(db) : []) await enqueue(jobs, job);
  const timer = setInterval(() => {
    recoverLost(jobs).catch((error) => log.warn({ err: error }, "failed to look for lost jobs"));
    lookForSources(jobs);
    purge(jobs);
  }, RECOVER_EVERY);
  closing.push(() => clearInterval(timer));
  /** Another process waits for the part: it is told why in words that it knows, and the log here has the rest. */
  const tellPartError = (error: unknown): never => {
    throw toUserError(publicFault(error), log);
  };
  queue.process(
    {
      job: (job, queueRun) =>
        withLogFields({ job: job.jobId, project: job.projectId }, () => runAlone(jobs, job, queueRun)),
      failed: (error) => log.warn({ err: inLog(error) }, "failed to use the queue; it goes on when it can"),
      ...(partsAtOnce > 0 && runPart && { part: (work, signal) => runPart(work, signal).catch(tellPartError) }),
    },
    { ...(turns && { jobs: turns }), parts: partsAtOnce },
  );
}

/** Looks from now on how the jobs go that other processes run. */
async function watchOthers(jobs: JobsState, closing: (() => unknown)[]): Promise<void> {
  await lookForProblems(jobs);
  const timer = setInterval(lookForProblems, RECOVER_EVERY, jobs);
  closing.push(() => clearInterval(timer));
}

async function waitFor({ db, ended }: JobsState, jobId: string, signal: AbortSignal): Promise<Job> {
  for (;;) {
    const look = anySignal(signal, AbortSignal.timeout(LOOK_EVERY));
    const heard = once(ended, jobId, { signal: look }).catch(() => undefined);
    const job = await findJob(db, jobId);
    if (!job) throw noSuchJob();
    if (signal.aborted || !(job.status === "queued" || job.status === "running")) return job;
    await heard;
  }
}

function watchedNow(
  { watchers, behind, problems, problemOfAll }: JobsState,
  projectId: string,
): ReturnType<IndexingService["watched"]> {
  const watcher = watchers.get(projectId);
  const problem = behind.get(projectId)?.problem ?? problemOfAll ?? problems.get(projectId);
  return {
    watching: watcher !== undefined,
    changes: watcher?.pending() ?? 0,
    note: watcher?.note() ?? null,
    ...(problem && { problem }),
  };
}

function noSuchJob(): CodeindexError {
  return new CodeindexError("not_found", "There is no such job.");
}

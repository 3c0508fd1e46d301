/** Jobs from whoever asks for them to their end: makes them, hands them to the queue, runs them when it is their turn, and keeps their record. */
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { CodeindexError, type ErrorEnvelope } from "../errors.js";
import type { Logger } from "../log.js";
import type { IndexQueue, QueueJob, QueueRun } from "../queue/queue.js";
import type { Db } from "../store/db.js";
import { createJob, findJob, finishJob, type Job, listJobs, recoverJobs, startJob, updateJob } from "../store/jobs.js";
import { findProject, type Project } from "../store/projects.js";
import { toUserError } from "../user-error.js";
import type { Indexer } from "./indexer.js";
import type { Watcher } from "./watch.js";

/** How often a job's record is renewed at most, in milliseconds. */
const RECORD_EVERY = 200;
/** How often a job that another process runs is looked at. */
const LOOK_EVERY = 500;
/** How soon a project whose changes were lost with the database is built again, and how seldom at last. */
const CATCH_UP = { first: 1000, most: 30_000 };

/** What the service lets tools ask of the indexer. */
export interface Indexing {
  /** Queues a build of the whole project (`paths` absent) or of some paths; answers with the job at once. */
  start(project: Project, request: { paths?: string[]; force?: boolean }): Promise<Job>;
  /** Resolves when the job has ended, whichever way, or with its present state when `signal` aborts. */
  wait(jobId: string, signal: AbortSignal): Promise<Job>;
  cancel(jobId: string): Promise<Job>;
  /** The job, or null where there is none of this id. */
  get(jobId: string): Promise<Job | null>;
  /** The job of the project that is running or waiting, or null. */
  current(projectId: string): Promise<Job | null>;
  /**
   * Whether a watcher is active for the project, and how many changes it has seen that are not yet published. `problem`: why changes are
   * missing that nobody is bringing in at the moment; it is tried again.
   */
  pending(projectId: string): { watching: boolean; changes: number; building: boolean; problem?: string };
}

export interface IndexingService extends Indexing {
  /** Starts to run jobs, those that a dead process left behind first. */
  begin(): Promise<void>;
  /** Says who watches a project. */
  watchedBy(projectId: string, watcher: Watcher): void;
  /** Stops trying again. */
  close(): Promise<void>;
}

/** A project that lost changes because the database failed: it is built again, until that succeeds. */
interface Behind {
  problem: string;
  delay: number;
  timer: NodeJS.Timeout;
}

export interface IndexingServiceParts {
  db: Db;
  queue: IndexQueue;
  indexer: Indexer;
  log: Logger;
}

export function createIndexingService({ db, queue, indexer, log }: IndexingServiceParts): IndexingService {
  const ended = new EventEmitter().setMaxListeners(0);
  /** Jobs of this process that have not ended, by project, with the number of changes they bring. */
  const open = new Map<string, Map<string, number>>();
  const watchers = new Map<string, Watcher>();
  const behind = new Map<string, Behind>();
  let isClosed = false;
  /** Jobs that the failing database stopped, with the record of their end, should the queue not take them up again. */
  const interrupted = new Map<string, { projectId: string; error: ErrorEnvelope["error"] }>();

  /** Remembers that a project's changes may be lost. Only for errors of the database: others are no matter of time. */
  function fallBehind(projectId: string, error: unknown): void {
    if (!(error instanceof CodeindexError) || error.code !== "engine_unavailable" || isClosed) return;
    const before = behind.get(projectId);
    tryAgain(projectId, error.message, before ? Math.min(before.delay * 2, CATCH_UP.most) : CATCH_UP.first);
  }

  function tryAgain(projectId: string, problem: string, delay: number): void {
    clearTimeout(behind.get(projectId)?.timer);
    behind.set(projectId, { problem, delay, timer: setTimeout(catchUp, delay, projectId, problem) });
  }

  /** Queues a build, and another one later on should this one be lost as well. */
  async function catchUp(projectId: string, problem: string): Promise<void> {
    try {
      const project = await findProject(db, projectId);
      if (!project) return void behind.delete(projectId);
      await enqueue(project, {});
      const before = behind.get(projectId);
      if (before) tryAgain(projectId, problem, Math.min(before.delay * 2, CATCH_UP.most));
    } catch (error) {
      fallBehind(projectId, toUserError(error, log, { project: projectId }));
    }
  }

  /** After a build of the whole project nothing is missing. */
  async function caughtUp(projectId: string): Promise<void> {
    clearTimeout(behind.get(projectId)?.timer);
    behind.delete(projectId);
    for (const [jobId, { projectId: owner, error }] of interrupted) {
      if (owner !== projectId) continue;
      await finishJob(db, jobId, { status: "failed", error });
      interrupted.delete(jobId);
    }
  }

  function opened(job: QueueJob): void {
    const jobs = open.get(job.projectId) ?? new Map<string, number>();
    open.set(job.projectId, jobs.set(job.jobId, job.paths?.length ?? 0));
  }

  function settled(jobId: string, projectId: string): void {
    open.get(projectId)?.delete(jobId);
    ended.emit(jobId);
  }

  async function run(job: QueueJob, { signal, isLastAttempt }: QueueRun): Promise<void> {
    opened(job);
    interrupted.delete(job.jobId);
    let recorded = 0;
    let recording: Promise<void> = Promise.resolve();
    try {
      const project = await findProject(db, job.projectId);
      if (!project || !(await startJob(db, job.jobId))) return;
      const result = await indexer.run(
        { project, paths: job.paths, force: job.force },
        {
          signal,
          onProgress(progress) {
            const now = performance.now();
            if (now - recorded < RECORD_EVERY && progress.filesDone > 0) return;
            recorded = now;
            recording = recording
              .then(() => updateJob(db, job.jobId, progress))
              .catch((error) => log.warn({ err: error }, "progress"));
          },
        },
      );
      await recording;
      await finishJob(db, job.jobId, { status: "completed", result });
      if (!job.paths) await caughtUp(job.projectId);
      log.debug({ project: project.projectId, generation: result.generation, ms: result.milliseconds }, "built");
    } catch (error) {
      await recording;
      // The queue is closing: the job runs again after the next start.
      if (signal.aborted && !cancelled.delete(job.jobId)) throw error;
      const userError = signal.aborted
        ? new CodeindexError("cancelled", "The job was cancelled.")
        : toUserError(error, log, { job: job.jobId });
      const { error: record } = userError.toEnvelope();
      if (record.code === "engine_unavailable") interrupted.set(job.jobId, { projectId: job.projectId, error: record });
      fallBehind(job.projectId, userError);
      if (signal.aborted) await finishJob(db, job.jobId, { status: "cancelled" });
      else if (isLastAttempt || !record.retryable) await finishJob(db, job.jobId, { status: "failed", error: record });
      throw userError;
    } finally {
      settled(job.jobId, job.projectId);
    }
  }

  const cancelled = new Set<string>();

  async function enqueue(
    project: Project,
    { paths, force }: { paths?: string[] | undefined; force?: boolean | undefined },
  ): Promise<Job> {
    const jobId = randomUUID();
    const kind = paths ? "changes" : "build";
    const queued: QueueJob = {
      jobId,
      projectId: project.projectId,
      kind,
      ...(paths && { paths }),
      ...(force && { force }),
      priority: paths ? "interactive" : "bulk",
    };
    try {
      const job = await createJob(db, jobId, project.projectId, kind);
      opened(queued);
      await queue.add(queued);
      return job;
    } catch (error) {
      settled(jobId, project.projectId);
      const userError = toUserError(error, log, { project: project.projectId });
      interrupted.set(jobId, { projectId: project.projectId, error: userError.toEnvelope().error });
      throw userError;
    }
  }

  async function get(jobId: string): Promise<Job | null> {
    return (await findJob(db, jobId)) ?? null;
  }

  return {
    async begin() {
      for (const { jobId, projectId } of await recoverJobs(db)) {
        const job: QueueJob = { jobId, projectId, kind: "build", priority: "bulk" };
        opened(job);
        // The queue has it, and then this does nothing, unless the process died between the record and the queue.
        await queue.add(job);
      }
      const failed = (error: Error) => log.warn({ err: error }, "the queue's database does not answer");
      await queue.process(run, { concurrency: 4, failed });
    },
    watchedBy: (projectId, watcher) => void watchers.set(projectId, watcher),
    async start(project, { paths, force }) {
      try {
        if (!paths && !force) {
          const waiting = (await listJobs(db, project.projectId, 20)).find(
            (job) => job.status === "queued" && job.kind === "build" && !interrupted.has(job.jobId),
          );
          if (waiting) {
            // As above: a record without a job in the queue would be waited for in vain.
            await queue.add({ jobId: waiting.jobId, projectId: project.projectId, kind: "build", priority: "bulk" });
            return waiting;
          }
        }
        return await enqueue(project, { paths, force });
      } catch (error) {
        fallBehind(project.projectId, error);
        throw error;
      }
    },
    async wait(jobId, signal) {
      for (;;) {
        const look = AbortSignal.any([signal, AbortSignal.timeout(LOOK_EVERY)]);
        const heard = once(ended, jobId, { signal: look }).catch(() => undefined);
        const job = await get(jobId);
        if (!job) throw new CodeindexError("not_found", "There is no such job.");
        if (signal.aborted || !(job.status === "queued" || job.status === "running")) return job;
        await heard;
      }
    },
    async cancel(jobId) {
      const job = await get(jobId);
      if (!job) throw new CodeindexError("not_found", "There is no such job.");
      cancelled.add(jobId);
      await queue.cancel(jobId);
      if (job.status === "queued") {
        await finishJob(db, jobId, { status: "cancelled" });
        settled(jobId, job.projectId);
      }
      return (await get(jobId)) ?? job;
    },
    get,
    async current(projectId) {
      const jobs = await listJobs(db, projectId, 20);
      return jobs.find(({ status }) => status === "running") ?? jobs.find(({ status }) => status === "queued") ?? null;
    },
    pending(projectId) {
      const watcher = watchers.get(projectId);
      const jobs = open.get(projectId) ?? new Map<string, number>();
      let changes = watcher?.pending() ?? 0;
      for (const count of jobs.values()) changes += count;
      const problem = behind.get(projectId)?.problem;
      return { watching: watcher !== undefined, changes, building: jobs.size > 0, ...(problem && { problem }) };
    },
    async close() {
      isClosed = true;
      for (const { timer } of behind.values()) clearTimeout(timer);
      behind.clear();
    },
  };
}

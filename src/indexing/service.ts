/** Jobs from whoever asks for them to their end: makes them, hands them to the queue, runs them when it is their turn, and keeps their record. */
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { CodeindexError } from "../errors.js";
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
  /** Whether a watcher is active for the project, and how many changes it has seen that are not yet published. */
  pending(projectId: string): { watching: boolean; changes: number; building: boolean };
}

export interface IndexingService extends Indexing {
  /** Starts to run jobs, those that a dead process left behind first. */
  begin(): Promise<void>;
  /** Says who watches a project. */
  watchedBy(projectId: string, watcher: Watcher): void;
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
    const project = await findProject(db, job.projectId);
    if (!project || !(await startJob(db, job.jobId))) return settled(job.jobId, job.projectId);
    let recorded = 0;
    let recording: Promise<void> = Promise.resolve();
    try {
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
      log.debug({ project: project.projectId, generation: result.generation, ms: result.milliseconds }, "built");
    } catch (error) {
      await recording;
      // The queue is closing: the job runs again after the next start.
      if (signal.aborted && !cancelled.delete(job.jobId)) throw error;
      const userError = signal.aborted
        ? new CodeindexError("cancelled", "The job was cancelled.")
        : toUserError(error, log, { job: job.jobId });
      const { error: record } = userError.toEnvelope();
      if (signal.aborted) await finishJob(db, job.jobId, { status: "cancelled" });
      else if (isLastAttempt || !record.retryable) await finishJob(db, job.jobId, { status: "failed", error: record });
      throw userError;
    } finally {
      settled(job.jobId, job.projectId);
    }
  }

  const cancelled = new Set<string>();

  async function get(jobId: string): Promise<Job | null> {
    return (await findJob(db, jobId)) ?? null;
  }

  return {
    async begin() {
      for (const { jobId, projectId } of await recoverJobs(db))
        opened({ jobId, projectId, kind: "build", priority: "bulk" });
      const failed = (error: Error) => log.warn({ err: error }, "the queue's database does not answer");
      await queue.process(run, { concurrency: 4, failed });
    },
    watchedBy: (projectId, watcher) => void watchers.set(projectId, watcher),
    async start(project, { paths, force }) {
      const kind = paths ? "changes" : "build";
      if (kind === "build" && !force) {
        const waiting = (await listJobs(db, project.projectId, 20)).find(
          (job) => job.status === "queued" && job.kind === "build",
        );
        if (waiting) return waiting;
      }
      const job = await createJob(db, randomUUID(), project.projectId, kind);
      const queued: QueueJob = {
        jobId: job.jobId,
        projectId: project.projectId,
        kind,
        ...(paths && { paths }),
        ...(force && { force }),
        priority: paths ? "interactive" : "bulk",
      };
      opened(queued);
      await queue.add(queued);
      return job;
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
      return { watching: watcher !== undefined, changes, building: jobs.size > 0 };
    },
  };
}

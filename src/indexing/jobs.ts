/** Jobs from whoever asks for them to their end: makes them, hands them to the queue, runs them when it is their turn, and keeps their record. */
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { CodeindexError, type ErrorCode, invalidParameter } from "../base/errors.js";
import { publicFault } from "../base/faults.js";
import { addLogFields, type Logger, withLogFields } from "../base/log.js";
import { observe, traceHeaders, type Work } from "../base/observe.js";
import { firstOf } from "../base/signals.js";
import { toUserError } from "../base/user-error.js";
import type { IndexQueue, QueueJob, QueueRun } from "../queue/queue.js";
import type { TurnOptions } from "../queue/turns.js";
import type { Db } from "../store/db/db.js";
import { checkWritable } from "../store/db/server.js";
import { endStuckSessions } from "../store/db/stuck-sessions.js";
import {
  addToWaitingJob,
  CANCEL_CHANNEL,
  cancelJob,
  claimStrayJobs,
  createJob,
  findJob,
  finishJob,
  holdJob,
  type Job,
  type JobRequest,
  letGoOfJob,
  listBehind,
  listJobs,
  listProblems,
  recoverJobs,
  releaseJob,
  retryJob,
  SILENCE_MS,
  startJob,
  touchJob,
  updateJob,
} from "../store/jobs.js";
import { findProject, type Project } from "../store/projects.js";
import { purgeRemoved } from "../store/removals.js";
import type { Indexer } from "./indexer.js";
import type { IndexingService, ProjectWatcher } from "./indexing-types.js";
import { NoRoom } from "./room.js";

/** How often a job's record is renewed at most while it makes progress, and at least while it makes none, in milliseconds. */
const RECORD_EVERY = 200;
const BEAT_EVERY = 3000;
/** How soon the end of a run is recorded again that the database did not take. */
const RECORD_AGAIN = 250;
/** How often a job that another process runs is looked at. */
const LOOK_EVERY = 500;
/** How often jobs are looked for that their queue or their worker lost, and projects whose changes nobody brings in. */
const GATHER_EVERY = 5000;
/** How soon a project whose changes were lost with the database is built again, and how seldom at last. */
const CATCH_UP = { first: 1000, most: 30_000 };
/** Errors that a build is tried again after, until one succeeds. */
const BEHIND: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["engine_unavailable", "filesystem_unavailable"]);
/** How long a caller waits for the queue: one that was never reached is waited for without end. */
const QUEUE_PATIENCE = 1000;
/** A job is given up when this many workers have died of it: it would go on to kill them all. */
const MOST_DEATHS = 20;

/** A project that lost changes because the database failed: it is built again, until that succeeds. */
interface Behind {
  problem: string;
  delay: number;
  timer: NodeJS.Timeout;
}

export interface IndexingServiceParts {
  db: Db;
  queue: IndexQueue;
  /** null: jobs are only queued here, and run elsewhere. */
  indexer: Indexer | null;
  log: Logger;
  /** Parts of other processes' jobs that this one does at once; 0: none. */
  partsAtOnce?: number;
  /** How jobs take turns; absent: as the queue has it. */
  turns?: TurnOptions;
}

export function createIndexingService({
  db,
  queue,
  indexer,
  log,
  partsAtOnce = 0,
  turns,
}: IndexingServiceParts): IndexingService {
  const ended = new EventEmitter().setMaxListeners(0);
  const running = new Map<string, AbortController>();
  /** Projects that a job of this process is at work on: a living process keeps them, whatever the clock says. */
  const taken = new Set<string>();
  /** Projects whose build had no room next to the jobs that ran then, with the ids of these: it has none until one of them ends. */
  const crowded = new Map<string, string[]>();
  /** Why changes are missing that other processes were to bring in, by project. */
  let problems: ReadonlyMap<string, string> = new Map();
  let problemOfAll: string | undefined;
  const watchers = new Map<string, ProjectWatcher>();
  const behind = new Map<string, Behind>();
  const closing: (() => unknown)[] = [];
  let isClosed = false;
  let isStopping = false;

  /** Remembers that a project's changes may be lost. Only for faults of the database and the file system: others are no matter of time. */
  function fallBehind(projectId: string, error: unknown): void {
    if (!(error instanceof CodeindexError) || !BEHIND.has(error.code) || isClosed) return;
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
      await start(project, {});
      // The process that runs the job sees to it that it is not lost.
      if (!indexer) return caughtUp(projectId);
      const before = behind.get(projectId);
      if (before) tryAgain(projectId, problem, Math.min(before.delay * 2, CATCH_UP.most));
    } catch (error) {
      fallBehind(projectId, toUserError(error, log, { project: projectId }));
    }
  }

  /** After a build of the whole project nothing is missing. */
  function caughtUp(projectId: string): void {
    clearTimeout(behind.get(projectId)?.timer);
    behind.delete(projectId);
  }

  async function runAlone(job: QueueJob, queueRun: QueueRun): Promise<"done" | "busy"> {
    if (taken.has(job.projectId)) return "busy";
    if (crowded.get(job.projectId)?.every((jobId) => running.has(jobId))) return "busy";
    crowded.delete(job.projectId);
    taken.add(job.projectId);
    try {
      return await run(job, queueRun);
    } finally {
      taken.delete(job.projectId);
    }
  }

  async function run(job: QueueJob, queueRun: QueueRun): Promise<"done" | "busy"> {
    const { jobId, projectId } = job;
    const project = await findProject(db, projectId);
    if (!project) return "done";
    const jobRun = { jobId, projectId, runId: randomUUID() };
    const started = await startJob(db, jobRun);
    if (started === "busy") return "busy";
    if (started === "ended") return "done";
    const { request, deaths } = started;
    const lost = new AbortController();
    running.set(jobId, lost);
    const signal = firstOf(queueRun.signal, lost.signal);
    let recorded = 0;
    let phase: Job["phase"] = null;
    let recording: Promise<unknown> = Promise.resolve();
    const record = (write: () => Promise<unknown>): void => {
      recording = recording
        .then(write)
        .catch((error) => log.warn({ err: error, job: jobId }, "failed to write a job's record"));
    };
    const beat = setInterval(
      () =>
        record(
          async () =>
            (await touchJob(db, jobRun)) || lost.abort(new CodeindexError("cancelled", "The job was cancelled.")),
        ),
      BEAT_EVERY,
    );
    try {
      if (deaths >= MOST_DEATHS) throw tooDeadly(deaths);
      const work: Work = {
        kind: "job",
        name: request.paths ? "changes" : "build",
        attributes: {},
        headers: request.trace,
      };
      const result = await observe(work, async () => {
        const building = indexer!.run(
          { project, paths: request.paths, force: request.force, scip: request.scip },
          {
            signal,
            onProgress(progress) {
              const now = performance.now();
              if (now - recorded < RECORD_EVERY && progress.phase === phase) return;
              recorded = now;
              phase = progress.phase;
              record(() => updateJob(db, jobRun, progress));
            },
          },
        );
        // Nobody's failure: it goes on later.
        const summary = await building.catch((error) => {
          if (error instanceof NoRoom) work.error = "cancelled";
          throw error;
        });
        Object.assign(work.attributes, fileAttributes(summary));
        return summary;
      });
      await recording;
      await finishJob(db, jobRun, { status: "completed", result });
      if (!request.paths) caughtUp(projectId);
      log.debug({ job: jobId, project: projectId, generation: result.generation, ms: result.milliseconds }, "built");
      return "done";
    } catch (error) {
      await recording;
      // The job's record says already why.
      if (lost.signal.aborted) return "done";
      if (error instanceof NoRoom) {
        const others = [...running.keys()].filter((id) => id !== jobId);
        if (others.length > 0) crowded.set(projectId, others);
        await leaveRecord(jobId, () => releaseJob(db, jobRun));
        return "busy";
      }
      const userError = toUserError(error, log, { job: jobId, project: projectId });
      const { error: envelope } = userError.toEnvelope();
      const mayPass = queueRun.signal.aborted || (envelope.retryable && !queueRun.isLastAttempt);
      fallBehind(projectId, userError);
      await leaveRecord(jobId, () =>
        mayPass ? releaseJob(db, jobRun) : finishJob(db, jobRun, { status: "failed", error: envelope }),
      );
      throw userError;
    } finally {
      clearInterval(beat);
      running.delete(jobId);
      ended.emit(jobId);
    }
  }

  /** Writes how a run ended; where the database is away, as soon as it is back, or until others miss the run. */
  async function leaveRecord(jobId: string, write: () => Promise<void>): Promise<void> {
    const began = performance.now();
    for (;;) {
      try {
        return await write();
      } catch (error) {
        const isMissed = performance.now() - began > SILENCE_MS;
        if (!isClosed && !isMissed) {
          await sleep(RECORD_AGAIN);
          continue;
        }
        return log.warn({ err: error, job: jobId }, "failed to record how a job ended");
      }
    }
  }

  /** Another process waits for the part: it is told why in words that it knows, and the log here has the rest. */
  function tellPartError(error: unknown): never {
    throw toUserError(publicFault(error), log);
  }

  const queueJob = ({ jobId, projectId, kind }: Job): QueueJob => ({
    jobId,
    projectId,
    lane: kind === "changes" ? "interactive" : "bulk",
  });

  /** Hands a job to the queue. One that the queue cannot take now is found by `gather` later on. */
  async function hand(job: Job): Promise<void> {
    try {
      await soon(queue.add(queueJob(job)));
    } catch (error) {
      if (isClosed) return;
      log.warn({ err: error, job: job.jobId, project: job.projectId }, "failed to queue a job; it is tried again");
    }
  }

  /** Gives jobs to the queue (again) that it or their worker has lost, and has projects built that are behind. */
  async function gather(): Promise<void> {
    const ended = await endStuckSessions(db);
    if (ended > 0) log.warn({ sessions: ended }, "ended the database sessions of a frozen process");
    for (const job of await claimStrayJobs(db)) await hand(job);
    for (const projectId of await listBehind(db)) {
      const project = await findProject(db, projectId);
      if (project) await start(project, {});
    }
  }

  /** Looks how the jobs went that other processes ran. Where nothing can be written, or not even that be read, it is the same for all projects. */
  async function lookForProblems(): Promise<void> {
    try {
      problems = await listProblems(db);
      // A watcher cannot queue what it sees then, and has nowhere to say so.
      await checkWritable(db, AbortSignal.timeout(GATHER_EVERY));
      problemOfAll = undefined;
    } catch (error) {
      problemOfAll = toUserError(error, log).message;
      log.warn({ err: error }, "failed to look for problems");
    }
  }

  const stopPurging = new AbortController();
  let purging: Promise<void> | undefined;

  /** Deletes what removed projects left behind, while everything else goes on. */
  function purge(): void {
    purging ??= purgeRemoved(db, { elsewhere: (projectId) => queue.forget(projectId), signal: stopPurging.signal })
      .then((purged) => {
        if (purged.length > 0) log.info({ projects: purged }, "purged removed projects");
      })
      .catch((error) => log.warn({ err: error }, "failed to purge removed projects; it is tried again"))
      .finally(() => {
        purging = undefined;
      });
  }

  /** A job that nobody has begun yet and that does, or now does, what is asked for as well. */
  async function findWaiting(projectId: string, { paths, force, watched, scip }: JobRequest): Promise<Job | undefined> {
    if (paths) return watched ? addToWaitingJob(db, projectId, paths) : undefined;
    if (force || scip !== undefined) return undefined;
    // An import may fail for reasons of its own.
    return (await listJobs(db, projectId, 20)).find(
      ({ status, kind, request }) => status === "queued" && kind === "build" && request.scip === undefined,
    );
  }

  async function start(project: Project, request: JobRequest, jobId: string = randomUUID()): Promise<Job> {
    try {
      const { projectId } = project;
      const found = await findWaiting(projectId, request);
      const waiting = found && (request.paths || (await holdJob(db, found.jobId))) ? found : undefined;
      const trace = traceHeaders();
      const job = waiting ?? (await createJob(db, jobId, projectId, { ...request, ...(trace && { trace }) }));
      addLogFields({ job: job.jobId });
      await hand(job);
      return job;
    } catch (error) {
      const userError = toUserError(error, log, { project: project.projectId });
      fallBehind(project.projectId, userError);
      throw userError;
    }
  }

  /** Takes a cancelled job out of the queue, and tells those who wait for it here. */
  async function takeFromQueue(jobId: string): Promise<void> {
    await soon(queue.remove(jobId)).catch((error) =>
      log.warn({ err: error, job: jobId }, "failed to remove a cancelled job from the queue"),
    );
    ended.emit(jobId);
  }

  async function get(jobId: string): Promise<Job | null> {
    return (await findJob(db, jobId)) ?? null;
  }

  return {
    async begin({ alone }) {
      if (!indexer) {
        await lookForProblems();
        const timer = setInterval(lookForProblems, GATHER_EVERY);
        closing.push(() => clearInterval(timer));
        return;
      }
      const stopListening = await db.listen(CANCEL_CHANNEL, (jobId) =>
        running.get(jobId)?.abort(new CodeindexError("cancelled", "The job was cancelled.")),
      );
      closing.push(stopListening);
      for (const job of alone ? await recoverJobs(db) : []) await hand(job);
      const timer = setInterval(() => {
        gather().catch((error) => log.warn({ err: error }, "failed to look for lost jobs"));
        purge();
      }, GATHER_EVERY);
      closing.push(() => clearInterval(timer));
      const failed = (error: Error) => log.warn({ err: error }, "failed to use the queue; it goes on when it can");
      const { runPart } = indexer;
      queue.process(
        {
          job: (job, queueRun) =>
            withLogFields({ job: job.jobId, project: job.projectId }, () => runAlone(job, queueRun)),
          failed,
          ...(partsAtOnce > 0 && runPart && { part: (work, signal) => runPart(work, signal).catch(tellPartError) }),
        },
        { ...(turns && { jobs: turns }), parts: partsAtOnce },
      );
    },
    watchedBy(projectId, watcher) {
      if (watcher) watchers.set(projectId, watcher);
      else watchers.delete(projectId);
    },
    start,
    async wait(jobId, signal) {
      for (;;) {
        const look = firstOf(signal, AbortSignal.timeout(LOOK_EVERY));
        const heard = once(ended, jobId, { signal: look }).catch(() => undefined);
        const job = await get(jobId);
        if (!job) throw new CodeindexError("not_found", "There is no such job.");
        if (signal.aborted || !(job.status === "queued" || job.status === "running")) return job;
        await heard;
      }
    },
    async cancel(jobId) {
      const job = await cancelJob(db, jobId);
      if (!job) throw new CodeindexError("not_found", "There is no such job.");
      await takeFromQueue(jobId);
      return job;
    },
    async hold(jobId) {
      await holdJob(db, jobId);
    },
    async letGo(jobId) {
      if (!(await letGoOfJob(db, jobId))) return;
      log.info({ job: jobId }, "cancelled a job that nobody waits for any more");
      await takeFromQueue(jobId);
    },
    keepAll() {
      isStopping = true;
    },
    keepsAll: () => isStopping,
    async retry(jobId) {
      const job = await retryJob(db, jobId);
      if (!job) {
        const { status } = (await findJob(db, jobId)) ?? {};
        if (!status) throw new CodeindexError("not_found", "There is no such job.");
        throw invalidParameter("job", `only failed jobs can be run again; this one is ${status}`);
      }
      await hand(job);
      return job;
    },
    get,
    async current(projectId) {
      const jobs = await listJobs(db, projectId, 20);
      return jobs.find(({ status }) => status === "running") ?? jobs.find(({ status }) => status === "queued") ?? null;
    },
    check: () => queue.check(),
    depth: () => queue.depth(),
    isWorkedOff: async () => indexer !== null || (await queue.jobWorkers()) > 0,
    watched(projectId) {
      const watcher = watchers.get(projectId);
      const problem = behind.get(projectId)?.problem ?? problemOfAll ?? problems.get(projectId);
      return {
        watching: watcher !== undefined,
        changes: watcher?.pending() ?? 0,
        note: watcher?.note() ?? null,
        ...(problem && { problem }),
      };
    },
    async close() {
      isClosed = true;
      for (const { timer } of behind.values()) clearTimeout(timer);
      behind.clear();
      for (const close of closing.splice(0).reverse()) await close();
      stopPurging.abort();
      await purging;
    },
  };
}

/** The queue's answer. Throws `daemon_unavailable` where it takes too long; the work goes on. */
async function soon<T>(work: Promise<T>): Promise<T> {
  const patience = new AbortController();
  const late = sleep(QUEUE_PATIENCE, undefined, { signal: patience.signal }).then(() => {
    throw new CodeindexError("daemon_unavailable", "The queue does not answer.");
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    patience.abort();
    for (const loser of [work, late]) loser.catch(() => undefined);
  }
}

function tooDeadly(deaths: number): CodeindexError {
  return new CodeindexError(
    "index_error",
    `${deaths} workers have died while they ran this job, so it is given up.`,
    { deaths },
    [
      "Most likely the memory did not suffice (the system's log names processes that were killed for it): give the worker more, or leave the largest files and folders out of the index. Then reindex_workspace builds again.",
    ],
  );
}

/** Results of a build's files: counted by metrics, shown by traces. */
function fileAttributes(summary: Awaited<ReturnType<Indexer["run"]>>): Record<string, number> {
  const { indexed, unchanged, removed, skipped, errors } = summary;
  return {
    "files.indexed": indexed,
    "files.unchanged": unchanged,
    "files.removed": removed,
    "files.skipped": Object.values(skipped).reduce((sum, count) => sum + count, 0),
    "files.failed": errors.length,
  };
}

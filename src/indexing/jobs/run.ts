/** Runs a job when it is its turn: one of a project at a time, with a record that is renewed until it says how the run ended. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { CodeindexError } from "../../base/errors.js";
import { type ObservedWork, observe } from "../../base/observe.js";
import { anySignal } from "../../base/signals.js";
import { toUserError } from "../../base/user-error.js";
import type { QueueJob, QueueRun } from "../../queue/queue-types.js";
import { seesSource } from "../../repository/git/clone-folder.js";
import { isFetched } from "../../store/fetches.js";
import {
  finishJob,
  type Job,
  type JobRequest,
  type JobRun,
  releaseJob,
  SILENCE_MS,
  startJob,
  touchJob,
  updateJob,
} from "../../store/jobs.js";
import { isOfNewerVersion } from "../../store/processes.js";
import { findProject, isSeenLately, type Project } from "../../store/projects.js";
import { NoRoom } from "../build-memory.js";
import type { Indexer } from "../indexer.js";
import { caughtUp, fallBehind } from "./start.js";
import type { JobsState } from "./state.js";

/** How often a job's record is renewed at most while it makes progress, and at least while it makes none, in milliseconds. */
const RECORD_EVERY = 200;
const BEAT_EVERY = 3000;
/** How soon the end of a run is recorded again that the database did not take. */
const RECORD_AGAIN = 250;
/** How long a job whose folder is not seen is left to processes that see it. */
const LEFT_TO_OTHERS = 10_000;
/** Jobs left to a newer version that are remembered, so that each is told of once. */
const MOST_LEFT = 1000;
/** A job is given up when this many workers have died of it: it would go on to kill them all. */
const MOST_DEATHS = 20;

type Summary = Awaited<ReturnType<Indexer["run"]>>;

/** Runs a job, or says that its project has another one under way, or no room. */
export async function runAlone(jobs: JobsState, job: QueueJob, queueRun: QueueRun): Promise<"done" | "busy"> {
  const { taken, crowded, running } = jobs;
  if (taken.has(job.projectId)) return "busy";
  if (crowded.get(job.projectId)?.every((jobId) => running.has(jobId))) return "busy";
  crowded.delete(job.projectId);
  taken.add(job.projectId);
  try {
    return await run(jobs, job, queueRun);
  } finally {
    taken.delete(job.projectId);
  }
}

async function run(jobs: JobsState, job: QueueJob, queueRun: QueueRun): Promise<"done" | "busy"> {
  const { db, ended, running } = jobs;
  const { jobId, projectId } = job;
  const project = await findProject(db, projectId);
  if (!project) return "done";
  if ((await isLeftToNewer(jobs, job)) || (await isLeftToOthers(jobs, jobId, project))) return "busy";
  const jobRun = { jobId, projectId, runId: randomUUID() };
  const started = await startJob(db, jobRun);
  if (started === "busy") return "busy";
  if (started === "ended") return "done";
  // A newer version may have published since the look.
  if (await isLeftToNewer(jobs, job)) {
    await releaseJob(db, jobRun);
    return "busy";
  }
  const { request, deaths } = started;
  const lost = new AbortController();
  running.set(jobId, lost);
  const say = jobLines(jobs, jobRun, request);
  say("began a job");
  const record = openRecord(jobs, jobRun, () => lost.abort(new CodeindexError("cancelled", "The job was cancelled.")));
  try {
    if (deaths >= MOST_DEATHS) throw tooDeadly(deaths);
    const result = await build(jobs, project, request, anySignal(queueRun.signal, lost.signal), record);
    await record.written();
    await finishJob(db, jobRun, { status: "completed", result });
    if (!request.paths) caughtUp(jobs, projectId);
    const { generation, indexed, removed, errors, milliseconds: ms } = result;
    say("ended a job", { outcome: "completed", generation, indexed, removed, failed: errors.length, ms });
    return "done";
  } catch (error) {
    await record.written();
    // The job's record says already why.
    if (lost.signal.aborted) {
      say("ended a job", { outcome: "cancelled" });
      return "done";
    }
    const outcome = error instanceof NoRoom ? "waits for room" : "failed";
    say("ended a job", { outcome, ...(error instanceof CodeindexError && { code: error.code }) });
    return await endRun(jobs, jobRun, queueRun, error);
  } finally {
    record.close();
    running.delete(jobId);
    ended.emit(jobId);
  }
}

/**
 * Whether a job is for a process of a newer version: what that has built is not built again in an older format. Where the newer version has been away for
 * minutes, as after it was taken back, the older one goes on.
 */
async function isLeftToNewer({ db, log, rowFormat, leftToNewer }: JobsState, job: QueueJob): Promise<boolean> {
  if (db.kind === "pglite" || !(await isOfNewerVersion(db, job, rowFormat))) {
    leftToNewer.delete(job.jobId);
    return false;
  }
  if (!leftToNewer.has(job.jobId))
    log.info({ job: job.jobId, project: job.projectId }, "left a job to a newer version");
  // Others end them, and this process does not hear of it.
  if (leftToNewer.size > MOST_LEFT) leftToNewer.clear();
  leftToNewer.add(job.jobId);
  return true;
}

/**
 * Whether this process does not see the folder of a project, and another one does or may: it leaves the job to that, for as long as one says that it sees
 * the folder or fetches the clone. After that it runs the job, so that it fails with the reason.
 */
async function isLeftToOthers({ db, unseen }: JobsState, jobId: string, project: Project): Promise<boolean> {
  if (db.kind === "pglite" || (await seesSource(project))) return false;
  const isElsewhere = project.url === null ? await isSeenLately(db, project.projectId) : await isFetched(db, project);
  const now = performance.now();
  for (const [id, since] of unseen) if (now - since > 2 * LEFT_TO_OTHERS) unseen.delete(id);
  const since = isElsewhere ? now : (unseen.get(jobId) ?? now);
  unseen.set(jobId, since);
  return now - since < LEFT_TO_OTHERS;
}

/** Makes the log lines of a run. Those of an embedded service are for who looks for faults: its command line shows progress. */
function jobLines(
  { db, log }: JobsState,
  { jobId, projectId }: JobRun,
  { paths }: JobRequest,
): (message: string, more?: object) => void {
  const fields = { job: jobId, project: projectId, kind: paths ? "changes" : "build" };
  const level = db.kind === "pglite" ? "debug" : "info";
  return (message, more) => log[level]({ ...fields, ...more }, message);
}

/** The record of a run in the database, which shows others that it goes on. */
interface RunRecord {
  /** Writes how far the run is; not more often than is worth it. */
  progress(progress: Parameters<typeof updateJob>[2]): void;
  /** Resolves when all is written that was to be. */
  written(): Promise<unknown>;
  close(): void;
}

/** Renews the record of a run until it is closed. `lose` is called where the run has lost its job. */
function openRecord({ db, log }: JobsState, jobRun: JobRun, lose: () => void): RunRecord {
  let recorded = 0;
  let phase: Job["phase"] = null;
  let recording: Promise<unknown> = Promise.resolve();
  const write = (step: () => Promise<unknown>): void => {
    recording = recording
      .then(step)
      .catch((error) => log.warn({ err: error, job: jobRun.jobId }, "failed to write a job's record"));
  };
  const beat = setInterval(() => write(async () => (await touchJob(db, jobRun)) || lose()), BEAT_EVERY);
  return {
    progress(progress) {
      const now = performance.now();
      if (now - recorded < RECORD_EVERY && progress.phase === phase) return;
      recorded = now;
      phase = progress.phase;
      write(() => updateJob(db, jobRun, progress));
    },
    written: () => recording,
    close: () => clearInterval(beat),
  };
}

/** Has the indexer do what a job asks for, as work that is traced and counted. */
async function build(
  { indexer }: JobsState,
  project: Project,
  request: JobRequest,
  signal: AbortSignal,
  record: RunRecord,
): Promise<Summary> {
  if (!indexer) throw new Error("a process without an indexer takes no jobs");
  const work: ObservedWork = {
    kind: "job",
    name: request.paths ? "changes" : "build",
    attributes: {},
    headers: request.trace,
  };
  return observe(work, async () => {
    const building = indexer.run(
      { project, paths: request.paths, force: request.force, scip: request.scip },
      { signal, onProgress: record.progress },
    );
    // Nobody's failure: it goes on later.
    const summary = await building.catch((error) => {
      if (error instanceof NoRoom) work.error = "cancelled";
      throw error;
    });
    Object.assign(work.attributes, fileAttributes(summary));
    return summary;
  });
}

/** Results of a build's files: counted by metrics, shown by traces. */
function fileAttributes({ indexed, unchanged, removed, skipped, errors }: Summary): Record<string, number> {
  return {
    "files.indexed": indexed,
    "files.unchanged": unchanged,
    "files.removed": removed,
    "files.skipped": Object.values(skipped).reduce((sum, count) => sum + count, 0),
    "files.failed": errors.length,
  };
}

/** Leaves a run that failed: it waits for room, is tried again, or has failed for good. Throws the error but for want of room. */
async function endRun(jobs: JobsState, jobRun: JobRun, queueRun: QueueRun, error: unknown): Promise<"busy"> {
  const { db, log, running, crowded } = jobs;
  const { jobId, projectId } = jobRun;
  if (error instanceof NoRoom) {
    const others = [...running.keys()].filter((id) => id !== jobId);
    if (others.length > 0) crowded.set(projectId, others);
    await leaveRecord(jobs, jobId, () => releaseJob(db, jobRun));
    return "busy";
  }
  const userError = toUserError(error, log, { job: jobId, project: projectId });
  const { error: envelope } = userError.toEnvelope();
  const mayPass = queueRun.signal.aborted || (envelope.retryable && !queueRun.isLastAttempt);
  if (mayPass && !queueRun.signal.aborted) {
    const fields = { job: jobId, project: projectId, code: envelope.code, reason: envelope.message };
    log.warn(fields, "failed to run a job; it runs again");
  }
  fallBehind(jobs, projectId, userError);
  await leaveRecord(jobs, jobId, () =>
    mayPass ? releaseJob(db, jobRun) : finishJob(db, jobRun, { status: "failed", error: envelope }),
  );
  throw userError;
}

/** Writes how a run ended; where the database is away, as soon as it is back, or until others miss the run. */
async function leaveRecord(jobs: JobsState, jobId: string, write: () => Promise<void>): Promise<void> {
  const began = performance.now();
  for (;;) {
    try {
      return await write();
    } catch (error) {
      const isMissed = performance.now() - began > SILENCE_MS;
      if (!jobs.isClosed && !isMissed) {
        await sleep(RECORD_AGAIN);
        continue;
      }
      return jobs.log.warn({ err: error, job: jobId }, "failed to record how a job ended");
    }
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

/**
 * The queue of index jobs: BullMQ behind one small interface, on Redis or in the database.
 *
 *     add ─▶ waiting ─▶ active ─▶ done           an error that may pass: waiting again after 1 s, 2 s, 4 s
 *                          └────▶ failed         any other error, or the third one
 *
 * The queue only decides whose turn it is. The content and the state of a job are in the table `jobs` (store/jobs.ts). Small jobs that
 * someone waits for have a lane of their own, so that large ones cannot delay them. Jobs of a lane take fair turns (turns.ts). A large job
 * is split into parts, which any worker takes.
 */
import { setTimeout as sleep } from "node:timers/promises";
import {
  createPostgresBackend,
  DelayedError,
  type Job,
  type QueueEvents,
  UnrecoverableError,
  type Worker,
  withBackend,
} from "bullmq";
import { CodeindexError, ERRORS, type ErrorEnvelope, errorFrom } from "../base/errors.js";
import { isFault } from "../base/faults.js";
import { firstOf } from "../base/signals.js";
import { openPostgresQueue, type QueueSource } from "./postgres.js";
import { openRedis } from "./redis.js";
import { renewLock } from "./renew-lock.js";
import { createTurns, type TurnOptions, type Turns } from "./turns.js";

export const LANES = ["interactive", "bulk"] as const;
const PARTS = "parts";
const ATTEMPTS = 3;
/** Milliseconds. */
const FIRST_RETRY = 1000;
/** The delay before a job is retried that found its project busy. */
const BUSY_DELAY = 300;
/** How often a part is polled while no event about its end arrives. */
const LOOK_EVERY = 1000;
/** All states of a job. */
const STATES = ["waiting", "prioritized", "delayed", "active", "completed", "failed"] as const;
/** Ended jobs that stay in the queue. */
const KEPT = { completed: 10, failed: 100, events: 1000 };
const CLOSE_PATIENCE = 5000;
/**
 * A worker renews its lock on a job. After `lockDuration` without a renewal, another worker takes the job. BullMQ's own renewal goes by the wall
 * clock, and stops for the time by which that is set back: ours does not.
 */
const LOCK = { lockDuration: 15_000, stalledInterval: 5_000, skipLockRenewal: true };
/**
 * How many workers may die while running a part before it counts as failed. Deaths of a job are counted in its record (store/jobs.ts), not by the
 * queue.
 */
const DEATHS = { part: 2, job: 1_000_000 };
/** The longest wait of a part before its retry, even if the clock was wrong when the retry was scheduled. */
const LONGEST_DELAY = 10_000;
/** How long a part is retried while the database or the file system fails, before its waiter gets the error. */
const PART_PATIENCE = 60_000;
/** BullMQ's message for a job whose workers died once too often. Any other message is an error of the handler. */
const STALLED = /^job stalled more than/;

export interface QueueJob {
  jobId: string;
  projectId: string;
  /** interactive: someone waits for it, and it is small. */
  lane: (typeof LANES)[number];
}

/** A handler's view of the run. */
export interface QueueRun {
  /** Aborted when the queue closes: the job runs again elsewhere. */
  signal: AbortSignal;
  /** False where the job may be retried after a failure now. */
  isLastAttempt: boolean;
}

/** A share of a job's work. Only the job and the handler of parts know its meaning. */
export interface QueuePart {
  partId: string;
  projectId: string;
  work: string;
}

export interface QueueHandlers {
  /**
   * Runs a job. Returns `busy` where it must wait for another job of its project. An error that is not retryable (see errors.ts), or any error on the
   * last attempt, ends the job; other errors requeue it.
   */
  job(job: QueueJob, run: QueueRun): Promise<"done" | "busy">;
  /** Runs a part and returns its result. */
  part?(work: string, signal: AbortSignal): Promise<string>;
  /** Receives errors of the queue itself (its database is away); the queue resumes when it can. */
  failed(error: Error): void;
}

/** A part's data in the queue. */
type PartData = Pick<QueuePart, "projectId" | "work">;

/** The state of a part; `waiting` for all parts on their way. */
type PartState =
  | { state: "away" | "missing" | "waiting" }
  | { state: "delayed"; job: Job }
  | { state: "completed"; result: string }
  | { state: "failed"; job: Job; reason: string };

/** The turns of a lane's jobs in a process. The memory that they may take together is bounded elsewhere (indexing/room.ts). */
const TURNS: TurnOptions = { most: 4, long: 5000, look: 1000 };

const isTrue = () => true;
const isFalse = () => false;

/** Waiting and running jobs, for metrics. */
export interface QueueDepth {
  lane: QueueJob["lane"] | "parts";
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  /** Age in milliseconds of the oldest waiting job. */
  oldestMs: number;
}

export interface IndexQueue {
  /** Adds a job; one that is already waiting or running is not added twice. */
  add(job: QueueJob): Promise<void>;
  /** Starts taking jobs and parts: one job per lane, and more in parallel while that one takes long. */
  process(handlers: QueueHandlers, options: { jobs?: TurnOptions; parts: number }): void;
  /** Removes a waiting job. */
  remove(jobId: string): Promise<void>;
  /**
   * Runs a part on any free worker and returns its result. Null where the workers that took it died one after the other, while the queue was up all
   * the time. A part that a fault (faults.ts) prevents is retried for a minute. Throws the handler's last error, or the reason of `signal`.
   */
  runPart(part: QueuePart, signal: AbortSignal): Promise<string | null>;
  /** How many processes take jobs; 1 where that is unknown. */
  jobWorkers(): Promise<number>;
  /** How many processes take parts; 1 where that is unknown. */
  partWorkers(): Promise<number>;
  depth(): Promise<QueueDepth[]>;
  /** Deletes a project's jobs and parts from the queue. */
  forget(projectId: string): Promise<void>;
  /** Resolves when the queue answers. */
  check(): Promise<void>;
  /** Stops taking jobs, aborts the running ones and closes the connections. Aborted jobs run again, here or elsewhere. */
  close(): Promise<void>;
}

/** Opens the queue and makes missing tables. `recover` requeues the jobs of a dead process: only for the first process of an embedded database. */
export async function createQueue(source: QueueSource, { recover = false } = {}): Promise<IndexQueue> {
  const backend =
    "redis" in source
      ? await openRedis(source.redis)
      : await openPostgresQueue(source, withBackend(createPostgresBackend), recover ? [...LANES, PARTS] : []);
  const options = { connection: backend.connection, streams: { events: { maxLen: KEPT.events } } };
  const lanes = { interactive: new backend.Queue("interactive", options), bulk: new backend.Queue("bulk", options) };
  const parts = new backend.Queue(PARTS, options);
  const all = { ...lanes, parts };
  // Without a listener an error event would end the process. Calls that fail reject by themselves.
  for (const queue of Object.values(all)) queue.on("error", () => undefined);
  const closing = new AbortController();
  const workers: Worker[] = [];
  const turns: Turns[] = [];
  let events: QueueEvents | undefined;
  /** Callbacks of those that wait for a part, by its id. */
  const waiting = new Map<string, () => void>();
  /** The numbers of the parts under way, by project. */
  const numbers = new Map<string, Set<number>>();

  /** Runs a job that the lane's own worker took. */
  async function take(job: Job<QueueJob>, token: string | undefined, handlers: QueueHandlers): Promise<void> {
    if ((await runJob(job, token, handlers)) === "busy") throw new DelayedError();
  }

  /** Runs a job started in parallel to the worker's, and reports its end to the queue, as the worker does for its own. */
  async function takeBeside(
    job: Job<QueueJob>,
    token: string,
    handlers: QueueHandlers,
  ): Promise<{ isPutOff: boolean }> {
    try {
      const outcome = await runJob(job, token, handlers);
      if (outcome === "done") await job.moveToCompleted(undefined, token, false);
      return { isPutOff: outcome === "busy" };
    } catch (error) {
      await job.moveToFailed(error as Error, token, false);
      return { isPutOff: false };
    }
  }

  /** Runs a job, or delays it while its project is busy. */
  async function runJob(
    job: Job<QueueJob>,
    token: string | undefined,
    handlers: QueueHandlers,
  ): Promise<"done" | "busy"> {
    const isLastAttempt = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
    const outcome = await whileHeld(job, token, handlers, () =>
      handlers.job(job.data, { signal: closing.signal, isLastAttempt }),
    );
    if (outcome === "busy") await job.moveToDelayed(Date.now() + BUSY_DELAY, token);
    return outcome;
  }

  /** Runs the work of a job or part, renewing its lock meanwhile. */
  async function whileHeld<T>(
    job: Job,
    token: string | undefined,
    { failed }: QueueHandlers,
    work: () => Promise<T>,
  ): Promise<T> {
    const renewal = renewLock(job, token!, { duration: LOCK.lockDuration, closing: closing.signal, failed });
    try {
      return await work();
    } catch (error) {
      throw asJobError(error, job.queueName === PARTS);
    } finally {
      await renewal.stop();
    }
  }

  /** The error to report to the queue. One that ends a job at once becomes BullMQ's own kind; that of a part is reported whole, for its waiter. */
  function asJobError(error: unknown, isPart: boolean): unknown {
    if (!(error instanceof CodeindexError)) return error;
    const message = isPart ? JSON.stringify(error.toEnvelope()) : error.message;
    const isFinal = !closing.signal.aborted && (error.code === "cancelled" || !ERRORS[error.code].retryable);
    if (isFinal) return new UnrecoverableError(message);
    return isPart ? new Error(message, { cause: error }) : error;
  }

  /** Starts listening for the ends of parts. A missed event is noticed by polling a little later. */
  function listenToParts(): void {
    if (events) return;
    events = new backend.QueueEvents(PARTS, { connection: backend.workerConnection });
    events.on("error", () => undefined);
    for (const name of ["completed", "failed"] as const)
      events.on(name, ({ jobId }: { jobId: string }) => waiting.get(jobId)?.());
  }

  /** The state of a part. The record is read after the state: one that was read before may lack the result. */
  async function lookAtPart(partId: string): Promise<PartState> {
    try {
      const state = await parts.getJobState(partId);
      if (state === "unknown") return { state: "missing" };
      if (state !== "completed" && state !== "failed" && state !== "delayed") return { state: "waiting" };
      const job: Job<PartData, unknown> | undefined = await parts.getJob(partId);
      if (!job) return { state: "missing" };
      if (state === "delayed") return { state, job };
      if (state === "failed") return { state, job, reason: job.failedReason ?? "" };
      return { state, result: String(job.returnvalue) };
    } catch {
      // The back end is away; the caller polls again.
      return { state: "away" };
    }
  }

  /** Gives a build's part the lowest number that none of its parts under way has. The number is its priority, so that builds take turns. */
  function takeNumber(projectId: string): { number: number; giveBack: () => void } {
    const taken = numbers.get(projectId) ?? new Set();
    numbers.set(projectId, taken);
    let number = 1;
    while (taken.has(number)) number++;
    taken.add(number);
    const giveBack = () => {
      taken.delete(number);
      if (taken.size === 0) numbers.delete(projectId);
    };
    return { number, giveBack };
  }

  async function addPart({ partId, projectId, work }: QueuePart, priority: number): Promise<void> {
    await parts.add("part", { projectId, work } satisfies PartData, {
      jobId: partId,
      priority,
      attempts: ATTEMPTS,
      backoff: { type: "exponential", delay: FIRST_RETRY },
      // The waiter reads the result once; failed parts stay for inspection.
      removeOnComplete: { age: 300 },
      removeOnFail: { count: KEPT.failed },
    });
  }

  /** Adds a part and waits for its result. */
  async function waitForPart(part: QueuePart, number: number, signal: AbortSignal): Promise<string | null> {
    listenToParts();
    const stop = firstOf(signal, closing.signal);
    stop.throwIfAborted();
    // While the back end is away, the part is added as soon as it is back.
    let wasAway = !(await addPart(part, number).then(isTrue, isFalse));
    let delayedSince: number | undefined;
    let failingSince: number | undefined;
    for (;;) {
      await heard(part.partId, waiting, stop);
      stop.throwIfAborted();
      const found = await lookAtPart(part.partId);
      if (found.state === "away") {
        wasAway = true;
        continue;
      }
      if (found.state === "delayed") {
        delayedSince ??= performance.now();
        if (performance.now() - delayedSince > LONGEST_DELAY) await found.job.promote().catch(() => undefined);
        continue;
      }
      delayedSince = undefined;
      if (found.state === "waiting") continue;
      if (found.state === "completed") return found.result;
      if (found.state === "failed") {
        const { reason } = found;
        // Workers that lost the queue for a while look dead.
        if (STALLED.test(reason) && !wasAway) return null;
        if (!STALLED.test(reason)) {
          const error = partError(reason);
          failingSince ??= performance.now();
          if (!isFault(error) || performance.now() - failingSince > PART_PATIENCE) throw error;
        }
        await found.job.remove().catch(() => undefined);
      }
      // The part is missing: wiped with the rest, or just removed. It is added again.
      wasAway = !(await addPart(part, number).then(isTrue, isFalse));
    }
  }

  return {
    async add(job) {
      const lane = lanes[job.lane];
      const known = await lane.getJob(job.jobId);
      // BullMQ ignores a new job while an ended one has the same id.
      if (known && ((await known.isFailed()) || (await known.isCompleted()))) await known.remove();
      // The process that delayed it may have had a wrong clock.
      else if (await known?.isDelayed()) await known!.promote().catch(() => undefined);
      await lane.add("job", job, {
        jobId: job.jobId,
        attempts: ATTEMPTS,
        backoff: { type: "exponential", delay: FIRST_RETRY },
        removeOnComplete: { count: KEPT.completed },
        removeOnFail: { count: KEPT.failed },
      });
    },
    process(handlers, { jobs = TURNS, parts }) {
      const common = { connection: backend.workerConnection, ...LOCK };
      for (const lane of LANES) {
        const worker: Worker<QueueJob> = new backend.Worker<QueueJob>(
          lane,
          (job, token) => laneTurns.count(() => take(job, token, handlers)),
          { ...common, maxStalledCount: DEATHS.job, concurrency: 1 },
        );
        const beside = (job: Job<QueueJob>, token: string): Promise<{ isPutOff: boolean }> =>
          laneTurns.count(() => takeBeside(job, token, handlers));
        const laneTurns: Turns = createTurns(lanes[lane], worker, beside, jobs, handlers.failed);
        workers.push(worker);
        turns.push(laneTurns);
      }
      const { part } = handlers;
      if (part) {
        workers.push(
          new backend.Worker<PartData>(
            PARTS,
            (job, token) => whileHeld(job, token, handlers, () => part(job.data.work, closing.signal)),
            { ...common, maxStalledCount: DEATHS.part, concurrency: parts },
          ),
        );
      }
      // Each worker waits by itself for a back end that is away.
      for (const worker of workers) worker.on("error", handlers.failed);
    },
    async remove(jobId) {
      for (const lane of LANES) {
        const job = await lanes[lane].getJob(jobId);
        if (job && !(await job.isActive())) await job.remove().catch(() => undefined);
      }
    },
    async runPart(part, signal) {
      const { number, giveBack } = takeNumber(part.projectId);
      return waitForPart(part, number, signal).finally(giveBack);
    },
    jobWorkers: () => backend.countWorkers(lanes.interactive).catch(() => 1),
    partWorkers: () => backend.countWorkers(parts).catch(() => 1),
    async depth() {
      return Promise.all(
        Object.entries(all).map(async ([lane, queue]) => {
          const { waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = await queue.getJobCounts();
          const [oldest] = await queue.getJobs(["waiting", "prioritized"], 0, 0, true);
          const oldestMs = oldest ? Math.max(0, Date.now() - oldest.timestamp) : 0;
          return {
            lane: lane as QueueDepth["lane"],
            waiting: waiting + prioritized,
            active,
            delayed,
            failed,
            oldestMs,
          };
        }),
      );
    },
    async forget(projectId) {
      for (const queue of Object.values(all)) {
        const jobs: Job<Pick<QueueJob, "projectId">>[] = await queue.getJobs([...STATES]);
        // A running job is ended by its handler, and then removed by the next call.
        for (const job of jobs) if (job?.data.projectId === projectId) await job.remove().catch(() => undefined);
        // Events hold results. Waiters poll as well, so they miss nothing.
        await backend.forgetEvents(queue);
      }
    },
    check: () => backend.check(),
    async close() {
      closing.abort(new CodeindexError("cancelled", "The process stops."));
      const closed = (async () => {
        await Promise.all([...workers.map((worker) => worker.close()), ...turns.map((lane) => lane.close())]);
        await events?.close();
        await Promise.all(Object.values(all).map((queue) => queue.close()));
      })();
      // A back end that is away does not answer.
      await Promise.race([closed.catch(() => undefined), sleep(CLOSE_PATIENCE, undefined, { ref: false })]);
      await backend.close();
    },
  };
}

/** The error that a part's worker reported; a plain error where it is not one of errors.ts. */
function partError(reason: string): Error {
  try {
    return errorFrom(JSON.parse(reason) as ErrorEnvelope);
  } catch {
    return new Error(reason);
  }
}

/** Resolves when an event about the part arrives, when it is time to poll, or when `signal` aborts. */
function heard(partId: string, waiting: Map<string, () => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      waiting.delete(partId);
      resolve();
    };
    const timer = setTimeout(done, LOOK_EVERY);
    signal.addEventListener("abort", done, { once: true });
    waiting.set(partId, done);
    if (signal.aborted) done();
  });
}

/** Takes jobs and parts out of the queue and runs them, each while its lock is renewed, and tells the queue how they ended. */
import { DelayedError, type Job, UnrecoverableError, type Worker } from "bullmq";
import { CodeindexError } from "../base/errors.js";
import { present } from "../base/need.js";
import { withPrefix } from "./backend.js";
import { LANES, type QueueHandlers, type QueueJob } from "./queue-types.js";
import { renewLock } from "./renew-lock.js";
import { BUSY_DELAY, endsForGood, TURNS, type TurnOptions } from "./rules.js";
import type { PartData } from "./run-part.js";
import { PARTS, type QueueState } from "./state.js";
import { createTurns, type Turns } from "./turns.js";

/** The delay before a part may be taken again that a process has left to others. In milliseconds, as all times here. */
const LEFT_DELAY = 300;
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

/** Starts workers, which take jobs, and parts where the handlers run any, until the queue closes. */
export function takeJobs(
  state: QueueState,
  handlers: QueueHandlers,
  { jobs = TURNS, parts }: { jobs?: TurnOptions; parts: number },
): void {
  const { backend, lanes, workers, turns } = state;
  const common = { ...withPrefix(backend), connection: backend.workerConnection, ...LOCK };
  for (const lane of LANES) {
    const worker: Worker<QueueJob> = new backend.Worker<QueueJob>(
      lane,
      (job, token) => laneTurns.count(() => take(state, job, token, handlers)),
      { ...common, maxStalledCount: DEATHS.job, concurrency: 1 },
    );
    const beside = (job: Job<QueueJob>, token: string): Promise<{ isPutOff: boolean }> =>
      laneTurns.count(() => takeBeside(state, job, token, handlers));
    const laneTurns: Turns = createTurns(lanes[lane], worker, beside, jobs, handlers.failed);
    workers.push(worker);
    turns.push(laneTurns);
  }
  const { part } = handlers;
  if (part) {
    workers.push(
      new backend.Worker<PartData>(PARTS, (job, token) => takePart(state, job, token, handlers, part), {
        ...common,
        maxStalledCount: DEATHS.part,
        concurrency: parts,
      }),
    );
  }
  // Each worker waits by itself for a back end that is away.
  for (const worker of workers) worker.on("error", handlers.failed);
}

/** Runs a part, or puts it off for a moment where it is left to other processes. */
async function takePart(
  state: QueueState,
  job: Job<PartData>,
  token: string | undefined,
  handlers: QueueHandlers,
  part: NonNullable<QueueHandlers["part"]>,
): Promise<string> {
  const result = await whileHeld(state, job, token, handlers, () => part(job.data.work, state.closing.signal));
  if (result !== null) return result;
  await job.moveToDelayed(Date.now() + LEFT_DELAY, token);
  throw new DelayedError();
}

/** Runs a job that the lane's own worker took. */
async function take(
  state: QueueState,
  job: Job<QueueJob>,
  token: string | undefined,
  handlers: QueueHandlers,
): Promise<void> {
  if ((await runJob(state, job, token, handlers)) === "busy") throw new DelayedError();
}

/** Runs a job started in parallel to the worker's, and reports its end to the queue, as the worker does for its own. */
async function takeBeside(
  state: QueueState,
  job: Job<QueueJob>,
  token: string,
  handlers: QueueHandlers,
): Promise<{ isPutOff: boolean }> {
  try {
    const outcome = await runJob(state, job, token, handlers);
    if (outcome === "done") await job.moveToCompleted(undefined, token, false);
    return { isPutOff: outcome === "busy" };
  } catch (error) {
    await job.moveToFailed(error as Error, token, false);
    return { isPutOff: false };
  }
}

/** Runs a job, or delays it while its project is busy. */
async function runJob(
  state: QueueState,
  job: Job<QueueJob>,
  token: string | undefined,
  handlers: QueueHandlers,
): Promise<"done" | "busy"> {
  const isLastAttempt = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
  const outcome = await whileHeld(state, job, token, handlers, () =>
    handlers.job(job.data, { signal: state.closing.signal, isLastAttempt }),
  );
  if (outcome === "busy") await job.moveToDelayed(Date.now() + BUSY_DELAY, token);
  return outcome;
}

/** Runs the work of a job or part, renewing its lock meanwhile. */
async function whileHeld<T>(
  { closing }: QueueState,
  job: Job,
  token: string | undefined,
  { failed }: QueueHandlers,
  work: () => Promise<T>,
): Promise<T> {
  const renewal = renewLock(job, present(token), { duration: LOCK.lockDuration, closing: closing.signal, failed });
  try {
    return await work();
  } catch (error) {
    throw asJobError(error, job.queueName === PARTS, closing.signal.aborted);
  } finally {
    await renewal.stop();
  }
}

/** The error to report to the queue. One that ends a job at once becomes BullMQ's own kind; that of a part is reported whole, for its waiter. */
function asJobError(error: unknown, isPart: boolean, isClosing: boolean): unknown {
  if (!(error instanceof CodeindexError)) return error;
  const message = isPart ? JSON.stringify(error.toEnvelope()) : error.message;
  if (!isClosing && endsForGood(error)) return new UnrecoverableError(message);
  return isPart ? new Error(message, { cause: error }) : error;
}

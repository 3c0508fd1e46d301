/** Puts a part into the queue and waits until a worker, of whichever process, has its result. */
import type { Job } from "bullmq";
import { type ErrorEnvelope, errorFrom } from "../base/errors.js";
import { isFault } from "../base/faults.js";
import { anySignal } from "../base/signals.js";
import { withPrefix } from "./backend.js";
import type { QueuePart } from "./queue-types.js";
import { ATTEMPTS, FIRST_RETRY, KEPT } from "./rules.js";
import { PARTS, type QueueState } from "./state.js";

/** In milliseconds, as all times here. */
/** How often a part is polled while no event about its end arrives. */
const LOOK_EVERY = 1000;
/** The longest wait of a part before its retry, even if the clock was wrong when the retry was scheduled. */
const LONGEST_DELAY = 10_000;
/** How long a part is retried while the database or the file system fails, before its waiter gets the error. */
const PART_PATIENCE = 60_000;
/** BullMQ's message for a job whose workers died once too often. Any other message is an error of the handler. */
const STALLED = /^job stalled more than/;

/** A part's data in the queue. */
export type PartData = Pick<QueuePart, "projectId" | "work">;

/** The state of a part; `waiting` for all parts on their way. */
type PartState =
  | { state: "away" | "missing" | "waiting" }
  | { state: "delayed"; job: Job }
  | { state: "completed"; job: Job; result: string }
  | { state: "failed"; job: Job; reason: string };

const isTrue = () => true;
const isFalse = () => false;

/** Has a part run: see `IndexQueue`. */
export async function runPart(state: QueueState, part: QueuePart, signal: AbortSignal): Promise<string | null> {
  const { number, giveBack } = takeNumber(state, part.projectId);
  return waitForPart(state, part, number, signal).finally(giveBack);
}

/** Starts listening for the ends of parts. A missed event is noticed by polling a little later. */
function listenToParts(state: QueueState): void {
  const { backend, waiting } = state;
  if (state.events) return;
  const events = new backend.QueueEvents(PARTS, { ...withPrefix(backend), connection: backend.workerConnection });
  state.events = events;
  events.on("error", () => undefined);
  for (const name of ["completed", "failed"] as const)
    events.on(name, ({ jobId }: { jobId: string }) => waiting.get(jobId)?.());
}

/** The state of a part. The record is read after the state: one that was read before may lack the result. */
async function lookAtPart({ parts }: QueueState, partId: string): Promise<PartState> {
  try {
    const state = await parts.getJobState(partId);
    if (state === "unknown") return { state: "missing" };
    if (state !== "completed" && state !== "failed" && state !== "delayed") return { state: "waiting" };
    const job: Job<PartData, unknown> | undefined = await parts.getJob(partId);
    if (!job) return { state: "missing" };
    if (state === "delayed") return { state, job };
    if (state === "failed") return { state, job, reason: job.failedReason ?? "" };
    return { state, job, result: String(job.returnvalue) };
  } catch {
    // The back end is away; the caller polls again.
    return { state: "away" };
  }
}

/** Gives a build's part the lowest number that none of its parts under way has. The number is its priority, so that builds take turns. */
function takeNumber({ numbers }: QueueState, projectId: string): { number: number; giveBack: () => void } {
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

async function addPart(
  { parts, now }: QueueState,
  { partId, projectId, work, isLarge = false }: QueuePart,
  priority: number,
): Promise<void> {
  await parts.add("part", { projectId, work } satisfies PartData, {
    jobId: partId,
    timestamp: Math.round(now()),
    priority,
    attempts: ATTEMPTS,
    backoff: { type: "exponential", delay: FIRST_RETRY },
    // The waiter reads the result once; failed parts stay for inspection. The age is by the clock of the process that ends another part, which may be
    // ahead: a result must not go before it is read.
    removeOnComplete: { age: KEPT.partSeconds, count: KEPT.parts },
    removeOnFail: { count: isLarge ? KEPT.failedLarge : KEPT.failed },
  });
}

/** Adds a part and waits for its result. The part may be promoted, taken or removed meanwhile by others, or the queue be away: the next look tells. */
async function waitForPart(
  state: QueueState,
  part: QueuePart,
  number: number,
  signal: AbortSignal,
): Promise<string | null> {
  listenToParts(state);
  const stop = anySignal(signal, state.closing.signal);
  stop.throwIfAborted();
  // While the back end is away, the part is added as soon as it is back.
  let wasAway = !(await addPart(state, part, number).then(isTrue, isFalse));
  let delayedSince: number | undefined;
  let failingSince: number | undefined;
  for (;;) {
    await heard(part.partId, state.waiting, stop);
    stop.throwIfAborted();
    const found = await lookAtPart(state, part.partId);
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
    if (found.state === "completed") {
      if (part.isLarge) await removePart(found.job);
      return found.result;
    }
    if (found.state === "failed") {
      const isStalled = STALLED.test(found.reason);
      // Workers that lost the queue for a while look dead.
      if (isStalled && !wasAway) return null;
      if (!isStalled) {
        failingSince ??= performance.now();
        await throwIfForGood(part, found, failingSince);
      }
      await removePart(found.job);
    }
    // The part is missing: wiped with the rest, or just removed. It is added again.
    wasAway = !(await addPart(state, part, number).then(isTrue, isFalse));
  }
}

/** Throws the error of a failed part, unless it is a fault that has not lasted too long. */
async function throwIfForGood(
  { isLarge }: QueuePart,
  { job, reason }: { job: Job; reason: string },
  failingSince: number,
): Promise<void> {
  const error = partError(reason);
  if (isFault(error) && performance.now() - failingSince <= PART_PATIENCE) return;
  if (isLarge) await removePart(job);
  throw error;
}

/** Removes a part that has ended. One that cannot be removed goes by itself; where it failed it is found, and removed, again. */
const removePart = (job: Job): Promise<void> => job.remove().catch(() => undefined);

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

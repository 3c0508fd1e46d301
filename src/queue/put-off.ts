/**
 * Delays of jobs and parts that hold however far the clocks of the processes are apart.
 *
 * BullMQ writes down the time of day at which an entry is due, by the clock of the process that delays it, and each process reads that by a clock of its
 * own. An entry that a process an hour ahead delays is due for the others in an hour: only this process takes it meanwhile, also one that it leaves to the
 * others each time. An entry that a process an hour behind delays is due for the others at once.
 *
 * So the time is that of the later of two clocks: the process's own, by which it would take the entry again at once otherwise, and the one that all share.
 * And a process whose clock is off makes the entry due by a timer. Where the process dies before that, the entry waits until somebody promotes it
 * (IndexQueue.add, run-part.ts).
 */
import type { Job } from "bullmq";
import { FIRST_RETRY } from "./rules.js";
import type { QueueState } from "./state.js";

/** A clock is off that differs by more than this from the shared one, in milliseconds. Below that, an entry is late by the difference. */
const OFF_MS = 250;

/** Puts an entry back into the queue, for a time in milliseconds. */
export async function putOff(state: QueueState, job: Job, token: string | undefined, delay: number): Promise<void> {
  await job.moveToDelayed(Date.now() + behind(state) + delay, token);
  if (isOff(state)) promoteIn(state, job, delay);
}

/** Makes the delay right that an entry gets when its failure is reported. */
export function correctRetry(state: QueueState, job: Job): void {
  if (!isOff(state)) return;
  const delay = FIRST_RETRY * 2 ** job.attemptsMade;
  // Of this run alone: the stored options stay.
  job.opts.backoff = { type: "fixed", delay: behind(state) + delay };
  promoteIn(state, job, delay);
}

const isOff = ({ now }: QueueState): boolean => Math.abs(now() - Date.now()) > OFF_MS;

/** How far the clock of this process is behind the shared one, in milliseconds; 0 where it is ahead. */
const behind = ({ now }: QueueState): number => Math.max(0, Math.round(now() - Date.now()));

/** Makes an entry due after a time that no clock decides. One that is not delayed then is under way, or gone. */
function promoteIn({ closing }: QueueState, job: Job, delay: number): void {
  const timer = setTimeout(() => {
    if (!closing.signal.aborted) job.promote().catch(() => undefined);
  }, delay);
  timer.unref();
}

/** A pause that a signal may end, and promises that may fail. */
import { setTimeout as sleep } from "node:timers/promises";

/** Waits for a number of milliseconds, or until the signal aborts. Unlike a sleep of Node it ends in the same way then. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

/**
 * Lets a promise fail: its failure is heard where it is awaited, or is nobody's, as that of the loser of a race. Node ends the process for a failure
 * that nobody handles, also for one that somebody would await a moment later.
 */
export function letFail(promise: Promise<unknown>): void {
  promise.catch(() => undefined);
}

/** The rules that jobs and parts go by in every queue: how often they are tried, and how jobs take turns. */
import { CodeindexError, ERRORS } from "../base/errors.js";

export interface TurnOptions {
  /** Jobs that the process may run at once. */
  most: number;
  /** Milliseconds after which a job counts as long. */
  long: number;
  /** Milliseconds between two looks for waiting jobs, where these wait in a database. */
  look: number;
}

/** The turns of a lane's jobs in a process. The memory that they may take together is bounded elsewhere (indexing/build-memory.ts). */
export const TURNS: TurnOptions = { most: 4, long: 5000, look: 1000 };
/** The most runs of a job or part. */
export const ATTEMPTS = 3;
/** The delay before the second of them, in milliseconds; each later one is twice as long. */
export const FIRST_RETRY = 1000;
/** The delay before a job is retried that found its project busy, in milliseconds. */
export const BUSY_DELAY = 300;
/** Ended jobs and parts that stay in the queue; completed parts also at most for some time. */
export const KEPT = { completed: 10, failed: 100, failedLarge: 10, events: 1000, parts: 500, partSeconds: 2 * 3600 };

/** Whether an error ends a job at once: another run would meet it again. */
export function endsForGood(error: unknown): boolean {
  return error instanceof CodeindexError && (error.code === "cancelled" || !ERRORS[error.code].retryable);
}

/** The queue as other rooms see it: its jobs, the processes that take them, and the questions that it answers. */
import type { TurnOptions } from "./rules.js";

export const LANES = ["interactive", "bulk"] as const;

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
  /** It goes from the queue as soon as its result is read, and not after some minutes. */
  isLarge?: boolean;
}

export interface QueueHandlers {
  /**
   * Runs a job. Returns `busy` where it must wait for another job of its project. An error that is not retryable (see errors.ts), or any error on the
   * last attempt, ends the job; other errors requeue it.
   */
  job(job: QueueJob, run: QueueRun): Promise<"done" | "busy">;
  /** Runs a part and returns its result; null: it is left to a process that knows how to do it. */
  part?(work: string, signal: AbortSignal): Promise<string | null>;
  /** Receives errors of the queue itself (its database is away); the queue resumes when it can. */
  failed(error: Error): void;
}

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

/** The queue of jobs. */
export interface JobQueue {
  /** How long a caller waits for it before it counts as away, in milliseconds. */
  patience: number;
  /** Adds a job; one that is already waiting or running is not added twice. */
  add(job: QueueJob): Promise<void>;
  /** Starts taking jobs and parts: one job per lane, and more in parallel while that one takes long. */
  process(handlers: QueueHandlers, options: { jobs?: TurnOptions; parts: number }): void;
  /** Removes a waiting job. */
  remove(jobId: string): Promise<void>;
  /** How many processes take jobs; 1 where that is unknown. */
  jobWorkers(): Promise<number>;
  depth(): Promise<QueueDepth[]>;
  /** Deletes a project's jobs and parts from the queue. */
  forget(projectId: string): Promise<void>;
  /** Resolves when the queue answers. */
  check(): Promise<void>;
  /** Stops taking jobs, aborts the running ones and closes the connections. Aborted jobs run again, here or elsewhere. */
  close(): Promise<void>;
}

/** The queue of jobs and of their parts, which several processes share. */
export interface IndexQueue extends JobQueue {
  /**
   * Runs a part on any free worker and returns its result. Null where the workers that took it died one after the other, while the queue was up all
   * the time. A part that a fault (faults.ts) prevents is retried for a minute. Throws the handler's last error, or the reason of `signal`.
   */
  runPart(part: QueuePart, signal: AbortSignal): Promise<string | null>;
  /** How many processes take parts; 1 where that is unknown. */
  partWorkers(): Promise<number>;
}

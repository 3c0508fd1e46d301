/** Keeps the lock of a job while its work runs, so that no other process takes the job. */
import type { Job } from "bullmq";

/** The renewal of a lock. */
export interface Renewal {
  /** Ends the renewal, and waits for one under way: beside the report of the job's end it would find no lock, and warn of that. */
  stop(): Promise<void>;
}

/**
 * Renews the lock of a job for `duration` milliseconds each time, four times as often as needed, until `stop`. `failed` is told of errors, but not once
 * `closing` has aborted: the queue may be closed then, and the job runs again elsewhere.
 */
export function renewLock(
  job: Pick<Job, "extendLock">,
  token: string,
  { duration, closing, failed }: { duration: number; closing: AbortSignal; failed: (error: Error) => void },
): Renewal {
  let underWay: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    underWay = job.extendLock(token, duration).catch((error: Error) => {
      if (!closing.aborted) failed(error);
    });
  }, duration / 4);
  return {
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}

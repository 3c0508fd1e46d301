/**
 * Fair turns between the jobs of a lane. Each process takes one job at a time. Where that one takes long and the next finds no process that is free,
 * it is begun beside it: so a giant or hostile project keeps no other waiting for longer than a moment.
 *
 *     job of A ─────────────────────────────▶
 *              after `long`, B has waited for two looks: job of B ──▶
 *
 * Short jobs still run one after the other, which ends each of them sooner, and a process that is free takes a new job before one that is not.
 */
import { randomUUID } from "node:crypto";
import type { Job, Queue, Worker } from "bullmq";

export interface TurnOptions {
  /** Jobs that the process may be at work on. */
  most: number;
  /** After how many milliseconds a job takes long. */
  long: number;
  /** How often it is looked, in milliseconds, whether a job waits. */
  look: number;
}

/** Jobs that are put off again at once, one after the other, before the rest waits for the next look. */
const MOST_PUT_OFF = 20;
const WAITING = ["waiting", "prioritized", "delayed"] as const;

export interface Turns {
  /** Does the work of a job that the worker took, and counts how long it is at it. */
  count<T>(work: () => Promise<T>): Promise<T>;
  /** Begins no more jobs, and resolves when those that were begun here have ended. */
  close(): Promise<void>;
}

/**
 * Begins more jobs of `queue` beside those that `worker` runs. `run` does what the worker would do with a job, to its end in the queue, and says whether it
 * was put off.
 */
export function createTurns<Data>(
  queue: Queue,
  worker: Worker<Data>,
  run: (job: Job<Data>, token: string) => Promise<{ isPutOff: boolean }>,
  { most, long, look }: TurnOptions,
  failed: (error: Error) => void,
): Turns {
  const since = new Map<symbol, number>();
  const begun = new Set<Promise<void>>();
  let first: string | undefined;
  let isLooking = false;

  const isTimeForMore = (): boolean =>
    since.size > 0 && since.size < most && [...since.values()].every((began) => performance.now() - began >= long);

  async function lookForMore(): Promise<void> {
    if (!isTimeForMore()) {
      first = undefined;
      return;
    }
    const [job]: (Job<Data> | undefined)[] = await queue.getJobs([...WAITING], 0, 0, true);
    const hasWaited = job !== undefined && job.id === first;
    first = job?.id;
    if (hasWaited) await begin(MOST_PUT_OFF);
  }

  async function begin(tries: number): Promise<void> {
    if (tries === 0 || !isTimeForMore()) return;
    const token = randomUUID();
    const job: Job<Data> | undefined = await worker.getNextJob(token, { block: false });
    if (!job) return;
    const work = run(job, token)
      .then(({ isPutOff }) => (isPutOff ? begin(tries - 1) : undefined))
      .catch(failed)
      .finally(() => begun.delete(work));
    begun.add(work);
  }

  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    lookForMore()
      .catch(failed)
      .finally(() => {
        isLooking = false;
      });
  }, look);
  timer.unref();

  return {
    async count(work) {
      const key = Symbol();
      since.set(key, performance.now());
      try {
        return await work();
      } finally {
        since.delete(key);
      }
    },
    async close() {
      clearInterval(timer);
      while (begun.size > 0) await Promise.all(begun);
    },
  };
}

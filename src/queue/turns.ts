/**
 * Fair turns between the jobs of a lane. Each process takes one job at a time. Where that one takes long and the next finds no free process, the two
 * run in parallel, so that a giant or hostile project delays the others by a moment only.
 *
 *     job of A ─────────────────────────────▶
 *              after `long`, B has waited for two looks: job of B ──▶
 *
 * Short jobs still run one after the other, which ends each of them sooner, and a free process takes a new job before a busy one.
 */
import { randomUUID } from "node:crypto";
import type { Job, Queue, Worker } from "bullmq";
import type { TurnOptions } from "./rules.js";

/** Jobs delayed again at once, one after the other, before the rest waits for the next look. */
const MOST_PUT_OFF = 20;
const WAITING = ["waiting", "prioritized", "delayed"] as const;

export interface Turns {
  /** Runs the work of a job that the worker took, and measures its time. */
  count<T>(work: () => Promise<T>): Promise<T>;
  /** Starts no more jobs, and resolves when those started here have ended. */
  close(): Promise<void>;
}

/**
 * Starts more jobs of `queue` in parallel to those of `worker`. `run` runs a job as the worker would, reports its end to the queue, and tells whether
 * it was delayed.
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

/**
 * The queue of index jobs: BullMQ behind one small interface.
 *
 *     add ─▶ waiting ─▶ active ─▶ done           an error that may pass: waiting again after 1 s, 2 s, 4 s
 *                          └────▶ failed         any other error, or the third one
 *
 * Jobs of one project run one after the other. Jobs of a dead process are taken up by the next one.
 */
import { type ConnectionOptions, createPostgresBackend, type Job, UnrecoverableError, withBackend } from "bullmq";
import type { PoolClient } from "pg";
import { CodeindexError, ERRORS } from "../errors.js";
import { createQueuePool, migrateQueue, type QueueSource, recoverQueue } from "./postgres.js";

const NAME = "index";
const CANCEL_CHANNEL = "codeindex_cancel";
const ATTEMPTS = 3;
/** Milliseconds. */
const FIRST_RETRY = 1000;
/** Ended jobs that stay in the queue's tables; `jobs` is what users see. */
const KEPT = { completed: 10, failed: 20, events: 100 };
/** Lower runs first. */
const PRIORITIES = { interactive: 1, bulk: 10 };

export interface QueueJob {
  jobId: string;
  projectId: string;
  kind: "build" | "changes";
  /** The paths that changed; absent: the whole project. */
  paths?: string[];
  /** Reads files again that look unchanged. */
  force?: boolean;
  /** interactive: someone waits for it, and it is small. */
  priority: keyof typeof PRIORITIES;
}

/** What a handler is told about the run. */
export interface QueueRun {
  signal: AbortSignal;
  /** false: if the handler fails now, the job may be tried again. */
  isLastAttempt: boolean;
}

export interface IndexQueue {
  add(job: QueueJob): Promise<void>;
  /**
   * Starts to take jobs. A handler that throws an error that is not retryable (see errors.ts), or any error on the last attempt, ends its job;
   * other errors bring it back. Errors of the queue itself (the database is away) go to `failed`; it goes on when it can.
   */
  process(
    handler: (job: QueueJob, run: QueueRun) => Promise<void>,
    options: { concurrency: number; failed: (error: Error) => void },
  ): Promise<void>;
  /** Removes a waiting job, or aborts the signal of a running one, in whatever thread or process it runs. */
  cancel(jobId: string): Promise<void>;
  /** Resolves when the queue's tables answer. */
  check(): Promise<void>;
  /** Stops taking jobs, aborts the running ones and closes the connections. What was aborted so runs again after the next start. */
  close(): Promise<void>;
}

const backend = withBackend(createPostgresBackend);

/** Opens the queue; makes its tables where they are missing. `recover` takes up the jobs of a dead process: only for the first in an embedded one. */
export async function createQueue(source: QueueSource, { recover = false } = {}): Promise<IndexQueue> {
  await migrateQueue(source);
  const pool = createQueuePool(source);
  if (recover) await recoverQueue(pool, NAME);
  const connection = pool as unknown as ConnectionOptions & typeof pool;
  const queue = new backend.Queue<QueueJob>(NAME, { connection, streams: { events: { maxLen: KEPT.events } } });
  // Without a listener an error event would end the process. Calls that fail reject by themselves.
  queue.on("error", () => undefined);
  const running = new Map<string, AbortController>();
  const lastOfProject = new Map<string, Promise<unknown>>();
  let worker: InstanceType<typeof backend.Worker<QueueJob>> | undefined;
  let canceller: PoolClient | undefined;
  let closing = false;

  async function run(job: Job<QueueJob>, handler: (job: QueueJob, run: QueueRun) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    running.set(job.data.jobId, controller);
    try {
      await inTurn(job.data.projectId, async () => {
        const isLastAttempt = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
        await handler(job.data, { signal: controller.signal, isLastAttempt });
      });
    } catch (error) {
      if (
        !closing &&
        error instanceof CodeindexError &&
        (error.code === "cancelled" || !ERRORS[error.code].retryable)
      ) {
        throw new UnrecoverableError(error.message);
      }
      throw error;
    } finally {
      running.delete(job.data.jobId);
    }
  }

  /** After all that came before it for the same project. */
  function inTurn(projectId: string, work: () => Promise<void>): Promise<void> {
    const turn = (lastOfProject.get(projectId) ?? Promise.resolve()).then(work);
    const settled = turn.catch(() => undefined);
    lastOfProject.set(projectId, settled);
    void settled.then(() => {
      if (lastOfProject.get(projectId) === settled) lastOfProject.delete(projectId);
    });
    return turn;
  }

  return {
    async add(job) {
      await queue.add(job.kind, job, {
        jobId: job.jobId,
        priority: PRIORITIES[job.priority],
        attempts: ATTEMPTS,
        backoff: { type: "exponential", delay: FIRST_RETRY },
        removeOnComplete: { count: KEPT.completed },
        removeOnFail: { count: KEPT.failed },
      });
    },
    async process(handler, { concurrency, failed }) {
      canceller = await pool.connect();
      canceller.on("error", failed);
      canceller.on("notification", ({ channel, payload }) => {
        if (channel === CANCEL_CHANNEL && payload !== undefined) running.get(payload)?.abort();
      });
      await canceller.query(`listen ${CANCEL_CHANNEL}`);
      worker = new backend.Worker<QueueJob>(NAME, (job) => run(job, handler), {
        connection,
        concurrency,
        // PGlite has one process, whose jobs are recovered at the start; a server's workers look after each other.
        skipStalledCheck: "pglite" in source,
        lockDuration: 60_000,
        stalledInterval: 15_000,
        maxStalledCount: 3,
      });
      worker.on("error", failed);
      await worker.waitUntilReady();
    },
    async cancel(jobId) {
      const job = await queue.getJob(jobId);
      if (job && !(await job.isActive())) await job.remove().catch(() => undefined);
      await pool.query("select pg_notify($1, $2)", [CANCEL_CHANNEL, jobId]);
    },
    async check() {
      await pool.query("select 1 from bullmq.job limit 1");
    },
    async close() {
      closing = true;
      for (const controller of running.values()) controller.abort();
      await worker?.close();
      await queue.close();
      canceller?.release(true);
      await pool.end();
    },
  };
}

/**
 * The queue of index jobs that several processes share: BullMQ behind one small interface, on Redis or in the database. memory.ts is that of one process.
 *
 *     add ─▶ waiting ─▶ active ─▶ done           an error that may pass: waiting again after 1 s, 2 s, 4 s
 *                          └────▶ failed         any other error, or the third one
 *
 * The queue only decides whose turn it is. The content and the state of a job are in the table `jobs` (store/jobs.ts). Small jobs that
 * someone waits for have a lane of their own, so that large ones cannot delay them. Jobs of a lane take fair turns (turns.ts). A large job
 * is split into parts, which any worker takes.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createPostgresBackend, type Job, withBackend } from "bullmq";
import { CodeindexError } from "../base/errors.js";
import { withPrefix } from "./backend.js";
import { openPostgresQueue, type QueueSource } from "./postgres.js";
import { type IndexQueue, LANES, type QueueDepth, type QueueJob } from "./queue-types.js";
import { openRedis } from "./redis.js";
import { ATTEMPTS, FIRST_RETRY, KEPT } from "./rules.js";
import { runPart } from "./run-part.js";
import { PARTS, type QueueState } from "./state.js";
import { takeJobs } from "./take-jobs.js";

/** All states of a job. */
const STATES = ["waiting", "prioritized", "delayed", "active", "completed", "failed"] as const;
/** Redis answers at once, and one that was never reached gives no error of its own; the database is as busy as the machine. In milliseconds. */
const PATIENCE = { redis: 1000, database: 15_000 };
/** How long closing waits for workers and connections, in milliseconds. */
const CLOSE_PATIENCE = 5000;

/** Opens the queue and makes missing tables. How long an entry has waited is told by the clock `now`, which is to be that of all processes. */
export async function createQueue(source: QueueSource, now: () => number = Date.now): Promise<IndexQueue> {
  const backend =
    "redis" in source ? await openRedis(source) : await openPostgresQueue(source, withBackend(createPostgresBackend));
  const options = {
    ...withPrefix(backend),
    connection: backend.connection,
    streams: { events: { maxLen: KEPT.events } },
  };
  const lanes = { interactive: new backend.Queue("interactive", options), bulk: new backend.Queue("bulk", options) };
  const parts = new backend.Queue(PARTS, options);
  const all = { ...lanes, parts };
  // Without a listener an error event would end the process. Calls that fail reject by themselves.
  for (const queue of Object.values(all)) queue.on("error", () => undefined);
  const state: QueueState = {
    backend,
    lanes,
    parts,
    closing: new AbortController(),
    workers: [],
    turns: [],
    events: undefined,
    waiting: new Map(),
    numbers: new Map(),
    now,
  };
  return {
    patience: "redis" in source ? PATIENCE.redis : PATIENCE.database,
    async add(job) {
      const lane = lanes[job.lane];
      const known = await lane.getJob(job.jobId);
      // BullMQ ignores a new job while an ended one has the same id.
      if (known && ((await known.isFailed()) || (await known.isCompleted()))) await known.remove();
      // The process that delayed it may have had a wrong clock. One that cannot be promoted runs already, or is gone.
      else if (known && (await known.isDelayed())) await known.promote().catch(() => undefined);
      await lane.add("job", job, {
        jobId: job.jobId,
        timestamp: Math.round(now()),
        attempts: ATTEMPTS,
        backoff: { type: "exponential", delay: FIRST_RETRY },
        removeOnComplete: { count: KEPT.completed },
        removeOnFail: { count: KEPT.failed },
      });
    },
    process: (handlers, options) => takeJobs(state, handlers, options),
    async remove(jobId) {
      for (const lane of LANES) {
        const job = await lanes[lane].getJob(jobId);
        // One that a worker has just taken cannot be removed; its handler finds that it was cancelled.
        if (job && !(await job.isActive())) await job.remove().catch(() => undefined);
      }
    },
    runPart: (part, signal) => runPart(state, part, signal),
    jobWorkers: () => backend.countWorkers(lanes.interactive).catch(() => 1),
    partWorkers: () => backend.countWorkers(parts).catch(() => 1),
    async depth() {
      return Promise.all(
        Object.entries(all).map(async ([lane, queue]) => {
          const { waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = await queue.getJobCounts();
          const [oldest] = await queue.getJobs(["waiting", "prioritized"], 0, 0, true);
          const oldestMs = oldest ? Math.max(0, now() - oldest.timestamp) : 0;
          return {
            lane: lane as QueueDepth["lane"],
            waiting: waiting + prioritized,
            active,
            delayed,
            failed,
            oldestMs,
          };
        }),
      );
    },
    async forget(projectId) {
      for (const queue of Object.values(all)) {
        const jobs: Job<Pick<QueueJob, "projectId">>[] = await queue.getJobs([...STATES]);
        // A running job is ended by its handler, and then removed by the next call.
        for (const job of jobs) if (job?.data.projectId === projectId) await job.remove().catch(() => undefined);
        // Events hold results. Waiters poll as well, so they miss nothing.
        await backend.forgetEvents(queue);
      }
    },
    check: () => backend.check(),
    async close() {
      state.closing.abort(new CodeindexError("cancelled", "The process stops."));
      const closed = (async () => {
        await Promise.all([
          ...state.workers.map((worker) => worker.close()),
          ...state.turns.map((lane) => lane.close()),
        ]);
        await state.events?.close();
        await Promise.all(Object.values(all).map((queue) => queue.close()));
      })();
      // A back end that is away does not answer.
      await Promise.race([closed.catch(() => undefined), sleep(CLOSE_PATIENCE, undefined, { ref: false })]);
      await backend.close();
    },
  };
}

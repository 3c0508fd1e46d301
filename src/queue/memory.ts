/**
 * The queue of an embedded service, in its memory: one process alone has the data folder, so no other needs to see whose turn it is.
 *
 *     add ─▶ waiting ─▶ active ─▶ done           put off, or an error that may pass: delayed, and then waiting again
 *                          └────▶ failed
 *
 * Nothing is lost with the process, as the table `jobs` has every job: the next one queues those that had not ended (indexing/jobs.ts). Jobs of a lane
 * take fair turns: the next one runs beside those that have taken long, at most some at once.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { CodeindexError } from "../base/errors.js";
import { type JobQueue, LANES, type QueueDepth, type QueueHandlers, type QueueJob } from "./queue-types.js";
import { ATTEMPTS, BUSY_DELAY, endsForGood, FIRST_RETRY, KEPT, TURNS, type TurnOptions } from "./rules.js";

/** How long closing waits for the jobs that run, and how long a caller waits for the queue, in milliseconds. */
const CLOSE_PATIENCE = 5000;
const PATIENCE = 1000;

interface QueuedJob {
  job: QueueJob;
  /** Runs that failed. */
  failures: number;
  /** When it was added, by performance.now(). */
  added: number;
}

interface Lane {
  waiting: QueuedJob[];
  delayed: Map<QueuedJob, NodeJS.Timeout>;
  /** The jobs that run, and whether each has taken long. */
  active: Map<QueuedJob, { isLong: boolean }>;
  /** The last that failed. */
  failed: QueuedJob[];
}

interface Queues {
  lanes: Record<QueueJob["lane"], Lane>;
  /** How jobs are run; absent: nobody takes any yet. */
  taking: { handlers: QueueHandlers; turns: TurnOptions } | undefined;
  closing: AbortController;
  /** The runs that have not ended. */
  runs: Set<Promise<void>>;
}

/** Opens an empty queue. */
export function createMemoryQueue(): JobQueue {
  const empty = (): Lane => ({ waiting: [], delayed: new Map(), active: new Map(), failed: [] });
  const queues: Queues = {
    lanes: { interactive: empty(), bulk: empty() },
    taking: undefined,
    closing: new AbortController(),
    runs: new Set(),
  };
  const { lanes } = queues;
  return {
    patience: PATIENCE,
    async add(job) {
      const lane = lanes[job.lane];
      const isIt = ({ job: { jobId } }: QueuedJob) => jobId === job.jobId;
      if (lane.waiting.some(isIt) || [...lane.active.keys()].some(isIt)) return;
      const delayed = [...lane.delayed.keys()].find(isIt);
      lane.failed = lane.failed.filter((entry) => !isIt(entry));
      wait(queues, lane, delayed ?? { job, failures: 0, added: performance.now() });
    },
    process(handlers, { jobs: turns = TURNS }) {
      queues.taking = { handlers, turns };
      for (const name of LANES) begin(queues, lanes[name]);
    },
    async remove(jobId) {
      for (const name of LANES) drop(lanes[name], (job) => job.jobId === jobId);
    },
    jobWorkers: async () => (queues.taking ? 1 : 0),
    async depth() {
      const ofLanes = LANES.map((lane): QueueDepth => {
        const { waiting, active, delayed, failed } = lanes[lane];
        const oldestMs = waiting[0] ? performance.now() - waiting[0].added : 0;
        return {
          lane,
          waiting: waiting.length,
          active: active.size,
          delayed: delayed.size,
          failed: failed.length,
          oldestMs,
        };
      });
      // A build is not sent round where one process has all to itself.
      return [...ofLanes, { lane: "parts", waiting: 0, active: 0, delayed: 0, failed: 0, oldestMs: 0 }];
    },
    async forget(projectId) {
      for (const name of LANES) drop(lanes[name], (job) => job.projectId === projectId);
    },
    check: async () => undefined,
    async close() {
      queues.closing.abort(new CodeindexError("cancelled", "The process stops."));
      for (const name of LANES) drop(lanes[name], () => true);
      await Promise.race([Promise.all(queues.runs), sleep(CLOSE_PATIENCE, undefined, { ref: false })]);
    },
  };
}

/** Begins what may run now. */
function begin(queues: Queues, lane: Lane): void {
  const { taking, closing, runs } = queues;
  while (taking && !closing.signal.aborted && lane.active.size < taking.turns.most) {
    if ([...lane.active.values()].some(({ isLong }) => !isLong)) return;
    const entry = lane.waiting.shift();
    if (entry === undefined) return;
    const run: Promise<void> = runEntry(queues, lane, entry, taking).finally(() => runs.delete(run));
    runs.add(run);
  }
}

/** Runs a job, and puts it off or notes it where it did not end. */
async function runEntry(
  queues: Queues,
  lane: Lane,
  entry: QueuedJob,
  { handlers, turns }: { handlers: QueueHandlers; turns: TurnOptions },
): Promise<void> {
  const { signal } = queues.closing;
  const state = { isLong: false };
  lane.active.set(entry, state);
  const timer = setTimeout(() => {
    state.isLong = true;
    begin(queues, lane);
  }, turns.long);
  const isLastAttempt = entry.failures + 1 >= ATTEMPTS;
  let delay: number | undefined;
  try {
    if ((await handlers.job(entry.job, { signal, isLastAttempt })) === "busy") delay = BUSY_DELAY;
  } catch (error) {
    if (!isLastAttempt && !endsForGood(error)) delay = FIRST_RETRY * 2 ** entry.failures++;
    else lane.failed = [...lane.failed, entry].slice(-KEPT.failed);
  } finally {
    clearTimeout(timer);
    lane.active.delete(entry);
  }
  if (signal.aborted) return;
  if (delay !== undefined) lane.delayed.set(entry, setTimeout(wait, delay, queues, lane, entry));
  begin(queues, lane);
}

/** Lets an entry wait for its turn, whether it was delayed or not. */
function wait(queues: Queues, lane: Lane, entry: QueuedJob): void {
  clearTimeout(lane.delayed.get(entry));
  lane.delayed.delete(entry);
  lane.waiting.push(entry);
  begin(queues, lane);
}

/** Takes out what does not run and `isMeant` says. */
function drop(lane: Lane, isMeant: (job: QueueJob) => boolean): void {
  for (const [entry, timer] of lane.delayed) {
    if (!isMeant(entry.job)) continue;
    clearTimeout(timer);
    lane.delayed.delete(entry);
  }
  for (const list of ["waiting", "failed"] as const) lane[list] = lane[list].filter(({ job }) => !isMeant(job));
}

/** The state of an open queue: its parts, and what its process waits for. */
import type { Queue, QueueEvents, Worker } from "bullmq";
import type { QueueBackend } from "./backend.js";
import type { QueueJob } from "./queue-types.js";
import type { Turns } from "./turns.js";

/**
 * The name of the queue of parts; the other queues are named for their lanes. The number is that of the form of its entries: versions of before, which
 * would take those of this form for their own, have another queue.
 */
export const PARTS = "parts-2";

export interface QueueState {
  backend: QueueBackend;
  lanes: Record<QueueJob["lane"], Queue>;
  parts: Queue;
  /** Aborted when the queue closes; running jobs and waiters end then. */
  closing: AbortController;
  workers: Worker[];
  turns: Turns[];
  /** The events of parts, once somebody has waited for one. */
  events: QueueEvents | undefined;
  /** Callbacks of those that wait for a part, by its id. */
  waiting: Map<string, () => void>;
  /** The numbers of the parts under way, by project. */
  numbers: Map<string, Set<number>>;
  /** The clock by which entries wait. */
  now: () => number;
}

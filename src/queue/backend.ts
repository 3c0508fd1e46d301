/** The interface of the two back ends of the queue, PostgreSQL and Redis. */
import type { ConnectionOptions, Queue, QueueEvents, Worker } from "bullmq";

/** BullMQ's classes on one of its back ends, and the connections that they use. */
export interface QueueBackend {
  Queue: typeof Queue;
  Worker: typeof Worker;
  QueueEvents: typeof QueueEvents;
  /** For adding and asking: fails quickly while the back end is away. */
  connection: ConnectionOptions;
  /** For workers: waits until the back end is there again. */
  workerConnection: ConnectionOptions;
  check(): Promise<void>;
  /** How many are connected to take jobs of a queue. */
  countWorkers(queue: Queue): Promise<number>;
  /** Forgets what has happened in a queue. */
  forgetEvents(queue: Queue): Promise<unknown>;
  close(): Promise<void>;
}

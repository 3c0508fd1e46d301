/** The interface of the two back ends of the queue, PostgreSQL and Redis. */
import type { ConnectionOptions, Queue, QueueEvents, Worker } from "bullmq";

/** BullMQ's classes on one of its back ends, with their connections. */
export interface QueueBackend {
  Queue: typeof Queue;
  Worker: typeof Worker;
  QueueEvents: typeof QueueEvents;
  /** For adding and reading: fails quickly while the back end is away. */
  connection: ConnectionOptions;
  /** Begins the names of its keys, on Redis. */
  prefix?: string;
  /** For workers: waits until the back end is back. */
  workerConnection: ConnectionOptions;
  check(): Promise<void>;
  /** The number of workers connected to take jobs of a queue. */
  countWorkers(queue: Queue): Promise<number>;
  /** Deletes the recorded events of a queue. */
  forgetEvents(queue: Queue): Promise<unknown>;
  close(): Promise<void>;
}

/** The prefix of a back end as BullMQ's classes take it. */
export const withPrefix = ({ prefix }: QueueBackend): { prefix?: string } => (prefix === undefined ? {} : { prefix });

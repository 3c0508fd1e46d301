/** The queue's connections to Redis. */
import { type ConnectionOptions, Queue, QueueEvents, Worker } from "bullmq";
import { Redis, type RedisOptions } from "ioredis";
import { CodeindexError } from "../base/errors.js";
import type { QueueBackend } from "./backend.js";

/** How long a command may wait for Redis, in milliseconds. */
const PATIENCE = 5000;
const MOST_BETWEEN_TRIES = 2000;

/** Connects lazily, so that a service can start while Redis is away. `url` is redis:// or rediss://. */
export async function openRedis(url: string): Promise<QueueBackend> {
  const common: RedisOptions = {
    retryStrategy: (tries) => Math.min(tries * 100, MOST_BETWEEN_TRIES),
    // A failover made this Redis read-only: connect again, to the new master.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  };
  const asking = new Redis(url, { ...common, commandTimeout: PATIENCE, maxRetriesPerRequest: 1 });
  const working = new Redis(url, { ...common, maxRetriesPerRequest: null });
  for (const connection of [asking, working]) connection.on("error", () => undefined);
  return {
    Queue,
    Worker,
    QueueEvents,
    connection: asking as unknown as ConnectionOptions,
    workerConnection: working as unknown as ConnectionOptions,
    async check() {
      try {
        await asking.ping();
      } catch {
        throw new CodeindexError("daemon_unavailable", "The queue's Redis does not answer.", {}, [
          "Look whether Redis runs, and at REDIS_URL. Jobs are kept and run when it is back.",
        ]);
      }
    },
    countWorkers: (queue) => countWorkers(queue, asking),
    forgetEvents: (queue) => queue.trimEvents(0),
    async close() {
      for (const connection of [asking, working]) connection.disconnect();
    },
  };
}

/**
 * The number of workers connected to take jobs of a queue. BullMQ's own count includes the server's other databases, whose queues have the same
 * names.
 */
export async function countWorkers(queue: Queue, redis: Redis): Promise<number> {
  const own = redis.options.db ?? 0;
  const workers = await queue.getWorkers();
  return workers.filter(({ db }) => db === undefined || Number(db) === own).length;
}

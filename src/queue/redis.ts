/** The queue's connections to Redis. */
import { type ConnectionOptions, Queue, QueueEvents, Worker } from "bullmq";
import { Redis, type RedisOptions } from "ioredis";
import type { QueueBackend } from "./backend.js";
import type { RedisSource } from "./postgres.js";
import { away } from "./redis-errors.js";

/** How long a command may wait for Redis, in milliseconds. */
const PATIENCE = 5000;
const MOST_BETWEEN_TRIES = 2000;
/** How long what a check has written stays, in milliseconds. */
const CHECK_LASTS = 60_000;

/** Connects lazily, so that a service can start while Redis is away. `redis` is redis:// or rediss://; `space` begins the name of each key. */
export async function openRedis({ redis: url, space }: RedisSource): Promise<QueueBackend> {
  const common: RedisOptions = {
    retryStrategy: (tries) => Math.min(tries * 100, MOST_BETWEEN_TRIES),
    // A failover made this Redis read-only: connect again, to the new master.
    reconnectOnError: (error) => error.message.startsWith("READONLY"),
  };
  const asking = new Redis(url, { ...common, commandTimeout: PATIENCE, maxRetriesPerRequest: 1 });
  const working = new Redis(url, { ...common, maxRetriesPerRequest: null });
  for (const connection of [asking, working]) connection.on("error", () => undefined);
  /** Of the last try to connect. */
  let problem: Error | undefined;
  asking.on("error", (error) => {
    problem = error;
  });
  asking.on("ready", () => {
    problem = undefined;
  });
  return {
    Queue,
    Worker,
    QueueEvents,
    prefix: space,
    connection: asking as unknown as ConnectionOptions,
    workerConnection: working as unknown as ConnectionOptions,
    async check() {
      try {
        // A Redis without room still answers a ping.
        await asking.set(`${space}:check`, "", "PX", CHECK_LASTS);
      } catch (error) {
        throw away([error, problem]);
      }
    },
    countWorkers: (queue) => queue.getWorkersCount(),
    forgetEvents: (queue) => queue.trimEvents(0),
    async close() {
      for (const connection of [asking, working]) connection.disconnect();
    },
  };
}

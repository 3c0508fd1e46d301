/** The queue's connections to Redis. */
import { type ConnectionOptions, Queue, QueueEvents, Worker } from "bullmq";
import { Redis, type RedisOptions } from "ioredis";
import { CodeindexError } from "../base/errors.js";
import type { QueueBackend } from "./backend.js";
import type { RedisSource } from "./postgres.js";

/** How long a command may wait for Redis, in milliseconds. */
const PATIENCE = 5000;
const MOST_BETWEEN_TRIES = 2000;

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
        await asking.ping();
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

/** How Redis and Valkey begin the refusal of a user, a password or an address. */
const REFUSED = /^(NOAUTH|WRONGPASS|NOPERM|DENIED)\b/;

/** The error of a Redis that cannot be used: it does not answer, or refuses us. */
function away(problems: unknown[]): CodeindexError {
  if (problems.some((error) => error instanceof Error && REFUSED.test(error.message)))
    return new CodeindexError("daemon_unavailable", "The queue's Redis does not let us in.", {}, [
      "Look at the user and the password of REDIS_URL, and at the rules of that server (ACL, protected mode).",
    ]);
  return new CodeindexError("daemon_unavailable", "The queue's Redis does not answer.", {}, [
    "Look whether Redis runs, and at REDIS_URL. Jobs are kept and run when it is back.",
  ]);
}

/** The queue's Redis: whether it answers, its version, and whether it would keep jobs. */
import { type ConnectionOptions, Queue } from "bullmq";
import { Redis } from "ioredis";
import { LANES } from "../../queue/queue-types.js";
import { createPostgres } from "../../store/db/postgres.js";
import { redisSpace } from "../../store/db/server.js";
import { type Finding, fail, ok, warn } from "./finding.js";
import { compareVersions, inBytes } from "./machine.js";

/** The version that BullMQ requires. */
const LEAST_VERSION = "6.2.0";
const PATIENCE = 3000;

export interface RedisState {
  version: string;
  usedMemory: number;
  /** Null for a managed Redis that does not reveal it. */
  policy: string | null;
  appendOnly: string | null;
  /** The number of processes that take jobs; null where it is unknown. */
  workers: number | null;
}

/** Checks the Redis at a URL, without changing anything in it. The workers are those of the installation with this database. */
export async function checkRedis(url: string, databaseUrl: string | null): Promise<Finding[]> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: PATIENCE,
    commandTimeout: PATIENCE,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason = "";
  redis.on("error", (error) => {
    reason ||= error.message;
  });
  try {
    await redis.connect();
    const info = await redis.info();
    const value = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1] ?? "";
    const setting = async (name: string): Promise<string | null> => {
      const answer = (await redis.config("GET", name).catch(() => [])) as string[];
      return answer[1] ?? null;
    };
    return describeRedis({
      version: value("redis_version"),
      usedMemory: Number(value("used_memory")),
      policy: await setting("maxmemory-policy"),
      appendOnly: await setting("appendonly"),
      workers: await workersOf(redis, databaseUrl).catch(() => null),
    });
  } catch (error) {
    return [
      fail(
        "redis",
        `Redis cannot be asked: ${reason || (error as Error).message}`,
        "Look whether it runs, and at the host, password and TLS (rediss://) of REDIS_URL. Jobs are kept meanwhile.",
      ),
    ];
  } finally {
    redis.disconnect();
  }
}

async function workersOf(redis: Redis, databaseUrl: string | null): Promise<number | null> {
  if (databaseUrl === null) return null;
  const db = createPostgres(databaseUrl, { max: 1, statementTimeout: PATIENCE });
  try {
    const connection = redis as unknown as ConnectionOptions;
    const queue = new Queue(LANES[0], { connection, prefix: await redisSpace(db), skipMetasUpdate: true });
    return await queue.getWorkersCount();
  } finally {
    await db.close();
  }
}

/** The findings for a state. */
export function describeRedis({ version, usedMemory, policy, appendOnly, workers }: RedisState): Finding[] {
  const about = `${version}, ${inBytes(usedMemory)} used`;
  const unknown = "This Redis does not tell its settings.";
  return [
    compareVersions(version, LEAST_VERSION) < 0
      ? fail("redis", `${about}: too old.`, "Use Redis 7.")
      : ok("redis", about),
    policy === null
      ? warn("redis policy", unknown, "See to it that maxmemory-policy is noeviction.")
      : policy === "noeviction"
        ? ok("redis policy", "maxmemory-policy is noeviction")
        : fail("redis policy", `maxmemory-policy is ${policy}: jobs can vanish.`, "Set maxmemory-policy noeviction."),
    appendOnly === null
      ? warn("redis file", unknown, "See to it that appendonly is yes.")
      : appendOnly === "yes"
        ? ok("redis file", "appendonly is yes")
        : warn(
            "redis file",
            "appendonly is no",
            "Set appendonly yes: without it a restart loses whose turn it is, and jobs wait until they are missed.",
          ),
    ...(workers === null
      ? []
      : [
          workers > 0
            ? ok("workers", `${workers} connected`)
            : warn("workers", "None is connected: jobs wait.", "Start codeindex worker with the same REDIS_URL."),
        ]),
  ];
}

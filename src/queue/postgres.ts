/** BullMQ's PostgreSQL back end: its tables and connections in the database of the index. Tests have it on PGlite, too. */
import "../base/navigator.js";

import { type ConnectionOptions, type Queue, type QueueEvents, runMigrations, type Worker } from "bullmq";
import pg from "pg";
import { refusal } from "../store/db/extensions.js";
import type { PgliteDb } from "../store/pglite/pglite.js";
import type { QueueBackend } from "./backend.js";

/** The queue's location: the schema `bullmq` of the embedded database or of a server (`url`), or Redis, where `space` begins the name of each key. */
export type QueueSource = PostgresSource | RedisSource;
export interface RedisSource {
  redis: string;
  space: string;
}
type PostgresSource = { pglite: Pick<PgliteDb, "openStream"> } | { url: string };

/**
 * Each lane holds one for LISTEN and each running job holds one; adding or ending a job takes one and sometimes another inside. With fewer, the calls
 * can deadlock.
 */
const CONNECTIONS = 16;

/** Opens the queue's tables and migrates them to the version of BullMQ. */
export async function openPostgresQueue(
  source: PostgresSource,
  classes: { Queue: unknown; Worker: unknown; QueueEvents: unknown },
): Promise<QueueBackend> {
  await migrateQueue(source);
  const pool = createQueuePool(source);
  const connection = pool as unknown as ConnectionOptions;
  return {
    Queue: classes.Queue as typeof Queue,
    Worker: classes.Worker as typeof Worker,
    QueueEvents: classes.QueueEvents as typeof QueueEvents,
    connection,
    workerConnection: connection,
    async check() {
      await pool.query("select 1 from bullmq.job limit 1");
    },
    // The embedded database does not count its clients: this process is the only one.
    countWorkers: async (queue) => ("url" in source ? queue.getWorkersCount() : 1),
    // BullMQ has no call for this on PostgreSQL.
    forgetEvents: ({ name }) => pool.query("delete from bullmq.event where queue = $1", [name]),
    close: () => pool.end(),
  };
}

/** Opens a separate pool for the queue: BullMQ reads bigint as text, and keeps one connection for LISTEN. */
function createQueuePool(source: PostgresSource): pg.Pool {
  const config: pg.PoolConfig =
    "url" in source
      ? { connectionString: source.url, options: "-c search_path=bullmq", keepAlive: true }
      : { stream: source.pglite.openStream, user: "postgres", database: "postgres" };
  const pool = new pg.Pool({ ...config, max: CONNECTIONS, connectionTimeoutMillis: 10_000 });
  pool.on("error", () => undefined);
  return pool;
}

/** Migrates the queue's tables to the version of BullMQ; once per start. */
export async function migrateQueue(source: PostgresSource): Promise<void> {
  const pool = createQueuePool(source);
  try {
    const client = await pool.connect();
    try {
      await runMigrations(client);
    } finally {
      client.release();
    }
  } catch (error) {
    throw refusal(error, "grant create on database NAME to USER");
  } finally {
    await pool.end();
  }
}

/** BullMQ's tables and connections in the database of the index: its PostgreSQL back end. */
import { type ConnectionOptions, type Queue, type QueueEvents, runMigrations, type Worker } from "bullmq";
import pg from "pg";
import type { PgliteDb } from "../store/pglite/pglite.js";
import type { QueueBackend } from "./backend.js";

/** Where the queue is: the schema `bullmq` of the embedded database or of a server (`url`), or Redis. */
export type QueueSource = PostgresSource | { redis: string };
type PostgresSource = { pglite: Pick<PgliteDb, "openStream"> } | { url: string };

/**
 * One is held for LISTEN by each lane, one by each running job, and adding or ending a job takes one and sometimes another inside: with fewer the calls
 * can come to wait for each other.
 */
const CONNECTIONS = 16;

/** Opens the queue's tables, bringing them to the version of BullMQ. `recover`: the queues whose running jobs were left by a dead process. */
export async function openPostgresQueue(
  source: PostgresSource,
  classes: { Queue: unknown; Worker: unknown; QueueEvents: unknown },
  recover: readonly string[],
): Promise<QueueBackend> {
  await migrateQueue(source);
  const pool = createQueuePool(source);
  for (const queue of recover) await recoverQueue(pool, queue);
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
    // The embedded database does not know who is connected: it is the one process.
    countWorkers: async (queue) => ("url" in source ? queue.getWorkersCount() : 1),
    // BullMQ has no call for it here.
    forgetEvents: ({ name }) => pool.query("delete from bullmq.event where queue = $1", [name]),
    close: () => pool.end(),
  };
}

/** Opens connections for the queue. They are its own: BullMQ reads bigint as text, and keeps one connection for LISTEN. */
function createQueuePool(source: PostgresSource): pg.Pool {
  const config: pg.PoolConfig =
    "url" in source
      ? { connectionString: source.url, options: "-c search_path=bullmq", keepAlive: true }
      : { stream: source.pglite.openStream, user: "postgres", database: "postgres" };
  const pool = new pg.Pool({ ...config, max: CONNECTIONS, connectionTimeoutMillis: 10_000 });
  pool.on("error", () => undefined);
  return pool;
}

/** Brings the queue's tables to the version of BullMQ; once per start. */
export async function migrateQueue(source: PostgresSource): Promise<void> {
  const pool = createQueuePool(source);
  try {
    const client = await pool.connect();
    try {
      await runMigrations(client);
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
  }
}

/** Makes jobs wait again that a dead process left running. Only where no other process can be at work on them. */
async function recoverQueue(pool: pg.Pool, queue: string): Promise<void> {
  await pool.query(
    `update bullmq.job set state = 'waiting', lock_token = null, locked_until_ms = null, stalled_marked = false
     where queue = $1 and state = 'active'`,
    [queue],
  );
}

/** BullMQ's tables and connections in the database of the index: its PostgreSQL back end. */
import { runMigrations } from "bullmq";
import pg from "pg";
import type { PgliteDb } from "../store/pglite.js";

/** Where the queue's tables are: a `pg` pool whose search path leads to the schema `bullmq`. */
export type QueueSource = { pglite: Pick<PgliteDb, "openStream"> } | { url: string };

/**
 * Two are held for LISTEN, one by each running job, and adding or ending a job takes one and sometimes another inside: with fewer the calls
 * can come to wait for each other.
 */
const CONNECTIONS = 12;

/** Opens connections for the queue. They are its own: BullMQ reads bigint as text, and keeps one connection for LISTEN. */
export function createQueuePool(source: QueueSource): pg.Pool {
  const config: pg.PoolConfig =
    "url" in source
      ? { connectionString: source.url, options: "-c search_path=bullmq", keepAlive: true }
      : { stream: source.pglite.openStream, user: "postgres", database: "postgres" };
  const pool = new pg.Pool({ ...config, max: CONNECTIONS, connectionTimeoutMillis: 10_000 });
  pool.on("error", () => undefined);
  return pool;
}

/** Brings the queue's tables to the version of BullMQ; once per start. */
export async function migrateQueue(source: QueueSource): Promise<void> {
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
export async function recoverQueue(pool: pg.Pool, queue: string): Promise<void> {
  await pool.query(
    `update bullmq.job set state = 'waiting', lock_token = null, locked_until_ms = null, stalled_marked = false
     where queue = $1 and state = 'active'`,
    [queue],
  );
}

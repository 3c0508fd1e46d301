/** A PostgreSQL server as a `Db`. */
import type { Db } from "./db.js";
import { createPoolDb } from "./pool.js";
import { createSeal, type SealKeys } from "./seal.js";

export interface PostgresOptions {
  /** Connections at most. */
  max?: number;
  /** Of one statement, in milliseconds; longer ones are stopped by the server (`index_timeout`). */
  statementTimeout?: number;
  /** Keys that some columns are encrypted with. */
  sealKeys?: SealKeys;
}

/**
 * Connections that are kept while nobody asks: new ones cost a question its first milliseconds, and a server whose disk is full may grant none, though
 * it answers on those that are there.
 */
const KEPT = 3;
/** Name of our sessions on the server. */
export const APPLICATION_NAME = "codeindex";

/** Opens a pool to `url` (postgres://…); connections are made when needed, and again after the server was away. Must be closed. */
export function createPostgres(
  url: string,
  { max = 10, statementTimeout = 120_000, sealKeys }: PostgresOptions = {},
): Db {
  return createPoolDb({
    kind: "postgres",
    seal: createSeal(sealKeys),
    config: {
      connectionString: url,
      max,
      min: Math.min(KEPT, max),
      statement_timeout: statementTimeout,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      application_name: APPLICATION_NAME,
    },
    async cancel(pool, processId) {
      await pool.query("select pg_cancel_backend($1)", [processId]);
    },
  });
}

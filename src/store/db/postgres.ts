/** A PostgreSQL server as a `Db`. */
import { requestCancel } from "./cancel-request.js";
import { createServerClock } from "./clock.js";
import type { Db } from "./db.js";
import { createHistory } from "./history.js";
import { createPoolDb, type Prepare } from "./pool.js";
import { createSeal, type SealKeys } from "./seal.js";

export interface PostgresOptions {
  /** Connections at most. */
  max?: number;
  /** Of one statement, in milliseconds; longer ones are stopped by the server (`index_timeout`). */
  statementTimeout?: number;
  /**
   * The same database without the pooler that `url` leads to. A pooler that lends sessions by transaction (PgBouncer) takes no start-up parameters, passes on
   * no notifications, and gives each transaction another session.
   */
  directUrl?: string | null;
  /** Keys that some columns are encrypted with. */
  sealKeys?: SealKeys;
}

/**
 * Connections that are kept while nobody asks. A new one costs a question its first milliseconds, and a server with a full disk may grant none, while it
 * answers on open ones.
 */
const KEPT = 3;
/** Name of our sessions on the server. */
export const APPLICATION_NAME = "codeindex";

/** Opens a pool to `url` (postgres://…); connections are made when needed, and again after the server was away. Must be closed. */
export function createPostgres(
  url: string,
  { max = 10, statementTimeout = 120_000, directUrl = null, sealKeys }: PostgresOptions = {},
): Db {
  const shared = { connectionTimeoutMillis: 10_000, keepAlive: true, application_name: APPLICATION_NAME };
  const direct = { ...shared, connectionString: directUrl ?? url, statement_timeout: statementTimeout };
  const sizes = { max, min: Math.min(KEPT, max) };
  const common = {
    kind: "postgres",
    seal: createSeal(sealKeys),
    listening: direct,
    history: createHistory(),
    clock: createServerClock(),
  } as const;
  if (directUrl !== null) {
    const pooled = { ...shared, connectionString: url };
    return createPoolDb({
      ...common,
      config: { ...pooled, ...sizes },
      cancel: (_pool, client) => requestCancel(pooled, client),
      byTransaction: { statementTimeout },
    });
  }
  return createPoolDb({
    ...common,
    config: { ...direct, ...sizes },
    async cancel(pool, { processID }) {
      if (processID) await pool.query("select pg_cancel_backend($1)", [processID]);
    },
  });
}

/** How long a replica has to take a connection, in milliseconds: another server can answer. */
const REPLICA_PATIENCE = 2000;

/**
 * Opens a pool to a replica, for statements that read. `prepare` runs before each, on its connection. Nothing of a session is relied on, so that a pooler
 * may stand before the replica. Must be closed.
 */
export function createReplicaDb(
  url: string,
  {
    max = 10,
    statementTimeout = 120_000,
    sealKeys,
    prepare,
  }: Pick<PostgresOptions, "max" | "statementTimeout" | "sealKeys"> & { prepare: Prepare },
): Db {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: REPLICA_PATIENCE,
    keepAlive: true,
    application_name: APPLICATION_NAME,
  };
  return createPoolDb({
    kind: "postgres",
    seal: createSeal(sealKeys),
    config: { ...config, max, min: Math.min(KEPT, max) },
    cancel: (_pool, client) => requestCancel(config, client),
    byTransaction: { statementTimeout },
    prepare,
  });
}

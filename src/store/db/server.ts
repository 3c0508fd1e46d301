/** Facts that a PostgreSQL server tells of itself. */
import { createHash } from "node:crypto";
import type { Db } from "./db.js";
import { isConnectionError, readOnly } from "./db-errors.js";
import { oneRow } from "./one-row.js";

export interface ServerState {
  /** `17.2`, and as a number: 170002. */
  version: string;
  versionNumber: number;
  maxConnections: number;
  /** Of this database, in bytes. */
  size: number;
  /** The server's clock, ISO 8601. */
  now: string;
  /** By name: whether the extension is in this database, could be, or is not there at all. Vectors are stored as bytes and need none. */
  extensions: Record<"pg_trgm", "installed" | "available" | "missing">;
}

/** Reads the facts. */
export async function readServerState(db: Db): Promise<ServerState> {
  const row = await oneRow(
    db.query<Omit<ServerState, "extensions">>(
      `select split_part(current_setting('server_version'), ' ', 1) as version,
       current_setting('server_version_num')::int as "versionNumber", current_setting('max_connections')::int as "maxConnections",
       pg_database_size(current_database()) as size, clock_timestamp() as now`,
    ),
  );
  const rows = await db.query<{ name: "pg_trgm"; installed: boolean }>(
    "select name, installed_version is not null as installed from pg_available_extensions where name = 'pg_trgm'",
  );
  const extensions: ServerState["extensions"] = { pg_trgm: "missing" };
  for (const { name, installed } of rows) extensions[name] = installed ? "installed" : "available";
  return { ...row, extensions };
}

/**
 * Begins the names of an installation's keys and channels in Redis, so that several may share one. It names the database as no other is named, on
 * whatever server; a replica that takes over has the same name.
 */
export async function redisSpace(db: Db): Promise<string> {
  const { own } = await oneRow(
    db.query<{ own: string }>(
      "select concat(oid, ' ', datname) as own from pg_database where datname = current_database()",
    ),
  );
  // Some managed servers do not tell.
  const [server] = await db
    .query<{ id: string }>("select system_identifier::text as id from pg_control_system()")
    .catch((error: unknown) => {
      if (isConnectionError(error)) throw error;
      return [];
    });
  const name = createHash("sha256")
    .update(`${server?.id ?? ""} ${own}`)
    .digest("hex");
  return `codeindex:${name.slice(0, 16)}`;
}

/** Throws `engine_unavailable` where the database does not answer, only reads, or could not write what a small build writes: then its disk is full. */
export async function checkWritable(db: Db, signal: AbortSignal): Promise<void> {
  if (db.kind === "pglite") {
    // One session for all: it must not wait for a disk. Where it cannot write it says so itself.
    await db.query("select 1", [], signal);
    return;
  }
  await db.transaction(async (tx) => {
    const { isReadOnly } = await oneRow(
      tx.query<{ isReadOnly: boolean }>(
        `select current_setting('transaction_read_only')::bool as "isReadOnly"`,
        [],
        signal,
      ),
    );
    if (isReadOnly) throw readOnly();
    // Rows that do not fit in memory go to a file beside the tables, which ends with the statement.
    await tx.query("select set_config('work_mem', '64kB', true)");
    await tx.query(
      "with rows as materialized (select repeat('x', 1000) from generate_series(1, 2000)) select count(*) from rows",
      [],
      signal,
    );
  });
}

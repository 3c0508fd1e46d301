/** What a PostgreSQL server says about itself. */
import type { Db } from "./db.js";

export interface ServerState {
  /** `17.2`, and as a number: 170002. */
  version: string;
  versionNumber: number;
  maxConnections: number;
  /** Of this database, in bytes. */
  size: number;
  /** The server's clock, ISO 8601. */
  now: string;
  /** By name: whether the extension is in this database, could be, or is not there at all. */
  extensions: Record<"pg_trgm" | "vector", "installed" | "available" | "missing">;
}

export async function readServerState(db: Db): Promise<ServerState> {
  const [row] = await db.query<Omit<ServerState, "extensions">>(
    `select split_part(current_setting('server_version'), ' ', 1) as version,
       current_setting('server_version_num')::int as "versionNumber", current_setting('max_connections')::int as "maxConnections",
       pg_database_size(current_database()) as size, clock_timestamp() as now`,
  );
  const rows = await db.query<{ name: "pg_trgm" | "vector"; installed: boolean }>(
    "select name, installed_version is not null as installed from pg_available_extensions where name in ('pg_trgm', 'vector')",
  );
  const extensions: ServerState["extensions"] = { pg_trgm: "missing", vector: "missing" };
  for (const { name, installed } of rows) extensions[name] = installed ? "installed" : "available";
  return { ...row!, extensions };
}

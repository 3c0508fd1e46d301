/** The database server: its version, extensions, connections, clock and migrations. */
import { CodeindexError } from "../../base/errors.js";
import { CLOCKS_APART_MS } from "../../store/db/clock.js";
import { missingMigrations } from "../../store/db/migrate.js";
import { createPostgres } from "../../store/db/postgres.js";
import { readServerState, type ServerState } from "../../store/db/server.js";
import { type Finding, fail, ok, warn } from "./finding.js";
import { inBytes } from "./machine.js";

/** PostgreSQL versions by number: from `least` to `last` they are tested. */
const VERSIONS = { least: 15, last: 18 };
/** A service takes about 12, a worker about 12, a watcher about 6. */
const ENOUGH_CONNECTIONS = 60;

/** Checks the server. `doesMigrate`: whether the service would run migrations that are missing. */
export async function checkDatabase(url: string, directUrl: string | null, doesMigrate: boolean): Promise<Finding[]> {
  const db = createPostgres(url, { max: 1, statementTimeout: 5000, directUrl });
  try {
    const asked = Date.now();
    const state = await readServerState(db);
    const skew = Date.parse(state.now) - (asked + Date.now()) / 2;
    const missing = await missingMigrations(db);
    // Notifications come by the direct connection.
    await (await db.listen("codeindex_doctor", () => undefined))();
    return [...describeServer(state, skew), describeMigrations(missing, doesMigrate)];
  } catch (error) {
    const reason = error instanceof CodeindexError && error.cause instanceof Error ? error.cause : error;
    return [
      fail(
        "postgresql",
        `The database cannot be asked: ${withoutUrl((reason as Error).message || String(reason))}`,
        "Look whether the server runs, and at the host, user, password and database of DATABASE_URL.",
      ),
    ];
  } finally {
    await db.close();
  }
}

/** The findings for a server's state. */
export function describeServer(state: ServerState, clockSkewMs: number): Finding[] {
  const { version, versionNumber, maxConnections, extensions } = state;
  const major = Math.floor(versionNumber / 10_000);
  const about = `${version}, ${inBytes(state.size)} in the database`;
  const findings: Finding[] = [];
  if (major < VERSIONS.least)
    findings.push(fail("postgresql", `${about}: too old.`, `Use PostgreSQL ${VERSIONS.least} to ${VERSIONS.last}.`));
  else if (major > VERSIONS.last)
    findings.push(
      warn("postgresql", about, `codeindex is tested with PostgreSQL ${VERSIONS.least} to ${VERSIONS.last}.`),
    );
  else findings.push(ok("postgresql", about));
  if (extensions.pg_trgm === "missing")
    findings.push(
      fail("pg_trgm", "The extension is not there.", "Install PostgreSQL's contrib package on the server."),
    );
  else findings.push(ok("pg_trgm", inWords(extensions.pg_trgm)));
  if (maxConnections < ENOUGH_CONNECTIONS)
    findings.push(
      warn(
        "connections",
        `max_connections is ${maxConnections}`,
        `Raise it to ${ENOUGH_CONNECTIONS} or more; each replica takes about 12.`,
      ),
    );
  if (Math.abs(clockSkewMs) > CLOCKS_APART_MS)
    findings.push(
      warn(
        "clock",
        `The server's clock is ${Math.round(clockSkewMs / 1000)} s off this one's.`,
        "Have both keep time by NTP.",
      ),
    );
  return findings;
}

const inWords = (state: "installed" | "available") =>
  state === "installed" ? "installed" : "available; the migrations install it";

function describeMigrations(missing: string[], doesMigrate: boolean): Finding {
  if (missing.length === 0) return ok("migrations", "up to date");
  const message = `The database lacks ${missing.join(", ")}.`;
  return doesMigrate
    ? warn("migrations", message, "The next start runs them; codeindex migrate does so at once.")
    : fail("migrations", message, "Run codeindex migrate: with CODEINDEX_MIGRATE=false starts wait for it.");
}

/** Messages of the driver may contain the whole URL, password included. */
function withoutUrl(message: string): string {
  return message.replaceAll(/postgres(ql)?:\/\/\S+/g, "DATABASE_URL");
}

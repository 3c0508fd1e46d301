/**
 * Sessions of processes that froze in the middle of a transaction, as in a paused container or on a sleeping machine: the system keeps their
 * connections open, and their locks hold. The server is told to end them; a process that wakes up asks again.
 */
import type { Db } from "./db.js";
import { APPLICATION_NAME } from "./postgres.js";

/** How long the server waits for the next word of a session that is in a transaction, in milliseconds: ours take milliseconds. */
const SILENCE = 30_000;

/** Ends the sessions, of whatever process of the installation, that left the server waiting in a transaction; gives how many. */
export async function endStuckSessions(db: Db, silence = SILENCE): Promise<number> {
  if (db.kind === "pglite") return 0;
  // Copying rows in, a session is active while the server waits for more of them: that no time limit of the server ends.
  const ended = await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = session_user and application_name = $1 and pid <> pg_backend_pid()
       and xact_start is not null and wait_event_type = 'Client' and state_change < now() - make_interval(secs => $2)`,
    [APPLICATION_NAME, silence / 1000],
  );
  return ended.length;
}

/**
 * Claims of watchers on projects: one process watches each, however many watchers run, and another one takes over soon after it has died.
 *
 * A claim is an advisory lock of a session, which ends with the session. The session is in a transaction that is never idle for long, so that
 * the server ends it when its process hangs or cannot be reached; it touches no table, so that it holds up no migration and no vacuum.
 */
import type { Db } from "./db/db.js";

export interface WatchLease {
  /** Those of the projects that are nobody's, and now are this process's. Also what says that it lives: to be called every few seconds. */
  claim(projectIds: readonly string[]): Promise<string[]>;
  release(projectIds: readonly string[]): Promise<void>;
}

/** A session that was silent for so long is ended by the server, in milliseconds. */
const SILENCE = 15_000;
const KEY = "hashtextextended('watch ' || id, 0)";

/** Runs `work` with claims that end with it. Throws when the session is lost. `db` lends one of its connections for all that time. */
export async function withWatchLease<T>(db: Db, work: (lease: WatchLease) => Promise<T>): Promise<T> {
  return db.transaction(async (session) => {
    await session.query("select set_config('idle_in_transaction_session_timeout', $1, true)", [String(SILENCE)]);
    const result = await work({
      async claim(projectIds) {
        const rows = await session.query<{ id: string }>(
          `select id from unnest($1::text[]) as id where pg_try_advisory_lock(${KEY})`,
          [projectIds],
        );
        return rows.map(({ id }) => id);
      },
      async release(projectIds) {
        await session.query(`select pg_advisory_unlock(${KEY}) from unnest($1::text[]) as id`, [projectIds]);
      },
    });
    await session.query("select pg_advisory_unlock_all()");
    return result;
  });
}

/**
 * Claims of watchers on projects: one process watches each, however many watchers run, and another one takes over soon after it has died.
 *
 * A claim is an advisory lock of a session, which ends with the session. The session is in a transaction that is never idle for long, so the server
 * ends it if its process hangs or cannot be reached. The transaction touches no table, so it holds up no migration and no vacuum.
 */
import type { Db } from "./db/db.js";
import { isRecent } from "./jobs.js";

export interface WatchLease {
  /** Claims at most `most` of the projects that nobody has, and returns these. It must be called every few seconds: it also says that the process lives. */
  claim(projectIds: readonly string[], most?: number): Promise<string[]>;
  release(projectIds: readonly string[]): Promise<void>;
}

/** The server ends a session after this much silence, in milliseconds. */
const SILENCE = 15_000;
const KEY = "hashtextextended('watch ' || id, 0)";

/** Runs `work` with claims that end with it. Throws when the session is lost. `db` lends one of its connections for all that time. */
export async function withWatchLease<T>(db: Db, work: (lease: WatchLease) => Promise<T>): Promise<T> {
  return db.transaction(async (session) => {
    await session.query("select set_config('idle_in_transaction_session_timeout', $1, true)", [String(SILENCE)]);
    const result = await work({
      async claim(projectIds, most = projectIds.length) {
        const rows = await session.query<{ id: string }>(
          `select id from unnest($1::text[]) as id where pg_try_advisory_lock(${KEY}) limit $2`,
          [projectIds, most],
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

/** How the watchers share a project. */
export interface WatchShare {
  projectId: string;
  /** The watcher that follows it, or did so before it ended. */
  watchedBy: string | null;
  /** Another one that has asked for it lately. */
  wantedBy: string | null;
}

/** After this time a watcher that asked for a project asks again, or has ended. */
const WANTED = "10 seconds";
const IS_WANTED = isRecent("watch_wanted_at", WANTED);

/** The watcher that follows each project, and the one that wants to. */
export async function listWatchShares(db: Db): Promise<WatchShare[]> {
  return db.query<WatchShare>(
    `select project_id as "projectId", watched_by as "watchedBy", case when ${IS_WANTED} then watch_wanted_by end as "wantedBy"
     from projects where removed_at is null and url is null`,
  );
}

/** Asks the watchers of some projects to give them to a watcher with fewer. A project that another has asked for stays that one's. */
export async function askForProjects(db: Db, watcher: string, projectIds: readonly string[]): Promise<void> {
  await db.query(
    `update projects set watch_wanted_by = $1, watch_wanted_at = now()
     where project_id = any($2) and (watch_wanted_by is null or watch_wanted_by = $1 or not coalesce(${IS_WANTED}, false))`,
    [watcher, projectIds],
  );
}

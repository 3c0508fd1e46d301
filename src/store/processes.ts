/** The processes of an installation: each says every few seconds that it lives, and what it can do. */
import type { Db } from "./db/db.js";
import { isRecent } from "./jobs.js";

/** A process as the others know it. */
export interface Presence {
  processId: string;
  /** A process that builds is a worker, whatever else it does. */
  role: "worker" | "watcher";
  /** The number of the format of rows that it writes; null: it builds nothing. */
  rowFormat: number | null;
  /** The folder of clones that it sees, by its id; null: none. */
  cloneFolder: string | null;
}

/** How often a process says that it lives, in milliseconds. */
export const TELL_EVERY = 5000;
/** A process is gone after this much silence. */
const SILENCE = "20 seconds";
/** The row of a process that is gone is deleted after this time. */
const FORGOTTEN = "1 day";
/** Whether the process of a row lives. */
export const IS_ALIVE = isRecent("processes.seen_at", SILENCE);

/** Says that a process lives, and what it can do. */
export async function tellPresence(db: Db, { processId, role, rowFormat, cloneFolder }: Presence): Promise<void> {
  await db.query(
    `insert into processes (process_id, role, row_format, clone_folder) values ($1, $2, $3, $4)
     on conflict (process_id) do update
     set role = excluded.role, row_format = excluded.row_format, clone_folder = excluded.clone_folder, seen_at = now()`,
    [processId, role, rowFormat, cloneFolder],
  );
}

/** Says that a process has ended. Forgets those, too, that have been silent for a day. */
export async function endPresence(db: Db, processId: string): Promise<void> {
  await db.query(`delete from processes where process_id = $1 or not ${isRecent("seen_at", FORGOTTEN)}`, [processId]);
}

/** The ids of the watchers that live. */
export async function listWatchers(db: Db): Promise<string[]> {
  const rows = await db.query<{ processId: string }>(
    `select process_id as "processId" from processes where role = 'watcher' and ${IS_ALIVE} order by process_id`,
  );
  return rows.map(({ processId }) => processId);
}

/** The processes that live, by their ids, each with the number of projects that it follows. */
export async function listProcesses(db: Db): Promise<(Presence & { seenAt: string; projects: number })[]> {
  return db.query<Presence & { seenAt: string; projects: number }>(
    `select process_id as "processId", role, row_format as "rowFormat", clone_folder as "cloneFolder", seen_at as "seenAt",
       (select count(*)::int from projects where watched_by = process_id and removed_at is null) as projects
     from processes where ${IS_ALIVE} order by process_id`,
  );
}

/** How long what a newer version has built is left to it, though no process of it lives: it may be about to start again. */
const NEWER_AWAY = "5 minutes";

/**
 * Whether a project's rows, or the rows that a job is to write, are of a newer format than a process writes, while a process lives that writes the newer one.
 */
export async function isOfNewerVersion(
  db: Db,
  { projectId, jobId }: { projectId: string; jobId: string },
  rowFormat: number,
): Promise<boolean> {
  const rows = await db.query(
    `select 1 from (
       select greatest((select max(row_format) from views where project_id = $1),
         (select (request ->> 'rowFormat')::integer from jobs where job_id = $2)) as needed
     ) as wanted where needed > $3
       and exists (select from processes where row_format >= needed and ${isRecent("seen_at", NEWER_AWAY)})`,
    [projectId, jobId, rowFormat],
  );
  return rows.length > 0;
}

/** How many projects are made anew at once for a newer version, and how soon one is tried again that failed. */
const AT_ONCE = 20;
const AGAIN = "1 hour";

/**
 * Projects whose published rows are older than this format, the newest of all living processes: at most as many as keep the queue short, the last
 * changed first. Those with a job are left to it.
 */
export async function listOutdated(db: Db, rowFormat: number): Promise<string[]> {
  const rows = await db.query<{ projectId: string }>(
    `select project_id as "projectId" from views join projects using (project_id)
     where ref = 'worktree' and generation > 0 and row_format < $1 and removed_at is null
       and not exists (select from processes where row_format > $1 and ${IS_ALIVE})
       and not exists (
         select from jobs where jobs.project_id = views.project_id and (jobs.finished_at is null
           or ((jobs.request ->> 'rowFormat')::integer >= $1 and ${isRecent("jobs.created_at", AGAIN)})))
     order by indexed_at desc
     limit greatest(0, ${AT_ONCE} - (select count(*) from jobs where finished_at is null and request ? 'rowFormat'))`,
    [rowFormat],
  );
  return rows.map(({ projectId }) => projectId);
}

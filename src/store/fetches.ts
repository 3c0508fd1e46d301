/** The clones that are due for a fetch, and the processes that do it. */
import type { Db } from "./db/db.js";
import { isRecent } from "./jobs.js";
import { IS_ALIVE, type Presence } from "./processes.js";
import { findProject, PROJECTS_CHANNEL, type Project } from "./projects.js";

/** A process that fetches renews its hold; after this much silence it is gone. */
const HOLD = "60 seconds";
/**
 * Nobody holds it. A hold that ends later than any can was made before the clock was set back. By the clock and not by `now()`, which is when the
 * statement's transaction began: PostgreSQL looks at a row again where another process has claimed it meanwhile, at a later `now()`.
 */
export const NOT_HELD = `(fetch_held_until is null or fetch_held_until < now() or fetch_held_until > clock_timestamp() + interval '${HOLD}'
  or exists (select from processes where processes.process_id = fetch_held_by and not ${IS_ALIVE}))`;
/** The delay before a failed fetch is tried again; the interval of fetches, if that is shorter. */
const RETRY_SECONDS = 60;
/** A watcher that was away for this long no longer fetches: workers that see its folder do. It is longer than a restart. */
const WATCHER_AWAY = "2 minutes";
/** A removed project's clone is given up when nobody has seen its folder for this long. */
const FOLDER_AWAY = "1 hour";

const workerSees = (folder: string): string =>
  `exists (select from processes where role = 'worker' and clone_folder = ${folder} and ${IS_ALIVE})`;
/**
 * A clone belongs to the folder that it was fetched into while a worker that sees it is alive, and then to the next folder that fetches it. So it
 * lies where builds see it, and installations without a shared disk have it once.
 */
const IS_OURS_TO_FETCH = `(clone_folder is null or clone_folder = $2 or not ${workerSees("projects.clone_folder")})`;
/** A job waits for a clone whose folder nobody sees any more. */
const IS_MISSED = `(clone_folder <> $2 and exists (select from jobs where jobs.project_id = projects.project_id and jobs.status = 'queued'))`;
/** A watcher fetches if workers see its folder, or if no living worker has a folder. Otherwise a worker does. */
const IS_OUR_TURN = `case $3 when 'watcher'
  then ${workerSees("$2")} or not exists (select from processes where role = 'worker' and clone_folder is not null and ${IS_ALIVE})
  else not exists (select from processes where role = 'watcher' and clone_folder = $2 and ${isRecent("processes.seen_at", WATCHER_AWAY)}) end`;

/**
 * Takes a clone that is due: never fetched, asked for since the last fetch began, older than the interval, or lost with the process that had it while a
 * job waits. Nobody else gets it until the fetch has ended or whoever does it was silent.
 */
export async function claimFetch(
  db: Db,
  intervalSeconds: number,
  { processId, role, cloneFolder }: Pick<Presence, "processId" | "role" | "cloneFolder">,
): Promise<Project | undefined> {
  const [claimed] = await db.query<{ projectId: string }>(
    `update projects set fetch_tried_at = now(), fetch_held_until = now() + interval '${HOLD}', fetch_held_by = $4
     where project_id = (
       select project_id from projects
       where url is not null and removed_at is null and ${NOT_HELD} and ${IS_OURS_TO_FETCH} and (${IS_OUR_TURN})
         and (fetch_tried_at is null or fetch_requested_at > fetch_tried_at or fetch_held_until is not null or fetch_tried_at > clock_timestamp()
           or (${IS_MISSED} and fetch_problem is null)
           or fetch_tried_at < now() - make_interval(secs => case when fetch_problem is null then $1 else least($1, ${RETRY_SECONDS}) end))
       order by fetch_tried_at nulls first, project_id limit 1 for update skip locked
     ) returning project_id as "projectId"`,
    [intervalSeconds, cloneFolder, role, processId],
  );
  return claimed && findProject(db, claimed.projectId);
}

/** Whether a living process sees the project's clone, or may fetch it. */
export async function isFetched(db: Db, { cloneFolder, fetchProblem }: Project): Promise<boolean> {
  const [row] = await db.query<{ isAlive: boolean; isComing: boolean }>(
    `select ${workerSees("$1")} as "isAlive",
       exists (select from processes where clone_folder is not null and ${IS_ALIVE}) as "isComing"`,
    [cloneFolder],
  );
  return row?.isAlive === true || (row?.isComing === true && fetchProblem === null);
}

/** Says that the fetch goes on. false: it has ended, or the project was removed. */
export async function holdFetch(db: Db, projectId: string): Promise<boolean> {
  const rows = await db.query(
    `update projects set fetch_held_until = now() + interval '${HOLD}' 
     where project_id = $1 and removed_at is null and fetch_held_until is not null returning 1`,
    [projectId],
  );
  return rows.length > 0;
}

/** Says that a fetch succeeded, and where the clone lies. */
export async function finishFetch(
  db: Db,
  projectId: string,
  { cloneFolder, root }: { cloneFolder: string; root: string },
): Promise<void> {
  await db.query(
    `update projects set fetch_held_until = null, fetch_held_by = null, fetch_problem = null, fetched_at = now(), clone_folder = $2, root = $3
     where project_id = $1`,
    [projectId, cloneFolder, root],
  );
}

/** Says why a fetch failed. */
export async function failFetch(db: Db, projectId: string, problem: string): Promise<void> {
  await db.query(
    "update projects set fetch_held_until = null, fetch_held_by = null, fetch_problem = $2 where project_id = $1",
    [projectId, problem],
  );
}

/** Gives a fetch back that did not end, to be done by the next process. */
export async function releaseFetch(db: Db, projectId: string): Promise<void> {
  await db.query(
    "update projects set fetch_held_until = null, fetch_held_by = null, fetch_tried_at = null where project_id = $1",
    [projectId],
  );
}

/** Has clones fetched as soon as may be. */
export async function requestFetch(db: Db, projectIds: readonly string[]): Promise<void> {
  await db.query(
    "update projects set fetch_requested_at = now() where project_id = any($1) and url is not null and removed_at is null",
    [projectIds],
  );
  for (const projectId of projectIds) await db.query("select pg_notify($1, $2)", [PROJECTS_CHANNEL, projectId]);
}

/** A removed project whose clone may still lie somewhere. */
export interface RemovedClone {
  projectId: string;
  root: string;
  cloneFolder: string | null;
  /** Nobody has seen its folder of clones for an hour. */
  isLost: boolean;
}

/** The removed projects whose clones may still lie somewhere, and that nobody fetches. */
export async function listRemovedClones(db: Db): Promise<RemovedClone[]> {
  return db.query<RemovedClone>(
    `select project_id as "projectId", root, clone_folder as "cloneFolder", not exists (
         select from processes where processes.clone_folder = projects.clone_folder and ${isRecent("processes.seen_at", FOLDER_AWAY)}
       ) as "isLost"
     from projects where removed_at is not null and url is not null and ${NOT_HELD}`,
  );
}

/** Says that a removed project's clone is gone. */
export async function forgetClone(db: Db, projectId: string): Promise<void> {
  await db.query("update projects set url = null where project_id = $1 and removed_at is not null", [projectId]);
}

/** Of clones in a folder, those that are of no more use there: their project is gone, or another folder has its clone. */
export async function listStaleClones(db: Db, cloneFolder: string, projectIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ projectId: string }>(
    `select id as "projectId" from unnest($2::text[]) as id where not exists (
       select from projects where project_id = id and (clone_folder is null or clone_folder = $1 or not ${NOT_HELD}))`,
    [cloneFolder, projectIds],
  );
  return rows.map(({ projectId }) => projectId);
}

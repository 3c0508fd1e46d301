/** Which clones are due for a fetch, and who does it. */
import type { Db } from "./db/db.js";
import { findProject, PROJECTS_CHANNEL, type Project } from "./projects.js";

/** A process that fetches renews its hold; one that was silent for so long is gone. */
const HOLD = "60 seconds";
/** Nobody holds it. A hold that ends later than any can was made before the clock was set back. */
export const NOT_HELD = `(fetch_held_until is null or fetch_held_until < now() or fetch_held_until > now() + interval '${HOLD}')`;
/** A fetch that failed is tried again after so long, or after the interval where that is shorter. */
const RETRY_SECONDS = 60;

/**
 * Takes a clone that is due: never fetched, asked for since the last fetch began, or older than the interval. Nobody else gets it until the fetch
 * has ended or whoever does it was silent for a minute.
 */
export async function claimFetch(db: Db, intervalSeconds: number): Promise<Project | undefined> {
  const [claimed] = await db.query<{ projectId: string }>(
    `update projects set fetch_tried_at = now(), fetch_held_until = now() + interval '${HOLD}'
     where project_id = (
       select project_id from projects
       where url is not null and removed_at is null and ${NOT_HELD}
         and (fetch_tried_at is null or fetch_requested_at > fetch_tried_at or fetch_held_until is not null or fetch_tried_at > now()
           or fetch_tried_at < now() - make_interval(secs => case when fetch_problem is null then $1 else least($1, ${RETRY_SECONDS}) end))
       order by fetch_tried_at nulls first, project_id limit 1 for update skip locked
     ) returning project_id as "projectId"`,
    [intervalSeconds],
  );
  return claimed && findProject(db, claimed.projectId);
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

/** Says how a fetch ended: `problem` is null where it succeeded. */
export async function finishFetch(db: Db, projectId: string, problem: string | null): Promise<void> {
  await db.query(
    `update projects set fetch_held_until = null, fetch_problem = $2,
       fetched_at = case when $2::text is null then now() else fetched_at end
     where project_id = $1`,
    [projectId, problem],
  );
}

/** Gives a fetch back that did not end, to be done by the next process. */
export async function releaseFetch(db: Db, projectId: string): Promise<void> {
  await db.query("update projects set fetch_held_until = null, fetch_tried_at = null where project_id = $1", [
    projectId,
  ]);
}

/** Has clones fetched as soon as may be. */
export async function requestFetch(db: Db, projectIds: readonly string[]): Promise<void> {
  await db.query(
    "update projects set fetch_requested_at = now() where project_id = any($1) and url is not null and removed_at is null",
    [projectIds],
  );
  for (const projectId of projectIds) await db.query("select pg_notify($1, $2)", [PROJECTS_CHANNEL, projectId]);
}

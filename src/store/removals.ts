/** Removal of the rows of removed projects: in small transactions, so that nobody waits; another process goes on where one has stopped. */
import { dropNearIndexes } from "./chunk-signs.js";
import type { Db } from "./db/db.js";
import { oneRow } from "./db/one-row.js";

/** Tables whose rows belong to a project without a foreign key that would remove them with it. */
const BULK_TABLES = [
  "scip_documents",
  "scip_facts",
  "scip_imports",
  "version_codes",
  "vectors",
  "files",
  "edges",
  "external_symbols",
  "posting_blocks",
  "segments",
  "chunks",
  "symbols",
  "symbol_names",
  "file_versions",
  "parse_results",
  "contents",
];

/** Those of a server alone. */
const SERVER_TABLES = ["chunk_words", "version_words", "chunk_signs", "term_counts"];

/** Whether the project is removed, and not one that was registered by the same id after it. */
const REMOVED = "exists (select from projects p where p.project_id = $1 and p.removed_at is not null)";

/** Rows of one transaction. */
const BATCH = 1000;
/** For this long after a removal, calls that began before it may still read, and builds write. */
const GRACE_SECONDS = 60;

/**
 * Deletes the rows of removed projects; gives the ids of those that are gone. Several processes may do it at once. A project with a clone keeps
 * its own row until the clone is gone too. `elsewhere` deletes what is not in these tables; `signal` ends it between two transactions.
 */
export async function purgeRemoved(
  db: Db,
  {
    graceSeconds = GRACE_SECONDS,
    elsewhere = async () => undefined,
    signal,
  }: { graceSeconds?: number; elsewhere?: (projectId: string) => Promise<void>; signal?: AbortSignal } = {},
): Promise<string[]> {
  const removed = await db.query<{ projectId: string }>(
    `select project_id as "projectId" from projects where removed_at <= now() - make_interval(secs => $1) order by removed_at`,
    [graceSeconds],
  );
  const purged: string[] = [];
  for (const { projectId } of removed) {
    if (db.kind === "postgres") await dropNearIndexes(db, projectId);
    for (const table of tablesOf(db)) {
      do {
        if (signal?.aborted) return purged;
      } while ((await deleteBatch(db, table, projectId)) > 0);
    }
    if ((await db.query(`select where ${REMOVED}`, [projectId])).length === 0) continue;
    await elsewhere(projectId);
    if (await deleteLast(db, projectId)) purged.push(projectId);
  }
  return purged;
}

const tablesOf = (db: Db): readonly string[] =>
  db.kind === "postgres" ? [...SERVER_TABLES, ...BULK_TABLES] : BULK_TABLES;

/** Deletes some rows that no other process is deleting; gives how many. None, once one has purged it and the project is registered anew. */
async function deleteBatch(db: Db, table: string, projectId: string): Promise<number> {
  const deleted = await oneRow(
    db.query<{ count: number }>(
      `with gone as (
       delete from ${table} where project_id = $1 and ctid = any (array(
         select ctid from ${table} where project_id = $1 and ${REMOVED} limit ${BATCH} for update skip locked
       )) returning 1
     ) select count(*) as count from gone`,
      [projectId],
    ),
  );
  return deleted.count;
}

/** Deletes the project itself, with what came late. false: its clone is still there, or another process was first. */
async function deleteLast(db: Db, projectId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const gone = await tx.query(
      "delete from projects where project_id = $1 and removed_at is not null and url is null returning 1",
      [projectId],
    );
    if (gone.length === 0) return false;
    for (const table of tablesOf(tx)) await tx.query(`delete from ${table} where project_id = $1`, [projectId]);
    // A job that failed before it had a project names none.
    await tx.query(
      "delete from tasks where $1 = any(project_ids) or (project_ids = '{}' and finished_at is not null)",
      [projectId],
    );
    // That somebody asked is kept for as long as all of the audit log is; what they asked is not.
    await tx.query(
      `update audit_log set input = null, input_hash = null, detail = null
       where $1 = any(string_to_array(project_id, ',')) or input ->> 'project_id' = $1`,
      [projectId],
    );
    return true;
  });
}

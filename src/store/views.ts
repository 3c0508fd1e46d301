/** Views: a project at a ref. Readers read one view; a publish raises its generation. */
import { CodeindexError } from "../base/errors.js";
import type { Db } from "./db/db.js";
import { refuseOtherHistory } from "./db/history.js";
import { ONE_PLAN } from "./db/one-plan.js";
import { oneRow } from "./db/one-row.js";
import { type LedgerRow, ledgerColumns } from "./files.js";
import { applyImport } from "./scip.js";
import { VECTOR_STATES, type VectorState } from "./vectors.js";

export interface View {
  projectId: string;
  viewId: number;
  ref: string;
  /** 0: nothing was published yet. */
  generation: number;
  commit: string | null;
  /** ISO 8601, UTC. */
  indexedAt: string | null;
  totals: ViewTotals;
  /** The build that may publish, if any. */
  buildToken: string | null;
  /** The number of the format of the published rows; null: nothing was published yet, or by a version that did not say so. */
  rowFormat: number | null;
  /** Work under way for the project: jobs that have not ended, and the changes that they bring. */
  openJobs: number;
  openChanges: number;
  /** How far its vectors are, by model. */
  vectors: VectorState[];
}

/** Counts of the published generation. */
export interface ViewTotals {
  files: number;
  partial: number;
  skipped: number;
  failed: number;
  symbols: number;
  edges: number;
  chunks: number;
  languages: Record<string, number>;
  /** Files that a first build is about; in previews alone. */
  planned?: number;
}

interface ViewColumns {
  project_id: string;
  view_id: number;
  ref: string;
  generation: number;
  commit: string | null;
  indexed_at: string | null;
  totals: Partial<ViewTotals>;
  build_token: string | null;
  row_format: number | null;
  open_jobs: number;
  open_changes: number;
  vectors: VectorState[];
}

const OPEN_JOBS = "from jobs where jobs.project_id = views.project_id and finished_at is null";
const COLUMNS = `project_id, view_id, ref, generation, "commit", indexed_at, totals, build_token, row_format, (select count(*) ${OPEN_JOBS}) as open_jobs,
  (select coalesce(sum(jsonb_array_length(request->'paths')), 0) ${OPEN_JOBS}) as open_changes, (${VECTOR_STATES}) as vectors`;
/** The fields that tell two states of a view apart, for readers of it. */
export type ViewMark = Pick<View, "generation" | "indexedAt" | "vectors">;
/** Reads the mark of a view. */
export const VIEW_MARK = `select generation, indexed_at as "indexedAt", (${VECTOR_STATES}) as vectors from views where project_id = $1 and view_id = $2`;

/** Hears the id of a project each time a view of it was published, or lacks something again. */
export const GENERATION_CHANNEL = "codeindex_generation";

/** Has the processes that fill in views look at a project's views. */
export async function announceViews(db: Db, projectId: string): Promise<void> {
  await db.query("select pg_notify($1, $2)", [GENERATION_CHANNEL, projectId]);
}

const EMPTY: ViewTotals = {
  files: 0,
  partial: 0,
  skipped: 0,
  failed: 0,
  symbols: 0,
  edges: 0,
  chunks: 0,
  languages: {},
};

const toView = (row: ViewColumns): View => ({
  projectId: row.project_id,
  viewId: row.view_id,
  ref: row.ref,
  generation: row.generation,
  commit: row.commit,
  indexedAt: row.indexed_at,
  totals: { ...EMPTY, ...row.totals },
  buildToken: row.build_token,
  rowFormat: row.row_format,
  openJobs: row.open_jobs,
  openChanges: row.open_changes,
  vectors: row.vectors,
});

/** The view of a project at a ref; the working tree unless another is named. */
export async function findView(db: Db, projectId: string, ref = "worktree"): Promise<View | undefined> {
  const [row] = await db.query<ViewColumns>(
    `${ONE_PLAN} select ${COLUMNS} from views where project_id = $1 and ref = $2`,
    [projectId, ref],
  );
  return row && toView(row);
}

/** The views of projects at a ref, in their order. Missing ones are made (empty, generation 0). */
export async function ensureViews(db: Db, projectIds: readonly string[], ref = "worktree"): Promise<View[]> {
  const rows = await db.query<ViewColumns>(
    `${ONE_PLAN} select ${COLUMNS} from views where project_id = any($1) and ref = $2`,
    [projectIds, ref],
  );
  const known = new Map(rows.map((row) => [row.project_id, toView(row)]));
  return Promise.all(projectIds.map((projectId) => known.get(projectId) ?? ensureView(db, projectId, ref)));
}

/** The view of a project at a ref, made (empty, generation 0) where it is missing. */
export async function ensureView(db: Db, projectId: string, ref = "worktree"): Promise<View> {
  for (;;) {
    const known = await findView(db, projectId, ref);
    if (known) return known;
    // Another process may take the same number at the same time: then one of the two inserts does nothing and the loop looks again.
    await db.query(
      `insert into views (project_id, view_id, ref)
       select $1, coalesce(max(view_id), 0) + 1, $2 from views where project_id = $1
       on conflict do nothing`,
      [projectId, ref],
    );
  }
}

/**
 * Makes the build with `token` (unique to it) the only one that may publish. A build that held the view before finds out when it publishes.
 * Gives the fingerprint of the published generation: another one now means that everything has to be built again.
 */
export async function beginBuild(db: Db, view: View, token: string): Promise<{ fingerprint: string | null }> {
  const [row] = await db.query<{ fingerprint: string | null }>(
    `update views set build_token = $3 where project_id = $1 and view_id = $2
     and exists (select 1 from projects p where p.project_id = $1 and p.removed_at is null) returning fingerprint`,
    [view.projectId, view.viewId, token],
  );
  if (!row) throw new CodeindexError("project_not_found", "The project was removed.", { project_id: view.projectId });
  return row;
}

/** Lets go of the view, unless another build has taken it. */
export async function endBuild(db: Db, view: View, token: string): Promise<void> {
  await db.query("update views set build_token = null where project_id = $1 and view_id = $2 and build_token = $3", [
    view.projectId,
    view.viewId,
    token,
  ]);
}

/** Says that the published rows are as a version with this number would write them. */
export async function noteRowFormat(db: Db, view: View, rowFormat: number): Promise<void> {
  await db.query("update views set row_format = $3 where project_id = $1 and view_id = $2", [
    view.projectId,
    view.viewId,
    rowFormat,
  ]);
}

/** The published state of a project. */
export interface Published {
  projectId: string;
  generation: number;
  commit: string | null;
  indexedAt: string | null;
  files: number;
  symbols: number;
}

/** The published state of these projects; removed ones are left out. */
export async function readPublished(db: Db, projectIds: readonly string[]): Promise<Published[]> {
  return db.query<Published>(
    `select project_id as "projectId", generation, "commit", indexed_at as "indexedAt",
       coalesce((totals ->> 'files')::int, 0) as files, coalesce((totals ->> 'symbols')::int, 0) as symbols
     from views join projects using (project_id)
     where ref = 'worktree' and project_id = any($1) and removed_at is null`,
    [projectIds],
  );
}

/** Changes of a publish: new rows of the ledger, and paths that are gone. */
export interface LedgerChanges {
  upserts: readonly LedgerRow[];
  deletes: readonly string[];
  /** An import that counts from then on. */
  scip?: number | undefined;
}

/**
 * Makes a build visible, all of it at once, and gives the view as it is then. Throws `cancelled` if another build took the view over, and
 * `engine_unavailable` if the database's history is no longer `about.history`, so that rows of the build may be lost. The totals are counted here,
 * over the whole ledger.
 */
export async function publish(
  db: Db,
  view: View,
  token: string,
  changes: LedgerChanges,
  about: { fingerprint: string; commit: string | null; rowFormat: number; history?: string | null },
): Promise<View> {
  const { projectId, viewId } = view;
  return db.transaction(async (tx) => {
    const [held] = await tx.query<{ generation: number }>(
      `update views set generation = generation + 1, "commit" = $4, fingerprint = $5, row_format = $6, indexed_at = now()
       where project_id = $1 and view_id = $2 and build_token = $3 returning generation`,
      [projectId, viewId, token, about.commit, about.fingerprint, about.rowFormat],
    );
    if (!held) throw new CodeindexError("cancelled", "Another build of this project took over.");
    await refuseOtherHistory(tx, about.history ?? null);
    const replaced = [...changes.deletes, ...changes.upserts.map((row) => row.path)];
    if (replaced.length > 0 && held.generation > 1) {
      await tx.query("delete from files where project_id = $1 and view_id = $2 and path = any($3)", [
        projectId,
        viewId,
        replaced,
      ]);
    }
    if (changes.upserts.length > 0) {
      await tx.insertRows("files", ledgerColumns(projectId, viewId, held.generation, changes.upserts));
    }
    if (changes.scip !== undefined) await applyImport(tx, projectId, changes.scip);
    const totals = await countView(tx, projectId, viewId);
    const row = await oneRow(
      tx.query<ViewColumns>(
        `update views set totals = $3 where project_id = $1 and view_id = $2 returning ${COLUMNS}`,
        [projectId, viewId, totals],
      ),
    );
    await announceViews(tx, projectId);
    return toView(row);
  });
}

/** Counts of a view's rows as they are now. */
export async function countView(db: Db, projectId: string, viewId: number): Promise<ViewTotals> {
  const rows = await db.query<{
    status: string;
    language: string | null;
    files: number;
    symbols: number;
    edges: number;
    chunks: number;
  }>(
    `select f.status, f.language, count(*) as files, coalesce(sum(v.symbol_count), 0) as symbols,
       coalesce(sum(f.edge_count), 0) as edges, coalesce(sum(v.chunk_count), 0) as chunks
     from files f
     left join file_versions v on v.project_id = f.project_id and v.version_id = f.version_id
     where f.project_id = $1 and f.view_id = $2
     group by f.status, f.language
     order by f.language, f.status`,
    [projectId, viewId],
  );
  const totals: ViewTotals = { ...EMPTY, languages: {} };
  for (const { status, language, files, symbols, edges, chunks } of rows) {
    if (status === "skipped") totals.skipped += files;
    if (status === "failed") totals.failed += files;
    if (status === "partial") totals.partial += files;
    if (status !== "indexed" && status !== "partial") continue;
    totals.files += files;
    totals.symbols += symbols;
    totals.edges += edges;
    totals.chunks += chunks;
    if (language !== null) totals.languages[language] = (totals.languages[language] ?? 0) + files;
  }
  return totals;
}

/** How far the rows of a view are that a PostgreSQL server searches, and whose turn it is to fill them in. */
import type { Db } from "./db/db.js";
import { PREVIEW_REF } from "./preview-ref.js";

/** The state of a view for searches in the database. */
export interface ViewSearch {
  /** The last generation whose versions all have their words; 0: none yet. */
  generation: number;
  chunkCount: number;
  /** Mean lengths in terms, of the chunks and the files of the project. */
  meanChunk: number;
  meanFile: number;
  /** The model whose signs there are; null: none. */
  modelId: number | null;
  signCount: number;
  /** An index finds the nearest. */
  isIndexed: boolean;
  /** How near nonsense comes, and how many chunks there were; null: not measured. */
  floor: number | null;
  floorCount: number;
}

interface ViewKey {
  projectId: string;
  viewId: number;
}

/** The state of a view; undefined: nothing was filled in yet. */
export async function readViewSearch(db: Db, { projectId, viewId }: ViewKey): Promise<ViewSearch | undefined> {
  const [row] = await db.query<ViewSearch>(
    `select generation, chunk_count as "chunkCount", mean_chunk as "meanChunk", mean_file as "meanFile", model_id as "modelId",
       sign_count as "signCount", is_indexed as "isIndexed", floor, floor_count as "floorCount"
     from view_search where project_id = $1 and view_id = $2`,
    [projectId, viewId],
  );
  return row;
}

/** A view whose rows are not those of its generation. */
export interface ViewToFill extends ViewKey {
  generation: number;
  chunkCount: number;
  /** The model whose signs are wanted: of those with vectors the one that has most; null: there are none. */
  modelId: number | null;
  /** Chunks that have a vector of it. */
  vectorCount: number;
  dimensions: number;
}

/** Views of at least `least` chunks that lack words or signs, and that nobody else fills in; the smallest first. */
export async function viewsToFill(db: Db, lease: string, leastChunks: number): Promise<ViewToFill[]> {
  return db.query<ViewToFill>(
    `select v.project_id as "projectId", v.view_id as "viewId", v.generation, (v.totals ->> 'chunks')::int as "chunkCount",
       m.model_id as "modelId", coalesce(m.chunk_count, 0) as "vectorCount", coalesce(m.dimensions, 0) as dimensions
     from views v
     join projects p on p.project_id = v.project_id and p.removed_at is null
     left join view_search s on s.project_id = v.project_id and s.view_id = v.view_id
     left join lateral (
       select e.model_id, e.chunk_count, d.dimensions from view_vectors e join embedding_models d using (model_id)
       where e.project_id = v.project_id and e.view_id = v.view_id and e.chunk_count > 0
       order by e.generation >= v.generation desc, e.chunk_count desc, e.model_id desc limit 1
     ) m on true
     where v.generation > 0 and v.ref <> $3 and coalesce((v.totals ->> 'chunks')::int, 0) >= $2
       and (s.project_id is null or v.generation > s.generation or m.model_id is distinct from s.model_id or coalesce(m.chunk_count, 0) <> s.sign_count)
       and (s.lease_until is null or s.lease_until < now() or s.lease = $1)
     order by coalesce((v.totals ->> 'chunks')::int, 0), v.project_id, v.view_id`,
    [lease, Math.max(1, leastChunks), PREVIEW_REF],
  );
}

/** Takes or keeps the turn to fill in a view. false: another process has it. */
export async function takeFillTurn(
  db: Db,
  { projectId, viewId }: ViewKey,
  lease: string,
  seconds: number,
): Promise<boolean> {
  const rows = await db.query(
    `insert into view_search as s (project_id, view_id, lease, lease_until)
     select project_id, view_id, $3, now() + make_interval(secs => $4) from views where project_id = $1 and view_id = $2
     on conflict (project_id, view_id) do update set lease = $3, lease_until = excluded.lease_until
     where s.lease = $3 or s.lease_until < now()
     returning 1`,
    [projectId, viewId, lease, seconds],
  );
  return rows.length > 0;
}

/** Says how far the words of a view are. */
export async function recordWords(
  db: Db,
  { projectId, viewId }: ViewKey,
  lease: string,
  state: { chunkCount: number; generation: number | null },
): Promise<void> {
  await db.query(
    `update view_search set chunk_count = $4, generation = coalesce($5, generation) where project_id = $1 and view_id = $2 and lease = $3`,
    [projectId, viewId, lease, state.chunkCount, state.generation],
  );
}

/** How many chunks of its project a view's terms were counted in. */
export async function countedChunks(db: Db, { projectId, viewId }: ViewKey): Promise<number> {
  const [row] = await db.query<{ counted: number }>(
    "select counted from view_search where project_id = $1 and view_id = $2",
    [projectId, viewId],
  );
  return row?.counted ?? 0;
}

/** Measures the mean lengths of a view's chunks and files, and notes that its terms are counted. */
export async function measureLengths(db: Db, { projectId, viewId }: ViewKey, counted: number): Promise<void> {
  await db.query(
    `update view_search set counted = $3, mean_chunk = greatest(1, means.chunk), mean_file = greatest(1, means.file)
     from (
       select coalesce(sum(w.length)::real / nullif(sum(v.chunk_count), 0), 1) as chunk, coalesce(avg(w.length), 1)::real as file
       from files f
       join file_versions v on v.project_id = f.project_id and v.version_id = f.version_id
       join version_words w on w.project_id = f.project_id and w.version_id = f.version_id
       where f.project_id = $1 and f.view_id = $2
     ) means
     where project_id = $1 and view_id = $2`,
    [projectId, viewId, counted],
  );
}

/** Says which signs a view has. */
export async function recordSigns(
  db: Db,
  { projectId, viewId }: ViewKey,
  lease: string,
  state: { modelId: number | null; signCount: number; isIndexed: boolean },
): Promise<void> {
  await db.query(
    `update view_search set model_id = $4, sign_count = $5, is_indexed = $6, floor = case when model_id = $4 then floor end
     where project_id = $1 and view_id = $2 and lease = $3`,
    [projectId, viewId, lease, state.modelId, state.signCount, state.isIndexed],
  );
}

/** Ends a turn. */
export async function endFillTurn(db: Db, { projectId, viewId }: ViewKey, lease: string): Promise<void> {
  await db.query(
    "update view_search set lease_until = '-infinity' where project_id = $1 and view_id = $2 and lease = $3",
    [projectId, viewId, lease],
  );
}

/** Keeps how near nonsense comes to a view, by the model whose signs it has. */
export async function recordFloor(
  db: Db,
  { projectId, viewId }: ViewKey,
  modelId: number,
  floor: number,
  chunkCount: number,
): Promise<void> {
  await db.query(
    "update view_search set floor = $4, floor_count = $5 where project_id = $1 and view_id = $2 and model_id = $3",
    [projectId, viewId, modelId, floor, chunkCount],
  );
}

/** Figures of a view that the totals of its publish lack, and a digest that tells its files from earlier ones. */
import type { Db } from "./db/db.js";
import { oneRow } from "./db/one-row.js";
import type { View } from "./views.js";

export interface ViewFigures {
  /** Files in the index by size: below 10 KB, below 100 KB, above. */
  small: number;
  medium: number;
  large: number;
  /** Of all its chunks. */
  tokens: number;
}

/** Measures a view, by all of its rows. */
export async function measureView(db: Db, { projectId, viewId }: View): Promise<ViewFigures> {
  const sizes = await oneRow(
    db.query<Omit<ViewFigures, "tokens">>(
      `select count(*) filter (where v.size < 10240)::int as small,
       count(*) filter (where v.size >= 10240 and v.size < 102400)::int as medium, count(*) filter (where v.size >= 102400)::int as large
     from files f join file_versions v on v.project_id = f.project_id and v.version_id = f.version_id
     where f.project_id = $1 and f.view_id = $2`,
      [projectId, viewId],
    ),
  );
  const chunks = await oneRow(
    db.query<{ tokens: number }>(
      `select coalesce(sum(c.token_count), 0)::int8 as tokens
     from files f join chunks c on c.project_id = f.project_id and c.version_id = f.version_id
     where f.project_id = $1 and f.view_id = $2`,
      [projectId, viewId],
    ),
  );
  return { ...sizes, ...chunks };
}

/** Size of all indexes of the database on its disk, in bytes. */
export async function databaseSize(db: Db): Promise<number> {
  const row = await oneRow(db.query<{ bytes: number }>("select pg_database_size(current_database()) as bytes"));
  return row.bytes;
}

/** The models by which every chunk of a file version has a vector. */
export async function modelsOfVersion(db: Db, projectId: string, versionId: number): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select m.name from version_codes c join embedding_models m using (model_id)
     where c.project_id = $1 and c.version_id = $2 order by m.model_id desc`,
    [projectId, versionId],
  );
  return rows.map(({ name }) => name);
}

/** A word for each path of a view that changes with the file's content; a path that the view does not know has none. */
export async function fileStates(
  db: Db,
  { projectId, viewId }: View,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.query<{ path: string; state: string }>(
    `select path, status || ':' || coalesce(encode(content_hash, 'hex'), size || ':' || modified_ns, '') as state
     from files where project_id = $1 and view_id = $2 and path = any($3)`,
    [projectId, viewId, paths],
  );
  return new Map(rows.map(({ path, state }) => [path, state]));
}

/** Signs of the vectors of chunks as a PostgreSQL server searches them (migrations/0025): over all rows of a project, or by an index of its own. */
import { createHash } from "node:crypto";
import type { PathCondition } from "../model/path-condition.js";
import type { Db } from "./db/db.js";
import { oneRow } from "./db/one-row.js";
import { quote } from "./db/quote.js";
import { sqlOf } from "./path-conditions.js";

/** Versions whose signs are written at once. */
const VERSIONS = 1000;
/** Chunks that are looked at for each one wanted, as some are of versions that the view does not have. */
const SPARE = 3;
/** Of an index: how many it keeps in view while it looks, and how many it looks at for a filter, at most. */
const HNSW = { search: 400, most: 60_000 };

/** The memory that an index is made in: with less than it needs, making it takes many times as long. In MB at most, and in bytes a chunk. */
const MOST_MEMORY = 1_000;
const MEMORY_PER_CHUNK = 600;

/** Whether the database has pgvector, whose indexes find the nearest. Without it all rows of a project are looked at, with operators of PostgreSQL's own. */
export async function hasPgvector(db: Db): Promise<boolean> {
  const rows = await db.query("select 1 from pg_extension where extname = 'vector'");
  return rows.length > 0;
}

/** Writes the signs that a view's versions have by a model and chunk_signs lacks; gives how many chunks have them then. `signal` ends it early. */
export async function fillSigns(
  db: Db,
  { projectId, viewId }: { projectId: string; viewId: number },
  modelId: number,
  signal?: AbortSignal,
): Promise<number> {
  for (let after = 0; signal?.aborted !== true; ) {
    const rows = await db.query<{ versionId: number }>(
      `select f.version_id as "versionId"
       from files f
       join version_codes c on c.project_id = f.project_id and c.model_id = $3 and c.version_id = f.version_id
       join file_versions v on v.project_id = f.project_id and v.version_id = f.version_id
       where f.project_id = $1 and f.view_id = $2 and f.version_id > $4 and not exists (
         select from chunk_signs s where s.project_id = $1 and s.model_id = $3 and s.chunk_id = v.first_chunk
       ) order by f.version_id limit ${VERSIONS}`,
      [projectId, viewId, modelId, after],
    );
    const last = rows.at(-1);
    if (last === undefined) break;
    await db.query(
      `insert into chunk_signs (project_id, model_id, chunk_id, version_id, signs)
       select c.project_id, c.model_id, v.first_chunk + at, c.version_id,
         ('x' || encode(substr(c.codes, 1 + at * length(c.codes) / v.chunk_count, length(c.codes) / v.chunk_count), 'hex'))::varbit
       from version_codes c
       join file_versions v on v.project_id = c.project_id and v.version_id = c.version_id
       cross join lateral generate_series(0, v.chunk_count - 1) at
       where c.project_id = $1 and c.model_id = $2 and c.version_id = any($3)
       on conflict do nothing`,
      [projectId, modelId, rows.map(({ versionId }) => versionId)],
    );
    after = last.versionId;
  }
  return countSigned(db, { projectId, viewId }, modelId);
}

async function countSigned(
  db: Db,
  { projectId, viewId }: { projectId: string; viewId: number },
  modelId: number,
): Promise<number> {
  const row = await oneRow(
    db.query<{ count: number }>(
      `select coalesce(sum(v.chunk_count), 0)::int as count
       from files f
       join file_versions v on v.project_id = f.project_id and v.version_id = f.version_id and v.chunk_count > 0
       where f.project_id = $1 and f.view_id = $2 and exists (
         select from chunk_signs s where s.project_id = $1 and s.model_id = $3 and s.chunk_id = v.first_chunk
       )`,
      [projectId, viewId, modelId],
    ),
  );
  return row.count;
}

/** A question for the nearest chunks of a view. */
export interface NearestQuery {
  modelId: number;
  /** The signs to be near to, as bits: `0110…`. */
  signs: string;
  condition: PathCondition | null;
  limit: number;
  /** pgvector counts the bits, faster than PostgreSQL does. */
  hasPgvector: boolean;
  /** An index of the project finds them. */
  isIndexed: boolean;
}

/** The chunks of a view whose signs differ least, in order; those as near as each other by id. */
export async function nearestSigns(
  db: Db,
  view: { projectId: string; viewId: number },
  query: NearestQuery,
): Promise<number[]> {
  if (query.isIndexed) {
    const found = await nearestByIndex(db, view, query);
    if (found.length >= query.limit) return found;
  } else if (query.condition === null) {
    const found = await nearestOfAll(db, view, query);
    if (found !== null) return found;
  }
  return nearestOfPassing(db, view, query);
}

const distanceOf = ({ hasPgvector: counts }: NearestQuery, signs: string): string =>
  counts ? `${signs} <~> $3::varbit` : `bit_count(${signs} # $3::varbit)`;

/** Looks at all rows of the project, then which of the nearest the view has; null where too few are. */
async function nearestOfAll(
  db: Db,
  { projectId, viewId }: { projectId: string; viewId: number },
  query: NearestQuery,
): Promise<number[] | null> {
  const rows = await db.query<{ chunkId: number; isLive: boolean }>(
    `with near as materialized (
       select chunk_id, version_id, ${distanceOf(query, "signs")} as distance from chunk_signs
       where project_id = $1 and model_id = $2 order by distance, chunk_id limit $4
     )
     select near.chunk_id as "chunkId",
       exists (select from files f where f.project_id = $1 and f.view_id = $5 and f.version_id = near.version_id) as "isLive"
     from near order by distance, chunk_id`,
    [projectId, query.modelId, query.signs, SPARE * query.limit, viewId],
  );
  const live = rows.filter(({ isLive }) => isLive).slice(0, query.limit);
  return live.length < query.limit && rows.length === SPARE * query.limit ? null : live.map(({ chunkId }) => chunkId);
}

/** Looks at the rows of the files that pass. */
async function nearestOfPassing(
  db: Db,
  { projectId, viewId }: { projectId: string; viewId: number },
  query: NearestQuery,
): Promise<number[]> {
  const values: unknown[] = [projectId, query.modelId, query.signs, query.limit, viewId];
  const rows = await db.query<{ chunkId: number }>(
    `select s.chunk_id as "chunkId" from chunk_signs s
     where s.project_id = $1 and s.model_id = $2 and ${passes(query, values)}
     order by ${distanceOf(query, "s.signs")}, s.chunk_id limit $4`,
    values,
  );
  return rows.map(({ chunkId }) => chunkId);
}

/** Looks where the index leads, further where files do not pass. Fewer than wanted: it looked at as many as it may. */
async function nearestByIndex(
  db: Db,
  { projectId, viewId }: { projectId: string; viewId: number },
  query: NearestQuery,
): Promise<number[]> {
  const values: unknown[] = [projectId, query.modelId, query.signs, query.limit, viewId];
  const bits = `bit(${query.signs.length})`;
  return db.transaction(async (tx) => {
    await tx.query(
      `select set_config('hnsw.iterative_scan', 'strict_order', true), set_config('hnsw.ef_search', $1, true),
         set_config('hnsw.max_scan_tuples', $2, true)`,
      [String(HNSW.search), String(HNSW.most)],
    );
    const rows = await tx.query<{ chunkId: number }>(
      `select s.chunk_id as "chunkId" from chunk_signs s
       where s.project_id = $1 and s.model_id = $2 and ${passes(query, values)}
       order by (s.signs::${bits}) <~> $3::${bits} limit $4`,
      values,
    );
    return rows.map(({ chunkId }) => chunkId);
  });
}

function passes({ condition }: NearestQuery, values: unknown[]): string {
  const isPassing = condition === null ? "" : ` and ${sqlOf(condition, values)}`;
  return `s.version_id in (select f.version_id from files f where f.project_id = $1 and f.view_id = $5${isPassing})`;
}

const INDEX = "chunk_signs_near_";

/** The name of the index of a project and a model; those of a project begin alike. */
const indexName = (projectId: string, modelId: number | ""): string =>
  `${INDEX}${createHash("sha1").update(projectId).digest("hex").slice(0, 12)}_${modelId}`;

/**
 * Makes the index of a project's signs where there is none that is valid. Readers and writers go on meanwhile: it is made concurrently, in the partition
 * of the project, of its rows alone.
 */
export async function makeNearIndex(
  db: Db,
  projectId: string,
  modelId: number,
  { dimensions, signCount }: { dimensions: number; signCount: number },
  signal?: AbortSignal,
): Promise<void> {
  const name = indexName(projectId, modelId);
  const [known] = await db.query<{ isValid: boolean }>(
    `select i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = $1`,
    [name],
  );
  if (known?.isValid === true) return;
  if (known !== undefined) await db.query(`drop index if exists ${quote(name)}`);
  const { partition } = await oneRow(
    db.query<{ partition: string }>(
      `select tableoid::regclass::text as partition from chunk_signs where project_id = $1 and model_id = $2 limit 1`,
      [projectId, modelId],
    ),
  );
  const [literal] = await db.query<{ id: string }>("select quote_literal($1::text) as id", [projectId]);
  const memory = `${Math.min(MOST_MEMORY, Math.ceil((signCount * MEMORY_PER_CHUNK) / 1e6))}MB`;
  await db.session(async (own) => {
    await own.query("select set_config('statement_timeout', '0', false)");
    await own.query(
      `select set_config('maintenance_work_mem', $1, false)
       where pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes($1)`,
      [memory],
    );
    await own.query(
      `create index concurrently ${quote(name)} on ${partition} using hnsw ((signs::bit(${dimensions})) bit_hamming_ops)
       where project_id = ${literal?.id} and model_id = ${modelId}`,
      [],
      signal,
    );
  });
}

/** Drops the indexes of a project's signs, but for that of one model. */
export async function dropNearIndexes(db: Db, projectId: string, keptModelId: number | null = null): Promise<void> {
  const kept = keptModelId === null ? "" : indexName(projectId, keptModelId);
  const rows = await db.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'i' and starts_with(relname, $1) and relname <> $2",
    [indexName(projectId, ""), kept],
  );
  for (const { name } of rows) await db.query(`drop index concurrently if exists ${quote(name)}`);
}

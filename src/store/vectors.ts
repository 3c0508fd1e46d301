/** Vectors of chunks: by content, as search reads them, and how far they are. */
import { CodeindexError } from "../base/errors.js";
import { nth } from "../base/need.js";
import type { Columns } from "./db/columns.js";
import type { Db } from "./db/db.js";
import { oneRow } from "./db/one-row.js";
import { PREVIEW_REF } from "./preview-ref.js";

/** How far a view's vectors of one model are. */
export interface VectorState {
  modelId: number;
  model: string;
  /** The last generation that had them all; 0: none yet. */
  generation: number;
  /** Chunks that have one, as far as was counted. */
  chunkCount: number;
  problem: string | null;
}

/** Gives the states of a row of `views`, as JSON. */
export const VECTOR_STATES = `select coalesce(jsonb_agg(jsonb_build_object('modelId', m.model_id, 'model', m.name, 'generation', s.generation,
    'chunkCount', s.chunk_count, 'problem', s.problem) order by m.model_id), '[]')
  from view_vectors s join embedding_models m using (model_id) where s.project_id = views.project_id and s.view_id = views.view_id`;

/** The number of a model, which is made where it is new. */
export async function vectorModel(db: Db, name: string, dimensions: number): Promise<number> {
  const find = () => db.query<{ id: number }>("select model_id as id from embedding_models where name = $1", [name]);
  const [known] = await find();
  if (known) return known.id;
  await db.query("insert into embedding_models (name, dimensions) values ($1, $2) on conflict do nothing", [
    name,
    dimensions,
  ]);
  return nth(await find(), 0).id;
}

/** The channel of notifications that another model stands behind the configured name. */
export const EMBEDDER_CHANNEL = "codeindex_embedder";

/** Has the processes that fill in vectors look up the model. */
export async function tellModelChanged(db: Db): Promise<void> {
  await db.query("select pg_notify($1, '')", [EMBEDDER_CHANNEL]);
}

/** A view whose vectors of a model are not those of its generation. */
export interface ViewBehind {
  projectId: string;
  /** When the project was registered: one that is registered again after it was removed is another, with the same ids. */
  bornAt: string;
  viewId: number;
  generation: number;
}

/** Views that lack vectors of a model and that nobody else is filling in; the smallest first. */
export async function viewsBehind(db: Db, modelId: number, lease: string): Promise<ViewBehind[]> {
  return db.query<ViewBehind>(
    `select v.project_id as "projectId", p.created_at::text as "bornAt", v.view_id as "viewId", v.generation
     from views v
     join projects p on p.project_id = v.project_id and p.removed_at is null
     left join view_vectors s on s.project_id = v.project_id and s.view_id = v.view_id and s.model_id = $1
     where v.generation > coalesce(s.generation, 0) and v.ref <> $3 and (s.lease_until is null or s.lease_until < now() or s.lease = $2)
     order by coalesce((v.totals ->> 'chunks')::int, 0), v.project_id, v.view_id`,
    [modelId, lease, PREVIEW_REF],
  );
}

/** Takes or keeps the turn to fill in a view's vectors. false: another process has it. */
export async function takeLease(
  db: Db,
  { projectId, viewId }: ViewBehind,
  modelId: number,
  lease: string,
  seconds: number,
): Promise<boolean> {
  const rows = await db.query(
    `insert into view_vectors as s (project_id, view_id, model_id, lease, lease_until)
     select project_id, view_id, $3, $4, now() + make_interval(secs => $5) from views where project_id = $1 and view_id = $2
     on conflict (project_id, view_id, model_id) do update set lease = $4, lease_until = excluded.lease_until
     where s.lease = $4 or s.lease_until < now()
     returning 1`,
    [projectId, viewId, modelId, lease, seconds],
  );
  return rows.length > 0;
}

/**
 * Says how far a view's vectors are. The turn ends with `generation`, which now has them all, and with `problem`: why it goes no further (null:
 * whoever had the turn was stopped).
 */
export async function recordVectors(
  db: Db,
  { projectId, viewId }: ViewBehind,
  modelId: number,
  lease: string,
  state: { chunkCount: number; generation?: number } | { problem: string | null },
): Promise<void> {
  const { chunkCount, generation, problem } = { chunkCount: null, generation: null, problem: null, ...state };
  const isOver = "problem" in state || "generation" in state;
  await db.query(
    `update view_vectors set generation = coalesce($5, generation), chunk_count = coalesce($6, chunk_count), problem = $7,
       lease_until = case when $8 then '-infinity' else lease_until end
     where project_id = $1 and view_id = $2 and model_id = $3 and lease = $4`,
    [projectId, viewId, modelId, lease, generation, chunkCount, problem, isOver],
  );
}

/** Chunks of a view whose file versions have their codes. */
export async function countCoded(db: Db, { projectId, viewId }: ViewBehind, modelId: number): Promise<number> {
  const row = await oneRow(
    db.query<{ count: number }>(
      `select coalesce(sum(v.chunk_count), 0)::int as count
     from files f
     join file_versions v on v.project_id = f.project_id and v.version_id = f.version_id
     join version_codes c on c.project_id = f.project_id and c.model_id = $3 and c.version_id = f.version_id
     where f.project_id = $1 and f.view_id = $2`,
      [projectId, viewId, modelId],
    ),
  );
  return row.count;
}

/** A file version without codes. */
export interface UncodedVersion {
  versionId: number;
  path: string;
  contentHash: Buffer;
  chunkCount: number;
}

/** The next versions of a view that have no codes, by id from `after` on. */
export async function uncodedVersions(
  db: Db,
  { projectId, viewId }: ViewBehind,
  modelId: number,
  after: number,
  limit: number,
): Promise<UncodedVersion[]> {
  return db.query<UncodedVersion>(
    `select v.version_id as "versionId", v.path, v.content_hash as "contentHash", v.chunk_count as "chunkCount"
     from files f
     join file_versions v on v.project_id = f.project_id and v.version_id = f.version_id and v.chunk_count > 0
     where f.project_id = $1 and f.view_id = $2 and f.version_id > $4
       and not exists (select from version_codes c where c.project_id = $1 and c.model_id = $3 and c.version_id = f.version_id)
     order by f.version_id limit $5`,
    [projectId, viewId, modelId, after, limit],
  );
}

/** A chunk to embed. */
export interface ChunkToEmbed {
  chunkId: number;
  versionId: number;
  /** UTF-16 units of the content. */
  start: number;
  end: number;
  textHash: Buffer;
  symbolNames: string[];
  around: string | null;
}

/** The chunks of some versions, by version and order. */
export async function chunksToEmbed(db: Db, projectId: string, versionIds: readonly number[]): Promise<ChunkToEmbed[]> {
  const chunks = await db.query<ChunkToEmbed>(
    `select chunk_id as "chunkId", version_id as "versionId", start_offset as start, end_offset as "end", text_hash as "textHash",
       symbol_names as "symbolNames", around
     from chunks where project_id = $1 and version_id = any($2) order by version_id, ordinal`,
    [projectId, versionIds],
  );
  for (const chunk of chunks) {
    const place = { table: "chunks", column: "around", projectId, row: [chunk.chunkId] } as const;
    chunk.around = db.seal.open(place, chunk.around);
  }
  return chunks;
}

/** The vectors that are stored of some contents. */
export async function readVectors(
  db: Db,
  projectId: string,
  modelId: number,
  textHashes: readonly Buffer[],
): Promise<{ textHash: Buffer; data: Buffer }[]> {
  if (textHashes.length === 0) return [];
  const rows = await db.query<{ textHash: Buffer; data: Buffer }>(
    `select text_hash as "textHash", data from vectors where project_id = $1 and model_id = $2 and text_hash = any($3)`,
    [projectId, modelId, textHashes],
  );
  for (const row of rows) row.data = openVector(db, projectId, modelId, row);
  return rows;
}

/** A vector as it was before it was stored. */
export function openVector(
  db: Db,
  projectId: string,
  modelId: number,
  { textHash, data }: { textHash: Buffer; data: Buffer },
): Buffer {
  return db.seal.open({ table: "vectors", column: "data", projectId, row: [modelId, textHash] }, data);
}

/** Adds the vectors of texts, by their hashes. */
export async function insertVectors(
  db: Db,
  project: BornProject,
  modelId: number,
  vectors: readonly { textHash: Buffer; data: Buffer }[],
): Promise<void> {
  if (vectors.length === 0) return;
  await insertForProject(db, project, "vectors", {
    project_id: { type: "text", values: vectors.map(() => project.projectId) },
    model_id: { type: "int4", values: vectors.map(() => modelId) },
    text_hash: { type: "bytea", values: vectors.map(({ textHash }) => textHash) },
    data: { type: "bytea", values: vectors.map(({ data }) => data) },
  });
}

/** A project, and when it was registered. */
export type BornProject = Pick<ViewBehind, "projectId" | "bornAt">;

/**
 * A provider may take its time: a project that was removed meanwhile gets no more rows, and one that was registered anew gets none of the old
 * versions. Throws `project_not_found`.
 */
async function insertForProject(
  db: Db,
  { projectId, bornAt }: BornProject,
  table: string,
  columns: Columns,
): Promise<void> {
  await db.transaction(async (tx) => {
    const alive = await tx.query(
      "select 1 from projects where project_id = $1 and created_at = $2::timestamptz and removed_at is null for key share",
      [projectId, bornAt],
    );
    if (alive.length === 0)
      throw new CodeindexError("project_not_found", "The project was removed.", { project_id: projectId });
    await tx.insertRows(table, columns, { ignoreConflicts: true });
  });
}

/** Adds the codes of file versions. */
export async function insertCodes(
  db: Db,
  project: BornProject,
  modelId: number,
  versions: readonly { versionId: number; codes: Buffer }[],
): Promise<void> {
  if (versions.length === 0) return;
  await insertForProject(db, project, "version_codes", {
    project_id: { type: "text", values: versions.map(() => project.projectId) },
    model_id: { type: "int4", values: versions.map(() => modelId) },
    version_id: { type: "int4", values: versions.map(({ versionId }) => versionId) },
    codes: { type: "bytea", values: versions.map(({ codes }) => codes) },
  });
}

/** Versions whose codes come in one row of the answer, at most. */
const CODES_AT_ONCE = 512;
/** Versions of a span are read through, rather than looked up one by one, where at least one in this many is wanted. */
const SPARSE = 4;

/**
 * The codes of some versions, and perhaps of others between them; those that have none are left out. Hundreds come in one row, as a row for each
 * takes most of the time.
 */
export async function readCodes(
  db: Db,
  projectId: string,
  modelId: number,
  versionIds: readonly number[],
): Promise<{ versionId: number; codes: Buffer }[]> {
  if (versionIds.length === 0) return [];
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const versionId of versionIds) {
    first = Math.min(first, versionId);
    last = Math.max(last, versionId);
  }
  const isSpan = last - first < SPARSE * versionIds.length;
  const parts = await db.query<{ versionIds: number[]; sizes: number[]; codes: Buffer }>(
    `select json_agg(version_id) as "versionIds", json_agg(length(codes)) as sizes, string_agg(codes, '') as codes
     from version_codes
     where project_id = $1 and model_id = $2 and ${isSpan ? "version_id between $3 and $4" : "version_id = any($3)"}
     group by version_id / ${CODES_AT_ONCE}`,
    isSpan ? [projectId, modelId, first, last] : [projectId, modelId, versionIds],
  );
  return parts.flatMap(({ versionIds, sizes, codes }) => {
    let end = 0;
    return versionIds.map((versionId, index) => {
      const start = end;
      end += nth(sizes, index);
      const key = [modelId, versionId];
      const own = codes.subarray(start, end);
      return { versionId, codes: db.seal.open({ table: "version_codes", column: "codes", projectId, row: key }, own) };
    });
  });
}

/** The vectors of some chunks; those that have none are left out. Each is looked up by itself: a join walks the table where statistics are old. */
export async function vectorsOfChunks(
  db: Db,
  projectId: string,
  modelId: number,
  chunkIds: readonly number[],
): Promise<{ chunkId: number; data: Buffer }[]> {
  if (chunkIds.length === 0) return [];
  const rows = await db.query<{ chunkId: number; textHash: Buffer; data: Buffer }>(
    `select c.chunk_id as "chunkId", c.text_hash as "textHash", v.data
     from chunks c
     cross join lateral (
       select data from vectors where project_id = $1 and model_id = $2 and text_hash = c.text_hash limit 1
     ) v
     where c.project_id = $1 and c.chunk_id = any($3)`,
    [projectId, modelId, chunkIds],
  );
  return rows.map((row) => ({ chunkId: row.chunkId, data: openVector(db, projectId, modelId, row) }));
}

/** Hears the id of a project whose vectors were forgotten, some or all. */
const FORGOTTEN_CHANNEL = "codeindex_vectors";

/** Calls `forget` with the id of each project whose vectors are made anew; with null after a message may have been missed. */
export async function onForgottenVectors(
  db: Db,
  forget: (projectId: string | null) => void,
): Promise<() => Promise<void>> {
  return db.listen(FORGOTTEN_CHANNEL, (projectId) => forget(projectId === "" ? null : projectId));
}

/** Forgets the vectors of a project's files, or of those at and below a path, of every model, so that they are made anew. */
export async function forgetVectors(db: Db, projectId: string, path = ""): Promise<void> {
  const isBelow = "($2 = '' or v.path = $2 or starts_with(v.path, $2 || '/'))";
  await db.transaction(async (tx) => {
    await tx.query(
      `delete from vectors where project_id = $1 and text_hash in (
         select c.text_hash from file_versions v
         join chunks c on c.project_id = v.project_id and c.version_id = v.version_id
         where v.project_id = $1 and ${isBelow}
       )`,
      [projectId, path],
    );
    await tx.query(
      `delete from version_codes c using file_versions v
       where c.project_id = $1 and v.project_id = $1 and v.version_id = c.version_id and ${isBelow}`,
      [projectId, path],
    );
    if (db.kind === "postgres") {
      await tx.query(
        `delete from chunk_signs s using file_versions v
         where s.project_id = $1 and v.project_id = $1 and v.version_id = s.version_id and ${isBelow}`,
        [projectId, path],
      );
      await tx.query("update view_search set sign_count = 0, floor = null where project_id = $1", [projectId]);
    }
    await tx.query(
      "update view_vectors set generation = 0, chunk_count = case when $2 = '' then 0 else chunk_count end where project_id = $1",
      [projectId, path],
    );
    await tx.query("select pg_notify($1, $2)", [FORGOTTEN_CHANNEL, projectId]);
  });
}

/** Says of the views that lack vectors of a provider's model why they do; of a model that was never reached, nothing is known to say it of. */
export async function noteProblem(db: Db, name: string, problem: string): Promise<void> {
  await db.query(
    `update view_vectors s set problem = $2
     from views v, embedding_models m
     where v.project_id = s.project_id and v.view_id = s.view_id and m.model_id = s.model_id
       and s.generation < v.generation and starts_with(m.name, $1 || '@')`,
    [name, problem],
  );
}

/** Rows that are deleted at once. */
const BATCH = 5000;

/**
 * Deletes a project's vectors of all models but one, when each of its views has had all vectors of that one. false: they have not yet, or
 * `signal` was aborted.
 */
export async function clearOtherModels(
  db: Db,
  projectId: string,
  modelId: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const waiting = await db.query(
    `select from views v where v.project_id = $1 and v.generation > 0 and v.ref <> $3 and not exists (
       select from view_vectors s
       where s.project_id = v.project_id and s.view_id = v.view_id and s.model_id = $2 and s.generation > 0
     ) limit 1`,
    [projectId, modelId, PREVIEW_REF],
  );
  if (waiting.length > 0) return false;
  // The states first: nobody searches then what goes.
  await db.query("delete from view_vectors where project_id = $1 and model_id <> $2", [projectId, modelId]);
  for (const table of ["version_codes", "vectors", ...(db.kind === "postgres" ? ["chunk_signs"] : [])])
    for (let deleted = BATCH; deleted === BATCH; ) {
      if (signal?.aborted) return false;
      const rows = await db.query(
        `delete from ${table} where project_id = $1 and ctid = any (array(
           select ctid from ${table} where project_id = $1 and model_id <> $2 limit ${BATCH}
         )) returning 1`,
        [projectId, modelId],
      );
      deleted = rows.length;
    }
  return true;
}

/** Deletes vectors of contents that no chunk has any more, and codes of versions that went while they were made. */
export async function sweepVectors(db: Db, projectId: string, signal?: AbortSignal): Promise<boolean> {
  const ofVersion = "select from file_versions v where v.project_id = $1 and v.version_id = one.version_id";
  const unused = {
    ...(db.kind === "postgres" ? { version_words: ofVersion, chunk_words: ofVersion, chunk_signs: ofVersion } : {}),
    version_codes: ofVersion,
    vectors: "select from chunks c where c.project_id = $1 and c.text_hash = one.text_hash",
  };
  for (const [table, isUsed] of Object.entries(unused)) {
    for (;;) {
      if (signal?.aborted) return false;
      const removed = await db.query(
        `delete from ${table} where project_id = $1 and ctid = any(array(
           select one.ctid from ${table} one where one.project_id = $1 and not exists (${isUsed}) limit ${BATCH}
         )) returning 1`,
        [projectId],
      );
      if (removed.length < BATCH) break;
    }
  }
  return true;
}

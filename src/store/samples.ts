/** Draws from an index, for the benchmark: the same for the same index and seed. */
import type { ChunkSpan } from "../model/chunk.js";
import type { Db } from "./db/db.js";
import { oneRow } from "./db/one-row.js";
import { openVector } from "./vectors.js";
import type { View } from "./views.js";

export interface SymbolSample {
  nodeId: string;
  name: string;
  qualifiedName: string;
  nodeType: string;
}

export interface FileSample {
  path: string;
  language: string | null;
  lineCount: number;
  contentHash: Buffer;
}

const SYMBOL = `s.node_id as "nodeId", s.name, s.qualified_name as "qualifiedName", s.node_type as "nodeType"`;
/** Edges that count as uses: calls, inherits, implements, references (model/edge.ts), of tier exact or import. */
const USES = { calls: [0, 5], derives: [1, 2, 8] };

/** Draws files of a view. */
export async function sampleFiles(db: Db, view: View, seed: number, limit: number): Promise<FileSample[]> {
  return db.query(
    `select f.path, f.language, v.line_count as "lineCount", f.content_hash as "contentHash"
     from files f join file_versions v on v.project_id = f.project_id and v.version_id = f.version_id
     where f.project_id = $1 and f.view_id = $2 order by md5(f.path || $3), f.path limit $4`,
    [view.projectId, view.viewId, String(seed), limit],
  );
}

/** Draws symbols of a view. */
export async function sampleSymbols(db: Db, view: View, seed: number, limit: number): Promise<SymbolSample[]> {
  return db.query(
    `select ${SYMBOL} from symbols s join files f on f.project_id = s.project_id and f.version_id = s.version_id
     where f.project_id = $1 and f.view_id = $2 and s.ordinal > 0 and s.name <> ''
     order by md5(s.node_id || $3), s.symbol_id limit $4`,
    [view.projectId, view.viewId, String(seed), limit],
  );
}

/** Doc comments of one view. */
export async function sampleDocs(db: Db, view: View, seed: number, limit: number): Promise<string[]> {
  const rows = await db.query<{ version_id: number; ordinal: number; doc: string }>(
    `select s.version_id, s.ordinal, s.doc from symbols s join files f on f.project_id = s.project_id and f.version_id = s.version_id
     where f.project_id = $1 and f.view_id = $2 and length(s.doc) > 40
     order by md5(s.node_id || $3), s.symbol_id limit $4`,
    [view.projectId, view.viewId, String(seed), limit],
  );
  return rows.map(({ version_id, ordinal, doc }) =>
    db.seal.open({ table: "symbols", column: "doc", projectId: view.projectId, row: [version_id, ordinal] }, doc),
  );
}

/** The vectors of all chunks of a view that have one. */
export async function allVectors(
  db: Db,
  { projectId, viewId }: View,
  modelId: number,
): Promise<{ chunkId: number; data: Buffer }[]> {
  const rows = await db.query<{ chunkId: number; textHash: Buffer; data: Buffer }>(
    `select c.chunk_id as "chunkId", c.text_hash as "textHash", v.data
     from files f
     join chunks c on c.project_id = f.project_id and c.version_id = f.version_id
     join vectors v on v.project_id = c.project_id and v.model_id = $3 and v.text_hash = c.text_hash
     where f.project_id = $1 and f.view_id = $2`,
    [projectId, viewId, modelId],
  );
  return rows.map((row) => ({ chunkId: row.chunkId, data: openVector(db, projectId, modelId, row) }));
}

/** The symbols with the most uses, or with the most that derive from them. */
export async function popularSymbols(
  db: Db,
  projectId: string,
  by: keyof typeof USES,
  limit: number,
): Promise<(SymbolSample & { uses: number })[]> {
  return db.query(
    `with used as (
       select target, count(*) as uses from edges where project_id = $1 and kind = any($2::int[]) and tier <= 1
       group by target order by uses desc, target limit $3
     )
     select ${SYMBOL}, used.uses from used cross join lateral (
       select * from symbols where project_id = $1 and node_id = used.target and name <> '' limit 1
     ) s order by used.uses desc, used.target`,
    [projectId, USES[by], limit],
  );
}

/** How much a view holds: its files and their bytes, and what of them has a language. */
export async function indexedSize(
  db: Db,
  view: View,
): Promise<{ files: number; bytes: number; codeFiles: number; codeBytes: number }> {
  const row = await oneRow(
    db.query<{ files: number; bytes: number; codeFiles: number; codeBytes: number }>(
      `select count(*) as files, coalesce(sum(size), 0)::bigint as bytes, count(language) as "codeFiles",
       coalesce(sum(size) filter (where language is not null), 0)::bigint as "codeBytes"
     from files where project_id = $1 and view_id = $2 and version_id is not null`,
      [view.projectId, view.viewId],
    ),
  );
  return row;
}

/** Bytes of a PostgreSQL database, and the id of the server's process that answers. */
export async function serverState(db: Db): Promise<{ bytes: number; processId: number }> {
  const row = await oneRow(
    db.query<{ bytes: number; processId: number }>(
      `select pg_database_size(current_database()) as bytes, pg_backend_pid() as "processId"`,
    ),
  );
  return row;
}

/** Makes (or drops) a database on the server that `db` is connected to. The name must be letters, digits and `_`. */
export async function createDatabase(db: Db, name: string): Promise<void> {
  await db.query(`create database ${checkedName(name)}`);
}

/** Removes a database of a benchmark, whoever is connected to it. */
export async function dropDatabase(db: Db, name: string): Promise<void> {
  await db.query(`drop database if exists ${checkedName(name)} with (force)`);
}

function checkedName(name: string): string {
  if (!/^\w+$/.test(name)) throw new RangeError("not a name for a database");
  return name;
}

/** A file of a view whose text is searched, with its chunks and their vectors: what synthetic projects are made from. */
export interface RealFile extends FileSample {
  versionId: number;
  size: number;
  /** Deflated. */
  content: Buffer;
  chunks: RealChunk[];
}

export interface RealChunk extends ChunkSpan {
  versionId: number;
  kind: string;
  textHash: Buffer;
  symbolNames: string[];
  vector: Buffer;
}

/** The files of a view that is not encrypted, with vectors of the model that it has. */
export async function realFiles(db: Db, { projectId, viewId }: View): Promise<{ modelId: number; files: RealFile[] }> {
  const { modelId } = await oneRow(
    db.query<{ modelId: number }>(
      `select model_id as "modelId" from view_vectors where project_id = $1 and view_id = $2 and generation > 0 limit 1`,
      [projectId, viewId],
    ),
  );
  const files = await db.query<RealFile>(
    `select f.path, f.language, v.line_count as "lineCount", f.content_hash as "contentHash", v.version_id as "versionId", v.size, c.data as content
     from files f
     join file_versions v on v.project_id = f.project_id and v.version_id = f.version_id and v.chunk_count > 0
     join contents c on c.project_id = f.project_id and c.content_hash = f.content_hash
     where f.project_id = $1 and f.view_id = $2 order by f.path`,
    [projectId, viewId],
  );
  const chunks = await db.query<RealChunk>(
    `select c.version_id as "versionId", c.kind, c.start_line as "startLine", c.end_line as "endLine", c.start_offset as start,
       c.end_offset as "end", c.token_count as "tokenCount", c.code_tokens as "codeTokens", c.text_hash as "textHash",
       c.symbol_names as "symbolNames", c.breadcrumb, c.signature, c.doc, v.data as vector
     from chunks c
     join vectors v on v.project_id = c.project_id and v.model_id = $2 and v.text_hash = c.text_hash
     where c.project_id = $1 order by c.chunk_id`,
    [projectId, modelId],
  );
  const byVersion = new Map(files.map((file) => [file.versionId, file]));
  for (const file of files) file.chunks = [];
  for (const chunk of chunks) byVersion.get(chunk.versionId)?.chunks.push(chunk);
  return { modelId, files };
}

/** Publishes the rows of a synthetic project: its view has all its vectors. */
export async function publishSynthetic(
  db: Db,
  { projectId, viewId }: { projectId: string; viewId: number },
  modelId: number,
): Promise<void> {
  const [counts] = await db.query<{ files: number; chunks: number; version: number; chunk: number }>(
    `select count(*)::int as files, sum(chunk_count)::int as chunks, max(version_id) as version, max(first_chunk + chunk_count) as chunk
     from file_versions where project_id = $1`,
    [projectId],
  );
  const totals = {
    files: counts?.files,
    chunks: counts?.chunks,
    partial: 0,
    skipped: 0,
    failed: 0,
    symbols: 0,
    edges: 0,
  };
  await db.query("update projects set next_version = $2, next_chunk = $3 where project_id = $1", [
    projectId,
    (counts?.version ?? 0) + 1,
    (counts?.chunk ?? 0) + 1,
  ]);
  await db.query(
    "update views set generation = 1, indexed_at = now(), totals = $3 where project_id = $1 and view_id = $2",
    [projectId, viewId, totals],
  );
  await db.query(
    "insert into view_vectors (project_id, view_id, model_id, generation, chunk_count) values ($1, $2, $3, 1, $4)",
    [projectId, viewId, modelId, counts?.chunks],
  );
}

/** Bytes of the tables that searches read, by way: from memory; words and signs in the database. */
export async function searchedBytes(db: Db): Promise<Record<"memory" | "words" | "signs", number>> {
  return oneRow(
    db.query<Record<"memory" | "words" | "signs", number>>(
      `select coalesce(sum(pg_total_relation_size(oid)) filter (where relname in ('segments', 'posting_blocks', 'version_codes')), 0)::int8 as memory,
         coalesce(sum(pg_total_relation_size(oid)) filter (where relname ~ '^(chunk|version)_words'), 0)::int8 as words,
         coalesce(sum(pg_total_relation_size(oid)) filter (where relname ~ '^chunk_signs'), 0)::int8 as signs
       from pg_class where relkind = 'r'`,
    ),
  );
}

/** In how many signs some chunks differ from others, given as bits; in the order of the chunks. */
export async function signDistances(
  db: Db,
  projectId: string,
  modelId: number,
  signs: string,
  chunkIds: readonly number[],
): Promise<number[]> {
  const rows = await db.query<{ distance: number }>(
    `select bit_count(s.signs # $3::varbit)::int as distance
     from unnest($4::int[]) with ordinality wanted (chunk_id, at)
     join chunk_signs s on s.project_id = $1 and s.model_id = $2 and s.chunk_id = wanted.chunk_id order by at`,
    [projectId, modelId, signs, chunkIds],
  );
  return rows.map(({ distance }) => distance);
}

/** Chunks: the units of retrieval. Their text is a span of the content. */
import { nth } from "../base/need.js";
import type { ChunkSpan } from "../model/chunk.js";
import type { Columns } from "./db/columns.js";
import type { Db } from "./db/db.js";
import type { NewVersion, VersionIds } from "./version-rows.js";
import type { View } from "./views.js";

/** A chunk of a file of a view. */
export interface Chunk extends ChunkSpan {
  chunkId: number;
  versionId: number;
  path: string;
  language: string | null;
  contentHash: Buffer;
  ordinal: number;
  kind: string;
  symbolNames: string[];
}

/** Rows of `chunks` for `insertRows`. */
export function chunkColumns(projectId: string, versions: readonly NewVersion[], ids: readonly VersionIds[]): Columns {
  const rows = versions.flatMap((version, index) =>
    version.chunks.map((chunk, ordinal) => ({ chunk, ids: nth(ids, index), ordinal })),
  );
  return {
    project_id: { type: "text", values: rows.map(() => projectId) },
    chunk_id: { type: "int4", values: rows.map((row) => row.ids.firstChunk + row.ordinal) },
    version_id: { type: "int4", values: rows.map((row) => row.ids.versionId) },
    ordinal: { type: "int4", values: rows.map((row) => row.ordinal) },
    kind: { type: "text", values: rows.map((row) => row.chunk.kind) },
    start_line: { type: "int4", values: rows.map((row) => row.chunk.startLine) },
    end_line: { type: "int4", values: rows.map((row) => row.chunk.endLine) },
    start_offset: { type: "int4", values: rows.map((row) => row.chunk.start) },
    end_offset: { type: "int4", values: rows.map((row) => row.chunk.end) },
    token_count: { type: "int4", values: rows.map((row) => row.chunk.tokenCount) },
    code_tokens: { type: "int4", values: rows.map((row) => row.chunk.codeTokens) },
    text_hash: { type: "bytea", values: rows.map((row) => row.chunk.textHash) },
    symbol_names: { type: "text[]", values: rows.map((row) => row.chunk.symbolNames) },
    breadcrumb: { type: "text", values: rows.map((row) => row.chunk.breadcrumb) },
    signature: { type: "text", values: rows.map((row) => row.chunk.signature) },
    doc: { type: "text", values: rows.map((row) => row.chunk.doc) },
    around: { type: "text", values: rows.map((row) => row.chunk.around) },
  };
}

const COLUMNS = `c.chunk_id as "chunkId", c.version_id as "versionId", f.path, f.language, f.content_hash as "contentHash", c.ordinal, c.kind,
  c.start_line as "startLine", c.end_line as "endLine", c.start_offset as start, c.end_offset as "end", c.token_count as "tokenCount",
  c.code_tokens as "codeTokens", c.symbol_names as "symbolNames", c.breadcrumb, c.signature, c.doc`;

/** Fields of a chunk that ranking reads. */
export type ChunkHead = Pick<Chunk, "chunkId" | "kind" | "startLine" | "tokenCount" | "codeTokens" | "symbolNames">;

/** Heads of chunks by their ids; those that are gone are left out. */
export async function chunkHeads(db: Db, projectId: string, chunkIds: readonly number[]): Promise<ChunkHead[]> {
  if (chunkIds.length === 0) return [];
  return db.query<ChunkHead>(
    `select chunk_id as "chunkId", kind, start_line as "startLine", token_count as "tokenCount", code_tokens as "codeTokens",
       symbol_names as "symbolNames"
     from chunks where project_id = $1 and chunk_id = any($2)`,
    [projectId, chunkIds],
  );
}

/** The chunk at each of some lines of file versions, in their order: a blank line's is the one above it. Lines behind the end have none. */
export async function chunksAtLines(
  db: Db,
  projectId: string,
  lines: readonly { versionId: number; line: number }[],
): Promise<number[]> {
  if (lines.length === 0) return [];
  const rows = await db.query<{ chunkId: number }>(
    `select chunk_id as "chunkId"
     from unnest($2::int[], $3::int[]) with ordinality as asked (version_id, line, place)
     cross join lateral (
       select c.chunk_id from chunks c
       where c.project_id = $1 and c.version_id = asked.version_id and c.start_line <= asked.line
       order by c.ordinal desc limit 1
     ) as above
     join file_versions v on v.project_id = $1 and v.version_id = asked.version_id and asked.line <= v.line_count
     order by place`,
    [projectId, lines.map(({ versionId }) => versionId), lines.map(({ line }) => line)],
  );
  return rows.map(({ chunkId }) => chunkId);
}

/** The chunks of a file version that have some of the given lines, in order. */
export async function chunksOfLines(
  db: Db,
  view: View,
  { versionId, lineStart, lineEnd }: { versionId: number; lineStart: number; lineEnd: number },
): Promise<Chunk[]> {
  const chunks = await db.query<Chunk>(
    `select ${COLUMNS}
     from chunks c
     join files f on f.project_id = c.project_id and f.view_id = $2 and f.version_id = c.version_id
     where c.project_id = $1 and c.version_id = $3 and c.start_line <= $5 and c.end_line >= $4
     order by c.ordinal`,
    [view.projectId, view.viewId, versionId, lineStart, lineEnd],
  );
  return opened(db, view.projectId, chunks);
}

/** Chunks of a view by their ids; those that the view does not have are left out. */
export async function chunksByIds(
  db: Db,
  view: View,
  chunkIds: readonly number[],
  signal?: AbortSignal,
): Promise<Chunk[]> {
  if (chunkIds.length === 0) return [];
  const chunks = await db.query<Chunk>(
    `select ${COLUMNS}
     from chunks c
     join files f on f.project_id = c.project_id and f.view_id = $2 and f.version_id = c.version_id
     where c.project_id = $1 and c.chunk_id = any($3)`,
    [view.projectId, view.viewId, chunkIds],
    signal,
  );
  return opened(db, view.projectId, chunks);
}

/** Chunks as they were before they were stored. */
function opened(db: Db, projectId: string, chunks: Chunk[]): Chunk[] {
  for (const chunk of chunks)
    for (const column of ["breadcrumb", "signature", "doc"] as const)
      chunk[column] = db.seal.open({ table: "chunks", column, projectId, row: [chunk.chunkId] }, chunk[column]);
  return chunks;
}

/** Contents and their parse results, and the file versions that symbols, chunks and postings belong to. Immutable; invisible until a publish. */
import type { SegmentRows } from "../postings/segment.js";
import { chunkColumns } from "./chunks.js";
import type { Columns } from "./db/columns.js";
import type { Db } from "./db/db.js";
import { readHistory, refuseOtherHistory } from "./db/history.js";
import { ONE_PLAN } from "./db/one-plan.js";
import { oneRow } from "./db/one-row.js";
import { insertSegments } from "./segments.js";
import { storableName, symbolColumns } from "./symbols.js";
import { allocateIds, type NewVersion, type VersionIds } from "./version-rows.js";

/**
 * Writes a batch of versions with all that belongs to them, in one transaction; gives their ids in the order of the batch. `segments` makes
 * the batch's posting lists once the ids are known.
 */
export async function writeBatch(
  db: Db,
  projectId: string,
  versions: readonly NewVersion[],
  segments: (ids: readonly VersionIds[]) => readonly SegmentRows[],
): Promise<VersionIds[]> {
  if (versions.length === 0) return [];
  // Ids are taken outside the transaction: the project's row would otherwise be locked for as long as the batch takes. A server that takes over in
  // between gives them a second time.
  const history = await readHistory(db);
  const next = await allocateIds(db, projectId, {
    versions: versions.length,
    symbols: sum(versions, (version) => version.symbols.length),
    chunks: sum(versions, (version) => version.chunks.length),
  });
  const ids = versions.map((version) => {
    const own = { versionId: next.version, firstSymbol: next.symbol, firstChunk: next.chunk };
    next.version += 1;
    next.symbol += version.symbols.length;
    next.chunk += version.chunks.length;
    return own;
  });
  const segmentRows = segments(ids);
  const names = new Set<string>();
  for (const { symbols } of versions) for (const { name } of symbols) if (name !== "") names.add(storableName(name));
  await db.transaction(async (tx) => {
    await refuseOtherHistory(tx, history);
    const ignoreConflicts = { ignoreConflicts: true };
    const contents = versions.filter((version) => version.content !== null);
    if (contents.length > 0) await tx.insertRows("contents", contentColumns(projectId, contents), ignoreConflicts);
    const parsed = versions.filter((version) => version.parseResult !== null);
    if (parsed.length > 0) await tx.insertRows("parse_results", parseColumns(projectId, parsed), ignoreConflicts);
    await tx.insertRows("file_versions", versionColumns(projectId, versions, ids));
    await tx.insertRows("symbols", symbolColumns(projectId, versions, ids));
    await tx.insertRows("chunks", chunkColumns(projectId, versions, ids));
    if (names.size > 0) await tx.insertRows("symbol_names", nameColumns(projectId, [...names]), ignoreConflicts);
    await insertSegments(tx, projectId, segmentRows);
  });
  return ids;
}

function contentColumns(projectId: string, versions: readonly NewVersion[]): Columns {
  return {
    project_id: { type: "text", values: versions.map(() => projectId) },
    content_hash: { type: "bytea", values: versions.map((version) => version.contentHash) },
    size: { type: "int4", values: versions.map((version) => version.size) },
    data: { type: "bytea", values: versions.map((version) => version.content) },
  };
}

function parseColumns(projectId: string, versions: readonly NewVersion[]): Columns {
  return {
    project_id: { type: "text", values: versions.map(() => projectId) },
    content_hash: { type: "bytea", values: versions.map((version) => version.contentHash) },
    language: { type: "text", values: versions.map((version) => version.parseResult?.language) },
    extractor_version: { type: "int4", values: versions.map((version) => version.parseResult?.extractorVersion) },
    data: { type: "bytea", values: versions.map((version) => version.parseResult?.data) },
  };
}

function versionColumns(projectId: string, versions: readonly NewVersion[], ids: readonly VersionIds[]): Columns {
  return {
    project_id: { type: "text", values: versions.map(() => projectId) },
    version_id: { type: "int4", values: ids.map((own) => own.versionId) },
    path: { type: "text", values: versions.map((version) => version.path) },
    content_hash: { type: "bytea", values: versions.map((version) => version.contentHash) },
    language: { type: "text", values: versions.map((version) => version.language) },
    format: { type: "text", values: versions.map((version) => version.format) },
    size: { type: "int4", values: versions.map((version) => version.size) },
    line_count: { type: "int4", values: versions.map((version) => version.lineCount) },
    first_symbol: { type: "int4", values: ids.map((own) => own.firstSymbol) },
    symbol_count: { type: "int4", values: versions.map((version) => version.symbols.length) },
    first_chunk: { type: "int4", values: ids.map((own) => own.firstChunk) },
    chunk_count: { type: "int4", values: versions.map((version) => version.chunks.length) },
  };
}

function nameColumns(projectId: string, names: readonly string[]): Columns {
  return {
    project_id: { type: "text", values: names.map(() => projectId) },
    name: { type: "text", values: names },
  };
}

/** A stored version of a file. */
export interface Version extends VersionIds {
  path: string;
  contentHash: Buffer;
  language: string | null;
  size: number;
  lineCount: number;
  symbolCount: number;
  chunkCount: number;
}

/** The stored versions of a format with one of these contents at one of these paths, the newest of each; what is not stored is left out. */
export async function findVersions(
  db: Db,
  projectId: string,
  format: string,
  files: readonly (readonly [path: string, contentHash: Buffer])[],
): Promise<Version[]> {
  if (files.length === 0) return [];
  return db.query<Version>(
    `select distinct on (v.path, v.content_hash) v.version_id as "versionId", v.first_symbol as "firstSymbol",
       v.first_chunk as "firstChunk", v.path, v.content_hash as "contentHash", v.language, v.size, v.line_count as "lineCount",
       v.symbol_count as "symbolCount", v.chunk_count as "chunkCount"
     from unnest($3::text[], $4::bytea[]) as wanted (path, content_hash)
     join file_versions v on v.project_id = $1 and v.path = wanted.path and v.content_hash = wanted.content_hash and v.format = $2
     order by v.path, v.content_hash, v.version_id desc`,
    [projectId, format, files.map(([path]) => path), files.map(([, hash]) => hash)],
  );
}

export interface StoredParseResult {
  contentHash: Buffer;
  language: string;
  extractorVersion: number;
  /** An encoded ParseResult. */
  data: Buffer;
}

/** The parse results of some contents, in every language and version they were parsed in. */
export async function readParseResults(
  db: Db,
  projectId: string,
  contentHashes: readonly Buffer[],
): Promise<StoredParseResult[]> {
  if (contentHashes.length === 0) return [];
  const rows = await db.query<StoredParseResult>(
    `select content_hash as "contentHash", language, extractor_version as "extractorVersion", data
     from parse_results where project_id = $1 and content_hash = any($2)`,
    [projectId, contentHashes],
  );
  for (const row of rows) {
    const key = [row.contentHash, row.language, row.extractorVersion];
    row.data = db.seal.open({ table: "parse_results", column: "data", projectId, row: key }, row.data);
  }
  return rows;
}

/** Some contents, deflated. */
export async function readContents(
  db: Db,
  projectId: string,
  contentHashes: readonly Buffer[],
  signal?: AbortSignal,
): Promise<{ contentHash: Buffer; size: number; data: Buffer }[]> {
  if (contentHashes.length === 0) return [];
  const rows = await db.query<{ contentHash: Buffer; size: number; data: Buffer }>(
    `${ONE_PLAN} select content_hash as "contentHash", size, data from contents where project_id = $1 and content_hash = any($2)`,
    [projectId, contentHashes],
    signal,
  );
  for (const row of rows)
    row.data = db.seal.open({ table: "contents", column: "data", projectId, row: [row.contentHash] }, row.data);
  return rows;
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** Whether anything of the project was stored yet. */
export async function hasVersions(db: Db, projectId: string): Promise<boolean> {
  const row = await oneRow(
    db.query<{ has: boolean }>("select exists (select from file_versions where project_id = $1) as has", [projectId]),
  );
  return row.has;
}

/** The document ids of a file version. */
export interface DocumentRange {
  versionId: number;
  firstSymbol: number;
  symbolCount: number;
  firstChunk: number;
  chunkCount: number;
}

/** Of all stored versions of a project, in the order of their ids. */
export async function listDocumentRanges(db: Db, projectId: string): Promise<DocumentRange[]> {
  return db.query<DocumentRange>(
    `select version_id as "versionId", first_symbol as "firstSymbol", symbol_count as "symbolCount", first_chunk as "firstChunk",
       chunk_count as "chunkCount"
     from file_versions where project_id = $1 order by version_id`,
    [projectId],
  );
}

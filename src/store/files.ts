/** The ledger: every path that a view has seen, and what became of it. */
import type { LineRange } from "../model/parse-result.js";
import type { Columns } from "./db/columns.js";
import type { Db } from "./db/db.js";
import { ONE_PLAN } from "./db/one-plan.js";
import { oneRow } from "./db/one-row.js";

export interface LedgerRow {
  path: string;
  status: "indexed" | "partial" | "skipped" | "failed";
  /** Why it was skipped or failed; of an indexed one, why its text is not searched. */
  reason: string | null;
  detail: string | null;
  /** A skipped directory stands for everything below it. */
  isDirectory: boolean;
  language: string | null;
  size: number | null;
  modifiedNs: bigint | null;
  inode: bigint | null;
  contentHash: Buffer | null;
  versionId: number | null;
  edgeSetId: number | null;
  /** Edges of the set. */
  edgeCount: number;
  errorRanges: LineRange[] | null;
  unresolvedCalls: number;
  attempts: number;
  /** The names in code that is not in the index, or not whole (postings/unread-names.ts); null for other files. */
  names: Buffer | null;
}

interface LedgerColumns {
  path: string;
  status: LedgerRow["status"];
  reason: string | null;
  detail: string | null;
  is_directory: boolean;
  language: string | null;
  size: number | null;
  modified_ns: number | bigint | null;
  inode: number | bigint | null;
  content_hash: Buffer | null;
  version_id: number | null;
  edge_set_id: number | null;
  edge_count: number;
  error_ranges: LineRange[] | null;
  unresolved_calls: number;
  attempts: number;
  names?: Buffer | null;
}

const COLUMNS = `path, status, reason, detail, is_directory, language, size, modified_ns, inode, content_hash, version_id, edge_set_id,
  edge_count, error_ranges, unresolved_calls, attempts`;

const toRow = (row: LedgerColumns): LedgerRow => ({
  path: row.path,
  status: row.status,
  reason: row.reason,
  detail: row.detail,
  isDirectory: row.is_directory,
  language: row.language,
  size: row.size,
  modifiedNs: row.modified_ns === null ? null : BigInt(row.modified_ns),
  // Inodes are unsigned, bigint is not.
  inode: row.inode === null ? null : BigInt.asUintN(64, BigInt(row.inode)),
  contentHash: row.content_hash,
  versionId: row.version_id,
  edgeSetId: row.edge_set_id,
  edgeCount: row.edge_count,
  errorRanges: row.error_ranges,
  unresolvedCalls: row.unresolved_calls,
  attempts: row.attempts,
  names: row.names ?? null,
});

/** Rows of `files` for `insertRows`. */
export function ledgerColumns(
  projectId: string,
  viewId: number,
  generation: number,
  rows: readonly LedgerRow[],
): Columns {
  const same = <T>(value: T): T[] => new Array<T>(rows.length).fill(value);
  return {
    project_id: { type: "text", values: same(projectId) },
    view_id: { type: "int4", values: same(viewId) },
    path: { type: "text", values: rows.map((row) => row.path) },
    status: { type: "text", values: rows.map((row) => row.status) },
    reason: { type: "text", values: rows.map((row) => row.reason) },
    detail: { type: "text", values: rows.map((row) => row.detail) },
    is_directory: { type: "bool", values: rows.map((row) => row.isDirectory) },
    language: { type: "text", values: rows.map((row) => row.language) },
    size: { type: "int8", values: rows.map((row) => row.size) },
    modified_ns: { type: "int8", values: rows.map((row) => row.modifiedNs) },
    inode: { type: "int8", values: rows.map((row) => (row.inode === null ? null : BigInt.asIntN(64, row.inode))) },
    content_hash: { type: "bytea", values: rows.map((row) => row.contentHash) },
    version_id: { type: "int4", values: rows.map((row) => row.versionId) },
    edge_set_id: { type: "int4", values: rows.map((row) => row.edgeSetId) },
    edge_count: { type: "int4", values: rows.map((row) => row.edgeCount) },
    error_ranges: { type: "jsonb", values: rows.map((row) => row.errorRanges) },
    unresolved_calls: { type: "int4", values: rows.map((row) => row.unresolvedCalls) },
    attempts: { type: "int4", values: rows.map((row) => row.attempts) },
    generation: { type: "int8", values: same(generation) },
    names: { type: "bytea", values: rows.map((row) => row.names) },
  };
}

/** The whole ledger of a view, by path (in the order of their bytes): what a scan is compared with. */
export async function readLedger(db: Db, projectId: string, viewId: number): Promise<LedgerRow[]> {
  const rows = await db.query<LedgerColumns>(
    `select ${COLUMNS} from files where project_id = $1 and view_id = $2 order by path`,
    [projectId, viewId],
  );
  return rows.map(toRow);
}

/** The rows of some paths whole, with the names of unread code, by path. Paths without a row are left out. */
export async function readLedgerPaths(
  db: Db,
  projectId: string,
  viewId: number,
  paths: readonly string[],
): Promise<LedgerRow[]> {
  const rows = await db.query<LedgerColumns>(
    `${ONE_PLAN} select ${COLUMNS}, names from files where project_id = $1 and view_id = $2 and path = any($3) order by path`,
    [projectId, viewId, paths],
  );
  return rows.map((row) => toRow({ ...row, names: openNames(db, projectId, viewId, row.path, row.names ?? null) }));
}

/** The paths of the files of a view that are `partial` and say so in these words, in order. */
export async function partialPaths(
  db: Db,
  { projectId, viewId }: { projectId: string; viewId: number },
  detail: string,
): Promise<string[]> {
  const rows = await db.query<{ path: string }>(
    "select path from files where project_id = $1 and view_id = $2 and status = 'partial' and detail = $3 order by path",
    [projectId, viewId, detail],
  );
  return rows.map(({ path }) => path);
}

/** How many files of a view were read, at most, and how many were left out because there are too many. */
export async function countRead(
  db: Db,
  { projectId, viewId }: { projectId: string; viewId: number },
): Promise<{ read: number; beyond: number }> {
  const row = await oneRow(
    db.query<{ read: number; beyond: number }>(
      `select count(*) filter (where status = 'failed' or modified_ns is not null)::int as read,
            count(*) filter (where reason = 'too_many')::int as beyond
       from files where project_id = $1 and view_id = $2`,
      [projectId, viewId],
    ),
  );
  return row;
}

/** The paths of the indexed files of a view that end with `suffix`, in order. */
export async function pathsEndingWith(
  db: Db,
  { projectId, viewId }: { projectId: string; viewId: number },
  suffix: string,
): Promise<string[]> {
  const rows = await db.query<{ path: string }>(
    `select path from files
     where project_id = $1 and view_id = $2 and right(path, $4) = $3 and status in ('indexed', 'partial') order by path`,
    [projectId, viewId, suffix, suffix.length],
  );
  return rows.map(({ path }) => path);
}

/** The rows of some paths and of all that lies below them. No path may lie below another of the list. */
export async function readLedgerBelow(
  db: Db,
  projectId: string,
  viewId: number,
  paths: readonly string[],
): Promise<LedgerRow[]> {
  if (paths.includes("")) return readLedger(db, projectId, viewId);
  // '0' follows '/' in the order of bytes.
  const rows = await db.query<LedgerColumns>(
    `select below.* from unnest($3::text[]) as top (path)
     cross join lateral (
       select ${COLUMNS} from files where project_id = $1 and view_id = $2 and path = top.path
       union all
       select ${COLUMNS} from files
       where project_id = $1 and view_id = $2 and path > top.path || '/' and path < top.path || '0'
     ) below`,
    [projectId, viewId, paths],
  );
  return rows.map(toRow);
}

/** The ledger's word on one path: its own row, or that of the nearest skipped directory above it. */
export async function explainPath(
  db: Db,
  projectId: string,
  viewId: number,
  path: string,
): Promise<LedgerRow | undefined> {
  const parts = path.split("/");
  const ancestors = parts.slice(1).map((_, depth) => parts.slice(0, depth + 1).join("/"));
  const [row] = await db.query<LedgerColumns>(
    `select ${COLUMNS} from files
     where project_id = $1 and view_id = $2 and (path = $3 or (path = any($4) and is_directory))
     order by length(path) desc limit 1`,
    [projectId, viewId, path, ancestors],
  );
  return row && toRow(row);
}

/** Names as they were before they were stored. */
function openNames<Names extends Buffer | null>(
  db: Db,
  projectId: string,
  viewId: number,
  path: string,
  names: Names,
): Names {
  return db.seal.open({ table: "files", column: "names", projectId, row: [viewId, path] }, names);
}

/** Code of a view that is not in the index, or not whole, with the names that stand in it, by path; about `mostBytes` of them. */
export async function unreadCode(
  db: Db,
  { projectId, viewId }: { projectId: string; viewId: number },
  mostBytes: number,
): Promise<{ path: string; status: LedgerRow["status"]; reason: string | null; names: Buffer }[]> {
  const rows = await db.query<{ path: string; status: LedgerRow["status"]; reason: string | null; names: Buffer }>(
    `select path, status, reason, names
     from (
       select path, status, reason, names, sum(length(names)) over (order by path) as bytes
       from files where project_id = $1 and view_id = $2 and names is not null
     ) unread
     where bytes <= $3
     order by path`,
    [projectId, viewId, mostBytes],
  );
  return rows.map((row) => ({ ...row, names: openNames(db, projectId, viewId, row.path, row.names) }));
}

/**
 * Whether the text of a file `f` is searched. Of one without a reason it is; of a large file of data the beginning has chunks, and the whole of it is
 * known to `search_text`.
 */
export const IS_SEARCHED = "(f.reason is null or f.reason = 'data')";

/** A file that readers of a view see, with the ids of what belongs to it. */
export interface LiveVersion {
  path: string;
  status: LedgerRow["status"];
  language: string | null;
  /** null: the path has a row, but nothing of it is in the index (any more). Only where changes were asked for. */
  versionId: number | null;
  edgeSetId: number | null;
  contentHash: Buffer | null;
  size: number;
  lineCount: number;
  /** Whether its text is searched: no person wrote the others. */
  isSearched: boolean;
  firstSymbol: number;
  symbolCount: number;
  firstChunk: number;
  chunkCount: number;
  generation: number;
}

/**
 * The files of a view that are in the index, by path. With `since`: those that a publish after that generation changed, also those that
 * dropped out of the index but still have a row. A deleted path has no row; `live` is the number of files in the index, so a reader
 * that ends up with another number reads all of them again.
 */
export async function liveVersions(
  db: Db,
  projectId: string,
  viewId: number,
  since?: number,
): Promise<{ versions: LiveVersion[]; live: number }> {
  const versions = await db.query<LiveVersion>(
    `select f.path, f.status, f.language, f.version_id as "versionId", f.edge_set_id as "edgeSetId", f.content_hash as "contentHash",
       ${IS_SEARCHED} as "isSearched", coalesce(v.size, 0) as size, coalesce(v.line_count, 0) as "lineCount", coalesce(v.first_symbol, 0) as "firstSymbol",
       coalesce(v.symbol_count, 0) as "symbolCount", coalesce(v.first_chunk, 0) as "firstChunk",
       coalesce(v.chunk_count, 0) as "chunkCount", f.generation
     from files f
     left join file_versions v on v.project_id = f.project_id and v.version_id = f.version_id
     where f.project_id = $1 and f.view_id = $2 and ${since === undefined ? "f.version_id is not null" : "f.generation > $3"}
     order by f.path`,
    since === undefined ? [projectId, viewId] : [projectId, viewId, since],
  );
  if (since === undefined) return { versions, live: versions.length };
  const [count] = await db.query<{ live: number }>(
    "select count(version_id) as live from files where project_id = $1 and view_id = $2",
    [projectId, viewId],
  );
  return { versions, live: count?.live ?? 0 };
}

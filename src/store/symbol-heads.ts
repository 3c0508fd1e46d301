/** Symbols as one view sees them: rows of `symbols` with the path and parse status of their file. The view decides by joining `files`. */
import { nth } from "../base/need.js";
import type { Db } from "./db/db.js";
import { ONE_PLAN } from "./db/one-plan.js";
import type { SealedPlace } from "./db/seal.js";
import type { View } from "./views.js";

/** The flags of a symbol; a flag's bit in `symbols.flags` is its position here. */
export const FLAGS = [
  "isPublicApi",
  "isStatic",
  "isAbstract",
  "isAsync",
  "isOverride",
  "isDeprecated",
  "isExported",
  "isMergeable",
] as const;

/** Whether a symbol has a flag. */
export function hasFlag(head: SymbolHead, flag: (typeof FLAGS)[number]): boolean {
  return (head.flags & (1 << FLAGS.indexOf(flag))) !== 0;
}

/** One span of a symbol, without its doc comment. */
export interface SymbolHead {
  nodeId: string;
  versionId: number;
  ordinal: number;
  parentOrdinal: number;
  path: string;
  /** The ledger's word for the file: indexed or partial. */
  fileStatus: string;
  name: string;
  qualifiedName: string;
  nodeType: string;
  language: string;
  lineStart: number;
  lineEnd: number;
  access: string;
  flags: number;
  hasDoc: boolean;
  parameterSignature: string | null;
  parameterCount: number | null;
  returnType: string | null;
  part?: Position["part"];
}

/** Row that `symbolHeadColumns` selects. */
export interface SymbolHeadColumns {
  node_id: string;
  version_id: number;
  ordinal: number;
  parent_ordinal: number;
  path: string;
  status: string;
  name: string;
  qualified_name: string;
  node_type: string;
  language: string;
  line_start: number;
  line_end: number;
  access_modifier: string;
  flags: number;
  has_doc: boolean;
  parameter_signature: string | null;
  parameter_count: number | null;
  return_type: string | null;
}

/** The columns of a head, from the aliases of `symbols` and `files` in a query. */
export function symbolHeadColumns(symbols: string, files: string): string {
  return `${symbols}.node_id, ${symbols}.version_id, ${symbols}.ordinal, ${symbols}.parent_ordinal, ${files}.path, ${files}.status,
    ${symbols}.name, ${symbols}.qualified_name, ${symbols}.node_type, ${symbols}.language, ${symbols}.line_start, ${symbols}.line_end,
    ${symbols}.access_modifier, ${symbols}.flags, ${symbols}.doc is not null as has_doc, ${symbols}.parameter_signature,
    ${symbols}.parameter_count, ${symbols}.return_type`;
}

/** Makes heads of a project's rows. */
export function headsOf(db: Db, projectId: string): (row: SymbolHeadColumns) => SymbolHead {
  return (row) => ({
    nodeId: row.node_id,
    versionId: row.version_id,
    ordinal: row.ordinal,
    parentOrdinal: row.parent_ordinal,
    path: row.path,
    fileStatus: row.status,
    name: row.name,
    qualifiedName: row.qualified_name,
    nodeType: row.node_type,
    language: row.language,
    lineStart: row.line_start,
    lineEnd: row.line_end,
    access: row.access_modifier,
    flags: row.flags,
    hasDoc: row.has_doc,
    parameterSignature: db.seal.open(sealedPlace(projectId, row, "parameter_signature"), row.parameter_signature),
    parameterCount: row.parameter_count,
    returnType: db.seal.open(sealedPlace(projectId, row, "return_type"), row.return_type),
  });
}

/** Where a text of a symbol stands. */
function sealedPlace(
  projectId: string,
  { version_id, ordinal }: Pick<SymbolHeadColumns, "version_id" | "ordinal">,
  column: "doc" | "parameter_signature" | "return_type",
): SealedPlace {
  return { table: "symbols", column, projectId, row: [version_id, ordinal] };
}

const COLUMNS = symbolHeadColumns("s", "f");
/** The symbols `s` of the view $2, with their files `f`. */
const SYMBOLS_OF_VIEW =
  "symbols s join files f on f.project_id = s.project_id and f.view_id = $2 and f.version_id = s.version_id";

/** The spans of the given symbols, by path and line; at most `spans` of each symbol (a C# namespace has one per file). */
export async function readHeads(
  db: Db,
  view: View,
  nodeIds: readonly string[],
  options: { spans: number },
): Promise<SymbolHead[]> {
  if (nodeIds.length === 0) return [];
  const rows = await db.query<SymbolHeadColumns>(
    `${ONE_PLAN} select head.*
     from unnest($3::text[]) as wanted (node_id)
     cross join lateral (
       select ${COLUMNS}
       from ${SYMBOLS_OF_VIEW}
       where s.project_id = $1 and s.node_id = wanted.node_id
       limit $4
     ) head
     order by head.path, head.line_start, head.ordinal`,
    [view.projectId, view.viewId, nodeIds, options.spans],
  );
  return rows.map(headsOf(db, view.projectId));
}

/** Every span of the symbols with exactly this qualified name, by path and line; at most `limit` rows. */
export async function headsByQualifiedName(
  db: Db,
  view: View,
  qualifiedName: string,
  limit: number,
): Promise<SymbolHead[]> {
  const rows = await db.query<SymbolHeadColumns>(
    `${ONE_PLAN} select ${COLUMNS}
     from ${SYMBOLS_OF_VIEW}
     where s.project_id = $1 and s.qualified_name = $3
     order by f.path, s.line_start, s.ordinal
     limit $4`,
    [view.projectId, view.viewId, qualifiedName, limit],
  );
  return rows.map(headsOf(db, view.projectId));
}

/**
 * Every span of the symbols with this name in any case, at most `limit` rows. Qualified names that end with `suffix`, and names in the very case, come first.
 */
export async function headsByName(
  db: Db,
  view: View,
  name: string,
  { suffix, limit }: { suffix: string; limit: number },
): Promise<SymbolHead[]> {
  const rows = await db.query<SymbolHeadColumns>(
    `select ${COLUMNS}
     from ${SYMBOLS_OF_VIEW}
     where s.project_id = $1 and s.name = any (
       select n.name from symbol_names n where n.project_id = $1 and lower(n.name) = lower($3 collate "C")
     )
     order by right(lower(s.qualified_name), $4) <> lower($5), s.name <> $3, f.path, s.line_start, s.ordinal
     limit $6`,
    [view.projectId, view.viewId, name, suffix.length, suffix, limit],
  );
  return rows.map(headsOf(db, view.projectId));
}

/** Spans of the symbols of exactly these names, by name; at most `most` of each name. */
export async function headsNamed(
  db: Db,
  view: View,
  names: readonly string[],
  { most }: { most: number },
): Promise<SymbolHead[]> {
  if (names.length === 0) return [];
  const rows = await db.query<SymbolHeadColumns>(
    `${ONE_PLAN} select head.*
     from unnest($3::text[]) as wanted (name)
     cross join lateral (
       select ${COLUMNS}
       from ${SYMBOLS_OF_VIEW}
       where s.project_id = $1 and s.name = wanted.name
       limit $4
     ) head
     order by head.name, head.path, head.line_start`,
    [view.projectId, view.viewId, names, most],
  );
  return rows.map(headsOf(db, view.projectId));
}

/** The heads that `headsByQualifiedName` finds for a name and `headsByName` for its last part, in one query. */
export async function headsByEitherName(
  db: Db,
  view: View,
  name: string,
  { last, suffix, limit }: { last: string; suffix: string; limit: number },
): Promise<{ exact: SymbolHead[]; named: SymbolHead[] }> {
  const rows = await db.query<SymbolHeadColumns & { is_exact: boolean }>(
    `with found as (
       (select true as is_exact, row_number() over (order by f.path, s.line_start, s.ordinal) as rank, ${COLUMNS}
        from ${SYMBOLS_OF_VIEW}
        where s.project_id = $1 and s.qualified_name = $7
        order by 2
        limit $6)
       union all
       (select false, row_number() over (
          order by right(lower(s.qualified_name), $4) <> lower($5), s.name <> $3, f.path, s.line_start, s.ordinal
        ), ${COLUMNS}
        from ${SYMBOLS_OF_VIEW}
        where s.project_id = $1 and s.name = any (
          select n.name from symbol_names n where n.project_id = $1 and lower(n.name) = lower($3 collate "C")
        )
        order by 2
        limit $6)
     )
     select * from found order by is_exact, rank`,
    [view.projectId, view.viewId, last, suffix.length, suffix, limit, name],
  );
  const heads = (isExact: boolean) =>
    rows.filter(({ is_exact }) => is_exact === isExact).map(headsOf(db, view.projectId));
  return { exact: heads(true), named: heads(false) };
}

/** All symbols of one file version of the view, in the order of the parse. */
export async function headsOfFile(db: Db, view: View, versionId: number): Promise<SymbolHead[]> {
  const rows = await db.query<SymbolHeadColumns>(
    `${ONE_PLAN} select ${COLUMNS}
     from files f
     join symbols s on s.project_id = f.project_id and s.version_id = f.version_id
     where f.project_id = $1 and f.view_id = $2 and f.version_id = $3
     order by s.ordinal`,
    [view.projectId, view.viewId, versionId],
  );
  return rows.map(headsOf(db, view.projectId));
}

/** The symbols directly below the given ones, of all kinds or of one, by path and position; at most `limit`. */
export async function childHeads(
  db: Db,
  view: View,
  parents: readonly Position[],
  { nodeType = null, limit }: { nodeType?: string | null; limit: number },
): Promise<SymbolHead[]> {
  if (parents.length === 0) return [];
  const rows = await db.query<SymbolHeadColumns>(
    `${ONE_PLAN} select ${COLUMNS}
     from unnest($3::int[], $4::int[]) as parent (version_id, ordinal)
     join files f on f.project_id = $1 and f.view_id = $2 and f.version_id = parent.version_id
     join symbols s on s.project_id = f.project_id and s.version_id = f.version_id and s.parent_ordinal = parent.ordinal
     where $5::text is null or s.node_type = $5
     order by f.path, s.line_start, s.ordinal
     limit $6`,
    [
      view.projectId,
      view.viewId,
      parents.map((parent) => parent.versionId),
      parents.map((parent) => parent.ordinal),
      nodeType,
      limit,
    ],
  );
  return rows.map(headsOf(db, view.projectId));
}

/** The symbols at the given positions. */
export async function headsAt(db: Db, view: View, positions: readonly Position[]): Promise<SymbolHead[]> {
  if (positions.length === 0) return [];
  const rows = await db.query<SymbolHeadColumns>(
    `${ONE_PLAN} select ${COLUMNS}
     from unnest($3::int[], $4::int[]) as position (version_id, ordinal)
     join files f on f.project_id = $1 and f.view_id = $2 and f.version_id = position.version_id
     join symbols s on s.project_id = f.project_id and s.version_id = f.version_id and s.ordinal = position.ordinal
     order by f.path, s.line_start, s.ordinal`,
    [
      view.projectId,
      view.viewId,
      positions.map((position) => position.versionId),
      positions.map((position) => position.ordinal),
    ],
  );
  return rows.map(headsOf(db, view.projectId));
}

/** How many symbols are declared directly in the given spans. */
export async function childCount(db: Db, projectId: string, spans: readonly Position[]): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `select count(distinct s.node_id)::int as count
     from unnest($2::int[], $3::int[]) as parent (version_id, ordinal)
     join symbols s on s.project_id = $1 and s.version_id = parent.version_id and s.parent_ordinal = parent.ordinal`,
    [projectId, spans.map((span) => span.versionId), spans.map((span) => span.ordinal)],
  );
  return nth(rows, 0).count;
}

/** The doc comment of the first of the given spans that has one. */
export async function readDoc(db: Db, projectId: string, spans: readonly Position[]): Promise<string | null> {
  const rows = await db.query<{ version_id: number; ordinal: number; doc: string }>(
    `select s.version_id, s.ordinal, s.doc
     from unnest($2::int[], $3::int[]) with ordinality as span (version_id, ordinal, rank)
     join symbols s on s.project_id = $1 and s.version_id = span.version_id and s.ordinal = span.ordinal
     where s.doc is not null
     order by span.rank
     limit 1`,
    [projectId, spans.map((span) => span.versionId), spans.map((span) => span.ordinal)],
  );
  const [row] = rows;
  return row ? db.seal.open(sealedPlace(projectId, row, "doc"), row.doc) : null;
}

/** A doc comment, and what it is about. */
export interface DocComment {
  /** Position of its span in those that were asked for. */
  span: number;
  name: string;
  qualifiedName: string;
  nodeType: string;
  lineStart: number;
  doc: string;
}

/** Declarations in the given lines of file versions, without the files themselves; by path and line. */
export async function headsInLines(
  db: Db,
  view: View,
  spans: readonly { versionId: number; startLine: number; endLine: number }[],
): Promise<SymbolHead[]> {
  if (spans.length === 0) return [];
  const rows = await db.query<SymbolHeadColumns>(
    `select distinct ${COLUMNS}
     from unnest($3::int[], $4::int[], $5::int[]) as span (version_id, first, last)
     join symbols s on s.project_id = $1 and s.version_id = span.version_id and s.line_start between span.first and span.last
     join files f on f.project_id = s.project_id and f.view_id = $2 and f.version_id = s.version_id
     where s.ordinal > 0
     order by f.path, s.line_start, s.ordinal`,
    [
      view.projectId,
      view.viewId,
      spans.map((span) => span.versionId),
      spans.map((span) => span.startLine),
      spans.map((span) => span.endLine),
    ],
  );
  return rows.map(headsOf(db, view.projectId));
}

/** A line of a file. */
export interface LinePlace {
  path: string;
  line: number;
}

/** For each place the innermost symbol around it that is of one of the node types, in the order of the places; null where there is none. */
export async function headsAround(
  db: Db,
  view: View,
  places: readonly LinePlace[],
  nodeTypes: readonly string[],
): Promise<(SymbolHead | null)[]> {
  if (places.length === 0) return [];
  const rows = await db.query<SymbolHeadColumns & { number: number }>(
    `select wanted.number::int, head.*
     from unnest($3::text[], $4::int[]) with ordinality as wanted (path, line, number)
     cross join lateral (
       select ${COLUMNS}
       from files f
       join symbols s on s.project_id = f.project_id and s.version_id = f.version_id
       where f.project_id = $1 and f.view_id = $2 and f.path = wanted.path
         and s.ordinal > 0 and s.node_type = any($5) and wanted.line between s.line_start and s.line_end
       order by s.line_end - s.line_start, s.ordinal desc
       limit 1
     ) head`,
    [view.projectId, view.viewId, places.map(({ path }) => path), places.map(({ line }) => line), nodeTypes],
  );
  return inPlaces(db, view, places, rows);
}

/** For each place the first symbol that begins below it in its file, in the order of the places; null where there is none. */
export async function headsBelow(db: Db, view: View, places: readonly LinePlace[]): Promise<(SymbolHead | null)[]> {
  if (places.length === 0) return [];
  const rows = await db.query<SymbolHeadColumns & { number: number }>(
    `select wanted.number::int, head.*
     from unnest($3::text[], $4::int[]) with ordinality as wanted (path, line, number)
     cross join lateral (
       select ${COLUMNS}
       from files f
       join symbols s on s.project_id = f.project_id and s.version_id = f.version_id
       where f.project_id = $1 and f.view_id = $2 and f.path = wanted.path and s.ordinal > 0 and s.line_start > wanted.line
       order by s.line_start, s.ordinal
       limit 1
     ) head`,
    [view.projectId, view.viewId, places.map(({ path }) => path), places.map(({ line }) => line)],
  );
  return inPlaces(db, view, places, rows);
}

/** Rows by the numbers of their places, from 1. */
function inPlaces(
  db: Db,
  view: View,
  places: readonly LinePlace[],
  rows: readonly (SymbolHeadColumns & { number: number })[],
): (SymbolHead | null)[] {
  const found = places.map((): SymbolHead | null => null);
  const toHead = headsOf(db, view.projectId);
  for (const row of rows) found[row.number - 1] = toHead(row);
  return found;
}

/** The doc comments of what is declared in the given lines of file versions, by span and line. */
export async function docsInSpans(
  db: Db,
  projectId: string,
  spans: readonly { versionId: number; startLine: number; endLine: number }[],
): Promise<DocComment[]> {
  if (spans.length === 0) return [];
  const rows = await db.query<DocComment & { version_id: number; ordinal: number }>(
    `select s.version_id, s.ordinal, (span.rank - 1)::int as span, s.name, s.qualified_name as "qualifiedName", s.node_type as "nodeType",
       s.line_start as "lineStart", s.doc
     from unnest($2::int[], $3::int[], $4::int[]) with ordinality as span (version_id, first, last, rank)
     join symbols s on s.project_id = $1 and s.version_id = span.version_id and s.line_start between span.first and span.last
     where s.doc is not null
     order by span.rank, s.line_start, s.ordinal`,
    [
      projectId,
      spans.map((span) => span.versionId),
      spans.map((span) => span.startLine),
      spans.map((span) => span.endLine),
    ],
  );
  return rows.map(({ version_id, ordinal, doc, ...row }) => ({
    ...row,
    doc: db.seal.open(sealedPlace(projectId, { version_id, ordinal }, "doc"), doc),
  }));
}

/** A row of `symbols`: a position in a file. */
export interface Position {
  versionId: number;
  ordinal: number;
  /** Of lines that stand for a symbol: the ordinal of the symbol that has them, and the lines. */
  part?: { of: number; first: number; last: number };
}

/** Terms of chunks as a PostgreSQL server searches them (migrations/0025): written behind the builds, and drawn from by rare terms. */
import type { PathCondition } from "../model/path-condition.js";
import type { TermVector } from "../postings/lexemes.js";
import type { Db } from "./db/db.js";
import { sqlOf } from "./path-conditions.js";

/** A file version with the terms of its chunks and of all of them. */
export interface VersionWords {
  versionId: number;
  firstChunk: number;
  chunks: readonly TermVector[];
  file: TermVector;
}

/** Writes the terms of some versions. Rows that are there stay. */
export async function insertWords(db: Db, projectId: string, versions: readonly VersionWords[]): Promise<void> {
  if (versions.length === 0) return;
  const chunks = versions.flatMap(({ versionId, firstChunk, chunks: own }) =>
    own.map((chunk, ordinal) => ({ ...chunk, versionId, chunkId: firstChunk + ordinal })),
  );
  await db.transaction(async (tx) => {
    await tx.insertRows(
      "chunk_words",
      {
        project_id: { type: "text", values: chunks.map(() => projectId) },
        chunk_id: { type: "int4", values: chunks.map(({ chunkId }) => chunkId) },
        version_id: { type: "int4", values: chunks.map(({ versionId }) => versionId) },
        length: { type: "int4", values: chunks.map(({ length }) => length) },
        terms: { type: "tsvector", values: chunks.map(({ terms }) => terms) },
      },
      { ignoreConflicts: true },
    );
    // Written last: a version that has a row has the rows of its chunks.
    await tx.insertRows(
      "version_words",
      {
        project_id: { type: "text", values: versions.map(() => projectId) },
        version_id: { type: "int4", values: versions.map(({ versionId }) => versionId) },
        length: { type: "int4", values: versions.map(({ file }) => file.length) },
        terms: { type: "tsvector", values: versions.map(({ file }) => file.terms) },
      },
      { ignoreConflicts: true },
    );
  });
}

/** In how many chunks of a project each of some lexemes stands: of those that are not rare, as they were counted last. */
export async function lexemeCounts(db: Db, projectId: string, lexemes: readonly string[]): Promise<number[]> {
  if (lexemes.length === 0) return [];
  // A look-up of a rare one reads a few rows. No limit: with one the planner walks the table.
  const rows = await db.query<{ documents: number }>(
    `select coalesce(c.documents, (
       select count(*)::int from chunk_words w where w.project_id = $1 and w.terms @@ quote_literal(sought.lexeme)::tsquery
     )) as documents
     from unnest($2::text[]) with ordinality sought (lexeme, at)
     left join term_counts c on c.project_id = $1 and c.lexeme = sought.lexeme
     order by at`,
    [projectId, lexemes],
  );
  return rows.map(({ documents }) => documents);
}

/** A chunk of a view with its terms, and the file that it is of. */
export interface DrawnChunk {
  chunkId: number;
  versionId: number;
  length: number;
  /** The terms of all chunks of its file together. */
  fileLength: number;
  /** A tsvector in its binary form. */
  terms: Buffer;
  path: string;
  contentHash: Buffer;
}

/** Chunks of a view in files that pass a condition: the ones that a query of lexemes finds, or the ones of some ids. */
export async function drawChunks(
  db: Db,
  { projectId, viewId }: { projectId: string; viewId: number },
  wanted: { query: string } | { chunkIds: readonly number[] },
  condition: PathCondition | null,
  limit: number,
): Promise<DrawnChunk[]> {
  const values: unknown[] = [projectId, viewId, limit, "query" in wanted ? wanted.query : wanted.chunkIds];
  const found = "query" in wanted ? "w.terms @@ $4::tsquery" : "w.chunk_id = any($4::int[])";
  // In this form terms cost a third of what they do as text.
  return db.query<DrawnChunk>(
    `select w.chunk_id as "chunkId", w.version_id as "versionId", w.length, v.length as "fileLength",
       tsvectorsend(w.terms) as terms, f.path, f.content_hash as "contentHash"
     from chunk_words w
     join files f on f.project_id = w.project_id and f.view_id = $2 and f.version_id = w.version_id
     join version_words v on v.project_id = w.project_id and v.version_id = w.version_id
     where w.project_id = $1 and ${found}${condition === null ? "" : ` and ${sqlOf(condition, values)}`}
     limit $3`,
    values,
  );
}

/** The chunks of a view that each of some lexemes finds; of lexemes that are rare. */
export async function declaringChunks(
  db: Db,
  { projectId, viewId }: { projectId: string; viewId: number },
  lexemes: readonly string[],
): Promise<Map<string, number[]>> {
  if (lexemes.length === 0) return new Map();
  const rows = await db.query<{ lexeme: string; chunkIds: number[] }>(
    `select sought.lexeme, array(
       select w.chunk_id from chunk_words w
       join files f on f.project_id = w.project_id and f.view_id = $2 and f.version_id = w.version_id
       where w.project_id = $1 and w.terms @@ quote_literal(sought.lexeme)::tsquery order by w.chunk_id
     ) as "chunkIds"
     from unnest($3::text[]) sought (lexeme)`,
    [projectId, viewId, lexemes],
  );
  return new Map(rows.map(({ lexeme, chunkIds }) => [lexeme, chunkIds]));
}

/** The terms in the texts of all chunks of some versions, with their lengths. */
export async function versionTerms(
  db: Db,
  projectId: string,
  versionIds: readonly number[],
): Promise<{ versionId: number; length: number; terms: Buffer }[]> {
  if (versionIds.length === 0) return [];
  return db.query(
    `select version_id as "versionId", length, tsvectorsend(terms) as terms from version_words where project_id = $1 and version_id = any($2)`,
    [projectId, versionIds],
  );
}

/** Whether any file of a view passes a condition. */
export async function anyFile(
  db: Db,
  { projectId, viewId }: { projectId: string; viewId: number },
  condition: PathCondition,
): Promise<boolean> {
  const values: unknown[] = [projectId, viewId];
  const rows = await db.query(
    `select 1 from files f where f.project_id = $1 and f.view_id = $2 and f.version_id is not null and ${sqlOf(condition, values)} limit 1`,
    values,
  );
  return rows.length > 0;
}

/** Files of a view by the last part of their paths, as those who name a line of one write it. */
export async function filesByName(
  db: Db,
  { projectId, viewId }: { projectId: string; viewId: number },
  names: readonly string[],
): Promise<{ path: string; versionId: number; lineCount: number }[]> {
  if (names.length === 0) return [];
  return db.query(
    `select f.path, f.version_id as "versionId", v.line_count as "lineCount"
     from files f join file_versions v on v.project_id = f.project_id and v.version_id = f.version_id
     where f.project_id = $1 and f.view_id = $2 and substring(f.path from '[^/]*$') = any($3) order by f.path`,
    [projectId, viewId, names],
  );
}

/** A version whose words are not written yet. */
export interface UnwordedVersion {
  versionId: number;
  path: string;
  contentHash: Buffer;
  firstChunk: number;
  chunkCount: number;
}

/** The next versions of a view without words, by id from `after` on. */
export async function unwordedVersions(
  db: Db,
  { projectId, viewId }: { projectId: string; viewId: number },
  after: number,
  limit: number,
): Promise<UnwordedVersion[]> {
  return db.query<UnwordedVersion>(
    `select v.version_id as "versionId", v.path, v.content_hash as "contentHash", v.first_chunk as "firstChunk", v.chunk_count as "chunkCount"
     from files f
     join file_versions v on v.project_id = f.project_id and v.version_id = f.version_id and v.chunk_count > 0
     where f.project_id = $1 and f.view_id = $2 and f.version_id > $3
       and not exists (select from version_words w where w.project_id = $1 and w.version_id = f.version_id)
     order by f.version_id limit $4`,
    [projectId, viewId, after, limit],
  );
}

/** Where the chunks of some versions stand in their files, and what they are called, by version and order. */
export async function chunkSpans(
  db: Db,
  projectId: string,
  versionIds: readonly number[],
): Promise<{ versionId: number; start: number; end: number; symbolNames: string[]; breadcrumb: string | null }[]> {
  return db.query(
    `select version_id as "versionId", start_offset as start, end_offset as "end", symbol_names as "symbolNames", breadcrumb
     from chunks where project_id = $1 and version_id = any($2) order by version_id, ordinal`,
    [projectId, versionIds],
  );
}

/** Chunks of a project that its terms are counted in, at least; of a larger project, one of several chunks. */
const SAMPLE = 50_000;
/** A term in at least this many chunks of a sample is counted; rarer ones are looked up. */
const LEAST_COUNTED = 8;

/** Counts the terms of a project, in a sample. */
export async function countLexemes(db: Db, projectId: string, chunkCount: number): Promise<void> {
  const each = Math.max(1, Math.floor(chunkCount / SAMPLE));
  // The query that ts_stat runs is a text: the id stands in it as a literal.
  const rows = await db.query<{ lexeme: string; documents: number }>(
    `select word as lexeme, ndoc * $2::int as documents
     from ts_stat(format('select terms from chunk_words where project_id = %L and chunk_id %% %s = 0', $1::text, $2::int)) where ndoc >= $3`,
    [projectId, each, LEAST_COUNTED],
  );
  await db.transaction(async (tx) => {
    await tx.query("delete from term_counts where project_id = $1", [projectId]);
    await tx.insertRows("term_counts", {
      project_id: { type: "text", values: rows.map(() => projectId) },
      lexeme: { type: "text", values: rows.map(({ lexeme }) => lexeme) },
      documents: { type: "int4", values: rows.map(({ documents }) => documents) },
    });
  });
}

/** Makes an index larger than its repository, for the benchmark: copies of its files, which say the same in other letters. */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { CodeindexError } from "../base/errors.js";
import type { Db } from "./db/db.js";
import { oneRow } from "./db/one-row.js";
import { readContents } from "./versions.js";
import type { View } from "./views.js";

/** Contents that are written at once. */
const AT_ONCE = 200;
/** Letters that copies write large, each by a bit of its number. So no text of a copy is that of another, and each has the same length. */
const LETTERS = "etaoin";

/** The ids that the first copy begins behind. */
interface Span {
  versions: number;
  chunks: number;
  segments: number;
}

/**
 * Adds `copies` of all files of a view, below folders of their own: their chunks, words, texts and signs. Of their symbols, edges and trigrams
 * there are none, so that only questions (`search_code`) find them. Must be given a view whose vectors are complete.
 */
export async function addCopies(
  db: Db,
  view: View,
  copies: number,
  { signal, onCopy }: { signal: AbortSignal; onCopy?: (copy: number) => void },
): Promise<void> {
  if (db.seal.keys.keys.length > 0)
    throw new CodeindexError("configuration", "An index that is encrypted cannot be copied.", {}, []);
  if (copies >= 2 ** LETTERS.length)
    throw new RangeError(`at most ${2 ** LETTERS.length - 1} copies differ from each other`);
  const span = await spanOf(db, view);
  for (let copy = 1; copy <= copies; copy++) {
    signal.throwIfAborted();
    await addContents(db, view, span, copy);
    await db.transaction((tx) => addRows(tx, view, span, copy));
    onCopy?.(copy);
  }
  await db.transaction((tx) => recordCopies(tx, view, span, copies));
  await db.query("analyze");
}

async function spanOf(db: Db, { projectId }: View): Promise<Span> {
  return oneRow(
    db.query<Span>(
      `select next_version as versions, next_chunk as chunks, next_segment as segments from projects where project_id = $1`,
      [projectId],
    ),
  );
}

/** The texts of one copy. */
async function addContents(db: Db, { projectId, viewId }: View, span: Span, copy: number): Promise<void> {
  const rows = await db.query<{ contentHash: Buffer }>(
    `select distinct content_hash as "contentHash" from files where project_id = $1 and view_id = $2 and version_id < $3`,
    [projectId, viewId, span.versions],
  );
  const hashes = rows.map(({ contentHash }) => contentHash);
  for (let index = 0; index < hashes.length; index += AT_ONCE) {
    const contents = await readContents(db, projectId, hashes.slice(index, index + AT_ONCE));
    const texts = contents.map(({ data }) => Buffer.from(inOtherLetters(inflateRawSync(data).toString("utf8"), copy)));
    await db.insertRows("contents", {
      project_id: { type: "text", values: texts.map(() => projectId) },
      content_hash: {
        type: "bytea",
        values: contents.map(({ contentHash }) => hashOfCopy(contentHash, copy)),
      },
      size: { type: "int4", values: texts.map(({ length }) => length) },
      data: { type: "bytea", values: texts.map((text) => deflateRawSync(text, { level: 1 })) },
    });
  }
}

/** Another hash of the same length, as addRows makes it. */
function hashOfCopy(hash: Buffer, copy: number): Buffer {
  const own = Buffer.from(hash);
  own.writeUInt8(own.readUInt8(31) ^ copy, 31);
  return own;
}

function inOtherLetters(text: string, copy: number): string {
  const letters = [...LETTERS].filter((_, bit) => (copy >> bit) & 1).join("");
  return text.replace(new RegExp(`[${letters}]`, "g"), (letter) => letter.toUpperCase());
}

/** The rows of one copy, its ids behind those of the copies before. */
async function addRows(db: Db, { projectId, viewId }: View, span: Span, copy: number): Promise<void> {
  // Numbers of ours, so that a statement has no other parameters than these.
  const of = [projectId, viewId];
  const [versions, chunks, segments] = [copy * span.versions, copy * span.chunks, copy * span.segments];
  const path = (of: string) => `'copies/${copy}/' || ${of}.path`;
  const hash = (of: string) => `set_byte(${of}.content_hash, 31, get_byte(${of}.content_hash, 31) # ${copy})`;
  const live = `f.project_id = $1 and f.view_id = $2 and f.version_id < ${span.versions}`;
  await db.query(
    `insert into file_versions (project_id, version_id, path, content_hash, language, format, size, line_count, first_symbol, symbol_count,
       first_chunk, chunk_count)
     select v.project_id, v.version_id + ${versions}, ${path("v")}, ${hash("v")}, v.language, v.format, v.size, v.line_count, 0, 0,
       v.first_chunk + ${chunks}, v.chunk_count
     from files f join file_versions v on v.project_id = f.project_id and v.version_id = f.version_id where ${live}`,
    of,
  );
  await db.query(
    `insert into chunks (project_id, chunk_id, version_id, ordinal, kind, start_line, end_line, start_offset, end_offset, token_count,
       code_tokens, text_hash, symbol_names, breadcrumb, signature, doc, around)
     select c.project_id, c.chunk_id + ${chunks}, c.version_id + ${versions}, c.ordinal, c.kind, c.start_line, c.end_line, c.start_offset,
       c.end_offset, c.token_count, c.code_tokens, c.text_hash, c.symbol_names, c.breadcrumb, c.signature, c.doc, c.around
     from files f join chunks c on c.project_id = f.project_id and c.version_id = f.version_id where ${live}`,
    of,
  );
  await db.query(
    `insert into version_codes (project_id, model_id, version_id, codes)
     select c.project_id, c.model_id, c.version_id + ${versions}, c.codes
     from files f join version_codes c on c.project_id = f.project_id and c.version_id = f.version_id where ${live}`,
    of,
  );
  const words = `project_id = $1 and field = 'word' and segment_id < ${span.segments}`;
  await db.query(
    `insert into segments (project_id, field, segment_id, document_count, byte_count, first_document, last_document, lengths)
     select project_id, field, segment_id + ${segments}, document_count, byte_count, first_document + ${chunks},
       last_document + ${chunks}, lengths
     from segments where ${words}`,
    [projectId],
  );
  await db.query(
    `insert into posting_blocks (project_id, field, segment_id, first_term, data)
     select project_id, field, segment_id + ${segments}, first_term, data from posting_blocks where ${words}`,
    [projectId],
  );
  await db.query(
    `insert into files (project_id, view_id, path, status, reason, is_directory, language, size, content_hash, version_id, error_ranges,
       attempts, generation)
     select f.project_id, f.view_id, ${path("f")}, f.status, f.reason, false, f.language, f.size, ${hash("f")}, f.version_id + ${versions},
       f.error_ranges, f.attempts, f.generation
     from files f where ${live}`,
    of,
  );
}

/** Says of the project what it has now: the ids that are taken, and how many chunks and vectors the view has. */
async function recordCopies(db: Db, { projectId, viewId }: View, span: Span, copies: number): Promise<void> {
  const times = copies + 1;
  await db.query(`update projects set next_version = $2, next_chunk = $3, next_segment = $4 where project_id = $1`, [
    projectId,
    times * span.versions,
    times * span.chunks,
    times * span.segments,
  ]);
  await db.query(
    `update views set totals = totals || jsonb_build_object('chunks', ((totals ->> 'chunks')::int * $3::int),
       'files', ((totals ->> 'files')::int * $3::int))
     where project_id = $1 and view_id = $2`,
    [projectId, viewId, times],
  );
  await db.query("update view_vectors set chunk_count = chunk_count * $3::int where project_id = $1 and view_id = $2", [
    projectId,
    viewId,
    times,
  ]);
}

/** Tables of what a question reads, each with the columns that it has besides its project. */
const OF_PROJECT = {
  views: 'view_id, ref, generation, "commit", indexed_at, fingerprint, totals',
  files:
    "view_id, path, status, reason, is_directory, language, size, content_hash, version_id, error_ranges, attempts, generation",
  file_versions:
    "version_id, path, content_hash, language, format, size, line_count, first_symbol, symbol_count, first_chunk, chunk_count",
  chunks:
    "chunk_id, version_id, ordinal, kind, start_line, end_line, start_offset, end_offset, token_count, code_tokens, text_hash, symbol_names, breadcrumb, signature, doc, around",
  contents: "content_hash, size, data",
  version_codes: "model_id, version_id, codes",
  vectors: "model_id, text_hash, data",
  view_vectors: "view_id, model_id, generation, chunk_count",
  segments: "field, segment_id, document_count, byte_count, first_document, last_document, lengths",
  posting_blocks: "field, segment_id, first_term, data",
};

/** Adds a project that holds for questions what another one does. Must be given one whose vectors are complete. */
export async function addProjectLike(db: Db, projectId: string, newId: string): Promise<void> {
  if (db.seal.keys.keys.length > 0)
    throw new CodeindexError("configuration", "An index that is encrypted cannot be copied.", {}, []);
  await db.transaction(async (tx) => {
    await tx.query(
      `insert into projects (project_id, name, root, next_version, next_symbol, next_chunk, next_edge_set, next_segment)
       select $2::text, $2::text, root || '/' || $2::text, next_version, next_symbol, next_chunk, next_edge_set, next_segment
       from projects where project_id = $1`,
      [projectId, newId],
    );
    for (const [table, columns] of Object.entries(OF_PROJECT)) {
      const words = columns.startsWith("field,") ? " and field = 'word'" : "";
      await tx.query(
        `insert into ${table} (project_id, ${columns}) select $2, ${columns} from ${table} where project_id = $1${words}`,
        [projectId, newId],
      );
    }
  });
}

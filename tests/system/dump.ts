/**
 * Content of an index, without the ids and times that differ from build to build: two indexes of one tree are equal here, however each came
 * about.
 */
import { createHash } from "node:crypto";
import { expect } from "vitest";
import { createPostings, entriesOf, readPostings } from "../../src/postings/read.js";
import type { Field } from "../../src/postings/segment.js";
import type { Db } from "../../src/store/db/db.js";
import { listSegments, readBlocks } from "../../src/store/segments.js";

/** Everything that is known of one path, as values that can be compared. */
export interface PathDump {
  ledger: string;
  symbols: string[];
  edges: string[];
  chunks: string[];
  /** Each document with the terms that lead to it, hashed: `word 0 …`. */
  postings: string[];
}

export interface IndexDump {
  totals: unknown;
  paths: Record<string, PathDump>;
}

interface LiveFile {
  path: string;
  version: number | null;
  edgeSet: number | null;
  firstSymbol: number;
  symbolCount: number;
  firstChunk: number;
  chunkCount: number;
  ledger: Record<string, unknown>;
}

const FIELDS: readonly Field[] = ["word", "name", "trigram"];

/** The published generation of the project's working tree. */
export async function dumpIndex(db: Db, projectId: string): Promise<IndexDump> {
  const [view] = await db.query<{ view_id: number; totals: unknown }>(
    "select view_id, totals from views where project_id = $1 and ref = 'worktree'",
    [projectId],
  );
  if (!view) return { totals: null, paths: {} };
  const files = await liveFiles(db, projectId, view.view_id);
  const paths: IndexDump["paths"] = {};
  for (const { path, ledger } of files)
    paths[path] = { ledger: JSON.stringify(ledger), symbols: [], edges: [], chunks: [], postings: [] };
  const add = (kind: "symbols" | "edges" | "chunks", rows: Record<string, unknown>[]) => {
    for (const { path, ...row } of rows) paths[String(path)]![kind].push(JSON.stringify(row));
  };
  const ofView = [projectId, view.view_id];
  add(
    "symbols",
    await db.query(
      `select f.path, s.ordinal, parent_ordinal, node_id, name, qualified_name, node_type, s.language, line_start, line_end, start_offset,
         end_offset, access_modifier, flags, parameter_signature, parameter_count, return_type, doc
       from files f join symbols s on s.project_id = f.project_id and s.version_id = f.version_id
       where f.project_id = $1 and f.view_id = $2 order by f.path, s.ordinal`,
      ofView,
    ),
  );
  add(
    "edges",
    await db.query(
      `select f.path, e.source_ordinal, e.kind, e.tier, e.rule, e.line, e.target, x.name, x.module
       from files f join edges e on e.project_id = f.project_id and e.edge_set_id = f.edge_set_id
       left join external_symbols x on x.project_id = e.project_id and x.node_id = e.target
       where f.project_id = $1 and f.view_id = $2 order by f.path, e.source_ordinal, e.kind, e.line, e.target, e.tier`,
      ofView,
    ),
  );
  add(
    "chunks",
    await db.query(
      `select f.path, c.ordinal, c.kind, start_line, end_line, start_offset, end_offset, token_count, encode(text_hash, 'hex') as text,
         symbol_names, breadcrumb, signature, doc
       from files f join chunks c on c.project_id = f.project_id and c.version_id = f.version_id
       where f.project_id = $1 and f.view_id = $2 order by f.path, c.ordinal`,
      ofView,
    ),
  );
  for (const field of FIELDS) await addPostings(db, projectId, field, files, paths);
  return { totals: view.totals, paths };
}

/** One hash of the published ledger: of each path its status, content and counts. Two indexes of one tree have the same. */
export async function digestIndex(db: Db, projectId: string): Promise<string> {
  const [row] = await db.query<{ digest: string }>(
    `select md5(coalesce(string_agg(
         concat_ws('|', f.path, f.status, f.reason, encode(f.content_hash, 'hex'), f.edge_count, f.unresolved_calls, v.symbol_count, v.chunk_count),
         e'\\n' order by f.path), '')) as digest
     from files f
     join views w on w.project_id = f.project_id and w.view_id = f.view_id and w.ref = 'worktree'
     left join file_versions v on v.project_id = f.project_id and v.version_id = f.version_id
     where f.project_id = $1`,
    [projectId],
  );
  return row!.digest;
}

async function liveFiles(db: Db, projectId: string, viewId: number): Promise<LiveFile[]> {
  return db.query<LiveFile>(
    `select f.path, f.version_id as version, f.edge_set_id as "edgeSet",
       coalesce(v.first_symbol, 0) as "firstSymbol", coalesce(v.symbol_count, 0) as "symbolCount",
       coalesce(v.first_chunk, 0) as "firstChunk", coalesce(v.chunk_count, 0) as "chunkCount",
       jsonb_build_object('status', f.status, 'reason', f.reason, 'detail', f.detail, 'directory', f.is_directory, 'language', f.language,
         'size', f.size, 'hash', encode(f.content_hash, 'hex'), 'errors', f.error_ranges, 'edges', f.edge_count,
         'unresolved', f.unresolved_calls, 'symbols', v.symbol_count, 'chunks', v.chunk_count, 'lines', v.line_count,
         'text', encode(sha256(c.data), 'hex'), 'hasEdges', f.edge_set_id is not null,
         -- Nobody watches a folder that is left out: what changed in it counts with the next scan.
         'names', case when not f.is_directory then encode(f.names, 'hex') end) as ledger
     from files f
     left join file_versions v on v.project_id = f.project_id and v.version_id = f.version_id
     left join contents c on c.project_id = v.project_id and c.content_hash = v.content_hash
     where f.project_id = $1 and f.view_id = $2 order by f.path`,
    [projectId, viewId],
  );
}

/** Reads all blocks of a field; documents of other versions than the live ones are left out. */
async function addPostings(
  db: Db,
  projectId: string,
  field: Field,
  files: readonly LiveFile[],
  paths: IndexDump["paths"],
): Promise<void> {
  const documents = new Map<number, { path: string; ordinal: number; terms: string[] }>();
  for (const { path, version, firstSymbol, symbolCount, firstChunk, chunkCount } of files) {
    if (version === null) continue;
    const [first, count] = { word: [firstChunk, chunkCount], name: [firstSymbol, symbolCount], trigram: [version, 1] }[
      field
    ] as [number, number];
    for (let ordinal = 0; ordinal < count; ordinal++) documents.set(first + ordinal, { path, ordinal, terms: [] });
  }
  const read = createPostings();
  for (const segment of await listSegments(db, projectId, field)) {
    for (const { data } of await readBlocks(db, projectId, field, segment.segmentId)) {
      for (const { term, ...entry } of entriesOf(data)) {
        const text = term.toString("hex");
        readPostings(entry, segment.firstDocument, read);
        for (let index = 0; index < read.size; index++)
          documents.get(read.documents[index]!)?.terms.push(`${text} ${read.counts[index]}`);
      }
    }
  }
  for (const { path, ordinal, terms } of documents.values()) {
    const hash = createHash("sha1").update(terms.sort().join("\n")).digest("hex").slice(0, 12);
    paths[path]!.postings.push(`${field} ${ordinal} ${terms.length} ${hash}`);
  }
}

/** Fails with the paths that differ, and how the first few do. */
export function expectSameIndex(found: IndexDump, wanted: IndexDump): void {
  const all = [...new Set([...Object.keys(found.paths), ...Object.keys(wanted.paths)])].sort();
  const different = all.filter((path) => JSON.stringify(found.paths[path]) !== JSON.stringify(wanted.paths[path]));
  const of = (dump: IndexDump) => Object.fromEntries(different.slice(0, 4).map((path) => [path, dump.paths[path]]));
  expect({ different, paths: of(found) }).toEqual({ different: [], paths: of(wanted) });
  expect(found.totals).toEqual(wanted.totals);
}

/** Ledger rows of the published generation whose rows in other tables are missing, all or some; a whole store has none. */
export async function brokenRows(db: Db, projectId: string): Promise<unknown[]> {
  return db.query(
    `select f.path, f.status, v.version_id as version from files f
     left join file_versions v on v.project_id = f.project_id and v.version_id = f.version_id
     where f.project_id = $1 and (
       (f.status in ('indexed', 'partial')) <> (v.version_id is not null)
       or (v.version_id is not null and not exists (
         select from contents c where c.project_id = v.project_id and c.content_hash = v.content_hash))
       or v.symbol_count <> (select count(*) from symbols s where s.project_id = v.project_id and s.version_id = v.version_id)
       or v.chunk_count <> (select count(*) from chunks c where c.project_id = v.project_id and c.version_id = v.version_id)
       or f.edge_count <> (select count(*) from edges e where e.project_id = f.project_id and e.edge_set_id = f.edge_set_id)
     )`,
    [projectId],
  );
}

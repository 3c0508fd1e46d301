/**
 * Removes previews of projects that have an index, and rows that no view uses any more: file versions, edge sets, contents, parse results, imported
 * facts and segments.
 *
 * Readers may still hold the generation before the last; so a sweep belongs some seconds after a publish. Rows of an unfinished build are not in use
 * either, though they are its checkpoint: a sweep stops as soon as a build holds a view.
 */
import type { Db } from "./db/db.js";
import { sweepPreviews } from "./previews.js";
import { sweepScip } from "./scip.js";
import { deleteSegments } from "./segments.js";

export interface Swept {
  versions: number;
  edgeSets: number;
  contents: number;
  imports: number;
  segments: number;
  names: number;
  /** false: a build began or `signal` was aborted; the next sweep goes on. */
  isComplete: boolean;
}

/**
 * Rows to remove in one transaction, so that no reader waits long for it. `except` finds them, as it sorts or hashes. `not exists` is a loop in a
 * loop for a planner without statistics, as after a process was killed behind its first build.
 */
const BATCH = { versions: 100, edgeSets: 100, contents: 200, imports: 200, names: 2000 };

/** Removes what no view of the project uses. `thorough`: also names that nothing has any more, for which all of it is looked through. */
export async function sweep(
  db: Db,
  projectId: string,
  signal?: AbortSignal,
  { thorough = false } = {},
): Promise<Swept> {
  const swept: Swept = { versions: 0, edgeSets: 0, contents: 0, imports: 0, segments: 0, names: 0, isComplete: false };
  await sweepPreviews(db, projectId);
  const steps: [keyof Omit<Swept, "isComplete">, (tx: Db) => Promise<number>, number][] = [
    ["versions", (tx) => sweepVersions(tx, projectId), BATCH.versions],
    ["edgeSets", (tx) => sweepEdgeSets(tx, projectId), BATCH.edgeSets],
    ["contents", (tx) => sweepContents(tx, projectId), BATCH.contents],
    ["imports", (tx) => sweepScip(tx, projectId), BATCH.imports],
    ["segments", (tx) => sweepSegments(tx, projectId), 1],
  ];
  if (thorough) steps.push(["names", (tx) => sweepNames(tx, projectId), 1]);
  for (const [kind, step, batch] of steps) {
    for (;;) {
      if (signal?.aborted) return swept;
      const removed = await db.transaction(async (tx) => {
        // Locked: a build that begins now waits for this batch, and then finds nothing removed that it had looked for.
        const views = await tx.query<{ build_token: string | null }>(
          "select build_token from views where project_id = $1 for share",
          [projectId],
        );
        return views.some((view) => view.build_token !== null) ? undefined : step(tx);
      });
      if (removed === undefined) return swept;
      swept[kind] += removed;
      if (removed < batch) break;
    }
  }
  swept.isComplete = true;
  return swept;
}

async function sweepVersions(db: Db, projectId: string): Promise<number> {
  const unused = await db.query<{ version_id: number }>(
    `select version_id from file_versions where project_id = $1
     except select version_id from files where project_id = $1
     order by version_id limit $2`,
    [projectId, BATCH.versions],
  );
  if (unused.length === 0) return 0;
  const ids = unused.map((row) => row.version_id);
  const rows = await db.query<{ version_id: number; first_chunk: number; chunk_count: number }>(
    "delete from file_versions where project_id = $1 and version_id = any($2) returning version_id, first_chunk, chunk_count",
    [projectId, ids],
  );
  if (db.kind === "postgres") await sweepSearch(db, projectId, rows);
  for (const table of ["symbols", "chunks", "version_codes"]) {
    await db.query(`delete from ${table} where project_id = $1 and version_id = any($2)`, [projectId, ids]);
  }
  return ids.length;
}

/** Removes rows that a server searches, of versions that are gone: their chunks' ids run from the first. */
async function sweepSearch(
  db: Db,
  projectId: string,
  versions: readonly { version_id: number; first_chunk: number; chunk_count: number }[],
): Promise<void> {
  await db.query("delete from version_words where project_id = $1 and version_id = any($2)", [
    projectId,
    versions.map(({ version_id }) => version_id),
  ]);
  const chunkIds = versions.flatMap(({ first_chunk, chunk_count }) =>
    Array.from({ length: chunk_count }, (_, index) => first_chunk + index),
  );
  await db.query("delete from chunk_words where project_id = $1 and chunk_id = any($2)", [projectId, chunkIds]);
  await db.query(
    "delete from chunk_signs where project_id = $1 and model_id in (select model_id from embedding_models) and chunk_id = any($2)",
    [projectId, chunkIds],
  );
}

async function sweepEdgeSets(db: Db, projectId: string): Promise<number> {
  // The sets that exist, found by leaps through the index: a set has tens of edges, and there is no table of sets.
  const rows = await db.query<{ edge_set_id: number }>(
    `with recursive sets as (
       (select edge_set_id from edges where project_id = $1 order by edge_set_id limit 1)
       union all
       select (select e.edge_set_id from edges e where e.project_id = $1 and e.edge_set_id > sets.edge_set_id
               order by e.edge_set_id limit 1)
       from sets where sets.edge_set_id is not null
     )
     select edge_set_id from sets where edge_set_id is not null
     except select edge_set_id from files where project_id = $1
     limit $2`,
    [projectId, BATCH.edgeSets],
  );
  const ids = rows.map((row) => row.edge_set_id);
  if (ids.length > 0)
    await db.query("delete from edges where project_id = $1 and edge_set_id = any($2)", [projectId, ids]);
  return ids.length;
}

async function sweepContents(db: Db, projectId: string): Promise<number> {
  let removed = 0;
  for (const table of ["contents", "parse_results"]) {
    const rows = await db.query<{ content_hash: Buffer }>(
      `select content_hash from ${table} where project_id = $1
       except select content_hash from file_versions where project_id = $1
       limit $2`,
      [projectId, BATCH.contents],
    );
    const hashes = rows.map((row) => row.content_hash);
    if (hashes.length > 0)
      await db.query(`delete from ${table} where project_id = $1 and content_hash = any($2)`, [projectId, hashes]);
    removed = Math.max(removed, hashes.length);
  }
  return removed;
}

/** Names that no symbol has, and symbols of other packages that no edge leads to. */
async function sweepNames(db: Db, projectId: string): Promise<number> {
  let removed = 0;
  for (const [table, key, isUsed] of [
    ["symbol_names", "name", "select from symbols s where s.project_id = $1 and s.name = one.name"],
    ["external_symbols", "node_id", "select from edges e where e.project_id = $1 and e.target = one.node_id"],
  ]) {
    const rows = await db.query(
      `delete from ${table} where project_id = $1 and ${key} in (
         select one.${key} from ${table} one where one.project_id = $1 and not exists (${isUsed}) limit $2
       ) returning 1`,
      [projectId, BATCH.names],
    );
    removed += rows.length;
  }
  return removed;
}

/** Takes a project that was not looked through for a day: nobody else gets it until the next. */
export async function claimSweep(db: Db): Promise<string | undefined> {
  const [claimed] = await db.query<{ projectId: string }>(
    `update projects set swept_at = now() where project_id = (
       select project_id from projects
       where removed_at is null and (swept_at is null or swept_at < now() - interval '1 day' or swept_at > clock_timestamp())
       order by swept_at nulls first, project_id limit 1 for update skip locked
     ) returning project_id as "projectId"`,
  );
  return claimed?.projectId;
}

/** Segments none of whose documents is left. Those with some are made smaller when they are merged. */
async function sweepSegments(db: Db, projectId: string): Promise<number> {
  const covers = {
    word: "v.first_chunk <= s.last_document and v.first_chunk + v.chunk_count > s.first_document",
    name: "v.first_symbol <= s.last_document and v.first_symbol + v.symbol_count > s.first_document",
    trigram: "v.version_id between s.first_document and s.last_document",
  };
  for (const [field, isCovered] of Object.entries(covers)) {
    const rows = await db.query<{ segment_id: number }>(
      `select s.segment_id from segments s
       where s.project_id = $1 and s.field = $2
         and not exists (select from file_versions v where v.project_id = $1 and ${isCovered})`,
      [projectId, field],
    );
    const ids = rows.map((row) => row.segment_id);
    if (ids.length > 0) {
      await deleteSegments(db, projectId, field, ids);
      return ids.length;
    }
  }
  return 0;
}

/**
 * Renews the planner's statistics, without which queries right after a first build are slow, and on PGlite, which has no autovacuum, gives
 * space back. Once after a full build, and now and then after sweeps. Table by table: PGlite stops in the middle of none. false: `signal` ended it.
 */
export async function maintain(db: Db, signal?: AbortSignal): Promise<boolean> {
  // A server keeps the system's tables itself.
  const isOurs = db.kind === "pglite" ? "true" : "schemaname <> 'pg_catalog' and tableowner = current_user";
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname <> 'information_schema' and ${isOurs} order by 1`,
  );
  const command = db.kind === "pglite" ? "vacuum analyze" : "analyze";
  return eachTable(
    db,
    command,
    tables.map(({ name }) => name),
    signal,
  );
}

const INDEX_TABLES = [
  "files",
  "file_versions",
  "symbols",
  "chunks",
  "edges",
  "posting_blocks",
  "contents",
  "parse_results",
  "symbol_names",
];

/** Renews the planner's statistics after many rows came at once; without them the first queries walk whole tables. */
export async function analyze(db: Db, signal?: AbortSignal): Promise<boolean> {
  return eachTable(db, "analyze", INDEX_TABLES, signal);
}

/** The same after many rows came that a server searches. */
export async function analyzeSearch(db: Db, signal?: AbortSignal): Promise<boolean> {
  return eachTable(db, "analyze", ["chunk_words", "version_words", "chunk_signs"], signal);
}

async function eachTable(db: Db, command: string, tables: string[], signal?: AbortSignal): Promise<boolean> {
  for (const table of tables) {
    if (signal?.aborted) return false;
    await db.query(`${command} ${table}`);
  }
  return true;
}

/** Imported SCIP indexes: receiving them, the facts that are made of them, and their end. */
import { CodeindexError } from "../base/errors.js";
import type { Db } from "./db/db.js";
import { oneRow } from "./db/one-row.js";

export interface ScipImport {
  importId: number;
  commit: string | null;
  folder: string | null;
  tool: string;
  projectRoot: string;
  documents: number;
  tooLarge: number;
  status: "receiving" | "received" | "applied";
}

const COLUMNS = `import_id as "importId", "commit", folder, tool, project_root as "projectRoot", documents, too_large as "tooLarge", status`;

/** An incomplete import without a sign of life for this long has lost its sender; a complete one is kept for its job for this long. */
const RECEIVED_WITHIN = "1 hour";
const MATCHED_WITHIN = "1 day";
/** Rows of one transaction of a sweep. */
const BATCH = 200;

/** Begins to receive an import; gives its number, higher than those before it. Throws `project_not_found` where the project was removed. */
export async function beginImport(
  db: Db,
  projectId: string,
  { commit, folder }: { commit: string | null; folder: string | null },
): Promise<number> {
  const [row] = await db.query<{ importId: number }>(
    `insert into scip_imports (project_id, "commit", folder)
     select project_id, $2::text, $3::text from projects where project_id = $1 and removed_at is null
     returning import_id as "importId"`,
    [projectId, commit, folder],
  );
  if (!row) throw new CodeindexError("project_not_found", "The project was removed.", { project_id: projectId });
  return row.importId;
}

/** Stores documents of an import; of several of one path the first counts. */
export async function addDocuments(
  db: Db,
  projectId: string,
  importId: number,
  documents: readonly { path: string; data: Buffer }[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query("update scip_imports set touched_at = now() where project_id = $1 and import_id = $2", [
      projectId,
      importId,
    ]);
    await tx.insertRows(
      "scip_documents",
      {
        project_id: { type: "text", values: documents.map(() => projectId) },
        import_id: { type: "int4", values: documents.map(() => importId) },
        path: { type: "text", values: documents.map(({ path }) => path) },
        data: { type: "bytea", values: documents.map(({ data }) => data) },
      },
      { ignoreConflicts: true },
    );
  });
}

/** Says that an import is complete: a job may match it. */
export async function completeImport(
  db: Db,
  projectId: string,
  importId: number,
  about: Pick<ScipImport, "tool" | "projectRoot" | "documents" | "tooLarge">,
): Promise<void> {
  await db.query(
    `update scip_imports set status = 'received', touched_at = now(), tool = $3, project_root = $4, documents = $5, too_large = $6
     where project_id = $1 and import_id = $2`,
    [projectId, importId, about.tool, about.projectRoot, about.documents, about.tooLarge],
  );
}

/** Forgets an import that did not come to its end. */
export async function dropImport(db: Db, projectId: string, importId: number): Promise<void> {
  for (const table of ["scip_documents", "scip_imports"])
    await db.query(`delete from ${table} where project_id = $1 and import_id = $2`, [projectId, importId]);
}

/** An import whose documents can be matched; undefined where there is none (any more). */
export async function findImport(db: Db, projectId: string, importId: number): Promise<ScipImport | undefined> {
  const [found] = await db.query<ScipImport>(
    `select ${COLUMNS} from scip_imports where project_id = $1 and import_id = $2 and status <> 'receiving'`,
    [projectId, importId],
  );
  return found;
}

/** The next paths of an import's documents after a path (""; from the first), in their order. */
export async function listDocumentPaths(
  db: Db,
  projectId: string,
  importId: number,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ path: string }>(
    "select path from scip_documents where project_id = $1 and import_id = $2 and path > $3 order by path limit $4",
    [projectId, importId, after, limit],
  );
  return rows.map(({ path }) => path);
}

/** Some documents of an import, as scip/document.ts packed them. */
export async function readDocuments(
  db: Db,
  projectId: string,
  importId: number,
  paths: readonly string[],
): Promise<{ path: string; data: Buffer }[]> {
  const rows = await db.query<{ path: string; data: Buffer }>(
    "select path, data from scip_documents where project_id = $1 and import_id = $2 and path = any($3) order by path",
    [projectId, importId, paths],
  );
  for (const row of rows)
    row.data = db.seal.open(
      { table: "scip_documents", column: "data", projectId, row: [importId, row.path] },
      row.data,
    );
  return rows;
}

export interface NewFacts {
  path: string;
  contentHash: Buffer;
  mentions: string[];
  data: Buffer;
}

/** Stores facts; they count once the import is applied. Facts of an earlier run of the same job are replaced. */
export async function writeFacts(
  db: Db,
  projectId: string,
  importId: number,
  facts: readonly NewFacts[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query("delete from scip_facts where project_id = $1 and import_id = $2 and path = any($3)", [
      projectId,
      importId,
      facts.map(({ path }) => path),
    ]);
    await tx.insertRows("scip_facts", {
      project_id: { type: "text", values: facts.map(() => projectId) },
      path: { type: "text", values: facts.map(({ path }) => path) },
      content_hash: { type: "bytea", values: facts.map(({ contentHash }) => contentHash) },
      import_id: { type: "int4", values: facts.map(() => importId) },
      mentions: { type: "text[]", values: facts.map(({ mentions }) => mentions) },
      data: { type: "bytea", values: facts.map(({ data }) => data) },
    });
  });
}

/** How many contents an import has facts about. */
export async function countFacts(db: Db, projectId: string, importId: number): Promise<number> {
  const row = await oneRow(
    db.query<{ count: number }>("select count(*) as count from scip_facts where project_id = $1 and import_id = $2", [
      projectId,
      importId,
    ]),
  );
  return row.count;
}

/** Has the facts of an import count: in the transaction that publishes the edges made of them. */
export async function applyImport(db: Db, projectId: string, importId: number): Promise<void> {
  await db.query("update scip_imports set status = 'applied' where project_id = $1 and import_id = $2", [
    projectId,
    importId,
  ]);
}

/** Whether anything was imported into the project. */
export async function hasImports(db: Db, projectId: string): Promise<boolean> {
  const rows = await db.query("select 1 from scip_imports where project_id = $1 and status <> 'receiving' limit 1", [
    projectId,
  ]);
  return rows.length > 0;
}

/** A file whose facts are wanted, with its content. */
interface Wanted {
  path: string;
  contentHash: Buffer;
}

/** The last facts about some contents at their paths that count; those of `importId`, which is being applied, count as well. */
export async function readFacts(
  db: Db,
  projectId: string,
  files: readonly Wanted[],
  importId: number | null = null,
): Promise<{ path: string; data: Buffer }[]> {
  if (files.length === 0) return [];
  const rows = await db.query<{ path: string; contentHash: Buffer; importId: number; data: Buffer }>(
    `select path, content_hash as "contentHash", import_id as "importId", data from ${LATEST_FACTS}`,
    ofLatestFacts(projectId, files, importId),
  );
  return rows.map((row) => {
    const key = [row.path, row.contentHash, row.importId];
    return {
      path: row.path,
      data: db.seal.open({ table: "scip_facts", column: "data", projectId, row: key }, row.data),
    };
  });
}

/** By file, the names that its facts lead to and its text does not mention. Files without any are left out. */
export async function readMentions(
  db: Db,
  projectId: string,
  files: readonly Wanted[],
  importId: number | null = null,
): Promise<{ path: string; mentions: string[] }[]> {
  if (files.length === 0) return [];
  return db.query<{ path: string; mentions: string[] }>(
    `select path, mentions from ${LATEST_FACTS} where cardinality(mentions) > 0`,
    ofLatestFacts(projectId, files, importId),
  );
}

/** Of each wanted file the facts of the last import that counts. Its parameters are those of `ofLatestFacts`. */
const LATEST_FACTS = `(
  select distinct on (f.path) f.path, f.content_hash, f.import_id, f.mentions, f.data
  from unnest($2::text[], $3::bytea[]) as wanted (path, content_hash)
  join scip_facts f on f.project_id = $1 and f.path = wanted.path and f.content_hash = wanted.content_hash
  join scip_imports i on i.project_id = $1 and i.import_id = f.import_id and (i.status = 'applied' or i.import_id = $4)
  order by f.path, f.import_id desc
) latest`;

const ofLatestFacts = (projectId: string, files: readonly Wanted[], importId: number | null) => [
  projectId,
  files.map(({ path }) => path),
  files.map(({ contentHash }) => contentHash),
  importId,
];

/** Removes what no view and no job can use any more; gives how many rows, fewer than a batch when it is done. */
export async function sweepScip(db: Db, projectId: string): Promise<number> {
  const statements = [
    // Lost on their way, matched, or never matched.
    `delete from scip_documents where ctid = any (array(
       select d.ctid from scip_documents d left join scip_imports i using (project_id, import_id)
       where d.project_id = $1 and (i.status is null or i.status = 'applied'
         or i.touched_at < now() - case when i.status = 'receiving' then interval '${RECEIVED_WITHIN}' else interval '${MATCHED_WITHIN}' end)
       limit ${BATCH})) returning 1`,
    // Of lost contents, of imports that never counted, and of replaced imports.
    `delete from scip_facts where ctid = any (array(
       select f.ctid from scip_facts f left join scip_imports i using (project_id, import_id)
       where f.project_id = $1 and (
         i.status is null
         or (i.status <> 'applied' and i.touched_at < now() - interval '${MATCHED_WITHIN}')
         or not exists (select from file_versions v
              where v.project_id = $1 and v.path = f.path and v.content_hash = f.content_hash)
         or exists (select from scip_facts l join scip_imports li using (project_id, import_id)
              where l.project_id = $1 and l.path = f.path and l.content_hash = f.content_hash and l.import_id > f.import_id
                and li.status = 'applied'))
       limit ${BATCH})) returning 1`,
    `delete from scip_imports i where i.project_id = $1
       and not exists (select from scip_documents d where d.project_id = $1 and d.import_id = i.import_id)
       and not exists (select from scip_facts f where f.project_id = $1 and f.import_id = i.import_id)
       and (i.status = 'applied'
         or i.touched_at < now() - case when i.status = 'receiving' then interval '${RECEIVED_WITHIN}' else interval '${MATCHED_WITHIN}' end)
     returning 1`,
  ];
  let removed = 0;
  for (const statement of statements) removed = Math.max(removed, (await db.query(statement, [projectId])).length);
  return removed;
}

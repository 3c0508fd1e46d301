/** Makes the graph as the product does: indexes a repository into an embedded database, and reads its symbols and edges back. */
import { nth, present } from "../../base/need.js";
import { languageOf } from "../../languages/index.js";
import { EDGE_KINDS, EDGE_RULES, EDGE_TIERS } from "../../model/edge.js";
import { decodeParseResult } from "../../model/parse-result-bytes.js";
import type { Db } from "../../store/db/db.js";
import { readLedger } from "../../store/files.js";
import { createPglite } from "../../store/pglite/pglite.js";
import { findProjectByRoot } from "../../store/projects.js";
import { readParseResults } from "../../store/versions.js";
import { ensureView } from "../../store/views.js";
import type { IndexInput, IndexResult } from "../bench/index-child.js";
import type { Workspace } from "../bench/workspace.js";
import type { OurEdge, OurIndex, OurSymbol } from "./fact.js";

const FAMILIES: ReadonlySet<string> = new Set(["typescript", "javascript"]);

/** Indexes `root` and reads the graph of its TypeScript and JavaScript files. */
export async function indexGraph(workspace: Workspace, root: string): Promise<OurIndex> {
  const dataDir = workspace.path("data");
  const input: IndexInput = { root, dataDir, databaseUrl: null, embed: false };
  await workspace.runChild<IndexResult>("index-child", input);
  const db = await createPglite(dataDir);
  try {
    return await readGraph(db, root);
  } finally {
    await db.close();
  }
}

async function readGraph(db: Db, root: string): Promise<OurIndex> {
  const project = await findProjectByRoot(db, root);
  if (!project) throw new Error(`${root} was not indexed`);
  const { projectId, viewId } = await ensureView(db, project.projectId);
  const ledger = await readLedger(db, projectId, viewId);
  const files = ledger.filter(
    ({ path, versionId }) => versionId !== null && FAMILIES.has(languageOf(path)?.family ?? ""),
  );
  const parses = await readParseResults(
    db,
    projectId,
    files.map(({ contentHash }) => present(contentHash)),
  );
  const parseOf = new Map(parses.map((row) => [`${row.contentHash.toString("base64")} ${row.language}`, row.data]));
  const index: OurIndex = {
    symbols: [],
    edges: [],
    paths: files.map(({ path }) => path),
    errorRanges: new Map(files.map(({ path, errorRanges }) => [path, errorRanges ?? []])),
  };
  for (const { path, versionId, contentHash } of files) {
    const data = parseOf.get(`${present(contentHash).toString("base64")} ${present(languageOf(path)).name}`);
    if (!data) continue;
    const ids = await db.query<{ nodeId: string }>(
      `select node_id as "nodeId" from symbols where project_id = $1 and version_id = $2 order by ordinal`,
      [projectId, versionId],
    );
    index.symbols.push(
      ...symbolsOf(
        path,
        data,
        ids.map(({ nodeId }) => nodeId),
      ),
    );
  }
  index.edges = await readEdges(db, projectId, viewId, new Set(index.paths));
  return index;
}

function symbolsOf(path: string, data: Buffer, nodeIds: string[]): OurSymbol[] {
  return decodeParseResult(data).symbols.map(
    ({ name, qualifiedName, kind, nameLine, start, end, parent }, ordinal) => ({
      nodeId: nth(nodeIds, ordinal),
      path,
      name,
      qualifiedName,
      kind,
      nameLine,
      start,
      end,
      parent: nodeIds[parent] ?? null,
    }),
  );
}

/** An edge with the numbers that its kind, tier and rule have in the database. */
type EdgeRow = Omit<OurEdge, "kind" | "tier" | "rule"> & { kind: number; tier: number; rule: number };

async function readEdges(db: Db, projectId: string, viewId: number, paths: ReadonlySet<string>): Promise<OurEdge[]> {
  const rows = await db.query<EdgeRow>(
    `select f.path, e.line, s.node_id as source, e.kind, e.tier, e.rule, e.target, x.name as outside
     from files f join edges e on e.project_id = f.project_id and e.edge_set_id = f.edge_set_id
     join symbols s on s.project_id = f.project_id and s.version_id = f.version_id and s.ordinal = e.source_ordinal
     left join external_symbols x on x.project_id = e.project_id and x.node_id = e.target
     where f.project_id = $1 and f.view_id = $2 and e.kind <> $3 order by f.path, e.line, e.kind, e.target`,
    [projectId, viewId, EDGE_KINDS.indexOf("contains")],
  );
  return rows
    .filter(({ path }) => paths.has(path))
    .map(({ kind, tier, rule, ...row }) => ({
      ...row,
      kind: nth(EDGE_KINDS, kind),
      tier: nth(EDGE_TIERS, tier),
      rule: nth(EDGE_RULES, rule),
    }));
}

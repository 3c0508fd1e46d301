/** Links between the files of a view, counted over their edges. Every query joins `files`, as in outgoing.ts. */
import { EDGE_KINDS, EDGE_TIERS } from "../model/edge.js";
import type { Db } from "./db/db.js";
import type { View } from "./views.js";

/** A file that imports another one, at some lines. */
export interface FileImport {
  from: string;
  to: string;
  lines: number[];
}

const SURE = ["exact", "import", "unique"] as const;
const tiers = SURE.map((tier) => EDGE_TIERS.indexOf(tier));

/** The imports between different files of the view, by path. Namespaces, which many files share, are not among them. */
export async function fileImports(db: Db, view: View, signal: AbortSignal): Promise<FileImport[]> {
  return db.query<FileImport>(
    `select f.path as "from", g.path as "to", array_agg(distinct e.line order by e.line) as lines
     from files f
     join edges e on e.project_id = f.project_id and e.edge_set_id = f.edge_set_id
     join symbols s on s.project_id = e.project_id and s.node_id = e.target and s.node_type <> 'namespace'
     join files g on g.project_id = s.project_id and g.view_id = $2 and g.version_id = s.version_id
     where f.project_id = $1 and f.view_id = $2 and e.kind = $3 and e.tier = any($4) and g.path <> f.path
     group by f.path, g.path
     order by f.path, g.path`,
    [view.projectId, view.viewId, EDGE_KINDS.indexOf("imports"), tiers],
    signal,
  );
}

/** How many other files refer to each file of the view, and by how many references. */
export async function filesFanIn(
  db: Db,
  view: View,
  signal: AbortSignal,
): Promise<{ path: string; files: number; references: number }[]> {
  return db.query(
    `select g.path, count(distinct f.path)::int as files, count(*)::int as "references"
     from files f
     join edges e on e.project_id = f.project_id and e.edge_set_id = f.edge_set_id
     join symbols s on s.project_id = e.project_id and s.node_id = e.target and s.node_type <> 'namespace'
     join files g on g.project_id = s.project_id and g.view_id = $2 and g.version_id = s.version_id
     where f.project_id = $1 and f.view_id = $2 and e.kind <> $3 and e.tier = any($4) and g.path <> f.path
     group by g.path
     order by g.path`,
    [view.projectId, view.viewId, EDGE_KINDS.indexOf("contains"), tiers],
    signal,
  );
}

/** How the files of a view refer to each other, and which symbols most files refer to. Every query joins `files`, as in outgoing.ts. */
import { EDGE_KINDS, EDGE_TIERS, REFERENCE_KINDS } from "../model/edge.js";
import type { Db } from "./db/db.js";
import { numbersOf } from "./outgoing.js";
import type { View } from "./views.js";

/** References of one file to another, and how many there are. */
export interface FileLink {
  source: string;
  target: string;
  count: number;
}

/** A file that imports another one, at some lines. */
export interface FileImport {
  from: string;
  to: string;
  lines: number[];
}

/** Tiers that are not guesses. */
const SURE = numbersOf(EDGE_TIERS, ["exact", "import"]);
/** The same, and the only member of a name. */
const NO_CANDIDATES = numbersOf(EDGE_TIERS, ["exact", "import", "unique"]);
const KINDS = numbersOf(EDGE_KINDS, REFERENCE_KINDS);

/** All links between files by sure references; those to namespaces and modules, which are in no file more than in another, are left out. By paths. */
export function fileLinks(db: Db, view: View): Promise<FileLink[]> {
  return db.query<FileLink>(
    `with used as (
       select f.path as source, f.version_id, e.target, count(*)::int as count
       from files f
       join edges e on e.project_id = f.project_id and e.edge_set_id = f.edge_set_id
       where f.project_id = $1 and f.view_id = $2 and e.kind = any($3) and e.tier = any($4)
       group by f.path, f.version_id, e.target
     )
     select u.source, t.path as target, sum(u.count)::int as count
     from used u
     join symbols s on s.project_id = $1 and s.node_id = u.target and s.version_id <> u.version_id and s.node_type not in ('namespace', 'module')
     join files t on t.project_id = $1 and t.view_id = $2 and t.version_id = s.version_id
     group by u.source, t.path
     order by u.source, t.path`,
    [view.projectId, view.viewId, KINDS, SURE],
  );
}

/** The symbols that most other files refer to, and how many files do, those at `without` not counted; the first `limit`, by number and node_id. */
export function mostReferred(
  db: Db,
  view: View,
  limit: number,
  without: readonly string[],
): Promise<{ nodeId: string; files: number }[]> {
  return db.query<{ nodeId: string; files: number }>(
    `select e.target as "nodeId", count(distinct f.version_id)::int as files
     from files f
     join edges e on e.project_id = f.project_id and e.edge_set_id = f.edge_set_id
     where f.project_id = $1 and f.view_id = $2 and e.kind = any($3) and e.tier = any($4) and f.path <> all($6)
       and exists (
         select from symbols s
         join files t on t.project_id = s.project_id and t.view_id = $2 and t.version_id = s.version_id
         where s.project_id = $1 and s.node_id = e.target and s.ordinal > 0 and s.version_id <> f.version_id
           and s.node_type not in ('namespace', 'module', 'file')
       )
     group by e.target
     order by files desc, e.target
     limit $5`,
    [view.projectId, view.viewId, KINDS, SURE, limit, without],
  );
}

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
    [view.projectId, view.viewId, EDGE_KINDS.indexOf("imports"), NO_CANDIDATES],
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
    [view.projectId, view.viewId, EDGE_KINDS.indexOf("contains"), NO_CANDIDATES],
    signal,
  );
}

/** The whole graph of a view, some files at a time: what analyses of all of it read. Every query joins `files`, as in outgoing.ts. */
import { EDGE_KINDS, EDGE_RULES, EDGE_TIERS, type EdgeKind, type EdgeRule, type EdgeTier } from "../model/edge.js";
import type { Db } from "./db/db.js";
import type { View } from "./views.js";

/** A span of a symbol, with what an analysis needs of it. Offsets are in UTF-16 units of the file's text. */
export interface GraphSymbol {
  versionId: number;
  ordinal: number;
  parentOrdinal: number;
  nodeId: string;
  name: string;
  qualifiedName: string;
  nodeType: string;
  lineStart: number;
  lineEnd: number;
  start: number;
  end: number;
  access: string;
  /** Bits, in the order of FLAGS of symbol-heads.ts. */
  flags: number;
}

/** An edge of any kind but `contains`. */
export interface GraphEdge {
  versionId: number;
  ordinal: number;
  kind: EdgeKind;
  tier: EdgeTier;
  rule: EdgeRule;
  line: number;
  target: string;
  /** Of a target outside of the project, its name; else null. */
  externalName: string | null;
}

/** The symbols of some file versions of the view, by file and position. */
export async function graphSymbols(db: Db, view: View, versionIds: readonly number[]): Promise<GraphSymbol[]> {
  return db.query<GraphSymbol>(
    `select s.version_id as "versionId", s.ordinal, s.parent_ordinal as "parentOrdinal", s.node_id as "nodeId", s.name,
       s.qualified_name as "qualifiedName", s.node_type as "nodeType", s.line_start as "lineStart", s.line_end as "lineEnd",
       s.start_offset as start, s.end_offset as "end", s.access_modifier as access, s.flags
     from files f
     join symbols s on s.project_id = f.project_id and s.version_id = f.version_id
     where f.project_id = $1 and f.view_id = $2 and f.version_id = any($3)
     order by s.version_id, s.ordinal`,
    [view.projectId, view.viewId, versionIds],
  );
}

/** The edges that leave symbols of some file versions of the view, by file and line. */
export async function graphEdges(db: Db, view: View, versionIds: readonly number[]): Promise<GraphEdge[]> {
  const rows = await db.query<{
    versionId: number;
    ordinal: number;
    kind: number;
    tier: number;
    rule: number;
    line: number;
    target: string;
    externalName: string | null;
  }>(
    `select f.version_id as "versionId", e.source_ordinal as ordinal, e.kind, e.tier, e.rule, e.line, e.target, x.name as "externalName"
     from files f
     join edges e on e.project_id = f.project_id and e.edge_set_id = f.edge_set_id
     left join external_symbols x on x.project_id = e.project_id and x.node_id = e.target and e.tier = $5
     where f.project_id = $1 and f.view_id = $2 and f.version_id = any($3) and e.kind <> $4
     order by f.version_id, e.line, e.source_ordinal, e.kind, e.target`,
    [view.projectId, view.viewId, versionIds, EDGE_KINDS.indexOf("contains"), EDGE_TIERS.indexOf("external")],
  );
  return rows.flatMap((row) => {
    const [kind, tier, rule] = [EDGE_KINDS[row.kind], EDGE_TIERS[row.tier], EDGE_RULES[row.rule]];
    return kind && tier && rule ? [{ ...row, kind, tier, rule }] : [];
  });
}

/**
 * The graph as one view sees it. An edge belongs to an edge set and a set to the files of a view, so every query joins `files`:
 * rows of other views, and of generations that are gone, are shut out there.
 */
import { EDGE_KINDS, EDGE_RULES, EDGE_TIERS, type EdgeKind, type EdgeRule, type EdgeTier } from "../model/edge.js";
import type { Db } from "./db/db.js";
import { ONE_PLAN } from "./db/one-plan.js";
import type { Position } from "./symbol-heads.js";
import type { View } from "./views.js";

/** A reference from a symbol of the view to a node_id of the project, an external symbol or an unresolved name. */
export interface Outgoing {
  sourceVersion: number;
  sourceOrdinal: number;
  /** The file of the source, where `line` is. */
  path: string;
  kind: EdgeKind;
  tier: EdgeTier;
  rule: EdgeRule;
  line: number;
  target: string;
}

/** The numbers by which the database has some names of a list. */
export const numbersOf = <Name extends string>(list: readonly Name[], names: readonly Name[]) =>
  names.map((name) => list.indexOf(name));

/** The most that a line of a file may be. */
const LAST_LINE = 2 ** 31 - 1;

/** The columns of sources as queries read them: the version, the ordinal that edges leave, the first and the last line that counts. */
export const sourceColumns = (sources: readonly Position[]) => [
  sources.map(({ versionId }) => versionId),
  sources.map(({ ordinal, part }) => part?.of ?? ordinal),
  sources.map(({ part }) => part?.first ?? 0),
  sources.map(({ part }) => part?.last ?? LAST_LINE),
];

/** Edges that leave the symbols at `sources`, in source order; at most `limit`. */
export async function outgoingEdges(
  db: Db,
  view: View,
  sources: readonly Position[],
  filter: { kinds: readonly EdgeKind[]; tiers: readonly EdgeTier[]; limit: number },
): Promise<Outgoing[]> {
  if (sources.length === 0) return [];
  const rows = await db.query<{
    version_id: number;
    source_ordinal: number;
    path: string;
    kind: number;
    tier: number;
    rule: number;
    line: number;
    target: string;
  }>(
    `${ONE_PLAN} select f.version_id, source.shown as source_ordinal, f.path, e.kind, e.tier, e.rule, e.line, e.target
     from unnest($3::int[], $4::int[], $5::int[], $6::int[], $7::int[]) as source (version_id, ordinal, first, last, shown)
     join files f on f.project_id = $1 and f.view_id = $2 and f.version_id = source.version_id
     join edges e on e.project_id = f.project_id and e.edge_set_id = f.edge_set_id and e.source_ordinal = source.ordinal
     where e.kind = any($8) and e.tier = any($9) and e.line between source.first and source.last
     order by f.path, e.line, source.shown, e.kind, e.target
     limit $10`,
    [
      view.projectId,
      view.viewId,
      ...sourceColumns(sources),
      sources.map(({ ordinal }) => ordinal),
      numbersOf(EDGE_KINDS, filter.kinds),
      numbersOf(EDGE_TIERS, filter.tiers),
      filter.limit,
    ],
  );
  return rows.map((row) => ({
    sourceVersion: row.version_id,
    sourceOrdinal: row.source_ordinal,
    path: row.path,
    kind: EDGE_KINDS[row.kind]!,
    tier: EDGE_TIERS[row.tier]!,
    rule: EDGE_RULES[row.rule]!,
    line: row.line,
    target: row.target,
  }));
}

/** Counts of edges in some files of a view: what a list that is narrowed to them holds. */
import { EDGE_KINDS, EDGE_TIERS, type EdgeKind, type EdgeTier } from "../model/edge.js";
import type { Db } from "./db/db.js";
import { numbersOf } from "./outgoing.js";
import type { View } from "./views.js";

/** How many edges of `tiers` lead into `targets` from files that are listed, by tier. All of them are counted. */
export async function countIncomingIn(
  db: Db,
  view: View,
  targets: readonly string[],
  filter: { kinds: readonly EdgeKind[]; tiers: readonly EdgeTier[]; isListed(path: string): boolean },
): Promise<Partial<Record<EdgeTier, number>>> {
  const rows = await db.query<{ tier: number; path: string; count: number }>(
    `select e.tier, f.path, count(*)::int as count
     from edges e
     join files f on f.project_id = e.project_id and f.view_id = $2 and f.edge_set_id = e.edge_set_id
     where e.project_id = $1 and e.target = any($3) and e.kind = any($4) and e.tier = any($5)
     group by e.tier, f.path`,
    [view.projectId, view.viewId, targets, numbersOf(EDGE_KINDS, filter.kinds), numbersOf(EDGE_TIERS, filter.tiers)],
  );
  const counts: Partial<Record<EdgeTier, number>> = {};
  for (const { tier, path, count } of rows) {
    const name = EDGE_TIERS[tier]!;
    if (filter.isListed(path)) counts[name] = (counts[name] ?? 0) + count;
  }
  return counts;
}

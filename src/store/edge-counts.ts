/** Counts of edges into symbols of a view. */
import { EDGE_KINDS, EDGE_TIERS, type EdgeKind, type EdgeTier } from "../model/edge.js";
import type { Db } from "./db/db.js";
import { numbersOf } from "./outgoing.js";
import type { View } from "./views.js";

/** The number of edges of `tiers` into `targets` from listed files, by tier: the length of a list that is narrowed to these files. All of them are counted. */
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

/** How many calls lead to each of some symbols, counted up to `most`. */
export async function countCallersUpTo(
  db: Db,
  view: View,
  targets: readonly string[],
  { tiers, most }: { tiers: readonly EdgeTier[]; most: number },
): Promise<number[]> {
  if (targets.length === 0) return [];
  const rows = await db.query<{ count: number }>(
    `select found.count
     from unnest($3::text[]) with ordinality as asked (target, position)
     cross join lateral (
       select count(*)::int as count from (
         select 1 from edges e
         join files f on f.project_id = e.project_id and f.view_id = $2 and f.edge_set_id = e.edge_set_id
         where e.project_id = $1 and e.target = asked.target and e.kind = $4 and e.tier = any($5)
         limit $6
       ) calls
     ) found
     order by asked.position`,
    [view.projectId, view.viewId, targets, EDGE_KINDS.indexOf("calls"), numbersOf(EDGE_TIERS, tiers), most],
  );
  return rows.map(({ count }) => count);
}

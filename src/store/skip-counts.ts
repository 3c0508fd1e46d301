/** How many paths of a view were left out or failed, by reason. */
import type { Db } from "./db/db.js";
import type { View } from "./views.js";

/** Counts by reason: `skipped` holds SkipReasons, `failed` error codes. */
export async function countSkipped(
  db: Db,
  { projectId, viewId }: View,
): Promise<{ skipped: Record<string, number>; failed: Record<string, number> }> {
  const rows = await db.query<{ status: "skipped" | "failed"; reason: string; count: number }>(
    `select status, coalesce(reason, 'unknown') as reason, count(*)::int as count
       from files
      where project_id = $1 and view_id = $2 and status in ('skipped', 'failed')
      group by 1, 2
      order by 3 desc, 2`,
    [projectId, viewId],
  );
  const counts = { skipped: {} as Record<string, number>, failed: {} as Record<string, number> };
  for (const { status, reason, count } of rows) counts[status][reason] = count;
  return counts;
}

/**
 * Calls on values of unknown types whose name more symbols have than an index keeps edges for. They are kept once, by the name, so each symbol of that
 * name is found to be a candidate when it is asked about.
 */
import { EDGE_KINDS, EDGE_RULES, EDGE_TIERS, unresolvedTarget } from "../model/edge.js";
import type { Db } from "./db/db.js";
import type { Incoming } from "./incoming.js";
import { headsOf, type SymbolHeadColumns, symbolHeadColumns } from "./symbol-heads.js";
import type { View } from "./views.js";

/** Names by which a symbol may be called. The languages, as the database names them, of the files in which such a call may mean it. */
export interface CalledNames {
  names: readonly string[];
  languages: readonly string[];
}

export const NO_NAMES: CalledNames = { names: [], languages: [] };

const OF_NAMES = `
  from edges e
  join files f on f.project_id = e.project_id and f.view_id = $2 and f.edge_set_id = e.edge_set_id
  where e.project_id = $1 and e.target = any($3) and e.kind = $4 and e.tier = $5 and e.rule = $6
    and f.language = any($7)`;

function scopeOf(view: View, { names, languages }: CalledNames): unknown[] {
  return [
    view.projectId,
    view.viewId,
    names.map(unresolvedTarget),
    EDGE_KINDS.indexOf("calls"),
    EDGE_TIERS.indexOf("unresolved"),
    EDGE_RULES.indexOf("too-many"),
    languages,
  ];
}

/** Such calls of the names as candidates of `target`; at most `limit`, by path and line of what was read. */
export async function callsOfNames(
  db: Db,
  view: View,
  called: CalledNames,
  { target, limit }: { target: string; limit: number },
): Promise<{ edges: Incoming[]; leftOut: boolean }> {
  if (called.names.length === 0) return { edges: [], leftOut: false };
  const rows = await db.query<SymbolHeadColumns & { edge_line: number }>(
    `select hit.line as edge_line, ${symbolHeadColumns("s", "hit")}
     from (select e.line, e.source_ordinal, f.version_id, f.path, f.status ${OF_NAMES} limit $8) hit
     join symbols s on s.project_id = $1 and s.version_id = hit.version_id and s.ordinal = hit.source_ordinal
     order by hit.path, hit.line, hit.source_ordinal`,
    [...scopeOf(view, called), limit + 1],
  );
  const headOf = headsOf(db, view.projectId);
  const edges = rows.slice(0, limit).map(
    (row): Incoming => ({
      target,
      kind: "calls",
      tier: "candidate",
      rule: "same-name",
      lines: [row.edge_line],
      linesLeftOut: 0,
      source: headOf(row),
    }),
  );
  return { edges, leftOut: rows.length > limit };
}

/** How many such calls of the names there are; counting stops at `limit`. */
export async function countCallsOfNames(db: Db, view: View, called: CalledNames, limit: number): Promise<number> {
  if (called.names.length === 0) return 0;
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from (select 1 ${OF_NAMES} limit $8) hit`,
    [...scopeOf(view, called), limit],
  );
  return row?.count ?? 0;
}

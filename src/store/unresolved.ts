/** References of one view without a target in it: unresolved calls, absent packages, external symbols. */
import { EDGE_KINDS, EDGE_RULES, EDGE_TIERS, type EdgeKind, type EdgeRule, unresolvedTarget } from "../model/edge.js";
import type { Db } from "./db/db.js";
import { ONE_PLAN } from "./db/one-plan.js";
import { oneRow } from "./db/one-row.js";
import type { CalledNames } from "./named-calls.js";
import { numbersOf, sourceColumns } from "./outgoing.js";
import type { Position } from "./symbol-heads.js";
import type { View } from "./views.js";

/** A reference whose target could not be decided. */
export interface UnresolvedPlace {
  /** The name that is referred to; "" for a call of a value without a name. */
  name: string;
  path: string;
  line: number;
}

/**
 * References of the names, and references that leave the sources, with undecided targets: the number for each reason (counting stops at `limit` in total),
 * and the first `places` of each by path and line.
 */
export async function unresolvedReferences(
  db: Db,
  view: View,
  scope: { called: CalledNames; sources: readonly Position[]; kinds: readonly EdgeKind[] },
  options: { places: number; limit: number },
): Promise<{ reason: EdgeRule; count: number; places: UnresolvedPlace[] }[]> {
  const [versions, ordinals, firsts, lasts] = sourceColumns(scope.sources);
  const rows = await db.query<{ rule: number; count: number; path: string; line: number; target: string }>(
    `${ONE_PLAN} select rule, count, path, line, target
     from (
       select hit.*, count(*) over (partition by rule)::int as count,
         row_number() over (partition by rule order by path, line, target) as position
       from (
         (
           select e.rule, f.path, e.line, e.target, e.source_ordinal
           from edges e
           join files f on f.project_id = e.project_id and f.view_id = $2 and f.edge_set_id = e.edge_set_id
           where e.project_id = $1 and e.target = any($3) and e.kind = any($6) and f.language = any($10)
           limit $7
         )
         union
         (
           select e.rule, f.path, e.line, e.target, e.source_ordinal
           from unnest($4::int[], $5::int[], $11::int[], $12::int[]) as source (version_id, ordinal, first, last)
           join files f on f.project_id = $1 and f.view_id = $2 and f.version_id = source.version_id
           join edges e on e.project_id = f.project_id and e.edge_set_id = f.edge_set_id and e.source_ordinal = source.ordinal
           where e.kind = any($6) and e.tier = $9 and e.line between source.first and source.last
           limit $7
         )
       ) hit
     ) numbered
     where position <= $8
     order by rule, position`,
    [
      view.projectId,
      view.viewId,
      scope.called.names.map(unresolvedTarget),
      versions,
      ordinals,
      numbersOf(EDGE_KINDS, scope.kinds),
      options.limit,
      options.places,
      EDGE_TIERS.indexOf("unresolved"),
      scope.called.languages,
      firsts,
      lasts,
    ],
  );
  const found = new Map<number, { reason: EdgeRule; count: number; places: UnresolvedPlace[] }>();
  for (const { rule, count, path, line, target } of rows) {
    const known = found.get(rule) ?? { reason: EDGE_RULES[rule]!, count, places: [] };
    known.places.push({ name: target.slice(unresolvedTarget("").length), path, line });
    found.set(rule, known);
  }
  return [...found.values()];
}

/** A symbol that is called, with its first span. */
export interface CalledSymbol {
  nodeId: string;
  qualifiedName: string;
  path: string;
  line: number;
  calls: number;
}

/** Symbols of the names that are called, and how often, counting to `limit` each; the most called first. Looks at 200 spans of the names. */
export async function calledByName(
  db: Db,
  view: View,
  { names, languages }: CalledNames,
  limit: number,
): Promise<CalledSymbol[]> {
  return db.query(
    `${ONE_PLAN} select called.node_id as "nodeId", called.qualified_name as "qualifiedName", called.path, called.line_start as line,
       counted.calls
     from (
       select distinct on (s.node_id) s.node_id, s.qualified_name, s.path, s.line_start
       from (
         select s.node_id, s.qualified_name, f.path, s.line_start
         from symbols s
         join files f on f.project_id = s.project_id and f.view_id = $2 and f.version_id = s.version_id
         where s.project_id = $1 and s.name = any($3) and s.language = any($7)
         limit 200
       ) s
       order by s.node_id, s.path, s.line_start
     ) called
     cross join lateral (
       select count(*)::int as calls
       from (
         select 1
         from edges e
         join files f on f.project_id = e.project_id and f.view_id = $2 and f.edge_set_id = e.edge_set_id
         where e.project_id = $1 and e.target = called.node_id and e.kind = $4 and e.tier = any($6)
         limit $5
       ) hit
     ) counted
     where counted.calls > 0
     order by counted.calls desc, called.path, called.line_start`,
    [
      view.projectId,
      view.viewId,
      names,
      EDGE_KINDS.indexOf("calls"),
      limit,
      numbersOf(EDGE_TIERS, ["exact", "import", "unique"]),
      languages,
    ],
  );
}

/** How many calls of members of the names are taken for those of libraries' types, and where the first of them stand. Counting stops at `limit`. */
export async function callsBeside(
  db: Db,
  view: View,
  { names, languages }: CalledNames,
  { limit, places }: { limit: number; places: number },
): Promise<{ outside: number; outsidePlaces: { path: string; line: number }[] }> {
  const outside = await db.query<{ path: string; line: number; count: number }>(
    `${ONE_PLAN} select hit.path, hit.line, (count(*) over ())::int as count
     from (
       select f.path, e.line
       from external_symbols x
       join edges e on e.project_id = x.project_id and e.target = x.node_id and e.kind = $4
       join files f on f.project_id = e.project_id and f.view_id = $2 and f.edge_set_id = e.edge_set_id
       where x.project_id = $1 and x.name like '%.%' and substring(x.name from '[^.]*$') = any($3) and f.language = any($7)
       limit $5
     ) hit
     order by hit.path, hit.line
     limit $6`,
    [view.projectId, view.viewId, names, EDGE_KINDS.indexOf("calls"), limit, places, languages],
  );
  return { outside: outside[0]?.count ?? 0, outsidePlaces: outside.map(({ path, line }) => ({ path, line })) };
}

/** How many calls in the whole view are of nameless values with unknown functions. Counting stops at `limit`. */
export async function countUnnamedCalls(db: Db, view: View, limit: number): Promise<number> {
  const { count } = await oneRow(
    db.query<{ count: number }>(
      `select count(*)::int as count
     from (
       select 1
       from edges e
       join files f on f.project_id = e.project_id and f.view_id = $2 and f.edge_set_id = e.edge_set_id
       where e.project_id = $1 and e.target = $3 and e.kind = $4
       limit $5
     ) hit`,
      [view.projectId, view.viewId, unresolvedTarget(""), EDGE_KINDS.indexOf("calls"), limit],
    ),
  );
  return count;
}

/** A call of a member of a library's type: `Handler.ServeHTTP` of `net/http`. */
export interface OutsideCall {
  name: string;
  module: string | null;
  path: string;
  line: number;
}

/** The calls of members of libraries' types that have one of some names, `limit` of them, by path and line. */
export async function outsideCalls(
  db: Db,
  view: View,
  names: readonly string[],
  limit: number,
): Promise<OutsideCall[]> {
  return db.query<OutsideCall>(
    `select hit.*
     from (
       select x.name, x.module, f.path, e.line
       from external_symbols x
       join edges e on e.project_id = x.project_id and e.target = x.node_id and e.kind = $4
       join files f on f.project_id = e.project_id and f.view_id = $2 and f.edge_set_id = e.edge_set_id
       where x.project_id = $1 and x.name like '%.%' and substring(x.name from '[^.]*$') = any($3)
       limit $5
     ) hit
     order by hit.path, hit.line`,
    [view.projectId, view.viewId, names, EDGE_KINDS.indexOf("calls"), limit],
  );
}

/** References to declarations of the project outside of the index: their number, and the places of the first. */
export interface AbsentReferences {
  count: number;
  places: { path: string; line: number; module: string }[];
}

/** References of the names, and references that leave the sources; counting stops at `limit`. */
export async function absentReferences(
  db: Db,
  view: View,
  scope: { names: readonly string[]; sources: readonly Position[] },
  options: { places: number; limit: number },
): Promise<AbsentReferences> {
  const [versions, ordinals, firsts, lasts] = sourceColumns(scope.sources);
  const rows = await db.query<{ count: number; path: string; line: number; module: string }>(
    `${ONE_PLAN} select count(*) over ()::int as count, path, line, module
     from (
       (
         select f.path, e.line, x.module
         from external_symbols x
         join edges e on e.project_id = x.project_id and e.target = x.node_id and e.rule = $7
         join files f on f.project_id = e.project_id and f.view_id = $2 and f.edge_set_id = e.edge_set_id
         where x.project_id = $1 and x.name = any($3)
         limit $8
       )
       union
       (
         select f.path, e.line, x.module
         from unnest($4::int[], $5::int[], $9::int[], $10::int[]) as source (version_id, ordinal, first, last)
         join files f on f.project_id = $1 and f.view_id = $2 and f.version_id = source.version_id
         join edges e on e.project_id = f.project_id and e.edge_set_id = f.edge_set_id and e.source_ordinal = source.ordinal
         join external_symbols x on x.project_id = e.project_id and x.node_id = e.target
         where e.rule = $7 and e.line between source.first and source.last
         limit $8
       )
     ) hit
     order by path, line, module
     limit $6`,
    [
      view.projectId,
      view.viewId,
      scope.names,
      versions,
      ordinals,
      options.places,
      EDGE_RULES.indexOf("not-indexed"),
      options.limit,
      firsts,
      lasts,
    ],
  );
  return { count: rows[0]?.count ?? 0, places: rows.map(({ path, line, module }) => ({ path, line, module })) };
}

export interface ExternalSymbol {
  nodeId: string;
  name: string;
  /** The package, module or namespace; null for a global of the runtime. */
  module: string | null;
}

/** External symbols by their node_ids. */
export async function readExternals(db: Db, projectId: string, nodeIds: readonly string[]): Promise<ExternalSymbol[]> {
  if (nodeIds.length === 0) return [];
  const rows = await db.query<{ node_id: string; name: string; module: string | null }>(
    `${ONE_PLAN} select node_id, name, module from external_symbols where project_id = $1 and node_id = any($2)`,
    [projectId, nodeIds],
  );
  return rows.map((row) => ({ nodeId: row.node_id, name: row.name, module: row.module }));
}

/** A symbol outside the index, and how often the view refers to it and derives types from it. */
export interface UsedExternal extends ExternalSymbol {
  uses: number;
  derived: number;
}

/** Counting uses of one external symbol stops here. */
const MOST_USES = 2000;
/** At most this many external symbols of some names are given. */
const MOST_NAMED = 20;

/** The external symbols of some names that files of the view refer to: those with the most references of the `deriving` kinds first, then the most used. */
export async function externalsNamed(
  db: Db,
  view: View,
  names: readonly string[],
  deriving: readonly EdgeKind[],
): Promise<UsedExternal[]> {
  const counted = (column: string, condition: string) => `cross join lateral (
       select count(*)::int as ${column}
       from (
         select 1
         from edges e
         join files f on f.project_id = e.project_id and f.view_id = $2 and f.edge_set_id = e.edge_set_id
         where e.project_id = x.project_id and e.target = x.node_id and ${condition}
         limit $5
       ) hit
     ) ${column}`;
  return db.query<UsedExternal>(
    `select x.node_id as "nodeId", x.name, x.module, uses.uses, derived.derived
     from external_symbols x
     ${counted("uses", "true")}
     ${counted("derived", "e.kind = any($4)")}
     where x.project_id = $1 and x.name = any($3) and uses.uses > 0
     order by derived.derived desc, uses.uses desc, x.module, x.name
     limit $6`,
    [view.projectId, view.viewId, names, numbersOf(EDGE_KINDS, deriving), MOST_USES, MOST_NAMED],
  );
}

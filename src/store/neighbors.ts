/**
 * The graph as one view sees it. An edge belongs to an edge set and a set to the files of a view, so every query joins `files`:
 * rows of other views, and of generations that are gone, are shut out there.
 */
import { PLACES, placeOf } from "../files/paths.js";
import {
  EDGE_KINDS,
  EDGE_RULES,
  EDGE_TIERS,
  type EdgeKind,
  type EdgeRule,
  type EdgeTier,
  unresolvedTarget,
} from "../graph/edge.js";
import type { Db } from "./db.js";
import { headsOf, type SymbolHead, type SymbolHeadColumns, symbolHeadColumns } from "./symbol-heads.js";
import type { View } from "./views.js";

/** A reference from a symbol of the view to `target`. */
export interface Incoming {
  target: string;
  kind: EdgeKind;
  tier: EdgeTier;
  rule: EdgeRule;
  /** Line of the reference, in the source's file. */
  line: number;
  source: SymbolHead;
}

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

/** A row of `symbols`: a position in a file. */
export interface Position {
  versionId: number;
  ordinal: number;
}

const numbersOf = <Name extends string>(list: readonly Name[], names: readonly Name[]) =>
  names.map((name) => list.indexOf(name));

/**
 * Edges into any of `targets`, the surest tier first, then by place (code before tests), path and line; at most `limit`, which are the
 * first by path of their tier. (The database takes 6 µs a row to tell tests by an expression, so they are told here, of the rows it gives.)
 */
export async function incomingEdges(
  db: Db,
  view: View,
  targets: readonly string[],
  filter: { kinds: readonly EdgeKind[]; tiers: readonly EdgeTier[]; limit: number },
): Promise<Incoming[]> {
  if (targets.length === 0) return [];
  const rows = await db.query<
    SymbolHeadColumns & { target: string; edge_kind: number; tier: number; rule: number; edge_line: number }
  >(
    `select hit.target, hit.kind as edge_kind, hit.tier, hit.rule, hit.line as edge_line, ${symbolHeadColumns("s", "hit")}
     from (
       select e.target, e.kind, e.tier, e.rule, e.line, e.source_ordinal, f.version_id, f.path, f.status
       from edges e
       join files f on f.project_id = e.project_id and f.view_id = $2 and f.edge_set_id = e.edge_set_id
       where e.project_id = $1 and e.target = any($3) and e.kind = any($4) and e.tier = any($5)
       order by e.tier, f.path, e.line, e.source_ordinal, e.kind
       limit $6
     ) hit
     join symbols s on s.project_id = $1 and s.version_id = hit.version_id and s.ordinal = hit.source_ordinal
     order by hit.tier, hit.path, hit.line, hit.source_ordinal, hit.kind`,
    [
      view.projectId,
      view.viewId,
      targets,
      numbersOf(EDGE_KINDS, filter.kinds),
      numbersOf(EDGE_TIERS, filter.tiers),
      filter.limit,
    ],
  );
  const headOf = headsOf(db, view.projectId);
  return surestFirst(
    rows.map((row) => ({
      target: row.target,
      kind: EDGE_KINDS[row.edge_kind]!,
      tier: EDGE_TIERS[row.tier]!,
      rule: EDGE_RULES[row.rule]!,
      line: row.edge_line,
      source: headOf(row),
    })),
  );
}

/**
 * References whose candidates are all among `targets`, as those of `new T()` are where T has several constructors: which one is in doubt, that it
 * is T is not. One edge of each, and how many it stands for; at most `limit`.
 */
export async function decidedEdges(
  db: Db,
  view: View,
  targets: readonly string[],
  filter: { kinds: readonly EdgeKind[]; limit: number },
): Promise<{ edge: Incoming; candidates: number }[]> {
  if (targets.length < 2) return [];
  const rows = await db.query<
    SymbolHeadColumns & { target: string; edge_kind: number; edge_line: number; candidates: number }
  >(
    `select site.target, site.kind as edge_kind, site.line as edge_line, site.candidates, ${symbolHeadColumns("s", "site")}
     from (
       select min(e.target) as target, e.edge_set_id, e.source_ordinal, e.kind, e.line, f.version_id, f.path, f.status,
         count(*)::int as candidates
       from edges e
       join files f on f.project_id = e.project_id and f.view_id = $2 and f.edge_set_id = e.edge_set_id
       where e.project_id = $1 and e.target = any($3) and e.kind = any($4) and e.tier = $5
       group by e.edge_set_id, e.source_ordinal, e.kind, e.line, f.version_id, f.path, f.status
       having count(*) > 1
       order by f.path, e.line, e.source_ordinal, e.kind
       limit $6
     ) site
     join symbols s on s.project_id = $1 and s.version_id = site.version_id and s.ordinal = site.source_ordinal
     where site.candidates = (
       select count(*) from edges o
       where o.project_id = $1 and o.edge_set_id = site.edge_set_id and o.source_ordinal = site.source_ordinal
         and o.kind = site.kind and o.line = site.line and o.tier = $5
     )
     order by site.path, site.line, site.source_ordinal, site.kind`,
    [
      view.projectId,
      view.viewId,
      targets,
      numbersOf(EDGE_KINDS, filter.kinds),
      EDGE_TIERS.indexOf("candidate"),
      filter.limit,
    ],
  );
  const headOf = headsOf(db, view.projectId);
  return rows.map((row) => ({
    edge: {
      target: row.target,
      kind: EDGE_KINDS[row.edge_kind]!,
      tier: "import",
      rule: "overload",
      line: row.edge_line,
      source: headOf(row),
    },
    candidates: row.candidates,
  }));
}

/** Edges by tier and place; equal ones as they stood. */
export function surestFirst(edges: readonly Incoming[]): Incoming[] {
  const paths = new Set(edges.map((edge) => edge.source.path));
  const places = new Map([...paths].map((path) => [path, PLACES.indexOf(placeOf(path))]));
  const rank = ({ tier, source }: Incoming) => EDGE_TIERS.indexOf(tier) * PLACES.length + places.get(source.path)!;
  return edges.toSorted((a, b) => rank(a) - rank(b));
}

/** How many edges of `tiers` lead into `targets`, by tier; counting stops at `limit` for each. */
export async function countIncoming(
  db: Db,
  view: View,
  targets: readonly string[],
  filter: { kinds: readonly EdgeKind[]; tiers: readonly EdgeTier[]; limit: number },
): Promise<Partial<Record<EdgeTier, number>>> {
  // Tier by tier, so that ten thousand guesses do not hide the one sure edge behind them.
  const rows = await db.query<{ tier: number; count: number }>(
    `select wanted.tier, counted.count
     from unnest($5::int2[]) as wanted (tier)
     cross join lateral (
       select count(*)::int as count
       from (
         select 1
         from edges e
         join files f on f.project_id = e.project_id and f.view_id = $2 and f.edge_set_id = e.edge_set_id
         where e.project_id = $1 and e.target = any($3) and e.kind = any($4) and e.tier = wanted.tier
         limit $6
       ) hit
     ) counted`,
    [
      view.projectId,
      view.viewId,
      targets,
      numbersOf(EDGE_KINDS, filter.kinds),
      numbersOf(EDGE_TIERS, filter.tiers),
      filter.limit,
    ],
  );
  return Object.fromEntries(rows.map((row) => [EDGE_TIERS[row.tier]!, row.count]));
}

/** About how often symbols are used, counting to `limit`: uses in edge sets that no view has any more are among them. */
export async function useCounts(
  db: Db,
  projectId: string,
  nodeIds: readonly string[],
  limit: number,
): Promise<Map<string, number>> {
  const rows = await db.query<{ node_id: string; count: number }>(
    `select wanted.node_id, counted.count
     from unnest($2::text[]) as wanted (node_id)
     cross join lateral (
       select count(*)::int as count
       from (
         select 1 from edges e where e.project_id = $1 and e.target = wanted.node_id and e.kind <> $3 limit $4
       ) hit
     ) counted`,
    [projectId, nodeIds, EDGE_KINDS.indexOf("contains"), limit],
  );
  return new Map(rows.map((row) => [row.node_id, row.count]));
}

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
    `select f.version_id, e.source_ordinal, f.path, e.kind, e.tier, e.rule, e.line, e.target
     from unnest($3::int[], $4::int[]) as source (version_id, ordinal)
     join files f on f.project_id = $1 and f.view_id = $2 and f.version_id = source.version_id
     join edges e on e.project_id = f.project_id and e.edge_set_id = f.edge_set_id and e.source_ordinal = source.ordinal
     where e.kind = any($5) and e.tier = any($6)
     order by f.path, e.line, e.source_ordinal, e.kind, e.target
     limit $7`,
    [
      view.projectId,
      view.viewId,
      sources.map((source) => source.versionId),
      sources.map((source) => source.ordinal),
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

/** A reference whose target could not be decided. */
export interface UnresolvedPlace {
  /** What is referred to; "" for a call of a value without a name. */
  name: string;
  path: string;
  line: number;
}

/**
 * References of the names, and those that leave the sources, whose target could not be decided: how many for each reason (counting stops at
 * `limit`), and the first `places` of each by path and line.
 */
export async function unresolvedReferences(
  db: Db,
  view: View,
  scope: { names: readonly string[]; sources: readonly Position[]; kinds: readonly EdgeKind[] },
  options: { places: number; limit: number },
): Promise<{ reason: EdgeRule; count: number; places: UnresolvedPlace[] }[]> {
  const rows = await db.query<{ rule: number; count: number; path: string; line: number; target: string }>(
    `select rule, count, path, line, target
     from (
       select hit.*, count(*) over (partition by rule)::int as count,
         row_number() over (partition by rule order by path, line, target) as position
       from (
         (
           select e.rule, f.path, e.line, e.target, e.source_ordinal
           from edges e
           join files f on f.project_id = e.project_id and f.view_id = $2 and f.edge_set_id = e.edge_set_id
           where e.project_id = $1 and e.target = any($3) and e.kind = any($6)
           limit $7
         )
         union
         (
           select e.rule, f.path, e.line, e.target, e.source_ordinal
           from unnest($4::int[], $5::int[]) as source (version_id, ordinal)
           join files f on f.project_id = $1 and f.view_id = $2 and f.version_id = source.version_id
           join edges e on e.project_id = f.project_id and e.edge_set_id = f.edge_set_id and e.source_ordinal = source.ordinal
           where e.kind = any($6) and e.tier = $9
           limit $7
         )
       ) hit
     ) numbered
     where position <= $8
     order by rule, position`,
    [
      view.projectId,
      view.viewId,
      scope.names.map(unresolvedTarget),
      scope.sources.map((source) => source.versionId),
      scope.sources.map((source) => source.ordinal),
      numbersOf(EDGE_KINDS, scope.kinds),
      options.limit,
      options.places,
      EDGE_TIERS.indexOf("unresolved"),
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

/** Symbols of a name that are called, and how often, counting to `limit` each; the most called first. Looks at 200 spans of the name. */
export async function calledByName(
  db: Db,
  view: View,
  name: string,
  limit: number,
): Promise<{ nodeId: string; qualifiedName: string; count: number }[]> {
  return db.query(
    `select called.node_id as "nodeId", called.qualified_name as "qualifiedName", counted.count
     from (
       select s.node_id, min(s.qualified_name) as qualified_name
       from (
         select s.node_id, s.qualified_name
         from symbols s
         join files f on f.project_id = s.project_id and f.view_id = $2 and f.version_id = s.version_id
         where s.project_id = $1 and s.name = $3
         limit 200
       ) s
       group by s.node_id
     ) called
     cross join lateral (
       select count(*)::int as count
       from (
         select 1
         from edges e
         join files f on f.project_id = e.project_id and f.view_id = $2 and f.edge_set_id = e.edge_set_id
         where e.project_id = $1 and e.target = called.node_id and e.kind = $4
         limit $5
       ) hit
     ) counted
     where counted.count > 0
     order by counted.count desc, called.qualified_name, called.node_id`,
    [view.projectId, view.viewId, name, EDGE_KINDS.indexOf("calls"), limit],
  );
}

export interface ExternalSymbol {
  nodeId: string;
  name: string;
  /** The package, module or namespace; null for a global of the runtime. */
  module: string | null;
}

export async function readExternals(db: Db, projectId: string, nodeIds: readonly string[]): Promise<ExternalSymbol[]> {
  if (nodeIds.length === 0) return [];
  const rows = await db.query<{ node_id: string; name: string; module: string | null }>(
    "select node_id, name, module from external_symbols where project_id = $1 and node_id = any($2)",
    [projectId, nodeIds],
  );
  return rows.map((row) => ({ nodeId: row.node_id, name: row.name, module: row.module }));
}

/** Edges into symbols of one view, and how many there are. Every query joins `files`, as in outgoing.ts. */
import { need, nth } from "../base/need.js";
import { EDGE_KINDS, EDGE_RULES, EDGE_TIERS, type EdgeKind, type EdgeRule, type EdgeTier } from "../model/edge.js";
import { PATH_CLASSES, type PathClass, pathClassOf } from "../model/paths.js";
import type { Db } from "./db/db.js";
import { ONE_PLAN } from "./db/one-plan.js";
import { numbersOf } from "./outgoing.js";
import { headsOf, type SymbolHead, type SymbolHeadColumns, symbolHeadColumns } from "./symbol-heads.js";
import type { View } from "./views.js";

/** References from one symbol of the view to `target`. */
export interface Incoming {
  target: string;
  kind: EdgeKind;
  tier: EdgeTier;
  rule: EdgeRule;
  /** Lines of the references, in the source's file, ascending; the first MOST_LINES. */
  lines: number[];
  /** The number of further lines. */
  linesLeftOut: number;
  source: SymbolHead;
}

/** Edges that a limit left out. */
export interface LeftOut {
  references: number;
  files: number;
  /** The references, by the class of their files. */
  places: Partial<Record<PathClass, number>>;
}

/** An answer lists at most this many lines of one symbol's references to another. */
const MOST_LINES = 500;

/**
 * Edges into any of `targets`, those that differ in their line alone put together; the surest tier first, then by place (code before tests), path
 * and line; at most `limit`, and what that leaves out. The database takes 6 µs a row to tell tests by an expression, so they are told here, file by
 * file. 60,000 edges of 20,000 symbols take 0.2 s on PGlite; the first 2,000 by path took 0.14 s.
 */
export async function incomingEdges(
  db: Db,
  view: View,
  targets: readonly string[],
  filter: {
    kinds: readonly EdgeKind[];
    tiers: readonly EdgeTier[];
    limit: number;
    /** The classes of files that the limit keeps first. Default: code before tests. */
    places?: readonly PathClass[];
    /** The files whose references count. Default: all. */
    isListed?: ((path: string) => boolean) | undefined;
  },
): Promise<{ edges: Incoming[]; leftOut: LeftOut | null }> {
  if (targets.length === 0) return { edges: [], leftOut: null };
  const wanted = [targets, numbersOf(EDGE_KINDS, filter.kinds), numbersOf(EDGE_TIERS, filter.tiers)];
  const { isListed = () => true } = filter;
  const toEdges = incomingOf(db, view.projectId);
  const rows = await db.query<IncomingRow>(
    `${ONE_PLAN} select hit.target, hit.kind as edge_kind, hit.tier, hit.rule, array[hit.line] as lines, 1 as line_count, ${symbolHeadColumns("s", "hit")}
     from (
       select e.target, e.kind, e.tier, e.rule, e.line, e.source_ordinal, f.version_id, f.path, f.status
       from edges e
       join files f on f.project_id = e.project_id and f.view_id = $2 and f.edge_set_id = e.edge_set_id
       where e.project_id = $1 and e.target = any($3) and e.kind = any($4) and e.tier = any($5)
       limit $6
     ) hit
     join symbols s on s.project_id = $1 and s.version_id = hit.version_id and s.ordinal = hit.source_ordinal
     order by hit.tier, hit.path, hit.line, hit.source_ordinal, hit.kind, hit.target`,
    [view.projectId, view.viewId, ...wanted, filter.limit + 1],
  );
  if (rows.length <= filter.limit) {
    const edges = surestFirst(byReference(toEdges(rows.filter(({ path }) => isListed(path)))));
    return { edges, leftOut: withCutLines(null, edges) };
  }
  const files = await db.query<CountedFile>(
    `select hit.tier, hit.edge_set_id, f.version_id, f.path, f.status, hit.count
     from (
       select tier, edge_set_id, count(*)::int as count
       from (
         select distinct e.tier, e.edge_set_id, e.source_ordinal, e.kind, e.rule, e.target
         from edges e
         where e.project_id = $1 and e.target = any($3) and e.kind = any($4) and e.tier = any($5)
       ) e
       group by tier, edge_set_id
     ) hit
     join files f on f.project_id = $1 and f.view_id = $2 and f.edge_set_id = hit.edge_set_id
     order by hit.tier, f.path`,
    [view.projectId, view.viewId, ...wanted],
  );
  const listed = files.filter(({ path }) => isListed(path));
  const { shown, leftOut } = nearestFiles(listed, filter.limit, filter.places);
  // The files come as they were found: joined again, they would be searched for each edge where the planner expects few. One plan for all values would
  // expect few, too, and compare each edge with each file.
  const nearest = await db.query<IncomingRow>(
    `select hit.target, hit.kind as edge_kind, hit.tier, hit.rule, hit.lines, hit.line_count, ${symbolHeadColumns("s", "hit")}
     from (
       select near.position, near.version_id, near.path, near.status, e.target, e.kind, e.tier, e.rule, e.source_ordinal,
         (array_agg(e.line order by e.line))[1:${MOST_LINES}] as lines, count(*)::int as line_count
       from edges e
       join unnest($5::int2[], $6::int[], $7::int[], $8::text[], $9::text[])
         with ordinality as near (tier, edge_set_id, version_id, path, status, position)
         on near.tier = e.tier and near.edge_set_id = e.edge_set_id
       where e.project_id = $1 and e.target = any($2) and e.kind = any($3) and e.tier = any($4)
       group by near.position, near.version_id, near.path, near.status, e.target, e.kind, e.tier, e.rule, e.source_ordinal
       order by near.position, min(e.line), e.source_ordinal, e.kind, e.target
       limit $10
     ) hit
     join symbols s on s.project_id = $1 and s.version_id = hit.version_id and s.ordinal = hit.source_ordinal
     order by hit.position, hit.lines[1], hit.source_ordinal, hit.kind, hit.target`,
    [
      view.projectId,
      ...wanted,
      shown.map(({ tier }) => tier),
      shown.map((file) => file.edge_set_id),
      shown.map((file) => file.version_id),
      shown.map(({ path }) => path),
      shown.map(({ status }) => status),
      filter.limit,
    ],
  );
  const edges = toEdges(nearest);
  return { edges, leftOut: withCutLines(leftOut.references > 0 ? leftOut : null, edges) };
}

/** The same with the lines that MOST_LINES left out of some edges. */
function withCutLines(leftOut: LeftOut | null, edges: readonly Incoming[]): LeftOut | null {
  const cut = edges.filter(({ linesLeftOut }) => linesLeftOut > 0);
  if (cut.length === 0) return leftOut;
  const all: LeftOut = leftOut ?? { references: 0, files: 0, places: {} };
  const places = { ...all.places };
  let references = all.references;
  for (const { source, linesLeftOut } of cut) {
    const place = pathClassOf(source.path);
    references += linesLeftOut;
    places[place] = (places[place] ?? 0) + linesLeftOut;
  }
  return { references, files: all.files + new Set(cut.map(({ source }) => source.path)).size, places };
}

interface CountedFile {
  tier: number;
  edge_set_id: number;
  version_id: number;
  path: string;
  status: string;
  count: number;
}

type IncomingRow = SymbolHeadColumns & {
  target: string;
  edge_kind: number;
  tier: number;
  rule: number;
  lines: number[];
  line_count: number;
};

function incomingOf(db: Db, projectId: string): (rows: readonly IncomingRow[]) => Incoming[] {
  const headOf = headsOf(db, projectId);
  return (rows) =>
    rows.map((row) => ({
      target: row.target,
      kind: EDGE_KINDS[row.edge_kind]!,
      tier: EDGE_TIERS[row.tier]!,
      rule: EDGE_RULES[row.rule]!,
      lines: row.lines,
      linesLeftOut: row.line_count - row.lines.length,
      source: headOf(row),
    }));
}

/** Puts edges together that differ in their line alone, where the first of them stands. */
function byReference(edges: readonly Incoming[]): Incoming[] {
  const references = new Map<string, Incoming>();
  for (const edge of edges) {
    const { source, kind, tier, rule, target } = edge;
    const key = `${source.versionId}:${source.ordinal} ${kind} ${tier} ${rule} ${target}`;
    const known = references.get(key);
    if (known === undefined) references.set(key, { ...edge, lines: [...edge.lines] });
    else if (known.lines.length < MOST_LINES) known.lines.push(...edge.lines);
    else known.linesLeftOut += edge.lines.length;
  }
  return [...references.values()];
}

/** Of files with the number of their edges of a tier, those that the first `limit` stand in, by tier and place, else as they stood; and what is left. */
function nearestFiles<File extends { tier: number; path: string; count: number }>(
  files: readonly File[],
  limit: number,
  order: readonly PathClass[] = PATH_CLASSES,
): { shown: File[]; leftOut: LeftOut } {
  const places = files.map((file) => ({ file, place: order.indexOf(pathClassOf(file.path)) }));
  const shown: File[] = [];
  const cut = new Set<string>();
  const leftOut: LeftOut = { references: 0, files: 0, places: {} };
  let room = limit;
  for (const { file, place } of places.toSorted((a, b) => a.file.tier - b.file.tier || a.place - b.place)) {
    if (room > 0) shown.push(file);
    const over = file.count - Math.min(room, file.count);
    room -= file.count - over;
    if (over === 0) continue;
    const name = nth(order, place);
    leftOut.references += over;
    leftOut.places[name] = (leftOut.places[name] ?? 0) + over;
    cut.add(file.path);
  }
  return { shown, leftOut: { ...leftOut, files: cut.size } };
}

/**
 * References with candidates that are all among `targets`, such as `new T()` where T has several constructors: the constructor is in doubt, and T is not. One
 * edge of each with the number of its candidates; at most `limit`.
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
      lines: [row.edge_line],
      linesLeftOut: 0,
      source: headOf(row),
    },
    candidates: row.candidates,
  }));
}

/** Edges by tier and place; equal ones as they stood. */
export function surestFirst(edges: readonly Incoming[]): Incoming[] {
  const paths = new Set(edges.map((edge) => edge.source.path));
  const places = new Map([...paths].map((path) => [path, PATH_CLASSES.indexOf(pathClassOf(path))]));
  const rank = ({ tier, source }: Incoming) =>
    EDGE_TIERS.indexOf(tier) * PATH_CLASSES.length + need(places, source.path);
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
    `${ONE_PLAN} select wanted.tier, counted.count
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
    `${ONE_PLAN} select wanted.node_id, counted.count
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

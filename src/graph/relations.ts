/** Relations of a symbol: the edges into or out of it, those between the same two symbols put together. */
import { groupBy } from "../base/groups.js";
import { need, nth, present } from "../base/need.js";
import type { Access } from "../model/access.js";
import { EDGE_TIERS, type EdgeKind, type EdgeRule, type EdgeTier } from "../model/edge.js";
import { pathClassOf } from "../model/paths.js";
import type { Db } from "../store/db/db.js";
import { countIncomingIn } from "../store/edge-counts.js";
import {
  countIncoming,
  decidedEdges,
  type Incoming,
  incomingEdges,
  type LeftOut,
  surestFirst,
} from "../store/incoming.js";
import { type CalledNames, callsOfNames, countCallsOfNames, NO_NAMES } from "../store/named-calls.js";
import { type Outgoing, outgoingEdges } from "../store/outgoing.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import { type ExternalSymbol, readExternals } from "../store/unresolved.js";
import type { View } from "../store/views.js";
import { type CodeSymbol, isShared, keyOf, readSymbols, sourceKeyOf } from "./symbol.js";

/** The tiers that a caller can ask for as the least sure one. */
export const CONFIDENCES = ["exact", "import", "unique", "candidate"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** The most edges of one symbol that are listed; more are counted. */
export const MOST_EDGES = 2000;
/** Counting stops at this many references of each confidence. */
export const MOST_COUNTED = 10_000;
/** The most symbols that a walk over several levels gathers. */
export const MOST_WALK = 200;

/** Whether a list has relations of a file: incoming ones that stand in it, outgoing ones that lead to it. null: no file of the project. */
export type IsListed = (path: string | null) => boolean;

export interface Relation {
  direction: "incoming" | "outgoing";
  /** The symbol at the other end. Of an incoming edge it is the span that the reference stands in. */
  symbol: SymbolHead | null;
  /** The other end, where it is outside the project. */
  external: ExternalSymbol | null;
  kind: EdgeKind;
  /** The surest of the edges put together here, and what made it. */
  tier: EdgeTier;
  rule: EdgeRule;
  /** Where the references stand: a file and its lines, ascending. */
  path: string;
  versionId: number;
  lines: number[];
  /** The number of further lines. Absent: none. */
  linesLeftOut?: number;
  /** Whether the symbol is an object that has a type without declaring it, or a member of such an object. */
  isObject?: boolean;
  /** Where some relations write what keeps a value, or register a type: whether this one does. */
  access?: Access;
  /** The code of lines that says more than the line alone, as of a registration in several lines. */
  code?: ReadonlyMap<number, string>;
  /** Steps from the symbol asked about; 1: a neighbour of it. */
  depth: number;
  /** The node_id at this end of the edge: the symbol asked about, a member of it, or a symbol of the level before; null for several. */
  nearId: string | null;
  /** The node_ids at this end, where an incoming relation has several. */
  parents?: string[];
}

/** The symbol at the other end of a relation that stays inside the project. Throws for any other. */
export function symbolOf({ symbol }: Pick<Relation, "symbol">): SymbolHead {
  return present(symbol);
}

export interface Relations {
  relations: Relation[];
  /** Whether there are more than MOST_EDGES edges, MOST_WALK symbols or MOST_LINES lines of one symbol, so that the list is not whole. */
  isCapped: boolean;
  /** Of incoming ones, what MOST_EDGES and MOST_LINES left out. */
  leftOut?: LeftOut | null;
}

/** The tiers from `exact` down to the given one. */
export function tiersUpTo(confidence: Confidence): EdgeTier[] {
  return EDGE_TIERS.slice(0, EDGE_TIERS.indexOf(confidence) + 1);
}

/** `: this(…)`, by which the constructors of one class call each other. */
const isOwnConstructor = ({ source, kind }: Incoming, targets: ReadonlySet<string>) =>
  kind === "calls" && source.nodeType === "constructor" && targets.size > 1 && targets.has(source.nodeId);

/** A walk over relations, level by level. */
interface Levels {
  relations: Relation[];
  /** node_id of each symbol that was met. */
  met: Set<string>;
  /** How many of them the walk began with or met on its first level, which is whole however long it is. */
  direct: number;
  isCapped: boolean;
}

/** Adds the relations of a level; beyond the first one at most MOST_WALK symbols are met. Gives those met now that are to be followed. */
function addLevel(
  levels: Levels,
  depth: number,
  relations: Iterable<Relation>,
  isFollowed: (relation: Relation) => boolean = () => true,
): string[] {
  const { met } = levels;
  const next: string[] = [];
  for (const relation of relations) {
    const nodeId = otherEnd(relation);
    if (depth > 1 && !met.has(nodeId) && met.size - levels.direct >= MOST_WALK) {
      levels.isCapped = true;
      break;
    }
    levels.relations.push(relation);
    if (met.has(nodeId) || !isFollowed(relation)) continue;
    met.add(nodeId);
    next.push(nodeId);
  }
  return next;
}

/** The symbols of a level from which the next one starts. */
function frontierOf(levels: Levels, depth: number, next: readonly string[]): string[] {
  if (depth === 1) levels.direct = levels.met.size;
  if (next.length > MOST_WALK) levels.isCapped = true;
  return next.slice(0, MOST_WALK);
}

function otherEnd({ symbol, external }: Relation): string {
  return symbol?.nodeId ?? present(external).nodeId;
}

/** Symbols by whose uses others are used. */
export interface Through {
  symbols: readonly SymbolHead[];
  /** Of some uses of these symbols, those that reach the symbols of the level. */
  reaching: (uses: readonly Incoming[]) => Promise<readonly Incoming[]>;
}

interface IncomingOptions {
  kinds: readonly EdgeKind[];
  tiers: readonly EdgeTier[];
  depth: number;
  /** The names by which the targets are called, if calls of any symbol of such a name count as candidates. */
  called?: CalledNames;
  isListed?: IsListed | undefined;
  /** Symbols through which those of a level may be used, such as the member of an interface. */
  through?: (level: readonly SymbolHead[]) => Promise<Through>;
  /** Uses that another part of the answer lists; they are followed like those of the first level. */
  beside?: readonly SymbolHead[];
  /** Stops at uses in tests: only tests use a test. */
  withoutTests?: boolean;
}

/**
 * References to `targets`, the surest first, then by place, path and line; level by level up to `depth`. A symbol met on a nearer level is not
 * listed again. Of several targets, which are a class and its members, the calls between constructors are left out.
 */
export async function incomingRelations(
  db: Db,
  view: View,
  targets: readonly string[],
  options: IncomingOptions,
): Promise<Relations> {
  // A walk goes on through files that are not listed.
  const { isListed = () => true } = options;
  const isRead = options.depth === 1 ? isListed : () => true;
  // All edges to a symbol outside of the index, and none to others, are of this tier.
  const tiers = [...options.tiers, "external" as const];
  const levels: Levels = { relations: [], met: new Set(targets), direct: 0, isCapped: false };
  const isFollowed = (relation: Relation) =>
    options.withoutTests !== true || pathClassOf(symbolOf(relation).path) !== "test";
  let frontier = targets;
  let leftOut: LeftOut | null = null;
  let through: Through | undefined;
  for (let depth = 1; depth <= options.depth && frontier.length > 0; depth++) {
    const found = await incomingEdges(db, view, frontier, { ...options, tiers, isListed: isRead, limit: MOST_EDGES });
    leftOut = found.leftOut ?? leftOut;
    const likely = depth === 1 ? await likelyEdges(db, view, targets, options) : { edges: [], isCapped: false };
    if (likely.isCapped) levels.isCapped = true;
    const edges = surestFirst([...found.edges, ...likely.edges.filter(({ source }) => isRead(source.path))]);
    const isLeft = (edge: Incoming) =>
      depth > 1 ? levels.met.has(edge.source.nodeId) : isOwnConstructor(edge, levels.met);
    const kept = edges.filter((edge) => !isLeft(edge));
    const level = bySource((await through?.reaching(kept)) ?? kept, depth);
    const symbols = new Map(level.map((relation) => [otherEnd(relation), symbolOf(relation)]));
    const next = addLevel(levels, depth, level, isFollowed);
    if (depth === options.depth) break;
    for (const symbol of depth === 1 ? (options.beside ?? []) : []) {
      if (levels.met.has(symbol.nodeId)) continue;
      levels.met.add(symbol.nodeId);
      next.push(symbol.nodeId);
      symbols.set(symbol.nodeId, symbol);
    }
    const followed = frontierOf(levels, depth, next);
    through = await options.through?.(followed.map((nodeId) => need(symbols, nodeId)));
    frontier = [...new Set([...followed, ...(through?.symbols ?? []).map(({ nodeId }) => nodeId)])];
  }
  return {
    relations: levels.relations.filter(({ path }) => isListed(path)),
    isCapped: levels.isCapped || leftOut !== null,
    leftOut,
  };
}

/** Calls that may be to the targets, without an edge: those that one candidate alone fits, and those of a name that any symbol may bear. */
async function likelyEdges(
  db: Db,
  view: View,
  targets: readonly string[],
  { kinds, tiers, called = NO_NAMES }: Pick<IncomingOptions, "kinds" | "tiers" | "called">,
): Promise<{ edges: Incoming[]; isCapped: boolean }> {
  const decided = tiers.includes("import") ? await decidedEdges(db, view, targets, { kinds, limit: MOST_EDGES }) : [];
  const target = targets[0];
  const isNamed = tiers.includes("candidate") && target !== undefined;
  const named = await callsOfNames(db, view, isNamed ? called : NO_NAMES, { target: target ?? "", limit: MOST_EDGES });
  return { edges: [...decided.map(({ edge }) => edge), ...named.edges], isCapped: named.leftOut };
}

/** One relation for the edges of a kind from one symbol. Doubtful lines have a relation apart from sure ones: one symbol may have both. */
function bySource(edges: readonly Incoming[], depth: number): Relation[] {
  const relations = new Map<string, Relation & { parents: string[] }>();
  for (const { source, target, kind, tier, rule, lines, linesLeftOut } of edges) {
    const key = `${keyOf(source)}:${kind}:${tier === "candidate"}`;
    const known = relations.get(key);
    if (known) {
      known.lines.push(...lines);
      known.linesLeftOut = (known.linesLeftOut ?? 0) + linesLeftOut;
      if (known.nearId !== target) known.nearId = null;
      if (!known.parents.includes(target)) known.parents.push(target);
      continue;
    }
    relations.set(key, {
      direction: "incoming",
      symbol: source,
      external: null,
      kind,
      tier,
      rule,
      path: source.path,
      versionId: source.versionId,
      lines: [...lines],
      linesLeftOut,
      depth,
      nearId: target,
      parents: [target],
    });
  }
  for (const relation of relations.values()) relation.lines = [...new Set(relation.lines)].sort((a, b) => a - b);
  return [...relations.values()];
}

/** Incoming relations with one for each symbol, of whose spans (overloads, parts) several may refer: at the span that stands for it. */
export async function perSymbol(db: Db, view: View, relations: readonly Relation[]): Promise<Relation[]> {
  const groups = [...groupBy(relations, (relation) => `${symbolOf(relation).nodeId} ${relation.kind}`).values()];
  const several = groups.flatMap(([first, ...others]) => (first && others.length > 0 ? symbolOf(first).nodeId : []));
  const primaries = new Map((await readSymbols(db, view, several)).map(({ primary }) => [primary.nodeId, primary]));
  return groups.map((group) => {
    const primary = primaries.get(symbolOf(nth(group, 0)).nodeId);
    const own = group.find(
      ({ symbol }) => symbol?.versionId === primary?.versionId && symbol?.ordinal === primary?.ordinal,
    );
    return { ...(own ?? nth(group, 0)), tier: nth(group, 0).tier, rule: nth(group, 0).rule };
  });
}

/** References of the symbols at `sources`, in source order; level by level up to `depth`. Symbols outside the project are listed but lead no further. */
export async function outgoingRelations(
  db: Db,
  view: View,
  sources: readonly SymbolHead[],
  options: {
    kinds: readonly EdgeKind[];
    tiers: readonly EdgeTier[];
    depth: number;
    isListed?: IsListed | undefined;
  },
): Promise<Relations> {
  const met = new Set(sources.map((source) => source.nodeId));
  const levels: Levels = { relations: [], met, direct: 0, isCapped: false };
  let frontier = sources;
  for (let depth = 1; depth <= options.depth && frontier.length > 0; depth++) {
    const found = await outgoingEdges(db, view, frontier, { ...options, limit: MOST_EDGES + 1 });
    if (found.length > MOST_EDGES) levels.isCapped = true;
    const edges = found.slice(0, MOST_EDGES).filter(({ target }) => depth === 1 || !met.has(target));
    const targets = await readTargets(
      db,
      view,
      edges.map(({ target }) => target),
    );
    const next = addLevel(levels, depth, byTarget(edges, { sources: frontier, targets, depth }));
    if (depth === options.depth) break;
    frontier = frontierOf(levels, depth, next).flatMap((nodeId) => targets.symbols.get(nodeId)?.spans ?? []);
  }
  const { isListed = () => true } = options;
  const isWanted = ({ symbol }: Relation) => isListed(symbol && !isShared(symbol) ? symbol.path : null);
  return { relations: levels.relations.filter(isWanted), isCapped: levels.isCapped };
}

/** One relation for the edges of a kind from a file to the same symbol, with the surest tier of them. */
function byTarget(
  edges: readonly Outgoing[],
  { sources, targets, depth }: { sources: readonly SymbolHead[]; targets: Targets; depth: number },
): Relation[] {
  const sourceAt = new Map(sources.map((head) => [keyOf(head), head]));
  const relations = new Map<string, Relation>();
  for (const edge of edges) {
    const symbol = targets.symbols.get(edge.target);
    const external = targets.externals.get(edge.target);
    if (!symbol && !external) continue;
    const source = need(sourceAt, sourceKeyOf(edge));
    const key = `${edge.target}:${edge.kind}:${edge.sourceVersion}`;
    const known = relations.get(key);
    if (known) {
      if (!known.lines.includes(edge.line)) known.lines.push(edge.line);
      if (EDGE_TIERS.indexOf(edge.tier) < EDGE_TIERS.indexOf(known.tier)) {
        known.tier = edge.tier;
        known.rule = edge.rule;
      }
      if (known.nearId !== source.nodeId) known.nearId = null;
      continue;
    }
    relations.set(key, {
      direction: "outgoing",
      symbol: symbol?.primary ?? null,
      external: external ?? null,
      kind: edge.kind,
      tier: edge.tier,
      rule: edge.rule,
      path: edge.path,
      versionId: edge.sourceVersion,
      lines: [edge.line],
      depth,
      nearId: source.nodeId,
    });
  }
  return [...relations.values()];
}

/** The same with those that are known by their name alone behind the others of their step; else as they stood. */
export function sureFirst(relations: readonly Relation[]): Relation[] {
  const guess = ({ tier }: Relation) => (tier === "candidate" ? 2 : Number(tier === "unique"));
  return relations.toSorted((a, b) => a.depth - b.depth || guess(a) - guess(b));
}

/** How many edges of the kinds lead into `targets`, by confidence; `called` as above. Counting stops at MOST_COUNTED of each, where all files count. */
export async function confidenceCounts(
  db: Db,
  view: View,
  targets: readonly string[],
  kinds: readonly EdgeKind[],
  { called = NO_NAMES, isListed }: { called?: CalledNames; isListed?: IsListed | undefined } = {},
): Promise<Record<Confidence, number>> {
  const counts = isListed
    ? await countIncomingIn(db, view, targets, { kinds, tiers: CONFIDENCES, isListed })
    : await countIncoming(db, view, targets, { kinds, tiers: CONFIDENCES, limit: MOST_COUNTED });
  const all = counts.candidate ? await decidedEdges(db, view, targets, { kinds, limit: MOST_EDGES }) : [];
  const decided = isListed ? all.filter(({ edge }) => isListed(edge.source.path)) : all;
  const own = new Set(targets);
  const named = isListed
    ? await namedCalls(db, view, called, isListed)
    : await countCallsOfNames(db, view, called, MOST_COUNTED);
  return {
    exact: counts.exact ?? 0,
    import: (counts.import ?? 0) + decided.filter(({ edge }) => !isOwnConstructor(edge, own)).length,
    unique: counts.unique ?? 0,
    candidate: (counts.candidate ?? 0) - decided.reduce((sum, { candidates }) => sum + candidates, 0) + named,
  };
}

/** How many calls of the names that are candidates stand in some files, of the first MOST_EDGES. */
async function namedCalls(db: Db, view: View, called: CalledNames, isListed: IsListed): Promise<number> {
  const { edges } = await callsOfNames(db, view, called, { target: "", limit: MOST_EDGES });
  return edges.filter(({ source }) => isListed(source.path)).length;
}

/** Ends of edges, by node_id. */
interface Targets {
  symbols: Map<string, CodeSymbol>;
  externals: Map<string, ExternalSymbol>;
}

/** The symbols of the view and the external symbols with the given ids. */
export async function readTargets(db: Db, view: View, nodeIds: readonly string[]): Promise<Targets> {
  const ids = [...new Set(nodeIds)];
  const symbols = new Map((await readSymbols(db, view, ids)).map((symbol) => [symbol.primary.nodeId, symbol]));
  const rest = ids.filter((id) => !symbols.has(id));
  const externals = new Map(
    (await readExternals(db, view.projectId, rest)).map((external) => [external.nodeId, external]),
  );
  return { symbols, externals };
}

/** The places of relations, as `path:line`. */
export const placesOf = (relations: readonly Relation[]): ReadonlySet<string> =>
  new Set(relations.flatMap(({ path, lines }) => lines.map((line) => `${path}:${line}`)));

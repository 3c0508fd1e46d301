/** Relations of a symbol: the edges into or out of it, those between the same two symbols put together. */

import { need, nth, present } from "../base/need.js";
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
import { callsOfNames, countCallsOfNames } from "../store/named-calls.js";
import { outgoingEdges } from "../store/outgoing.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import { type ExternalSymbol, readExternals } from "../store/unresolved.js";
import type { View } from "../store/views.js";
import { type CodeSymbol, groupBy, isShared, keyOf, readSymbols, sourceKeyOf } from "./symbol.js";

/** The tiers that a caller can ask for as the least sure one. */
export const CONFIDENCES = ["exact", "import", "unique", "candidate"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** The most edges of one symbol that are listed; more are counted. */
export const MAX_EDGES = 2000;
/** Counting stops at this many references of each confidence. */
export const MAX_COUNTED = 10_000;
/** The most symbols that a walk over several levels gathers. */
export const MAX_WALK = 200;

/** The files whose relations a list has: of incoming ones, where they stand; of outgoing ones, where they lead. null: no file of the project. */
export type IsListed = (path: string | null) => boolean;

export interface Relation {
  direction: "incoming" | "outgoing";
  /** The symbol at the other end; of an incoming edge the very span that the reference stands in. */
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
  /** How many lines there are beyond those. Absent: none. */
  linesLeftOut?: number;
  /** Whether the symbol is an object, or a member of one, that is of a type without being declared as a class of it. */
  isObject?: boolean;
  /** 1: a neighbour of the symbol itself. */
  depth: number;
  /** node_id of the symbol at this end of the edge: the one asked about or a member of it, or a symbol of the level before; null for several. */
  nearId: string | null;
  /** All of those, where an incoming relation has several. */
  parents?: string[];
}

/** The symbol at the other end of a relation that stays inside the project. Throws for any other. */
export function symbolOf({ symbol }: Pick<Relation, "symbol">): SymbolHead {
  return present(symbol);
}

export interface Relations {
  relations: Relation[];
  /** Whether there are more than MAX_EDGES edges, MAX_WALK symbols or MAX_LINES lines of one symbol, so that the list is not whole. */
  capped: boolean;
  /** Of incoming ones, what MAX_EDGES and MAX_LINES left out. */
  leftOut?: LeftOut | null;
}

/** The tiers from `exact` down to the given one. */
export function tiersUpTo(confidence: Confidence): EdgeTier[] {
  return EDGE_TIERS.slice(0, EDGE_TIERS.indexOf(confidence) + 1);
}

/** `: this(…)`, by which the constructors of one class call each other. */
const isOwnConstructor = ({ source, kind }: Incoming, targets: ReadonlySet<string>) =>
  kind === "calls" && source.nodeType === "constructor" && targets.size > 1 && targets.has(source.nodeId);

/**
 * References to `targets`, the surest first, then by place, path and line; level by level up to `depth`. A symbol met on a nearer level is not
 * listed again. Of several targets, which are a class and its members, the calls between constructors are left out. `names`: those by which the
 * targets are called, where calls that any symbol of the name may be meant by are candidates. `through`: symbols by whose uses those of a level are
 * used too, such as the member of an interface. `beside`: uses that are told elsewhere and followed like those of the first level. `withoutTests`: none of
 * a test is followed, as only tests use it.
 */
export async function incomingRelations(
  db: Db,
  view: View,
  targets: readonly string[],
  options: {
    kinds: readonly EdgeKind[];
    tiers: readonly EdgeTier[];
    depth: number;
    names?: readonly string[];
    isListed?: IsListed | undefined;
    through?: (level: readonly SymbolHead[]) => Promise<readonly SymbolHead[]>;
    beside?: readonly SymbolHead[];
    withoutTests?: boolean;
  },
): Promise<Relations> {
  // A walk goes on through files that are not listed.
  const { isListed = () => true } = options;
  const isRead = options.depth === 1 ? isListed : () => true;
  // All edges to a symbol outside of the index, and none to others, are of this tier.
  const tiers = [...options.tiers, "external" as const];
  const relations: Relation[] = [];
  const met = new Set(targets);
  let frontier = targets;
  let capped = false;
  let leftOut: LeftOut | null = null;
  /** The targets and the symbols of the first level, however many these are. */
  let direct = 0;
  for (let depth = 1; depth <= options.depth && frontier.length > 0; depth++) {
    const found = await incomingEdges(db, view, frontier, { ...options, tiers, isListed: isRead, limit: MAX_EDGES });
    leftOut = found.leftOut ?? leftOut;
    const level = new Map<string, Relation & { parents: string[] }>();
    const decided =
      depth === 1 && options.tiers.includes("import")
        ? await decidedEdges(db, view, targets, { kinds: options.kinds, limit: MAX_EDGES })
        : [];
    const isNamed = depth === 1 && options.tiers.includes("candidate") && targets.length > 0;
    const named = await callsOfNames(db, view, isNamed ? (options.names ?? []) : [], {
      target: targets[0] ?? "",
      limit: MAX_EDGES,
    });
    if (named.leftOut) capped = true;
    const others = [...decided.map(({ edge }) => edge), ...named.edges].filter(({ source }) => isRead(source.path));
    for (const edge of surestFirst([...found.edges, ...others])) {
      const { source } = edge;
      if (depth > 1 ? met.has(source.nodeId) : isOwnConstructor(edge, met)) continue;
      // Lines that may be meant are not those that are: one symbol may have both.
      const key = `${keyOf(source)}:${edge.kind}:${edge.tier === "candidate"}`;
      const known = level.get(key);
      if (known) {
        known.lines.push(...edge.lines);
        known.linesLeftOut = (known.linesLeftOut ?? 0) + edge.linesLeftOut;
        if (known.nearId !== edge.target) known.nearId = null;
        if (!known.parents.includes(edge.target)) known.parents.push(edge.target);
        continue;
      }
      level.set(key, {
        direction: "incoming",
        symbol: source,
        external: null,
        kind: edge.kind,
        tier: edge.tier,
        rule: edge.rule,
        path: source.path,
        versionId: source.versionId,
        lines: [...edge.lines],
        linesLeftOut: edge.linesLeftOut,
        depth,
        nearId: edge.target,
        parents: [edge.target],
      });
    }
    const next = new Map<string, SymbolHead>();
    for (const relation of level.values()) {
      const symbol = symbolOf(relation);
      const { nodeId } = symbol;
      if (depth > 1 && !next.has(nodeId) && met.size - direct + next.size >= MAX_WALK) {
        capped = true;
        break;
      }
      relation.lines = [...new Set(relation.lines)].sort((a, b) => a - b);
      relations.push(relation);
      const isLeft = options.withoutTests === true && pathClassOf(symbol.path) === "test";
      if (!met.has(nodeId) && !isLeft) next.set(nodeId, symbol);
    }
    if (depth === 1)
      for (const symbol of options.beside ?? []) if (!met.has(symbol.nodeId)) next.set(symbol.nodeId, symbol);
    for (const nodeId of next.keys()) met.add(nodeId);
    if (depth === 1) direct = met.size;
    if (depth === options.depth) break;
    if (next.size > MAX_WALK) capped = true;
    const followed = [...next.values()].slice(0, MAX_WALK);
    const alsoUsedBy = (await options.through?.(followed)) ?? [];
    frontier = [...new Set([...followed, ...alsoUsedBy].map(({ nodeId }) => nodeId))];
  }
  return { relations: relations.filter(({ path }) => isListed(path)), capped: capped || leftOut !== null, leftOut };
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
  const relations: Relation[] = [];
  const met = new Set(sources.map((source) => source.nodeId));
  let frontier = sources;
  let capped = false;
  for (let depth = 1; depth <= options.depth && frontier.length > 0; depth++) {
    const nodeAt = new Map(frontier.map((head) => [keyOf(head), head]));
    const edges = await outgoingEdges(db, view, frontier, { ...options, limit: MAX_EDGES + 1 });
    if (edges.length > MAX_EDGES) capped = true;
    const shown = edges.slice(0, MAX_EDGES);
    const { symbols, externals } = await readTargets(
      db,
      view,
      shown.map((edge) => edge.target),
    );
    const level = new Map<string, Relation>();
    for (const edge of shown) {
      if (depth > 1 && met.has(edge.target)) continue;
      const symbol = symbols.get(edge.target);
      const external = externals.get(edge.target);
      if (!symbol && !external) continue;
      const source = need(nodeAt, sourceKeyOf(edge));
      const key = `${edge.target}:${edge.kind}:${edge.sourceVersion}`;
      const known = level.get(key);
      if (known) {
        if (!known.lines.includes(edge.line)) known.lines.push(edge.line);
        if (EDGE_TIERS.indexOf(edge.tier) < EDGE_TIERS.indexOf(known.tier)) {
          known.tier = edge.tier;
          known.rule = edge.rule;
        }
        if (known.nearId !== source.nodeId) known.nearId = null;
        continue;
      }
      level.set(key, {
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
    const next = new Map<string, SymbolHead[]>();
    for (const relation of level.values()) {
      const nodeId = relation.symbol?.nodeId ?? present(relation.external).nodeId;
      if (depth > 1 && !next.has(nodeId) && met.size + next.size >= MAX_WALK) {
        capped = true;
        break;
      }
      relations.push(relation);
      if (!met.has(nodeId)) next.set(nodeId, symbols.get(nodeId)?.spans ?? []);
    }
    for (const nodeId of next.keys()) met.add(nodeId);
    if (next.size > MAX_WALK && depth < options.depth) capped = true;
    frontier = [...next.values()].slice(0, MAX_WALK).flat();
  }
  const { isListed = () => true } = options;
  const isWanted = ({ symbol }: Relation) => isListed(symbol && !isShared(symbol) ? symbol.path : null);
  return { relations: relations.filter(isWanted), capped };
}

/** The same with those that are known by their name alone behind the others of their step; else as they stood. */
export function sureFirst(relations: readonly Relation[]): Relation[] {
  const guess = ({ tier }: Relation) => (tier === "candidate" ? 2 : Number(tier === "unique"));
  return relations.toSorted((a, b) => a.depth - b.depth || guess(a) - guess(b));
}

/** How many edges of the kinds lead into `targets`, by confidence; `names` as above. Counting stops at MAX_COUNTED of each, where all files count. */
export async function confidenceCounts(
  db: Db,
  view: View,
  targets: readonly string[],
  kinds: readonly EdgeKind[],
  { names = [], isListed }: { names?: readonly string[]; isListed?: IsListed | undefined } = {},
): Promise<Record<Confidence, number>> {
  const counts = isListed
    ? await countIncomingIn(db, view, targets, { kinds, tiers: CONFIDENCES, isListed })
    : await countIncoming(db, view, targets, { kinds, tiers: CONFIDENCES, limit: MAX_COUNTED });
  const all = counts.candidate ? await decidedEdges(db, view, targets, { kinds, limit: MAX_EDGES }) : [];
  const decided = isListed ? all.filter(({ edge }) => isListed(edge.source.path)) : all;
  const own = new Set(targets);
  const named = isListed
    ? await namedCalls(db, view, names, isListed)
    : await countCallsOfNames(db, view, names, MAX_COUNTED);
  return {
    exact: counts.exact ?? 0,
    import: (counts.import ?? 0) + decided.filter(({ edge }) => !isOwnConstructor(edge, own)).length,
    unique: counts.unique ?? 0,
    candidate: (counts.candidate ?? 0) - decided.reduce((sum, { candidates }) => sum + candidates, 0) + named,
  };
}

/** How many calls of the names that are candidates stand in some files, of the first MAX_EDGES. */
async function namedCalls(db: Db, view: View, names: readonly string[], isListed: IsListed): Promise<number> {
  const { edges } = await callsOfNames(db, view, names, { target: "", limit: MAX_EDGES });
  return edges.filter(({ source }) => isListed(source.path)).length;
}

/** The symbols of the view and the external symbols with the given ids. */
export async function readTargets(
  db: Db,
  view: View,
  nodeIds: readonly string[],
): Promise<{ symbols: Map<string, CodeSymbol>; externals: Map<string, ExternalSymbol> }> {
  const ids = [...new Set(nodeIds)];
  const symbols = new Map((await readSymbols(db, view, ids)).map((symbol) => [symbol.primary.nodeId, symbol]));
  const rest = ids.filter((id) => !symbols.has(id));
  const externals = new Map(
    (await readExternals(db, view.projectId, rest)).map((external) => [external.nodeId, external]),
  );
  return { symbols, externals };
}

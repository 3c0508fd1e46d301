/** A hop: the edges of some places that a focus follows, with the symbols at their other ends. */
import { groupBy } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { isPart, type Part } from "../../graph/parts.js";
import { tiersUpTo } from "../../graph/relations.js";
import {
  type CodeSymbol,
  constructorsOf,
  isContainer,
  keyOf,
  parentOf,
  readSymbols,
  sourceKeyOf,
} from "../../graph/symbol.js";
import type { EdgeKind, EdgeTier } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import { type Incoming, incomingEdges } from "../../store/incoming.js";
import { type Outgoing, outgoingEdges } from "../../store/outgoing.js";
import { childHeads, headsAt, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { statementsAt } from "./top-level.js";
import type { Weights } from "./weights.js";

/** An edge between two symbols of the view, in its own direction, and where it stands. */
export interface Link {
  source: string;
  target: string;
  kind: EdgeKind;
  tier: EdgeTier;
  path: string;
  line: number;
  /** It is no call: a request comes to a route, or a message to what takes it. */
  by?: "request" | "message";
}

export interface Hop {
  links: Link[];
  /** The symbols at all ends, by node_id. */
  heads: Map<string, SymbolHead>;
  /** Edges that were read; a limit may have left out others. */
  edges: number;
  isCapped: boolean;
}

/** Edges that a hop reads in each direction, at most; and members of classes whose edges are theirs. */
const MOST_OUT = 3000;
const MOST_IN = 1500;
const MOST_MEMBERS = 400;

const TIERS = tiersUpTo("unique");

/** Follows the edges of `weights` from the symbols, and of files that they stand in what those import. Throws the reason of `signal`. */
export async function followEdges(
  db: Db,
  view: View,
  from: readonly SymbolHead[],
  weights: Weights,
  signal: AbortSignal,
): Promise<Hop> {
  const heads = new Map(from.map((head) => [head.nodeId, head]));
  const out = await outgoing(db, view, from, kindsOf(weights.out), heads);
  signal.throwIfAborted();
  const into = await incoming(db, view, from, kindsOf(weights.in), heads);
  signal.throwIfAborted();
  const links = [...out.links, ...into.links].filter(({ source, target }) => source !== target);
  return { links, heads, edges: out.edges + into.edges, isCapped: out.isCapped || into.isCapped };
}

const kindsOf = (weights: Partial<Record<EdgeKind, number>>) => Object.keys(weights) as EdgeKind[];

async function outgoing(
  db: Db,
  view: View,
  from: readonly SymbolHead[],
  kinds: readonly EdgeKind[],
  heads: Map<string, SymbolHead>,
) {
  if (kinds.length === 0 || from.length === 0) return { links: [], edges: 0, isCapped: false };
  const spans = (await readWithSpans(db, view, from)).flatMap((symbol) => symbol.spans);
  const owners = new Map(spans.map((span) => [keyOf(span), span.nodeId]));
  // A type does through its members what it does.
  const types = spans.filter(({ nodeType, ordinal }) => isContainer(nodeType) && ordinal > 0);
  for (const member of await childHeads(db, view, types, { limit: MOST_MEMBERS })) {
    const owner = owners.get(keyOf(parentOf(member)));
    if (owner !== undefined && !owners.has(keyOf(member))) owners.set(keyOf(member), owner);
  }
  const files = kinds.includes("imports") ? await filesOf(db, view, from) : [];
  for (const file of files) {
    heads.set(file.nodeId, file);
    owners.set(keyOf(file), file.nodeId);
  }
  const sources = [...owners.keys()].map((place) => {
    const [versionId, ordinal] = place.split(":").map(Number);
    return { versionId: versionId ?? 0, ordinal: ordinal ?? 0 };
  });
  const parts = from.filter(isPart);
  for (const { versionId, part } of parts) {
    const whole = { versionId, ordinal: part.of };
    if (!owners.has(keyOf(whole))) sources.push(whole);
  }
  const edges = await outgoingEdges(db, view, sources, { kinds, tiers: TIERS, limit: MOST_OUT + 1 });
  const shown = edges.slice(0, MOST_OUT);
  const sourceOf = (edge: Outgoing) => partWith(edge, parts)?.nodeId ?? owners.get(sourceKeyOf(edge));
  for (const symbol of await readSymbols(db, view, [...new Set(shown.map(({ target }) => target))]))
    if (!heads.has(symbol.primary.nodeId)) heads.set(symbol.primary.nodeId, symbol.primary);
  const links = shown.flatMap((edge) => {
    const { target, kind, tier, path, line } = edge;
    const source = sourceOf(edge);
    return heads.has(target) && source !== undefined ? [{ source, target, kind, tier, path, line }] : [];
  });
  return { links, edges: shown.length, isCapped: edges.length > MOST_OUT };
}

/** The part in whose lines an edge of its symbol stands; imports are those of the file. */
function partWith({ sourceVersion, sourceOrdinal, kind, line }: Outgoing, parts: readonly Part[]): Part | undefined {
  if (kind === "imports") return undefined;
  return parts.find(
    ({ versionId, part }) =>
      versionId === sourceVersion && part.of === sourceOrdinal && part.first <= line && line <= part.last,
  );
}

/** The symbols of some heads, with all their spans; parts, which have no others, are left out. */
const readWithSpans = (db: Db, view: View, heads: readonly SymbolHead[]): Promise<CodeSymbol[]> =>
  readSymbols(
    db,
    view,
    heads.filter((head) => !isPart(head)).map(({ nodeId }) => nodeId),
  );

/** The files that symbols stand in, as symbols. */
function filesOf(db: Db, view: View, from: readonly SymbolHead[]): Promise<SymbolHead[]> {
  const versions = new Set(from.map(({ versionId }) => versionId));
  return headsAt(
    db,
    view,
    [...versions].map((versionId) => ({ versionId, ordinal: 0 })),
  );
}

async function incoming(
  db: Db,
  view: View,
  from: readonly SymbolHead[],
  kinds: readonly EdgeKind[],
  heads: Map<string, SymbolHead>,
) {
  if (kinds.length === 0 || from.length === 0) return { links: [], edges: 0, isCapped: false };
  const symbols = await readWithSpans(db, view, from);
  const makers = kinds.includes("calls") ? await constructorsOf(db, view, symbols) : new Map<string, string>();
  const targets = [...from.map(({ nodeId }) => nodeId), ...makers.keys()];
  const { edges, leftOut } = await incomingEdges(db, view, targets, { kinds, tiers: TIERS, limit: MOST_IN });
  const links = (await withStatements(db, view, edges)).map(({ source, target, kind, tier, line }): Link => {
    if (!heads.has(source.nodeId)) heads.set(source.nodeId, source);
    return { source: source.nodeId, target: makers.get(target) ?? target, kind, tier, path: source.path, line };
  });
  return { links, edges: edges.length, isCapped: leftOut !== null };
}

/** Lines of the top level whose statements are looked for. */
const MOST_TOP_LEVEL = 300;

/** Edges by their first line; those of a file's top level once for each statement there. */
async function withStatements(db: Db, view: View, edges: readonly Incoming[]) {
  const isTopLevel = ({ source, kind }: Incoming) => source.ordinal === 0 && kind !== "imports";
  const places = edges
    .filter(isTopLevel)
    .flatMap((edge) => edge.lines.map((line) => ({ edge, path: edge.source.path, line })))
    .slice(0, MOST_TOP_LEVEL);
  const statements = await statementsAt(db, view, places);
  const found = groupBy(
    places.map(({ edge, line }, index) => ({ ...edge, source: statements[index] ?? edge.source, line, edge })),
    ({ edge }) => edge,
  );
  return edges.flatMap((edge) => found.get(edge) ?? [{ ...edge, line: nth(edge.lines, 0) }]);
}

/** The neighbourhood of some symbols: a walk over the graph, breadth first and in one fixed order. */
import { need, nth } from "../../base/need.js";
import type { EdgeKind, EdgeRule, EdgeTier } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import { incomingEdges } from "../../store/incoming.js";
import { outgoingEdges } from "../../store/outgoing.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { ExternalSymbol } from "../../store/unresolved.js";
import type { View } from "../../store/views.js";
import { MOST_EDGES, readTargets } from "../relations.js";
import { type CodeSymbol, constructorsOf, keyOf, readSymbols, sourceKeyOf } from "../symbol.js";

export type Direction = "in" | "out" | "both";

/** A symbol of the project or one outside it. */
export type Node = { symbol: SymbolHead } | { external: ExternalSymbol };

export interface Link {
  source: string;
  target: string;
  kind: EdgeKind;
  tier: EdgeTier;
  rule: EdgeRule;
  /** Line in the file of the source. */
  line: number;
}

export interface Walk {
  /** By node_id, in the order in which they were met. */
  nodes: Map<string, Node>;
  links: Link[];
  /** Whether a limit left something out. */
  isCapped: boolean;
}

export interface WalkFilter {
  direction: Direction;
  kinds: readonly EdgeKind[];
  tiers: readonly EdgeTier[];
  /** Symbols of other kinds are neither shown nor walked through. Absent: all kinds. */
  nodeTypes?: readonly string[];
}

/** The symbols within `hops` edges of `starts`, and the edges between them. A class has the edges of its constructors. */
export async function neighbourhood(
  db: Db,
  view: View,
  starts: readonly CodeSymbol[],
  options: WalkFilter & { hops: number; maxNodes: number; maxEdges: number },
): Promise<Walk> {
  const nodes = new Map<string, Node>();
  const links = new Map<string, Link>();
  let isCapped = starts.length > options.maxNodes;
  for (const start of starts.slice(0, options.maxNodes)) nodes.set(start.primary.nodeId, { symbol: start.primary });
  const standsFor = await constructorsOf(db, view, starts);
  let frontier = [...nodes.keys(), ...standsFor.keys()];
  for (let hop = 1; hop <= options.hops && frontier.length > 0; hop++) {
    const step = await linksOf(db, view, frontier, options, standsFor);
    isCapped ||= step.isCapped;
    const next: string[] = [];
    for (const link of step.links) {
      const far = nodes.has(link.source) ? link.target : link.source;
      const node = step.nodes.get(far);
      if (!nodes.has(far) && (!node || !isWanted(node, options.nodeTypes))) continue;
      const key = `${link.source} ${link.target} ${link.kind}`;
      if (links.has(key)) continue;
      if ((!nodes.has(far) && nodes.size >= options.maxNodes) || links.size >= options.maxEdges) {
        isCapped = true;
        continue;
      }
      if (node && !nodes.has(far)) {
        nodes.set(far, node);
        if ("symbol" in node) next.push(far);
      }
      links.set(key, link);
    }
    frontier = next;
  }
  return { nodes, links: [...links.values()], isCapped };
}

function isWanted(node: Node, nodeTypes: readonly string[] | undefined): boolean {
  return !nodeTypes || nodeTypes.includes("symbol" in node ? node.symbol.nodeType : "external");
}

/** A link with constructors replaced by their classes; nothing where that leads from a class to itself. */
function ofClasses(link: Link, standsFor: ReadonlyMap<string, string>): Link[] {
  if (link.kind === "contains") return [link];
  const source = standsFor.get(link.source) ?? link.source;
  const target = standsFor.get(link.target) ?? link.target;
  return source === target && link.source !== link.target ? [] : [{ ...link, source, target }];
}

/**
 * All edges of one step from `frontier`: outgoing ones first, then incoming ones, each in a fixed order; and the symbols at their ends. `standsFor`
 * has constructors, whose edges are those of their class.
 */
async function linksOf(
  db: Db,
  view: View,
  frontier: readonly string[],
  options: WalkFilter,
  standsFor: ReadonlyMap<string, string>,
) {
  const links: Link[] = [];
  const nodes = new Map<string, Node>();
  let isCapped = false;
  if (options.direction !== "in") {
    const heads = (await readSymbols(db, view, frontier)).flatMap((symbol) => symbol.spans);
    const nodeAt = new Map(heads.map((head) => [keyOf(head), head.nodeId]));
    const edges = await outgoingEdges(db, view, heads, { ...options, limit: MOST_EDGES + 1 });
    isCapped ||= edges.length > MOST_EDGES;
    const { symbols, externals } = await readTargets(
      db,
      view,
      edges.map((edge) => edge.target),
    );
    for (const [id, symbol] of symbols) nodes.set(id, { symbol: symbol.primary });
    for (const [id, external] of externals) nodes.set(id, { external });
    for (const edge of edges) {
      const source = need(nodeAt, sourceKeyOf(edge));
      const { target, kind, tier, rule, line } = edge;
      links.push({ source, target, kind, tier, rule, line });
    }
  }
  if (options.direction !== "out") {
    const { edges, leftOut } = await incomingEdges(db, view, frontier, { ...options, limit: MOST_EDGES });
    isCapped ||= leftOut !== null;
    for (const { source, target, kind, tier, rule, lines } of edges) {
      if (!nodes.has(source.nodeId)) nodes.set(source.nodeId, { symbol: source });
      links.push({ source: source.nodeId, target, kind, tier, rule, line: nth(lines, 0) });
    }
  }
  return { links: links.flatMap((link) => ofClasses(link, standsFor)), nodes, isCapped };
}

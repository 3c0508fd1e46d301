/**
 * The symbols that a program may reach from some of them: along its edges, and
 *
 *   from a symbol to those around it;
 *   from a type to its parts that are used without their names: fields, constructors, and others that are not judged;
 *   from a member to its overriders.
 *
 * An import leads to a symbol only where its file uses it by no other edge: an import alone is no use.
 */
import { nth } from "../../base/need.js";
import { EDGE_KINDS, EDGE_TIERS } from "../../model/edge.js";
import { ownerOf, type Span, type WholeGraph } from "../files/whole-graph.js";
import type { PassedNames } from "./passed.js";

const IMPORTS = EDGE_KINDS.indexOf("imports");
const OVERRIDES = EDGE_KINDS.indexOf("overrides");
const UNRESOLVED = EDGE_TIERS.indexOf("unresolved");

export interface Reach {
  /** By position of the node. */
  isReached: Uint8Array;
  /** Goes on from these nodes. */
  from(nodes: Iterable<number>): void;
}

/** Lists of positions by node. */
type Lists = (readonly number[])[];

export interface Ways {
  /** The nodes that a node leads to. */
  next: Lists;
  /** The nodes that lead to a node by edges, which use it. */
  users: Lists;
  /** The nodes of the spans in each node, and around it. */
  inside: Lists;
  around: Lists;
}

/** The ways through the graph, without those that pass a name on alone. */
export function waysOf(graph: WholeGraph, { isPassed }: Pick<PassedNames, "isPassed">): Ways {
  const { nodes, edges } = graph;
  const next = lists(nodes.length);
  const users = lists(nodes.length);
  const inside = lists(nodes.length);
  const around = lists(nodes.length);
  const used = new Set<string>();
  for (let edge = 0; edge < edges.source.length; edge++) {
    const target = nth(edges.target, edge);
    if (target >= 0 && nth(edges.kind, edge) !== IMPORTS) used.add(`${nth(edges.file, edge)} ${target}`);
  }
  for (let edge = 0; edge < edges.source.length; edge++) {
    const [source, target, kind] = [nth(edges.source, edge), nth(edges.target, edge), nth(edges.kind, edge)];
    if (target < 0 || source === target || nth(edges.tier, edge) === UNRESOLVED) continue;
    if (isPassed(nth(edges.file, edge), nth(edges.line, edge), target)) continue;
    if (kind === IMPORTS && used.has(`${nth(edges.file, edge)} ${target}`)) continue;
    nth(next, source).push(target);
    nth(users, target).push(source);
    // A caller of the member of a base may come to the one that overrides it.
    if (kind === OVERRIDES) nth(next, target).push(source);
  }
  for (const [node, { spans }] of nodes.entries())
    for (const span of spans) {
      const owner = ownerOf(graph, span);
      if (!owner) continue;
      nth(inside, graph.nodeOf(owner)).push(node);
      nth(around, node).push(graph.nodeOf(owner));
    }
  return { next, users, inside, around };
}

const lists = (count: number): number[][] => Array.from({ length: count }, () => []);

/** A walk that has met nothing yet. A node that is not judged is met with what it stands in. */
export function createReach(ways: Ways, isJudged: (node: number) => boolean): Reach {
  const isReached = new Uint8Array(ways.next.length);
  return {
    isReached,
    from(nodes) {
      const open: number[] = [];
      const meet = (node: number) => {
        if (isReached[node]) return;
        isReached[node] = 1;
        open.push(node);
      };
      for (const node of nodes) meet(node);
      for (let node = open.pop(); node !== undefined; node = open.pop()) {
        for (const to of nth(ways.next, node)) meet(to);
        for (const outer of nth(ways.around, node)) meet(outer);
        for (const inner of nth(ways.inside, node)) if (!isJudged(inner)) meet(inner);
      }
    },
  };
}

/** Whether a span lies in another one, or is it. */
export const liesInSpan = (outer: Span, file: number, position: number): boolean =>
  outer.file === file && outer.start <= position && position < outer.end;

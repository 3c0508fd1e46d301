/** Declarations as the conventions of their languages see them, read from the graph and from the text of their files. */
import { addToList } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import type { DeclaredUse } from "../../languages/usage.js";
import { isType } from "../../languages/usage.js";
import { EDGE_KINDS, EDGE_TIERS } from "../../model/edge.js";
import { FLAGS } from "../../store/symbol-heads.js";
import { ownerOf, type Span, type WholeGraph } from "../files/whole-graph.js";
import { marksBefore } from "./mentions.js";

const HEAD = 300;
const BASES = new Set(["inherits", "implements", "extends"].map((kind) => EDGE_KINDS.indexOf(kind as "inherits")));
const OUTSIDE = new Set(["external", "unresolved", "candidate"].map((tier) => EDGE_TIERS.indexOf(tier as "external")));
const OVERRIDES = EDGE_KINDS.indexOf("overrides");

/** Facts about the bases of types, by node. */
export interface Bases {
  hasOuter: Uint8Array;
  hasAny: Uint8Array;
  overrides: Uint8Array;
}

/** Types with bases; those of a type whose base has an outer one count as outer too. */
export function basesOf(graph: WholeGraph): Bases {
  const { edges, nodes } = graph;
  const bases: Bases = {
    hasOuter: new Uint8Array(nodes.length),
    hasAny: new Uint8Array(nodes.length),
    overrides: new Uint8Array(nodes.length),
  };
  const derived = new Map<number, number[]>();
  // A base that a variable holds, or a function makes, stays unknown.
  const isTypeNode = (node: number) => isType(nth(nth(nodes, node).spans, 0).nodeType);
  for (let edge = 0; edge < edges.source.length; edge++) {
    const [source, target, kind] = [nth(edges.source, edge), nth(edges.target, edge), nth(edges.kind, edge)];
    if (kind === OVERRIDES) bases.overrides[source] = 1;
    if (!BASES.has(kind)) continue;
    bases.hasAny[source] = 1;
    if (target < 0 || OUTSIDE.has(nth(edges.tier, edge)) || !isTypeNode(target)) bases.hasOuter[source] = 1;
    else addToList(derived, target, source);
  }
  const open = [...bases.hasOuter.keys()].filter((node) => bases.hasOuter[node]);
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const below of derived.get(node) ?? [])
      if (!bases.hasOuter[below]) {
        bases.hasOuter[below] = 1;
        open.push(below);
      }
  return bases;
}

const bit = (flags: number, flag: (typeof FLAGS)[number]): boolean => (flags & (1 << FLAGS.indexOf(flag))) !== 0;

/** The declaration at a span, with those around it. `text` is that of its file. */
export function declaredAt(graph: WholeGraph, bases: Bases, span: Span, text: string): DeclaredUse {
  const owner = ownerOf(graph, span);
  const node = graph.nodeOf(span);
  const outer = owner && declaredAt(graph, bases, owner, text);
  const isBased = isType(span.nodeType) ? node : owner ? graph.nodeOf(owner) : node;
  const nameAt = text.indexOf(span.name, span.start);
  return {
    name: span.name,
    kind: span.nodeType,
    path: nth(graph.files, span.file).path,
    access: span.access,
    isExported: bit(span.flags, "isExported") || bit(span.flags, "isPublicApi"),
    isStatic: bit(span.flags, "isStatic"),
    isOverride: bit(span.flags, "isOverride") && bases.overrides[node] === 0,
    owner: outer ?? null,
    marks: marksBefore(text, span.start, nameAt < 0 ? span.start : nameAt),
    hasOuterBase: bases.hasOuter[isBased] === 1,
    hasBase: bases.hasAny[node] === 1,
    head: text.slice(span.start, Math.min(span.end, span.start + HEAD)),
    above: text.slice(Math.max(0, span.start - HEAD), span.start),
  };
}

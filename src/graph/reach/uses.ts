/** The lines of tests, and of other code, that the walk to tests notes on its way. */
import { addToSet } from "../../base/groups.js";
import { need } from "../../base/need.js";
import { EDGE_TIERS, type EdgeKind, type EdgeTier } from "../../model/edge.js";
import { pathClassOf } from "../../model/paths.js";
import type { Incoming } from "../../store/incoming.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import { isConstructible } from "../symbol.js";
import {
  add,
  bestForm,
  link,
  type ReachingWalk,
  type RequestUse,
  type TestUse,
  type UseForm,
  type WalkNode,
} from "./test-walk.js";

/** A test that was asked about is run itself. */
export function noteItself(walk: ReachingWalk, head: SymbolHead): void {
  const { path, lineStart: line } = head;
  if (pathClassOf(path) !== "test") return;
  addToSet(walk.paths, head.nodeId, path);
  walk.uses.set(`${path}:${line}`, {
    path,
    line,
    source: head,
    hops: 0,
    kind: "contains",
    tier: "exact",
    via: null,
    how: "runs",
    isRegistered: false,
  });
}

/** Notes the lines of a reference from a test as uses of its target. */
export function noteUse(
  walk: ReachingWalk,
  { source, target, kind, lines }: Incoming,
  {
    hops,
    tier,
    message,
    isRegistered,
    isHandedOn,
  }: Pick<TestUse, "hops" | "tier" | "message" | "isRegistered" | "isHandedOn">,
): void {
  const { head, isAsked, request, through, isImplementer } = need(walk.nodes, target);
  addToSet(walk.paths, target, source.path);
  for (const line of lines) {
    const how = formOf(kind, head);
    const via = isAsked ? null : head;
    const way = { hops, kind, tier, via, request, message, through, how, isRegistered, isImplementer, isHandedOn };
    keepBest(walk, { path: source.path, line, source, ...way });
  }
}

/**
 * Keeps one use of each line: the one that was noted first, or of two by as many steps the one that does more than register, of these the surer. It is
 * used in the form of either that says most.
 */
function keepBest({ uses }: ReachingWalk, use: TestUse): void {
  const key = `${use.path}:${use.line}`;
  const known = uses.get(key);
  if (known === undefined) {
    uses.set(key, use);
    return;
  }
  if (known.hops !== use.hops) return;
  // `new Cart()` calls the constructor and names the class.
  uses.set(key, { ...(saysMore(use, known) ? use : known), how: bestForm([known.how, use.how]) });
}

function saysMore(use: TestUse, known: TestUse): boolean {
  if (use.isRegistered !== known.isRegistered) return known.isRegistered;
  return EDGE_TIERS.indexOf(use.tier) < EDGE_TIERS.indexOf(known.tier);
}

function formOf(kind: EdgeKind, { nodeType }: SymbolHead): UseForm {
  if (kind !== "calls") return "names";
  return nodeType === "constructor" || isConstructible(nodeType) ? "constructs" : "runs";
}

/** Notes the lines of a reference outside of tests. */
export function noteSites(walk: ReachingWalk, { source, target, lines }: Incoming, hops: number, tier: EdgeTier): void {
  const { head } = need(walk.nodes, target);
  const known = walk.sites.get(source.path) ?? [];
  for (const line of lines) known.push({ line, target: head, hops, tier });
  walk.sites.set(source.path, known);
}

/** Notes requests as uses of the handlers; the functions around them, which tests may call, as nodes. */
export function addRequests(walk: ReachingWalk, requests: readonly RequestUse[]): WalkNode[] {
  const helpers: WalkNode[] = [];
  for (const { path, line, source, handler, hops, tier, request, isOfClient = false } of requests) {
    if (!isOfClient) addToSet(walk.paths, handler.nodeId, path);
    const key = `${path}:${line}`;
    const via = walk.nodes.get(handler.nodeId)?.isAsked ? null : handler;
    const isRegistered = walk.nodes.get(handler.nodeId)?.isRegistered ?? false;
    const known = walk.uses.get(key);
    // A line of a client made from a router of all routers asks for one of them.
    const isBetter = known === undefined || (known.isRegistered && !isRegistered);
    if (!isOfClient && isBetter)
      walk.uses.set(key, { path, line, source, hops, kind: "calls", tier, via, request, how: "runs", isRegistered });
    const node = { head: source, hops, tier, isAsked: false, request, isRegistered };
    if (source.ordinal > 0 && add(walk, node)) helpers.push(node);
    if (source.ordinal > 0) link(walk, handler.nodeId, source.nodeId);
  }
  return helpers;
}

/** The uses that stand in no order yet: direct ones first, the surer first, imports last. */
export function nearestFirst(uses: TestUse[]): TestUse[] {
  const rank = ({ hops, tier, kind }: TestUse) =>
    (kind === "imports" ? 1000 : 0) + hops * EDGE_TIERS.length + EDGE_TIERS.indexOf(tier);
  return uses.sort((a, b) => rank(a) - rank(b) || (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

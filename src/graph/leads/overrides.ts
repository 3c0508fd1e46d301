/** Leads from a member to those that override or implement it. */
import { need } from "../../base/need.js";
import { pathClassOf } from "../../model/paths.js";
import { type Incoming, incomingEdges } from "../../store/incoming.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import { isOverridable, keyOf, sourceKeyOf } from "../symbol.js";
import { declared, MOST_ROWS } from "./lead.js";
import { edgesFrom, type LeadSearch, targetHeads } from "./search.js";

/** Adds the members that override the symbols. */
export async function addOverriding(search: LeadSearch, heads: readonly SymbolHead[]): Promise<void> {
  const ids = heads.filter(({ nodeType }) => isOverridable(nodeType)).map(({ nodeId }) => nodeId);
  const edges = await overridersOf(search, ids);
  const counts = countsOf(edges);
  for (const { source, target, tier, rule } of edges)
    search.found.add({ ...declared(target, source, "overridden"), tier, rule, ...countOf(counts, target) }, source);
}

/** Adds the members that the symbols override. */
export async function addOverridden(search: LeadSearch, heads: readonly SymbolHead[]): Promise<void> {
  const members = new Map(heads.filter(({ nodeType }) => isOverridable(nodeType)).map((head) => [keyOf(head), head]));
  const edges = await edgesFrom(search, [...members.values()], ["overrides"]);
  const bases = await targetHeads(search, edges);
  const counts = countsOf(await overridersOf(search, [...bases.keys()]));
  for (const edge of edges) {
    const { target, tier, rule } = edge;
    const base = bases.get(target);
    const member = need(members, sourceKeyOf(edge));
    const lead = { ...declared(target, member, "overridden"), tier, rule, ...countOf(counts, target) };
    if (base) search.found.add(lead, base);
  }
}

async function overridersOf({ db, view, filter: { tiers }, found }: LeadSearch, ids: readonly string[]) {
  const { edges, leftOut } = await incomingEdges(db, view, ids, { kinds: ["overrides"], tiers, limit: MOST_ROWS });
  found.cut(leftOut !== null);
  return edges;
}

/** How many members outside of tests override each member. */
function countsOf(edges: readonly Incoming[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { source, target } of edges)
    if (pathClassOf(source.path) !== "test") counts.set(target, (counts.get(target) ?? 0) + 1);
  return counts;
}

const countOf = (counts: ReadonlyMap<string, number>, target: string) => ({ overriders: counts.get(target) ?? 0 });

/** Leads from a member to those that override or implement it. */
import { need } from "../../base/need.js";
import { incomingEdges } from "../../store/incoming.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import { isOverridable, keyOf, sourceKeyOf } from "../symbol.js";
import { declared, MAX_ROWS } from "./lead.js";
import { edgesFrom, type LeadSearch, targetHeads } from "./search.js";

/** Adds the members that override the symbols. */
export async function addOverriding(
  { db, view, filter: { tiers }, found }: LeadSearch,
  heads: readonly SymbolHead[],
): Promise<void> {
  const ids = heads.filter(({ nodeType }) => isOverridable(nodeType)).map(({ nodeId }) => nodeId);
  const { edges, leftOut } = await incomingEdges(db, view, ids, { kinds: ["overrides"], tiers, limit: MAX_ROWS });
  found.cut(leftOut !== null);
  for (const { source, target, tier, rule } of edges)
    found.add({ ...declared(target, source, "overridden"), tier, rule }, source);
}

/** Adds the members that the symbols override. */
export async function addOverridden(search: LeadSearch, heads: readonly SymbolHead[]): Promise<void> {
  const members = new Map(heads.filter(({ nodeType }) => isOverridable(nodeType)).map((head) => [keyOf(head), head]));
  const edges = await edgesFrom(search, [...members.values()], ["overrides"]);
  const bases = await targetHeads(search, edges);
  for (const edge of edges) {
    const { target, tier, rule } = edge;
    const base = bases.get(target);
    const member = need(members, sourceKeyOf(edge));
    if (base) search.found.add({ ...declared(target, member, "overridden"), tier, rule }, base);
  }
}

/** Methods that take an object of a type. Overrides are reached through the member that they override. */
import { groupBy } from "../../base/groups.js";
import type { EdgeTier } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import type { Incoming } from "../../store/incoming.js";
import { outgoingEdges } from "../../store/outgoing.js";
import type { View } from "../../store/views.js";
import { MOST_ROWS } from "../leads/lead.js";
import { keyOf, sourceKeyOf } from "../symbol.js";

/** The methods that take objects of some types, without overrides of one another for the same type. */
export async function firstTakers(
  db: Db,
  view: View,
  taking: readonly Incoming[],
  tiers: readonly EdgeTier[],
): Promise<Incoming[]> {
  if (taking.length < 2) return [...taking];
  const sources = [...new Map(taking.map(({ source }) => [keyOf(source), source])).values()];
  const edges = await outgoingEdges(db, view, sources, { kinds: ["overrides"], tiers, limit: MOST_ROWS });
  const taken = new Set(taking.map(({ source, target }) => `${source.nodeId} ${target}`));
  const bases = groupBy(edges, sourceKeyOf);
  return taking.filter(
    ({ source, target }) => !bases.get(keyOf(source))?.some((base) => taken.has(`${base.target} ${target}`)),
  );
}

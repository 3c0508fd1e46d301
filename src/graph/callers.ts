/** What a call through an interface or a base class may be: of a callee, its implementations; of an implementation, the base's callers. */
import type { Db } from "../store/db.js";
import { calledByName } from "../store/neighbors.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import type { EdgeTier } from "./edge.js";
import { incomingRelations, MAX_EDGES, outgoingRelations, perSymbol, type Relation } from "./relations.js";
import type { CodeSymbol } from "./symbol.js";

const OVERRIDABLE = new Set(["method", "property", "field", "event", "function"]);

/** Callers of the interface and base class members that a member implements or overrides, and those members. */
export async function callersThroughBases(
  db: Db,
  view: View,
  symbol: CodeSymbol,
  tiers: readonly EdgeTier[],
): Promise<{ relations: Relation[]; members: SymbolHead[] }> {
  if (!OVERRIDABLE.has(symbol.primary.nodeType)) return { relations: [], members: [] };
  const bases = await outgoingRelations(db, view, symbol.spans, { kinds: ["overrides"], tiers, depth: 5 });
  const members = bases.relations.flatMap((relation) => relation.symbol ?? []);
  const targets = [...new Set(members.map((member) => member.nodeId))];
  const { relations } = await incomingRelations(db, view, targets, { kinds: ["calls"], tiers, depth: 1 });
  return { relations, members };
}

/** Other symbols of a symbol's name that are called: where nobody calls this one, its calls may have been taken for theirs. The first three. */
export async function calledNamesakes(db: Db, view: View, { primary }: CodeSymbol) {
  if (primary.name === "" || primary.nodeType === "constructor") return [];
  const called = await calledByName(db, view, primary.name, MAX_EDGES);
  return called
    .filter(({ nodeId }) => nodeId !== primary.nodeId)
    .slice(0, 3)
    .map(({ nodeId, qualifiedName, count }) => ({ node_id: nodeId, qualified_name: qualifiedName, calls: count }));
}

/** What overrides or implements the members among some callees: where a call of such a member may end. */
export async function implementationsOf(
  db: Db,
  view: View,
  callees: readonly Relation[],
  tiers: readonly EdgeTier[],
): Promise<{ relations: Relation[]; members: SymbolHead[] }> {
  const members = callees.flatMap(({ symbol }) => (symbol && OVERRIDABLE.has(symbol.nodeType) ? [symbol] : []));
  const targets = [...new Set(members.map(({ nodeId }) => nodeId))];
  const { relations } = await incomingRelations(db, view, targets, { kinds: ["overrides"], tiers, depth: 5 });
  return { relations: await perSymbol(db, view, relations), members };
}

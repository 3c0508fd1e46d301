/** What else may be a call of a symbol: calls of the members it overrides, and calls of its name whose target is not known. */
import type { Db } from "../store/db.js";
import { calledByName, outgoingEdges, unresolvedCalls } from "../store/neighbors.js";
import { headsAt, type SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import { type EdgeTier, unresolvedTarget } from "./edge.js";
import { incomingRelations, MAX_EDGES, outgoingRelations, type Relation } from "./relations.js";
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

/** Calls in the project by the symbol's name that lead nobody knows where; a constructor is called by the name of its class. */
export async function unresolvedCallsOf(db: Db, view: View, { primary }: CodeSymbol) {
  const [parent] =
    primary.nodeType === "constructor"
      ? await headsAt(db, view, [{ versionId: primary.versionId, ordinal: primary.parentOrdinal }])
      : [];
  const name = (parent ?? primary).name;
  const { count, locations } =
    name === ""
      ? { count: 0, locations: [] }
      : await unresolvedCalls(db, view, name, { locations: 5, limit: MAX_EDGES });
  return { count, locations: locations.map(({ path, line }) => ({ file_path: path, line })) };
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

/** Calls in the given symbols that lead nobody knows where: how many, and the first 20. */
export async function unresolvedWithin(
  db: Db,
  view: View,
  sources: readonly SymbolHead[],
): Promise<{ count: number; calls: { name: string; line: number }[] }> {
  const filter = { kinds: ["calls"] as const, tiers: ["unresolved"] as const, limit: MAX_EDGES };
  const edges = await outgoingEdges(db, view, sources, filter);
  const calls = edges
    .slice(0, 20)
    .map(({ target, line }) => ({ name: target.slice(unresolvedTarget("").length), line }));
  return { count: edges.length, calls };
}

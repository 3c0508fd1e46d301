/** The types that types derive from. */
import type { Db } from "../store/db/db.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import { outgoingRelations } from "./relations.js";
import { readSymbols } from "./symbol.js";

const SURE = ["exact", "import", "unique"] as const;
const DERIVES = ["inherits", "implements", "extends"] as const;
/** Levels of bases that are looked at. */
const MOST_LEVELS = 5;

/** The types above each of some types, by the node_id of these. */
export async function typesAbove(
  db: Db,
  view: View,
  types: readonly SymbolHead[],
): Promise<Map<string, readonly SymbolHead[]>> {
  const above = new Map<string, readonly SymbolHead[]>();
  for (const { nodeId } of types) {
    if (above.has(nodeId)) continue;
    const spans = (await readSymbols(db, view, [nodeId])).flatMap((symbol) => symbol.spans);
    const { relations } = await outgoingRelations(db, view, spans, { kinds: DERIVES, tiers: SURE, depth: MOST_LEVELS });
    above.set(
      nodeId,
      relations.flatMap(({ symbol }) => symbol ?? []),
    );
  }
  return above;
}

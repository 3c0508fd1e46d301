/**
 * Keepers: the constants, variables and fields whose values keep a key. `find` of `const templates = router({ find: procedure.query(…) })` is not a member
 * of `templates`, as the router may make of it what it likes; but uses of `templates` are uses of `find`.
 */
import type { Db } from "../../store/db/db.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { readParents } from "../symbol.js";

const KEEPERS: ReadonlySet<string> = new Set(["constant", "variable", "property", "field"]);

/** The keeper of each key among the symbols, and the keepers of these where they are keys as well. A symbol with several keys is there for each. */
export async function keepersOf(
  db: Db,
  view: View,
  symbols: readonly SymbolHead[],
): Promise<{ key: SymbolHead; keeper: SymbolHead }[]> {
  const found: { key: SymbolHead; keeper: SymbolHead }[] = [];
  const seen = new Set<string>();
  let keys = symbols.filter(({ nodeType }) => nodeType === "constant");
  while (keys.length > 0) {
    const parentOf = await readParents(db, view, keys);
    const next: SymbolHead[] = [];
    for (const key of keys) {
      const keeper = parentOf(key);
      if (!keeper || !KEEPERS.has(keeper.nodeType)) continue;
      found.push({ key, keeper });
      if (keeper.nodeType === "constant" && !seen.has(keeper.nodeId)) next.push(keeper);
      seen.add(keeper.nodeId);
    }
    keys = next;
  }
  return found;
}

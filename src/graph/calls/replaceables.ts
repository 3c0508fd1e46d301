/** Targets of the mocks of tests: of some symbols their files, and the types around them with the types above and below these. */
import type { EdgeKind } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { incomingRelations, outgoingRelations, tiersUpTo } from "../relations.js";
import { type CodeSymbol, isConstructible, readParents, readSymbols } from "../symbol.js";
import type { Replaceable } from "./replaced.js";

const HERITAGE: readonly EdgeKind[] = ["implements", "inherits", "extends"];
/** Levels of types above and below one. */
const MOST_LEVELS = 3;
/** Of more symbols a test has hardly a mock of each. */
const MOST_SYMBOLS = 4;

/** One for each symbol, in their order; null for a file, and for a symbol among many. */
export async function replaceablesOf(
  db: Db,
  view: View,
  symbols: readonly CodeSymbol[],
): Promise<(Replaceable | null)[]> {
  if (symbols.length > MOST_SYMBOLS) return symbols.map(() => null);
  const ownerOf = await readParents(
    db,
    view,
    symbols.map(({ primary }) => primary),
  );
  return Promise.all(
    symbols.map(async ({ primary }) => {
      if (primary.ordinal === 0) return null;
      const type = [primary, ownerOf(primary)].find((head) => head !== undefined && isType(head));
      return { name: primary.name, path: primary.path, type: type === undefined ? null : await typeOf(db, view, type) };
    }),
  );
}

const isType = ({ nodeType }: SymbolHead) => isConstructible(nodeType) || nodeType === "interface";

async function typeOf(db: Db, view: View, { nodeId, name }: SymbolHead): Promise<Replaceable["type"]> {
  const options = { kinds: HERITAGE, tiers: tiersUpTo("unique"), depth: MOST_LEVELS };
  const [symbol] = await readSymbols(db, view, [nodeId]);
  const above = await outgoingRelations(db, view, symbol?.spans ?? [], options);
  const below = await incomingRelations(db, view, [nodeId], options);
  const namesOf = (heads: readonly { symbol: SymbolHead | null }[]) =>
    heads.flatMap((relation) => (relation.symbol && relation.symbol.name !== name ? [relation.symbol.name] : []));
  return { name, bases: namesOf(above.relations), derived: namesOf(below.relations) };
}

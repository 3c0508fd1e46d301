/**
 * Calls that may come to a function by its key in an object: `handlers[name]()` of `const handlers = { open, close }`, where the line names the object
 * and calls a value without a name. None of them is known to; each says through what it may come.
 */
import { nth } from "../base/need.js";
import type { EdgeTier } from "../model/edge.js";
import type { Db } from "../store/db/db.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import { valuesNaming } from "./callers.js";
import { keepersOf } from "./keepers.js";
import { type IsListed, incomingRelations, symbolOf } from "./relations.js";
import type { CodeSymbol } from "./symbol.js";
import { unresolvedOf } from "./unresolved.js";

/** Objects of one function whose calls are looked for, and calls of unknown target that are looked at. */
const MOST_OBJECTS = 20;
const MOST_PLACES = 500;

export interface KeyCall {
  path: string;
  line: number;
  /** The function around the line, or the file, and the object that the line names. */
  source: SymbolHead;
  object: SymbolHead;
}

/** The lines that call something out of an object which keeps the symbol under a key; by path and line. */
export async function callsByKey(
  db: Db,
  view: View,
  symbol: CodeSymbol,
  { tiers, isListed }: { tiers: readonly EdgeTier[]; isListed?: IsListed | undefined },
): Promise<KeyCall[]> {
  const objects = await objectsKeeping(db, view, symbol, tiers);
  const ids = [...objects.keys()];
  const { relations } = await incomingRelations(db, view, ids, { kinds: ["references"], tiers, depth: 1, isListed });
  const sources = relations.map(symbolOf).filter(({ nodeId }) => !objects.has(nodeId));
  if (sources.length === 0) return [];
  const { places } = await unresolvedOf(db, view, { sources, kinds: ["calls"] }, MOST_PLACES);
  const nameless = new Set(places.flatMap(({ name, path, line }) => (name === "" ? [`${path}:${line}`] : [])));
  const calls = relations.flatMap(({ path, lines, nearId, symbol: source }) => {
    const object = objects.get(nearId ?? nth(ids, 0));
    if (source === null || object === undefined) return [];
    return lines.flatMap((line) => (nameless.has(`${path}:${line}`) ? [{ path, line, source, object }] : []));
  });
  return calls.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

/** The objects that keep a symbol: the constant that it is a key of, and those whose values name it. */
async function objectsKeeping(
  db: Db,
  view: View,
  symbol: CodeSymbol,
  tiers: readonly EdgeTier[],
): Promise<Map<string, SymbolHead>> {
  const keeper = await keeperOf(db, view, symbol);
  const naming = await valuesNaming(db, view, [symbol.primary], tiers);
  const all = [...(keeper === null ? [] : [keeper]), ...naming].slice(0, MOST_OBJECTS);
  return new Map(all.map((head) => [head.nodeId, head]));
}

/** The constant, variable or field that a symbol is a key of; null where it is none of any. */
export async function keeperOf(db: Db, view: View, { primary }: CodeSymbol): Promise<SymbolHead | null> {
  // A method of an object is a key of it as well.
  const [first] = await keepersOf(db, view, [{ ...primary, nodeType: "constant" }]);
  return first?.keeper ?? null;
}

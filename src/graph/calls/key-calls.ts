/**
 * Calls that may come to a function by its key in an object or a table: `handlers[name]()` of `const handlers = { open, close }`, where the line names
 * the object and calls a value without a name, and `handle(name)` below `handle := handlers[kind]`. None of them is known to; each says through what it
 * may come.
 */
import { need } from "../../base/need.js";
import type { EdgeTier } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import { outgoingEdges } from "../../store/outgoing.js";
import { readHeads, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { type IsListed, incomingRelations, outgoingRelations, type Relation, symbolOf } from "../relations.js";
import { readTextsOf } from "../source-lines.js";
import { type CodeSymbol, isCallable, keepsValue } from "../symbol.js";
import { valuesNaming } from "./callers.js";
import { keepersOf } from "./keepers.js";
import { callsOneOf, namesTaken, tablesFilled } from "./table-lines.js";
import { unresolvedOf } from "./unresolved.js";

/** Limits: objects of one function, calls of unknown target, and lines that name a function. */
const MOST_OBJECTS = 20;
const MOST_PLACES = 500;
const MOST_EDGES = 500;
/** The most lines between the one that takes a value out of a table and its call. */
const MOST_BELOW = 40;

export interface KeyCall {
  path: string;
  line: number;
  /** The function around the line, or the file, and the object that the line names. */
  source: SymbolHead;
  object: SymbolHead;
}

interface Listed {
  tiers: readonly EdgeTier[];
  isListed?: IsListed | undefined;
}

/** The lines that call something out of an object which keeps the symbol under a key; by path and line. */
export async function callsByKey(
  db: Db,
  view: View,
  symbol: CodeSymbol,
  { tiers, isListed }: Listed,
): Promise<KeyCall[]> {
  const objects = await objectsKeeping(db, view, symbol, tiers);
  const ids = [...objects.keys()];
  const { relations } = await incomingRelations(db, view, ids, { kinds: ["references"], tiers, depth: 1, isListed });
  const uses = relations.flatMap((relation) =>
    (relation.nearId === null ? (relation.parents ?? []) : [relation.nearId]).flatMap((id) => {
      const [source, object] = [symbolOf(relation), objects.get(id)];
      return object === undefined || objects.has(source.nodeId) ? [] : [{ source, object, lines: relation.lines }];
    }),
  );
  return callsOfObjects(db, view, uses);
}

/** A symbol that names an object in some lines. */
interface ObjectUse {
  source: SymbolHead;
  object: SymbolHead;
  lines: readonly number[];
}

/** The calls of values without a name that stand in the lines of some uses, or are of a value that these take out of the object. */
async function callsOfObjects(db: Db, view: View, uses: readonly ObjectUse[]): Promise<KeyCall[]> {
  const sources = [...new Map(uses.map(({ source }) => [source.nodeId, source])).values()];
  if (sources.length === 0) return [];
  const { places } = await unresolvedOf(db, view, { sources, kinds: ["calls"] }, MOST_PLACES);
  const written = await linesOfFiles(db, view, sources);
  const calls = new Map<string, KeyCall>();
  for (const { source, object, lines } of uses) {
    const { path } = source;
    const textAt = (line: number) => written.get(path)?.[line - 1] ?? "";
    const own = places.filter((place) => place.path === path);
    for (const use of lines) {
      const taken = namesTaken(textAt(use), object.name);
      const isCall = ({ name, line }: { name: string; line: number }) =>
        (name === "" && line === use) ||
        ((name === "" || taken.includes(name)) &&
          line >= use &&
          line <= Math.min(use + MOST_BELOW, source.lineEnd) &&
          callsOneOf(textAt(line), taken));
      for (const { line } of own.filter(isCall))
        calls.set(`${path}:${line} ${object.nodeId}`, { path, line, source, object });
    }
  }
  return [...calls.values()].sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}

/** The lines of the files of some symbols, by path. */
async function linesOfFiles(db: Db, view: View, heads: readonly SymbolHead[]): Promise<Map<string, string[]>> {
  const texts = await readTextsOf(db, view, heads);
  return new Map([...texts].map(([path, text]) => [path, text.split("\n")]));
}

/** The objects that keep a symbol: the constant with its key, constants with its name as a value, and tables that lines put it into. */
async function objectsKeeping(
  db: Db,
  view: View,
  symbol: CodeSymbol,
  tiers: readonly EdgeTier[],
): Promise<Map<string, SymbolHead>> {
  const keeper = await keeperOf(db, view, symbol);
  const naming = await valuesNaming(db, view, [symbol.primary], tiers);
  const filled = await tablesFilledWith(db, view, symbol, tiers);
  const all = [...(keeper === null ? [] : [keeper]), ...naming, ...filled].slice(0, MOST_OBJECTS);
  return new Map(all.map((head) => [head.nodeId, head]));
}

/** The tables that lines put a function into: `handlers["clear"] = clear`. */
async function tablesFilledWith(
  db: Db,
  view: View,
  { primary }: CodeSymbol,
  tiers: readonly EdgeTier[],
): Promise<SymbolHead[]> {
  if (!isCallable(primary.nodeType)) return [];
  const options = { kinds: ["references"], tiers, depth: 1 } as const;
  const { relations } = await incomingRelations(db, view, [primary.nodeId], options);
  const callable = relations.filter((relation) => !keepsValue(symbolOf(relation).nodeType));
  const written = await linesOfFiles(db, view, callable.map(symbolOf));
  const filling = new Map<string, Set<string>>();
  const sources: SymbolHead[] = [];
  for (const relation of callable) {
    for (const line of relation.lines) {
      const names = tablesFilled(written.get(relation.path)?.[line - 1] ?? "");
      if (names.length === 0) continue;
      filling.set(`${relation.path}:${line}`, new Set(names));
      sources.push(symbolOf(relation));
    }
  }
  const edges = await outgoingEdges(db, view, sources, { kinds: ["references"], tiers, limit: MOST_EDGES });
  const beside = edges.filter(({ path, line }) => filling.has(`${path}:${line}`));
  const heads = await readHeads(db, view, [...new Set(beside.map(({ target }) => target))], { spans: 1 });
  const byId = new Map(heads.map((head) => [head.nodeId, head]));
  const found = beside.flatMap(({ path, line, target }) => {
    const head = byId.get(target);
    return head && keepsValue(head.nodeType) && filling.get(`${path}:${line}`)?.has(head.name) ? [head] : [];
  });
  return [...new Map(found.map((head) => [head.nodeId, head])).values()];
}

/** A line that calls something out of a table, and the functions that its declaration puts there. */
export interface TableCall {
  line: number;
  table: SymbolHead;
  functions: SymbolHead[];
}

/** Calls that reach a symbol through a table of functions. Only tables count that name functions where they are declared. */
export async function callsOfTables(
  db: Db,
  view: View,
  spans: readonly SymbolHead[],
  tiers: readonly EdgeTier[],
): Promise<TableCall[]> {
  const callable = spans.filter(({ nodeType }) => isCallable(nodeType));
  const edges = await outgoingEdges(db, view, callable, { kinds: ["references"], tiers, limit: MOST_EDGES });
  const heads = await readHeads(db, view, [...new Set(edges.map(({ target }) => target))], { spans: 1 });
  const objects = new Map(heads.flatMap((head) => (keepsValue(head.nodeType) ? [[head.nodeId, head] as const] : [])));
  const uses = edges.flatMap(({ sourceVersion, sourceOrdinal, target, line }) => {
    const object = objects.get(target);
    const source = callable.find(({ versionId, ordinal }) => versionId === sourceVersion && ordinal === sourceOrdinal);
    return object && source ? [{ source, object, lines: [line] }] : [];
  });
  const calls = await callsOfObjects(db, view, uses);
  const functionsOf = new Map<string, SymbolHead[]>();
  for (const { object } of calls) {
    if (functionsOf.has(object.nodeId)) continue;
    const options = { kinds: ["references"], tiers, depth: 1 } as const;
    const { relations } = await outgoingRelations(db, view, [object], options);
    const functions = relations.flatMap(({ symbol }: Relation) =>
      symbol && isCallable(symbol.nodeType) ? symbol : [],
    );
    functionsOf.set(object.nodeId, functions);
  }
  return calls.flatMap(({ line, object: table }) => {
    const functions = need(functionsOf, table.nodeId);
    return functions.length > 0 ? [{ line, table, functions }] : [];
  });
}

/** The constant, variable or field that a symbol is a key of; null where it is not a key. */
export async function keeperOf(db: Db, view: View, { primary }: CodeSymbol): Promise<SymbolHead | null> {
  // A method of an object is a key of it as well.
  const [first] = await keepersOf(db, view, [{ ...primary, nodeType: "constant" }]);
  return first?.keeper ?? null;
}

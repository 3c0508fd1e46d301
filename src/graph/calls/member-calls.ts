/** The members of a type or file as a table of contents that tells how they work together: which functions each calls. */
import type { Db } from "../../store/db/db.js";
import { outgoingEdges } from "../../store/outgoing.js";
import { readHeads, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { tiersUpTo } from "../relations.js";
import { isCallable, nameBesidePath } from "../symbol.js";

/** Calls of all members that are read. */
const MOST_CALLS = 2000;

/**
 * The calls of each member by its ordinal, in the order of the source: `Cart.add 12`, and of a member of the same type `add 12`. Each function that is
 * called stands once, with its first line. Guesses and functions outside the project are left out.
 */
export function callsOfMembers(db: Db, view: View, members: readonly SymbolHead[]): Promise<Map<number, string[]>> {
  const callable = members.filter(({ nodeType }) => isCallable(nodeType));
  return callsFrom(db, view, callable, [...new Set(members.map(ownerOf))], ({ sourceOrdinal }) => sourceOrdinal);
}

/** The calls of the top level of a file in some of its lines, by the number of the part that has the line, worded as those of members are. */
export function callsOfParts(
  db: Db,
  view: View,
  file: SymbolHead,
  parts: readonly { line: number; endLine: number }[],
): Promise<Map<number, string[]>> {
  const partOf = (asked: number) => parts.findIndex(({ line, endLine }) => line <= asked && asked <= endLine);
  return callsFrom(db, view, [file], [], ({ line }) => partOf(line));
}

/** The calls of symbols by the number of `numberOf`; a negative number leaves a call out. `owned`: beginnings of names that an answer leaves out. */
async function callsFrom(
  db: Db,
  view: View,
  sources: readonly SymbolHead[],
  owned: readonly string[],
  numberOf: (edge: { sourceOrdinal: number; line: number }) => number,
): Promise<Map<number, string[]>> {
  const filter = { kinds: ["calls"], tiers: tiersUpTo("import"), limit: MOST_CALLS } as const;
  const edges = await outgoingEdges(db, view, sources, filter);
  const heads = await readHeads(db, view, [...new Set(edges.map(({ target }) => target))], { spans: 1 });
  const called = new Map(heads.map((head) => [head.nodeId, head]));
  const owners = owned.toSorted((a, b) => a.length - b.length);
  const calls = new Map<number, Map<string, string>>();
  for (const { sourceOrdinal, target, line } of edges) {
    const head = called.get(target);
    const number = numberOf({ sourceOrdinal, line });
    if (head === undefined || number < 0) continue;
    const own = calls.get(number) ?? new Map<string, string>();
    const place = `${head.path} ${head.qualifiedName}`;
    const owner = owners.find((one) => one.endsWith(".") && place.startsWith(one));
    const name = owner ? place.slice(owner.length) : nameBesidePath(head.qualifiedName, head.path, head.nodeType);
    if (!own.has(target)) own.set(target, `${name} ${line}`);
    calls.set(number, own);
  }
  return new Map([...calls].map(([number, own]) => [number, [...own.values()]]));
}

/** The place and the beginning of its name that a symbol shares with the other members of its type. */
const ownerOf = ({ qualifiedName, name, path }: SymbolHead) => `${path} ${qualifiedName.slice(0, -name.length)}`;

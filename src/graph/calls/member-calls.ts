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
export async function callsOfMembers(
  db: Db,
  view: View,
  members: readonly SymbolHead[],
): Promise<Map<number, string[]>> {
  const filter = { kinds: ["calls"], tiers: tiersUpTo("import"), limit: MOST_CALLS } as const;
  const edges = await outgoingEdges(
    db,
    view,
    members.filter(({ nodeType }) => isCallable(nodeType)),
    filter,
  );
  const heads = await readHeads(db, view, [...new Set(edges.map(({ target }) => target))], { spans: 1 });
  const called = new Map(heads.map((head) => [head.nodeId, head]));
  const owners = [...new Set(members.map(ownerOf))].sort((a, b) => a.length - b.length);
  const calls = new Map<number, Map<string, string>>();
  for (const { sourceOrdinal, target, line } of edges) {
    const head = called.get(target);
    if (head === undefined) continue;
    const own = calls.get(sourceOrdinal) ?? new Map<string, string>();
    const place = `${head.path} ${head.qualifiedName}`;
    const owner = owners.find((one) => one.endsWith(".") && place.startsWith(one));
    const name = owner ? place.slice(owner.length) : nameBesidePath(head.qualifiedName, head.path, head.nodeType);
    if (!own.has(target)) own.set(target, `${name} ${line}`);
    calls.set(sourceOrdinal, own);
  }
  return new Map([...calls].map(([ordinal, own]) => [ordinal, [...own.values()]]));
}

/** The place and the beginning of its name that a symbol shares with the other members of its type. */
const ownerOf = ({ qualifiedName, name, path }: SymbolHead) => `${path} ${qualifiedName.slice(0, -name.length)}`;

/** The users of a symbol, step by step, and all that derives from it. */
import type { EdgeKind, EdgeTier } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { calledThrough } from "../calls/callers.js";
import { incomingRelations, type Relation, symbolOf } from "../relations.js";
import { type CodeSymbol, targetsOf } from "../symbol.js";

const USES: readonly EdgeKind[] = ["calls", "references", "accepts"];
const DERIVES: readonly EdgeKind[] = ["implements", "inherits", "extends", "overrides"];

export interface User {
  head: SymbolHead;
  /** The first line of the reference. */
  line: number;
  hops: number;
  tier: EdgeTier;
}

export interface SymbolReach {
  /** Callers and users, the nearest first, of equals the surest. */
  users: User[];
  /** References of the first step, by tier. */
  references: Partial<Record<EdgeTier, number>>;
  /** Symbols that implement, extend or override it, at any depth. */
  derived: SymbolHead[];
  isCapped: boolean;
}

/** Walks against the edges from a symbol, `depth` steps far, over references of the given tiers. */
export async function reachOf(
  db: Db,
  view: View,
  symbol: CodeSymbol,
  { tiers, depth }: { tiers: readonly EdgeTier[]; depth: number },
): Promise<SymbolReach> {
  const targets = await targetsOf(db, view, symbol);
  const used = await incomingRelations(db, view, targets, {
    kinds: USES,
    tiers,
    depth,
    through: (level) => calledThrough(db, view, level, tiers),
  });
  // A file that imports an importer need not use it.
  const imported = await incomingRelations(db, view, targets, { kinds: ["imports"], tiers, depth: 1 });
  const derived = await incomingRelations(db, view, targets, { kinds: DERIVES, tiers, depth: 5 });
  const references: SymbolReach["references"] = {};
  const relations = [...used.relations, ...imported.relations].sort((a, b) => a.depth - b.depth);
  for (const { depth: hops, tier, lines, linesLeftOut = 0 } of relations)
    if (hops === 1) references[tier] = (references[tier] ?? 0) + lines.length + linesLeftOut;
  return {
    users: usersOf(relations),
    references,
    derived: onceEach(derived.relations.map(symbolOf)),
    isCapped: used.isCapped || imported.isCapped || derived.isCapped,
  };
}

/** Each user once; an import is one where nothing else of its file is. */
function usersOf(relations: readonly Relation[]): User[] {
  const users = new Map<string, User>();
  const paths = new Set(relations.flatMap(({ kind, path }) => (kind === "imports" ? [] : path)));
  for (const relation of relations) {
    const head = symbolOf(relation);
    if (users.has(head.nodeId) || (relation.kind === "imports" && paths.has(relation.path))) continue;
    const { depth: hops, tier, lines } = relation;
    users.set(head.nodeId, { head, hops, tier, line: lines[0] ?? head.lineStart });
  }
  return [...users.values()];
}

const onceEach = (heads: readonly SymbolHead[]): SymbolHead[] => [
  ...new Map(heads.map((head) => [head.nodeId, head])).values(),
];

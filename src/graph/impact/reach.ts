/** The users of a symbol, step by step, and all that derives from it. */
import type { EdgeKind, EdgeTier } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { calledThrough, callersThroughBases } from "../calls/callers.js";
import { incomingRelations, outgoingRelations, type Relation, symbolOf } from "../relations.js";
import { type CodeSymbol, isOverridable, targetsOf } from "../symbol.js";

const USES: readonly EdgeKind[] = ["calls", "references", "accepts"];
const DERIVES: readonly EdgeKind[] = ["implements", "inherits", "extends", "overrides"];

export interface User {
  head: SymbolHead;
  /** The first line of the reference. */
  line: number;
  hops: number;
  tier: EdgeTier;
  /** The member of a base that it calls, or a value that is made of the function. */
  via?: SymbolHead | undefined;
}

export interface SymbolReach {
  /** Callers and users, the nearest first, of equals the surest; of a step those by way of a base last. */
  users: User[];
  /** References of the first step, by tier. */
  references: Partial<Record<EdgeTier, number>>;
  /** Symbols that implement, extend or override it, at any depth. */
  derived: SymbolHead[];
  /** The members of bases that it implements or overrides, and what else does so. */
  bases: SymbolHead[];
  siblings: SymbolHead[];
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
  const below = onceEach(derived.relations.map(symbolOf));
  const { bases, siblings } = await basesOf(db, view, symbol, tiers);
  const through = await callersThroughBases(db, view, symbol, { tiers });
  const members = new Map(through.members.map((member) => [member.nodeId, member]));
  const known = new Set([symbol.primary, ...below].map(({ nodeId }) => nodeId));
  return {
    users: usersOf(relations, through.relations, (nodeId) => members.get(nodeId)),
    references,
    derived: below,
    bases,
    siblings: siblings.filter(({ nodeId }) => !known.has(nodeId)),
    isCapped: used.isCapped || imported.isCapped || derived.isCapped,
  };
}

/** The members that a member implements or overrides, and all that implements or overrides these. */
async function basesOf(db: Db, view: View, { primary, spans }: CodeSymbol, tiers: readonly EdgeTier[]) {
  if (!isOverridable(primary.nodeType)) return { bases: [], siblings: [] };
  const above = await outgoingRelations(db, view, spans, { kinds: ["overrides"], tiers, depth: 5 });
  const bases = onceEach(above.relations.flatMap((relation) => relation.symbol ?? []));
  const ids = bases.map(({ nodeId }) => nodeId);
  const beside = await incomingRelations(db, view, ids, { kinds: ["overrides"], tiers, depth: 5 });
  const isBase = new Set(ids);
  return { bases, siblings: onceEach(beside.relations.map(symbolOf)).filter(({ nodeId }) => !isBase.has(nodeId)) };
}

/** Each user once; an import is one where nothing else of its file is. `through`: calls of members of bases, and of values; `memberOf`: these. */
function usersOf(
  relations: readonly Relation[],
  through: readonly Relation[],
  memberOf: (nodeId: string) => SymbolHead | undefined,
): User[] {
  const users = new Map<string, User>();
  const paths = new Set(relations.flatMap(({ kind, path }) => (kind === "imports" ? [] : path)));
  for (const relation of relations) {
    const head = symbolOf(relation);
    if (users.has(head.nodeId) || (relation.kind === "imports" && paths.has(relation.path))) continue;
    const { depth: hops, tier, lines } = relation;
    users.set(head.nodeId, { head, hops, tier, line: lines[0] ?? head.lineStart });
  }
  for (const relation of through) {
    const head = symbolOf(relation);
    const { tier, lines, parents = [] } = relation;
    const via = parents.map(memberOf).find(Boolean);
    if (users.get(head.nodeId)?.hops !== 1)
      users.set(head.nodeId, { head, hops: 1, tier, line: lines[0] ?? head.lineStart, via });
  }
  return [...users.values()].sort((a, b) => a.hops - b.hops);
}

const onceEach = (heads: readonly SymbolHead[]): SymbolHead[] => [
  ...new Map(heads.map((head) => [head.nodeId, head])).values(),
];

/** Uses of the members of a type: who uses a class may never name it. */
import { need } from "../../base/need.js";
import type { EdgeKind } from "../../model/edge.js";
import { TYPE_KINDS } from "../../model/parse-result.js";
import type { Db } from "../../store/db/db.js";
import { incomingEdges } from "../../store/incoming.js";
import { childHeads, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { MOST_EDGES } from "../relations.js";
import { type CodeSymbol, withMembers } from "../symbol.js";
import type { Listed } from "./callers.js";

/** Kinds of symbols whose members are used where a value of theirs is. */
const USES: readonly EdgeKind[] = ["calls", "references", "accepts"];
/** Members that are looked at. */
const MOST_MEMBERS = 500;

export interface MemberUses {
  head: SymbolHead;
  /** Lines by file, the files in the order of incomingEdges. */
  lines: Map<string, number[]>;
  uses: number;
}

/** The members of a type that are used from outside it, the most used first; null: it is not a type. `isWhole`: all of their uses were read. */
export async function usesOfMembers(
  db: Db,
  view: View,
  symbol: CodeSymbol,
  { tiers, isListed }: Listed,
): Promise<{ members: MemberUses[]; isWhole: boolean } | null> {
  if (!TYPE_KINDS.has(symbol.primary.nodeType)) return null;
  const children = await childHeads(db, view, symbol.spans, { limit: MOST_MEMBERS });
  // Constructors are uses of the type itself.
  const heads = new Map(
    children.filter(({ nodeType }) => nodeType !== "constructor").map((head) => [head.nodeId, head] as const),
  );
  if (heads.size === 0) return null;
  const own = new Set((await withMembers(db, view, symbol)).map(({ nodeId }) => nodeId));
  const { edges, leftOut } = await incomingEdges(db, view, [...heads.keys()], {
    kinds: USES,
    tiers,
    isListed,
    limit: MOST_EDGES,
  });
  const found = new Map<string, MemberUses>();
  for (const { target, source, lines } of edges) {
    if (own.has(source.nodeId)) continue;
    const known = found.get(target) ?? { head: need(heads, target), lines: new Map(), uses: 0 };
    found.set(target, known);
    const before = known.lines.get(source.path) ?? [];
    known.lines.set(
      source.path,
      [...new Set([...before, ...lines])].sort((a, b) => a - b),
    );
  }
  for (const member of found.values())
    member.uses = [...member.lines.values()].reduce((sum, { length }) => sum + length, 0);
  const members = [...found.values()].sort((a, b) => b.uses - a.uses);
  return { members, isWhole: leftOut === null && children.length < MOST_MEMBERS };
}

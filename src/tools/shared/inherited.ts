/** A member by the name of a type that inherits it: `FileStore.close` for `Store.close`. */
import { symbolsMeant } from "../../graph/lookup.js";
import { outgoingRelations, tiersUpTo } from "../../graph/relations.js";
import { type CodeSymbol, isContainer, readSymbols } from "../../graph/symbol.js";
import { childHeads } from "../../store/symbol-heads.js";
import type { ToolContext } from "../running/tool.js";

const MEMBER = /^(.+)\.([\w$]+)(?:\(.*\))?$/;
/** Types of the name whose bases are looked at, and members of these. */
const MOST_TYPES = 3;
const MOST_MEMBERS = 2000;
const MOST_DEPTH = 8;

/** The members that the types of the name inherit from their nearest base which has one; overloads are several. Nothing where the name has no type. */
export async function inheritedMembers(
  { db, view }: Pick<ToolContext, "db" | "view">,
  given: string,
): Promise<CodeSymbol[]> {
  const [, type, member] = MEMBER.exec(given) ?? [];
  if (type === undefined || member === undefined) return [];
  const types = (await symbolsMeant(db, view, type, ({ primary }) => isContainer(primary.nodeType))).slice(
    0,
    MOST_TYPES,
  );
  const spans = types.flatMap((symbol) => symbol.spans);
  const options = {
    kinds: ["inherits", "extends", "implements"],
    tiers: tiersUpTo("unique"),
    depth: MOST_DEPTH,
  } as const;
  const { relations } = await outgoingRelations(db, view, spans, options);
  const bases = relations.flatMap(({ symbol, depth }) => (symbol ? [{ head: symbol, depth }] : []));
  const children = await childHeads(
    db,
    view,
    bases.map(({ head }) => head),
    { limit: MOST_MEMBERS },
  );
  const found = children.flatMap((child) => {
    const base = bases.find(({ head }) => head.versionId === child.versionId && head.ordinal === child.parentOrdinal);
    return base && child.name === member ? [{ nodeId: child.nodeId, depth: base.depth }] : [];
  });
  const nearest = Math.min(...found.map(({ depth }) => depth));
  const own = found.filter(({ depth }) => depth === nearest).map(({ nodeId }) => nodeId);
  return readSymbols(db, view, [...new Set(own)]);
}

/** Calls that take a way round: through an interface, a base class, or a value that is made of a function. */
import { present } from "../../base/need.js";
import type { EdgeKind, EdgeTier } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import { childHeads, type SymbolHead } from "../../store/symbol-heads.js";
import { type CalledSymbol, calledByName } from "../../store/unresolved.js";
import type { View } from "../../store/views.js";
import {
  CONFIDENCES,
  confidenceCounts,
  type IsListed,
  incomingRelations,
  outgoingRelations,
  perSymbol,
  type Relation,
  symbolOf,
  type Through,
} from "../relations.js";
import {
  type CodeSymbol,
  isContainer,
  isOverridable,
  keepsValue,
  readParents,
  readSymbols,
  withMembers,
} from "../symbol.js";
import { keepersOf } from "./keepers.js";
import { callsToOverriders } from "./own-calls.js";
import { calledIn } from "./unresolved.js";

/** Filter of a list: relations of these tiers, in these files. */
export interface Listed {
  tiers: readonly EdgeTier[];
  isListed?: IsListed | undefined;
}

const CALLED: ReadonlySet<string> = new Set(["function", "method"]);
/** At most this many values that are made of functions are looked at. */
const MOST_MADE_OF = 50;

/**
 * The constants, variables and fields whose declarations name one of some functions without calling it: `export default traced("x")(present)`. A call
 * of one may run the function.
 */
export async function valuesNaming(
  db: Db,
  view: View,
  functions: readonly SymbolHead[],
  tiers: readonly EdgeTier[],
): Promise<SymbolHead[]> {
  const own = new Set(functions.flatMap(({ nodeId, nodeType }) => (CALLED.has(nodeType) ? [nodeId] : [])));
  const { relations } = await incomingRelations(db, view, [...own], { kinds: ["references"], tiers, depth: 1 });
  const makers = relations.map(symbolOf).filter((head) => keepsValue(head.nodeType) && !own.has(head.nodeId));
  return [...new Map(makers.map((head) => [head.nodeId, head])).values()].slice(0, MOST_MADE_OF);
}

/** Callers of the interface and base class members that a member implements or overrides, and of the values made of it; and those members and values. */
export async function callersThroughBases(
  db: Db,
  view: View,
  symbol: CodeSymbol,
  { tiers, isListed }: Listed,
): Promise<{ relations: Relation[]; members: SymbolHead[] }> {
  const bases = isOverridable(symbol.primary.nodeType)
    ? (await outgoingRelations(db, view, symbol.spans, { kinds: ["overrides"], tiers, depth: 5 })).relations
    : [];
  const members = [
    ...bases.flatMap((relation) => relation.symbol ?? []),
    ...(await valuesNaming(db, view, [symbol.primary], tiers)),
  ];
  const targets = [...new Set(members.map((member) => member.nodeId))];
  const { relations } = await incomingRelations(db, view, targets, { kinds: ["calls"], tiers, depth: 1, isListed });
  const overridden = bases.flatMap(({ symbol: base }) => (base ? [{ base, overrider: symbol.primary }] : []));
  const asCall = (relation: Relation) => ({ source: symbolOf(relation), targets: present(relation.parents) });
  return { relations: await callsToOverriders(db, view, relations, asCall, overridden), members };
}

/** Symbols through which the callers of a caller may come to it: keepers of keys, values made of it, and the members that it overrides or implements. */
export async function calledThrough(
  db: Db,
  view: View,
  callers: readonly SymbolHead[],
  tiers: readonly EdgeTier[],
): Promise<Through> {
  const keepers = await keepersOf(db, view, callers);
  const members = callers.filter(({ nodeType }) => isOverridable(nodeType));
  const symbols = await readSymbols(
    db,
    view,
    members.map(({ nodeId }) => nodeId),
  );
  const spans = symbols.flatMap((symbol) => symbol.spans);
  const bases = await outgoingRelations(db, view, spans, { kinds: ["overrides"], tiers, depth: 5 });
  const overridden = bases.relations.flatMap(({ symbol: base, nearId }) => {
    // Of a base further up is known what overrides it first.
    const near = members.filter(({ nodeId }) => nodeId === nearId);
    return base ? (near.length > 0 ? near : members).map((overrider) => ({ base, overrider })) : [];
  });
  const followed = new Set(callers.map(({ nodeId }) => nodeId));
  const through = overridden.filter(({ base }) => !followed.has(base.nodeId));
  return {
    symbols: [
      ...keepers.map(({ keeper }) => keeper),
      ...bases.relations.flatMap(({ symbol }) => symbol ?? []),
      ...(await valuesNaming(db, view, callers, tiers)),
    ],
    reaching: (uses) =>
      callsToOverriders(db, view, uses, ({ source, target }) => ({ source, targets: [target] }), through),
  };
}

/** Members that override or implement one, whose callers are looked for. */
const MOST_OVERRIDERS = 200;

/** Callers of the members that override or implement a member, whose calls go to these without going through it; and those members. */
export async function callersOfOverriders(
  db: Db,
  view: View,
  symbol: CodeSymbol,
  { targets, tiers, isListed }: Listed & { targets: readonly string[] },
): Promise<{ relations: Relation[]; members: SymbolHead[] }> {
  if (!isOverridable(symbol.primary.nodeType)) return { relations: [], members: [] };
  const overriders = await incomingRelations(db, view, targets, { kinds: ["overrides"], tiers, depth: 5 });
  const members = overriders.relations.flatMap((relation) => relation.symbol ?? []).slice(0, MOST_OVERRIDERS);
  const own = [...new Set(members.map((member) => member.nodeId))];
  const { relations } = await incomingRelations(db, view, own, { kinds: ["calls"], tiers, depth: 1, isListed });
  return { relations, members };
}

/** An answer lists at most this many bases of one symbol. */
const MOST_BASES = 5;
/** A constant or variable may be an object that implements a type. */
const IMPLEMENTING = new Set(["class", "struct", "record", "constant", "variable"]);
/** At most this many bases are looked at to find those that are used. */
const MOST_TRIED = 20;
const USES: readonly EdgeKind[] = ["calls", "references", "accepts"];

/**
 * The bases through which a symbol is used. Of a member: the members that it overrides or implements. Of a class or object: its interfaces, and the
 * base classes with members that it overrides. Each has the number of its uses; the first few that have any are given. Counting stops as in
 * `confidenceCounts`.
 */
export async function usedThrough(db: Db, view: View, symbol: CodeSymbol, { tiers, isListed }: Listed) {
  const { nodeType } = symbol.primary;
  if (!isOverridable(nodeType) && !IMPLEMENTING.has(nodeType)) return [];
  const isType = IMPLEMENTING.has(nodeType);
  const sources = isType ? await withMembers(db, view, symbol) : symbol.spans;
  const kinds: EdgeKind[] = isType ? ["implements", "overrides"] : ["overrides"];
  const { relations } = await outgoingRelations(db, view, sources, { kinds, tiers, depth: 1 });
  const bases = relations.flatMap(({ kind, symbol: base }) => (base ? [{ kind, base }] : []));
  const owners = isType
    ? await ownersOf(
        db,
        view,
        bases.map(({ base }) => base),
      )
    : new Map<string, SymbolHead>();
  const targets = new Map<string, { base: SymbolHead; nodeIds: Set<string> }>();
  for (const { kind, base } of bases) {
    const shown = kind === "overrides" ? (owners.get(base.nodeId) ?? base) : base;
    const known = targets.get(shown.nodeId) ?? { base: shown, nodeIds: new Set() };
    targets.set(shown.nodeId, known);
    known.nodeIds.add(base.nodeId);
  }
  const found: { base: SymbolHead; uses: number }[] = [];
  for (const { base, nodeIds } of [...targets.values()].slice(0, MOST_TRIED)) {
    if (found.length === MOST_BASES) break;
    // A type without members only marks others: its uses say nothing of this one.
    const isMark =
      isType && nodeIds.has(base.nodeId) && (await childHeads(db, view, [base], { limit: 1 })).length === 0;
    if (isMark) continue;
    const counts = await confidenceCounts(db, view, [...nodeIds], USES, { isListed });
    const uses = CONFIDENCES.reduce((sum, tier) => sum + (tiers.includes(tier) ? counts[tier] : 0), 0);
    if (uses > 0) found.push({ base, uses });
  }
  return found;
}

/** The types that members stand in, by the members' ids. */
async function ownersOf(db: Db, view: View, members: readonly SymbolHead[]): Promise<Map<string, SymbolHead>> {
  const parentOf = await readParents(db, view, members);
  return new Map(
    members.flatMap((member) => {
      const owner = parentOf(member);
      return owner && isContainer(owner.nodeType) && owner.nodeType !== "file" ? [[member.nodeId, owner] as const] : [];
    }),
  );
}

/** The most calls of one symbol of a name that are counted: a reader wants to know that there are many. */
export const MOST_OF_NAMESAKE = 200;

/**
 * Other symbols of a symbol's name that are called, the most called first; without those `beside` it, which the answer tells of. They account for the
 * calls of the name that are not its own; and where nobody calls it, its calls may have been taken for theirs.
 */
export async function calledNamesakes(
  db: Db,
  view: View,
  { primary }: CodeSymbol,
  beside: readonly string[],
): Promise<CalledSymbol[]> {
  if (primary.name === "" || primary.nodeType === "constructor") return [];
  const called = await calledByName(db, view, calledIn([primary.name], [primary]), MOST_OF_NAMESAKE);
  return called.filter(({ nodeId }) => nodeId !== primary.nodeId && !beside.includes(nodeId));
}

/** References that are not calls: of a type also parameters and derived types. */
const NAMING: readonly EdgeKind[] = ["references", "accepts", "inherits", "implements", "extends"];

/** How many places refer to a type or a property without calling it. */
export async function valuesOf(
  db: Db,
  view: View,
  { targets, tiers, isListed }: Listed & { targets: readonly string[] },
): Promise<number> {
  const { relations } = await incomingRelations(db, view, targets, { kinds: NAMING, tiers, depth: 1, isListed });
  return new Set(relations.flatMap(({ path, lines }) => lines.map((line) => `${path}:${line}`))).size;
}

/** Overrides and implementations of the members among some callees: a call of such a member may end there. */
export async function implementationsOf(
  db: Db,
  view: View,
  callees: readonly Relation[],
  { tiers, isListed }: Listed,
): Promise<{ relations: Relation[]; members: SymbolHead[] }> {
  const members = callees.flatMap(({ symbol }) => (symbol && isOverridable(symbol.nodeType) ? [symbol] : []));
  const targets = [...new Set(members.map(({ nodeId }) => nodeId))];
  const { relations } = await incomingRelations(db, view, targets, { kinds: ["overrides"], tiers, depth: 5, isListed });
  return { relations: await perSymbol(db, view, relations), members };
}

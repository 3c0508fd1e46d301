/**
 * Dependencies and dependents of a symbol. A class or a file depends through its members: their edges are its own, but for those that stay
 * inside it.
 */
import { type EdgeKind, kindsListedFor, REFERENCE_KINDS } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import { childHeads, headsAt, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import {
  type Confidence,
  confidenceCounts,
  type IsListed,
  incomingRelations,
  outgoingRelations,
  type Relation,
  type Relations,
  symbolOf,
  tiersUpTo,
} from "../relations.js";
import { type CodeSymbol, isContainer, isShared, MOST_SPANS, mergeSpans, withMembers } from "../symbol.js";

/** The most members of a class or file that are looked at for what depends on them. */
export const MOST_MEMBERS = 1000;

export interface Dependencies extends Relations {
  /** The members whose relations are among them. */
  members: SymbolHead[];
  /** How many less sure ones there are. */
  lessSure: number;
}

export interface Dependents extends Dependencies {
  /** Of a file: the namespaces that it declares a part of, and how many other files import them and use nothing of it. */
  importers: { namespaces: SymbolHead[]; files: number; isCapped: boolean };
}

export interface DependencyOptions {
  edgeType: EdgeKind | undefined;
  confidence: Confidence;
  isListed?: IsListed | undefined;
}

/** The kinds to look for: the one asked for, or all but `contains`. */
function kindsOf(edgeType: EdgeKind | undefined): EdgeKind[] {
  return edgeType ? kindsListedFor(edgeType) : REFERENCE_KINDS;
}

/** References of the symbol, and of everything declared inside it, to other symbols; with edge type `contains`, its direct declarations. */
export async function dependenciesOf(
  db: Db,
  view: View,
  symbol: CodeSymbol,
  options: DependencyOptions,
): Promise<Dependencies> {
  if (options.edgeType === "contains") {
    const children = await childHeads(db, view, symbol.spans, { limit: MOST_SPANS + 1 });
    const listed = children.slice(0, MOST_SPANS).filter(({ path }) => options.isListed?.(path) ?? true);
    return contained(listed, symbol, "outgoing", children.length > MOST_SPANS);
  }
  const members = await withMembers(db, view, symbol);
  const inside = new Set(members.map((member) => member.nodeId));
  const isOutside = (relation: Relation) =>
    !inside.has(relation.symbol?.nodeId ?? "") || !isContainer(symbol.primary.nodeType);
  const kinds = kindsOf(options.edgeType);
  const { isListed } = options;
  const listed = tiersUpTo(options.confidence);
  const { relations, isCapped } = await outgoingRelations(db, view, members, {
    kinds,
    tiers: [...listed, "external"],
    depth: 1,
    isListed,
  });
  const others = tiersUpTo("candidate").filter((tier) => !listed.includes(tier));
  const lessSure = await outgoingRelations(db, view, members, { kinds, tiers: others, depth: 1, isListed });
  return {
    relations: relations.filter(isOutside),
    isCapped,
    members,
    lessSure: lessSure.relations.filter(isOutside).length,
  };
}

/**
 * References from outside to the symbol or to anything declared inside it; with edge type `contains`, the declaration around it. The namespace of a file
 * is not inside it: an importer of the namespace may use any of its files.
 */
export async function dependentsOf(
  db: Db,
  view: View,
  symbol: CodeSymbol,
  options: DependencyOptions,
): Promise<Dependents> {
  if (options.edgeType === "contains") {
    const parents = await headsAt(
      db,
      view,
      symbol.spans.map((span) => ({ versionId: span.versionId, ordinal: span.parentOrdinal })),
    );
    const listed = parents.filter(({ path }) => options.isListed?.(path) ?? true);
    return { ...contained(listed, symbol, "incoming", false), importers: NO_IMPORTERS };
  }
  const rollsUp = isContainer(symbol.primary.nodeType);
  const inIt = rollsUp ? await withMembers(db, view, symbol) : symbol.spans;
  const namespaces = symbol.primary.nodeType === "file" ? inIt.filter(isShared) : [];
  const all = inIt.filter((member) => !namespaces.includes(member));
  const members = all.slice(0, MOST_MEMBERS);
  const inside = new Set(all.map((member) => member.nodeId));
  const targets = [...new Set(members.map((member) => member.nodeId))];
  const kinds = kindsOf(options.edgeType);
  const { isListed } = options;
  const { relations, isCapped, leftOut } = await incomingRelations(db, view, targets, {
    kinds,
    tiers: tiersUpTo(options.confidence),
    depth: 1,
    isListed,
  });
  const counts = await confidenceCounts(db, view, targets, kinds, { isListed });
  const listed = tiersUpTo(options.confidence);
  const outside = rollsUp ? relations.filter((relation) => !inside.has(symbolOf(relation).nodeId)) : relations;
  const importers = async () => {
    if (namespaces.length === 0 || !kinds.includes("imports")) return NO_IMPORTERS;
    // An importer of a namespace may use the file in another way than was asked for.
    const tiers = tiersUpTo(options.confidence);
    const users = options.edgeType
      ? (await incomingRelations(db, view, targets, { kinds: kindsOf(undefined), tiers, depth: 1, isListed })).relations
      : outside;
    return importersOf(db, view, namespaces, new Set([symbol.primary.path, ...users.map(({ path }) => path)]));
  };
  return {
    relations: outside,
    isCapped: isCapped || members.length < all.length,
    leftOut: leftOut ?? null,
    members,
    importers: await importers(),
    lessSure: tiersUpTo("candidate")
      .filter((tier) => !listed.includes(tier))
      .reduce((sum, tier) => sum + counts[tier as Confidence], 0),
  };
}

const NO_IMPORTERS: Dependents["importers"] = { namespaces: [], files: 0, isCapped: false };

/** Files that import any of the namespaces, but for those at `paths`. */
async function importersOf(db: Db, view: View, namespaces: readonly SymbolHead[], paths: ReadonlySet<string>) {
  const distinct = [...new Map(namespaces.map((head) => [head.nodeId, head])).values()];
  const { relations, isCapped } = await incomingRelations(
    db,
    view,
    distinct.map(({ nodeId }) => nodeId),
    { kinds: ["imports"], tiers: tiersUpTo("import"), depth: 1 },
  );
  const files = new Set(relations.map(({ path }) => path).filter((path) => !paths.has(path)));
  return { namespaces: distinct, files: files.size, isCapped };
}

/** The relations to the parts of a symbol, or to the symbol around it: one for each, whatever its overloads and parts. */
function contained(
  heads: readonly SymbolHead[],
  { primary }: CodeSymbol,
  direction: "incoming" | "outgoing",
  isCapped: boolean,
): Dependencies {
  const relations = mergeSpans(heads).map(({ primary: other, spans }): Relation => {
    const child = direction === "outgoing" ? other : primary;
    const parts = direction === "outgoing" ? spans.filter(({ path }) => path === other.path) : [primary];
    return {
      direction,
      symbol: other,
      external: null,
      kind: "contains",
      tier: "exact",
      rule: "scope",
      path: child.path,
      versionId: child.versionId,
      lines: [...new Set(parts.map(({ lineStart }) => lineStart))].sort((a, b) => a - b),
      depth: 1,
      nearId: primary.nodeId,
    };
  });
  return { relations, isCapped, members: [], lessSure: 0 };
}

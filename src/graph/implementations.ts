/** Implementations of a symbol: declared ones first, then objects that happen to be of the type. */
import { groupBy } from "../base/groups.js";
import type { EdgeKind } from "../model/edge.js";
import type { Db } from "../store/db/db.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import type { View } from "../store/views.js";
import type { Relation } from "./relations.js";
import { symbolOf } from "./relations.js";
import { isCallable, keepsValue, keyOf, readParents } from "./symbol.js";

export const IMPLEMENTING_KINDS: readonly EdgeKind[] = ["implements", "inherits", "extends", "overrides"];

/** The relations with those of objects, and of members of objects, marked and behind the others; else as they stood. */
export async function objectsLast(db: Db, view: View, relations: readonly Relation[]): Promise<Relation[]> {
  const members = relations.flatMap(({ kind, symbol }) => (kind === "overrides" && symbol ? [symbol] : []));
  const owners = await ownerKinds(db, view, members);
  const marked = relations.map((relation) => {
    const symbol = symbolOf(relation);
    const holder = relation.kind === "overrides" ? owners.get(keyOf(symbol)) : symbol.nodeType;
    return holder !== undefined && hasObject(holder) ? { ...relation, isObject: true } : relation;
  });
  return marked.toSorted((a, b) => Number(a.isObject ?? false) - Number(b.isObject ?? false));
}

/** Whether an object stands in it or is made by it, `const cart: Cart = { … }` or `(): Cart => ({ … })`, and it declares no class. */
const hasObject = (nodeType: string) => keepsValue(nodeType) || isCallable(nodeType) || nodeType === "component";

/**
 * The relations in the order of a tree: each before the ones that go through it (`nearId`). Otherwise they keep their order. `roots`: the ids that were asked
 * about.
 */
export function inTreeOrder(relations: readonly Relation[], roots: readonly string[]): Relation[] {
  const known = new Set(relations.map((relation) => symbolOf(relation).nodeId));
  const deeper = relations.filter(({ depth }) => depth > 1);
  const children = groupBy(deeper, ({ parents = [] }) => parents.find((id) => known.has(id)) ?? "");
  const ordered: Relation[] = [];
  const met = new Set(roots);
  const visit = (some: readonly Relation[], under: string | null) => {
    for (const relation of some) {
      ordered.push({ ...relation, nearId: under ?? relation.nearId });
      const { nodeId } = symbolOf(relation);
      if (met.has(nodeId)) continue;
      met.add(nodeId);
      visit(children.get(nodeId) ?? [], nodeId);
    }
  };
  const isRoot = ({ depth, parents = [] }: Relation) => depth === 1 || !parents.some((id) => known.has(id));
  visit(relations.filter(isRoot), null);
  return ordered;
}

/** The kinds of what the symbols are declared in, by place. */
async function ownerKinds(db: Db, view: View, symbols: readonly SymbolHead[]): Promise<Map<string, string>> {
  const ownerOf = await readParents(db, view, symbols);
  return new Map(
    symbols.flatMap((symbol) => {
      const kind = ownerOf(symbol)?.nodeType;
      return kind === undefined ? [] : [[keyOf(symbol), kind] as const];
    }),
  );
}

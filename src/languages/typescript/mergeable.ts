/** Finds the symbols that are declared in several places. */
import { need, nth } from "../../base/need.js";
import type { ParsedSymbol, SymbolKind } from "../../model/parse-result.js";
import type { Analysis } from "./analysis.js";
import type { Scope } from "./scope.js";

/** Kinds whose declarations merge with others of the same kind: overloads and accessors are functions, methods and properties. */
const MERGING = new Set(["interface", "namespace", "module", "enum", "function", "method", "constructor", "property"]);

/** Kinds whose members merge as well. */
const OPEN = new Set(["interface", "namespace", "module", "enum"]);

/** Kinds that merge with a declaration of another kind, if one of the two is open. */
const JOINING = new Set([...OPEN, "class", "component", "function"]);

/**
 * Marks the declarations that TypeScript merges: interfaces, namespaces, enums, classes with one of these, overloads, a getter with its setter. The
 * members of merged declarations are marked too, because their containers are spans of one symbol.
 */
export function markMergeable({ symbols, scopes }: Analysis): void {
  const groups = new Map<string, { symbol: ParsedSymbol; scope: Scope }[]>();
  for (const [index, symbol] of symbols.entries()) {
    if (symbol.parent === -1) continue;
    const key = `${symbol.qualifiedName}\0${symbol.isStatic}`;
    getOrInsert(groups, key, () => []).push({ symbol, scope: nth(scopes, index) });
  }
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    // `beside` counts the declarations of each kind in one container and scope. `containers` are the containers of each open kind.
    const beside = new Map<number, Map<Scope, Map<string, number>>>();
    const containers = new Map<string, Set<number>>();
    for (const { symbol, scope } of group) {
      const { kind, parent } = symbol;
      const scopesOfParent = getOrInsert(beside, parent, () => new Map());
      const kinds = getOrInsert(scopesOfParent, scope, () => new Map());
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (OPEN.has(kind) && parent > 0) getOrInsert(containers, kind, () => new Set()).add(parent);
    }
    for (const { symbol, scope } of group) {
      const kinds = need(need(beside, symbol.parent), scope);
      const isAcross = symbol.parent > 0 && (containers.get(symbol.kind)?.size ?? 0) > 1;
      symbol.isMergeable = isAcross || mergesWith(symbol.kind, kinds);
    }
  }
}

function getOrInsert<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** Whether a declaration of a kind merges with the declarations of its name beside it. `beside` counts it as well. */
function mergesWith(kind: SymbolKind, beside: Map<string, number>): boolean {
  if (MERGING.has(kind) && need(beside, kind) > 1) return true;
  if (!JOINING.has(kind)) return false;
  for (const other of beside.keys()) {
    if (other !== kind && JOINING.has(other) && (OPEN.has(kind) || OPEN.has(other))) return true;
  }
  return false;
}

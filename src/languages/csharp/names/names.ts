/** Names of a C# file are looked up here, as far as the file itself can tell: in the symbols around a symbol, then in the aliases. */
import { addToList } from "../../../base/groups.js";
import type { Import, NamedType, ParsedSymbol, Root } from "../../../model/parse-result.js";
import { symbolOf } from "../../symbol-of.js";
import type { SyntaxTree } from "../../syntax.js";
import { TYPE_KINDS } from "../declarations/kinds.js";
import type { DeclarationNode, Declarations } from "../declarations/pass.js";

/** The tables that names of a file are looked up in. */
export interface Names {
  tree: SyntaxTree;
  symbols: readonly ParsedSymbol[];
  nodes: readonly DeclarationNode[];
  /** The node of what each import names. */
  importNodes: readonly number[];
  /** The members of the symbols that have some, by name. */
  members: ReadonlyMap<number, ReadonlyMap<string, number[]>>;
  /** The imports that give something another name, by that name. */
  aliases: ReadonlyMap<string, number>;
}

/** Builds the lookups of a file. */
export function createNames(tree: SyntaxTree, declarations: Declarations): Names {
  const { symbols, nodes, imports, importNodes } = declarations;
  return { tree, symbols, nodes, importNodes, members: membersOf(declarations), aliases: aliasesOf(imports) };
}

/** The type or namespace that a name with `arity` type arguments stands for, seen from symbol `from`; null for a type parameter. */
export function typeRoot(names: Names, name: string, arity: number, from: number): NamedType["root"] | null {
  const { members, aliases } = names;
  for (let scope = from; scope !== -1; scope = symbolOf(names, scope).parent) {
    if (symbolOf(names, scope).typeParameters.includes(name)) return null;
    const found = members.get(scope)?.get(name);
    if (found === undefined) continue;
    const symbol = pickType(names, found, arity);
    if (symbol !== -1) return { in: "file", symbol };
  }
  const alias = arity === 0 ? aliases.get(name) : undefined;
  return alias === undefined ? { in: "free", name: withArity(name, arity) } : { in: "import", import: alias };
}

/** The member, local function, type or namespace that a name stands for in an expression; null for a type parameter. */
export function valueRoot(
  names: Names,
  name: string,
  arity: number,
  from: number,
  isCall: boolean,
): { root: Root; path: string[] } | null {
  const { members, aliases } = names;
  for (let scope = from; scope !== -1; scope = symbolOf(names, scope).parent) {
    const owner = symbolOf(names, scope);
    if (!isCall && owner.typeParameters.includes(name)) return null;
    const found = members.get(scope)?.get(name);
    if (found === undefined) continue;
    const first = found.findIndex((index) => isValue(names, index));
    const [symbol, next] = first === -1 ? [] : found.slice(first, first + 2);
    if (symbol !== undefined) {
      const hasOthers = next !== undefined && isValue(names, next);
      const mayBeOverloaded = hasOthers || (symbolOf(names, symbol).kind === "method" && owner.isMergeable);
      if (!mayBeOverloaded || !TYPE_KINDS.has(owner.kind)) return { root: { in: "file", symbol }, path: [] };
      return { root: { in: "this", type: scope }, path: [name] };
    }
    if (isCall) continue;
    const type = pickType(names, found, arity);
    if (type !== -1) return { root: { in: "file", symbol: type }, path: [] };
  }
  const alias = arity === 0 && !isCall ? aliases.get(name) : undefined;
  const free = isCall ? name : withArity(name, arity);
  return { root: alias === undefined ? { in: "free", name: free } : { in: "import", import: alias }, path: [] };
}

/** The name of a generic type with its number of type arguments, as the runtime writes it: `Result<T>` is "Result`1". */
function withArity(name: string, arity: number): string {
  return arity === 0 ? name : `${name}\`${arity}`;
}

/** The members of symbols by name. The parts of a partial type share one table, and so do those of a namespace. */
function membersOf(declarations: Declarations): ReadonlyMap<number, ReadonlyMap<string, number[]>> {
  const shared = new Map<string, Map<string, number[]>>();
  const members = new Map<number, Map<string, number[]>>();
  const ofSymbol = (index: number): Map<string, number[]> => {
    const known = members.get(index);
    if (known !== undefined) return known;
    const symbol = symbolOf(declarations, index);
    let map = new Map<string, number[]>();
    if (symbol.isMergeable && (symbol.kind === "namespace" || TYPE_KINDS.has(symbol.kind))) {
      const key = `${symbol.kind} ${symbol.qualifiedName} ${symbol.typeParameters.length}`;
      map = shared.get(key) ?? map;
      shared.set(key, map);
    }
    members.set(index, map);
    return map;
  };
  for (const [index, symbol] of declarations.symbols.entries()) {
    if (
      symbol.kind === "file" ||
      symbol.kind === "constructor" ||
      symbol.name.includes(" ") ||
      symbol.name.startsWith("~")
    )
      continue;
    const isExplicit = !symbol.qualifiedName.endsWith(symbol.name) || isExplicitImplementation(declarations, symbol);
    if (isExplicit) continue;
    const map = ofSymbol(symbol.parent);
    addToList(map, symbol.name, index);
  }
  return members;
}

/** Whether a member implements an interface explicitly. Its name alone cannot reach it. */
function isExplicitImplementation(declarations: Declarations, symbol: ParsedSymbol): boolean {
  if (symbol.kind === "namespace") return false;
  const owner = symbolOf(declarations, symbol.parent).qualifiedName;
  return symbol.qualifiedName.length !== symbol.name.length + (owner === "" ? 0 : owner.length + 1);
}

function aliasesOf(imports: Import[]): Map<string, number> {
  const aliases = new Map<string, number>();
  imports.forEach((item, index) => {
    if (item.local !== "") aliases.set(item.local, index);
  });
  return aliases;
}

/** The type with `arity` type parameters among symbols of one name; the first type where none has that many; -1 for no type. */
function pickType(names: Names, found: number[], arity: number): number {
  let first = -1;
  for (const index of found) {
    const symbol = symbolOf(names, index);
    if (!TYPE_KINDS.has(symbol.kind) && symbol.kind !== "namespace") continue;
    if (symbol.typeParameters.length === arity) return index;
    if (first === -1) first = index;
  }
  return arity === 0 ? -1 : first;
}

/** Whether a symbol is neither a type nor a namespace. */
function isValue(names: Names, index: number): boolean {
  const { kind } = symbolOf(names, index);
  return !TYPE_KINDS.has(kind) && kind !== "namespace" && kind !== "file";
}

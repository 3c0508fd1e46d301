/** Names of a C# file are looked up here, as far as the file itself can tell: in the symbols around a symbol, then in the aliases. */
import type { Import, NamedType, ParsedSymbol, Root } from "../../../model/parse-result.js";
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
  /** The members of each symbol by name. */
  members: readonly ReadonlyMap<string, number[]>[];
  /** The imports that give something another name, by that name. */
  aliases: ReadonlyMap<string, number>;
}

const EMPTY: ReadonlyMap<string, number[]> = new Map();

/** Builds the lookups of a file. */
export function createNames(tree: SyntaxTree, { symbols, nodes, imports, importNodes }: Declarations): Names {
  return { tree, symbols, nodes, importNodes, members: membersOf(symbols), aliases: aliasesOf(imports) };
}

/** The type or namespace that a name with `arity` type arguments stands for, seen from symbol `from`; null for a type parameter. */
export function typeRoot(
  { symbols, members, aliases }: Names,
  name: string,
  arity: number,
  from: number,
): NamedType["root"] | null {
  for (let scope = from; scope !== -1; scope = symbols[scope]!.parent) {
    if (symbols[scope]!.typeParameters.includes(name)) return null;
    const found = members[scope]!.get(name);
    if (found === undefined) continue;
    const symbol = pickType(symbols, found, arity);
    if (symbol !== -1) return { in: "file", symbol };
  }
  const alias = arity === 0 ? aliases.get(name) : undefined;
  return alias === undefined ? { in: "free", name: withArity(name, arity) } : { in: "import", import: alias };
}

/** The member, local function, type or namespace that a name stands for in an expression; null for a type parameter. */
export function valueRoot(
  { symbols, members, aliases }: Names,
  name: string,
  arity: number,
  from: number,
  isCall: boolean,
): { root: Root; path: string[] } | null {
  for (let scope = from; scope !== -1; scope = symbols[scope]!.parent) {
    if (!isCall && symbols[scope]!.typeParameters.includes(name)) return null;
    const found = members[scope]!.get(name);
    if (found === undefined) continue;
    const owner = symbols[scope]!;
    const first = found.findIndex((index) => isValue(symbols[index]!));
    if (first !== -1) {
      const symbol = found[first]!;
      const hasOthers = found.length > first + 1 && isValue(symbols[found[first + 1]!]!);
      const mayBeOverloaded = hasOthers || (symbols[symbol]!.kind === "method" && owner.isMergeable);
      if (!mayBeOverloaded || !TYPE_KINDS.has(owner.kind)) return { root: { in: "file", symbol }, path: [] };
      return { root: { in: "this", type: scope }, path: [name] };
    }
    if (isCall) continue;
    const symbol = pickType(symbols, found, arity);
    if (symbol !== -1) return { root: { in: "file", symbol }, path: [] };
  }
  const alias = arity === 0 && !isCall ? aliases.get(name) : undefined;
  const free = isCall ? name : withArity(name, arity);
  return { root: alias === undefined ? { in: "free", name: free } : { in: "import", import: alias }, path: [] };
}

/** The name of a generic type with its number of type arguments, as the runtime writes it: `Result<T>` is "Result`1". */
function withArity(name: string, arity: number): string {
  return arity === 0 ? name : `${name}\`${arity}`;
}

/** The members of each symbol by name. The parts of a partial type share one table, and so do those of a namespace. */
function membersOf(symbols: ParsedSymbol[]): ReadonlyMap<string, number[]>[] {
  const shared = new Map<string, Map<string, number[]>>();
  const members: (Map<string, number[]> | undefined)[] = [];
  const ofSymbol = (index: number): Map<string, number[]> => {
    const known = members[index];
    if (known !== undefined) return known;
    const symbol = symbols[index]!;
    let map = new Map<string, number[]>();
    if (symbol.isMergeable && (symbol.kind === "namespace" || TYPE_KINDS.has(symbol.kind))) {
      const key = `${symbol.kind} ${symbol.qualifiedName} ${symbol.typeParameters.length}`;
      map = shared.get(key) ?? map;
      shared.set(key, map);
    }
    members[index] = map;
    return map;
  };
  for (let index = 1; index < symbols.length; index++) {
    const symbol = symbols[index]!;
    if (symbol.kind === "constructor" || symbol.name.includes(" ") || symbol.name.startsWith("~")) continue;
    const isExplicit = !symbol.qualifiedName.endsWith(symbol.name) || isExplicitImplementation(symbols, symbol);
    if (isExplicit) continue;
    const map = ofSymbol(symbol.parent);
    const same = map.get(symbol.name);
    if (same === undefined) map.set(symbol.name, [index]);
    else same.push(index);
  }
  return symbols.map((_, index) => members[index] ?? EMPTY);
}

/** Whether a member implements an interface explicitly. Its name alone cannot reach it. */
function isExplicitImplementation(symbols: ParsedSymbol[], symbol: ParsedSymbol): boolean {
  if (symbol.kind === "namespace") return false;
  const owner = symbols[symbol.parent]!.qualifiedName;
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
function pickType(symbols: readonly ParsedSymbol[], found: number[], arity: number): number {
  let first = -1;
  for (const index of found) {
    const symbol = symbols[index]!;
    if (!TYPE_KINDS.has(symbol.kind) && symbol.kind !== "namespace") continue;
    if (symbol.typeParameters.length === arity) return index;
    if (first === -1) first = index;
  }
  return arity === 0 ? -1 : first;
}

function isValue(symbol: ParsedSymbol): boolean {
  return !TYPE_KINDS.has(symbol.kind) && symbol.kind !== "namespace" && symbol.kind !== "file";
}

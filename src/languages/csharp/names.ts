/**
 * What a name of a C# file means as far as the file itself can tell: the symbols that are in scope at a symbol, type names, and the types
 * that symbols are declared with.
 */
import type { Import, ParsedSymbol, Root, TypeName } from "../language.js";
import type { SyntaxTree } from "../syntax.js";
import { type Declarations, parameterTypes, TYPE_KINDS } from "./declarations.js";

export interface Names {
  /** The type or namespace that `name` with so many type arguments is, seen from symbol `from`; null for a type parameter. */
  typeRoot(name: string, arity: number, from: number): TypeName["root"] | null;
  /** The member, local function, type or namespace that `name` is in an expression; null for a type parameter. */
  valueRoot(name: string, arity: number, from: number, isCall: boolean): { root: Root; path: string[] } | null;
  /** The type that a type node names, of a type parameter the type it is constrained to; null where it is no single named type. */
  typeName(node: number, from: number): TypeName | null;
}

/** Type arguments in type arguments are looked at so deep. */
const MAX_TYPE_NESTING = 4;
const EMPTY: ReadonlyMap<string, number[]> = new Map();
/** Names that stand for no symbol where a type is expected. */
const NO_TYPES: ReadonlySet<string> = new Set(["var", "dynamic", "nint", "nuint", "notnull", "unmanaged", "_", "void"]);

/** Builds the lookups of a file and fills in `declaredType` of its symbols. */
export function readNames(tree: SyntaxTree, declarations: Declarations): Names {
  const { symbols, nodes, imports } = declarations;
  const members = membersOf(symbols);
  const aliases = aliasesOf(imports);

  const typeRoot = (name: string, arity: number, from: number): TypeName["root"] | null => {
    for (let scope = from; scope !== -1; scope = symbols[scope]!.parent) {
      if (symbols[scope]!.typeParameters.includes(name)) return null;
      const found = members[scope]!.get(name);
      if (found === undefined) continue;
      const symbol = pickType(symbols, found, arity);
      if (symbol !== -1) return { in: "file", symbol };
    }
    const alias = arity === 0 ? aliases.get(name) : undefined;
    return alias === undefined ? { in: "free", name: withArity(name, arity) } : { in: "import", import: alias };
  };

  const valueRoot: Names["valueRoot"] = (name, arity, from, isCall) => {
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
  };

  /** The first type that a type parameter of `from` or of what encloses it must derive from. */
  const constraintOf = (name: string, from: number, nesting: number): TypeName | null => {
    let scope = from;
    while (scope !== -1 && !symbols[scope]!.typeParameters.includes(name)) scope = symbols[scope]!.parent;
    if (scope === -1) return null;
    for (const clause of tree.children(nodes[scope]!.node)) {
      if (tree.type(clause) !== "type_parameter_constraints_clause") continue;
      const parameter = tree.childOfType(clause, "identifier");
      if (parameter === -1 || tree.text(parameter) !== name) continue;
      for (const constraint of tree.children(clause)) {
        const type = tree.type(constraint) === "type_parameter_constraint" ? tree.child(constraint, "type") : -1;
        if (type !== -1) return typeName(type, from, nesting + 1);
      }
    }
    return null;
  };

  /** The one type argument of a generic name, or the second of a dictionary's. */
  const elementOf = (node: number, from: number, nesting: number): TypeName | undefined => {
    const list = tree.childOfType(node, "type_argument_list");
    const types = list === -1 ? [] : tree.namedChildren(list).filter((child) => tree.type(child) !== "comment");
    const isDictionary = types.length === 2 && /(?:Dictionary|Lookup)$/.test(simpleName(tree, node));
    if (types.length !== 1 && !isDictionary) return undefined;
    return typeName(types.at(-1)!, from, nesting + 1) ?? undefined;
  };

  const typeName = (node: number, from: number, nesting = 0): TypeName | null => {
    if (nesting > MAX_TYPE_NESTING) return null;
    let type = node;
    for (let depth = 0; depth < 64 && type !== -1; depth++) {
      switch (tree.type(type)) {
        case "nullable_type":
        case "scoped_type":
        case "ref_type": {
          const inner = tree.child(type, "type");
          if (inner === -1) return null;
          type = inner;
          continue;
        }
        case "predefined_type": {
          const name = tree.text(type);
          return NO_TYPES.has(name) ? null : { root: { in: "free", name }, path: [] };
        }
        case "array_type": {
          const inner = tree.child(type, "type");
          const element = inner === -1 ? null : typeName(inner, from, nesting + 1);
          return { root: { in: "free", name: "Array" }, path: [], ...(element !== null && { element }) };
        }
        case "identifier":
        case "generic_name": {
          const name = simpleName(tree, type);
          if (NO_TYPES.has(name)) return null;
          const arity = arityOf(tree, type);
          const root = typeRoot(name, arity, from);
          if (root === null) return constraintOf(name, from, nesting);
          const element = arity === 0 ? undefined : elementOf(type, from, nesting);
          return { root, path: [], ...(element !== undefined && { element }) };
        }
        case "qualified_name":
        case "alias_qualified_name": {
          const parts = nameParts(tree, type);
          const first = parts[0];
          if (first === undefined) return null;
          const arity = parts.length === 1 ? arityOf(tree, type) : 0;
          const root = typeRoot(first, arity, from);
          return root === null ? null : { root, path: parts.slice(1) };
        }
        default:
          return null;
      }
    }
    return null;
  };

  /** The type of what a function of the delegate type is called with first. */
  const callbackType = (node: number, from: number): TypeName | null => {
    let type = node;
    for (let depth = 0; depth < 8 && type !== -1; depth++) {
      if (tree.type(type) === "nullable_type") {
        type = tree.child(type, "type");
        continue;
      }
      if (tree.type(type) !== "generic_name") return null;
      const name = simpleName(tree, type);
      const list = tree.childOfType(type, "type_argument_list");
      const given = tree.namedChildren(list).filter((child) => tree.type(child) !== "comment");
      if (given.length === 0) return null;
      if (name === "Action" || name === "Predicate" || (name === "Func" && given.length > 1)) {
        return typeName(given[0]!, from);
      }
      if (name !== "Expression") return null;
      type = given[0]!;
    }
    return null;
  };

  const callbackTypes = (index: number): (TypeName | null)[] | undefined => {
    const { node } = nodes[index]!;
    const list = tree.type(node) === "parameter_list" ? node : tree.child(node, "parameters");
    if (list === -1 || !/\b(?:Action|Func|Predicate)\b/.test(symbols[index]!.parameterSignature ?? ""))
      return undefined;
    const types = parameterTypes(tree, list).map((type) => (type === -1 ? null : callbackType(type, index)));
    return types.some((type) => type !== null) ? types : undefined;
  };

  for (let index = 1; index < symbols.length; index++) {
    const { typeNode } = nodes[index]!;
    const symbol = symbols[index]!;
    const callbacks = callbackTypes(index);
    if (callbacks !== undefined) symbol.callbackTypes = callbacks;
    if (typeNode === -1 || symbol.kind === "type") continue;
    symbol.declaredType = typeName(typeNode, index);
  }
  return { typeRoot, valueRoot, typeName };
}

/** A generic type's name with its number of type arguments, as the runtime writes it: `Result<T>` is "Result`1". */
function withArity(name: string, arity: number): string {
  return arity === 0 ? name : `${name}\`${arity}`;
}

/** The name of an identifier or generic name, without type arguments and `@`. */
export function simpleName(tree: SyntaxTree, node: number): string {
  const identifier = tree.type(node) === "generic_name" ? tree.firstChild(node) : node;
  if (identifier === -1) return "";
  const text = tree.text(identifier);
  return text.startsWith("@") ? text.slice(1) : text;
}

/** The names of a qualified name, `global::` left out. */
export function nameParts(tree: SyntaxTree, node: number): string[] {
  const parts: string[] = [];
  let current = node;
  for (let depth = 0; depth < 64 && current !== -1; depth++) {
    const type = tree.type(current);
    if (type === "qualified_name") {
      const name = tree.child(current, "name");
      if (name !== -1) parts.push(simpleName(tree, name));
      current = tree.child(current, "qualifier");
      continue;
    }
    if (type === "alias_qualified_name") {
      const name = tree.child(current, "name");
      if (name !== -1) parts.push(simpleName(tree, name));
      const alias = tree.child(current, "alias");
      if (alias !== -1 && tree.text(alias) !== "global") parts.push(simpleName(tree, alias));
      break;
    }
    parts.push(simpleName(tree, current));
    break;
  }
  return parts.reverse();
}

/** How many type arguments a name has. */
export function arityOf(tree: SyntaxTree, node: number): number {
  let list = tree.childOfType(node, "type_argument_list");
  if (tree.type(node) !== "generic_name") {
    const name = tree.child(node, "name");
    list = name === -1 ? -1 : tree.childOfType(name, "type_argument_list");
  }
  if (list === -1) return 0;
  let arity = 1;
  for (const child of tree.children(list)) if (tree.type(child) === ",") arity++;
  return arity;
}

/** The members of each symbol by name. The parts of a partial type, and of a namespace, share theirs. */
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

/** Members that implement an interface explicitly cannot be reached by their name. */
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

/** The type among symbols of one name that takes so many type arguments; any of them where none does; -1 for no type. */
function pickType(symbols: ParsedSymbol[], found: number[], arity: number): number {
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

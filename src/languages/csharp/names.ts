/**
 * What a name of a C# file means as far as the file itself can tell: the symbols that are in scope at a symbol, type names, and the types
 * that symbols are declared with.
 */

import { type Import, type ParsedSymbol, type Root, TUPLE, type TypeName } from "../../model/parse-result.js";
import type { SyntaxTree } from "../syntax.js";
import { type Declarations, extensionBlockAround, parameterTypes, TYPE_KINDS } from "./declarations.js";

export interface Names {
  /** The type or namespace that `name` with so many type arguments is, seen from symbol `from`; null for a type parameter. */
  typeRoot(name: string, arity: number, from: number): TypeName["root"] | null;
  /** The member, local function, type or namespace that `name` is in an expression; null for a type parameter. */
  valueRoot(name: string, arity: number, from: number, isCall: boolean): { root: Root; path: string[] } | null;
  /** The type that a type node names, null where it is no single named type. */
  typeName(node: number, from: number): TypeName | null;
  /** The type arguments of a generic name; of one that is no single named type, an unknown root. */
  typeArguments(node: number, from: number): TypeName[];
}

/** Type arguments in type arguments are looked at so deep. */
const MAX_TYPE_NESTING = 4;
/** The nesting of a type that a type parameter must derive from; what is deeper in it is below. */
const IN_BOUND = -1;
const UNKNOWN_TYPE: TypeName = { root: { in: "unknown" }, path: [] };
const EMPTY: ReadonlyMap<string, number[]> = new Map();
/** Names that stand for no symbol where a type is expected. */
const NO_TYPES: ReadonlySet<string> = new Set(["var", "dynamic", "nint", "nuint", "notnull", "unmanaged", "_", "void"]);

/** The bound of type parameters with the constraint `struct`. */
const VALUE_TYPE: TypeName = { root: { in: "free", name: "ValueType" }, path: [] };
/** A declared type that says that nothing is given. */
const VOID: TypeName = { root: { in: "free", name: "void" }, path: [] };
/** The name of `T?`, whatever T is: only a value type's is a type of its own, and which types are that is known where all files are. */
const NULLABLE = "Nullable`1";

/** The type T of `T?`, and any other type as it is. */
export function withoutNull(type: TypeName): TypeName {
  const isNullable = type.root.in === "free" && type.root.name === NULLABLE && type.path.length === 0;
  return isNullable ? (type.args?.[0] ?? type) : type;
}

/** Builds the lookups of a file and fills in `declaredType` of its symbols. */
export function readNames(tree: SyntaxTree, declarations: Declarations): Names {
  const { symbols, nodes, imports, importNodes } = declarations;
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

  /** An alias, or where it stands for a type with type arguments or a tuple, that. */
  const aliased = (root: Extract<Root, { in: "import" }>, nesting: number): TypeName => {
    const target = importNodes[root.import]!;
    const isPlain = tree.type(target) === "identifier" || arityOf(tree, target) === 0;
    const type = isPlain && tree.type(target) !== "tuple_type" ? null : typeName(target, 0, deeper(nesting));
    return type ?? { root, path: [] };
  };

  /** The symbol whose type parameter the name is, seen from `from`; -1 for none. */
  const parameterOwner = (name: string, from: number): number => {
    let scope = from;
    while (scope !== -1 && !symbols[scope]!.typeParameters.includes(name)) scope = symbols[scope]!.parent;
    return scope;
  };

  /** A type parameter, with the first type that it must derive from; of what stands in such a type, that is left out. */
  const typeParameter = (name: string, from: number, nesting: number): TypeName | null => {
    const owner = parameterOwner(name, from);
    if (owner === -1) return null;
    return { root: { in: "parameter", name, bound: nesting < 0 ? null : boundOf(name, owner) }, path: [] };
  };

  const boundOf = (name: string, owner: number): TypeName | null => {
    const { node } = nodes[owner]!;
    const block = extensionBlockAround(tree, node);
    const clauses = [...tree.children(node), ...(block === -1 ? [] : tree.children(block))];
    for (const clause of clauses) {
      if (tree.type(clause) !== "type_parameter_constraints_clause") continue;
      const parameter = tree.childOfType(clause, "identifier");
      if (parameter === -1 || tree.text(parameter) !== name) continue;
      let isStruct = false;
      for (const constraint of tree.children(clause)) {
        const type = tree.type(constraint) === "type_parameter_constraint" ? tree.child(constraint, "type") : -1;
        if (type !== -1) return typeName(type, owner, IN_BOUND);
        isStruct ||= tree.text(constraint) === "struct";
      }
      return isStruct ? VALUE_TYPE : null;
    }
    return null;
  };

  /** The type arguments of a generic name, one each. */
  const typeArguments = (node: number, from: number, nesting = 0): TypeName[] => {
    const list = tree.type(node) === "type_argument_list" ? node : tree.childOfType(node, "type_argument_list");
    if (list === -1) return [];
    const types = tree.namedChildren(list).filter((child) => tree.type(child) !== "comment");
    return types.map((type) => typeName(type, from, deeper(nesting)) ?? UNKNOWN_TYPE);
  };

  const typeName = (node: number, from: number, nesting = 0): TypeName | null => {
    if (nesting > MAX_TYPE_NESTING || nesting < IN_BOUND - MAX_TYPE_NESTING) return null;
    let type = node;
    for (let depth = 0; depth < 64 && type !== -1; depth++) {
      switch (tree.type(type)) {
        case "nullable_type": {
          const of = tree.child(type, "type");
          const inner = of === -1 ? null : typeName(of, from, nesting);
          return inner === null ? null : { root: { in: "free", name: NULLABLE }, path: [], args: [inner] };
        }
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
          const element = inner === -1 ? null : typeName(inner, from, deeper(nesting));
          return { root: { in: "free", name: "Array" }, path: [], args: [element ?? UNKNOWN_TYPE] };
        }
        case "tuple_type": {
          const elements = tree.namedChildren(type).filter((child) => tree.type(child) === "tuple_element");
          const types = elements.map((each) => typeName(tree.child(each, "type"), from, deeper(nesting)));
          const path = elements.map((each) =>
            tree.child(each, "name") === -1 ? "" : tree.text(tree.child(each, "name")),
          );
          return { root: { in: "free", name: TUPLE }, path, args: types.map((each) => each ?? UNKNOWN_TYPE) };
        }
        case "identifier":
        case "generic_name": {
          const name = simpleName(tree, type);
          if (NO_TYPES.has(name)) return null;
          const arity = arityOf(tree, type);
          const root = typeRoot(name, arity, from);
          if (root === null) return typeParameter(name, from, nesting);
          if (root.in === "import") return aliased(root, nesting);
          return { root, path: [], ...(arity > 0 && { args: typeArguments(type, from, nesting) }) };
        }
        case "qualified_name":
        case "alias_qualified_name": {
          const parts = nameParts(tree, type);
          const first = parts[0];
          if (first === undefined) return null;
          const arity = arityOf(tree, type);
          const root = typeRoot(first, parts.length === 1 ? arity : 0, from);
          if (root === null) return null;
          const last = tree.child(type, "name");
          const args = arity === 0 || last === -1 ? [] : typeArguments(last, from, nesting);
          return { root, path: parts.slice(1), ...(args.length > 0 && { args }) };
        }
        default:
          return null;
      }
    }
    return null;
  };

  /** The types of a symbol's parameters, before them that of its receiver if it stands in an `extension` block. */
  const typesOfParameters = (index: number): (TypeName | null)[] => {
    const { node } = nodes[index]!;
    const list = tree.type(node) === "parameter_list" ? node : tree.child(node, "parameters");
    const own =
      list === -1 ? [] : parameterTypes(tree, list).map((type) => (type === -1 ? null : typeName(type, index)));
    const receiver = symbols[index]!.parameterSignature?.startsWith("(this ") ? receiverType(index) : undefined;
    return receiver === undefined ? own : [receiver, ...own];
  };

  /** What the `extension` block that a symbol stands in extends. */
  const receiverType = (index: number): TypeName | undefined => {
    const block = extensionBlockAround(tree, nodes[index]!.node);
    const list = block === -1 ? -1 : tree.childOfType(block, "parameter_list");
    const parameter = list === -1 ? -1 : tree.childOfType(list, "parameter");
    if (parameter === -1) return undefined;
    // Without a name of its own, the receiver's type reads like one.
    const type = tree.child(parameter, "type");
    const extended = typeName(type === -1 ? tree.child(parameter, "name") : type, index);
    return extended === null ? undefined : withoutNull(extended);
  };

  for (let index = 1; index < symbols.length; index++) {
    const { typeNode } = nodes[index]!;
    const symbol = symbols[index]!;
    const given = typesOfParameters(index);
    if (given.some((type) => type !== null)) symbol.parameterTypes = given;
    const extended = receiverType(index);
    if (extended !== undefined) symbol.receiverType = extended;
    if (typeNode === -1) continue;
    symbol.declaredType = tree.text(typeNode) === "void" ? VOID : typeName(typeNode, index);
  }
  return { typeRoot, valueRoot, typeName, typeArguments };
}

function deeper(nesting: number): number {
  return nesting < 0 ? nesting - 1 : nesting + 1;
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

/** Types of Java as they are written. An array `T[]` has the name `[]` and the argument T; a wildcard has the name `?`, `? extends` or `? super`. */
import { nth } from "../../base/need.js";
import type { NamedType, Root, TypeExpr } from "../../model/parse-result.js";
import { freeNamed, named, UNKNOWN_TYPE } from "../../model/type-forms.js";
import { symbolOf } from "../symbol-of.js";
import type { SyntaxTree } from "../syntax.js";
import { type Declarations, isTypeNode, parameterName, parametersOf, typeOfParameter } from "./declarations.js";

/** Type arguments are read to this depth. */
const DEEPEST = 24;

/** The type at a node in the symbol `from`; null for `var` and where nothing is known. */
export function typeAt(d: Declarations, node: number, from: number, depth = 0): TypeExpr | null {
  const { tree } = d;
  if (node === -1 || depth > DEEPEST) return null;
  switch (tree.type(node)) {
    case "type_identifier":
    case "identifier": {
      const name = tree.text(node);
      return name === "var" ? null : (parameterNamed(d, from, name, depth) ?? freeNamed(name));
    }
    case "integral_type":
    case "floating_point_type":
    case "boolean_type":
    case "void_type":
      return freeNamed(tree.text(node));
    case "scoped_type_identifier": {
      const [first, ...others] = namesOf(tree, node);
      return first === undefined ? null : named({ in: "free", name: first }, others);
    }
    case "generic_type": {
      const [base, list] = tree.namedChildren(node);
      const outer = base === undefined ? null : typeAt(d, base, from, depth + 1);
      if (outer === null || outer.kind !== "named" || list === undefined) return outer;
      const args = tree.namedChildren(list).filter((child) => !tree.type(child).endsWith("comment"));
      if (args.length === 0) return outer;
      return named(
        outer.root,
        outer.path,
        args.map((arg) => typeAt(d, arg, from, depth + 1) ?? UNKNOWN_TYPE),
      );
    }
    case "array_type": {
      const element = typeAt(d, tree.child(node, "element"), from, depth + 1);
      return element === null ? null : arrayOf(element, dimensionsOf(tree, tree.child(node, "dimensions")));
    }
    case "wildcard": {
      const bound = tree.namedChildren(node).find((child) => isTypeNode(tree.type(child)));
      const word = tree.hasChildOfType(node, "super") ? "? super" : "? extends";
      return bound === undefined
        ? freeNamed("?")
        : freeNamed(word, [typeAt(d, bound, from, depth + 1) ?? UNKNOWN_TYPE]);
    }
    case "annotated_type": {
      const inner = tree.namedChildren(node).find((child) => isTypeNode(tree.type(child)));
      return inner === undefined ? null : typeAt(d, inner, from, depth + 1);
    }
    // An exception of several types has what all exceptions have.
    case "catch_type": {
      const types = tree.namedChildren(node);
      return types.length === 1 ? typeAt(d, nth(types, 0), from, depth + 1) : freeNamed("Exception");
    }
    default:
      return null;
  }
}

/** A type with a number of `[]` behind it. */
export function arrayOf(element: TypeExpr, dimensions: number): TypeExpr {
  let type = element;
  for (let index = 0; index < dimensions && index < DEEPEST; index++) type = freeNamed("[]", [type]);
  return type;
}

/** The number of `[]` in a node that has some; 0 for no node. */
export function dimensionsOf(tree: SyntaxTree, node: number): number {
  return node === -1 ? 0 : tree.children(node).filter((child) => tree.type(child) === "[").length;
}

/** The names of a type such as `a.b.Outer.Inner`, without type arguments. */
export function namesOf(tree: SyntaxTree, node: number): string[] {
  const names: string[] = [];
  const end = tree.subtreeEnd(node);
  for (let inner = node; inner < end; inner++) {
    const type = tree.type(inner);
    if (type === "type_arguments" || type.endsWith("annotation")) inner = tree.subtreeEnd(inner) - 1;
    else if (type === "type_identifier" || type === "identifier") names.push(tree.text(inner));
  }
  return names;
}

/** The type parameter of a name that is seen in a symbol, with its bound; null for none. */
function parameterNamed(d: Declarations, from: number, name: string, depth: number): NamedType | null {
  for (let current = from; current > 0; current = symbolOf(d, current).parent) {
    if (!symbolOf(d, current).typeParameters.includes(name)) continue;
    // A bound may speak of its own parameter: `T extends Comparable<T>`.
    const bound = depth > 6 ? null : boundOf(d, current, name, depth);
    return named({ in: "parameter", name, bound });
  }
  return null;
}

const OPEN = new WeakMap<Declarations, Set<string>>();

function boundOf(d: Declarations, symbol: number, name: string, depth: number): TypeExpr | null {
  const open = OPEN.get(d) ?? new Set();
  OPEN.set(d, open);
  const key = `${symbol} ${name}`;
  if (open.has(key)) return null;
  open.add(key);
  const bound = findBound(d, symbol, name, depth);
  open.delete(key);
  return bound;
}

function findBound(d: Declarations, symbol: number, name: string, depth: number): TypeExpr | null {
  const { tree, nodes } = d;
  const list = tree.child(nth(nodes, symbol), "type_parameters");
  if (list === -1) return null;
  for (const parameter of tree.children(list)) {
    if (tree.type(parameter) !== "type_parameter") continue;
    const nameNode = tree.namedChildren(parameter).find((child) => /identifier$/.test(tree.type(child)));
    if (nameNode === undefined || tree.text(nameNode) !== name) continue;
    const bounds = tree.childOfType(parameter, "type_bound");
    if (bounds === -1) return null;
    const types = tree.namedChildren(bounds).flatMap((bound) => typeAt(d, bound, symbol, depth + 1) ?? []);
    return types.length > 1 ? { kind: "both", of: types } : (types[0] ?? null);
  }
  return null;
}

/** The root of the first name of a type; null for a type parameter and for `var`. */
export function rootOfType(d: Declarations, name: string, from: number): Root | null {
  if (name === "var") return null;
  for (let current = from; current > 0; current = symbolOf(d, current).parent)
    if (symbolOf(d, current).typeParameters.includes(name)) return null;
  return { in: "free", name };
}

/** Fills in the declared types of all symbols. */
export function readDeclaredTypes(d: Declarations): void {
  const { tree, symbols, nodes } = d;
  symbols.forEach((symbol, index) => {
    const node = nth(nodes, index);
    switch (tree.type(node)) {
      case "method_declaration":
      case "annotation_type_element_declaration": {
        const type = typeAt(d, tree.child(node, "type"), index);
        const dimensions = dimensionsOf(tree, tree.child(node, "dimensions"));
        symbol.declaredType = type === null ? null : arrayOf(type, dimensions);
        readParameters(d, index, tree.child(node, "parameters"));
        break;
      }
      case "constructor_declaration":
        readParameters(d, index, tree.child(node, "parameters"));
        break;
      case "compact_constructor_declaration":
        readParameters(d, index, tree.child(tree.parent(tree.parent(node)), "parameters"));
        break;
      case "record_declaration":
        readParameters(d, index, tree.child(node, "parameters"));
        break;
      case "variable_declarator":
        symbol.declaredType = typeOfDeclarator(d, node, index);
        break;
      case "formal_parameter":
      case "spread_parameter":
        symbol.declaredType = typeOfParameterAt(d, node, index);
        break;
    }
  });
}

function readParameters(d: Declarations, symbol: number, list: number): void {
  if (list === -1) return;
  const parameters = parametersOf(d.tree, list);
  if (parameters.length > 0)
    symbolOf(d, symbol).parameterTypes = parameters.map((each) => typeOfParameterAt(d, each, symbol));
}

/** The type of a variable by its declaration; null for `var`. */
export function typeOfDeclarator(d: Declarations, declarator: number, from: number): TypeExpr | null {
  const { tree } = d;
  const type = typeAt(d, tree.child(tree.parent(declarator), "type"), from);
  return type === null ? null : arrayOf(type, dimensionsOf(tree, tree.child(declarator, "dimensions")));
}

/** The type of a parameter; `T...` is an array of T. */
export function typeOfParameterAt(d: Declarations, parameter: number, from: number): TypeExpr | null {
  const { tree } = d;
  const type = typeAt(d, typeOfParameter(tree, parameter), from);
  if (type === null) return null;
  const name = parameterName(tree, parameter);
  const holder = name === -1 ? parameter : tree.parent(name);
  const dimensions = dimensionsOf(tree, tree.child(holder, "dimensions"));
  return arrayOf(type, dimensions + (tree.type(parameter) === "spread_parameter" ? 1 : 0));
}

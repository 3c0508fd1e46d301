/** Types of Kotlin as they are written, in the words of the platform: `Int` is `int`, and `Int?` is `Integer`. A type that may be null is its plain type. */
import { nth } from "../../base/need.js";
import type { NamedType, TypeExpr } from "../../model/parse-result.js";
import { freeNamed, functionOf, named, UNKNOWN_TYPE } from "../../model/type-forms.js";
import { symbolOf } from "../symbol-of.js";
import type { SyntaxTree } from "../syntax.js";
import type { Declarations } from "./declarations.js";

const DEEPEST = 24;

const PRIMITIVES: Readonly<Record<string, [plain: string, boxed: string]>> = {
  Int: ["int", "Integer"],
  Long: ["long", "Long"],
  Short: ["short", "Short"],
  Byte: ["byte", "Byte"],
  Char: ["char", "Character"],
  Boolean: ["boolean", "Boolean"],
  Float: ["float", "Float"],
  Double: ["double", "Double"],
  Unit: ["void", "Void"],
};

const ARRAYS: Readonly<Record<string, string>> = {
  IntArray: "int",
  LongArray: "long",
  ShortArray: "short",
  ByteArray: "byte",
  CharArray: "char",
  BooleanArray: "boolean",
  FloatArray: "float",
  DoubleArray: "double",
};

/** Whether a node of a type is a type. */
export function isTypeNode(type: string): boolean {
  return /^(?:user_type|nullable_type|function_type|parenthesized_type|non_nullable_type)$/.test(type);
}

/** The first child that is a type, behind a node if one is given; -1 for none. */
export function typeChild(tree: SyntaxTree, node: number, behind = -1): number {
  for (let child = tree.firstChild(node); child !== -1; child = tree.nextSibling(child))
    if (child > behind && isTypeNode(tree.type(child))) return child;
  return -1;
}

/** The type at a node in the symbol `from`; null where nothing is known. */
export function typeAt(d: Declarations, node: number, from: number, depth = 0, isBoxed = false): TypeExpr | null {
  const { tree } = d;
  if (node === -1 || depth > DEEPEST) return null;
  switch (tree.type(node)) {
    case "nullable_type":
      return typeAt(d, typeChild(tree, node), from, depth + 1, true);
    case "parenthesized_type":
    case "non_nullable_type":
      return typeAt(d, typeChild(tree, node), from, depth + 1, isBoxed);
    case "function_type":
      return functionType(d, node, from, depth);
    case "user_type":
      return userType(d, node, from, depth, isBoxed);
    default:
      return null;
  }
}

function functionType(d: Declarations, node: number, from: number, depth: number): TypeExpr {
  const { tree } = d;
  const list = tree.childOfType(node, "function_type_parameters");
  const parameters = tree.namedChildren(list === -1 ? node : list).flatMap((child) => {
    const type = tree.type(child) === "parameter" ? typeChild(tree, child) : child;
    return list !== -1 && type !== -1 && isTypeNode(tree.type(type))
      ? [typeAt(d, type, from, depth + 1, true) ?? UNKNOWN_TYPE]
      : [];
  });
  const result = typeChild(tree, node, list);
  const receiver = typeChild(tree, node);
  // The receiver of a function with one is its first argument as well.
  const own = receiver !== -1 && receiver < list ? (typeAt(d, receiver, from, depth + 1, true) ?? UNKNOWN_TYPE) : null;
  const all = own === null ? parameters : [own, ...parameters];
  return functionOf(typeAt(d, result, from, depth + 1), all, own);
}

/** The names of a type such as `a.b.Outer.Inner`, without type arguments. */
export function namesOf(tree: SyntaxTree, node: number): string[] {
  return tree.children(node).flatMap((child) => (tree.type(child) === "identifier" ? [tree.text(child)] : []));
}

function userType(d: Declarations, node: number, from: number, depth: number, isBoxed: boolean): TypeExpr | null {
  const { tree } = d;
  const [first, ...path] = namesOf(tree, node);
  if (first === undefined) return null;
  const list = tree.childOfType(node, "type_arguments");
  const args = list === -1 ? [] : argumentsAt(d, list, from, depth);
  if (path.length === 0) {
    const variable = parameterNamed(d, from, first, depth);
    if (variable !== null) return variable;
    const basic = Object.hasOwn(PRIMITIVES, first) ? PRIMITIVES[first] : undefined;
    if (basic !== undefined) return freeNamed(basic[isBoxed ? 1 : 0]);
    const element = Object.hasOwn(ARRAYS, first) ? ARRAYS[first] : undefined;
    if (element !== undefined) return freeNamed("[]", [freeNamed(element)]);
    if (first === "Array") return freeNamed("[]", args.slice(0, 1));
  }
  return named({ in: "free", name: first }, path, args.length === 0 ? undefined : args);
}

/** The types in a list of type arguments. */
export function argumentsAt(d: Declarations, list: number, from: number, depth = 0): TypeExpr[] {
  const { tree } = d;
  return tree.namedChildren(list).map((projection) => {
    const type = typeChild(tree, projection);
    return type === -1 ? freeNamed("?") : (typeAt(d, type, from, depth + 1, true) ?? UNKNOWN_TYPE);
  });
}

function parameterNamed(d: Declarations, from: number, name: string, depth: number): NamedType | null {
  const { tree, nodes } = d;
  for (let index = from; index > 0; index = symbolOf(d, index).parent) {
    if (!symbolOf(d, index).typeParameters.includes(name)) continue;
    const list = tree.childOfType(nth(nodes, index), "type_parameters");
    const parameter = tree
      .namedChildren(list)
      .find((child) => tree.text(tree.childOfType(child, "identifier")) === name);
    const written = parameter === undefined ? -1 : typeChild(tree, parameter);
    const bounding = written === -1 ? constraintOf(tree, nth(nodes, index), name) : written;
    const bound = depth > 4 ? null : typeAt(d, bounding, index, depth + 2);
    return named({ in: "parameter", name, bound });
  }
  return null;
}

/** The first type that `where` asks of a type parameter; -1 for none. */
function constraintOf(tree: SyntaxTree, declaration: number, name: string): number {
  const list = tree.childOfType(declaration, "type_constraints");
  if (list === -1) return -1;
  const found = tree.namedChildren(list).find((child) => tree.text(tree.childOfType(child, "identifier")) === name);
  return found === undefined ? -1 : typeChild(tree, found);
}

/** The parameters in a list. */
export function parametersIn(tree: SyntaxTree, list: number): number[] {
  return tree.children(list).filter((child) => /^(?:parameter|class_parameter)$/.test(tree.type(child)));
}

/** Whether a parameter takes any number of arguments. */
export function isVariable(tree: SyntaxTree, parameter: number): boolean {
  const before = tree.previousSibling(parameter);
  const holder = tree.type(parameter) === "class_parameter" ? tree.childOfType(parameter, "modifiers") : before;
  return holder !== -1 && /modifiers$/.test(tree.type(holder)) && /\bvararg\b/.test(tree.text(holder));
}

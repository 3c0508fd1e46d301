/** Operators of Kotlin that call a function: `a + b` is `a.plus(b)`. */
import type { Argument, Reference } from "../../model/parse-result.js";
import { OPERATOR, stepped } from "../chain.js";
import type { SyntaxTree } from "../syntax.js";
import { chainOf } from "./expressions.js";
import { emit, type Pass } from "./pass.js";

const BINARY: ReadonlyMap<string, string> = new Map([
  ["+", "plus"],
  ["-", "minus"],
  ["*", "times"],
  ["/", "div"],
  ["%", "rem"],
  ["==", "equals"],
  ["!=", "equals"],
  ["<", "compareTo"],
  [">", "compareTo"],
  ["<=", "compareTo"],
  [">=", "compareTo"],
  ["..", "rangeTo"],
  ["..<", "rangeUntil"],
  ["in", "contains"],
  ["!in", "contains"],
]);

const UNARY: ReadonlyMap<string, string> = new Map([
  ["-", "unaryMinus"],
  ["+", "unaryPlus"],
  ["!", "not"],
  ["++", "inc"],
  ["--", "dec"],
]);

/** Nodes that may be an operator which calls a function. */
const NODES: ReadonlySet<string> = new Set([
  "binary_expression",
  "range_expression",
  "in_expression",
  "unary_expression",
  "index_expression",
  "range_test",
  "assignment",
  "for_statement",
  "property_delegate",
]);

/** Values of types that no function of a project extends in practice: of two of them nothing is called. */
const LITERAL = /^(?:number|float|character|string|multiline_string)_literal$/;

/** The name of the function that a node calls by an operator; null for other nodes. */
export function operatorAt(tree: SyntaxTree, node: number): string | null {
  const type = tree.type(node);
  if (!NODES.has(type)) return null;
  switch (type) {
    case "unary_expression":
      return unaryAt(tree, node);
    case "index_expression":
      return isSet(tree, node) ? null : "get";
    case "assignment":
      return assignedAt(tree, node);
    case "for_statement":
      return isOfLiteral(tree, looped(tree, node)) ? null : "iterator";
    case "property_delegate":
      return "getValue";
    case "range_test":
      return BINARY.get(tree.text(tree.firstChild(node))) ?? null;
    default:
      return isOfLiteral(tree, node) ? null : (BINARY.get(signOf(tree, node)) ?? null);
  }
}

/** `a < 1` and `1..n`: no operator of the project is meant. */
function isOfLiteral(tree: SyntaxTree, node: number): boolean {
  const [left = -1, right = -1] = operandsOf(tree, node);
  if (left === -1 || right === -1 || !/^(?:binary|range)_expression$/.test(tree.type(node))) return false;
  const isLeft = LITERAL.test(tree.type(left));
  const isRight = LITERAL.test(tree.type(right));
  const isText = (operand: number) => /string_literal$/.test(tree.type(operand));
  const isCompared = /^[<>.=!]/.test(signOf(tree, node));
  const isPlain = (operand: number) => /^(?:null|true|false)$/.test(tree.text(operand).slice(0, 6));
  if (isCompared) return isLeft || isRight || isPlain(left) || isPlain(right);
  return (isLeft && isRight) || isText(left) || isText(right);
}

/** The operands of an operator: its named children. */
function operandsOf(tree: SyntaxTree, node: number): number[] {
  return node === -1 ? [] : tree.namedChildren(node).filter((child) => !tree.type(child).endsWith("comment"));
}

/** The sign between two operands. */
function signOf(tree: SyntaxTree, node: number): string {
  const [left = -1] = operandsOf(tree, node);
  const sign = tree.children(node).find((child) => child > left && !tree.isNamed(child));
  return sign === undefined ? "" : tree.text(sign);
}

/** A sign binds less than the dots, brackets and arguments behind it, which the grammar reads otherwise: that of `-a.b()` is left alone. */
function unaryAt(tree: SyntaxTree, node: number): string | null {
  const operand = firstOperand(tree, node);
  const isBefore = tree.firstChild(node) !== operand;
  const parent = tree.parent(node);
  if (operand === -1 || LITERAL.test(tree.type(operand))) return null;
  if (isBefore && tree.firstChild(parent) === node && /^(?:navigation|call|index)_expression$/.test(tree.type(parent)))
    return null;
  const sign = tree.children(node).find((child) => !tree.isNamed(child));
  return sign === undefined ? null : (UNARY.get(tree.text(sign)) ?? null);
}

function firstOperand(tree: SyntaxTree, node: number): number {
  return operandsOf(tree, node)[0] ?? -1;
}

/** Whether an index stands on the left of `=`, which sets the element. */
function isSet(tree: SyntaxTree, node: number): boolean {
  const parent = tree.parent(node);
  return tree.type(parent) === "assignment" && tree.firstChild(parent) === node && signOf(tree, parent) === "=";
}

function assignedAt(tree: SyntaxTree, node: number): string | null {
  const sign = signOf(tree, node);
  if (sign === "=") return tree.type(firstOperand(tree, node)) === "index_expression" ? "set" : null;
  const right = operandsOf(tree, node)[1] ?? -1;
  if (right === -1 || /^(?:number|float)_literal$/.test(tree.type(right))) return null;
  const name = BINARY.get(sign.slice(0, -1));
  return name === undefined ? null : `${name}Assign`;
}

/** The value that a loop goes over; -1 for none. */
function looped(tree: SyntaxTree, node: number): number {
  const [variable = -1, values = -1] = operandsOf(tree, node).filter((child) => tree.type(child) !== "annotation");
  return variable === -1 ? -1 : values;
}

/** The value that an operator is called on, and its arguments. */
function partsAt(p: Pass, node: number): { object: number; given: number[] } {
  const { tree } = p;
  const [first = -1, ...others] = operandsOf(tree, node);
  switch (tree.type(node)) {
    case "in_expression":
      return { object: others[0] ?? -1, given: [first] };
    case "for_statement":
      return { object: looped(tree, node), given: [] };
    case "range_test":
      return { object: first, given: [-1] };
    case "property_delegate":
      return { object: first, given: [-1, -1] };
    case "assignment": {
      if (tree.type(first) !== "index_expression" || signOf(tree, node) !== "=")
        return { object: first, given: others };
      const [object = -1, ...indices] = operandsOf(tree, first);
      return { object, given: [...indices, ...others] };
    }
    default:
      return { object: first, given: others };
  }
}

/** Fills in the call of an operator. */
export function referOperator(p: Pass, node: number, reference: Reference): void {
  const { tree } = p;
  const name = operatorAt(tree, node);
  const { object, given } = partsAt(p, node);
  if (name === null || object === -1) return;
  const chain = stepped(chainOf(p, object), `${OPERATOR}${name}`);
  reference.root = chain.root;
  reference.path = chain.path;
  reference.line = tree.startLine(node);
  reference.argumentCount = given.length;
  if (given.length > 0) reference.arguments = given.map((value) => argumentAt(p, value));
  const values = reference.arguments ?? [];
  const on = { root: chain.root, path: chain.path.slice(0, -1) };
  if (name === "getValue" && isChangeable(tree, node)) again(p, node, "setValue", { ...on, values: [...values, null] });
  if (name === "getValue") again(p, node, "provideDelegate", { ...on, values });
  const of = name === "iterator" ? p.callAt.get(node) : undefined;
  if (of !== undefined)
    for (const each of ["hasNext", "next"]) again(p, node, each, { root: { in: "result", of }, path: [], values });
  // `grid[0] += 1` sets the element that the sum is of.
  const [first = -1] = tree.type(node) === "assignment" ? operandsOf(tree, node) : [];
  if (first === -1 || name === "set" || tree.type(first) !== "index_expression") return;
  const [holder = -1, ...indices] = operandsOf(tree, first);
  again(p, node, "set", { ...chainOf(p, holder), values: [...indices.map((value) => argumentAt(p, value)), null] });
}

function argumentAt(p: Pass, value: number): Argument | null {
  const { root, path } = chainOf(p, value);
  return root.in === "unknown" ? null : { root, path };
}

/** The object that an operator is called on, as a root and steps, and the values that it is given. */
interface OperatorCall extends Pick<Reference, "root" | "path"> {
  values: (Argument | null)[];
}

/** Adds another call that the same operator makes. */
function again(p: Pass, node: number, name: string, { root, path, values }: OperatorCall): void {
  const reference = emit(p, "call", node, stepped({ root, path }, `${OPERATOR}${name}`));
  reference.argumentCount = values.length;
  if (values.length > 0) reference.arguments = values;
}

function isChangeable(tree: SyntaxTree, delegate: number): boolean {
  return tree.hasChildOfType(tree.parent(delegate), "var");
}

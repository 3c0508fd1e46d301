/** Forms of calls that tell something before the call is read. */
import type { SyntaxTree } from "../syntax.js";
import type { Pass } from "./pass.js";
import { childrenIn, nameText } from "./reading.js";
import { lookUp } from "./scope.js";

/** Whether a closure is declared async, or has a loop that waits. */
export const isAsync = (closure: string) =>
  /^\{[^{}]*\basync\b[^{}]*\bin\b/.test(closure.slice(0, 300)) || /\bfor\s+(?:try\s+)?await\s/.test(closure);

/** `defer { … }` looks like a call. */
export function isDefer({ tree, scope }: Pass, node: number, callee: number): boolean {
  return tree.type(node) === "call_expression" && tree.text(callee) === "defer" && lookUp(scope, "defer") === undefined;
}

/** The labels in `add(_:to:)`, which names a function and calls nothing. */
export function namedParameters({ tree }: Pass, node: number): string[] {
  const suffix = tree.childOfType(node, "call_suffix");
  const given = suffix < 0 ? -1 : tree.childOfType(suffix, "value_arguments");
  const [first] = given < 0 ? [] : tree.namedChildren(given);
  const labels = first === undefined ? [] : childrenIn(tree, first, "reference_specifier");
  return labels.map((label) => nameText(tree, label).trim());
}

/**
 * The node of a call that has its name and its arguments in brackets. In `let x = make(1) { … }` the grammar reads a call of `make(1)` with a closure;
 * the closure is one more argument of `make`.
 */
export function headOfCall(tree: SyntaxTree, call: number): number {
  const first = tree.firstChild(call);
  const inner = first >= 0 && tree.type(first) === "try_expression" ? tree.child(first, "expr") : first;
  if (inner < 0 || !isCall(tree, inner) || hasArguments(tree, call) || !hasArguments(tree, inner)) return call;
  return tree.hasChildOfType(suffixOf(tree, inner), "lambda_literal") ? call : inner;
}

/** The suffix of a call, which has its arguments; -1 for none. */
export function suffixOf(tree: SyntaxTree, call: number): number {
  return tree.children(call).find((child) => /^(?:call|constructor)_suffix$/.test(tree.type(child))) ?? -1;
}

const isCall = (tree: SyntaxTree, node: number) => /^(?:call|constructor)_expression$/.test(tree.type(node));

function hasArguments(tree: SyntaxTree, call: number): boolean {
  const suffix = suffixOf(tree, call);
  return suffix >= 0 && tree.hasChildOfType(suffix, "value_arguments");
}

const INFIX: ReadonlySet<string> = new Set(["additive_expression", "multiplicative_expression"]);

/**
 * The operand that a dot, brackets or arguments belong to. The grammar binds `+`, `*` and the operators in front of an operand closer than these: it
 * reads `!a.b` as `(!a).b`, and `a + b(1)` as `(a + b)(1)`.
 */
export function operandOf(tree: SyntaxTree, node: number): number {
  for (let operand = node; ; ) {
    const inner = innerOperand(tree, operand);
    if (inner < 0) return operand;
    operand = inner;
  }
}

/** The operands before the one that a call belongs to, of the operators that the grammar reads as its callee. */
export function operandsBefore(tree: SyntaxTree, callee: number): number[] {
  const found: number[] = [];
  for (let operand = callee; operand >= 0; operand = innerOperand(tree, operand))
    if (INFIX.has(tree.type(operand))) found.push(tree.child(operand, "lhs"));
  return found;
}

function innerOperand(tree: SyntaxTree, node: number): number {
  const type = tree.type(node);
  if (INFIX.has(type)) return tree.child(node, "rhs");
  if (type === "try_expression" || type === "await_expression") return tree.child(node, "expr");
  // A dot in front of a name is an operator to the grammar, too.
  if (type !== "prefix_expression" || tree.text(tree.firstChild(node)) === ".") return -1;
  return tree.child(node, "target");
}

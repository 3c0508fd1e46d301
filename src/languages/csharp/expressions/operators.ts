/** Operators: their signs, and the values that expressions with them have. */
import { type Chain, ofType, UNKNOWN } from "../../chain.js";
import type { SyntaxTree } from "../../syntax.js";
import { runtimeType } from "./literals.js";

/** The chain of an expression with an operator: of the language's own, or the result of a call of it. */
export function operatorResult(tree: SyntaxTree, node: number): Chain {
  const operator = operatorOf(tree, node);
  if (LOGICAL.has(operator)) return ofType(runtimeType("bool"));
  if (operator === "+" && [tree.child(node, "left"), tree.child(node, "right")].some((side) => isText(tree, side))) {
    return ofType(runtimeType("string"));
  }
  return operator === "" ? UNKNOWN : { root: { in: "result", of: node }, path: [] };
}

function isText(tree: SyntaxTree, node: number): boolean {
  return node !== -1 && /string/.test(tree.type(node));
}

const LOGICAL: ReadonlySet<string> = new Set(["&&", "||", "!"]);

/** The node of the operator in an expression; -1 for none. */
export function signOf(tree: SyntaxTree, node: number): number {
  return tree.children(node).find((child) => !tree.isNamed(child) && !/^[a-z]/.test(tree.type(child))) ?? -1;
}

/** The operator of a binary or unary expression, or of an assignment: `+` in `+=`. "" for none. */
export function operatorOf(tree: SyntaxTree, node: number): string {
  const type = tree.type(node);
  if (type !== "binary_expression" && type !== "prefix_unary_expression" && type !== "assignment_expression") return "";
  const sign = signOf(tree, node);
  const text = sign === -1 ? "" : tree.type(sign);
  return type === "assignment_expression" ? text.slice(0, -1) : text;
}

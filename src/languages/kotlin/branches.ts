/** Expressions that give the value of one of their branches: `if`, `when` and `try`. */
import { nth } from "../../base/need.js";
import type { SyntaxTree } from "../syntax.js";

const DEEPEST = 16;

/** Nodes around an expression that use its value. */
const USES =
  /^(?:property_declaration|value_argument|function_body|return_expression|parenthesized_expression|binary_expression|navigation_expression|infix_expression|assignment|as_expression|index_expression|unary_expression)$/;

/** Whether a node is an expression with branches whose value is used. */
export function isChoice(tree: SyntaxTree, node: number): boolean {
  return (
    (/^(?:if|when|try)_expression$/.test(tree.type(node)) && isUsed(tree, node) && branchesOf(tree, node).length > 0) ||
    (isElvis(tree, node) && isUsed(tree, node))
  );
}

/** Whether a node is `a ?: b`. */
export function isElvis(tree: SyntaxTree, node: number): boolean {
  return tree.type(node) === "binary_expression" && tree.text(tree.child(node, "operator")) === "?:";
}

function isUsed(tree: SyntaxTree, node: number, depth = 0): boolean {
  const around = tree.parent(node);
  if (around <= 0 || depth > DEEPEST) return false;
  const type = tree.type(around);
  if (tree.type(node) === "block" && type === "function_body") return false;
  if (type === "lambda_literal") return tree.namedChildren(around).at(-1) === node;
  if (type === "block" && tree.namedChildren(around).at(-1) !== node) return false;
  if (/^(?:block|when_entry|catch_block|(?:if|when|try)_expression)$/.test(type))
    return isUsed(tree, around, depth + 1);
  return USES.test(type);
}

/** The branches that may give a value, each an expression or a block; none where a branch may be absent, as in an `if` without `else`. */
export function branchesOf(tree: SyntaxTree, node: number): number[] {
  const parts = tree.namedChildren(node).filter((part) => !tree.type(part).endsWith("comment"));
  const all = ((): number[] => {
    switch (tree.type(node)) {
      case "if_expression":
        return tree.hasChildOfType(node, "else") ? parts.filter((part) => tree.field(part) !== "condition") : [];
      case "when_entry":
      case "catch_block":
        return parts.slice(-1);
      case "binary_expression":
        return [tree.child(node, "left"), tree.child(node, "right")].filter((part) => part !== -1);
      case "when_expression":
        return parts.filter((part) => tree.type(part) === "when_entry").flatMap((part) => branchesOf(tree, part));
      default:
        return parts.flatMap((part) => {
          if (tree.type(part) === "catch_block") return branchesOf(tree, part);
          return tree.type(part) === "block" ? [part] : [];
        });
    }
  })();
  return all.filter((branch) => !isEmpty(tree, lastIn(tree, branch)));
}

/** The expression whose value a branch has; -1 for none. */
export function lastIn(tree: SyntaxTree, branch: number): number {
  return tree.type(branch) === "block" ? (tree.namedChildren(branch).at(-1) ?? -1) : branch;
}

/** Functions of the standard library that never return. */
const NEVER_RETURNING = /^(?:error|TODO)$/;

/** Whether an expression gives no value that has members: it leaves the function, throws, or is null. */
function isEmpty(tree: SyntaxTree, node: number): boolean {
  return isJump(tree, node) || (node !== -1 && tree.text(node) === "null");
}

/** Whether an expression leaves what is around it. */
export function isJump(tree: SyntaxTree, node: number): boolean {
  if (node === -1) return false;
  return (
    /^(?:return|throw|break|continue)\b/.test(tree.text(node).slice(0, 9)) ||
    (tree.type(node) === "call_expression" && NEVER_RETURNING.test(tree.text(nth(tree.children(node), 0))))
  );
}

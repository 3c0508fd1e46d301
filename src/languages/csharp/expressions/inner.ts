/** The part of an expression that the whole takes its value from. */
import type { SyntaxTree } from "../../syntax.js";
import { operatorOf } from "./operators.js";
import { LONGEST_CHAIN } from "./standpoint.js";

/** Whether `?.` stands in a chain of members and calls. */
export function isConditional(tree: SyntaxTree, start: number): boolean {
  let node = start;
  for (let depth = 0; depth < LONGEST_CHAIN && node !== -1; depth++) {
    switch (tree.type(node)) {
      case "conditional_access_expression":
        return true;
      case "member_access_expression":
      case "element_access_expression":
        node = tree.child(node, "expression");
        break;
      case "invocation_expression":
        node = tree.child(node, "function");
        break;
      default:
        return false;
    }
  }
  return false;
}

/** The operand before `?.`. In `a ?? b?.c` it is b, though the grammar reads `(a ?? b)?.c`. */
export function conditionOf(tree: SyntaxTree, access: number): number {
  let condition = tree.child(access, "condition");
  for (let depth = 0; depth < LONGEST_CHAIN && condition !== -1; depth++) {
    const type = tree.type(condition);
    if (type === "binary_expression") condition = tree.child(condition, "right");
    else if (type === "conditional_expression") condition = tree.child(condition, "alternative");
    else break;
  }
  return condition;
}

/** The part of an expression with the type of the whole: `a` of `a ?? b`, `a = b`, `x ? a : b` and `a with { }`, an arm of a switch; -1 for none. */
export function sameValue(tree: SyntaxTree, node: number): number {
  switch (tree.type(node)) {
    case "conditional_expression": {
      const first = tree.child(node, "consequence");
      return first !== -1 && saysNoType(tree, first) ? tree.child(node, "alternative") : first;
    }
    case "with_expression":
      return tree.firstChild(node);
    case "checked_expression":
      return tree.namedChildren(node)[0] ?? -1;
    case "switch_expression": {
      const arms = tree.children(node).filter((child) => tree.type(child) === "switch_expression_arm");
      const values = arms.map((arm) => tree.namedChildren(arm).at(-1) ?? -1);
      return values.find((value) => value !== -1 && !saysNoType(tree, value)) ?? -1;
    }
    case "assignment_expression":
      return tree.hasChildOfType(node, "=") || tree.hasChildOfType(node, "??=") ? tree.child(node, "left") : -1;
    case "binary_expression":
      return tree.hasChildOfType(node, "??") ? tree.child(node, "left") : -1;
    case "prefix_unary_expression": {
      const operand = tree.namedChildren(node)[0] ?? -1;
      const isSame =
        operand !== -1 && (/literal$/.test(tree.type(operand)) || /^(?:\+\+|--)$/.test(operatorOf(tree, node)));
      return isSame ? operand : -1;
    }
    default:
      return -1;
  }
}

function saysNoType(tree: SyntaxTree, node: number): boolean {
  return /^(?:null_literal|throw_expression|default_expression|collection_expression|implicit_object_creation_expression)$/.test(
    tree.type(node),
  );
}

/** Whether an element access takes a range, `list[1..]`: its value has the type of the whole. */
export function isSlice(tree: SyntaxTree, access: number): boolean {
  const [argument = -1] = tree.namedChildren(tree.child(access, "subscript"));
  return argument !== -1 && tree.hasChildOfType(argument, "range_expression");
}

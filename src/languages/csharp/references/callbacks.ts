/** Values of lambda parameters and out variables. The call around them decides these values once all files are known. */
import { parameterStep } from "../../../model/steps.js";
import { type Chain, ofType, UNKNOWN } from "../../chain.js";
import type { SyntaxTree } from "../../syntax.js";
import { chainOf } from "../expressions/chains.js";
import type { Pass } from "./pass.js";
import { targetType } from "./targets.js";

/** Nodes that take arguments. */
const CALLS: ReadonlySet<string> = new Set([
  "invocation_expression",
  "object_creation_expression",
  "implicit_object_creation_expression",
  "constructor_initializer",
]);

/** The value of a lambda's parameter, by its number. The call that takes the lambda decides it, or the delegate that the lambda is assigned to. */
export function lambdaValue(p: Pass, lambda: number, parameter: number): Chain {
  const { tree } = p;
  const holder = tree.parent(lambda);
  if (holder === -1) return UNKNOWN;
  if (tree.type(holder) === "argument") return callbackValue(tree, holder, parameter);
  if (p.calls.has(lambda)) return { root: { in: "callback", of: lambda, argument: 0, parameter }, path: [] };
  const { root, path } = holderOf(p, lambda, holder);
  return root.in === "unknown" ? UNKNOWN : { root, path: [...path, parameterStep(parameter)] };
}

/** The value that a call calls its argument with, as the parameter of a number; with parameter -1, the value that it sets the argument to. */
export function callbackValue(tree: SyntaxTree, argument: number, parameter: number): Chain {
  const list = tree.parent(argument);
  const call = list === -1 ? -1 : tree.parent(list);
  if (call === -1 || !CALLS.has(tree.type(call))) return UNKNOWN;
  let position = 0;
  for (let child = tree.firstChild(list); child !== argument; child = tree.nextSibling(child)) {
    if (tree.type(child) === "argument") position++;
  }
  return { root: { in: "callback", of: call, argument: position, parameter }, path: [] };
}

/** The target that an expression is the value of: a variable, a property, the left side of an assignment, a function's result. */
function holderOf(p: Pass, node: number, holder: number): Chain {
  const { tree } = p;
  switch (tree.type(holder)) {
    case "assignment_expression": {
      const left = tree.child(holder, "left");
      const isMember = tree.type(tree.parent(holder)) === "initializer_expression";
      if (isMember) return p.setMembers.get(holder) ?? UNKNOWN;
      return left === -1 || left === node ? UNKNOWN : chainOf(p, left);
    }
    case "parenthesized_expression":
    case "cast_expression":
      return UNKNOWN;
    default:
      return ofType(targetType(p, node));
  }
}

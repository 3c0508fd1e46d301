/** Lambdas of Java: their parameters are locals, and their results belong to the call that takes them. */
import { nth } from "../../base/need.js";
import { flattenStep } from "../../model/flat-types.js";
import type { Argument } from "../../model/parse-result.js";
import { parameterStep } from "../../model/steps.js";
import { type Chain, ofType, stepped, UNKNOWN } from "../chain.js";
import { symbolOf } from "../symbol-of.js";
import { argumentNodes, chainOf, isOpen, lambdaParameters } from "./expressions.js";
import type { Pass } from "./pass.js";
import { typeAt, typeOfDeclarator } from "./types.js";

/** Declares the parameters of a lambda. */
export function enterLambda(p: Pass, node: number): void {
  const { tree, claimed, locals } = p;
  lambdaParameters(p, node).forEach(({ name, type }, index) => {
    if (name === -1) return;
    claimed[name] = 1;
    const written = type === -1 ? null : typeAt(p.declarations, type, p.from);
    locals.declare(tree.text(name), written !== null ? ofType(written) : parameterOf(p, node, index));
  });
}

/** The call that takes a lambda, and the number of the argument. */
function takerOf({ tree, callAt }: Pass, lambda: number): { of: number; argument: number } | null {
  const list = tree.parent(lambda);
  if (list === -1 || tree.type(list) !== "argument_list") return null;
  const of = callAt.get(tree.parent(list));
  if (of === undefined) return null;
  const given = tree.namedChildren(list).filter((child) => !tree.type(child).endsWith("comment"));
  return { of, argument: given.indexOf(lambda) };
}

/** The value of a lambda's parameter, by the call that it is an argument of, or by the type of its variable. */
function parameterOf(p: Pass, lambda: number, number: number): Chain {
  const { tree, declarations } = p;
  const taker = takerOf(p, lambda);
  if (taker !== null) return { root: { in: "callback", ...taker, parameter: number }, path: [] };
  const holder = tree.parent(lambda);
  const step = parameterStep(number);
  switch (holder === -1 ? "" : tree.type(holder)) {
    case "variable_declarator": {
      const type = typeOfDeclarator(declarations, holder, p.from);
      return type === null ? UNKNOWN : stepped(ofType(type), step);
    }
    case "cast_expression":
      return stepped(ofType(typeAt(declarations, tree.child(holder, "type"), p.from)), step);
    case "assignment_expression":
      return stepped(chainOf(p, tree.child(holder, "left")), step);
    case "return_statement": {
      const { kind, declaredType } = symbolOf(declarations, p.from);
      return kind === "method" && lambdaAround(p, holder) === -1 ? stepped(ofType(declaredType), step) : UNKNOWN;
    }
    default:
      return UNKNOWN;
  }
}

/** The lambda of the innermost function around a node; -1 where that is not a lambda. */
function lambdaAround({ tree }: Pass, node: number): number {
  for (
    let ancestor = tree.parent(node), depth = 0;
    ancestor > 0 && depth < 200;
    ancestor = tree.parent(ancestor), depth++
  ) {
    const type = tree.type(ancestor);
    if (type === "lambda_expression") return ancestor;
    if (/^(?:class_body|method_declaration|constructor_declaration)$/.test(type)) return -1;
  }
  return -1;
}

/** Keeps the value that a lambda returns. */
export function readReturn(p: Pass, node: number): void {
  const lambda = lambdaAround(p, node);
  if (lambda === -1) return;
  const [value] = argumentNodes(p, node);
  if (value !== undefined) give(p, lambda, chainOf(p, value));
}

/** Keeps the value of a lambda that is an expression. */
export function endLambda(p: Pass, lambda: number): void {
  const body = p.tree.child(lambda, "body");
  if (body !== -1 && p.tree.type(body) !== "block") give(p, lambda, chainOf(p, body));
}

function give(p: Pass, lambda: number, value: Chain): void {
  const taker = takerOf(p, lambda);
  if (taker === null || value.path.map(flattenStep).join().length > 400) return;
  const call = nth(p.references, taker.of);
  const argument: Argument | null = call.arguments?.[taker.argument] ?? null;
  if (argument === null || argument.root.in !== "unknown" || isOpen(value)) return;
  argument.root = value.root;
  argument.path = value.path;
}

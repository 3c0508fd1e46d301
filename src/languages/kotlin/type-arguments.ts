/**
 * Calls with type arguments that the grammar reads as comparisons. Of the two readings of `Key<User>(id)` and `handler<User> { … }` it prefers
 * `(Key < User) > (id)`, wherever nothing behind the call rules that out. Kotlin itself always reads a call there. The tree is built anew as one of calls.
 */
import { lastOf, nth } from "../../base/need.js";
import { reshape, type Shape, type Span } from "../reshape.js";
import type { SyntaxTree } from "../syntax.js";

/** Expressions that end with an operand: the name before the `<` may be theirs, as in `id to Key<User>(id)`. */
const ENDING_WITH_OPERAND: ReadonlySet<string> = new Set([
  "binary_expression",
  "infix_expression",
  "unary_expression",
  "in_expression",
  "range_expression",
]);

/** The tree in which a name with type arguments before brackets or a lambda is called. */
export function withTypeArguments(tree: SyntaxTree): SyntaxTree {
  const shape: Shape = { dropped: new Set(), added: new Map(), renamed: new Map(), longer: new Map() };
  for (let node = 0; node < tree.size; node++) {
    const type = tree.type(node);
    if (type === "binary_expression") noteComparison(tree, node, shape);
    else if (type === "call_expression" && tree.hasChildOfType(node, "type_arguments")) noteWide(tree, node, shape);
  }
  return shape.dropped.size === 0 ? tree : reshape(tree, shape);
}

/** Notes what changes where `node` is a comparison of the form `(a < B) > (c)`. */
function noteComparison(tree: SyntaxTree, node: number, shape: Shape): void {
  const { dropped, added, renamed } = shape;
  const [inner, close, given] = operandsOf(tree, node, ">");
  const [left, open, type] = operandsOf(tree, inner, "<");
  const isGiven = /^(?:parenthesized_expression|lambda_literal)$/.test(given === -1 ? "" : tree.type(given));
  if (!isGiven || !isTypeName(tree, type) || !isOnOneLine(tree, close, given)) return;
  const whole: Span = { until: tree.subtreeEnd(given), end: tree.end(given) };
  if (!noteCall(tree, left, whole, shape)) return;
  dropped.add(node).add(inner);
  added.set(open, [{ type: "type_arguments", until: tree.subtreeEnd(close), end: tree.end(close) }]);
  const named: Span = { until: tree.subtreeEnd(type), end: tree.end(type) };
  added.set(type, [
    { type: "type_projection", ...named },
    { type: "user_type", ...named },
  ]);
  for (let part = type; part < named.until; part++) if (tree.type(part) === "navigation_expression") dropped.add(part);
  if (tree.type(given) === "lambda_literal") {
    added.set(given, [{ type: "annotated_lambda", ...whole }]);
    return;
  }
  renamed.set(given, "value_arguments");
  const parts = tree.children(given);
  const closing = lastOf(parts);
  added.set(nth(parts, 1), [{ type: "value_argument", until: closing, end: tree.end(closing - 1) }]);
}

/** Notes what changes where a call takes too much for its name: `(id to model.Key)<User>(id)`. */
function noteWide(tree: SyntaxTree, node: number, shape: Shape): void {
  const callee = tree.firstChild(node);
  if (!ENDING_WITH_OPERAND.has(tree.type(callee)) || tree.hasChildOfType(tree.parent(node), "annotated_lambda")) return;
  if (noteCall(tree, callee, { until: tree.subtreeEnd(node), end: tree.end(node) }, shape)) shape.dropped.add(node);
}

/** Notes a call of the last name of an expression, so that the call's surroundings reach as far as the name's; false where it ends with no name. */
function noteCall(tree: SyntaxTree, expression: number, whole: Span, { added, longer }: Shape): boolean {
  const around: number[] = [];
  let callee = expression;
  while (ENDING_WITH_OPERAND.has(tree.type(callee))) {
    around.push(callee);
    callee = lastOf(tree.children(callee));
  }
  if (!/^(?:identifier|navigation_expression)$/.test(tree.type(callee))) return false;
  for (const each of around) longer.set(each, whole);
  added.set(callee, [{ type: "call_expression", ...whole }]);
  return true;
}

/** The operands of a binary expression and the sign between them; -1 for each where it has another sign. */
function operandsOf(tree: SyntaxTree, node: number, sign: string): [left: number, sign: number, right: number] {
  if (node === -1 || tree.type(node) !== "binary_expression") return [-1, -1, -1];
  const [left = -1, operator = -1, right = -1, ...others] = tree.children(node);
  const isMeant = right !== -1 && others.length === 0 && tree.type(operator) === sign;
  return isMeant ? [left, operator, right] : [-1, -1, -1];
}

/** Whether a node is a name that may be one of a type: `User`, `model.User`. */
function isTypeName(tree: SyntaxTree, node: number): boolean {
  if (node === -1) return false;
  for (let part = node; part < tree.subtreeEnd(node); part++)
    if (!/^(?:identifier|navigation_expression|\.)$/.test(tree.type(part))) return false;
  return true;
}

function isOnOneLine(tree: SyntaxTree, node: number, next: number): boolean {
  return !/[\r\n]/.test(tree.source.slice(tree.end(node), tree.start(next)));
}

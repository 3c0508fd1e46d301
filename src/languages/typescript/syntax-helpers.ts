/** Small questions about one node that the steps of the extraction share: its name, its parameters, its arguments, the names that a pattern binds. */
import { foldSpace } from "../../base/words.js";
import type { Step } from "../../model/parse-result.js";
import { itemStep } from "../../model/steps.js";
import type { SyntaxTree } from "../syntax.js";
import type { Analysis } from "./analysis.js";

export const PARENTHESES = new Set(["parenthesized_expression", "non_null_expression"]);

const TYPED = new Set(["as_expression", "satisfies_expression"]);

/** Answers the expression inside parentheses and `!`; with `typed`, also inside `as` and `satisfies`. */
export function unwrap(tree: SyntaxTree, node: number, typed = false): number {
  let current = node;
  while (current !== -1 && (PARENTHESES.has(tree.type(current)) || (typed && TYPED.has(tree.type(current))))) {
    const inner = firstNamed(tree, current);
    if (inner === -1) return current;
    current = inner;
  }
  return current;
}

/** The first named child that is not a comment, or -1. */
export function firstNamed(tree: SyntaxTree, node: number): number {
  for (let child = tree.firstChild(node); child !== -1; child = tree.nextSibling(child)) {
    if (tree.isNamed(child) && tree.type(child) !== "comment") return child;
  }
  return -1;
}

/** Counts the arguments of an `arguments` node. A template string has one for its text and one for each substitution. */
export function argumentCount(tree: SyntaxTree, args: number): number {
  if (args === -1) return 0;
  const isTemplate = tree.type(args) === "template_string";
  let count = isTemplate ? 1 : 0;
  for (let child = tree.firstChild(args); child !== -1; child = tree.nextSibling(child)) {
    if (
      isTemplate ? tree.type(child) === "template_substitution" : tree.isNamed(child) && tree.type(child) !== "comment"
    )
      count++;
  }
  return count;
}

/** The text of a string literal without its quotes; null for anything else. */
export function stringText(tree: SyntaxTree, node: number): string | null {
  if (node === -1) return null;
  const type = tree.type(node);
  if (type === "string")
    return tree.source.slice(tree.start(node) + 1, Math.max(tree.end(node) - 1, tree.start(node) + 1));
  if (type === "template_string" && !tree.hasChildOfType(node, "template_substitution")) {
    return tree.source.slice(tree.start(node) + 1, Math.max(tree.end(node) - 1, tree.start(node) + 1));
  }
  return null;
}

/** The name of a member: `foo`, `'foo'` and `["foo"]` are foo, `[Symbol.iterator]` and `#x` stay as written. */
export function memberName(tree: SyntaxTree, node: number): string {
  const type = tree.type(node);
  const literal = type === "computed_property_name" ? firstNamed(tree, node) : type === "string" ? node : -1;
  return stringText(tree, literal) ?? foldSpace(tree.text(node));
}

/** The module of `require("m")` or `import("m")`, awaited or not, and the node of the call; null for any other value. */
export function moduleRequest(
  a: Analysis,
  node: number,
): { call: number; specifier: string; isDynamic: boolean } | null {
  const { tree } = a;
  let inner = unwrap(tree, node, true);
  if (inner !== -1 && tree.type(inner) === "await_expression") inner = unwrap(tree, firstNamed(tree, inner));
  if (inner === -1 || tree.type(inner) !== "call_expression") return null;
  const callee = tree.child(inner, "function");
  const args = tree.child(inner, "arguments");
  if (callee === -1 || args === -1 || tree.type(args) !== "arguments") return null;
  const isDynamic = tree.type(callee) === "import";
  if (!isDynamic && !(tree.type(callee) === "identifier" && tree.text(callee) === "require")) return null;
  const specifier = stringText(tree, firstNamed(tree, args));
  return specifier === null ? null : { call: inner, specifier, isDynamic };
}

/** The nodes of the parameters of a `formal_parameters` node. */
export function parameterNodes(a: Analysis, parameters: number): number[] {
  return a.tree
    .namedChildren(parameters)
    .filter((node) => a.tree.type(node) !== "comment" && a.tree.type(node) !== "decorator" && !a.tree.isError(node));
}

/** Whether a parameter is `this`, which only tells the type of the receiver. */
export function isThisParameter(a: Analysis, parameter: number): boolean {
  const pattern = a.tree.child(parameter, "pattern");
  return pattern !== -1 && a.tree.type(pattern) === "this";
}

/** The type annotation of the `this` parameter; -1 for none. */
export function selfTypeNode(a: Analysis, parameters: number): number {
  const [first = -1] = parameterNodes(a, parameters);
  return first !== -1 && isThisParameter(a, first) ? a.tree.child(first, "type") : -1;
}

/** Whether a literal type is null or undefined. */
export function isNullType({ tree }: Analysis, literal: number): boolean {
  return /^(?:null|undefined)$/.test(tree.text(literal));
}

/** The type annotation of each parameter but `this`; -1 for none. */
export function parameterTypeNodes({ tree }: Analysis, parameters: number): number[] {
  const found: number[] = [];
  for (let node = tree.firstChild(parameters); node !== -1; node = tree.nextSibling(node)) {
    if (!tree.isNamed(node) || tree.isError(node) || tree.type(node) === "comment" || tree.type(node) === "decorator")
      continue;
    const pattern = tree.child(node, "pattern");
    if (pattern !== -1 && tree.type(pattern) === "this") continue;
    found.push(tree.child(node, "type"));
  }
  return found;
}

const FUNCTIONS = new Set(["arrow_function", "function_expression", "generator_function"]);

/** Functions of any form that have a body or a signature. */
export const FUNCTION_LIKE = new Set([
  ...FUNCTIONS,
  "function_declaration",
  "generator_function_declaration",
  "function_signature",
  "method_definition",
]);

/** Whether a node is a function expression of any form. */
export function isFunction(a: Analysis, node: number): boolean {
  return node !== -1 && FUNCTIONS.has(a.tree.type(node));
}

/**
 * The steps from a pattern's value to a name in it, outermost first: properties and elements. The `...rest` of an object is the object, as nobody asks
 * it for what was taken out; null for that of a list.
 */
export function stepsTo(a: Analysis, name: number, pattern: number): Step[] | null {
  const { tree } = a;
  const steps: Step[] = [];
  for (let node = name; node !== pattern; node = tree.parent(node)) {
    if (node === -1) return null;
    const type = tree.type(node);
    if (type === "shorthand_property_identifier_pattern") steps.push(tree.text(node));
    else if (type === "pair_pattern") steps.push(memberName(tree, tree.child(node, "key")));
    else if (type === "rest_pattern" && tree.type(tree.parent(node)) !== "object_pattern") return null;
    if (tree.type(tree.parent(node)) === "array_pattern") steps.push(itemStep(itemNumber(a, node)));
  }
  return tree.type(pattern) === "rest_pattern" ? null : steps.reverse();
}

/** The number of an element in an array pattern. `[, second]` leaves elements out. */
function itemNumber({ tree }: Analysis, element: number): number {
  let number = 0;
  for (
    let node = tree.firstChild(tree.parent(element));
    node !== element && node !== -1;
    node = tree.nextSibling(node)
  ) {
    if (tree.type(node) === ",") number++;
  }
  return number;
}

/** The name nodes that a binding pattern declares. */
export function patternNames(a: Analysis, pattern: number): number[] {
  const { tree } = a;
  const names: number[] = [];
  const pending = [pattern];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    switch (tree.type(node)) {
      case "identifier":
      case "shorthand_property_identifier_pattern":
        names.push(node);
        break;
      case "pair_pattern":
        pending.push(...[tree.child(node, "value")].filter((child) => child !== -1));
        break;
      case "assignment_pattern":
      case "object_assignment_pattern":
        pending.push(...[tree.child(node, "left")].filter((child) => child !== -1));
        break;
      case "rest_pattern":
      case "object_pattern":
      case "array_pattern":
        for (const child of tree.namedChildren(node).reverse()) pending.push(child);
        break;
    }
  }
  return names;
}

/** The arguments of a call. */
export function argumentNodes({ tree }: Analysis, list: number): number[] {
  return tree.namedChildren(list).filter((node) => tree.type(node) !== "comment");
}

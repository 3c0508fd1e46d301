/** Local variables, wherever one is declared. */
import { lastOf } from "../../../base/need.js";
import { itemStep } from "../../../model/steps.js";
import { type Chain, ofType, UNKNOWN } from "../../chain.js";
import { nodeOf } from "../declarations/pass.js";
import { chainOf, elementsOf, passedValue } from "../expressions/chains.js";
import { matchedBy } from "../expressions/patterns.js";
import { simpleName } from "../names/syntax.js";
import { typeName } from "../names/type-names.js";
import { callbackValue } from "./callbacks.js";
import { DEEPEST_INITIALIZER } from "./initializers.js";
import type { Pass } from "./pass.js";
import { referPattern } from "./patterns.js";
import { referType } from "./type-uses.js";

/** A local takes a chain of at most this length. Chains of locals that are set from each other grow. */
const LONGEST_PATH = 48;

/** Declares a local, unless its name is claimed. */
export function declareLocal({ tree, claimed, locals }: Pass, name: number, value: Chain): void {
  if (name === -1 || claimed[name] === 1) return;
  claimed[name] = 1;
  locals.declare(simpleName(tree, name), value);
}

/** Declares a local by its written type; one of `var` by its value. */
function declareTyped(p: Pass, name: number, type: number, value: Chain): void {
  const { tree } = p;
  if (type === -1 || tree.type(type) === "implicit_type") {
    declareLocal(p, name, value.path.length > LONGEST_PATH ? UNKNOWN : value);
    return;
  }
  declareLocal(p, name, ofType(typeName(p.names, type, p.from)));
  referType(p, type, "type", "type");
}

/** Declares the names of a designation such as `(a, (b, c))` as the parts of a value. */
function declareDesignation(p: Pass, node: number, value: Chain = UNKNOWN, depth = 0): void {
  const { tree } = p;
  if (depth > DEEPEST_INITIALIZER) return;
  tree.namedChildren(node).forEach((child, index) => {
    const part: Chain =
      value.root.in === "unknown" ? UNKNOWN : { root: value.root, path: [...value.path, itemStep(index)] };
    if (tree.type(child) === "identifier") declareLocal(p, child, part);
    else if (tree.type(child) === "declaration_expression") {
      const name = tree.child(child, "name");
      if (name !== -1) declareTyped(p, name, tree.child(child, "type"), part);
    } else declareDesignation(p, child, part, depth + 1);
  });
}

/** The variables of a declaration. Those that are symbols are not locals. */
export function visitVariables(p: Pass, node: number): void {
  const { tree } = p;
  const written = tree.child(node, "type");
  for (const declarator of tree.children(node)) {
    if (tree.type(declarator) !== "variable_declarator") continue;
    const symbol = symbolAt(p, declarator);
    if (symbol !== -1) {
      if (written !== -1) referType(p, written, "type", "type", { source: symbol });
      continue;
    }
    const name = tree.child(declarator, "name");
    const designation = name === -1 ? tree.childOfType(declarator, "tuple_pattern") : -1;
    if (designation !== -1) {
      const value = lastOf(tree.namedChildren(declarator));
      declareDesignation(p, designation, value === designation ? UNKNOWN : chainOf(p, value));
      continue;
    }
    const value = tree.namedChildren(declarator).find((child) => child !== name);
    declareTyped(p, name, written, value === undefined ? UNKNOWN : passedValue(p, value));
  }
}

/** A variable of an `out` argument, a pattern, a catch or a query. */
export function visitVariable(p: Pass, node: number, type: string): void {
  const { tree } = p;
  const written = tree.child(node, "type");
  const name =
    type === "join_clause"
      ? (tree.namedChildren(node).find((c) => tree.type(c) === "identifier") ?? -1)
      : tree.child(node, "name");
  // The grammar reads the product in `f(a * b)` as a pointer.
  const isProduct = type === "declaration_expression" && !tree.hasChildOfType(tree.parent(node), "out");
  if (isProduct && written !== -1 && tree.type(written) === "pointer_type") return;
  const value = valueDeclaredBy(p, node, type);
  declareTyped(p, name, written, value);
  const designation = tree.childOfType(node, "parenthesized_variable_designation");
  if (designation !== -1) declareDesignation(p, designation, value);
  if (type === "recursive_pattern") {
    const matched = written === -1 ? value : ofType(typeName(p.names, written, p.from));
    referPattern(p, node, matched);
  }
}

/** The name that `let x = y` or `join … into x` of a query declares. */
export function visitRangeVariable(p: Pass, node: number, type: string): void {
  const { tree } = p;
  const name = tree.childOfType(node, "identifier");
  // The items that are joined with one stand in a group of their own.
  const value = type === "let_clause" ? tree.namedChildren(node).at(-1) : itemsOfJoin(p, tree.parent(node));
  if (name !== -1) declareLocal(p, name, value === undefined ? UNKNOWN : chainOf(p, value));
}

/** The variables of a loop over items. */
export function visitForeach(p: Pass, node: number): void {
  const { tree } = p;
  const left = tree.child(node, "left");
  if (left === -1) return;
  if (tree.type(left) === "identifier")
    declareTyped(p, left, tree.child(node, "type"), elementsOf(p, tree.child(node, "right")));
  else declareDesignation(p, left, elementsOf(p, tree.child(node, "right")));
}

/** The names of `var (a, b) = value`, or of the same without `var`. */
export function visitTuplePattern(p: Pass, node: number): void {
  const { tree } = p;
  const holder = tree.parent(node);
  const right = tree.type(holder) === "assignment_expression" ? tree.child(holder, "right") : -1;
  declareDesignation(p, node, right === -1 ? UNKNOWN : chainOf(p, right));
}

/** The symbol at a node that the pass has not entered yet; -1 for none. */
function symbolAt(p: Pass, node: number): number {
  for (let index = p.next; index < p.nodes.length; index++) {
    const place = nodeOf(p, index);
    if (place.node >= node) return place.node === node ? index : -1;
  }
  return -1;
}

/** The value that sets the variable of a pattern, an out argument or a query. */
function valueDeclaredBy(p: Pass, node: number, type: string): Chain {
  const { tree } = p;
  switch (type) {
    case "from_clause": {
      const items = tree.namedChildren(node).at(-1);
      return items === undefined ? UNKNOWN : elementsOf(p, items);
    }
    case "join_clause": {
      const items = itemsOfJoin(p, node);
      return items === undefined ? UNKNOWN : elementsOf(p, items);
    }
    case "declaration_expression": {
      const holder = tree.parent(node);
      return holder !== -1 && tree.type(holder) === "argument" ? callbackValue(tree, holder, -1) : UNKNOWN;
    }
    case "declaration_pattern":
    case "recursive_pattern":
    case "var_pattern":
      return matchedBy(p, node);
    default:
      return UNKNOWN;
  }
}

/** The items that `join x in items` of a query joins. */
function itemsOfJoin({ tree }: Pass, node: number): number | undefined {
  const [, items] = tree.namedChildren(node).filter((child) => child !== tree.child(node, "type"));
  return items;
}

/** Declares the name after `into` of a query. It stands in the query itself. */
export function declareContinuations(p: Pass, query: number): void {
  const { tree } = p;
  let isName = false;
  for (const child of tree.children(query)) {
    if (isName && tree.type(child) === "identifier") declareLocal(p, child, UNKNOWN);
    isName = tree.type(child) === "into";
  }
}

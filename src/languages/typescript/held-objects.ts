/**
 * Object literals whose functions are symbols, so that calls in them are theirs. Those that a function gives back or keeps in a local:
 * `return { start() {} }`. Those that stand in the arguments of a call whose result is kept or exported: `export default defineTool({ run() {} })`,
 * `const useCart = create((set) => ({ add() {} }))`. Objects of other callbacks have none: most of those are a test's.
 */

import type { Root } from "../../model/parse-result.js";
import { type Analysis, findGivenObject } from "./analysis.js";
import { FUNCTION_LIKE, isFunction } from "./syntax-helpers.js";
import { bothOf } from "./type-names.js";
import { typeOfValue } from "./values.js";

const WRAPPERS = /^(?:parenthesized|as|satisfies)_expression$/;
const HOLDERS = new Set(["function", "method", "component"]);
/** How far up the function around an object is looked for. */
const DEEPEST_BLOCK = 12;
/** What keeps the result of a call, and is no function. */
const KEEPERS = new Set(["constant", "variable", "property", "field"]);
/** What may stand between an object and the call that it is given to, and between that and what keeps the result. */
const PASSED = new Set(
  `arguments call_expression new_expression await_expression parenthesized_expression as_expression satisfies_expression
   object pair array arrow_function function_expression statement_block return_statement`.split(/\s+/),
);
/** How far up what keeps an object is looked for. */
const DEEPEST_GIVEN = 30;

/** Notes an object literal whose functions are symbols. */
export function visitObject(a: Analysis, node: number): void {
  if (a.current.symbol === 0 || a.valueOf.has(node) || !hasFunctions(a, node)) return;
  const { symbol } = a.current;
  const { kind } = a.symbols[symbol]!;
  const isGiven = KEEPERS.has(kind) && isInArguments(a, node);
  if (isGiven || (HOLDERS.has(kind) && isKept(a, node)))
    a.heldObjects.set(node, { owner: symbol, isGiven, self: { in: "unknown" } });
}

/** Whether the function around an object gives it back or keeps it. */
function isKept(a: Analysis, node: number): boolean {
  const { tree } = a;
  let at = tree.parent(node);
  while (WRAPPERS.test(tree.type(at))) at = tree.parent(at);
  const type = tree.type(at);
  const isHeld = type === "return_statement" || type === "arrow_function" || type === "variable_declarator";
  return isHeld && functionAround(a, at) === a.current.symbol;
}

/** Whether an object, or one around it, is given to a call, itself or by a function, whose result the current symbol keeps. */
function isInArguments({ tree, current, symbolAt }: Analysis, node: number): boolean {
  let isGiven = false;
  let at = tree.parent(node);
  for (let depth = 0; at !== -1 && depth < DEEPEST_GIVEN; depth++) {
    if (symbolAt.get(at) === current.symbol) return isGiven;
    if (!PASSED.has(tree.type(at))) return false;
    isGiven ||= tree.type(at) === "arguments";
    at = tree.parent(at);
  }
  return false;
}

function hasFunctions(a: Analysis, node: number): boolean {
  const { tree } = a;
  for (let child = tree.firstChild(node); child !== -1; child = tree.nextSibling(child)) {
    const type = tree.type(child);
    if (type === "method_definition" || (type === "pair" && isFunction(a, tree.child(child, "value")))) return true;
  }
  return false;
}

/** The symbol of the nearest function around a node, itself among them; undefined for one without a symbol. */
function functionAround({ tree, symbolAt }: Analysis, node: number): number | undefined {
  let at = node;
  for (let depth = 0; at !== -1 && depth < DEEPEST_BLOCK; depth++) {
    if (FUNCTION_LIKE.has(tree.type(at))) return symbolAt.get(at);
    at = tree.parent(at);
  }
  return undefined;
}

/** Fills in what `this` is in the methods of held objects, when all types of the file are known. */
export function resolveHeldSelves(a: Analysis): void {
  for (const [node, { owner, self }] of a.heldObjects) {
    const type = typeOfValue(a, node, { scope: a.scopes[owner]!, self: null, classSymbol: -1 });
    if (type !== null) Object.assign(self, { in: "instance", type } satisfies Root);
  }
  // The parameter's type may say that `this` is more than the object.
  for (const { self, function: node } of a.contextualSelves) {
    const own = findGivenObject(a, node)?.self;
    if (own?.in !== "instance") continue;
    const type = self.in === "instance" ? bothOf([own.type, self.type]) : own.type;
    Object.assign(self, { in: "instance", type: type ?? own.type } satisfies Root);
  }
}

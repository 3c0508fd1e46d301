/**
 * Held objects: object literals whose functions are symbols, so that the calls in these functions belong to them. There are two kinds. A function
 * returns the object or keeps it in a local: `return { start() {} }`. Or the object is in the arguments of a call whose result is kept or exported:
 * `export default defineTool({ run() {} })`, `const useCart = create((set) => ({ add() {} }))`. Objects in other callbacks are not held, because most
 * of them are in tests.
 */

import { nth } from "../../base/need.js";
import type { Root } from "../../model/parse-result.js";
import { symbolOf } from "../symbol-of.js";
import { type Analysis, findGivenObject } from "./analysis.js";
import { FUNCTION_LIKE, isFunction } from "./syntax-helpers.js";
import { bothOf } from "./type-names.js";
import { typeOfValue } from "./values.js";

const WRAPPERS = /^(?:parenthesized|as|satisfies)_expression$/;
/** Kinds of symbols that may return or keep an object. */
const HOLDERS = new Set(["function", "method", "component"]);
/** The function around an object is looked for at most this far up. */
const DEEPEST_BLOCK = 12;
/** Kinds of symbols that may keep the result of a call. */
const KEEPERS = new Set(["constant", "variable", "property", "field"]);
/** Nodes that may be between an object and the call that it is given to, and between the call and the symbol that keeps the result. */
const PASSED = new Set(
  `arguments call_expression new_expression await_expression parenthesized_expression as_expression satisfies_expression
   object pair array arrow_function function_expression statement_block return_statement`.split(/\s+/),
);
/** The symbol that keeps an object is looked for at most this far up. */
const DEEPEST_GIVEN = 30;

/** Notes an object literal if it is a held object. */
export function visitObject(a: Analysis, node: number): void {
  if (a.current.symbol === 0 || a.valueOf.has(node) || !hasFunctions(a, node)) return;
  const { symbol } = a.current;
  const { kind } = symbolOf(a, symbol);
  const isGiven = KEEPERS.has(kind) && isInArguments(a, node);
  if (isGiven || (HOLDERS.has(kind) && isKept(a, node)))
    a.heldObjects.set(node, { owner: symbol, isGiven, self: { in: "unknown" } });
}

/** Whether the function around an object returns it or keeps it. */
function isKept(a: Analysis, node: number): boolean {
  const { tree } = a;
  let at = tree.parent(node);
  while (WRAPPERS.test(tree.type(at))) at = tree.parent(at);
  const type = tree.type(at);
  const isHeld = type === "return_statement" || type === "arrow_function" || type === "variable_declarator";
  return isHeld && functionAround(a, at) === a.current.symbol;
}

/** Whether an object, an object around it, or a function around it is an argument of a call whose result the current symbol keeps. */
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

/** The symbol of the nearest function around a node, or of the node itself; undefined if that function has no symbol. */
function functionAround({ tree, symbolAt }: Analysis, node: number): number | undefined {
  let at = node;
  for (let depth = 0; at !== -1 && depth < DEEPEST_BLOCK; depth++) {
    if (FUNCTION_LIKE.has(tree.type(at))) return symbolAt.get(at);
    at = tree.parent(at);
  }
  return undefined;
}

/** Fills in `this` of the methods of held objects, when all types of the file are known. */
export function resolveHeldSelves(a: Analysis): void {
  for (const [node, { owner, self }] of a.heldObjects) {
    const type = typeOfValue(a, node, { scope: nth(a.scopes, owner), self: null, classSymbol: -1 });
    if (type !== null) Object.assign(self, { in: "instance", type } satisfies Root);
  }
  // The parameter's type may give `this` more members than the object has.
  for (const { self, function: node } of a.contextualSelves) {
    const own = findGivenObject(a, node)?.self;
    if (own?.in !== "instance") continue;
    const type = self.in === "instance" ? bothOf([own.type, self.type]) : own.type;
    Object.assign(self, { in: "instance", type: type ?? own.type } satisfies Root);
  }
}

/**
 * Held objects: object literals whose functions are symbols, so that the calls in these functions belong to them. There are two kinds. A function
 * returns the object or keeps it in a local: `return { start() {} }`. Or the object is in the arguments of a call whose result is kept or exported:
 * `export default defineTool({ run() {} })`, `const useCart = create((set) => ({ add() {} }))`. Objects in other callbacks are not held, because most
 * of them are in tests.
 *
 * A key of such arguments is a symbol as well if its value is a call with a function in it: `router({ find: procedure.query(async () => {}) })`. So is
 * a key whose object has such keys. Objects that a function in the arguments returns have no such keys: most of these are data.
 */
import { nth } from "../../base/need.js";
import type { Root } from "../../model/parse-result.js";
import { symbolOf } from "../symbol-of.js";
import { type Analysis, findGivenObject } from "./analysis.js";
import { noteShape } from "./schemas.js";
import { FUNCTION_LIKE, isFunction, unwrap } from "./syntax-helpers.js";
import { bothOf } from "./type-names.js";
import { typeOfValue } from "./values.js";

const WRAPPERS = /^(?:parenthesized|as|satisfies)_expression$/;
/** Kinds of symbols that may return or keep an object. */
const HOLDERS = new Set(["function", "method", "component"]);
/** The function around an object is looked for at most this far up. */
const DEEPEST_BLOCK = 12;
/** Kinds of symbols that may keep the result of a call. */
const KEEPERS = new Set(["constant", "variable", "property", "field"]);
/** Nodes that may stand between an object and its call, and between the call and the symbol that keeps the result. */
const PASSED = new Set(
  `arguments call_expression new_expression await_expression parenthesized_expression as_expression satisfies_expression
   object pair array arrow_function function_expression statement_block return_statement`.split(/\s+/),
);
/** The symbol that keeps an object is looked for at most this far up. */
const DEEPEST_GIVEN = 30;
/** The value of a key, if it may be a call. */
const CALLS = new Set(["call_expression", "new_expression", "await_expression"]);
/** Objects in objects have keys that are symbols at most this deep. */
const DEEPEST_KEY = 3;

/** Notes an object literal if it is a held object. */
export function visitObject(a: Analysis, node: number): void {
  const { symbol } = a.current;
  if (noteShape(a, node)) return;
  if (symbol === 0 || a.valueOf.has(node)) return;
  const { kind } = symbolOf(a, symbol);
  const given = KEEPERS.has(kind) ? placeInArguments(a, node) : null;
  const holdsFunctions = hasFunctions(a, node);
  const kept = HOLDERS.has(kind) ? keptBy(a, node) : null;
  const isHeld = given !== null || kept !== null;
  if (kept === "function" && holdsFunctions) a.returning.add(symbol);
  const mayHaveKeys = given === "plain";
  if (isHeld && (holdsFunctions || (mayHaveKeys && hasKeys(a, node, DEEPEST_KEY))))
    a.heldObjects.set(node, {
      owner: symbol,
      isGiven: given !== null,
      mayHaveKeys,
      holdsFunctions,
      self: { in: "unknown" },
    });
}

/** Whether the value of a key in a held object makes the key a symbol: a call with a function in it, or an object with such keys. */
export function isKeyed(a: Analysis, value: number, deepest = DEEPEST_KEY): boolean {
  const { tree } = a;
  const node = unwrap(tree, value, true);
  if (node === -1) return false;
  if (tree.type(node) === "object") return deepest > 0 && hasKeys(a, node, deepest - 1);
  if (!CALLS.has(tree.type(node))) return false;
  for (let inner = node + 1; inner < tree.subtreeEnd(node) && a.lookahead-- > 0; inner++)
    if (FUNCTION_LIKE.has(tree.type(inner))) return true;
  return false;
}

function hasKeys(a: Analysis, object: number, deepest: number): boolean {
  const { tree } = a;
  for (let child = tree.firstChild(object); child !== -1; child = tree.nextSibling(child)) {
    if (tree.type(child) === "pair" && isKeyed(a, tree.child(child, "value"), deepest)) return true;
  }
  return false;
}

/** The keeper of an object of the current function: the function itself, which returns it, or a local; null if neither keeps it. */
function keptBy(a: Analysis, node: number): "function" | "local" | null {
  const { tree } = a;
  let ancestor = tree.parent(node);
  while (WRAPPERS.test(tree.type(ancestor))) ancestor = tree.parent(ancestor);
  const type = tree.type(ancestor);
  const isReturned = type === "return_statement" || type === "arrow_function";
  if (!isReturned && type !== "variable_declarator") return null;
  if (functionAround(a, ancestor) !== a.current.symbol) return null;
  return isReturned ? "function" : "local";
}

/**
 * The place of an object in the arguments of a call whose result the current symbol keeps: "plain" if the object or an object around it is the
 * argument, "returned" if a function in the arguments is around it, and null if it is in no such arguments.
 */
function placeInArguments(a: Analysis, node: number): "plain" | "returned" | null {
  const { tree, current, symbolAt } = a;
  let isGiven = false;
  let isReturned = false;
  let ancestor = tree.parent(node);
  for (let depth = 0; ancestor !== -1 && depth < DEEPEST_GIVEN; depth++) {
    // The object of a key stands in the arguments around the key.
    if (symbolAt.get(ancestor) === current.symbol)
      return !isGiven && findGivenObject(a, node) === undefined ? null : isReturned ? "returned" : "plain";
    if (!PASSED.has(tree.type(ancestor))) return null;
    isGiven ||= tree.type(ancestor) === "arguments";
    isReturned ||= FUNCTION_LIKE.has(tree.type(ancestor));
    ancestor = tree.parent(ancestor);
  }
  return null;
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
  let ancestor = node;
  for (let depth = 0; ancestor !== -1 && depth < DEEPEST_BLOCK; depth++) {
    if (FUNCTION_LIKE.has(tree.type(ancestor))) return symbolAt.get(ancestor);
    ancestor = tree.parent(ancestor);
  }
  return undefined;
}

/** Fills in `this` of the methods of held objects, when all types of the file are known. */
export function resolveHeldSelves(a: Analysis): void {
  for (const [node, { owner, holdsFunctions, self }] of a.heldObjects) {
    if (!holdsFunctions) continue;
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

/**
 * Object literals that a function gives back or keeps in a local: `return { start() {} }`. Their functions are symbols of that function, so that calls in
 * them are theirs. Objects of callbacks without a name have none: most of those are a test's.
 */
import type { Root } from "../language.js";
import type { Analysis } from "./analysis.js";
import { FUNCTION_LIKE, isFunction } from "./functions.js";
import { typeOfValue } from "./values.js";

/** An object literal of a function. */
export interface HeldObject {
  /** The function's symbol. */
  owner: number;
  /** `this` in its methods, once the types are known. */
  self: Root;
}

const WRAPPERS = /^(?:parenthesized|as|satisfies)_expression$/;
const HOLDERS = new Set(["function", "method", "component"]);
/** How far up the function around an object is looked for. */
const DEEPEST_BLOCK = 12;

/** Notes an object literal whose functions are symbols. */
export function heldObject(a: Analysis, node: number): void {
  const { tree } = a;
  if (a.current.symbol === 0 || a.valueOf.has(node) || !hasFunctions(a, node)) return;
  let at = tree.parent(node);
  while (WRAPPERS.test(tree.type(at))) at = tree.parent(at);
  const type = tree.type(at);
  const isHeld = type === "return_statement" || type === "arrow_function" || type === "variable_declarator";
  if (!isHeld || functionAround(a, at) !== a.current.symbol) return;
  if (HOLDERS.has(a.symbols[a.current.symbol]!.kind))
    a.heldObjects.set(node, { owner: a.current.symbol, self: { in: "unknown" } });
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
}

/**
 * Components that are loaded when they are first shown. A variable that holds one stands for what the module exports, as a name of an import does.
 *
 * | source                                                              | import                 |
 * |---------------------------------------------------------------------|------------------------|
 * | `const A = defineAsyncComponent(() => import("./a.vue"))`           | `A from "./a.vue"`     |
 * | `const A = defineAsyncComponent({ loader: () => import("./a") })`   | `A from "./a"`         |
 * | `const A = lazy(() => import("./a"))`, `dynamic(…)`, `loadable(…)`  | `A from "./a"`         |
 * | `lazy(() => import("./a").then((m) => ({ default: m.B })))`         | `{ B as A } from "./a"` |
 */
import type { SyntaxTree } from "../syntax.js";
import type { Analysis } from "./analysis.js";
import { firstNamed, memberName, moduleRequest, unwrap } from "./syntax-helpers.js";

/** Functions of Vue, React, Preact, Solid, Next and loadable-components that make a component of a function that loads one. */
const LOADS = /^(?:(?:Vue\.)?defineAsyncComponent|(?:React\.)?lazy|loadable|dynamic)$/;
/** Takes one export of the module: `(m) => m.Chart`, `(m) => ({ default: m.Chart })`. */
const TAKES = /^\(? ?([\w$]{1,100}) ?\)? ?=> ?(?:\( ?\{ ?default ?: ?)?\1\.([\w$]{1,100})(?: ?,? ?\} ?\))?$/;
/** A function that takes an export is no longer. */
const LONGEST_TAKER = 300;

/** The request and the export of the module that a value loads when it is first shown; null for any other value. */
export function lazyComponent(
  a: Analysis,
  value: number,
): { call: number; specifier: string; imported: string } | null {
  const { tree } = a;
  if (value === -1 || tree.type(value) !== "call_expression") return null;
  const callee = tree.child(value, "function");
  const args = tree.child(value, "arguments");
  if (callee === -1 || args === -1 || !LOADS.test(tree.text(callee))) return null;
  const body = loadedBy(tree, firstNamed(tree, args));
  const taken = body === -1 ? null : exportTaken(tree, body);
  const request = taken === null ? null : moduleRequest(a, taken.module);
  if (taken === null || request === null || !request.isDynamic || request.call !== taken.module) return null;
  return { call: request.call, specifier: request.specifier, imported: taken.name };
}

/** The expression that a loader gives: a function, or an object with one in `loader`; -1 for any other. */
function loadedBy(tree: SyntaxTree, loader: number): number {
  if (loader === -1) return -1;
  if (tree.type(loader) === "object") {
    for (const pair of tree.namedChildren(loader)) {
      const key = tree.type(pair) === "pair" ? tree.child(pair, "key") : -1;
      if (key !== -1 && memberName(tree, key) === "loader") return loadedBy(tree, tree.child(pair, "value"));
    }
    return -1;
  }
  const body = tree.type(loader) === "arrow_function" ? tree.child(loader, "body") : -1;
  return body === -1 ? -1 : unwrap(tree, body);
}

/** The call that loads the module, and the name of the export taken from it; null for any other form. */
function exportTaken(tree: SyntaxTree, body: number): { module: number; name: string } | null {
  if (tree.type(body) !== "call_expression") return null;
  const callee = tree.child(body, "function");
  if (callee === -1 || tree.type(callee) !== "member_expression") return { module: body, name: "default" };
  const property = tree.child(callee, "property");
  const module = tree.child(callee, "object");
  const args = tree.child(body, "arguments");
  const taker = args === -1 ? -1 : firstNamed(tree, args);
  if (property === -1 || module === -1 || taker === -1 || tree.text(property) !== "then") return null;
  if (tree.end(taker) - tree.start(taker) > LONGEST_TAKER) return null;
  const name = TAKES.exec(tree.text(taker).replace(/\s+/g, " "))?.[2];
  return name === undefined ? null : { module, name };
}

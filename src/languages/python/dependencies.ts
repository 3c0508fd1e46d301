/** Dependencies of FastAPI: functions that it calls for a parameter, a route or an alias: `Depends(get_user)`. */
import { nth } from "../../base/need.js";
import { type Analysis, type Scope, textOf, type Walk } from "./analysis.js";
import { namesOf, rootOfName, walkOfDotted } from "./names.js";

/** The functions of FastAPI that name a dependency. */
export const DEPENDS: ReadonlySet<string> = new Set(["Depends", "Security"]);

/** The node of the function that FastAPI calls, by a call of `Depends` or `Security`; -1 for any other call. */
export function dependencyIn(a: Analysis, scope: Scope, call: number): number {
  const { tree } = a;
  if (!namesDependency(a, scope, tree.child(call, "function"))) return -1;
  const list = tree.child(call, "arguments");
  for (const given of list < 0 ? [] : tree.namedChildren(list)) {
    const isNamed = tree.type(given) === "keyword_argument";
    if (isNamed && textOf(tree, tree.child(given, "name")) !== "dependency") continue;
    const value = isNamed ? tree.child(given, "value") : given;
    if (/^(?:identifier|attribute)$/.test(tree.type(value))) return value;
  }
  return -1;
}

/** The functions that FastAPI calls for the calls of `Depends` in a node. */
export function dependenciesIn(a: Analysis, scope: Scope, node: number): { call: number; given: number }[] {
  const found: { call: number; given: number }[] = [];
  for (let inner = node; inner < a.tree.subtreeEnd(node); inner++) {
    const given = a.tree.type(inner) === "call" ? dependencyIn(a, scope, inner) : -1;
    if (given >= 0) found.push({ call: inner, given });
  }
  return found;
}

function namesDependency(a: Analysis, scope: Scope, callee: number): boolean {
  const names = callee < 0 ? null : namesOf(a, callee);
  const [first, ...rest] = names ?? [];
  if (names === null || first === undefined) return false;
  const dotted = rest.length > 0 ? walkOfDotted(a, names) : null;
  const root = dotted?.root ?? rootOfName(a, scope, first, callee);
  const path: Walk["path"] = dotted?.path ?? rest;
  if (root === null || root.in !== "import") return false;
  const { specifier, imported } = nth(a.imports, root.import);
  const [name] = imported === "*" ? path : [imported];
  return /^fastapi(?:\.|$)/.test(specifier) && typeof name === "string" && DEPENDS.has(name);
}

/** The symbol whose decorator a node stands in; undefined for any other node. */
export function decoratedAround({ tree, symbolAt }: Analysis, node: number): number | undefined {
  for (let around = node, depth = 0; around > 0 && depth < DEEPEST; depth++) {
    if (tree.type(around) === "decorator") return symbolAt.get(tree.child(tree.parent(around), "definition"));
    around = tree.parent(around);
  }
  return undefined;
}

/** A node that stands deeper in a decorator is left out. */
const DEEPEST = 12;

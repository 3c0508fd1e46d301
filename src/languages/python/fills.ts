/** The elements of collections that begin empty: `jobs = []`, and then `jobs.append(job)` or `jobs[key] = job`. */
import { addToList } from "../../base/groups.js";
import { type Analysis, type Fill, type Scope, type Source, textOf } from "./analysis.js";
import { methodAround } from "./scopes.js";

const EMPTY: ReadonlyMap<string, string> = new Map([
  ["[]", "list"],
  ["list()", "list"],
  ["deque()", "deque"],
  ["collections.deque()", "deque"],
  ["set()", "set"],
  ["{}", "dict"],
  ["dict()", "dict"],
  ["OrderedDict()", "dict"],
]);

/** The runtime's name for the collection that an expression makes without elements; undefined for any other expression. */
export function emptyCollection({ tree }: Analysis, node: number): string | undefined {
  if (node < 0 || tree.end(node) - tree.start(node) > LONGEST_EMPTY) return undefined;
  return EMPTY.get(tree.text(node));
}

const LONGEST_EMPTY = "collections.deque()".length;

/** Methods that add one element, by its number among the arguments; those that add all of a collection. */
const ADDING: ReadonlyMap<string, number> = new Map([
  ["append", 0],
  ["appendleft", 0],
  ["add", 0],
  ["insert", 1],
  ["setdefault", 1],
]);
const EXTENDING: ReadonlySet<string> = new Set(["extend", "extendleft"]);

/** Notes the element that a call adds, if it does. */
export function noteAdded(a: Analysis, scope: Scope, call: number): void {
  const { tree } = a;
  const callee = tree.child(call, "function");
  if (callee < 0 || tree.type(callee) !== "attribute") return;
  const method = textOf(tree, tree.child(callee, "attribute"));
  const number = ADDING.get(method);
  const isMany = EXTENDING.has(method);
  if (number === undefined && !isMany) return;
  const list = tree.child(call, "arguments");
  const given = list < 0 ? [] : tree.namedChildren(list).filter((each) => tree.type(each) !== "comment");
  const node = given[number ?? 0];
  if (node !== undefined && given.length <= 2) note(a, tree.child(callee, "object"), { node, scope, isMany });
}

/** Notes the element that `name[key] = value` sets. */
export function noteSet(a: Analysis, scope: Scope, target: number, value: number): void {
  const index = a.tree.child(target, "subscript");
  if (value < 0 || index < 0 || a.tree.type(index) === "slice") return;
  note(a, a.tree.child(target, "value"), { node: value, scope, isMany: false });
}

function note({ tree, fills }: Analysis, holder: number, fill: Fill): void {
  if (holder < 0 || !/^(?:identifier|attribute)$/.test(tree.type(holder))) return;
  const text = tree.text(holder);
  addToList(fills, text, fill);
}

/** The values that are added to the collection of a source, wherever its name or its attribute is seen. */
export function fillsOf(a: Analysis, { holder, scope }: Source): readonly Fill[] {
  const all = holder === undefined ? undefined : a.fills.get(holder);
  if (all === undefined) return [];
  const isField = holder?.includes(".") === true;
  const own = isField ? methodAround(scope)?.parent : holderScope(scope, holder ?? "");
  return all.filter(
    (fill) => (isField ? methodAround(fill.scope)?.parent : holderScope(fill.scope, holder ?? "")) === own,
  );
}

/** The scope around that binds a name. */
function holderScope(from: Scope, name: string): Scope | null {
  let scope: Scope | null = from;
  while (scope !== null && !scope.names.has(name)) scope = scope.parent;
  return scope;
}

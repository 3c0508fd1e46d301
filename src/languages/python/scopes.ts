/** Looks names up: from a use to the bindings that may reach it. */
import { addToList } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import type { Analysis, Binding, Narrowing, Scope } from "./analysis.js";
import { runtimeGlobals } from "./runtime.js";

/** Makes a scope. */
export function createScope(
  kind: Scope["kind"],
  node: number,
  end: number,
  parent: Scope | null,
  symbol: number,
): Scope {
  return {
    kind,
    node,
    end,
    parent,
    symbol,
    names: new Map(),
    elsewhere: null,
    selfName: null,
    selfVariable: null,
    typeParameters: null,
  };
}

/** Adds a binding of a name to a scope, or to the scope that `global` or `nonlocal` names. */
export function bind(a: Analysis, scope: Scope, name: string, binding: Binding): void {
  const target = targetScope(a, scope, name);
  addToList(target.names, name, binding);
}

/** The scope that an assignment in a scope binds a name in. */
export function targetScope(a: Analysis, scope: Scope, name: string): Scope {
  const elsewhere = scope.elsewhere?.get(name);
  if (elsewhere === "global") return a.module;
  if (elsewhere === undefined) return scope;
  for (let current = scope.parent; current !== null; current = current.parent)
    if (current.kind === "function" && current.names.has(name)) return current;
  return scope;
}

/** The bindings of a name that a use at a node sees, and the scope that they stand in. */
export interface BoundName {
  scope: Scope;
  bindings: readonly Binding[];
}

/** Looks a name up from a scope outwards; null where the file does not bind it. */
export function lookup(a: Analysis, from: Scope, name: string, node: number): BoundName | null {
  let isDirect = true;
  let later: BoundName | null = null;
  for (let scope: Scope | null = from; scope !== null; scope = scope.parent) {
    const bindings = scope.kind === "class" && !isDirect ? undefined : scope.names.get(name);
    // A class has a name that its body binds further down not yet: `date: date` is of the type that the module imports.
    if (bindings !== undefined && scope.kind === "class" && bindings.every(({ reach }) => reach.from > node))
      later = { scope, bindings };
    else if (bindings !== undefined)
      return { scope, bindings: bindings.length < 2 ? bindings : inEffect(a, scope, bindings, isDirect ? node : null) };
    if (scope.elsewhere?.get(name) === "global") {
      const own = a.module.names.get(name);
      return own === undefined ? null : { scope: a.module, bindings: own };
    }
    // A comprehension or a lambda is evaluated where it stands.
    if (scope.kind === "function" || scope.kind === "class") isDirect = false;
  }
  return runtimeGlobals.has(name) ? null : later;
}

/** Of several bindings in a scope those that may be in effect at a node of it, or at a node of a scope in it, whose code runs later (null). */
function inEffect(a: Analysis, scope: Scope, bindings: readonly Binding[], node: number | null): readonly Binding[] {
  if (scope.kind === "function") return node === null ? bindings : reaching(a, bindings, node);
  // Else a name without an import is one symbol, whatever its values are.
  if (bindings.every(({ kind }) => kind !== "import")) return bindings;
  if (node !== null) return reaching(a, bindings, node);
  return scope.kind === "module" ? lasting(a, bindings) : bindings;
}

/** Of several bindings in a module those that may be in effect when it has run: the last for certain, and those after it that may have run. */
export function lasting(a: Analysis, bindings: readonly Binding[]): readonly Binding[] {
  let found: Binding[] = [];
  for (const binding of nearest(bindings, a.tree.size)) {
    const { block } = binding.reach;
    if (block === a.module.node) found = [binding];
    else if (!leaves(a, block)) found.push(binding);
  }
  return found.length === 0 ? bindings.slice(0, 1) : found;
}

/** Of several bindings in a scope those whose values may be there at a node: the last for certain, and those after it that may have run. */
function reaching(a: Analysis, bindings: readonly Binding[], node: number): Binding[] {
  let found: Binding[] = [];
  for (const binding of nearest(bindings, node)) {
    const { from, block } = binding.reach;
    if (from > node) {
      if (sharesLoop(a, from, node)) found.push(binding);
      continue;
    }
    const isCertain = block <= node && node < a.tree.subtreeEnd(block);
    if (isCertain) found = [binding];
    else if (!isExclusive(a, block, node) && !leaves(a, block)) found.push(binding);
  }
  return found.length === 0 ? bindings.slice(0, 1) : found;
}

/** The most bindings before a use, and after it, that are looked at: generated code assigns one name thousands of times. */
const MOST_NEAR = 40;

function nearest(bindings: readonly Binding[], node: number): readonly Binding[] {
  if (bindings.length <= 2 * MOST_NEAR) return bindings;
  let low = 0;
  for (let high = bindings.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (nth(bindings, middle).reach.from > node) high = middle;
    else low = middle + 1;
  }
  return bindings.slice(Math.max(0, low - MOST_NEAR), low + MOST_NEAR);
}

const LOOPS: ReadonlySet<string> = new Set(["for_statement", "while_statement"]);
const SCOPES: ReadonlySet<string> = new Set(["function_definition", "class_definition", "module", "lambda"]);

/** Whether a later binding is in a loop around the use. */
function sharesLoop({ tree }: Analysis, from: number, node: number): boolean {
  for (let ancestor = tree.parent(node); ancestor >= 0; ancestor = tree.parent(ancestor)) {
    const type = tree.type(ancestor);
    if (SCOPES.has(type)) return false;
    if (LOOPS.has(type) && from <= tree.subtreeEnd(ancestor)) return true;
  }
  return false;
}

/** Whether a block and a node stand in different branches of one statement, of which only one runs. */
function isExclusive({ tree }: Analysis, block: number, node: number): boolean {
  for (let inner = block, parent = tree.parent(inner); parent >= 0; inner = parent, parent = tree.parent(inner)) {
    const holdsNode = parent <= node && node < tree.subtreeEnd(parent);
    if (!holdsNode) continue;
    const type = tree.type(parent);
    if (type !== "if_statement" && type !== "match_statement" && type !== "block") return false;
    if (type === "block" && tree.type(tree.parent(parent)) !== "match_statement") return false;
    // The condition of a later branch is not a branch of its own: nothing of an earlier one has run there either.
    return true;
  }
  return false;
}

const LEAVING: ReadonlySet<string> = new Set([
  "return_statement",
  "raise_statement",
  "continue_statement",
  "break_statement",
]);

/** Whether a block ends by leaving it: its bindings do not reach what follows. */
export function leaves({ tree }: Analysis, block: number): boolean {
  if (tree.type(block) !== "block") return false;
  let last = -1;
  for (let child = tree.firstChild(block); child !== -1; child = tree.nextSibling(child))
    if (tree.type(child) !== "comment") last = child;
  return last >= 0 && LEAVING.has(tree.type(last));
}

/** The block that a statement stands in. */
export function blockAround({ tree }: Analysis, node: number): number {
  let ancestor = tree.parent(node);
  while (ancestor > 0 && tree.type(ancestor) !== "block" && !SCOPES.has(tree.type(ancestor)))
    ancestor = tree.parent(ancestor);
  return Math.max(0, ancestor);
}

/** The narrowings that tell at a node which classes a name is not an instance of. */
export function exclusionsAt(a: Analysis, text: string, node: number, scope: Scope): Narrowing[] {
  return (a.narrowings.get(text) ?? []).filter(
    (fact) =>
      fact.isExcluded &&
      fact.from <= node &&
      node < fact.to &&
      fact.scope === scope &&
      !isRebound(a, text, fact, node, scope),
  );
}

/** The innermost narrowing of a name or a chain of names at a node. */
export function narrowingAt(a: Analysis, text: string, node: number, scope: Scope): Narrowing | null {
  const facts = a.narrowings.get(text);
  if (facts === undefined) return null;
  for (let index = facts.length - 1; index >= 0; index--) {
    const fact = nth(facts, index);
    if (fact.from > node || node >= fact.to || fact.scope !== scope) continue;
    return isRebound(a, text, fact, node, scope) ? null : fact;
  }
  return null;
}

function isRebound(_a: Analysis, text: string, fact: Narrowing, node: number, scope: Scope): boolean {
  const bindings = scope.names.get(text);
  return bindings?.some(({ reach }) => reach.from > fact.from && reach.from <= node) === true;
}

/** The method around a scope whose `self` is seen there. */
export function methodAround(scope: Scope): Scope | null {
  for (let current: Scope | null = scope; current !== null; current = current.parent)
    if (current.selfName !== null) return current;
  return null;
}

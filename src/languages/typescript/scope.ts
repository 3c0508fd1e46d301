/** Scopes: which name means what where. Filled while declarations are read, asked while uses are. */

import type { Root } from "../language.js";
import type { Fact } from "./narrow.js";

/** What a name is bound to. Nodes are those of the syntax tree, -1 for none. */
export type Binding =
  | { is: "symbol"; symbol: number }
  /** `path`: a JSDoc type may be a member of what is imported. */
  | { is: "import"; import: number; path?: string[] }
  /** A local that is another name of something: `const self = this`. */
  | { is: "root"; root: Root }
  /**
   * A local value: the node of its type annotation, the node of its first value if that never changes. `steps`: the properties of these that
   * a pattern takes it from. `self`: what `this` is in the value. `of`: the function whose parameter it is, where that has no type.
   */
  | {
      is: "local";
      scope: Scope;
      type: number;
      value: number;
      steps: readonly string[];
      self: Root | null;
      classSymbol: number;
      of: { function: number; parameter: number } | null;
    }
  /** A local where conditions say something of it; `scope` is that around. */
  | { is: "narrowed"; of: Binding; scope: Scope; by: Fact; self: Root | null; classSymbol: number }
  | { is: "typeParameter"; scope: Scope; constraint: number }
  /** `import A = B.C`: the node of `B.C`. */
  | { is: "alias"; scope: Scope; entity: number };

export interface Scope {
  parent: Scope | null;
  depth: number;
  /** `var` declarations land in the nearest of these. */
  isFunction: boolean;
  /** Only says more of names: what is declared in it belongs to the scope around. */
  isNarrowing: boolean;
  values: Map<string, Binding> | null;
  types: Map<string, Binding> | null;
}

/** Deeper nesting than people write shares the scope above, so that looking a name up stays cheap in generated code. */
const DEEPEST_SCOPE = 400;

export function createScope(parent: Scope | null, isFunction: boolean): Scope {
  if (parent !== null && parent.depth >= DEEPEST_SCOPE) return parent;
  return {
    parent,
    depth: parent === null ? 0 : parent.depth + 1,
    isFunction,
    isNarrowing: false,
    values: null,
    types: null,
  };
}

/** A scope that says more of some of the names around it; null where no deeper scope is made. */
export function createNarrowing(parent: Scope, values: Map<string, Binding>): Scope | null {
  const scope = createScope(parent, false);
  return scope === parent ? null : Object.assign(scope, { isNarrowing: true, values });
}

function declaringScope(scope: Scope): Scope {
  let at = scope;
  while (at.isNarrowing && at.parent !== null) at = at.parent;
  return at;
}

/** Binds a value name; the first declaration of a name in a scope stays. */
export function declareValue(scope: Scope, name: string, binding: Binding): void {
  const at = declaringScope(scope);
  at.values ??= new Map();
  if (!at.values.has(name)) at.values.set(name, binding);
}

/** Binds a type name; the first declaration of a name in a scope stays. */
export function declareType(scope: Scope, name: string, binding: Binding): void {
  const at = declaringScope(scope);
  at.types ??= new Map();
  if (!at.types.has(name)) at.types.set(name, binding);
}

export function functionScope(scope: Scope): Scope {
  let at = scope;
  while (!at.isFunction && at.parent !== null) at = at.parent;
  return at;
}

/** The binding of a name used as a value; null if this file does not declare it. */
export function lookUpValue(scope: Scope, name: string): Binding | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const binding = at.values?.get(name);
    if (binding !== undefined) return binding;
  }
  return null;
}

/** The binding of a name used as a type; null if this file does not declare it. */
export function lookUpType(scope: Scope, name: string): Binding | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const binding = at.types?.get(name);
    if (binding !== undefined) return binding;
  }
  return null;
}

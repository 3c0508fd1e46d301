/** Scopes: which name means what where. Filled while declarations are read, asked while uses are. */

import type { Root } from "../../model/parse-result.js";

/** What a name is bound to. Nodes are those of the syntax tree, -1 for none. */
export type Binding =
  | { is: "symbol"; symbol: number; isAssigned?: boolean }
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
      /** It is given another value somewhere, so that no condition says what it is elsewhere. */
      isAssigned?: boolean;
      /** The values that it is given, where all of them are known and the declaration gives it none. */
      given?: { value: number; scope: Scope }[];
    }
  /** A name where conditions say something of it; `scope` is that around, in which it may turn out to be no local. */
  | { is: "narrowed"; name: string; scope: Scope; by: Fact[]; self: Root | null; classSymbol: number }
  /** `isOpen`: its constraint is being read, which may name it. */
  | { is: "typeParameter"; scope: Scope; constraint: number; isOpen?: boolean }
  /** `import A = B.C`: the node of `B.C`. */
  | { is: "alias"; scope: Scope; entity: number };

export interface Scope {
  parent: Scope | null;
  depth: number;
  /** `var` declarations land in the nearest of these. */
  isFunction: boolean;
  /** Of a function that may be called from before where it stands: no condition around holds in it. */
  isHoisted: boolean;
  /** Only says more of names: what is declared in it belongs to the scope around. */
  isNarrowing: boolean;
  /** How many of those around only say more of names, itself among them. */
  narrowings: number;
  values: Map<string, Binding> | null;
  types: Map<string, Binding> | null;
}

/** Deeper nesting than people write shares the scope above, so that looking a name up stays cheap in generated code. */
const DEEPEST_SCOPE = 400;
const MOST_NARROWINGS = 200;

export function createScope(parent: Scope | null, isFunction: boolean, isHoisted = false): Scope {
  if (parent !== null && parent.depth >= DEEPEST_SCOPE) return parent;
  return {
    parent,
    depth: parent === null ? 0 : parent.depth + 1,
    isFunction,
    isHoisted,
    isNarrowing: false,
    narrowings: parent === null ? 0 : parent.narrowings,
    values: null,
    types: null,
  };
}

/** A scope that says more of some of the names around it, and counts for no depth of its own; null where no deeper one is made. */
export function createNarrowing(parent: Scope, values: Map<string, Binding>): Scope | null {
  const { depth, narrowings } = parent;
  if (narrowings >= MOST_NARROWINGS || depth >= DEEPEST_SCOPE) return null;
  const more = { depth, narrowings: narrowings + 1, isNarrowing: true, values };
  return { ...createScope(parent, false), ...more };
}

function declaringScope(scope: Scope): Scope {
  let at = scope;
  while (at.isNarrowing && at.parent !== null) at = at.parent;
  return at;
}

/** Binds a value name; the first declaration of a name in a scope stays, and another one gives it another value. */
export function declareValue(scope: Scope, name: string, binding: Binding): void {
  const at = declaringScope(scope);
  at.values ??= new Map();
  const before = at.values.get(name);
  if (before === undefined) at.values.set(name, binding);
  else if (before.is === "local" || before.is === "symbol") before.isAssigned = true;
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

/** The binding of a name used as a value; null if this file does not declare it. Of locals that have one value, what conditions say of them. */
export function lookUpValue(scope: Scope, name: string): Binding | null {
  let narrowed: Binding | null = null;
  let isHoisted = false;
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const binding = at.values?.get(name);
    isHoisted ||= at.isHoisted && binding === undefined;
    if (binding === undefined) continue;
    if (binding.is === "narrowed") narrowed ??= isHoisted ? null : binding;
    else return binding.is === "local" && binding.isAssigned !== true ? (narrowed ?? binding) : binding;
  }
  return null;
}

/** Notes that a name is given another value than where it is declared; answers what it is bound to. */
export function markAssigned(scope: Scope, name: string): Binding | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const binding = at.values?.get(name);
    if (binding === undefined || binding.is === "narrowed") continue;
    if (binding.is === "local" || binding.is === "symbol") binding.isAssigned = true;
    return binding;
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

/** What a condition says of a name: that the test holds, or that it does not. */
export interface Fact {
  name: string;
  test: Test;
  isTrue: boolean;
}

/** Values, classes and functions are nodes. */
export type Test =
  | { is: "instance"; of: number }
  /** It has the property; and where there are values, that is one of them. */
  | { is: "property"; property: string; values: number[] }
  /** Its property is neither false nor nothing. */
  | { is: "truthy"; property: string }
  | { is: "guarded"; by: number }
  /** What one condition says of the name or what another one does. */
  | { is: "either"; one: Fact[]; other: Fact[] };

/** Binds a class name, which is a value and a type. */
export function declareClass(scope: Scope, name: string, symbol: number): void {
  declareValue(scope, name, { is: "symbol", symbol });
  declareType(scope, name, { is: "symbol", symbol });
}

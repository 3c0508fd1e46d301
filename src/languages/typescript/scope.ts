/** Scopes: the bindings of names. The first pass fills them, and the second pass looks names up in them. */
import type { Root, Step } from "../../model/parse-result.js";

/** The binding of a name. Nodes are those of the syntax tree; -1 is not a node. */
export type Binding =
  | { is: "symbol"; symbol: number; isAssigned?: boolean }
  /** `path` leads from the import to a member of it, which a JSDoc type may name. */
  | { is: "import"; import: number; path?: string[] }
  /** Another name for something: `const self = this`. */
  | { is: "root"; root: Root }
  /** A local value. */
  | {
      is: "local";
      scope: Scope;
      /** The type annotation. */
      type: number;
      /** The first value, if it never changes. */
      value: number;
      /** The name that a variable gets first, which may get another value: it tells the type alone. */
      first?: number;
      /** The steps by which a pattern takes the local from the value. */
      steps: readonly Step[];
      /** The meaning of `this` in the value. */
      self: Root | null;
      classSymbol: number;
      /** The function whose parameter the local is, if the parameter has no type annotation. */
      of: { function: number; parameter: number } | null;
      /** The local gets another value somewhere, so conditions tell nothing about it. */
      isAssigned?: boolean;
      /** The values that the local gets after its declaration, if the declaration has none and all are known. */
      given?: { value: number; scope: Scope }[];
    }
  /** A name about which the facts `by` are known. `scope` is the scope around; the name may turn out not to be a local there. */
  | { is: "narrowed"; name: string; scope: Scope; by: Fact[]; self: Root | null; classSymbol: number }
  /** A type parameter. While its constraint is read, which may name it again, `isOpen` is set. */
  | { is: "typeParameter"; scope: Scope; constraint: number; isOpen?: boolean }
  /** `import A = B.C`: the node of `B.C`. */
  | { is: "alias"; scope: Scope; entity: number };

export interface Scope {
  parent: Scope | null;
  depth: number;
  /** `var` declarations land in the nearest of these. */
  isFunction: boolean;
  /** The scope of a function declaration. It may be called before the conditions around it are tested, so their facts do not hold in it. */
  isHoisted: boolean;
  /** The scope only holds facts about names: declarations in it belong to the scope around. */
  isNarrowing: boolean;
  /** The number of narrowing scopes around, this one included. */
  narrowings: number;
  values: Map<string, Binding> | null;
  types: Map<string, Binding> | null;
}

/** Deeper scopes share the scope above, so that lookups stay cheap in generated code. People do not nest this deep. */
const DEEPEST_SCOPE = 400;
const MOST_NARROWINGS = 200;

/** Makes a scope in another one, or gives that one where scopes are nested too deep. */
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

/** Makes a scope that holds facts about names of the scopes around. It adds no depth. Null if there are too many around. */
export function createNarrowing(parent: Scope, values: Map<string, Binding>): Scope | null {
  const { depth, narrowings } = parent;
  if (narrowings >= MOST_NARROWINGS || depth >= DEEPEST_SCOPE) return null;
  const more = { depth, narrowings: narrowings + 1, isNarrowing: true, values };
  return { ...createScope(parent, false), ...more };
}

function declaringScope(scope: Scope): Scope {
  let current = scope;
  while (current.isNarrowing && current.parent !== null) current = current.parent;
  return current;
}

/** Binds a value name. The first declaration in a scope stays; a second one counts as an assignment to it. */
export function declareValue(scope: Scope, name: string, binding: Binding): void {
  const current = declaringScope(scope);
  current.values ??= new Map();
  const before = current.values.get(name);
  if (before === undefined) current.values.set(name, binding);
  else if (before.is === "local" || before.is === "symbol") before.isAssigned = true;
}

/** Binds a type name. The first declaration in a scope stays. */
export function declareType(scope: Scope, name: string, binding: Binding): void {
  const current = declaringScope(scope);
  current.types ??= new Map();
  if (!current.types.has(name)) current.types.set(name, binding);
}

/** Finds the scope in which `var` declares a name. */
export function functionScope(scope: Scope): Scope {
  let current = scope;
  while (!current.isFunction && current.parent !== null) current = current.parent;
  return current;
}

/** Finds the binding of a name in the position of a value; null if this file does not declare it. For a local that never changes, facts come first. */
export function lookUpValue(scope: Scope, name: string): Binding | null {
  let narrowed: Binding | null = null;
  let isHoisted = false;
  for (let current: Scope | null = scope; current !== null; current = current.parent) {
    const binding = current.values?.get(name);
    isHoisted ||= current.isHoisted && binding === undefined;
    if (binding === undefined) continue;
    if (binding.is === "narrowed") narrowed ??= isHoisted ? null : binding;
    else return binding.is === "local" && binding.isAssigned !== true ? (narrowed ?? binding) : binding;
  }
  return null;
}

/** Marks a name as assigned after its declaration, and answers its binding. */
export function markAssigned(scope: Scope, name: string): Binding | null {
  for (let current: Scope | null = scope; current !== null; current = current.parent) {
    const binding = current.values?.get(name);
    if (binding === undefined || binding.is === "narrowed") continue;
    if (binding.is === "local" || binding.is === "symbol") binding.isAssigned = true;
    return binding;
  }
  return null;
}

/** Finds the binding of a name in the position of a type; null if this file does not declare it. */
export function lookUpType(scope: Scope, name: string): Binding | null {
  for (let current: Scope | null = scope; current !== null; current = current.parent) {
    const binding = current.types?.get(name);
    if (binding !== undefined) return binding;
  }
  return null;
}

/** A fact that a condition tells about a name: the test holds, or it does not hold. */
export interface Fact {
  name: string;
  test: Test;
  isTrue: boolean;
}

/** A test of a name's value. Values, classes and functions are nodes. */
export type Test =
  /** `x instanceof C`. */
  | { is: "instance"; of: number }
  /** The value has the property. If `values` is not empty, the property is one of them. */
  | { is: "property"; property: string; values: number[] }
  /** The property is neither false nor null nor undefined. */
  | { is: "truthy"; property: string }
  /** A type guard is true of the value: `isFoo(x)`. */
  | { is: "guarded"; by: number }
  /** The facts of one condition hold, or those of the other. */
  | { is: "either"; one: Fact[]; other: Fact[] };

/** Binds a class name, which is a value and a type. */
export function declareClass(scope: Scope, name: string, symbol: number): void {
  declareValue(scope, name, { is: "symbol", symbol });
  declareType(scope, name, { is: "symbol", symbol });
}

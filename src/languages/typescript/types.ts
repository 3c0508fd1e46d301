/** Types as far as the source names them: annotations, `new T()`, `as T`, and the names that a value is reached by. */
import { CALLED, type Root, type TypeName, VALUE } from "../language.js";
import { type Analysis, firstNamed, stringText, unwrapped } from "./analysis.js";
import { runtimeGlobals } from "./runtime.js";
import { type Binding, lookUpType, lookUpValue, type Scope } from "./scope.js";

/** A name resolved as far as the file goes: a root and what follows it. */
export interface Resolved {
  root: Root;
  path: string[];
}

const PRIMITIVES: Record<string, string> = {
  string: "String",
  number: "Number",
  boolean: "Boolean",
  symbol: "Symbol",
  bigint: "BigInt",
};

const LITERALS: Record<string, string> = {
  string: "String",
  template_string: "String",
  number: "Number",
  true: "Boolean",
  false: "Boolean",
  array: "Array",
  regex: "RegExp",
};

const LONGEST_ALIAS_CHAIN = 5;
/** Locals whose values are looked up in each other, and names that a value is reached by. */
const DEEPEST_NESTING = 6;
const LONGEST_WALK = 24;

/** Generic types of the runtime that have the members of their first argument. */
const TRANSPARENT = new Set(["Partial", "Required", "Readonly", "NonNullable", "Awaited", "Omit", "Pick"]);

/** The global type of a predefined type's name (`string` is String); null for `any`, `void` and the like. */
function globalType(name: string): TypeName | null {
  const primitive = PRIMITIVES[name];
  return primitive === undefined ? null : { root: { in: "free", name: primitive }, path: [] };
}

/** The type that an annotation or type node names; null if it names none or several. */
export function typeNameOf(
  a: Analysis,
  node: number,
  scope: Scope,
  classSymbol = -1,
  isAwaited = false,
): TypeName | null {
  const { tree } = a;
  let at = node;
  let awaiting = isAwaited;
  while (at !== -1) {
    switch (tree.type(at)) {
      case "type_annotation":
      case "parenthesized_type":
      case "readonly_type":
        at = firstNamed(tree, at);
        continue;
      case "type_identifier":
      case "identifier":
        return asTypeName(resolveTypeBinding(a, scope, tree.text(at)));
      case "nested_type_identifier":
        return nestedTypeName(a, at, scope);
      case "generic_type": {
        const name = tree.child(at, "name") === -1 ? firstNamed(tree, at) : tree.child(at, "name");
        const text = tree.text(name);
        const isPromise = awaiting && text === "Promise";
        if (isPromise || (TRANSPARENT.has(text) && lookUpType(scope, text) === null)) {
          const args = tree.childOfType(at, "type_arguments");
          at = args === -1 ? -1 : firstNamed(tree, args);
          if (isPromise) awaiting = false;
          continue;
        }
        if (text === "ReturnType" || text === "InstanceType") return typeOfQuery(a, at, scope, text === "ReturnType");
        at = name;
        continue;
      }
      case "union_type":
        at = onlyMember(a, at);
        continue;
      case "intersection_type":
        at = firstNamedType(a, at);
        continue;
      case "predefined_type":
        return globalType(tree.text(at));
      case "array_type":
      case "tuple_type":
        return { root: { in: "free", name: "Array" }, path: [] };
      case "type_query": {
        const walk = walkOf(a, firstNamed(tree, at), scope, null, -1);
        return walk === null ? null : typeOfWalk(walk);
      }
      case "this_type":
        return classSymbol === -1 ? null : { root: { in: "this", type: classSymbol }, path: [] };
      case "member_expression":
        return importedType(a, at);
      default:
        return null;
    }
  }
  return null;
}

/** The one member of a union that is not null or undefined; -1 if there are several. */
function onlyMember(a: Analysis, union: number): number {
  const { tree } = a;
  let only = -1;
  const pending = [union];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (let child = tree.firstChild(at); child !== -1; child = tree.nextSibling(child)) {
      if (!tree.isNamed(child) || tree.type(child) === "comment") continue;
      const type = tree.type(child);
      if (type === "union_type") pending.push(child);
      else if (type === "literal_type" && /^(?:null|undefined)$/.test(tree.text(child))) continue;
      else if (only !== -1) return -1;
      else only = child;
    }
  }
  return only;
}

/** The first member of an intersection that has a name; -1 if none has. */
function firstNamedType(a: Analysis, intersection: number): number {
  const { tree } = a;
  let found = -1;
  for (let at = intersection; tree.type(at) === "intersection_type"; ) {
    const [left = -1, right = -1] = tree.namedChildren(at).filter((child) => tree.type(child) !== "comment");
    if (right !== -1 && NAMED_TYPE.test(tree.type(right))) found = right;
    if (left === -1) return found;
    if (NAMED_TYPE.test(tree.type(left))) return left;
    at = left;
  }
  return found;
}

const NAMED_TYPE = /^(?:type_identifier|generic_type|nested_type_identifier|type_query)$/;

/** `ReturnType<typeof f>` and `InstanceType<typeof C>`. */
function typeOfQuery(a: Analysis, generic: number, scope: Scope, isReturned: boolean): TypeName | null {
  const { tree } = a;
  const args = tree.childOfType(generic, "type_arguments");
  const query = args === -1 ? -1 : firstNamed(tree, args);
  if (query === -1 || tree.type(query) !== "type_query") return null;
  const walk = walkOf(a, firstNamed(tree, query), scope, null, -1);
  if (walk === null) return null;
  return isReturned ? typeOfWalk({ ...walk, path: [...walk.path, CALLED] }) : asTypeName(walk);
}

/** `import("m").T`: the import was noted when declarations were read. */
function importedType(a: Analysis, member: number): TypeName | null {
  const { tree } = a;
  const path: string[] = [];
  let at = member;
  while (at !== -1 && tree.type(at) === "member_expression") {
    const property = tree.child(at, "property");
    if (property !== -1) path.unshift(tree.text(property));
    at = tree.child(at, "object");
  }
  const imported = a.importAt.get(at);
  if (imported === undefined) return null;
  // The first name is what is imported.
  const rest = a.imports[imported]!.isTypeOnly ? path.slice(1) : path;
  return { root: { in: "import", import: imported }, path: rest };
}

function nestedTypeName(a: Analysis, node: number, scope: Scope): TypeName | null {
  const { tree } = a;
  const names: string[] = [];
  for (let at = node; at !== -1; ) {
    const type = tree.type(at);
    if (type === "nested_type_identifier" || type === "nested_identifier" || type === "member_expression") {
      const name = tree.child(at, type === "nested_type_identifier" ? "name" : "property");
      if (name === -1) return null;
      names.unshift(tree.text(name));
      at = tree.child(at, type === "nested_type_identifier" ? "module" : "object");
    } else {
      names.unshift(tree.text(at));
      break;
    }
  }
  const resolved = resolveName(a, scope, names[0]!, "namespace");
  return resolved === null ? null : asTypeName({ root: resolved.root, path: [...resolved.path, ...names.slice(1)] });
}

/** The type of a value, where the expression itself says it; null otherwise. */
export function typeOfValue(
  a: Analysis,
  node: number,
  scope: Scope,
  self: Root | null,
  classSymbol = -1,
): TypeName | null {
  const { tree } = a;
  const at = unwrapped(tree, node);
  if (at === -1) return null;
  const type = tree.type(at);
  switch (type) {
    case "new_expression":
      return constructedType(a, tree.child(at, "constructor"), scope);
    case "as_expression":
    case "satisfies_expression": {
      const named = tree.namedChildren(at);
      return named.length < 2 ? null : typeNameOf(a, named.at(-1)!, scope, classSymbol);
    }
    case "type_assertion": {
      const args = tree.childOfType(at, "type_arguments");
      return args === -1 ? null : typeNameOf(a, firstNamed(tree, args), scope, classSymbol);
    }
    case "this":
      if (self?.in === "instance") return self.type;
      return self?.in === "this" ? { root: self, path: [] } : null;
    default: {
      const literal = LITERALS[type];
      if (literal !== undefined) return { root: { in: "free", name: literal }, path: [] };
      const walk = walkOf(a, at, scope, self, classSymbol);
      return walk === null ? null : typeOfWalk(walk);
    }
  }
}

/** The names and calls that an expression of any depth goes through; null where its start has no name. */
function walkOf(a: Analysis, node: number, scope: Scope, self: Root | null, classSymbol: number): Resolved | null {
  const { tree } = a;
  const steps: string[] = [];
  const from = (root: Root, path: string[] = []): Resolved | null =>
    path.length + steps.length > LONGEST_WALK ? null : { root, path: [...path, ...steps.reverse()] };
  for (let at = unwrapped(tree, node); at !== -1 && steps.length <= LONGEST_WALK; ) {
    const imported = a.importAt.get(at);
    if (imported !== undefined) return from({ in: "import", import: imported });
    let next = -1;
    switch (tree.type(at)) {
      case "await_expression":
        next = firstNamed(tree, at);
        break;
      case "call_expression": {
        const given = suppliedType(a, at, scope);
        if (given !== null) return from({ in: "instance", type: given });
        steps.push(CALLED);
        next = tree.child(at, "function");
        break;
      }
      case "member_expression": {
        const property = tree.child(at, "property");
        if (property === -1) return null;
        steps.push(tree.text(property));
        next = tree.child(at, "object");
        break;
      }
      case "identifier": {
        const resolved = resolveName(a, scope, tree.text(at), "value");
        return resolved === null ? null : from(resolved.root, resolved.path);
      }
      case "this":
        return self === null ? null : from(self);
      case "super":
        return classSymbol === -1 ? null : from({ in: "super", type: classSymbol });
      default: {
        const type = EVIDENT.has(tree.type(at)) ? typeOfValue(a, at, scope, self, classSymbol) : null;
        return type === null ? null : from({ in: "instance", type });
      }
    }
    at = unwrapped(tree, next);
  }
  return null;
}

/** T of `container.resolve<T>(…)` and `inject<T>(…)`: these give what they are asked for. */
function suppliedType(a: Analysis, call: number, scope: Scope): TypeName | null {
  const { tree } = a;
  const args = tree.child(call, "type_arguments");
  const callee = tree.child(call, "function");
  if (args === -1 || callee === -1 || tree.namedChildren(args).length !== 1) return null;
  const name = tree.type(callee) === "member_expression" ? tree.child(callee, "property") : callee;
  return name !== -1 && /^(?:resolve|inject)$/.test(tree.text(name))
    ? typeNameOf(a, firstNamed(tree, args), scope)
    : null;
}

const EVIDENT = new Set(["new_expression", "as_expression", "satisfies_expression", "type_assertion"]);

/** The type of the value that a walk leads to; null if it starts nowhere. */
function typeOfWalk({ root, path }: Resolved): TypeName | null {
  switch (root.in) {
    case "unknown":
    case "result":
    case "callback":
      return null;
    case "free":
      // What the runtime gives has a type that no source names.
      if (runtimeGlobals.has(root.name)) return null;
      break;
    case "instance": {
      const { type } = root;
      if (type.path.length + path.length > LONGEST_WALK) return null;
      return { root: type.root, path: [...type.path, VALUE, ...path] };
    }
  }
  return { root, path: path.includes(CALLED) || path.includes(VALUE) ? path : [...path, VALUE] };
}

function constructedType(a: Analysis, callee: number, scope: Scope): TypeName | null {
  const { tree } = a;
  const path: string[] = [];
  let at = unwrapped(tree, callee);
  while (at !== -1 && tree.type(at) === "member_expression") {
    const property = tree.child(at, "property");
    if (property === -1) return null;
    path.unshift(tree.text(property));
    at = unwrapped(tree, tree.child(at, "object"));
  }
  if (at === -1 || tree.type(at) !== "identifier") return null;
  const resolved = resolveName(a, scope, tree.text(at), "value");
  return resolved === null ? null : asTypeName({ root: resolved.root, path: [...resolved.path, ...path] });
}

/** A resolved name as the name of a type; null if it is no declared name. */
function asTypeName(resolved: Resolved | null): TypeName | null {
  if (resolved === null) return null;
  const { root } = resolved;
  if (root.in === "instance" || root.in === "result" || root.in === "callback" || root.in === "unknown") return null;
  return { root, path: resolved.path };
}

/** What a type name means; a type parameter is what it extends; null if it extends nothing. */
function resolveTypeBinding(a: Analysis, scope: Scope, name: string): Resolved | null {
  const binding = lookUpType(scope, name);
  if (binding?.is === "typeParameter") {
    if (binding.constraint === -1) return null;
    // A constraint may name the parameter itself: look from outside of its scope.
    const outer = binding.scope.parent ?? binding.scope;
    return typeNameOf(a, binding.constraint, outer);
  }
  return resolveName(a, scope, name, "type");
}

/**
 * What a name means: "type" and "namespace" are positions in types. Null for a type parameter; root unknown for a local value without an
 * evident type.
 */
export function resolveName(
  a: Analysis,
  scope: Scope,
  name: string,
  position: "value" | "type" | "namespace",
): Resolved | null {
  const binding =
    position === "type"
      ? lookUpType(scope, name)
      : (lookUpValue(scope, name) ?? (position === "namespace" ? lookUpType(scope, name) : null));
  if (binding === null) return { root: { in: "free", name }, path: [] };
  return resolveBinding(a, binding, LONGEST_ALIAS_CHAIN);
}

function resolveBinding(a: Analysis, binding: Binding, hops: number): Resolved | null {
  switch (binding.is) {
    case "symbol":
      return { root: { in: "file", symbol: binding.symbol }, path: [] };
    case "import":
      return { root: { in: "import", import: binding.import }, path: [] };
    case "root":
      return { root: binding.root, path: [] };
    case "typeParameter":
      return null;
    case "alias":
      return hops === 0 ? { root: { in: "unknown" }, path: [] } : resolveEntity(a, binding.entity, binding.scope);
    case "local": {
      const { type, value, scope, steps } = binding;
      const path = steps.length === 0 ? [] : [VALUE, ...steps];
      if (type !== -1) {
        const named = typeNameOf(a, type, scope);
        return named === null ? { root: { in: "unknown" }, path: [] } : { root: { in: "instance", type: named }, path };
      }
      if (value !== -1) {
        const imported = a.importAt.get(value);
        if (imported !== undefined) return { root: { in: "import", import: imported }, path };
        if (a.tree.type(value) === "identifier" && hops > 0) {
          const other = lookUpValue(scope, a.tree.text(value));
          const resolved = other !== null && other !== binding ? resolveBinding(a, other, hops - 1) : null;
          if (resolved !== null) return { root: resolved.root, path: [...resolved.path, ...path] };
        }
        if (a.nesting < DEEPEST_NESTING) {
          a.nesting++;
          const named = typeOfValue(a, value, scope, binding.self, binding.classSymbol);
          a.nesting--;
          if (named !== null) return { root: { in: "instance", type: named }, path };
        }
      }
      return { root: { in: "unknown" }, path: [] };
    }
  }
}

/** `A.B.C` of an import alias. */
function resolveEntity(a: Analysis, entity: number, scope: Scope): Resolved | null {
  const names = a.tree
    .text(entity)
    .split(".")
    .map((name) => name.trim());
  const binding = lookUpValue(scope.parent ?? scope, names[0]!) ?? lookUpValue(scope, names[0]!);
  if (binding !== null && binding.is === "alias") return { root: { in: "unknown" }, path: [] };
  const root = binding === null ? ({ in: "free", name: names[0]! } as const) : resolveBinding(a, binding, 0)?.root;
  return root === undefined ? null : { root, path: names.slice(1) };
}

/** Whether a value is `require("m")` or `import("m")`, awaited or not: its call node and the module, or null. */
export function moduleRequest(
  a: Analysis,
  node: number,
): { call: number; specifier: string; isDynamic: boolean } | null {
  const { tree } = a;
  let at = unwrapped(tree, node, true);
  if (at !== -1 && tree.type(at) === "await_expression") at = unwrapped(tree, firstNamed(tree, at));
  if (at === -1 || tree.type(at) !== "call_expression") return null;
  const callee = tree.child(at, "function");
  const args = tree.child(at, "arguments");
  if (callee === -1 || args === -1 || tree.type(args) !== "arguments") return null;
  const isDynamic = tree.type(callee) === "import";
  if (!isDynamic && !(tree.type(callee) === "identifier" && tree.text(callee) === "require")) return null;
  const specifier = stringText(tree, firstNamed(tree, args));
  return specifier === null ? null : { call: at, specifier, isDynamic };
}

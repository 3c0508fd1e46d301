/** The values of expressions, as walks: `repo.find(1).name` of a parameter `repo: Repo` is `name` of what `find` of a Repo gives. */

import { nth } from "../../base/need.js";
import { isOperation, isWalk, type Step, type TypeExpr } from "../../model/parse-result.js";
import { AWAITED, CALLED, calledStep, EACH, INDEXED, itemStep, VALUE } from "../../model/steps.js";
import { freeNamed, functionOf, named, tuple, UNKNOWN_TYPE } from "../../model/type-forms.js";
import type { Analysis, Binding, Parameter, Scope, Source, Walk } from "./analysis.js";
import { typeOfModelField } from "./model-fields.js";
import { classAround, readType, rootOfBindings, typingName, unionOf, walkOfDotted } from "./names.js";
import { lookup, narrowingAt } from "./scopes.js";
import { sizeOf } from "./walk-size.js";

/** Longer walks, and values nested deeper, are not followed. */
const LONGEST = 24;
const DEEPEST = 40;
const MOST_ALTERNATIVES = 6;

/** The value of an expression; null where nothing is known of it. */
export function walkAt(a: Analysis, scope: Scope, node: number): Walk | null {
  if (node < 0 || a.depth >= DEEPEST) return null;
  a.depth++;
  const walk = read(a, scope, node);
  a.depth--;
  if (walk === null || walk.path.length > LONGEST) return null;
  return walk.root.in === "instance" && sizeOf(walk.root.type) > LARGEST ? null : walk;
}

/** Types of more parts are not followed: alternatives of alternatives would double with each step. */
const LARGEST = 120;
/** The type of a value. */
export function typeOfWalk(walk: Walk | null): TypeExpr | null {
  if (walk === null) return null;
  const { root, path } = walk;
  if (root.in === "instance" && path.length === 0) return root.type;
  if (root.in === "unknown") return null;
  return named(root, isWalk(walk) || path.at(-1) === VALUE || isSelf(walk) ? path : [...path, VALUE]);
}

/** `self` itself is of the type of the class. */
const isSelf = ({ root, path }: Walk) => root.in === "this" && path.length === 0;

/** A value of a type, as a walk. */
export function instanceOf(type: TypeExpr | null): Walk | null {
  return type === null ? null : { root: { in: "instance", type }, path: [] };
}

/** The type of an expression. */
export function typeOf(a: Analysis, scope: Scope, node: number): TypeExpr | null {
  return typeOfWalk(walkAt(a, scope, node));
}

function then(walk: Walk | null, ...steps: readonly Step[]): Walk | null {
  return walk === null || walk.root.in === "unknown" ? null : { root: walk.root, path: [...walk.path, ...steps] };
}

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ["+", "__add__"],
  ["-", "__sub__"],
  ["*", "__mul__"],
  ["/", "__truediv__"],
  ["|", "__or__"],
  ["&", "__and__"],
  ["@", "__matmul__"],
]);

function read(a: Analysis, scope: Scope, node: number): Walk | null {
  const { tree } = a;
  const parts = () => tree.namedChildren(node).filter((each) => tree.type(each) !== "comment");
  switch (tree.type(node)) {
    case "identifier":
      return valueOfName(a, scope, node);
    case "dotted_name":
    case "attribute":
      return valueOfAttribute(a, scope, node);
    case "call":
      return valueOfCall(a, scope, node);
    case "subscript":
      return valueOfSubscript(a, scope, node);
    case "await":
      return then(walkAt(a, scope, parts()[0] ?? -1), AWAITED);
    case "parenthesized_expression":
      return walkAt(a, scope, parts()[0] ?? -1);
    case "named_expression":
      return walkAt(a, scope, tree.child(node, "value"));
    case "conditional_expression": {
      const [body = -1, , other = -1] = parts();
      return either(a, scope, [body, other]);
    }
    case "boolean_operator": {
      const right = tree.child(node, "right");
      return tree.hasChildOfType(node, "and")
        ? walkAt(a, scope, right)
        : either(a, scope, [tree.child(node, "left"), right]);
    }
    case "binary_operator":
      return valueOfOperator(a, scope, node);
    case "list":
    case "list_comprehension":
    case "set":
    case "set_comprehension":
    case "dictionary":
    case "dictionary_comprehension":
    case "generator_expression":
    case "tuple":
    case "expression_list":
      return valueOfCollection(a, scope, node);
    case "string":
    case "concatenated_string":
      return instanceOf(freeNamed("str"));
    case "integer":
      return instanceOf(freeNamed("int"));
    case "float":
      return instanceOf(freeNamed("float"));
    case "true":
    case "false":
    case "not_operator":
    case "comparison_operator":
      return instanceOf(freeNamed("bool"));
    case "lambda": {
      const own = a.scopes.get(node) ?? scope;
      return instanceOf(functionOf(typeOf(a, own, tree.child(node, "body"))));
    }
    default:
      return null;
  }
}

function valueOfOperator(a: Analysis, scope: Scope, node: number): Walk | null {
  const { tree } = a;
  const left = tree.child(node, "left");
  if (/string/.test(tree.type(left))) return instanceOf(freeNamed("str"));
  const operator = tree.child(node, "operator");
  const method = operator < 0 ? undefined : OPERATORS.get(tree.text(operator));
  return method === undefined ? null : then(walkAt(a, scope, left), method, calledStep(1));
}

/** The value of any of some expressions. */
function either(a: Analysis, scope: Scope, nodes: readonly number[]): Walk | null {
  const walks = nodes.map((node) => walkAt(a, scope, node)).filter((each) => each !== null);
  if (walks.length < 2) return walks[0] ?? null;
  return instanceOf(unionOf(walks.slice(0, MOST_ALTERNATIVES).map(typeOfWalk)));
}

function valueOfName(a: Analysis, scope: Scope, node: number): Walk | null {
  const name = a.tree.text(node);
  const narrowed = narrowedAt(a, name, node, scope);
  if (narrowed !== null) return narrowed;
  const found = lookup(a, scope, name, node);
  if (found === null) return { root: { in: "free", name }, path: [] };
  const isDeclaring = found.scope.kind === "module" || found.scope.kind === "class";
  if (isDeclaring) {
    const root = rootOfBindings(found.bindings);
    if (root !== null) return { root, path: [] };
  }
  return valueOfBindings(a, found.bindings);
}

/** The value that `isinstance` tells of a name here. */
function narrowedAt(a: Analysis, text: string, node: number, scope: Scope): Walk | null {
  if (!a.narrowings.has(text)) return null;
  let current: Scope | null = scope;
  while (current !== null && (current.kind === "comprehension" || current.kind === "lambda")) {
    const fact = narrowingAt(a, text, node, current);
    if (fact !== null) return instanceOf(classesAt(a, fact.scope, fact.type));
    current = current.parent;
  }
  const fact = current === null ? null : narrowingAt(a, text, node, current);
  return fact === null ? null : instanceOf(classesAt(a, fact.scope, fact.type));
}

/** The type of an instance of the class that a node names, or of one of several in a tuple. */
function classesAt(a: Analysis, scope: Scope, node: number, depth = 0): TypeExpr | null {
  const { tree } = a;
  if (tree.type(node) === "tuple") {
    const parts = depth > 3 ? [] : tree.namedChildren(node).slice(0, MOST_ALTERNATIVES);
    return unionOf(parts.map((each) => classesAt(a, scope, each, depth + 1)));
  }
  const walk = walkAt(a, scope, node);
  return walk === null || isWalk(walk) ? null : named(walk.root, walk.path);
}

function valueOfBindings(a: Analysis, bindings: readonly Binding[]): Walk | null {
  // An annotation decides for all values of the name.
  const declared = bindings.find((each) => each.kind === "value" && (each.source?.annotation ?? -1) >= 0);
  if (declared !== undefined) return valueOfBinding(a, declared);
  const walks: Walk[] = [];
  for (const binding of bindings.slice(0, MOST_ALTERNATIVES)) {
    const walk = valueOfBinding(a, binding);
    if (walk !== null) walks.push(walk);
  }
  if (walks.length < 2) return walks[0] ?? null;
  return instanceOf(unionOf(walks.map(typeOfWalk)));
}

function valueOfBinding(a: Analysis, binding: Binding): Walk | null {
  switch (binding.kind) {
    case "symbol":
      return { root: { in: "file", symbol: binding.symbol }, path: [] };
    case "import":
      return { root: { in: "import", import: binding.import }, path: [] };
    case "parameter":
      return kept(a, binding.parameter, () => valueOfParameter(a, binding));
    case "value": {
      const { source } = binding;
      return source === null ? null : kept(a, source, () => valueOfSource(a, source));
    }
  }
}

/** A value that is found once; a value that leads back to itself is unknown there. */
function kept(a: Analysis, key: object, find: () => Walk | null): Walk | null {
  const known = a.known.get(key);
  if (known !== undefined) return known;
  if (a.pending.has(key)) return null;
  a.pending.add(key);
  const walk = find();
  a.pending.delete(key);
  // A value that was found on the way around a circle depends on where it began.
  if (a.pending.size === 0 || walk !== null) a.known.set(key, walk);
  return walk;
}

/** The value of a source. */
export function valueOfSource(a: Analysis, { node, scope, steps, annotation, isInstance }: Source): Walk | null {
  if (annotation >= 0) {
    const type = readType(a, scope, annotation);
    if (type !== null) return instanceOf(type);
  }
  if (isInstance === true) return instanceOf(classesAt(a, scope, node));
  const value = walkAt(a, scope, node);
  const [first, ...rest] = steps;
  // `a, b = x, y`
  if (first !== undefined && isOperation(first) && first.kind === "item" && isTuple(a, node)) {
    const part = a.tree.namedChildren(node)[first.number];
    return part === undefined ? null : then(walkAt(a, scope, part), ...rest);
  }
  return then(value, ...steps);
}

const isTuple = ({ tree }: Analysis, node: number) => node >= 0 && /^(?:tuple|expression_list)$/.test(tree.type(node));

function valueOfParameter(a: Analysis, { parameter, reach }: Extract<Binding, { kind: "parameter" }>): Walk | null {
  const { annotation, fallback, self, isFixture, name, form } = parameter;
  if (self !== null) return self;
  const scope = a.scopes.get(reach.from)?.parent ?? a.module;
  const own = a.scopes.get(reach.from) ?? scope;
  const type = annotation < 0 ? null : readType(a, own, annotation);
  if (form !== "plain") return instanceOf(collectionOf(parameter, type));
  if (type !== null) return instanceOf(type);
  if (isFixture) return { root: { in: "free", name: `@${name}` }, path: [CALLED] };
  const value = fallback < 0 ? null : walkAt(a, scope, fallback);
  if (a.tree.type(own.node) === "lambda") return value ?? elementFor(a, scope, own, name);
  return value ?? parameter.inherited;
}

/** Functions of the runtime that call `key` with each element of their first argument. */
const KEYED: ReadonlySet<string> = new Set(["sorted", "min", "max"]);

/** The value of a parameter of a lambda that the runtime calls with each element of a collection: `sorted(users, key=lambda user: user.name)`. */
function elementFor(a: Analysis, scope: Scope, { node, names }: Scope, name: string): Walk | null {
  const { tree } = a;
  const above = tree.parent(node);
  const isKey = tree.type(above) === "keyword_argument" && tree.text(tree.child(above, "name")) === "key";
  const list = isKey ? tree.parent(above) : above;
  if (tree.type(list) !== "argument_list") return null;
  const callee = tree.child(tree.parent(list), "function");
  const given = tree.namedChildren(list).filter((each) => tree.type(each) !== "comment");
  const elementOf = (each: number | undefined) => then(walkAt(a, scope, each ?? -1), EACH);
  if (isKey && tree.type(callee) === "attribute" && tree.text(tree.child(callee, "attribute")) === "sort")
    return elementOf(tree.child(callee, "object"));
  if (tree.type(callee) !== "identifier" || lookup(a, scope, tree.text(callee), callee) !== null) return null;
  const called = tree.text(callee);
  if (isKey) {
    const isOfOne = given.slice(1).every((each) => tree.type(each) === "keyword_argument");
    return KEYED.has(called) && isOfOne ? elementOf(given[0]) : null;
  }
  const number = [...names.keys()].indexOf(name);
  return (called === "map" || called === "filter") && given[0] === node ? elementOf(given[1 + number]) : null;
}

function collectionOf({ form }: Parameter, type: TypeExpr | null): TypeExpr {
  const element = type ?? UNKNOWN_TYPE;
  return form === "list" ? freeNamed("list", [element]) : freeNamed("dict", [freeNamed("str"), element]);
}

/** The names of a chain, `a.b.c`; null where it is more than names. */
export function namesOf({ tree }: Analysis, node: number): string[] | null {
  const names: string[] = [];
  let inner = node;
  while (tree.type(inner) === "attribute") {
    const attribute = tree.child(inner, "attribute");
    if (attribute < 0) return null;
    names.push(tree.text(attribute));
    inner = tree.child(inner, "object");
    if (inner < 0) return null;
  }
  if (tree.type(inner) === "dotted_name")
    return [...tree.text(inner).replace(/\s+/g, "").split("."), ...names.reverse()];
  if (tree.type(inner) !== "identifier") return null;
  names.push(tree.text(inner));
  return names.reverse();
}

function valueOfAttribute(a: Analysis, scope: Scope, node: number): Walk | null {
  const { tree } = a;
  const narrowed = a.narrowings.size === 0 ? null : narrowedAt(a, tree.text(node), node, scope);
  if (narrowed !== null) return narrowed;
  if (a.dotted.size > 0) {
    const names = namesOf(a, node);
    const isImport =
      names !== null && lookup(a, scope, nth(names, 0), node)?.bindings.some(({ kind }) => kind === "import");
    const walk = names !== null && isImport === true ? walkOfDotted(a, names) : null;
    if (walk !== null) return walk;
  }
  if (tree.type(node) === "dotted_name") {
    const [first = -1, ...rest] = tree.namedChildren(node);
    return then(walkAt(a, scope, first), ...rest.map((each) => tree.text(each)));
  }
  const attribute = tree.child(node, "attribute");
  return attribute < 0 ? null : then(walkAt(a, scope, tree.child(node, "object")), tree.text(attribute));
}

function valueOfSubscript(a: Analysis, scope: Scope, node: number): Walk | null {
  const { tree } = a;
  const value = walkAt(a, scope, tree.child(node, "value"));
  const index = tree.child(node, "subscript");
  if (index < 0 || value === null) return null;
  const type = tree.type(index);
  if (type === "slice") return value;
  return then(value, type === "integer" ? itemStep(Number(tree.text(index)) || 0) : INDEXED);
}

/** Functions that give a collection with the elements of their argument. */
const COLLECTING: ReadonlySet<string> = new Set([
  "list",
  "sorted",
  "reversed",
  "set",
  "frozenset",
  "tuple",
  "iter",
  "filter",
]);
/** Functions that give their argument, a copy of it, or a function that calls it. */
const HANDING_ON: ReadonlySet<string> = new Set([
  "copy.copy",
  "copy.deepcopy",
  "dataclasses.replace",
  "functools.partial",
]);

function valueOfCall(a: Analysis, scope: Scope, node: number): Walk | null {
  const { tree } = a;
  const callee = tree.child(node, "function");
  const list = tree.child(node, "arguments");
  const given = list < 0 ? [] : tree.namedChildren(list).filter((each) => tree.type(each) !== "comment");
  const walk = walkAt(a, scope, callee);
  if (walk === null) return null;
  const known = valueOfKnownCall(a, scope, walk, given, node);
  return known === undefined ? then(walk, calledStep(given.length)) : known;
}

/** The result of a call of a function of the runtime; undefined for any other. */
function valueOfKnownCall(
  a: Analysis,
  scope: Scope,
  { root, path }: Walk,
  given: readonly number[],
  node: number,
): Walk | null | undefined {
  const [first = -1, second = -1] = given;
  if (root.in === "free" && path.length === 0) return valueOfBuiltIn(a, scope, root.name, given, node);
  if (root.in !== "import") return undefined;
  const { specifier, imported } = nth(a.imports, root.import);
  const field = typeOfModelField(a, scope, { specifier, name: String(path.at(-1) ?? imported) }, given);
  if (field !== null) return instanceOf(field);
  const name = imported === "*" ? path[0] : path.length === 0 ? imported : undefined;
  if (typeof name !== "string" || path.length > 1) return undefined;
  if (name === "cast" && typingName(a, { root, path }) === "cast") {
    return second < 0 || first < 0 ? null : instanceOf(readType(a, scope, first));
  }
  if (specifier === "asyncio") return valueOfTask(a, scope, name, given);
  return HANDING_ON.has(`${specifier}.${name}`) ? walkAt(a, scope, first) : undefined;
}

/** Functions of asyncio whose result gives, when it is awaited, what their first argument gives. */
const TASKS: ReadonlySet<string> = new Set(["create_task", "ensure_future", "shield", "wait_for"]);

/** The result of a call of a function of asyncio; undefined for those that tell nothing. */
function valueOfTask(a: Analysis, scope: Scope, name: string, given: readonly number[]): Walk | null | undefined {
  const [first = -1] = given;
  if (TASKS.has(name)) return walkAt(a, scope, first);
  if (name === "run") return then(walkAt(a, scope, first), AWAITED);
  if (name !== "gather") return undefined;
  const awaitables = given.filter((each) => a.tree.type(each) !== "keyword_argument");
  const results = awaitables.map((each) => {
    const isSplat = a.tree.type(each) === "list_splat";
    const walk = walkAt(a, scope, isSplat ? (a.tree.namedChildren(each)[0] ?? -1) : each);
    return typeOfWalk(then(walk, ...(isSplat ? [EACH] : []), AWAITED)) ?? UNKNOWN_TYPE;
  });
  const isOpen = awaitables.some((each) => a.tree.type(each) === "list_splat");
  const all = isOpen ? freeNamed("list", [unionOf(results) ?? UNKNOWN_TYPE]) : tuple(results);
  return instanceOf(freeNamed("Coroutine", [all]));
}

function valueOfBuiltIn(
  a: Analysis,
  scope: Scope,
  name: string,
  given: readonly number[],
  node: number,
): Walk | null | undefined {
  const [first = -1, second = -1] = given;
  const elementOf = (each: number) => typeOfWalk(then(walkAt(a, scope, each), EACH)) ?? UNKNOWN_TYPE;
  if (COLLECTING.has(name)) {
    const from = name === "filter" ? second : first;
    return instanceOf(freeNamed(name === "set" ? "set" : "list", from < 0 ? undefined : [elementOf(from)]));
  }
  switch (name) {
    case "super":
      return valueOfSuper(a, scope, node);
    case "enumerate":
      return instanceOf(freeNamed("list", [tuple([freeNamed("int"), elementOf(first)])]));
    case "zip":
      return instanceOf(freeNamed("list", [tuple(given.map(elementOf))]));
    case "next":
      return then(walkAt(a, scope, first), EACH);
    case "min":
    case "max":
      return second < 0 || a.tree.type(second) === "keyword_argument"
        ? then(walkAt(a, scope, first), EACH)
        : either(a, scope, given);
    case "type": {
      const type = second < 0 ? typeOf(a, scope, first) : null;
      return type?.kind === "named" && !isWalk(type)
        ? {
            root: type.root.in === "this" ? { in: "file", symbol: type.root.type, isSelf: true } : type.root,
            path: type.path,
          }
        : null;
    }
    case "map": {
      const result = typeOfWalk(then(walkAt(a, scope, first), calledStep(given.length - 1)));
      return instanceOf(freeNamed("list", [result ?? UNKNOWN_TYPE]));
    }
    case "getattr":
    case "vars":
      return null;
    default:
      return undefined;
  }
}

/** `super()`: what the bases of the class around it give. */
function valueOfSuper(a: Analysis, scope: Scope, _node: number): Walk | null {
  const type = classAround(a, scope);
  return type < 0 ? null : { root: { in: "super", type }, path: [] };
}

function valueOfCollection(a: Analysis, scope: Scope, node: number): Walk | null {
  const { tree } = a;
  const type = tree.type(node);
  const own = a.scopes.get(node) ?? scope;
  const parts = tree.namedChildren(node).filter((each) => tree.type(each) !== "comment");
  const elements = (nodes: readonly number[]) =>
    unionOf(nodes.slice(0, MOST_ALTERNATIVES).map((each) => elementAt(a, own, each))) ?? UNKNOWN_TYPE;
  if (type === "tuple" || type === "expression_list") {
    return parts.length > 12 || parts.some((each) => tree.type(each) === "list_splat")
      ? instanceOf(freeNamed("list", [elements(parts)]))
      : instanceOf(tuple(parts.map((each) => typeOf(a, own, each) ?? UNKNOWN_TYPE)));
  }
  if (type === "dictionary") {
    const pairs = parts.filter((each) => tree.type(each) === "pair");
    const values = pairs.map((pair) => tree.child(pair, "value"));
    return instanceOf(freeNamed("dict", [elements(pairs.map((pair) => tree.child(pair, "key"))), elements(values)]));
  }
  const body = tree.child(node, "body");
  if (type === "dictionary_comprehension") {
    const args = [tree.child(body, "key"), tree.child(body, "value")].map(
      (each) => typeOf(a, own, each) ?? UNKNOWN_TYPE,
    );
    return instanceOf(freeNamed("dict", args));
  }
  const name = type.startsWith("set") ? "set" : type.startsWith("generator") ? "Generator" : "list";
  if (body >= 0 && name !== "list") return instanceOf(freeNamed(name, [typeOf(a, own, body) ?? UNKNOWN_TYPE]));
  if (type === "list_comprehension") return instanceOf(freeNamed("list", [typeOf(a, own, body) ?? UNKNOWN_TYPE]));
  return instanceOf(freeNamed(name, [elements(parts)]));
}

function elementAt(a: Analysis, scope: Scope, node: number): TypeExpr | null {
  const { tree } = a;
  if (node < 0) return null;
  if (tree.type(node) !== "list_splat") return typeOf(a, scope, node);
  return typeOfWalk(then(walkAt(a, scope, tree.namedChildren(node)[0] ?? -1), EACH));
}

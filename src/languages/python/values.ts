/** The values of expressions, as walks: `repo.find(1).name` of a parameter `repo: Repo` is `name` of what `find` of a Repo gives. */

import { nth } from "../../base/need.js";
import { isOperation, isWalk, type TypeExpr } from "../../model/parse-result.js";
import { AWAITED, CALLED, calledStep, EACH, INDEXED, itemStep } from "../../model/steps.js";
import { freeNamed, functionOf, named, tuple, UNKNOWN_TYPE } from "../../model/type-forms.js";
import {
  type Analysis,
  type Binding,
  type Narrowing,
  type Parameter,
  type Scope,
  type Source,
  textOf,
  type Walk,
} from "./analysis.js";
import { emptyCollection, fillsOf } from "./fills.js";
import { classOf, type GivenValues, resultOfBuiltIn, resultOfLibrary } from "./library-calls.js";
import { typeOfModelField } from "./model-fields.js";
import {
  CLASS_NAME,
  classAround,
  namesOf,
  readType,
  rootOfBindings,
  typingName,
  unionOf,
  walkOfDotted,
} from "./names.js";
import { KEY, OPERATORS, UNARY } from "./operators.js";
import { recordOf } from "./records.js";
import { runtimeGlobals } from "./runtime.js";
import { exclusionsAt, lookup, narrowingAt } from "./scopes.js";
import { sizeOf } from "./walk-size.js";
import { after, alternative, instanceOf, typeOfWalk } from "./walks.js";

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
/** The type of an expression. */
export function typeOf(a: Analysis, scope: Scope, node: number): TypeExpr | null {
  return typeOfWalk(walkAt(a, scope, node));
}

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
      return after(walkAt(a, scope, parts()[0] ?? -1), AWAITED);
    case "parenthesized_expression":
      return walkAt(a, scope, parts()[0] ?? -1);
    case "keyedexpression":
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
    case "unary_operator": {
      const method = UNARY.get(textOf(tree, tree.child(node, "operator")));
      return method === undefined ? null : after(walkAt(a, scope, tree.child(node, "argument")), method, calledStep(0));
    }
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
  return method === undefined ? null : after(walkAt(a, scope, left), method, calledStep(1));
}

/** The value of any of some expressions. */
function either(a: Analysis, scope: Scope, nodes: readonly number[]): Walk | null {
  const walks = nodes.map((node) => walkAt(a, scope, node)).filter((each) => each !== null);
  if (walks.length < 2) return walks[0] ?? null;
  return instanceOf(unionOf(walks.slice(0, MOST_ALTERNATIVES).map(alternative)));
}

function valueOfName(a: Analysis, scope: Scope, node: number): Walk | null {
  const name = a.tree.text(node);
  const narrowed = narrowedAt(a, name, node, scope);
  return narrowed ?? boundValue(a, scope, node, name);
}

/** The value that the bindings of a name tell. */
function boundValue(a: Analysis, scope: Scope, node: number, name: string): Walk | null {
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
    if (fact !== null) return valueOfFact(a, fact, node, scope, text);
    current = current.parent;
  }
  const fact = current === null ? null : narrowingAt(a, text, node, current);
  return fact === null ? null : valueOfFact(a, fact, node, scope, text);
}

/** The value of a name by what a condition tells of it. */
function valueOfFact(a: Analysis, fact: Narrowing, node: number, from: Scope, name: string): Walk | null {
  const { scope, type, isExcluded } = fact;
  if (!isExcluded && fact.isGuarded !== true) return instanceOf(classesAt(a, scope, type));
  const whole = boundValue(a, from, node, name);
  const of = typeOfWalk(whole);
  if (fact.isGuarded === true) {
    const guard = typeOf(a, scope, type);
    if (guard === null) return whole;
    return instanceOf({ kind: "narrowed", of: of ?? UNKNOWN_TYPE, isTrue: true, property: null, by: [guard] });
  }
  const excluded = exclusionsAt(a, name, node, scope).slice(0, MOST_ALTERNATIVES);
  const by = excluded.map((each) => classesAt(a, each.scope, each.type)).filter((each) => each !== null);
  if (of === null || by.length === 0) return whole;
  return instanceOf({ kind: "narrowed", of, isTrue: false, property: null, by });
}

/** The type of an instance of the class that a node names, or of one of several in a tuple. */
function classesAt(a: Analysis, scope: Scope, node: number, depth = 0): TypeExpr | null {
  const { tree } = a;
  if (/^(?:tuple|binary_operator|union_pattern)$/.test(tree.type(node))) {
    const parts = depth > 3 ? [] : tree.namedChildren(node).slice(0, MOST_ALTERNATIVES);
    const types = parts.map((each) => classesAt(a, scope, each, depth + 1));
    return types.includes(null) ? null : unionOf(types);
  }
  if (tree.type(node) === "class_pattern") return classesAt(a, scope, tree.namedChildren(node)[0] ?? -1, depth + 1);
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
  return instanceOf(unionOf(walks.map(alternative)));
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
export function valueOfSource(a: Analysis, source: Source): Walk | null {
  const { node, scope, steps, annotation, isInstance } = source;
  if (annotation >= 0) {
    const type = readType(a, scope, annotation);
    if (type !== null) return instanceOf(type);
  }
  if (isInstance === true) return after(instanceOf(classesAt(a, scope, node)), ...steps);
  const value = filled(a, source) ?? walkAt(a, scope, node);
  const [first, ...rest] = steps;
  // `a, b = x, y`
  if (first !== undefined && isOperation(first) && first.kind === "item" && isTuple(a, node)) {
    const part = a.tree.namedChildren(node)[first.number];
    return part === undefined ? null : after(walkAt(a, scope, part), ...rest);
  }
  return after(value, ...steps);
}

/** A collection that begins empty, with the elements that it is given later; null for any other value. */
function filled(a: Analysis, source: Source): Walk | null {
  const name = source.steps.length === 0 ? emptyCollection(a, source.node) : undefined;
  if (name === undefined) return null;
  const elements = fillsOf(a, source)
    .slice(0, MOST_ALTERNATIVES)
    .map(({ node, scope, isMany }) => typeOfWalk(after(walkAt(a, scope, node), ...(isMany ? [EACH] : []))));
  const element = unionOf(elements);
  if (element === null) return null;
  return instanceOf(freeNamed(name, name === "dict" ? [UNKNOWN_TYPE, element] : [element]));
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
  const elementOf = (each: number | undefined) => after(walkAt(a, scope, each ?? -1), EACH);
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
    return after(walkAt(a, scope, first), ...rest.map((each) => tree.text(each)));
  }
  const attribute = tree.child(node, "attribute");
  if (attribute < 0) return null;
  const of = walkAt(a, scope, tree.child(node, "object"));
  const name = tree.text(attribute);
  return (name === "__class__" ? classOf(typeOfWalk(of)) : null) ?? after(of, name);
}

function valueOfSubscript(a: Analysis, scope: Scope, node: number): Walk | null {
  const { tree } = a;
  const value = walkAt(a, scope, tree.child(node, "value"));
  const index = tree.child(node, "subscript");
  if (index < 0 || value === null) return null;
  const type = tree.type(index);
  if (type === "slice") return value;
  const key = type === "string" ? KEY.exec(tree.text(index))?.[1] : undefined;
  if (key !== undefined) return after(value, `[${key}]`, INDEXED);
  return after(value, type === "integer" ? itemStep(Number(tree.text(index)) || 0) : INDEXED);
}

function valueOfCall(a: Analysis, scope: Scope, node: number): Walk | null {
  const { tree } = a;
  const callee = tree.child(node, "function");
  const list = tree.child(node, "arguments");
  const given = list < 0 ? [] : tree.namedChildren(list).filter((each) => tree.type(each) !== "comment");
  if (tree.type(callee) === "subscript" && CLASS_NAME.test(textOf(tree, tree.child(callee, "value"))))
    return instanceOf(readType(a, scope, callee));
  const walk = walkAt(a, scope, callee);
  if (walk === null) return null;
  const known = valueOfKnownCall(a, scope, walk, given);
  if (known !== undefined) return known;
  return callWithArguments(a, scope, walk, given) ?? after(walk, calledStep(given.length));
}

/** A call whose arguments may decide its result, as those of a generic function do; null where they tell nothing. */
function callWithArguments(a: Analysis, scope: Scope, { root, path }: Walk, given: readonly number[]): Walk | null {
  const { tree } = a;
  const isOfRuntime = root.in === "free" && (path.length > 0 || runtimeGlobals.has(root.name));
  // Alternatives of alternatives would double with each call of a chain.
  const isOpen = root.in === "unknown" || (root.in === "instance" && root.type.kind === "union");
  if (isOpen || isOfRuntime || given.length === 0 || given.length > MOST_ARGUMENTS) return null;
  if (given.some((each) => /_splat$/.test(tree.type(each)))) return null;
  const names: string[] = [];
  const keyed: TypeExpr[] = [];
  const args: (TypeExpr | null)[] = [];
  for (const each of given) {
    const isNamed = tree.type(each) === "keyword_argument";
    const type = tellingType(a, scope, isNamed ? tree.child(each, "value") : each);
    if (!isNamed) args.push(type);
    else if (type !== null) {
      names.push(tree.text(tree.child(each, "name")));
      keyed.push(type);
    }
  }
  if (names.length === 0 && args.every((each) => each === null)) return null;
  if (names.length > 0) args.push({ kind: "object", names, types: keyed });
  const call: Walk = { root: { in: "call", of: named(root, path), typeArguments: [], arguments: args }, path: [] };
  return sizeOf(named(call.root)) > LARGEST_CALL ? null : call;
}

const MOST_ARGUMENTS = 8;
const LARGEST_ARGUMENT = 16;
const LARGEST_CALL = 40;

/** The type of an argument; null for those that say little, as those of literals do. */
function tellingType(a: Analysis, scope: Scope, node: number): TypeExpr | null {
  if (SILENT.has(a.tree.type(node))) return null;
  const type = typeOf(a, scope, node);
  if (type === null || sizeOf(type) > LARGEST_ARGUMENT) return null;
  const isPlain = type.kind === "named" && type.root.in === "free" && type.args === undefined;
  return isPlain ? null : type;
}

const SILENT: ReadonlySet<string> = new Set([
  "string",
  "concatenated_string",
  "integer",
  "float",
  "true",
  "false",
  "none",
  "not_operator",
  "comparison_operator",
]);

/** The result of a call of a function of the runtime; undefined for any other. */
function valueOfKnownCall(
  a: Analysis,
  scope: Scope,
  { root, path }: Walk,
  given: readonly number[],
): Walk | null | undefined {
  const [first = -1, second = -1] = given;
  const values = givenValues(a, scope, given);
  if (root.in === "free" && path.length === 0)
    return root.name === "super" ? valueOfSuper(a, scope) : resultOfBuiltIn(root.name, values);
  if (root.in !== "import") return undefined;
  const { specifier, imported } = nth(a.imports, root.import);
  const field = typeOfModelField(a, scope, { specifier, name: String(path.at(-1) ?? imported) }, given);
  if (field !== null) return instanceOf(field);
  const name = imported === "*" ? path[0] : path.length === 0 ? imported : undefined;
  if (typeof name !== "string" || path.length > 1) return undefined;
  if (name === "cast" && typingName(a, { root, path }) === "cast") {
    return second < 0 || first < 0 ? null : instanceOf(readType(a, scope, first));
  }
  return resultOfLibrary(specifier, name, values);
}

function givenValues(a: Analysis, scope: Scope, given: readonly number[]): GivenValues {
  const { tree } = a;
  const isSplat = (node: number) => tree.type(node) === "list_splat";
  return {
    nodes: given.filter((each) => tree.type(each) !== "keyword_argument"),
    isSplat,
    value: (node = -1, ...steps) =>
      after(walkAt(a, scope, node >= 0 && isSplat(node) ? (tree.namedChildren(node)[0] ?? -1) : node), ...steps),
    either: (nodes) => either(a, scope, nodes),
    type: typeOfWalk,
  };
}

/** `super()`: what the bases of the class around it give. */
function valueOfSuper(a: Analysis, scope: Scope): Walk | null {
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
    const keys = elements(pairs.map((pair) => tree.child(pair, "key")));
    return instanceOf(
      freeNamed("dict", [keys, elements(values), ...recordOf(a, pairs, (value) => tellingType(a, own, value))]),
    );
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
  return typeOfWalk(after(walkAt(a, scope, tree.namedChildren(node)[0] ?? -1), EACH));
}

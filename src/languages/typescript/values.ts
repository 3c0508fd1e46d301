/** Finds the types of values, as far as the expression tells them: `new T()`, `as T`, literals, and walks over names and calls. */
import { need } from "../../base/need.js";
import type { Root, Step, TypeExpr } from "../../model/parse-result.js";
import { AWAITED, CALLED, calledStep, EACH, INDEXED, isCalledStep, itemStep, MADE, VALUE } from "../../model/steps.js";
import { functionOf, known, named, SPREAD, tuple, UNKNOWN_TYPE, union } from "../../model/type-forms.js";
import { type Analysis, answerOnce, type Resolved, type Standpoint } from "./analysis.js";
import { regionAt } from "./regions.js";
import { runtimeGlobals } from "./runtime.js";
import { choicesIn, typeOfShape } from "./schemas.js";
import type { Scope } from "./scope.js";
import { returnedValues } from "./symbols.js";
import { argumentNodes, firstNamed, memberName, stringText, unwrap } from "./syntax-helpers.js";
import {
  asTypeName,
  asWalk,
  freeType,
  isSilent,
  LONGEST_WALK,
  sizeOf,
  spreadingOf,
  typeOfWalk,
  unionOf,
  withSteps,
} from "./type-names.js";
import { typeNameOf } from "./types.js";

const LITERALS: Record<string, string> = {
  string: "String",
  template_string: "String",
  number: "Number",
  true: "Boolean",
  false: "Boolean",
  regex: "RegExp",
  update_expression: "Number",
};
/** A chain of calls is cut after this many calls. */
const CALLS_OF_LINK = 8;
/** Expressions inside expressions are read at most this deep, in a file with schemas a little deeper: these stand in calls in calls. */
const DEEPEST_VALUE = 6;
const DEEPEST_SCHEMA = 9;
/** The elements of a longer array are not read; half as many arguments of a call. */
const MOST_ITEMS = 8;
const MOST_ARGUMENTS = 16;
/** Larger types are not built upon. The type of each call in a chain holds the types of the calls before it, and would grow with the chain. */
const LARGEST_TYPE = 40;
const LARGEST_ARGUMENT = 12;
/** An argument of a call whose result is kept under a name is not a part of a chain: `defineStore("cart", { … })`, `return useQuery({ … })`. */
const LARGEST_GIVEN = 300;
/** Objects of the runtime whose methods pass on their arguments: `Promise.all([a, b])`. */
const GIVES_ARGUMENTS = new Set(["Object", "Array", "Promise"]);

/** The type of a value, if the expression tells it; null otherwise. */
export function typeOfValue(a: Analysis, node: number, from: Standpoint): TypeExpr | null {
  const isDeep = a.valueDepth >= (a.shapes.size === 0 ? DEEPEST_VALUE : DEEPEST_SCHEMA);
  if (isDeep && !a.shapes.has(node)) {
    a.cuts++;
    return null;
  }
  return answerOnce(a, a.known.values, node, () => {
    a.valueDepth++;
    const type = readValue(a, unwrap(a.tree, node), from);
    a.valueDepth--;
    return type;
  });
}

function readValue(a: Analysis, node: number, from: Standpoint): TypeExpr | null {
  const { tree } = a;
  if (node === -1) return null;
  const { scope, self, classSymbol } = from;
  const type = tree.type(node);
  switch (type) {
    case "new_expression":
      return constructedType(a, node, from);
    case "as_expression":
    case "satisfies_expression": {
      const [value, ...types] = tree.namedChildren(node);
      if (value === undefined) return null;
      const written = types.at(-1);
      // `as const` has no type.
      if (written === undefined) return tupleOf(a, unwrap(tree, value), from) ?? typeOfValue(a, value, from);
      const own = type === "satisfies_expression" ? typeOfValue(a, value, from) : null;
      return own ?? typeNameOf(a, written, scope, classSymbol);
    }
    case "type_assertion": {
      const args = tree.childOfType(node, "type_arguments");
      return args === -1 ? null : typeNameOf(a, firstNamed(tree, args), scope, classSymbol);
    }
    case "this":
      if (self?.in === "instance") return self.type;
      return self?.in === "this" ? named(self) : null;
    case "ternary_expression":
      return unionOf(
        [tree.child(node, "consequence"), tree.child(node, "alternative")]
          .filter((branch) => branch !== -1 && !isNothing(a, branch))
          .map((branch) => typeOfValue(a, branch, from)),
      );
    case "binary_expression":
      return typeOfOperation(a, node, from);
    case "assignment_expression":
      return typeOfValue(a, tree.child(node, "right"), from);
    case "array":
      return freeType("Array", [typeOfElements(a, node, from)]);
    case "object": {
      const owner = a.valueOf.get(node);
      if (owner !== undefined && owner > 0) return valueOfSymbol(owner);
      return typeOfObject(a, node, from);
    }
    case "class": {
      const symbol = a.symbolAt.get(node);
      return symbol === undefined ? null : valueOfSymbol(symbol);
    }
    case "arrow_function":
    case "function_expression":
      return typeOfFunction(a, node, from);
    default: {
      const literal = LITERALS[type];
      if (literal !== undefined) return freeType(literal);
      const walk = walkOf(a, node, from);
      return walk === null ? null : typeOfWalk(walk);
    }
  }
}

/** The type of the value of a symbol of the file. */
function valueOfSymbol(symbol: number): TypeExpr {
  return named({ in: "file", symbol }, [VALUE]);
}

function isNothing({ tree }: Analysis, node: number): boolean {
  return /^(?:null|undefined)$/.test(tree.type(node)) || tree.text(node) === "undefined";
}

/** At most this many members of an object literal are read. */
const MOST_NAMES = 60;
/** An object literal with more spreads than this has none that is read. */
const MOST_SPREADS = 60;

const COMPARING = new Set(["==", "===", "!=", "!==", "<", ">", "<=", ">=", "in", "instanceof"]);

/** The type of `a && b`, `a ?? b`, `a < b` and other operations on two values. */
function typeOfOperation(a: Analysis, node: number, from: Standpoint): TypeExpr | null {
  const { tree } = a;
  const operator = tree.child(node, "operator");
  const left = tree.child(node, "left");
  const right = tree.child(node, "right");
  const text = operator === -1 ? "" : tree.text(operator);
  if (text === "&&") return typeOfValue(a, right, from);
  if (text === "||" || text === "??") {
    return unionOf([left, right].filter((side) => !isNothing(a, side)).map((side) => typeOfValue(a, side, from)));
  }
  return COMPARING.has(text) ? freeType("Boolean") : text === "+" ? null : freeType("Number");
}

/** The union of the types of an array's elements. */
function typeOfElements(a: Analysis, array: number, from: Standpoint): TypeExpr | null {
  const { tree } = a;
  const choices = choicesIn(a, array);
  if (choices !== null && choices.length > 0)
    return union(known(choices.map((schema) => typeOfValue(a, schema, from))));
  const items = tree.namedChildren(array).filter((item) => tree.type(item) !== "comment");
  if (items.length === 0 || items.length > MOST_ITEMS) return null;
  return unionOf(
    items.map((item) => {
      if (tree.type(item) !== "spread_element") return typeOfValue(a, item, from);
      const list = typeOfValue(a, firstNamed(tree, item), from);
      return list === null ? null : withSteps(list, EACH);
    }),
  );
}

/** The type of `[open, close] as const`, each of whose elements keeps its own type; null for other values, and where all elements are of one type. */
function tupleOf(a: Analysis, array: number, from: Standpoint): TypeExpr | null {
  const { tree } = a;
  if (array === -1 || tree.type(array) !== "array") return null;
  const items = tree.namedChildren(array).filter((item) => tree.type(item) !== "comment");
  if (items.length === 0 || items.length > MOST_ITEMS) return null;
  if (items.some((item) => tree.type(item) === "spread_element")) return null;
  const types = items.map((item) => typeOfValue(a, item, from));
  return types.length > 1 && unionOf(types)?.kind !== "union" ? null : tuple(types.map((type) => type ?? UNKNOWN_TYPE));
}

/** Values of keys whose type may be told. */
const TELLING = /^(?:identifier|member_expression|call_expression|new_expression|await_expression)$/;

/**
 * The type of the members in `{ sign, verify: check, ...codec }` that are not symbols of their own. Each name means the same as around the object, and a
 * spread object has its own members.
 */
export function namelessMembers(a: Analysis, value: number, from: Standpoint): TypeExpr | null {
  const { tree } = a;
  const object = unwrap(tree, value, true);
  if (object === -1 || tree.type(object) !== "object") return null;
  const types = new Map<string, TypeExpr>();
  const others: string[] = [];
  const spread = spreadTypes(a, object, from);
  for (const member of tree.namedChildren(object)) {
    if (types.size === MOST_NAMES) break;
    const type = tree.type(member);
    if (type === "pair" && !a.symbolAt.has(member)) {
      const [key, given] = [tree.child(member, "key"), tree.child(member, "value")];
      if (key === -1 || given === -1) continue;
      const named = TELLING.test(tree.type(given)) ? typeOfValue(a, given, from) : null;
      if (named !== null) types.set(memberName(tree, key), named);
      else if (spread.length > 0) others.push(memberName(tree, key));
      continue;
    }
    if (type !== "shorthand_property_identifier") {
      const key = spread.length === 0 ? -1 : tree.child(member, type === "pair" ? "key" : "name");
      if (key !== -1) others.push(memberName(tree, key));
      continue;
    }
    const resolved = a.resolve.name(a, from.scope, tree.text(member), "value");
    const named = resolved === null ? null : typeOfWalk(resolved);
    if (named !== null) types.set(tree.text(member), named);
    else if (spread.length > 0) others.push(tree.text(member));
  }
  return spreadingOf([...types.keys()], [...types.values()], others, spread);
}

/** The types of the values that an object literal spreads, beginning with the last one of unknown type: it may have any member. */
function spreadTypes(a: Analysis, object: number, from: Standpoint): TypeExpr[] {
  const { tree } = a;
  const spread: TypeExpr[] = [];
  for (const member of tree.namedChildren(object)) {
    if (tree.type(member) !== "spread_element") continue;
    const type = typeOfValue(a, firstNamed(tree, member), from);
    if (type === null) spread.length = 0;
    else if (spread.push(type) > MOST_SPREADS) return [];
  }
  return spread;
}

/** The type of `{ repo, run: new Runner(), ...base }`, if the object is not the value of a symbol: the properties whose types are known. */
function typeOfObject(a: Analysis, node: number, from: Standpoint): TypeExpr | null {
  const { tree } = a;
  if (a.shapes.has(node)) return typeOfShape(a, node, from, spreadTypes(a, node, from));
  const names: string[] = [];
  const types: TypeExpr[] = [];
  const others: string[] = [];
  for (const member of tree.namedChildren(node).slice(0, MOST_NAMES)) {
    let name = "";
    let value: TypeExpr | null = null;
    if (tree.type(member) === "shorthand_property_identifier") {
      name = tree.text(member);
      const resolved = a.resolve.name(a, from.scope, name, "value");
      value = resolved === null ? null : typeOfWalk(resolved);
    } else if (tree.type(member) === "pair") {
      const key = tree.child(member, "key");
      if (key === -1) continue;
      name = memberName(tree, key);
      value = typeOfValue(a, tree.child(member, "value"), from);
    } else if (tree.type(member) === "method_definition") {
      const symbol = a.symbolAt.get(member);
      const key = tree.child(member, "name");
      if (symbol === undefined || key === -1) continue;
      name = memberName(tree, key);
      value = valueOfSymbol(symbol);
    } else continue;
    if (value === null) {
      others.push(name);
      continue;
    }
    names.push(name);
    types.push(value);
  }
  return spreadingOf(names, types, others, spreadTypes(a, node, from));
}

/** The type of a function as a value: the symbol whose value it is, or else a function with its result. */
function typeOfFunction(a: Analysis, node: number, from: Standpoint): TypeExpr | null {
  const { tree } = a;
  const owner = a.valueOf.get(node);
  if (owner !== undefined && owner > 0) return valueOfSymbol(owner);
  const scope = a.scopeAt.get(node) ?? from.scope;
  const returned = tree.child(node, "return_type");
  const body = tree.child(node, "body");
  let result: TypeExpr | null = null;
  if (returned !== -1) result = typeNameOf(a, returned, scope, from.classSymbol);
  else if (body !== -1 && tree.type(body) !== "statement_block") result = typeOfValue(a, body, { ...from, scope });
  else
    result = unionOf(
      returnedValues(a, node).map((child) => typeOfValue(a, child, { ...from, scope: regionAt(a, child).scope })),
    );
  if (returned === -1 && result !== null && tree.hasChildOfType(node, "async")) result = freeType("Promise", [result]);
  return result === null ? freeType("Function") : functionOf(result);
}

/** The walk of an expression: its root, and the names and calls after it. Null if the root is not known. */
export function walkOf(a: Analysis, node: number, from: Standpoint): Resolved | null {
  const { tree } = a;
  const { scope, self, classSymbol } = from;
  const steps: Step[] = [];
  const start = (root: Root, path: Step[] = []): Resolved | null =>
    path.length + steps.length > LONGEST_WALK ? null : { root, path: [...path, ...steps.reverse()] };
  for (let inner = unwrap(tree, node); inner !== -1 && steps.length <= LONGEST_WALK; ) {
    const imported = a.importAt.get(inner);
    if (imported !== undefined) {
      // The root of an import stands for the module and for a promise of it, so that awaiting it is not a step.
      if (steps.at(-1) === AWAITED) steps.pop();
      return start({ in: "import", import: imported });
    }
    let next = -1;
    switch (tree.type(inner)) {
      case "await_expression":
        steps.push(AWAITED);
        next = firstNamed(tree, inner);
        break;
      case "call_expression": {
        const given = suppliedType(a, inner, scope);
        if (given !== null) return start({ in: "instance", type: given });
        const node = inner;
        const link = linkAt(a, node, from);
        if (link !== null && steps.length > 0) return start(link);
        const call = answerOnce(a, a.known.calls, node, () => callWithArguments(a, node, from));
        if (call !== null) return start(call);
        steps.push(callStep(a, node));
        next = tree.child(inner, "function");
        break;
      }
      case "member_expression": {
        const property = tree.child(inner, "property");
        if (property === -1) return null;
        steps.push(tree.text(property));
        next = tree.child(inner, "object");
        break;
      }
      case "subscript_expression": {
        const index = tree.child(inner, "index");
        if (index === -1) return null;
        const isItem = tree.type(index) === "number" && /^\d{1,2}$/.test(tree.text(index));
        steps.push(stringText(tree, index) ?? (isItem ? itemStep(Number(tree.text(index))) : INDEXED));
        next = tree.child(inner, "object");
        break;
      }
      case "identifier": {
        const resolved = a.resolve.name(a, scope, tree.text(inner), "value");
        return resolved === null ? null : start(resolved.root, resolved.path);
      }
      case "this":
        return self === null ? null : start(self);
      case "super":
        return classSymbol === -1 ? null : start({ in: "super", type: classSymbol });
      default: {
        const type = HAS_A_TYPE.has(tree.type(inner)) ? typeOfValue(a, inner, from) : null;
        return type === null ? null : start({ in: "instance", type });
      }
    }
    inner = unwrap(tree, next);
  }
  return null;
}

/**
 * The value of a call at which a chain of calls is cut, or null if it is not cut there. A chain is cut every few calls: later calls start from this
 * value, so that their walks stay short in a chain of any length.
 */
function linkAt(a: Analysis, call: number, from: Standpoint): Root | null {
  const { links } = a.known;
  const chain: number[] = [];
  let current = call;
  while (current !== -1 && !links.has(current)) {
    chain.push(current);
    current = calledOn(a, current);
  }
  // The first call comes first. In the other order each call would ask for all calls before it.
  for (const node of chain.reverse()) {
    const before = calledOn(a, node);
    const depth = before === -1 ? 0 : need(links, before).depth + 1;
    links.set(node, { depth, root: null });
    const walk = depth > 0 && depth % CALLS_OF_LINK === 0 ? walkOf(a, node, from) : null;
    const type = walk === null ? null : typeOfWalk(walk);
    if (type !== null) links.set(node, { depth, root: { in: "instance", type } });
  }
  return need(links, call).root;
}

/** The call on whose result a call is made; -1 if there is none. */
function calledOn({ tree }: Analysis, call: number): number {
  let node = tree.child(call, "function");
  while (node !== -1) {
    const type = tree.type(node);
    if (type === "call_expression") return node;
    if (type !== "member_expression" && type !== "non_null_expression" && type !== "parenthesized_expression")
      return -1;
    node = type === "member_expression" ? tree.child(node, "object") : firstNamed(tree, node);
  }
  return -1;
}

/** Expressions other than names and calls that a walk may start from. */
const HAS_A_TYPE = new Set([
  "new_expression",
  "as_expression",
  "satisfies_expression",
  "type_assertion",
  "array",
  "object",
  "class",
  "ternary_expression",
  "binary_expression",
  "assignment_expression",
  "arrow_function",
  "function_expression",
]);

/** T of `container.resolve<T>(…)` and `inject<T>(…)`, which give a T. */
function suppliedType(a: Analysis, call: number, scope: Scope): TypeExpr | null {
  const { tree } = a;
  const args = tree.child(call, "type_arguments");
  const callee = tree.child(call, "function");
  if (args === -1 || callee === -1 || tree.namedChildren(args).length !== 1) return null;
  const name = tree.type(callee) === "member_expression" ? tree.child(callee, "property") : callee;
  return name !== -1 && /^(?:resolve|inject|defineProps)$/.test(tree.text(name))
    ? typeNameOf(a, firstNamed(tree, args), scope)
    : null;
}

/** The root of a call whose type arguments or arguments may decide its result; null if they cannot. */
function callWithArguments(a: Analysis, call: number, from: Standpoint): Root | null {
  const { tree } = a;
  const list = tree.child(call, "type_arguments");
  const given = tree.child(call, "arguments");
  const callee = tree.child(call, "function");
  const typeArguments =
    list === -1 ? [] : tree.namedChildren(list).map((child) => typeNameOf(a, child, from.scope) ?? freeType("unknown"));
  const nodes = given === -1 || tree.type(given) !== "arguments" ? [] : argumentNodes(a, given);
  const isLong = nodes.length > MOST_ITEMS / 2;
  const values = nodes.slice(0, MOST_ARGUMENTS).map((node) => {
    // A spread stands for an unknown number of arguments.
    if (tree.type(node) === "spread_element") return SPREAD;
    return isLong ? null : typeOfValue(a, node, from);
  });
  if (typeArguments.length === 0 && values.every((value) => value === null || isSilent(value))) return null;
  const written = walkOf(a, callee, from);
  const walk = written === null || written.root.in === "unknown" ? thenOfUnknown(a, callee) : written;
  if (walk === null) return null;
  const { root } = walk;
  const isOfRuntime = root.in === "free" && runtimeGlobals.has(root.name);
  if (isOfRuntime && !GIVES_ARGUMENTS.has(root.name)) return null;
  const of: TypeExpr | null = isOfRuntime ? named(root, [...walk.path, VALUE]) : typeOfWalk(walk);
  if (of === null || sizeOf(a, of) > LARGEST_TYPE) return null;
  const largest = isKept(a, call) ? LARGEST_GIVEN : LARGEST_ARGUMENT;
  const small = values.map((value) => (value !== null && sizeOf(a, value) > largest ? null : value));
  return { in: "call", of: asWalk(of), typeArguments, arguments: small };
}

/** Whether a symbol holds the result of a call, or a function returns it. */
function isKept({ tree, symbolAt, shapes }: Analysis, call: number): boolean {
  const parent = tree.parent(call);
  const type = tree.type(parent);
  return (
    type === "return_statement" ||
    type === "arrow_function" ||
    (type === "variable_declarator" && symbolAt.has(parent)) ||
    (type === "pair" && shapes.has(tree.parent(parent)))
  );
}

/** `then` of a promise of something unknown: values with a `then` are promises by agreement. Null for any other callee. */
function thenOfUnknown({ tree }: Analysis, callee: number): Resolved | null {
  const property = tree.type(callee) === "member_expression" ? tree.child(callee, "property") : -1;
  if (property === -1 || tree.text(property) !== "then") return null;
  return { root: { in: "instance", type: freeType("Promise", [null]) }, path: ["then"] };
}

/** The step of a call, with its number of arguments. A tagged template and a call with a spread argument have an unknown number. */
function callStep(a: Analysis, call: number): Step {
  const { tree } = a;
  const given = tree.child(call, "arguments");
  if (given === -1 || tree.type(given) !== "arguments") return CALLED;
  const nodes = argumentNodes(a, given);
  return nodes.some((node) => tree.type(node) === "spread_element") ? CALLED : calledStep(nodes.length);
}

/** The type of `new C<A>()`. */
function constructedType(a: Analysis, node: number, from: Standpoint): TypeExpr | null {
  const { tree } = a;
  const list = tree.child(node, "type_arguments");
  const args =
    list === -1 ? [] : tree.namedChildren(list).map((child) => typeNameOf(a, child, from.scope) ?? freeType("unknown"));
  const walk = walkOf(a, tree.child(node, "constructor"), from);
  if (walk === null) return null;
  const named = walk.path.some(isCalledStep) || walk.path.includes(VALUE) ? null : asTypeName(walk);
  if (named !== null) return args.length === 0 ? named : { ...named, args };
  const type = typeOfWalk(walk);
  return type === null ? null : withSteps(type, MADE);
}

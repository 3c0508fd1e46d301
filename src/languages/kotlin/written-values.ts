/** The values of functions and properties that write no type, as walks over names and calls: `fun open() = files.first(path).open()`. */
import { isWalk, type NamedType, type Step, type TypeExpr } from "../../model/parse-result.js";
import { calledStep, VALUE } from "../../model/steps.js";
import { freeNamed, union } from "../../model/type-forms.js";
import { symbolOf } from "../symbol-of.js";
import type { SyntaxTree } from "../syntax.js";
import { branchesOf, lastIn } from "./branches.js";
import type { Declarations } from "./declarations.js";
import { argumentsAt, isVariable, parametersIn, typeAt, typeChild } from "./types.js";

const MOST_STEPS = 8;

/** Functions that give a collection of the type that is written behind their name. */
const COLLECTIONS: ReadonlyMap<string, string> = new Map([
  ["listOf", "List"],
  ["listOfNotNull", "List"],
  ["emptyList", "List"],
  ["mutableListOf", "MutableList"],
  ["arrayListOf", "MutableList"],
  ["setOf", "Set"],
  ["emptySet", "Set"],
  ["mutableSetOf", "MutableSet"],
  ["hashSetOf", "MutableSet"],
  ["linkedSetOf", "MutableSet"],
  ["mapOf", "Map"],
  ["emptyMap", "Map"],
  ["mutableMapOf", "MutableMap"],
  ["hashMapOf", "MutableMap"],
  ["linkedMapOf", "MutableMap"],
]);

/** The value that a body or a property holds; null where it is not a walk with a call. */
export function writtenValue(d: Declarations, holder: number, from: number): TypeExpr | null {
  if (holder === -1) return null;
  const delegate = d.tree.childOfType(holder, "property_delegate");
  if (delegate !== -1) return delegatedValue(d, d.tree.namedChildren(delegate).at(-1) ?? -1, from);
  const value = d.tree.hasChildOfType(holder, "=") ? d.tree.namedChildren(holder).at(-1) : undefined;
  return value === undefined ? null : writtenAt(d, value, from);
}

/** The value of `by lazy { Cart() }`: the result of the lambda. Other delegates give what their `getValue` does. */
function delegatedValue(d: Declarations, delegate: number, from: number): TypeExpr | null {
  const { tree } = d;
  const lambda = lazyLambda(tree, delegate);
  if (lambda === null) {
    const walk = delegate === -1 ? null : walkOf(d, delegate, from);
    return walk === null ? null : withStep(withStep(walk, "getValue"), calledStep(2));
  }
  const result = tree.namedChildren(lambda).at(-1);
  // The lambda may end with a variable of its own.
  return result === undefined || tree.hasChildOfType(lambda, "property_declaration")
    ? null
    : writtenAt(d, result, from);
}

/** The lambda of `lazy { … }` and `lazy(mode) { … }`; null for other calls. */
function lazyLambda(tree: SyntaxTree, call: number): number | null {
  if (call === -1 || tree.type(call) !== "call_expression") return null;
  const callee = tree.firstChild(call);
  const name = tree.type(callee) === "call_expression" ? tree.firstChild(callee) : callee;
  const lambda = tree.childOfType(call, "annotated_lambda");
  return lambda === -1 || tree.text(name) !== "lazy" ? null : tree.childOfType(lambda, "lambda_literal");
}

function writtenAt(d: Declarations, value: number, from: number): TypeExpr | null {
  if (/^(?:if|when|try)_expression$/.test(d.tree.type(value))) return chosenValue(d, value, from);
  if (d.tree.type(value) === "as_expression") return typeAt(d, typeChild(d.tree, value), from);
  const collection = collectionOf(d, value, from);
  if (collection !== null) return collection;
  // An object is named like a type: it is its own value.
  if (d.tree.type(value) === "identifier" && /^\p{Lu}[\p{L}\p{N}_]*\p{Ll}/u.test(d.tree.text(value)))
    return freeNamed(d.tree.text(value));
  const walk = walkOf(d, value, from);
  return walk === null || isWalk(walk) ? walk : withStep(walk, VALUE);
}

/** The value that all branches of an `if`, `when` or `try` give; null where one is not known, or ends with a variable of its own. */
function chosenValue(d: Declarations, choice: number, from: number): TypeExpr | null {
  const { tree } = d;
  const values = branchesOf(tree, choice).map((branch) => {
    const last = lastIn(tree, branch);
    return last === -1 || tree.hasChildOfType(branch, "property_declaration") ? null : writtenAt(d, last, from);
  });
  const known = values.filter((value) => value !== null);
  const [first = null] = known;
  return known.length < values.length ? null : known.length === 1 ? first : union(known);
}

function collectionOf(d: Declarations, value: number, from: number): TypeExpr | null {
  const { tree } = d;
  if (tree.type(value) !== "call_expression") return null;
  const callee = tree.firstChild(value);
  const list = tree.childOfType(value, "type_arguments");
  const name = list === -1 || callee === -1 ? undefined : COLLECTIONS.get(tree.text(callee));
  if (name === undefined) return null;
  const args = tree.namedChildren(list).map((projection) => typeAt(d, typeChild(tree, projection), from, 1, true));
  return args.some((arg) => arg === null)
    ? null
    : freeNamed(
        name,
        args.filter((arg) => arg !== null),
      );
}

function walkOf(d: Declarations, node: number, from: number): NamedType | null {
  const { tree } = d;
  switch (tree.type(node)) {
    case "identifier":
      return namedAt(d, node, from);
    case "this_expression":
      return tree.childOfType(node, "identifier") === -1 ? ownWalk(d, from) : null;
    case "parenthesized_expression":
      return inner(d, node, from);
    case "unary_expression":
      return tree.text(node).endsWith("!!") ? inner(d, node, from) : null;
    case "binary_expression": {
      const operator = tree.child(node, "operator");
      return operator !== -1 && tree.text(operator) === "?:" ? walkOf(d, tree.child(node, "left"), from) : null;
    }
    case "navigation_expression": {
      const [object = -1, name = -1] = tree.namedChildren(node);
      if (name === -1 || tree.type(name) !== "identifier" || tree.hasChildOfType(node, "::")) return null;
      return withStep(walkOf(d, object, from), tree.text(name).replace(/`/g, ""));
    }
    case "call_expression": {
      const [call, given] = callOf(d, node);
      const callee = tree.firstChild(call);
      const list = tree.childOfType(call, "type_arguments");
      if (tree.type(callee) === "call_expression") return null;
      const of = walkOf(d, callee, from);
      // The type arguments of a call, or its arguments, may say what it gives.
      if (of !== null && (list !== -1 || given.some((argument) => argument !== null)))
        return walk(
          {
            in: "call",
            of,
            typeArguments: list === -1 ? [] : argumentsAt(d, list, from),
            arguments: given,
          },
          [],
        );
      return withStep(of, calledStep(given.length));
    }
    default:
      return null;
  }
}

/** A call without the lambda behind its brackets, and what it is given: `mockk<Cart>(relaxed = true) { … }` is a call of a call. */
function callOf(d: Declarations, node: number): [call: number, given: (TypeExpr | null)[]] {
  const { tree } = d;
  const call = tree.firstChild(node);
  const isBehind = tree.type(call) === "call_expression" && !tree.hasChildOfType(node, "value_arguments");
  return isBehind && tree.hasChildOfType(call, "value_arguments")
    ? [call, [...argumentsOf(d, call), null]]
    : [node, argumentsOf(d, node)];
}

/** A name: a parameter of what is around it, or one that is looked up. */
function namedAt(d: Declarations, node: number, from: number): NamedType | null {
  const { tree } = d;
  const name = tree.text(node).replace(/`/g, "");
  if (/^(?:null|true|false|field|it)$/.test(name)) return null;
  const parameter = parameterNamed(tree, node, name);
  if (parameter === -1) return walk({ in: "free", name }, []);
  const type = typeAt(d, typeChild(tree, parameter), from);
  // One that takes any number of values is an array of them.
  return type === null || isVariable(tree, parameter) ? null : walk({ in: "instance", type }, []);
}

/** The parameter of a name that a place in a function, or in the first value of a type, sees; -1 for none. */
function parameterNamed(tree: SyntaxTree, node: number, name: string): number {
  for (let around = tree.parent(node); around > 0; around = tree.parent(around)) {
    const type = tree.type(around);
    if (!/^(?:function|class|object)_declaration$|^(?:companion_object|getter)$/.test(type)) continue;
    const holder = type === "class_declaration" ? tree.childOfType(around, "primary_constructor") : around;
    if (holder === -1) return -1;
    const list = tree.childOfType(
      holder,
      type === "class_declaration" ? "class_parameters" : "function_value_parameters",
    );
    const parameters = list === -1 ? [] : parametersIn(tree, list);
    return parameters.find((each) => tree.text(tree.childOfType(each, "identifier")).replace(/`/g, "") === name) ?? -1;
  }
  return -1;
}

function inner(d: Declarations, node: number, from: number): NamedType | null {
  const [value = -1] = d.tree.namedChildren(node);
  return value === -1 ? null : walkOf(d, value, from);
}

/** `this` in a symbol: what it extends, or the type around it. */
function ownWalk(d: Declarations, from: number): NamedType | null {
  for (let current = from; current > 0; current = symbolOf(d, current).parent) {
    const { receiverType, kind } = symbolOf(d, current);
    if (receiverType !== undefined) return walk({ in: "instance", type: receiverType }, []);
    if (/^(?:class|interface|enum)$/.test(kind)) return walk({ in: "this", type: current }, []);
  }
  return null;
}

/** The types of the arguments of a call that are made on the spot: `spyk(Cart())`. */
export function argumentsOf(d: Declarations, call: number): (TypeExpr | null)[] {
  const { tree } = d;
  const list = tree.childOfType(call, "value_arguments");
  const inBrackets = list === -1 ? [] : tree.children(list).filter((child) => tree.type(child) === "value_argument");
  const given = inBrackets.map((argument) => {
    const [value, ...others] = tree.namedChildren(argument);
    return value === undefined || others.length > 0 || tree.type(value) !== "call_expression" ? null : madeAt(d, value);
  });
  return tree.childOfType(call, "annotated_lambda") === -1 ? given : [...given, null];
}

function madeAt({ tree }: Declarations, call: number): TypeExpr | null {
  const callee = tree.firstChild(call);
  const isMade = callee !== -1 && tree.type(callee) === "identifier" && /^\p{Lu}/u.test(tree.text(callee));
  return isMade ? freeNamed(tree.text(callee)) : null;
}

function walk(root: NamedType["root"], path: Step[]): NamedType {
  return { kind: "named", root, path };
}

function withStep(before: NamedType | null, step: Step): NamedType | null {
  return before === null || before.path.length >= MOST_STEPS ? null : walk(before.root, [...before.path, step]);
}

/** The variables of Kotlin's functions while its references are read: parameters, values, and the types that conditions tell. */
import { nth } from "../../base/need.js";
import type { LambdaPlace } from "../../model/parse-result.js";
import { EACH, itemStep } from "../../model/steps.js";
import { type Chain, ofType, stepped, UNKNOWN } from "../chain.js";
import { symbolOf } from "../symbol-of.js";
import { narrow, narrowCast, narrowSubject } from "./conditions.js";
import { argumentNodes, chainOf, firstOf, lambdaNames } from "./expressions.js";
import { claim, descendant, emit, type Pass } from "./pass.js";
import { parametersIn, typeAt, typeChild } from "./types.js";

/** At most this many parameters of a constructor are seen. */
const MOST_PARAMETERS = 255;

/** Declares the parameters of a lambda, or `it`. */
export function enterLambda(p: Pass, node: number): void {
  const { tree, locals, declarations } = p;
  const taker = takerOf(p, node);
  if (taker !== null) p.lambda = taker;
  const given = (parameter: number): Chain =>
    taker === null ? UNKNOWN : { root: { in: "callback", ...taker, parameter }, path: [] };
  const names = lambdaNames(p, node);
  if (names === null) {
    locals.declare("it", given(0));
    return;
  }
  names.forEach((each, index) => {
    if (tree.type(each) === "multi_variable_declaration") {
      declareParts(p, each, given(index));
      return;
    }
    const type = typeAt(declarations, typeChild(tree, each), p.from);
    declareName(p, each, type === null ? given(index) : ofType(type));
  });
}

/** Declares a variable, and answers its name; null where it has none. */
function declareName(p: Pass, variable: number, value: Chain): string | null {
  const node = p.tree.childOfType(variable, "identifier");
  if (node === -1) return null;
  claim(p, node);
  const name = p.tree.text(node).replace(/`/g, "");
  p.locals.declare(name, value);
  return name;
}

/** Declares the variables that take a value apart, `val (name, age) = user`, and reads the parts. */
function declareParts(p: Pass, parts: number, value: Chain): void {
  const { tree } = p;
  tree.namedChildren(parts).forEach((part, number) => {
    const written = typeAt(p.declarations, typeChild(tree, part), p.from);
    const taken = value.root.in === "unknown" ? UNKNOWN : stepped(value, itemStep(number));
    const name = declareName(p, part, written === null ? taken : ofType(written));
    if (name !== null && name !== "_" && taken !== UNKNOWN) emit(p, "value", part, taken);
  });
}

/** The value of a variable: of `by lazy { … }` what it gives. */
function held(p: Pass, value: number): Chain {
  if (p.tree.type(value) !== "property_delegate") return chainOf(p, value);
  return stepped(chainOf(p, firstOf(p, value)), "value");
}

/** The call that takes a lambda, and the number of the argument. */
function takerOf(p: Pass, lambda: number): LambdaPlace | null {
  const { tree, callAt } = p;
  for (let node = tree.parent(lambda), depth = 0; node > 0 && depth < 4; node = tree.parent(node), depth++) {
    const of = callAt.get(node);
    if (of === undefined) continue;
    const argument = argumentNodes(p, node).findIndex(({ value }) => value === lambda);
    return argument < 0 ? null : { of, argument };
  }
  return null;
}

/** Keeps the value of the last expression of a lambda, which is its result. */
export function endLambda(p: Pass, lambda: number): void {
  const { tree, references } = p;
  const taker = takerOf(p, lambda);
  const last = tree.namedChildren(lambda).at(-1);
  if (taker === null || last === undefined || tree.type(last) === "lambda_parameters") return;
  const argument = nth(references, taker.of).arguments?.[taker.argument] ?? null;
  const value = chainOf(p, last);
  if (argument === null || value.root.in === "unknown") return;
  argument.root = value.root;
  argument.path = value.path;
}

/** Declares the variables that a node binds. */
export function declareVariables(p: Pass, node: number, type: string): void {
  const { tree, declarations } = p;
  switch (type) {
    case "class_declaration":
    case "object_declaration":
    case "type_alias":
      claim(p, tree.child(node, type === "type_alias" ? "type" : "name"));
      break;
    case "companion_object":
      claim(p, tree.childOfType(node, "identifier"));
      break;
    case "function_declaration":
      claim(p, tree.child(node, "name"));
      break;
    case "parameter":
      declareParameter(p, node);
      break;
    case "class_parameter": {
      const isProperty = tree.hasChildOfType(node, "val") || tree.hasChildOfType(node, "var");
      if (isProperty) claim(p, tree.childOfType(node, "identifier"));
      else declareParameter(p, node);
      break;
    }
    case "property_declaration":
      declareProperty(p, node);
      break;
    case "for_statement": {
      const parts = tree.childOfType(node, "multi_variable_declaration");
      const variable = parts !== -1 ? parts : tree.childOfType(node, "variable_declaration");
      if (variable === -1) break;
      const written = typeAt(declarations, typeChild(tree, variable), p.from);
      const values =
        tree.namedChildren(node).find((child) => child > variable && child >= tree.subtreeEnd(variable)) ?? -1;
      const each = stepped(chainOf(p, values), EACH);
      if (parts !== -1) declareParts(p, parts, each);
      else declareName(p, variable, written !== null ? ofType(written) : each);
      break;
    }
    case "when_subject": {
      const variable = tree.childOfType(node, "variable_declaration");
      if (variable === -1) break;
      const written = typeAt(declarations, typeChild(tree, variable), p.from);
      const value = tree.namedChildren(node).find((child) => child >= tree.subtreeEnd(variable)) ?? -1;
      declareName(p, variable, written !== null ? ofType(written) : chainOf(p, value));
      break;
    }
    case "setter":
      declareSet(p, node);
      break;
    case "catch_block": {
      const value = ofType(typeAt(declarations, typeChild(tree, node), p.from));
      declareName(p, node, value);
      break;
    }
    case "is_expression":
      narrow(p, node);
      break;
    case "type_test":
      narrowSubject(p, node);
      break;
    case "as_expression":
      narrowCast(p, node);
      break;
  }
}

/** The parameter of a setter has the type of its property. */
function declareSet(p: Pass, node: number): void {
  const { tree, declarations } = p;
  const parameter = tree.namedChildren(node).find((child) => /parameter|^identifier$/.test(tree.type(child))) ?? -1;
  const { declaredType } = symbolOf(declarations, p.from);
  if (parameter === -1 || typeChild(tree, parameter) !== -1) return;
  const name = tree.type(parameter) === "identifier" ? parameter : descendant(p, parameter, "identifier");
  if (name === -1) return;
  claim(p, name);
  p.locals.declare(tree.text(name).replace(/`/g, ""), ofType(declaredType));
}

function declareParameter(p: Pass, node: number): void {
  const { tree, declarations } = p;
  // The parameter of a function type has a name that nothing sees.
  if (tree.type(tree.parent(node)) === "function_type_parameters") {
    claim(p, tree.childOfType(node, "identifier"));
    return;
  }
  const list = tree.parent(node);
  const number = parametersIn(tree, list).indexOf(node);
  const type =
    symbolOf(declarations, p.from).parameterTypes?.[number] ?? typeAt(declarations, typeChild(tree, node), p.from);
  const name = declareName(p, node, ofType(type));
  if (name === null || tree.type(node) !== "class_parameter" || p.parameters.length >= MOST_PARAMETERS) return;
  p.parameters = [...p.parameters, { name, value: ofType(type) }];
}

function declareProperty(p: Pass, node: number): void {
  const { tree, declarations } = p;
  const variable = tree.childOfType(node, "variable_declaration");
  if (declarations.symbolAt.has(node)) {
    if (variable !== -1) claim(p, tree.childOfType(variable, "identifier"));
    return;
  }
  const parts = tree.childOfType(node, "multi_variable_declaration");
  if (parts !== -1) {
    const taken = tree.namedChildren(node).find((child) => child >= tree.subtreeEnd(parts)) ?? -1;
    declareParts(p, parts, chainOf(p, taken));
  }
  if (variable === -1) return;
  const written = typeAt(declarations, typeChild(tree, variable), p.from);
  const value = tree
    .namedChildren(node)
    .find((child) => child >= tree.subtreeEnd(variable) && !/comment$/.test(tree.type(child)));
  const name = tree.childOfType(variable, "identifier");
  if (name === -1) return;
  claim(p, name);
  // `val module = module { … }` calls another one of the name.
  const own = written !== null ? ofType(written) : value === undefined ? UNKNOWN : held(p, value);
  p.pending.push({ end: tree.subtreeEnd(node), name: tree.text(name).replace(/`/g, ""), value: own });
}

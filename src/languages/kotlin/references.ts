/** The references of a Kotlin file: one walk over its syntax tree, in the order of the source. */
import { nth } from "../../base/need.js";
import type { LambdaPlace, Reference, Root } from "../../model/parse-result.js";
import { EACH } from "../../model/steps.js";
import { callPlaces } from "../call-places.js";
import { type Chain, ofType, UNKNOWN } from "../chain.js";
import { createLocals } from "../locals.js";
import { symbolOf } from "../symbol-of.js";
import type { SyntaxTree } from "../syntax.js";
import { type Declarations, parametersIn } from "./declarations.js";
import {
  argumentNodes,
  argumentsOf,
  bracketsOf,
  chainOf,
  firstOf,
  lambdaNames,
  partsOf,
  stepped,
  withoutSign,
} from "./expressions.js";
import { emit, type Local, type Pass, typeAround } from "./pass.js";
import { argumentsAt, namesOf, typeAt, typeChild } from "./types.js";

interface Open {
  end: number;
  from: number;
  around: LambdaPlace | null;
  mark: number;
  lambda: number;
  isWhen: boolean;
  /** The type of the node. */
  type: string;
  /** The parameters that the first values of the type around see. */
  parameters: readonly Local[];
}

/** Nodes whose code does not see the parameters of the primary constructor around, unlike the first values of the type. */
const BODIES: ReadonlySet<string> = new Set([
  "function_declaration",
  "getter",
  "setter",
  "secondary_constructor",
  "class_declaration",
  "object_declaration",
  "companion_object",
]);

/** At most this many parameters of a constructor are seen. */
const MOST_PARAMETERS = 255;

const SCOPES: ReadonlySet<string> = new Set([
  "block",
  "class_body",
  "enum_class_body",
  "lambda_literal",
  "anonymous_function",
  "for_statement",
  "if_expression",
  "when_expression",
  "when_entry",
  "catch_block",
  "secondary_constructor",
  "getter",
  "setter",
]);

function isCall(type: string): boolean {
  return type === "call_expression" || type === "constructor_invocation" || type === "constructor_delegation_call";
}

/** Reads the references of a file. */
export function refer(declarations: Declarations): Reference[] {
  const { tree, symbolAt } = declarations;
  const { references, callAt } = callPlaces(
    tree,
    (node) => isCall(tree.type(node)) && !isOfAnnotation(tree, node) && !isInOther(tree, node),
  );
  const p: Pass = {
    tree,
    declarations,
    references,
    callAt,
    locals: createLocals(),
    from: 0,
    lambda: null,
    claimed: new Uint8Array(tree.size),
    subjects: [],
    pending: [],
    parameters: [],
  };
  const open: Open[] = [];
  for (let node = 1; node < tree.size; node++) {
    leave(p, open, node);
    const type = tree.type(node);
    if (type === "package_header" || type === "import") {
      node = tree.subtreeEnd(node) - 1;
      continue;
    }
    const symbol = symbolAt.get(node);
    const isWhen = type === "when_expression";
    if (symbol !== undefined || SCOPES.has(type)) {
      const lambda = type === "lambda_literal" ? node : -1;
      const { from, lambda: around, parameters } = p;
      open.push({ end: tree.subtreeEnd(node), from, around, mark: p.locals.enter(), lambda, isWhen, type, parameters });
      if (BODIES.has(type)) hideParameters(p);
      else if (type === "primary_constructor") p.parameters = [];
      if (isWhen) p.subjects.push(subjectOf(p, node));
      if (symbol !== undefined) p.from = symbol;
    }
    visit(p, node, type);
  }
  while (open.length > 0) close(p, open);
  return references;
}

/** Leaves what ends before a node, from the inside out: scopes, and the declarations of variables, which their own values do not see. */
function leave(p: Pass, open: Open[], node: number): void {
  for (;;) {
    const scope = open.at(-1)?.end ?? Number.POSITIVE_INFINITY;
    const declared = p.pending.at(-1);
    if (declared !== undefined && declared.end <= node && declared.end < scope) {
      p.pending.pop();
      p.locals.declare(declared.name, declared.value);
    } else if (scope <= node) close(p, open);
    else return;
  }
}

function close(p: Pass, open: Open[]): void {
  const last = open.pop();
  if (last === undefined) return;
  if (last.lambda !== -1) endLambda(p, last.lambda);
  if (last.isWhen) p.subjects.pop();
  p.locals.leave(last.mark);
  p.from = last.from;
  p.lambda = last.around;
  if (last.type !== "primary_constructor") p.parameters = last.parameters;
  else for (const { name, value } of p.parameters) p.locals.declare(name, value);
}

function hideParameters(p: Pass): void {
  for (const { name } of p.parameters) p.locals.declare(name, null);
  p.parameters = [];
}

/** Whether a call is the one in brackets of a call with a lambda behind it. */
function isInOther(tree: SyntaxTree, node: number): boolean {
  const parent = tree.parent(node);
  return parent !== -1 && tree.type(parent) === "call_expression" && bracketsOf(tree, parent) === node;
}

function isOfAnnotation(tree: SyntaxTree, node: number): boolean {
  const parent = tree.parent(node);
  return parent !== -1 && /annotation$/.test(tree.type(parent));
}

function subjectOf(p: Pass, node: number): string {
  const subject = p.tree.childOfType(node, "when_subject");
  const value = subject === -1 ? -1 : firstOf(p, subject);
  return value !== -1 && p.tree.type(value) === "identifier" ? p.tree.text(value) : "";
}

function visit(p: Pass, node: number, type: string): void {
  const { claimed } = p;
  if (p.callAt.has(node)) beginCall(p, node, type);
  switch (type) {
    case "lambda_literal":
      enterLambda(p, node);
      break;
    case "delegation_specifiers":
      referBases(p, node);
      break;
    case "annotation": {
      const used = descendant(p, node, "user_type");
      if (used !== -1) referType(p, used, "decorator");
      break;
    }
    case "user_type":
      if (claimed[node] !== 1) referType(p, node, isParameter(p, node) ? "accepts" : "type");
      break;
    case "identifier":
      if (claimed[node] !== 1) referIdentifier(p, node);
      break;
    case "navigation_expression":
      referMember(p, node);
      break;
    default:
      declareVariables(p, node, type);
  }
}

function descendant({ tree }: Pass, node: number, type: string): number {
  for (let inner = node + 1; inner < tree.subtreeEnd(node); inner++) if (tree.type(inner) === type) return inner;
  return -1;
}

function isParameter({ tree }: Pass, node: number): boolean {
  let ancestor = tree.parent(node);
  for (let depth = 0; depth < 3 && tree.type(ancestor) === "nullable_type"; depth++) ancestor = tree.parent(ancestor);
  return (
    /^(?:parameter|class_parameter)$/.test(tree.type(ancestor)) &&
    tree.type(tree.parent(ancestor)) !== "function_type_parameters"
  );
}

function claim(p: Pass, node: number): void {
  if (node !== -1) p.claimed[node] = 1;
}

function referType(p: Pass, node: number, kind: Reference["kind"]): Reference | null {
  const { tree, declarations } = p;
  claim(p, node);
  for (const child of tree.children(node)) if (tree.type(child) === "identifier") claim(p, child);
  const [first, ...path] = namesOf(tree, node);
  if (first === undefined) return null;
  for (let at = p.from; at > 0; at = symbolOf(declarations, at).parent)
    if (symbolOf(declarations, at).typeParameters.includes(first)) return null;
  return emit(p, kind, node, { root: { in: "free", name: first }, path });
}

/** The bases of the type that the walk is in. A class behind which arguments stand is called. */
function referBases(p: Pass, node: number): void {
  const { tree, declarations } = p;
  const isInterface = symbolOf(declarations, p.from).kind === "interface";
  for (const specifier of tree.namedChildren(node)) {
    const made = tree.childOfType(specifier, "constructor_invocation");
    const by = tree.childOfType(specifier, "explicit_delegation");
    const type = tree.childOfType(made !== -1 ? made : by !== -1 ? by : specifier, "user_type");
    if (type === -1) continue;
    const reference = referType(p, type, made !== -1 || isInterface ? "extends" : "implements");
    const list = tree.childOfType(type, "type_arguments");
    if (reference !== null && list !== -1) reference.typeArguments = argumentsAt(declarations, list, p.from);
  }
}

function beginCall(p: Pass, node: number, type: string): void {
  const { tree, callAt, references, declarations } = p;
  const at = callAt.get(node);
  if (at === undefined) return;
  const reference = nth(references, at);
  reference.from = p.from;
  if (p.lambda !== null) reference.lambda = p.lambda;
  const given = argumentsOf(p, node);
  reference.argumentCount = given.length;
  if (given.length > 0) reference.arguments = given;
  const names = argumentNodes(p, node).map(({ name }) => name);
  if (names.some((name) => name !== "")) reference.argumentNames = names;
  if (type !== "call_expression") {
    const around = typeAround(p);
    const isThis = type === "constructor_delegation_call" && tree.hasChildOfType(node, "this");
    const root: Root = around === 0 ? { in: "unknown" } : { in: isThis ? "this" : "super", type: around };
    reference.root = root;
    return;
  }
  const brackets = bracketsOf(tree, node);
  const whole = brackets === -1 ? node : brackets;
  const list = tree.childOfType(whole, "type_arguments");
  if (list !== -1) {
    reference.typeArguments = argumentsAt(declarations, list, p.from);
    reference.typeArgumentCount = reference.typeArguments.length;
  }
  const callee = withoutSign(tree, firstOf(p, whole));
  if (callee === -1) return;
  if (tree.type(callee) === "identifier") {
    claim(p, callee);
    const name = tree.text(callee).replace(/`/g, "");
    const local = p.locals.find(name);
    reference.line = tree.startLine(callee);
    // A local that is called holds a function.
    if (local === undefined || local === null) reference.root = { in: "free", name };
    return;
  }
  if (tree.type(callee) !== "navigation_expression") return;
  const { object, name, isReference } = partsOf(p, callee);
  if (name === -1 || isReference) return;
  claim(p, callee);
  claim(p, name);
  reference.line = tree.startLine(name);
  const chain = stepped(chainOf(p, object), tree.text(name).replace(/`/g, ""));
  reference.root = chain.root;
  reference.path = chain.path;
}

function referIdentifier(p: Pass, node: number): void {
  const { tree, locals } = p;
  const name = tree.text(node).replace(/`/g, "");
  if (/^(?:null|true|false|field|it)$/.test(name)) return;
  const parent = tree.type(tree.parent(node));
  if (/^(?:type_parameter|type_constraint|this_expression|super_expression|label|value_argument)$/.test(parent)) {
    const isName =
      parent !== "value_argument" || tree.type(tree.nextSibling(node) === -1 ? node : tree.nextSibling(node)) === "=";
    if (isName) return;
  }
  const local = locals.find(name);
  if (local === undefined || local === null) emit(p, "value", node, { root: { in: "free", name }, path: [] });
}

function referMember(p: Pass, node: number): void {
  const { tree, claimed } = p;
  const { name, isReference } = partsOf(p, node);
  if (name === -1 || tree.type(name) !== "identifier") return;
  claim(p, name);
  if (claimed[node] === 1 || (isReference && tree.text(name) === "class")) return;
  const chain = chainOf(p, node);
  if (chain.root.in !== "unknown" && chain.path.length > 0) emit(p, "value", name, chain);
}

/** Declares the parameters of a lambda, or `it`. */
function enterLambda(p: Pass, node: number): void {
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
      for (const part of tree.namedChildren(each)) declareName(p, part, UNKNOWN);
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
function endLambda(p: Pass, lambda: number): void {
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

function declareVariables(p: Pass, node: number, type: string): void {
  const { tree, declarations } = p;
  switch (type) {
    case "class_declaration":
    case "object_declaration":
    case "type_alias":
      claim(p, tree.child(node, type === "type_alias" ? "type" : "name"));
      break;
    case "companion_object":
    case "enum_entry":
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
      const variable = tree.childOfType(node, "variable_declaration");
      if (variable === -1) break;
      const written = typeAt(declarations, typeChild(tree, variable), p.from);
      const values =
        tree.namedChildren(node).find((child) => child > variable && child >= tree.subtreeEnd(variable)) ?? -1;
      declareName(p, variable, written !== null ? ofType(written) : stepped(chainOf(p, values), EACH));
      break;
    }
    case "catch_block": {
      const value = ofType(typeAt(declarations, typeChild(tree, node), p.from));
      declareName(p, node, value);
      break;
    }
    case "is_expression":
      narrow(p, node, tree.child(node, "left"), typeChild(tree, node));
      break;
    case "type_test": {
      const subject = p.subjects.at(-1) ?? "";
      const written = typeAt(declarations, typeChild(tree, node), p.from);
      if (subject !== "" && written !== null && !tree.hasChildOfType(node, "!is"))
        p.locals.declare(subject, ofType(written));
      break;
    }
  }
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
  if (parts !== -1) for (const part of tree.namedChildren(parts)) declareName(p, part, UNKNOWN);
  if (variable === -1) return;
  const written = typeAt(declarations, typeChild(tree, variable), p.from);
  const value = tree
    .namedChildren(node)
    .find((child) => child >= tree.subtreeEnd(variable) && !/comment$/.test(tree.type(child)));
  const name = tree.childOfType(variable, "identifier");
  if (name === -1) return;
  claim(p, name);
  // `val module = module { … }` calls another one of the name.
  const own = written !== null ? ofType(written) : value === undefined ? UNKNOWN : chainOf(p, value);
  p.pending.push({ end: tree.subtreeEnd(node), name: tree.text(name).replace(/`/g, ""), value: own });
}

/** In `if (x is Foo)` x is a Foo. */
function narrow(p: Pass, node: number, name: number, type: number): void {
  const { tree, declarations, locals } = p;
  if (name === -1 || tree.type(name) !== "identifier" || tree.hasChildOfType(node, "!is")) return;
  let ancestor = tree.parent(node);
  for (
    let depth = 0;
    depth < 8 && /^(?:binary_expression|parenthesized_expression)$/.test(tree.type(ancestor));
    depth++
  )
    ancestor = tree.parent(ancestor);
  const written = typeAt(declarations, type, p.from);
  if (/^(?:if_expression|when_entry)$/.test(tree.type(ancestor)) && written !== null)
    locals.declare(tree.text(name), ofType(written));
}

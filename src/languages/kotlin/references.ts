/** The references of a Kotlin file: one walk over its syntax tree, in the order of the source. */
import { nth } from "../../base/need.js";
import type { LambdaPlace, Reference, Root } from "../../model/parse-result.js";
import { NOT_NULL } from "../../model/steps.js";
import { callPlaces } from "../call-places.js";
import { stepped } from "../chain.js";
import { createLocals } from "../locals.js";
import { symbolOf } from "../symbol-of.js";
import type { SyntaxTree } from "../syntax.js";
import { branchesOf, isChoice, isElvis } from "./branches.js";
import { noteBranch } from "./choices.js";
import { endsFacts, hold, isLeft, subjectOf } from "./conditions.js";
import { type Declarations, isAnnotation } from "./declarations.js";
import {
  argumentNodes,
  argumentsOf,
  bracketsOf,
  chainOf,
  firstOf,
  infixParts,
  partsOf,
  withoutSign,
} from "./expressions.js";
import { operatorAt, referOperator } from "./operators.js";
import { claim, descendant, emit, isLocal, type Local, type Pass, typeAround } from "./pass.js";
import { argumentsAt, namesOf } from "./types.js";
import { declareVariables, endLambda, enterLambda } from "./variables.js";

interface Open {
  end: number;
  from: number;
  around: LambdaPlace | null;
  mark: number;
  lambda: number;
  block: number;
  isWhen: boolean;
  node: number;
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

const SCOPES: ReadonlySet<string> = new Set([
  "block",
  "class_body",
  "enum_class_body",
  "lambda_literal",
  "anonymous_function",
  "for_statement",
  "if_expression",
  "while_statement",
  "when_expression",
  "when_entry",
  "catch_block",
  "secondary_constructor",
  "getter",
  "setter",
]);

function isCall(type: string): boolean {
  return /^(?:call_expression|infix_expression|constructor_invocation|constructor_delegation_call)$/.test(type);
}

/** Reads the references of a file. */
export function refer(declarations: Declarations): Reference[] {
  const { tree, symbolAt } = declarations;
  const { references, callAt } = callPlaces(
    tree,
    (node) =>
      isChoice(tree, node) ||
      operatorAt(tree, node) !== null ||
      (isCall(tree.type(node)) && !isOfAnnotation(tree, node) && !isInOther(tree, node)),
  );
  const { choiceAt, branchAt } = choicesIn(tree, references, callAt);
  const p: Pass = {
    tree,
    declarations,
    references,
    callAt,
    choiceAt,
    branchAt,
    locals: createLocals(),
    narrowed: new Set(),
    refuted: new Map(),
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
    if (type === "else") endCondition(p, open);
    const symbol = symbolAt.get(node);
    const isWhen = type === "when_expression";
    if (symbol !== undefined || SCOPES.has(type) || endsFacts(tree, node)) {
      const lambda = type === "lambda_literal" ? node : -1;
      const block = type === "block" ? node : -1;
      const { from, lambda: around, parameters } = p;
      const mark = p.locals.enter();
      open.push({ end: tree.subtreeEnd(node), from, around, mark, lambda, block, isWhen, node, type, parameters });
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

/** Takes the expressions with branches from among the calls. */
function choicesIn(tree: SyntaxTree, references: Reference[], callAt: Map<number, number>) {
  const choiceAt = new Map<number, number>();
  const branchAt = new Map<number, LambdaPlace>();
  for (const [node, of] of callAt) {
    if (!isChoice(tree, node)) continue;
    callAt.delete(node);
    choiceAt.set(node, of);
    const branches = branchesOf(tree, node);
    for (const [argument, branch] of branches.entries()) branchAt.set(branch, { of, argument });
    const reference = nth(references, of);
    reference.kind = "value";
    reference.arguments = branches.map(() => null);
    if (isElvis(tree, node)) reference.path = [NOT_NULL];
  }
  return { choiceAt, branchAt };
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

/** Behind `else` a name has the type again that it has without the condition. */
function endCondition(p: Pass, open: readonly Open[]): void {
  const around = open.at(-1);
  if (around?.type !== "if_expression") return;
  p.locals.leave(around.mark);
  p.lambda = around.around;
  const refuted = p.refuted.get(around.node);
  if (refuted !== undefined) hold(p, around.node, refuted);
}

function close(p: Pass, open: Open[]): void {
  const last = open.pop();
  if (last === undefined) return;
  if (last.lambda !== -1) endLambda(p, last.lambda);
  if (last.block !== -1) noteBranch(p, last.block);
  if (last.isWhen) p.subjects.pop();
  p.locals.leave(last.mark);
  p.from = last.from;
  p.lambda = last.around;
  const refuted = p.refuted.get(last.node);
  if (refuted !== undefined && isLeft(p.tree, last.node)) hold(p, last.node, refuted);
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

function visit(p: Pass, node: number, type: string): void {
  const { claimed } = p;
  if (p.callAt.has(node)) beginCall(p, node, type);
  const choice = p.choiceAt.get(node);
  if (choice !== undefined) {
    const reference = nth(p.references, choice);
    reference.from = p.from;
    if (p.lambda !== null) reference.lambda = p.lambda;
  }
  if (type !== "block") noteBranch(p, node);
  switch (type) {
    case "lambda_literal":
      enterLambda(p, node);
      break;
    case "delegation_specifiers":
      referBases(p, node);
      break;
    case "annotation": {
      const used = descendant(p, node, "user_type");
      if (isAnnotation(p.tree, node)) {
        if (used !== -1) referType(p, used, "decorator");
      } else for (let inner = node + 1; inner < p.tree.subtreeEnd(node); inner++) claim(p, inner);
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
    case "callable_reference":
      referFunction(p, node);
      break;
    case "enum_entry":
      referEnum(p, node);
      break;
    case "string_content":
      referInText(p, node);
      break;
    default:
      declareVariables(p, node, type);
  }
}

function isParameter({ tree }: Pass, node: number): boolean {
  let ancestor = tree.parent(node);
  for (let depth = 0; depth < 3 && tree.type(ancestor) === "nullable_type"; depth++) ancestor = tree.parent(ancestor);
  return (
    /^(?:parameter|class_parameter)$/.test(tree.type(ancestor)) &&
    tree.type(tree.parent(ancestor)) !== "function_type_parameters"
  );
}

function referType(p: Pass, node: number, kind: Reference["kind"]): Reference | null {
  const { tree, declarations } = p;
  claim(p, node);
  for (const child of tree.children(node)) if (tree.type(child) === "identifier") claim(p, child);
  const [first, ...path] = namesOf(tree, node);
  if (first === undefined) return null;
  for (let current = p.from; current > 0; current = symbolOf(declarations, current).parent)
    if (symbolOf(declarations, current).typeParameters.includes(first)) return null;
  // `Shape.Circle` uses Shape, too. Packages have small letters.
  [first, ...path].slice(0, -1).forEach((name, number) => {
    if (/^\p{Lu}/u.test(name))
      emit(p, "type", node, { root: { in: "free", name: first }, path: path.slice(0, number) });
  });
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
  const call = callAt.get(node);
  if (call === undefined) return;
  const reference = nth(references, call);
  reference.from = p.from;
  if (p.lambda !== null) reference.lambda = p.lambda;
  if (operatorAt(tree, node) !== null) {
    referOperator(p, node, reference);
    return;
  }
  const given = argumentsOf(p, node);
  reference.argumentCount = given.length;
  if (given.length > 0) reference.arguments = given;
  const names = argumentNodes(p, node).map(({ name }) => name);
  if (names.some((name) => name !== "")) reference.argumentNames = names;
  if (type === "infix_expression") {
    const { object, name } = infixParts(p, node);
    nameCall(p, reference, object, name);
    return;
  }
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
    if (local === undefined || local === null) reference.root = { in: "free", name };
    // A local that is called holds a function, or a value with an `invoke`.
    else if (local.root.in !== "unknown") {
      const { root, path } = stepped(local, "invoke");
      reference.root = root;
      reference.path = path;
    }
    return;
  }
  if (tree.type(callee) !== "navigation_expression") return;
  const { object, name, isReference } = partsOf(p, callee);
  if (isReference) return;
  claim(p, callee);
  nameCall(p, reference, object, name);
}

/** Fills in the name of a call, and the value that it is made on. */
function nameCall(p: Pass, reference: Reference, object: number, name: number): void {
  const { tree } = p;
  if (name === -1) return;
  claim(p, name);
  reference.line = tree.startLine(name);
  const chain = stepped(chainOf(p, object), tree.text(name).replace(/`/g, ""));
  reference.root = chain.root;
  reference.path = chain.path;
}

function referIdentifier(p: Pass, node: number): void {
  const { tree } = p;
  const name = tree.text(node).replace(/`/g, "");
  if (/^(?:null|true|false|field|it)$/.test(name)) return;
  const parent = tree.type(tree.parent(node));
  if (/^(?:type_parameter|type_constraint|this_expression|super_expression|label|value_argument)$/.test(parent)) {
    const isName =
      parent !== "value_argument" || tree.type(tree.nextSibling(node) === -1 ? node : tree.nextSibling(node)) === "=";
    if (isName) return;
  }
  if (!isLocal(p, name)) emit(p, "value", node, { root: { in: "free", name }, path: [] });
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

/** A constant of an enum that has a body of its own is below the enum. */
function referEnum(p: Pass, node: number): void {
  const { tree, declarations } = p;
  claim(p, tree.childOfType(node, "identifier"));
  const { parent } = symbolOf(declarations, p.from);
  if (!tree.hasChildOfType(node, "class_body") || symbolOf(declarations, parent).kind !== "enum") return;
  emit(p, "extends", node, { root: { in: "file", symbol: parent }, path: [] });
}

/** `::name` */
function referFunction(p: Pass, node: number): void {
  const name = p.tree.childOfType(node, "identifier");
  const chain = chainOf(p, node);
  if (name === -1 || chain.root.in === "unknown") return;
  claim(p, name);
  emit(p, "value", name, chain);
}

/** `"$name"`: the grammar reads the sign as a text of its own, and the name as the beginning of the next one. */
function referInText(p: Pass, node: number): void {
  const { tree } = p;
  const next = tree.nextSibling(node);
  if (next === -1 || tree.text(node) !== "$" || tree.type(next) !== "string_content") return;
  const name = /^(?:`[^`]+`|[\p{L}_][\p{L}\p{N}_]*)/u.exec(tree.text(next))?.[0].replace(/`/g, "");
  if (name === undefined || name === "this" || name === "it") return;
  if (!isLocal(p, name)) emit(p, "value", next, { root: { in: "free", name }, path: [] });
}

/** Finds the references of a file: one pass over its declarations and bodies, which keeps the local names of each block. */
import type { Argument } from "../../model/parse-result.js";
import { EACH, INDEXED, LISTED, NOT_NULL } from "../../model/steps.js";
import { visitAttribute, visitKeyPathString } from "./attributes.js";
import { hoist, inScope, isLocal } from "./blocks.js";
import { visitDeclaration } from "./bodies.js";
import { headOfCall, isDefer, namedParameters, operandOf, operandsBefore } from "./call-forms.js";
import { visitClosure } from "./closures.js";
import {
  type ArgumentNode,
  argumentNodes,
  expect,
  expressionOf,
  implicitMember,
  isSubscript,
  itemOf,
  leftmost,
} from "./expressions.js";
import { createPass, DEEPEST, instanceOf, type Pass, refer } from "./pass.js";
import { bind, bindConditions, bindPattern, CAUGHT } from "./patterns.js";
import { nameText, type Reading } from "./reading.js";
import { type Expression, follow, isUnknown, lookUp, openScope, UNKNOWN_EXPRESSION } from "./scope.js";
import { visitType } from "./type-uses.js";
import { annotatedType, TYPE_NODES, typeOf } from "./types.js";
import { literalListType } from "./value-types.js";
import { wrappedValue } from "./wrappers.js";

/** Adds the references of a file to its reading. */
export function referAll(reading: Reading): void {
  const pass = createPass(reading);
  pass.scope = openScope(null);
  hoist(pass, 0);
  for (const child of pass.tree.namedChildren(0)) visit(pass, child);
}

/** Visits a node and everything below it. */
export function visit(pass: Pass, node: number): void {
  if (node < 0 || pass.depth > DEEPEST) return;
  const outer = pass.isAwaited;
  // `await` reaches into neither closures nor statements.
  if (UNCOVERED.test(pass.tree.type(node))) pass.isAwaited = false;
  else pass.isAwaited ||= pass.awaited.has(pass.tree.start(node));
  pass.waits ||= pass.isAwaited;
  pass.depth++;
  visitNode(pass, node);
  pass.depth--;
  pass.isAwaited = outer;
}

const UNCOVERED = /^(?:statements|lambda_literal|function_declaration|class_declaration)$/;

function visitAll(pass: Pass, nodes: readonly number[]): void {
  for (const node of nodes) visit(pass, node);
}

function visitNode(pass: Pass, node: number): void {
  const { tree } = pass;
  const type = tree.type(node);
  if (TYPE_NODES.has(type)) {
    visitType(pass, node, "type");
    return;
  }
  switch (type) {
    case "comment":
    case "multiline_comment":
    case "import_declaration":
    case "directive":
    case "operator_declaration":
    case "precedence_group_declaration":
    case "availability_condition":
      return;
    case "statements":
      visitBlock(pass, node);
      return;
    case "property_declaration":
      if (pass.symbolAt.size > 0 && isLocal(pass, node)) {
        visitLocal(pass, node);
        return;
      }
      visitDeclaration(pass, node, visit);
      return;
    case "if_statement":
    case "guard_statement":
    case "while_statement":
      visitConditional(pass, node, type);
      return;
    case "for_statement":
      visitFor(pass, node);
      return;
    case "switch_statement":
      visitSwitch(pass, node);
      return;
    case "catch_block":
      visitCatch(pass, node);
      return;
    case "lambda_literal":
      visitClosure(pass, node, visit);
      return;
    case "call_expression":
    case "constructor_expression":
    case "macro_invocation":
      visitCall(pass, node);
      return;
    case "navigation_expression":
      visitNavigation(pass, node);
      return;
    case "simple_identifier":
      visitName(pass, node);
      return;
    case "prefix_expression":
      visitPrefix(pass, node);
      return;
    case "control_transfer_statement":
      visitTransfer(pass, node);
      return;
    case "assignment": {
      const target = tree.child(node, "target");
      const result = tree.child(node, "result");
      visit(pass, target);
      expect(pass, result, expressionOf(pass, tree.firstChild(target)));
      visit(pass, result);
      return;
    }
    case "equality_expression":
    case "comparison_expression":
    case "infix_expression":
      visitOperator(pass, node, type);
      return;
    case "nil_coalescing_expression":
      visitCoalescing(pass, node);
      return;
    case "attribute":
      visitAttribute(pass, node, visit, visitArguments);
      return;
    case "key_path_string_expression":
      visitKeyPathString(pass, tree.namedChildren(node)[0] ?? -1, visit);
      return;
    default:
      if (pass.symbolAt.has(node) || DECLARING.has(type)) {
        visitDeclaration(pass, node, visit);
        return;
      }
      visitAll(pass, tree.namedChildren(node));
      return;
  }
}

const DECLARING: ReadonlySet<string> = new Set(["enum_entry", "protocol_property_declaration"]);

/** `return`, `throw` and the like: a value behind a word. */
function visitTransfer(pass: Pass, node: number): void {
  const { tree } = pass;
  const result = tree.child(node, "result");
  const word = tree.text(node).slice(0, 9);
  // Labels of loops stand where results do.
  if (/^(?:break|continue)\b/.test(word)) return;
  const parts = tree.namedChildren(node);
  if (/^throw\b/.test(word)) {
    for (const part of parts) expect(pass, part, pass.thrown);
    visitAll(pass, parts);
    return;
  }
  pass.returnsValue ||= result >= 0 && /^return\b/.test(word);
  expect(pass, result, pass.result);
  visitAll(pass, parts);
  if (isUnknown(pass.returned)) pass.returned = expressionOf(pass, result);
}

function visitBlock(pass: Pass, node: number): void {
  inScope(pass, () => {
    hoist(pass, node);
    visitAll(pass, pass.tree.namedChildren(node));
  });
}

/** `let x: Foo = …` in a body. */
function visitLocal(pass: Pass, node: number): void {
  const { tree } = pass;
  const children = tree.children(node);
  for (const child of children)
    if (tree.type(child) === "attribute" || tree.type(child) === "modifiers") visit(pass, child);
  children.forEach((pattern, index) => {
    if (tree.type(pattern) !== "pattern") return;
    const rest = children.slice(index + 1);
    const until = rest.findIndex((child) => tree.type(child) === "pattern");
    const own = until < 0 ? rest : rest.slice(0, until);
    const annotation = annotatedType(tree, own.find((child) => tree.type(child) === "type_annotation") ?? -1);
    const value = own.find((child) => tree.field(child) === "value") ?? -1;
    const declared = annotation < 0 ? null : instanceOf(typeOf(tree, annotation));
    if (annotation >= 0) visit(pass, annotation);
    if (declared !== null) expect(pass, value, declared);
    for (const child of own) if (tree.type(child) !== "type_annotation" && tree.isNamed(child)) visit(pass, child);
    bindNames(pass, pattern, declared ?? (value < 0 ? wrappedValue(tree, node) : expressionOf(pass, value)));
  });
}

function bindNames(pass: Pass, pattern: number, value: Expression): void {
  const { tree } = pass;
  const bound = tree.child(pattern, "bound_identifier");
  if (bound >= 0) {
    bind(pass, bound, value);
    return;
  }
  tree.namedChildren(pattern).forEach((child, index) => {
    if (tree.type(child) === "simple_identifier") bind(pass, child, value);
    else if (tree.type(child) === "pattern") {
      const isTuple = tree.type(tree.firstChild(pattern)) === "(";
      bindNames(pass, child, isTuple ? itemOf(value, index) : value);
    }
  });
}

/** `if`, `guard` and `while`: the names of a `guard` live on behind it. */
function visitConditional(pass: Pass, node: number, type: string): void {
  const { tree } = pass;
  const children = tree.children(node);
  const isBlock = (child: number) => tree.type(child) === "statements";
  const first = children.findIndex((child) => isBlock(child) || tree.type(child) === "{");
  const word = children.findIndex((child) => tree.type(child) === "else");
  const stop = [first, word].filter((child) => child >= 0);
  const conditions = children.slice(1, stop.length === 0 ? children.length : Math.min(...stop));
  const work = () => {
    bindConditions(pass, conditions, visit, (child) => expressionOf(pass, child));
    if (type === "guard_statement") return;
    const body = children.slice(Math.min(...stop, children.length), word < 0 ? undefined : word);
    visitAll(
      pass,
      body.filter((child) => tree.isNamed(child)),
    );
  };
  if (type === "guard_statement") work();
  else inScope(pass, work);
  const otherwise = type === "guard_statement" ? children.slice(first) : word < 0 ? [] : children.slice(word);
  visitAll(
    pass,
    otherwise.filter((child) => tree.isNamed(child) && tree.type(child) !== "else"),
  );
}

function visitFor(pass: Pass, node: number): void {
  const { tree } = pass;
  const collection = tree.child(node, "collection");
  const item = tree.child(node, "item");
  visit(pass, collection);
  inScope(pass, () => {
    const annotation = annotatedType(tree, tree.childOfType(node, "type_annotation"));
    const element = annotation < 0 ? elementOf(pass, collection) : instanceOf(typeOf(tree, annotation));
    if (item >= 0) {
      const isCase = tree.hasChildOfType(node, "case");
      if (isCase) bindPattern(pass, item, element, visit);
      else bindNames(pass, item, element);
    }
    const rest = tree.namedChildren(node).filter((child) => child !== collection && child !== item);
    visitAll(pass, rest);
  });
}

/** The value that a loop gives: of a range that of its bounds. */
function elementOf(pass: Pass, collection: number): Expression {
  const start = pass.tree.child(collection, "start");
  const isRange = /range_expression$/.test(pass.tree.type(collection)) && start >= 0;
  return isRange ? expressionOf(pass, start) : follow(expressionOf(pass, collection), EACH);
}

function visitSwitch(pass: Pass, node: number): void {
  const { tree } = pass;
  const subject = tree.child(node, "expr");
  visit(pass, subject);
  const value = expressionOf(pass, subject);
  for (const entry of tree.children(node)) {
    if (tree.type(entry) !== "switch_entry") {
      continue;
    }
    inScope(pass, () => {
      for (const child of tree.namedChildren(entry)) {
        if (tree.type(child) !== "switch_pattern") visit(pass, child);
        else for (const pattern of tree.namedChildren(child)) bindPattern(pass, pattern, value, visit);
      }
    });
  }
}

function visitCatch(pass: Pass, node: number): void {
  const { tree } = pass;
  inScope(pass, () => {
    pass.scope?.names.set("error", CAUGHT);
    for (const child of tree.namedChildren(node)) {
      if (tree.type(child) === "pattern") bindPattern(pass, child, CAUGHT, visit);
      else visit(pass, child);
    }
  });
}

function visitCall(pass: Pass, node: number): void {
  const { tree, calls } = pass;
  const head = headOfCall(tree, node);
  const whole = tree.firstChild(head);
  const callee = operandOf(tree, whole);
  if (callee < 0) return;
  visitAll(pass, operandsBefore(tree, whole));
  if (tree.type(callee) === "lambda_literal" && argumentNodes(tree, node).length === 0) {
    pass.madeValues.set(node, visitClosure(pass, callee, visit).result);
    return;
  }
  if (isDefer(pass, node, callee)) {
    visitAll(
      pass,
      argumentNodes(tree, node).map(({ value }) => tree.childOfType(value, "statements")),
    );
    return;
  }
  const given = argumentNodes(tree, node);
  const named = namedParameters(pass, node);
  if (named.length > 0) {
    visitFunctionName(pass, callee, named);
    return;
  }
  if (isSubscript(tree, node)) {
    visit(pass, callee);
    const value = expressionOf(pass, callee);
    const argumentNames = given.map(({ label }) => label);
    const of = isUnknown(value)
      ? -1
      : refer(pass, "value", tree.endLine(callee), follow(value, INDEXED), { argumentNames });
    visitArguments(pass, of, given);
    return;
  }
  expectElements(pass, callee, given);
  const isTypeList = literalListType(tree, callee) !== null;
  const of = isTypeList
    ? -1
    : addCall(
        pass,
        head,
        callee,
        given.map(({ label }) => label),
      );
  if (isTypeList) visitAll(pass, tree.namedChildren(callee));
  visitArguments(pass, of, given);
  if (of >= 0) calls.set(node, of);
}

/** In `[.open, .paid].contains(order.state)` the argument tells the type of the elements. */
function expectElements(pass: Pass, callee: number, [only, more]: readonly ArgumentNode[]): void {
  const { tree } = pass;
  if (only === undefined || more !== undefined || only.label !== "_") return;
  const list = tree.type(callee) === "navigation_expression" ? tree.child(callee, "target") : -1;
  if (list < 0 || tree.type(list) !== "array_literal") return;
  const suffix = tree.child(callee, "suffix");
  if (suffix < 0 || tree.text(suffix) !== ".contains") return;
  const value = expressionOf(pass, only.value);
  if (!isUnknown(value)) expect(pass, list, follow(value, NOT_NULL, LISTED));
}

/** Visits the arguments of the call `references[of]`, which gets their values. Where `of` is -1, nothing expects them. */
function visitArguments(pass: Pass, of: number, given: readonly ArgumentNode[]): void {
  const { tree, references } = pass;
  const values: (Argument | null)[] = [];
  given.forEach(({ value }, argument) => {
    if (of >= 0) expect(pass, value, { root: { in: "callback", of, argument, parameter: -1 }, path: [] });
    if (value >= 0 && tree.type(value) === "lambda_literal") {
      const { result, parameters, givesNothing, waits } = visitClosure(pass, value, visit);
      values.push({
        root: result.root,
        path: [...result.path],
        parameters,
        ...(givesNothing && { gives: "nothing" }),
        ...(waits && { isAsync: true }),
      });
      return;
    }
    visit(pass, value);
    const { root, path } = expressionOf(pass, value);
    const isKeyPath = /^\\/.test(value < 0 ? "" : tree.text(value).slice(0, 1));
    values.push(
      root.in === "unknown" && path.length === 0
        ? null
        : { root, path: [...path], ...(isKeyPath && { parameters: 1 }) },
    );
  });
  const reference = of < 0 ? undefined : references[of];
  if (reference !== undefined && values.some((value) => value !== null)) reference.arguments = values;
}

function visitFunctionName(pass: Pass, callee: number, labels: string[]): void {
  const { tree } = pass;
  if (tree.type(callee) === "navigation_expression") visit(pass, tree.child(callee, "target"));
  const value = expressionOf(pass, callee);
  if (!isUnknown(value)) refer(pass, "value", tree.endLine(callee), value, { argumentNames: labels });
}

/** Adds the reference of a call, and answers its number. */
function addCall(pass: Pass, node: number, callee: number, labels: string[]): number {
  const { tree } = pass;
  const more = {
    argumentCount: labels.length,
    ...(labels.length > 0 && { argumentNames: labels }),
    ...(pass.isAwaited && { isAwaited: true }),
  };
  const type = tree.type(callee);
  if (tree.type(node) === "constructor_expression") {
    visit(pass, callee);
    const value = instanceOf(typeOf(tree, callee));
    const written = value.root.in === "instance" && value.root.type.kind === "named" ? value.root.type : null;
    const typeArguments = written?.args;
    const of =
      written === null || written.root.in !== "free" ? UNKNOWN_EXPRESSION : { root: written.root, path: written.path };
    return refer(pass, "call", tree.endLine(callee), of, { ...more, ...(typeArguments && { typeArguments }) });
  }
  if (tree.type(node) === "macro_invocation") {
    const name = tree.childOfType(node, "simple_identifier");
    const macro: Expression =
      name < 0 ? UNKNOWN_EXPRESSION : { root: { in: "free", name: `#${nameText(tree, name)}` }, path: [] };
    return refer(pass, "call", tree.startLine(node), macro, more);
  }
  if (type === "navigation_expression") {
    const suffix = tree.child(callee, "suffix");
    visit(pass, tree.child(callee, "target"));
    return refer(pass, "call", tree.startLine(suffix < 0 ? callee : suffix), expressionOf(pass, callee), more);
  }
  if (type === "simple_identifier" || type === "prefix_expression")
    return refer(pass, "call", tree.startLine(callee), expressionOf(pass, callee), more);
  visit(pass, callee);
  return refer(pass, "call", tree.endLine(callee), UNKNOWN_EXPRESSION, more);
}

function visitNavigation(pass: Pass, node: number): void {
  const { tree } = pass;
  visit(pass, tree.child(node, "target"));
  const suffix = tree.child(node, "suffix");
  const name = suffix < 0 ? -1 : tree.child(suffix, "suffix");
  if (name < 0 || tree.type(name) !== "simple_identifier" || tree.text(name) === "self") return;
  const value = expressionOf(pass, node);
  if (!isUnknown(value)) refer(pass, "value", tree.startLine(suffix), value);
}

function visitName(pass: Pass, node: number): void {
  const { tree } = pass;
  const name = nameText(tree, node);
  // `()` as a value and the type of a function are masked as names.
  if (name === "_" || name.startsWith("(") || lookUp(pass.scope, name) !== undefined) return;
  const value = expressionOf(pass, node);
  if (/^\$\d/.test(name)) return;
  if (value.root.in === "free") refer(pass, "value", tree.startLine(node), value);
}

/** `.name` is a member of the expected type; other operators are left alone. */
function visitPrefix(pass: Pass, node: number): void {
  const { tree } = pass;
  const target = tree.child(node, "target");
  const first = tree.firstChild(node);
  if (first < 0 || tree.text(first) !== "." || target < 0) {
    visitAll(pass, tree.namedChildren(node));
    return;
  }
  const expected = pass.expected.get(node) ?? UNKNOWN_EXPRESSION;
  for (let of = target; of !== leftmost(tree, of); of = tree.child(of, "lhs")) {
    expect(pass, tree.child(of, "rhs"), expected);
    visit(pass, tree.child(of, "rhs"));
  }
  const value = implicitMember(pass, node, leftmost(tree, target));
  if (value.root.in !== "unknown") refer(pass, "value", tree.startLine(target), value);
}

/** `value ?? .other`: both are of one type. */
function visitCoalescing(pass: Pass, node: number): void {
  const { tree } = pass;
  const [value, other] = [tree.child(node, "value"), tree.child(node, "if_nil")];
  visit(pass, value);
  if (!pass.expected.has(other)) expect(pass, other, follow(expressionOf(pass, value), NOT_NULL));
  visit(pass, other);
}

function visitOperator(pass: Pass, node: number, type: string): void {
  const { tree } = pass;
  const [lhs, rhs] = [tree.child(node, "lhs"), tree.child(node, "rhs")];
  // Calls on the left are known once they were visited.
  visit(pass, lhs);
  expect(pass, rhs, follow(expressionOf(pass, lhs), NOT_NULL));
  visit(pass, rhs);
  const operator = type === "infix_expression" ? tree.child(node, "op") : -1;
  if (operator < 0) return;
  const called: Expression = { root: { in: "free", name: tree.text(operator) }, path: [] };
  const given = [expressionOf(pass, lhs), expressionOf(pass, rhs)].map((value) =>
    isUnknown(value) ? null : { root: value.root, path: [...value.path] },
  );
  const of = refer(pass, "call", tree.startLine(operator), called, {
    argumentCount: 2,
    argumentNames: ["_", "_"],
    ...(given.some((value) => value !== null) && { arguments: given }),
    ...(pass.isAwaited && { isAwaited: true }),
  });
  pass.calls.set(node, of);
}

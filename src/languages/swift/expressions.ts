/** The value of an expression: its first name, and the steps from it. */
import { nth } from "../../base/need.js";
import type { TypeExpr } from "../../model/parse-result.js";
import { EACH, INDEXED, itemStep, LISTED, NOT_NULL, parameterStep, SELF } from "../../model/steps.js";
import { UNKNOWN_TYPE } from "../../model/type-forms.js";
import type { SyntaxTree } from "../syntax.js";
import { headOfCall, operandOf, suffixOf } from "./call-forms.js";
import { DEEPEST, instanceOf, type Pass } from "./pass.js";
import { nameText, typeAround } from "./reading.js";
import { closureAround, type Expression, follow, isUnknown, lookUp, UNKNOWN_EXPRESSION } from "./scope.js";
import { libraryType, typeIn, typeOf } from "./types.js";
import { literalListType, literalType } from "./value-types.js";

const TRUTHS: ReadonlySet<string> = new Set([
  "comparison_expression",
  "equality_expression",
  "conjunction_expression",
  "disjunction_expression",
  "check_expression",
]);

/** The value of an expression. Calls are known once they were visited. */
export function expressionOf(pass: Pass, node: number, depth = 0): Expression {
  const { tree } = pass;
  if (node < 0 || depth > DEEPEST) return UNKNOWN_EXPRESSION;
  const literal = literalType(tree, node);
  if (literal !== null) return instanceOf(literal);
  const inner = (child: number) => expressionOf(pass, child, depth + 1);
  const type = tree.type(node);
  switch (type) {
    case "simple_identifier":
      return namedValue(pass, nameText(tree, node));
    case "self_expression":
      return lookUp(pass.scope, "self") ?? selfValue(pass);
    case "super_expression": {
      const around = typeAround(pass.symbols, pass.from);
      if (around === 0) return UNKNOWN_EXPRESSION;
      const value: Expression = { root: { in: "super", type: around }, path: [] };
      return pass.isStatic ? follow(value, SELF) : value;
    }
    case "navigation_expression":
      return navigation(pass, node, inner);
    case "call_expression":
      return callValue(pass, node, inner);
    case "constructor_expression":
    case "macro_invocation":
    case "infix_expression":
      return resultOf(pass, node);
    case "postfix_expression":
      return follow(inner(operandOf(tree, tree.child(node, "target"))), NOT_NULL);
    case "try_expression":
    case "await_expression":
      return inner(tree.child(node, "expr"));
    case "as_expression":
      return instanceOf(typeOf(tree, typeIn(tree, node)));
    case "tuple_expression": {
      const values = tree.children(node).filter((child) => tree.field(child) === "value");
      const [only] = values;
      if (only !== undefined && values.length === 1) return inner(only);
      if (values.length === 0) return UNKNOWN_EXPRESSION;
      const items: TypeExpr = { kind: "tuple", of: values.map(() => UNKNOWN_TYPE), names: [] };
      return { ...instanceOf(items), items: values.map(inner) };
    }
    case "array_literal": {
      const [first] = tree.namedChildren(node);
      const element = first === undefined ? UNKNOWN_EXPRESSION : inner(first);
      return isUnknown(element) ? instanceOf(libraryType("Array")) : follow(element, LISTED);
    }
    case "dictionary_literal":
      return instanceOf(libraryType("Dictionary"));
    case "ternary_expression": {
      const first = inner(tree.child(node, "if_true"));
      return isUnknown(first) ? inner(tree.child(node, "if_false")) : first;
    }
    case "if_statement":
    case "switch_statement": {
      const values = blocksOf(tree, node).flatMap((block) => {
        const [only, more] = tree.namedChildren(block);
        return only === undefined || more !== undefined ? [] : [inner(only)];
      });
      return values.find((value) => !isUnknown(value)) ?? UNKNOWN_EXPRESSION;
    }
    case "nil_coalescing_expression":
      return follow(inner(tree.child(node, "value")), NOT_NULL);
    case "prefix_expression":
      return prefixed(pass, node, inner);
    case "key_path_expression": {
      const written = tree.childOfType(node, "type_identifier");
      if (written >= 0) return instanceOf(libraryType(nameText(tree, written)));
      const expected = pass.expected.get(node);
      return expected === undefined ? UNKNOWN_EXPRESSION : follow(expected, parameterStep(0));
    }
    case "additive_expression":
    case "multiplicative_expression":
      return inner(tree.child(node, "lhs"));
    case "range_expression":
    case "open_end_range_expression":
    case "open_start_range_expression":
      return instanceOf(rangeType(tree, node));
    case "user_type":
    case "array_type":
      return typeValue(pass, node);
    default:
      return TRUTHS.has(type) ? instanceOf(libraryType("Bool")) : UNKNOWN_EXPRESSION;
  }
}

/** The value of a name: a local, a parameter of the closure, or a name that the resolver looks up. */
function namedValue(pass: Pass, name: string): Expression {
  const local = lookUp(pass.scope, name);
  if (local !== undefined) return local;
  const parameter = /^\$(\d+)$/.exec(name);
  if (parameter !== null) {
    const closure = closureAround(pass.scope);
    if (closure === null) return UNKNOWN_EXPRESSION;
    const number = Number(nth(parameter, 1));
    closure.numbered = Math.max(closure.numbered, number + 1);
    return follow(closure.closure, parameterStep(number));
  }
  if (name === "Self") {
    const around = typeAround(pass.symbols, pass.from);
    if (around > 0) return { root: { in: "this", type: around }, path: [SELF] };
  }
  return { root: { in: "free", name }, path: [] };
}

/** `self`: a value of the type around, or that type in a static member. */
export function selfValue(pass: Pass): Expression {
  const around = typeAround(pass.symbols, pass.from);
  if (around === 0) return UNKNOWN_EXPRESSION;
  return { root: { in: "this", type: around }, path: pass.isStatic ? [SELF] : [] };
}

/** A type that stands where a value does: the type itself. */
function typeValue({ tree }: Pass, node: number): Expression {
  return follow(instanceOf(typeOf(tree, node)), SELF);
}

function navigation(pass: Pass, node: number, inner: (child: number) => Expression): Expression {
  const { tree } = pass;
  const targetNode = tree.child(node, "target");
  const suffix = tree.child(node, "suffix");
  const name = suffix < 0 ? -1 : tree.child(suffix, "suffix");
  const target = inner(operandOf(tree, targetNode));
  if (name < 0) return UNKNOWN_EXPRESSION;
  if (tree.type(name) === "integer_literal") return itemOf(target, Number(tree.text(name)));
  const text = nameText(tree, name);
  if (text === "self") return target;
  const isOptional = hasOptionalMark(tree, node);
  return isOptional ? follow(target, NOT_NULL, text) : follow(target, text);
}

/** Whether `?` stands between a value and its member. */
function hasOptionalMark(tree: SyntaxTree, node: number): boolean {
  const suffix = tree.child(node, "suffix");
  const target = tree.child(node, "target");
  return suffix >= 0 && target >= 0 && tree.source.slice(tree.end(target), tree.start(suffix)).trim().startsWith("?");
}

/** An element of a tuple. */
export function itemOf(value: Expression, number: number): Expression {
  return value.items?.[number] ?? (isUnknown(value) ? UNKNOWN_EXPRESSION : follow(value, itemStep(number)));
}

function callValue(pass: Pass, node: number, inner: (child: number) => Expression): Expression {
  const { tree } = pass;
  const callee = operandOf(tree, tree.firstChild(node));
  if (callee < 0) return UNKNOWN_EXPRESSION;
  const list = literalListType(tree, callee);
  if (list !== null) return instanceOf(list);
  if (isSubscript(tree, node)) return follow(inner(callee), INDEXED);
  if (tree.type(callee) === "lambda_literal") return pass.madeValues.get(node) ?? UNKNOWN_EXPRESSION;
  if (tree.type(callee) === "simple_identifier" && tree.text(callee) === "type") {
    const [of] = argumentNodes(tree, node);
    if (of !== undefined && of.label === "of") return follow(inner(of.value), SELF);
  }
  return resultOf(pass, node);
}

/** The result of a call that was visited. */
function resultOf({ calls }: Pass, node: number): Expression {
  const of = calls.get(node);
  return of === undefined ? UNKNOWN_EXPRESSION : { root: { in: "result", of }, path: [] };
}

/** Whether a call has brackets: `list[0]`. */
export function isSubscript(tree: SyntaxTree, call: number): boolean {
  const suffix = tree.childOfType(call, "call_suffix");
  const given = suffix < 0 ? -1 : tree.childOfType(suffix, "value_arguments");
  const first = given < 0 ? -1 : tree.firstChild(given);
  return first >= 0 && tree.type(first) === "[";
}

/** An argument of a call: its label, "_" for none and "*" for a first trailing closure, and its value. */
export interface ArgumentNode {
  label: string;
  value: number;
}

/** The arguments of a call in order, trailing closures among them. */
export function argumentNodes(tree: SyntaxTree, call: number): ArgumentNode[] {
  const suffix = suffixOf(tree, call);
  if (suffix < 0) return [];
  const head = headOfCall(tree, call);
  const found: ArgumentNode[] = head === call ? [] : argumentNodes(tree, head);
  let label = "*";
  for (const child of tree.children(suffix)) {
    const type = tree.type(child);
    if (type === "value_arguments") {
      for (const each of tree.children(child))
        if (tree.type(each) === "value_argument") found.push(argumentNode(tree, each));
    } else if (type === "simple_identifier") label = nameText(tree, child);
    else if (type === "lambda_literal") {
      found.push({ label, value: child });
      label = "*";
    }
  }
  return found;
}

function argumentNode(tree: SyntaxTree, node: number): ArgumentNode {
  const label = tree.child(node, "name");
  const value = tree.child(node, "value");
  return { label: label < 0 ? "_" : nameText(tree, label).replace(/\s/g, ""), value };
}

/** `.name`, `&value`, `-value`, `!value`. */
function prefixed(pass: Pass, node: number, inner: (child: number) => Expression): Expression {
  const { tree } = pass;
  const target = tree.child(node, "target");
  const operation = tree.firstChild(node);
  const word = operation < 0 ? "" : tree.text(operation);
  if (word === "!") return instanceOf(libraryType("Bool"));
  if (word !== "." || target < 0) return inner(target);
  const name = leftmost(tree, target);
  return name === target ? implicitMember(pass, node, name) : (pass.expected.get(node) ?? UNKNOWN_EXPRESSION);
}

/** `.name`: a member of the type that is expected. */
export function implicitMember({ tree, expected }: Pass, node: number, name: number): Expression {
  const type = expected.get(node);
  if (type === undefined || isUnknown(type)) return { root: { in: "unknown" }, path: [nameText(tree, name)] };
  return follow(type, SELF, nameText(tree, name));
}

/** The first operand of operators. In `.one + .two` the grammar has the operator behind the first dot. */
export function leftmost(tree: SyntaxTree, node: number): number {
  let first = node;
  for (let lhs = tree.child(first, "lhs"); lhs >= 0; lhs = tree.child(first, "lhs")) first = lhs;
  return first;
}

/** The type of `1...6`, `..<n` and the like. */
function rangeType(tree: SyntaxTree, node: number): TypeExpr {
  const isHalf = tree.hasChildOfType(node, "..<");
  const form = tree.type(node);
  const name =
    form === "open_end_range_expression"
      ? "PartialRangeFrom"
      : form === "range_expression"
        ? isHalf
          ? "Range"
          : "ClosedRange"
        : isHalf
          ? "PartialRangeUpTo"
          : "PartialRangeThrough";
  const bounds = tree.namedChildren(node).flatMap((child) => literalType(tree, child) ?? []);
  return libraryType(name, bounds.slice(0, 1));
}

/** Notes the value that an expression is expected to have, for its parts that begin with a dot and for closures. */
export function expect(pass: Pass, node: number, value: Expression, depth = 0): void {
  const { tree, expected } = pass;
  if (node < 0 || depth > DEEPEST || isUnknown(value)) return;
  const inner = (child: number, of = value) => expect(pass, child, of, depth + 1);
  switch (tree.type(node)) {
    case "prefix_expression":
    case "lambda_literal":
    case "key_path_expression":
      expected.set(node, value);
      return;
    case "call_expression": {
      const callee = tree.firstChild(node);
      if (callee >= 0 && tree.type(callee) === "lambda_literal") pass.expectedResults.set(callee, value);
      else inner(callee);
      return;
    }
    case "conjunction_expression":
    case "disjunction_expression":
    case "additive_expression":
    case "multiplicative_expression":
    case "infix_expression":
      inner(tree.child(node, "lhs"));
      inner(tree.child(node, "rhs"));
      return;
    case "navigation_expression":
    case "postfix_expression":
      inner(tree.child(node, "target"));
      return;
    case "try_expression":
    case "await_expression":
      inner(tree.child(node, "expr"));
      return;
    case "ternary_expression":
      inner(tree.child(node, "if_true"));
      inner(tree.child(node, "if_false"));
      return;
    case "nil_coalescing_expression":
      inner(tree.child(node, "value"));
      inner(tree.child(node, "if_nil"));
      return;
    case "tuple_expression":
    case "array_literal": {
      const isList = tree.type(node) === "array_literal";
      const parts = tree.namedChildren(node);
      for (const part of parts) inner(part, isList ? follow(value, EACH) : value);
      return;
    }
    case "dictionary_literal":
      for (const part of tree.children(node)) if (tree.field(part) === "value") inner(part, follow(value, INDEXED));
      return;
    case "if_statement":
    case "switch_statement":
      for (const block of blocksOf(tree, node)) {
        const [only, more] = tree.namedChildren(block);
        if (only !== undefined && more === undefined) inner(only);
      }
      return;
  }
}

/** The blocks of an `if` or a `switch` that is an expression. */
function blocksOf(tree: SyntaxTree, node: number): number[] {
  return tree.children(node).flatMap((child) => {
    if (tree.type(child) === "statements") return [child];
    return /^(?:switch_entry|if_statement)$/.test(tree.type(child)) ? blocksOf(tree, child) : [];
  });
}

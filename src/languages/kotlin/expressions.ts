/** Values of Kotlin expressions, as far as the text of the file tells. */
import { nth } from "../../base/need.js";
import type { Argument } from "../../model/parse-result.js";
import { INDEXED } from "../../model/steps.js";
import { freeNamed, named as namedType } from "../../model/type-forms.js";
import { type Chain, ofName, ofType, REFERRED, stepped, UNKNOWN } from "../chain.js";
import { symbolOf } from "../symbol-of.js";
import type { SyntaxTree } from "../syntax.js";
import { type Pass, typeAround } from "./pass.js";
import { typeAt, typeChild } from "./types.js";

/** The type of `User::class`. */
const KOTLIN_CLASS = namedType({ in: "free", name: "kotlin" }, ["reflect", "KClass"]);

const DEEPEST = 48;
const BOOLEAN = new Set(["==", "!=", "===", "!==", "<", ">", "<=", ">=", "&&", "||"]);

/** The value of an expression. */
export function chainOf(p: Pass, node: number, depth = 0): Chain {
  const { tree } = p;
  if (node === -1 || depth > DEEPEST) return UNKNOWN;
  switch (tree.type(node)) {
    case "identifier":
      return named(p, tree.text(node).replace(/`/g, ""));
    case "this_expression":
      return self(p, node);
    case "super_expression": {
      const type = typeAround(p);
      return type === 0 ? UNKNOWN : { root: { in: "super", type }, path: [] };
    }
    case "callable_reference":
      return referred(p, node);
    case "navigation_expression":
      return navigated(p, node, depth);
    case "infix_expression":
    case "call_expression": {
      const of = p.callAt.get(node);
      return of === undefined ? UNKNOWN : { root: { in: "result", of }, path: [] };
    }
    case "if_expression":
    case "when_expression":
    case "try_expression": {
      const of = p.choiceAt.get(node);
      return of === undefined ? UNKNOWN : { root: { in: "result", of }, path: [] };
    }
    case "as_expression":
      return ofType(typeAt(p.declarations, typeChild(tree, node), p.from));
    case "parenthesized_expression":
      return chainOf(p, firstOf(p, node), depth + 1);
    case "object_literal": {
      const type = p.declarations.symbolAt.get(node);
      return type === undefined ? UNKNOWN : { root: { in: "this", type }, path: [] };
    }
    case "unary_expression":
    case "binary_expression":
    case "range_expression":
    case "index_expression":
      return operated(p, node, depth);
    default:
      return literal(p, node);
  }
}

/** The first named child of a node that is not a comment; -1 for none. */
export function firstOf({ tree }: Pass, node: number): number {
  return tree.namedChildren(node).find((child) => !tree.type(child).endsWith("comment")) ?? -1;
}

function literal({ tree }: Pass, node: number): Chain {
  switch (tree.type(node)) {
    case "string_literal":
    case "multiline_string_literal":
      return ofName("String");
    case "character_literal":
      return ofName("char");
    case "is_expression":
    case "in_expression":
      return ofName("boolean");
    case "number_literal":
      return ofName(/[lL]$/.test(tree.text(node)) ? "long" : "int");
    case "float_literal":
      return ofName(/[fF]$/.test(tree.text(node)) ? "float" : "double");
    default:
      return UNKNOWN;
  }
}

function named(p: Pass, name: string): Chain {
  if (name === "null") return ofName("null");
  if (name === "true" || name === "false") return ofName("boolean");
  return p.locals.find(name) ?? { root: { in: "free", name }, path: [] };
}

/** `::name`: a function or a constructor. The name is that of the root. */
function referred({ tree }: Pass, node: number): Chain {
  const name = tree.childOfType(node, "identifier");
  if (name === -1 || tree.namedChildren(node).length > 1) return UNKNOWN;
  return { root: { in: "free", name: tree.text(name).replace(/`/g, "") }, path: [REFERRED] };
}

/** `this`: the receiver of the innermost lambda, extension or type. A lambda may have none; then it is that of what is around it. */
function self(p: Pass, node: number): Chain {
  const { tree, declarations } = p;
  const label = tree.childOfType(node, "identifier");
  if (label !== -1) return ofType(freeNamed(tree.text(label)));
  const takerAt = p.lambda === null ? -1 : nth(p.references, p.lambda.of).from;
  for (let current = p.from; current >= 0; current = current === 0 ? -1 : symbolOf(declarations, current).parent) {
    if (current === takerAt && p.lambda !== null)
      return { root: { in: "callback", ...p.lambda, parameter: -1 }, path: [] };
    const { receiverType, kind } = symbolOf(declarations, current);
    if (receiverType !== undefined) return ofType(receiverType);
    if (/^(?:class|interface|enum)$/.test(kind)) return { root: { in: "this", type: current }, path: [] };
  }
  return UNKNOWN;
}

/** The expression behind the sign in `!a.b()` and `!a()`: the grammar binds signs too closely. */
export function withoutSign(tree: SyntaxTree, node: number): number {
  let current = node;
  while (current !== -1 && tree.type(current) === "unary_expression" && /^[-!+]/.test(tree.text(current))) {
    const inner = tree.namedChildren(current).at(-1);
    if (inner === undefined) break;
    current = inner;
  }
  return current;
}

/** The parts of `a.b`, `a?.b` and `a::b`. */
export function partsOf({ tree }: Pass, node: number): { object: number; name: number; isReference: boolean } {
  const [first = -1, name = -1] = tree.namedChildren(node).filter((child) => !tree.type(child).endsWith("comment"));
  return { object: withoutSign(tree, first), name, isReference: tree.hasChildOfType(node, "::") };
}

function navigated(p: Pass, node: number, depth: number): Chain {
  const { tree } = p;
  const { object, name, isReference } = partsOf(p, node);
  if (name === -1 || tree.type(name) !== "identifier") return UNKNOWN;
  const text = tree.text(name).replace(/`/g, "");
  if (isReference && text === "class") return ofType(KOTLIN_CLASS);
  // `User::class.java`
  const before = object === -1 ? "" : tree.type(object);
  if (text === "java" && before === "navigation_expression" && tree.text(object).endsWith("::class"))
    return ofName("Class");
  return stepped(chainOf(p, object, depth + 1), isReference ? `${REFERRED}${text}` : text);
}

/** The value of an operator: its function's result, or else the value that the operands tell. */
function operated(p: Pass, node: number, depth: number): Chain {
  const { tree, callAt, choiceAt } = p;
  const of = callAt.get(node) ?? choiceAt.get(node);
  if (of !== undefined) return { root: { in: "result", of }, path: [] };
  switch (tree.type(node)) {
    case "index_expression":
      return stepped(chainOf(p, firstOf(p, node), depth + 1), INDEXED);
    case "unary_expression":
      return tree.text(node).startsWith("!") ? ofName("boolean") : chainOf(p, firstOf(p, node), depth + 1);
    case "range_expression":
      return UNKNOWN;
    default:
      return binary(p, node, depth);
  }
}

function binary(p: Pass, node: number, depth: number): Chain {
  const { tree } = p;
  const word = tree.text(tree.child(node, "operator"));
  if (BOOLEAN.has(word)) return ofName("boolean");
  const left = chainOf(p, tree.child(node, "left"), depth + 1);
  // A text is added to a text, or to a list of texts.
  const right = tree.child(node, "right");
  if (word === "+" && right !== -1 && /string_literal$/.test(tree.type(right))) return left;
  return word === "?:" ? left : left.root.in === "instance" ? left : UNKNOWN;
}

/** The parts of `list add item`: a call of one argument. */
export function infixParts({ tree }: Pass, node: number): { object: number; name: number; argument: number } {
  const [object = -1, name = -1, argument = -1] = tree
    .namedChildren(node)
    .filter((child) => !tree.type(child).endsWith("comment"));
  return { object, name, argument };
}

/** The call in brackets that a lambda behind it belongs to: the grammar reads `f(a) { b }` as a call of `f(a)`. -1 for none. */
export function bracketsOf(tree: SyntaxTree, call: number): number {
  if (!tree.hasChildOfType(call, "annotated_lambda") || tree.hasChildOfType(call, "value_arguments")) return -1;
  const inner = tree.childOfType(call, "call_expression");
  return inner !== -1 && !tree.hasChildOfType(inner, "annotated_lambda") ? inner : -1;
}

/** An argument of a call. `name`: that of its parameter, where it is written; "{}" for a lambda behind the brackets, else "". */
interface ArgumentNode {
  value: number;
  name: string;
}

/** The nodes of the arguments of a call: those in brackets, and a lambda behind them. */
export function argumentNodes(p: Pass, call: number): ArgumentNode[] {
  const { tree } = p;
  if (tree.type(call) === "infix_expression") {
    const { argument } = infixParts(p, call);
    return argument === -1 ? [] : [{ value: argument, name: "" }];
  }
  const brackets = bracketsOf(tree, call);
  const found: ArgumentNode[] = brackets === -1 ? [] : argumentNodes(p, brackets);
  for (const child of tree.namedChildren(call)) {
    const type = tree.type(child);
    if (type === "value_arguments")
      for (const argument of tree.namedChildren(child)) {
        if (tree.type(argument) !== "value_argument") continue;
        const parts = tree.namedChildren(argument).filter((part) => !tree.type(part).endsWith("comment"));
        const value = parts.at(-1);
        const [first = -1] = parts;
        const isNamed = parts.length > 1 && tree.hasChildOfType(argument, "=");
        if (value !== undefined) found.push({ value, name: isNamed ? tree.text(first).replace(/`/g, "") : "" });
      }
    else if (type === "annotated_lambda") {
      const lambda = tree.childOfType(child, "lambda_literal");
      if (lambda !== -1) found.push({ value: lambda, name: "{}" });
    }
  }
  return found;
}

/** The arguments of a call. The results of lambdas among them are filled in when they have been read. */
export function argumentsOf(p: Pass, call: number): (Argument | null)[] {
  const { tree } = p;
  return argumentNodes(p, call).map(({ value }) => {
    if (tree.type(value) === "lambda_literal")
      return { root: { in: "unknown" }, path: [], parameters: lambdaNames(p, value)?.length ?? 1 };
    const { root, path } = chainOf(p, value);
    return root.in === "unknown" ? null : { root, path };
  });
}

/** The nodes that declare the parameters of a lambda; null where it writes none, and has `it`. */
export function lambdaNames({ tree }: Pass, lambda: number): number[] | null {
  const list = tree.childOfType(lambda, "lambda_parameters");
  return list === -1 ? null : tree.namedChildren(list).filter((child) => !tree.type(child).endsWith("comment"));
}

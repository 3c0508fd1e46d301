/** Functions given as arguments: their parameters, and the values that their bodies give. */
import type { Argument } from "../../../model/parse-result.js";
import type { SyntaxTree } from "../../syntax.js";
import { nodeOf } from "../declarations/pass.js";
import { parametersIn } from "../declarations/signatures.js";
import { passedValue } from "../expressions/chains.js";
import { operatorOf } from "../expressions/operators.js";
import { isThrown, THROWN } from "../expressions/standpoint.js";
import { FUNCTIONS, type Pass } from "./pass.js";

/** Expressions that are statements as well. As the body of a function, they may give a value or not. */
const STATEMENTS: ReadonlySet<string> = new Set([
  "invocation_expression",
  "assignment_expression",
  "object_creation_expression",
  "await_expression",
  "postfix_unary_expression",
  "conditional_access_expression",
  "throw_expression",
]);

/** Statements that control may never leave at their end. */
const MAY_NOT_END: ReadonlySet<string> = new Set([
  "throw_statement",
  "block",
  "if_statement",
  "try_statement",
  "switch_statement",
  "using_statement",
  "lock_statement",
  "while_statement",
  "do_statement",
  "for_statement",
  "foreach_statement",
  "checked_statement",
]);

/** The value or function of an argument; null where nothing is known of it. */
export function readArgument(p: Pass, node: number): Argument | null {
  const { tree } = p;
  if (node === -1) return null;
  if (FUNCTIONS.has(tree.type(node))) return readFunction(p, node);
  const { root, path } = passedValue(p, node);
  return root.in === "unknown" ? null : { root, path };
}

/** Whether control may never go past a statement, as after a throw or an endless loop in it. */
function mayNotEnd(tree: SyntaxTree, statement: number): boolean {
  if (statement === -1 || !MAY_NOT_END.has(tree.type(statement))) return false;
  const end = tree.subtreeEnd(statement);
  for (let node = statement; node < end; node++) {
    if (FUNCTIONS.has(tree.type(node))) node = tree.subtreeEnd(node) - 1;
    else if (tree.type(node) === "throw_statement" || tree.type(node) === "while_statement") return true;
  }
  return false;
}

/** A function as an argument. Its result is filled in when the pass comes to the body. */
export function readFunction({ tree, functions, bodies }: Pass, node: number): Argument {
  const list = tree.child(node, "parameters");
  const isOne = list === -1 || tree.type(list) !== "parameter_list";
  const count = isOne ? (tree.type(node) === "lambda_expression" ? 1 : -1) : parametersIn(tree, list).length;
  const argument: Argument = { root: { in: "unknown" }, path: [] };
  if (count !== -1) argument.parameters = count;
  if (!isOne && parametersIn(tree, list).some(({ type }) => type !== -1)) argument.isTyped = true;
  if (tree.children(node).some((child) => tree.type(child) === "modifier" && tree.text(child) === "async")) {
    argument.isAsync = true;
  }
  const body = tree.namedChildren(node).at(-1) ?? -1;
  functions.set(node, argument);
  if (body !== -1 && tree.type(body) !== "block") {
    bodies.set(body, argument);
    if (!STATEMENTS.has(tree.type(body)) && !/^(?:\+\+|--)$/.test(operatorOf(tree, body))) argument.gives = "value";
  } else if (body !== -1) {
    argument.gives = "nothing";
    if (mayNotEnd(tree, tree.namedChildren(body).at(-1) ?? -1)) {
      delete argument.gives;
      Object.assign(argument, THROWN);
    }
  }
  return argument;
}

/** A `return x`. Inside a function that is an argument, it tells the result of that function. */
export function visitReturn(p: Pass, node: number): void {
  const { tree, functions } = p;
  const value = tree.namedChildren(node)[0];
  if (value === undefined || functions.size === 0) return;
  const owner = nodeOf(p, p.from).node;
  for (let outer = tree.parent(node), depth = 0; outer > owner && depth < 64; depth++) {
    const argument = functions.get(outer);
    if (argument !== undefined) {
      argument.gives = "value";
      if (argument.root.in === "unknown" || isThrown(argument)) Object.assign(argument, passedValue(p, value));
      return;
    }
    if (FUNCTIONS.has(tree.type(outer)) || tree.type(outer) === "local_function_statement") return;
    outer = tree.parent(outer);
  }
}

/** Closures: their parameters, captures and results. */
import { CALLED, parameterStep } from "../../model/steps.js";
import { hoist, inScope } from "./blocks.js";
import { isAsync } from "./call-forms.js";
import { expect, expressionOf } from "./expressions.js";
import { instanceOf, type Pass } from "./pass.js";
import { bind } from "./patterns.js";
import { nameText } from "./reading.js";
import { type Expression, follow, UNKNOWN_EXPRESSION } from "./scope.js";
import { typeIn, typeOf } from "./types.js";

type Visit = (pass: Pass, node: number) => void;

/** A closure: how many parameters it takes, and its result, as far as its text tells. */
export interface Closure {
  result: Expression;
  parameters: number;
  givesNothing: boolean;
  waits: boolean;
}

/** Visits a closure. The value of its only expression is its result; several statements give nothing without a `return`. */
export function visitClosure(pass: Pass, node: number, visit: Visit): Closure {
  const { tree } = pass;
  const closure = pass.expected.get(node) ?? UNKNOWN_EXPRESSION;
  const head = tree.child(node, "type");
  const list = head < 0 ? -1 : tree.childOfType(head, "lambda_function_type_parameters");
  const written = list < 0 ? [] : tree.namedChildren(list).filter((child) => tree.type(child) === "lambda_parameter");
  const returns = head < 0 ? -1 : typeIn(tree, head);
  const { result: outer, isAwaited, waits: waitsAround, returnsValue, returned } = pass;
  pass.isAwaited = false;
  pass.waits = false;
  pass.returnsValue = false;
  pass.returned = UNKNOWN_EXPRESSION;
  let result = UNKNOWN_EXPRESSION;
  let isOne = false;
  let parameters = 0;
  inScope(
    pass,
    () => {
      visitCaptures(pass, tree.childOfType(node, "capture_list"), visit);
      for (const [index, parameter] of written.entries()) bindParameter(pass, parameter, index, closure, visit);
      if (returns >= 0) visit(pass, returns);
      pass.result =
        returns >= 0 ? instanceOf(typeOf(tree, returns)) : (pass.expectedResults.get(node) ?? follow(closure, CALLED));
      const body = tree.childOfType(node, "statements");
      const statements = body < 0 ? [] : tree.namedChildren(body);
      const [only] = statements;
      isOne = only !== undefined && statements.length === 1 && !/^throw\b/.test(tree.text(only).slice(0, 6));
      if (body >= 0) hoist(pass, body);
      if (only !== undefined && isOne) expect(pass, only, pass.result);
      for (const statement of statements) visit(pass, statement);
      result = only !== undefined && isOne ? expressionOf(pass, resultNode(pass, only)) : pass.returned;
      if (returns >= 0) result = pass.result;
      parameters = Math.max(written.length, pass.scope?.numbered ?? 0);
    },
    closure,
  );
  const givesNothing = !isOne && !pass.returnsValue && returns < 0;
  const waits = pass.waits || isAsync(tree.text(node));
  pass.result = outer;
  pass.isAwaited = isAwaited;
  pass.waits = waitsAround;
  pass.returnsValue = returnsValue;
  pass.returned = returned;
  return { result, parameters, givesNothing, waits };
}

/** The expression that a statement gives: that of a `return`, or itself. */
function resultNode({ tree }: Pass, statement: number): number {
  return tree.type(statement) === "control_transfer_statement" ? tree.child(statement, "result") : statement;
}

function bindParameter(pass: Pass, parameter: number, position: number, closure: Expression, visit: Visit): void {
  const { tree } = pass;
  const type = typeIn(tree, parameter);
  if (type >= 0) visit(pass, type);
  const name = tree.children(parameter).findLast((child) => tree.type(child) === "simple_identifier");
  const value = type >= 0 ? instanceOf(typeOf(tree, type)) : follow(closure, parameterStep(position));
  if (name === undefined) return;
  bind(pass, name, value);
  // `ForEach($items) { $item in … }` names the value in the binding, too.
  const written = nameText(tree, name);
  if (written.startsWith("$")) pass.scope?.names.set(written.slice(1), follow(value, "wrappedValue"));
}

/** `[weak self, store = makeStore()]`. */
function visitCaptures(pass: Pass, list: number, visit: Visit): void {
  const { tree } = pass;
  for (const item of list < 0 ? [] : tree.namedChildren(list)) {
    const name = tree.child(item, "name");
    const value = tree.child(item, "value");
    if (value < 0 || name < 0) continue;
    visit(pass, value);
    bind(pass, name, expressionOf(pass, value));
  }
}

/** Operators that the types of a project may declare. */
import type { Chain } from "../../chain.js";
import { symbolOf } from "../../symbol-of.js";
import { operatorOf, signOf } from "../expressions/operators.js";
import { emit } from "./emit.js";
import { readArgument } from "./functions.js";
import { isPredefined, type Pass } from "./pass.js";

const OVERLOADABLE: ReadonlySet<string> = new Set("+ - * / % & | ^ << >> == != < > <= >= ~".split(" "));

/** Operands that rule out an operator of the project's types. */
const NO_OPERANDS: ReadonlySet<string> = new Set([
  "null_literal",
  "boolean_literal",
  "string_literal",
  "verbatim_string_literal",
  "raw_string_literal",
  "interpolated_string_expression",
  "character_literal",
  "default_expression",
]);

/** Whether a value is of a type of the language itself, with operators of its own. */
function isNumber(p: Pass, { root, path }: Chain): boolean {
  if (path.length > 0) return false;
  const type = root.in === "instance" ? root.type : root.in === "file" ? symbolOf(p, root.symbol).declaredType : null;
  return type !== null && isPredefined(type);
}

/** An operator in `a + b` or `-a`, where an operand may be of a type of the project. */
export function visitOperator(p: Pass, node: number): void {
  const { tree, references } = p;
  const operator = operatorOf(tree, node);
  if (!OVERLOADABLE.has(operator)) return;
  const isUnary = tree.type(node) === "prefix_unary_expression";
  const operands = isUnary
    ? tree.namedChildren(node).slice(0, 1)
    : [tree.child(node, "left"), tree.child(node, "right")];
  if (operands.includes(-1) || operands.some((operand) => NO_OPERANDS.has(tree.type(operand)))) return;
  const values = operands.map((operand) => readArgument(p, operand));
  if (values.some((value) => value?.parameters !== undefined)) return;
  const first = values.find((value) => value !== null && !isNumber(p, value));
  if (first === undefined || first === null) return;
  if (first.root.in === "file" && symbolOf(p, first.root.symbol).kind === "event") return;
  const before = references.length;
  const sign = signOf(tree, node);
  const chain: Chain = { root: first.root, path: [...first.path, `operator ${operator}`] };
  emit(p, "call", sign, chain, { argumentCount: operands.length });
  const reference = references[before];
  if (reference === undefined) return;
  p.calls.set(node, before);
  reference.arguments = values;
}

/**
 * The types of the props that components take, where no parameter of the component's symbol tells them.
 *
 * | source                                                 | props                        |
 * |--------------------------------------------------------|------------------------------|
 * | `const Button: FC<Props> = ({ size }) => …`            | those that `FC<Props>` takes |
 * | `const Button = forwardRef<HTMLElement, Props>(…)`     | `Props`                      |
 * | `const Button = memo(forwardRef((props: Props, ref) => …))` | `Props`                 |
 */
import type { TypeExpr } from "../../model/parse-result.js";
import { parameterStep } from "../../model/steps.js";
import { symbolOf } from "../symbol-of.js";
import type { Analysis, TypeSource } from "./analysis.js";
import { isFunction, parameterTypeNodes } from "./syntax-helpers.js";
import { withSteps } from "./type-names.js";
import { parameterType, typeNameOf } from "./types.js";

/** Functions of React that take the props as a type argument, and the number of that argument. */
const GIVEN = /(?:^|\.)(?:(memo)|(forwardRef))$/;
/** Calls inside of each other that wrap one component: at most this many are followed. */
const MOST_WRAPPERS = 4;

/** Fills in the props of components as the type of their first parameter. */
export function resolveProps(a: Analysis): void {
  for (const [index, source] of a.typeSources) {
    const symbol = symbolOf(a, index);
    if (symbol.kind !== "component" || symbol.parameterTypes !== undefined) continue;
    const type = source.isCalled === true ? propsOfType(a, source) : propsOfCall(a, source);
    if (type !== null) symbol.parameterTypes = [type];
  }
}

/** The props of a component by the type of its variable. */
function propsOfType(a: Analysis, { type, scope, classSymbol }: TypeSource): TypeExpr | null {
  const whole = typeNameOf(a, type, scope, classSymbol);
  return whole === null ? null : withSteps(whole, parameterStep(0));
}

/** The props of a component by the calls around the function that it is. */
function propsOfCall(a: Analysis, { value, scope, classSymbol }: TypeSource): TypeExpr | null {
  const { tree } = a;
  let node = value;
  for (let depth = 0; depth < MOST_WRAPPERS && node !== -1 && tree.type(node) === "call_expression"; depth++) {
    const callee = tree.child(node, "function");
    const [, memo, forwardRef] = (callee === -1 ? null : GIVEN.exec(tree.text(callee).slice(-100))) ?? [];
    const types = tree.child(node, "type_arguments");
    const given = types === -1 ? [] : tree.namedChildren(types);
    const props = memo !== undefined ? given[0] : forwardRef !== undefined ? given[1] : undefined;
    if (props !== undefined) return typeNameOf(a, props, scope, classSymbol);
    const args = tree.child(node, "arguments");
    const values = args === -1 ? [] : tree.namedChildren(args);
    const wrapped = values.find((child) => isFunction(a, child));
    if (wrapped !== undefined) return propsOfFunction(a, wrapped, scope, classSymbol);
    node = values.find((child) => tree.type(child) === "call_expression") ?? -1;
  }
  return null;
}

function propsOfFunction(a: Analysis, node: number, scope: TypeSource["scope"], classSymbol: number): TypeExpr | null {
  const parameters = a.tree.child(node, "parameters");
  const [annotation = -1] = parameters === -1 ? [] : parameterTypeNodes(a, parameters);
  return parameterType(a, annotation, a.scopeAt.get(node) ?? scope, classSymbol);
}

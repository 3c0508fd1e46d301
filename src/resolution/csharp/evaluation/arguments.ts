/** Arguments of calls are evaluated here, and the bodies of lambdas among them. */
import { nth } from "../../../base/need.js";
import type { Argument, Reference } from "../../../model/parse-result.js";
import { symbolOf } from "../../program-file.js";
import type { Arguments, GivenArgument } from "../arguments.js";
import { declaredValue, isSameValue, substitute, valueOfType } from "../types.js";
import { libraryValue, NOTHING, onlyOf, type Value } from "../value.js";
import { type Evaluation, isMethod, NOT_EVALUATED } from "./evaluation.js";
import { valueAt } from "./value-at.js";
import { walk } from "./walk.js";

/** Lambdas in lambdas are evaluated to at most this depth, while all their overloads are open. */
const DEEPEST_ASSUMED = 4;

/** At most this many bodies of lambdas in a file are evaluated for the choice of an overload. */
const MOST_BODIES = 20_000;

/** The arguments of a call. */
export function argumentsOf(e: Evaluation, reference: Reference, receiver: Value | null): Arguments {
  const { from, argumentCount, argumentNames = [], typeArgumentCount = 0, typeArguments } = reference;
  let values: readonly GivenArgument[] | null = null;
  return {
    count: argumentCount ?? reference.arguments?.length ?? null,
    // Arguments are evaluated when they are first asked for, because most decide nothing.
    given() {
      values ??=
        reference.arguments?.map((each, number) => evaluate(e, each, from, reference, number)) ??
        new Array(argumentCount ?? 0).fill(NOT_EVALUATED);
      return values;
    },
    names: argumentNames,
    typeArguments: typeArguments?.map((type) => valueOfType(e.program, e.file, from, type)) ?? null,
    typeArgumentCount,
    receiver,
  };
}

/** The result of a lambda among the arguments of a call, for parameters of the given types. */
function bodyWith(
  e: Evaluation,
  body: Argument,
  call: Reference,
  argument: number,
  parameters: readonly Value[],
): Value {
  const { assumed } = e;
  if (assumed.size >= DEEPEST_ASSUMED || e.bodiesEvaluated >= MOST_BODIES) return NOTHING;
  e.bodiesEvaluated++;
  const [outerCallees, outerResults, outer] = [e.callees, e.results, assumed.get(call)];
  // A result found under an assumption holds under this assumption only.
  e.callees = new Map();
  e.results = new Map();
  assumed.set(call, { argument, parameters });
  const value = bodyOf(e, body, call.from);
  if (outer === undefined) assumed.delete(call);
  else assumed.set(call, outer);
  e.callees = outerCallees;
  e.results = outerResults;
  return value;
}

/** The results of `bodyWith`, found once for the same parameters: overloads often differ in the result alone. */
function bodyOnce(
  e: Evaluation,
  body: Argument,
  call: Reference,
  argument: number,
): (parameters: readonly Value[]) => Value {
  const known: { parameters: readonly Value[]; value: Value }[] = [];
  return (parameters) => {
    const isSame = (one: readonly Value[]) =>
      one.length === parameters.length && one.every((value, index) => isSameValue(value, nth(parameters, index)));
    const before = known.find((each) => isSame(each.parameters));
    if (before !== undefined) return before.value;
    const value = bodyWith(e, body, call, argument, parameters);
    known.push({ parameters, value });
    return value;
  };
}

/** An argument, evaluated as far as it is known. */
export function evaluate(
  e: Evaluation,
  argument: Argument | null,
  from: number,
  call: Reference | null = null,
  number = 0,
): GivenArgument {
  if (argument === null) return NOT_EVALUATED;
  if (argument.parameters !== undefined || argument.gives !== undefined) {
    // The result of a function with parameters depends on them.
    const isFixed = argument.parameters === 0 && argument.gives !== "nothing";
    if (isFixed || call === null || argument.root.in === "unknown") {
      return { value: isFixed ? bodyOf(e, argument, from) : NOTHING, function: argument };
    }
    return { value: NOTHING, function: argument, gives: bodyOnce(e, argument, call, number) };
  }
  const meaning = walk(e, argument, from, "any");
  if (meaning.is === "members" && meaning.members.every(({ decl }) => isMethod(symbolOf(decl))))
    return { value: NOTHING, methods: meaning.members };
  return { value: valueAt(e, meaning) };
}

/** The result of a call of a function that is an argument: of an async lambda, the task. */
export function calledBody(e: Evaluation, argument: Argument | null, from: number): Value {
  const body = bodyOf(e, argument, from);
  const isKnown = body.is !== "unknown" || body.parameter !== undefined;
  return argument?.isAsync === true && isKnown ? libraryValue("Task", [body]) : body;
}

/** The result of a function that is an argument, or of the method that its name stands for. */
export function bodyOf(e: Evaluation, argument: Argument | null, from: number): Value {
  if (argument === null) return NOTHING;
  if (argument.parameters !== undefined || argument.gives !== undefined) {
    return valueAt(e, walk(e, argument, from, "any"));
  }
  const { methods = [] } = evaluate(e, argument, from);
  const method = onlyOf(methods);
  return method === undefined ? NOTHING : substitute(declaredValue(e.program, method.decl), method.bindings);
}

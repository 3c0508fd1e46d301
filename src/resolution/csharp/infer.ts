/** Type arguments of a call, once its method is chosen. */
import type { Argument } from "../../model/parse-result.js";
import type { Program } from "../program.js";
import { symbolOf } from "../program-file.js";
import { type Arguments, explicitBindings, type GivenArgument, offsetOf } from "./arguments.js";
import { asType } from "./conversions.js";
import { methodsFor, resultOfMethods } from "./overloads.js";
import { signatureOf } from "./signatures.js";
import { parameterIds, parameterValues, substitute } from "./types.js";
import { type Bindings, isVoid, libraryValue, type Member, NOTHING, type Value } from "./value.js";

/** The bindings of a method's type parameters in a call. `bodyOf` gives the result of a function among the arguments. */
export function inferred(
  program: Program,
  member: Member,
  given: Arguments,
  bodyOf: ((argument: Argument) => Value) | null,
): Bindings {
  const symbol = symbolOf(member.decl);
  if (symbol.typeParameters.length === 0) return member.bindings;
  const bindings = new Map(member.bindings);
  for (const [id, value] of explicitBindings(program, member, given)) bindings.set(id, value);
  const own = parameterIds(program, member.decl);
  const inference: Inference = { program, own, bindings };
  const types = parameterValues(program, member.decl);
  const offset = offsetOf(symbol, given);
  const values: readonly GivenArgument[] =
    given.receiver !== null && offset === 1 ? [{ value: given.receiver }, ...given.given()] : given.given();
  const hasRest = symbol.maxArguments === 255;
  values.forEach((each, index) => {
    const type = types[Math.min(index, types.length - 1)];
    if (type === undefined || each.function !== undefined || each.methods !== undefined) return;
    const wanted = substitute(type, member.bindings);
    unify(inference, wanted, each.value);
    if (hasRest && index >= types.length - 1 && wanted.is === "library") {
      unify(inference, wanted.args[0] ?? NOTHING, each.value);
    }
  });
  values.forEach((each, index) => {
    const type = types[index];
    if (type === undefined) return;
    const signature = signatureOf(program, substitute(type, member.bindings));
    if (signature === null || signature === "unknown" || signature.result === null) return;
    if (each.function !== undefined && bodyOf !== null)
      unify(inference, signature.result, resultOf(each.function, bodyOf));
    if (each.methods === undefined) return;
    const parameters = signature.parameters.map((parameter) => substitute(parameter, bindings));
    unify(inference, signature.result, resultOfMethods(program, methodsFor(program, each.methods, parameters)));
  });
  return bindings;
}

function resultOf(argument: Argument, bodyOf: (argument: Argument) => Value): Value {
  const body = bodyOf(argument);
  return argument.isAsync === true && body.is !== "unknown" && !isVoid(body) ? libraryValue("Task", [body]) : body;
}

/** The type parameters of a method, and what has been found of them so far. */
interface Inference {
  readonly program: Program;
  readonly own: readonly string[];
  readonly bindings: Map<string, Value>;
}

/** Adds bindings of a method's type parameters, from a value that is given for the type `wanted`. */
function unify(inference: Inference, wanted: Value, value: Value, depth = 0): void {
  const { program, own, bindings } = inference;
  if (value.is === "unknown" || depth > 6) return;
  if (value.is === "library" && value.name === "null") return;
  if (wanted.parameter !== undefined) {
    if (own.includes(wanted.parameter) && !bindings.has(wanted.parameter)) bindings.set(wanted.parameter, value);
    return;
  }
  if (wanted.is === "unknown" || wanted.args.length === 0) return;
  const found = asType(program, value, wanted);
  if (found === null || found.is === "unknown") return;
  wanted.args.forEach((arg, index) => {
    const other = found.args[index];
    if (other !== undefined) unify(inference, arg, other, depth + 1);
  });
}

/** The result of calling a value of a delegate type. */
export function calledValue(program: Program, value: Value): Value {
  const signature = signatureOf(program, value);
  if (signature === null || signature === "unknown") return NOTHING;
  return signature.result ?? libraryValue("void");
}

/** Whether a lambda fits a delegate, and the result it gives. */
import type { Argument } from "../../model/parse-result.js";
import type { Program } from "../program.js";
import type { Decl } from "../program-file.js";
import type { GivenArgument } from "./arguments.js";
import { isThrown } from "./bounds.js";
import { type Fit, fitOf } from "./conversions.js";
import { signatureOf } from "./signatures.js";
import { parameterIds } from "./types.js";
import { isVoid, libraryValue, NOTHING, type Value } from "./value.js";

/** The method that an argument is for, and whether the bodies of lambdas count. */
export interface Purpose {
  method: Decl;
  looksIntoFunctions: boolean;
}

/** Whether a lambda fits a parameter of the type `wanted`. */
export function fitOfFunction(
  program: Program,
  given: GivenArgument,
  { parameters, gives, isAsync }: Argument,
  wanted: Value,
  { method, looksIntoFunctions }: Purpose,
): Fit {
  // A lambda's parameter types must be known first, so no type parameter is inferred from a lambda as a whole.
  if (isOwnParameter(program, method, wanted)) return "no";
  const signature = signatureOf(program, wanted);
  if (signature === "unknown") return wanted.is === "library" && !looksLikeDelegate(wanted.name) ? "no" : "maybe";
  if (signature === null) return "no";
  if (parameters !== undefined && signature.parameters.length !== parameters) return "no";
  const { result } = signature;
  if (result === null) return gives === "value" ? "no" : "yes";
  const isOpen = isOwnParameter(program, method, result);
  const isTask = result.is === "library" && /Task$/.test(result.name);
  if (isAsync) {
    if (!isTask && result.parameter === undefined && result.is !== "unknown") return "no";
    if (isTask && gives !== undefined && (gives === "value") !== result.args.length > 0) return "no";
    if (isTask && result.args.length === 0) return "yes";
  } else if (gives === "nothing") return "no";
  const value = looksIntoFunctions ? resultOfFunction(given, signature.parameters) : givenBody(given);
  if (value.is === "unknown" && value.parameter === undefined)
    return gives === "value" && result.parameter !== undefined ? "yes" : "maybe";
  // A body that throws gives no type that a type parameter could stand for.
  if (isThrown(value)) return isOpen && !isAsync ? "no" : "yes";
  return isVoid(value) ? "no" : fitOfResult(program, value, result, gives !== "value");
}

/** Whether a type outside may be a delegate, by its name. */
function looksLikeDelegate(name: string): boolean {
  return (
    !/^I\p{Lu}/u.test(name) &&
    /(?:Delegate|Handler|Callback|Func|Function|Action|Factory|Predicate|Selector|Filter|Converter|Comparison|Middleware|Initializer|Provider|Accessor|Getter|Setter|Builder|Resolver|Hook|Start|Expression|Invoker)$/.test(
      name,
    )
  );
}

/** The result of a lambda, as far as it is known without the lambda's arguments. */
function givenBody(given: GivenArgument): Value {
  return given.function?.isAsync === true || given.value.is === "unknown" ? NOTHING : given.value;
}

/** Whether the result of a lambda fits the result of a delegate. A task without a result takes one of an async statement, too. */
export function fitOfResult(program: Program, value: Value, result: Value, isStatement: boolean): Fit {
  if (value.is !== "library" || result.is !== "library" || !/Task$/.test(value.name) || !/Task$/.test(result.name)) {
    return fitOf(program, value, result);
  }
  const given = value.args[0];
  const wanted = result.args[0];
  if (wanted === undefined) return given === undefined ? "same" : "yes";
  if (given === undefined) return "no";
  const fit = fitOf(program, given, wanted);
  return fit === "same" && isStatement && value.name !== result.name ? "yes" : fit;
}

/** The result of a lambda for arguments of the given types: of an async one, the task. */
export function resultOfFunction(given: GivenArgument, parameters: readonly Value[]): Value {
  const body = given.gives?.(parameters) ?? given.value;
  const { isAsync, gives } = given.function ?? {};
  if (!isAsync) return gives === "nothing" ? libraryValue("void") : body;
  if (gives === "nothing" || isVoid(body) || isThrown(body)) return libraryValue("Task");
  return body.is === "unknown" && body.parameter === undefined ? NOTHING : libraryValue("Task", [body]);
}

/** Whether a value is of a type parameter of the method. */
export function isOwnParameter(program: Program, method: Decl, { parameter }: Value = NOTHING): boolean {
  return parameter !== undefined && parameterIds(program, method).includes(parameter);
}

/** Values that calls give to the functions and variables among their arguments. */
import type { Reference } from "../../../model/parse-result.js";
import { symbolOf } from "../../program-file.js";
import type { Arguments } from "../arguments.js";
import { chainedParameter } from "../fluent-libraries.js";
import { inferred } from "../infer.js";
import { outsideOf } from "../levels.js";
import { libraryCallback, libraryOut } from "../library.js";
import { signatureOf } from "../signatures.js";
import { parameterValues, substitute, thisValue } from "../types.js";
import { type Member, NOTHING, onlyOf, type TypeValue, typeId, type Value } from "../value.js";
import { calledBody, evaluate } from "./arguments.js";
import { calleeAt } from "./callee.js";
import { type Callee, DEEPEST, type Evaluation, isMethod, typeOrNull } from "./evaluation.js";
import { baseAround, calledName, seen, valueAt, valueOfReceiver } from "./value-at.js";

/** The value that the call of a number calls a function among its arguments with; for parameter -1, the value that it sets the argument to. */
export function callbackOf(e: Evaluation, of: number, argument: number, parameter: number): Value {
  const reference = e.parse.references[of];
  if (reference === undefined || e.depth > DEEPEST) return NOTHING;
  const taken = e.assumed.get(reference);
  if (taken?.argument === argument && parameter >= 0) return taken.parameters[parameter] ?? NOTHING;
  const { meaning, receiver, given } = calleeAt(e, of);
  if (meaning.is !== "members") return fromLibrary(e, reference, { receiver, given }, { argument, parameter });
  let result = NOTHING;
  for (const member of meaning.members) {
    const one = argumentTaken(e, member, given, argument, parameter);
    // An overload that takes no function there cannot be meant.
    if (one === null) continue;
    if (result.is !== "unknown" && typeId(result) !== typeId(one)) return NOTHING;
    result = one;
  }
  return seen(e, result, { ...meaning, imported: true });
}

/** The value that a method which no source declares calls a function among its arguments with, or sets an argument to. */
function fromLibrary(
  e: Evaluation,
  reference: Reference,
  { receiver, given: { typeArguments } }: Pick<Callee, "receiver" | "given">,
  { argument, parameter }: { argument: number; parameter: number },
): Value {
  const name = calledName(reference);
  const value = receiver === null ? baseAround(e, reference.from) : valueOfReceiver(e, receiver);
  if (parameter < 0) return receiver === null ? NOTHING : libraryOut(value, name, argument);
  const parameters = reference.arguments?.[argument]?.parameters ?? 0;
  const chained = chainedParameter(e.program, value, { name, typeArguments, argument, parameter, parameters });
  if (chained !== null) return chained;
  if (receiver === null) return NOTHING;
  const argumentAt = (index: number) => reference.arguments?.[index] ?? null;
  return libraryCallback(e.program, value, {
    name,
    argument,
    parameter,
    given: (index) => evaluate(e, argumentAt(index), reference.from).value,
    gives: (index) => calledBody(e, argumentAt(index), reference.from),
    takes: (index) => argumentAt(index)?.parameters ?? 0,
  });
}

/**
 * The value that a library probably calls a lambda of one parameter with. It is of the only type argument of the call, `Configure<T>(o => …)`, of the
 * receiver, `mock.Verify(x => …)` for a `Mock<T>`, or of the class around, `RuleFor(x => …)` in a `Validator<T>`; or it is the receiver of an
 * extension. Null if none of these is a type of the project.
 */
export function likelyParameter(e: Evaluation, of: number, argument: number, parameter: number): TypeValue | null {
  const { program } = e;
  const reference = e.parse.references[of];
  if (reference === undefined || parameter !== 0 || reference.arguments?.[argument]?.parameters !== 1) return null;
  const { meaning, receiver, given } = calleeAt(e, of);
  if (meaning.is === "members" || reference.kind !== "call") return null;
  if (given.typeArguments !== null) return typeOrNull(onlyOf(given.typeArguments) ?? NOTHING);
  if (receiver === null && reference.path.length > 0) return null;
  const value = receiver === null ? (thisValue(program, e.file, reference.from) ?? NOTHING) : valueAt(e, receiver);
  const base = value.is === "type" ? outsideOf(program, value) : value;
  const held = base?.is === "library" ? onlyOf(base.args) : undefined;
  if (held !== undefined) return typeOrNull(held);
  return receiver === null ? null : typeOrNull(value);
}

function argumentTaken(
  e: Evaluation,
  member: Member,
  given: Arguments,
  argument: number,
  parameter: number,
): Value | null {
  const { program } = e;
  const symbol = symbolOf(member.decl);
  if (!isMethod(symbol) && symbol.kind !== "constructor") return null;
  const fromEnd = given.given().length - argument;
  const name = given.names[given.names.length - fromEnd] ?? null;
  const offset = symbol.extends !== null && given.receiver !== null ? 1 : 0;
  const index = name === null ? argument + offset : (symbol.parameterNames?.trim().split(" ").indexOf(name) ?? -1);
  const types = parameterValues(program, member.decl);
  const isOfRest = symbol.maxArguments === 255 && index >= types.length - 1;
  const type = isOfRest ? types.at(-1) : types[index];
  if (type === undefined) return null;
  const whole = substitute(type, inferred(program, member, given, null));
  if (parameter < 0 && index < types.length) return whole;
  const taken = isOfRest && whole.is === "library" ? (whole.args[0] ?? NOTHING) : whole;
  if (parameter < 0) return taken;
  const signature = signatureOf(program, taken);
  return signature === null || signature === "unknown" ? null : (signature.parameters[parameter] ?? NOTHING);
}

/** Results of calls and operators. */
import type { Reference } from "../../../model/parse-result.js";
import { MAKING } from "../../../model/steps.js";
import { symbolOf } from "../../program-file.js";
import type { Arguments } from "../arguments.js";
import { chainedResult } from "../fluent-libraries.js";
import { calledValue, inferred } from "../infer.js";
import { libraryResult } from "../library.js";
import { declaredValue, substitute } from "../types.js";
import { formValue, libraryValue, NOTHING, typeId, type Value } from "../value.js";
import { argumentsOf, bodyOf, calledBody, evaluate } from "./arguments.js";
import { calleeAt } from "./callee.js";
import { DEEPEST, type Evaluation, isMethod, type Meaning } from "./evaluation.js";
import { baseAround, calledName, seen, valueOfReceiver } from "./value-at.js";

/** The result of the call or operator of a number. All methods that it may mean must agree on the type. */
export function resultOf(e: Evaluation, of: number): Value {
  const known = e.results.get(of);
  if (known !== undefined) return known;
  e.results.set(of, NOTHING);
  const reference = e.parse.references[of];
  if (reference?.kind !== "call" || e.depth > DEEPEST) return NOTHING;
  const { meaning, receiver, given } = calleeAt(e, of);
  e.depth++;
  const name = calledName(reference);
  let result: Value;
  if (meaning.is === "members") result = returned(e, meaning, given, reference.from);
  else if (name === MAKING) result = madeValue(reference, argumentsOf(e, reference, null));
  else if (name.startsWith("operator ")) result = operatorResult(name, argumentsOf(e, reference, null));
  else result = outsideResult(e, receiver, name, reference, given);
  e.depth--;
  e.results.set(of, result);
  return result;
}

function outsideResult(
  e: Evaluation,
  receiver: Meaning | null,
  name: string,
  { from, arguments: given = [] }: Reference,
  { typeArguments }: Arguments,
): Value {
  const { program } = e;
  const value = receiver === null ? baseAround(e, from) : valueOfReceiver(e, receiver);
  const gives = (index: number) => bodyOf(e, given[index] ?? null, from);
  const chained = chainedResult(program, value, { name, typeArguments, gives });
  if (chained !== null) return chained;
  if (receiver === null) return NOTHING;
  const isType = receiver.is === "typename" || (receiver.is === "outside" && receiver.isType);
  return libraryResult(program, value, isType, {
    name,
    typeArguments,
    given: (index) => evaluate(e, given[index] ?? null, from).value,
    gives: (index) => calledBody(e, given[index] ?? null, from),
    takes: (index) => given[index]?.parameters ?? 0,
  });
}

function returned(e: Evaluation, meaning: Extract<Meaning, { is: "members" }>, given: Arguments, from: number): Value {
  const { program } = e;
  let result = NOTHING;
  for (const member of meaning.members) {
    const declared = declaredValue(program, member.decl);
    const one = isMethod(symbolOf(member.decl))
      ? substitute(
          declared,
          inferred(program, member, given, (argument) => bodyOf(e, argument, from)),
        )
      : calledValue(program, substitute(declared, member.bindings));
    if (one.is === "unknown" && one.parameter === undefined) return NOTHING;
    if (result.is !== "unknown" && typeId(result) !== typeId(one)) return NOTHING;
    result = one;
  }
  return seen(e, result, meaning);
}

/** A tuple or an anonymous object, with the values of its parts. */
function madeValue({ root }: Reference, { given, names }: Arguments): Value {
  if (root.in !== "form") return NOTHING;
  return formValue(
    root.form,
    given().map(({ value }) => value),
    names,
  );
}

const COMPARISONS: ReadonlySet<string> = new Set(["==", "!=", "<", ">", "<=", ">="]);

/** The result of an operator between types of the language itself. */
function operatorResult(name: string, { given }: Arguments): Value {
  if (COMPARISONS.has(name.slice("operator ".length))) return libraryValue("bool");
  const [left = NOTHING, right = left] = given().map(({ value }) => value);
  if (left.is !== "library" || right.is !== "library") return NOTHING;
  if (left.name === "string" || right.name === "string") return libraryValue("string");
  const wider = NUMBERS.indexOf(left.name) >= NUMBERS.indexOf(right.name) ? left : right;
  return NUMBERS.includes(wider.name) ? wider : NOTHING;
}

const NUMBERS = ["int", "uint", "long", "ulong", "float", "double", "decimal"];

/** Operators of Kotlin: the functions that they call, and the values of operators on the language's own types. */
import type { Reference, Step } from "../../model/parse-result.js";
import { INDEXED, isStep } from "../../model/steps.js";
import { chosen } from "./callees.js";
import { commonOf, elementOf, unboxed, widerNumber } from "./conversions.js";
import { type Callee, type Evaluation, type Meaning, NOT_KNOWN } from "./evaluation.js";
import { memberInKotlin } from "./kotlin-calls.js";
import type { Given } from "./overloads.js";
import { primitive, type Type, UNKNOWN } from "./types.js";
import { methodsAt, stepTo, typeOfMeaning, typeOfValue, walk } from "./walk.js";

const MARK = "operator ";
const ASSIGN = "Assign";

/** The function that a step calls by an operator; null for other steps. */
export function operatorIn(step: Step | undefined): string | null {
  return typeof step === "string" && step.startsWith(MARK) ? step.slice(MARK.length) : null;
}

/** The functions that an operator may call: of `a += b` also `plus`. */
export function namesOfOperator(name: string): readonly string[] {
  return name.endsWith(ASSIGN) ? [name, name.slice(0, -ASSIGN.length)] : [name];
}

/** The function that an operator calls, a member or an extension of what it is called on. Unknown where the project may not declare it. */
export function operatorCalled(
  e: Evaluation,
  reference: Reference,
  name: string,
  receiver: Meaning,
  given: readonly Given[] | null,
): Callee {
  const none: Callee = { meaning: NOT_KNOWN, receiver, given };
  // The name of an object or of a companion's class is its value.
  if (receiver.is !== "type" && typeOfMeaning(receiver).is === "unknown") return none;
  const [own = name, plain] = namesOfOperator(name);
  // A text has a `plus` of its own, which takes anything: no function that extends it is called.
  if (isText(typeOfMeaning(receiver)) && (plain ?? own) === "plus") return none;
  const assigned = operatorNamed(e, reference, own, receiver, given);
  return (plain === undefined ? assigned : (assigned ?? operatorNamed(e, reference, plain, receiver, given))) ?? none;
}

const isText = (type: Type) => type.is === "class" && type.cls.decl === null && type.cls.name === "String";

/** A member or an extension of a name that takes the operands; null for none. */
function operatorNamed(
  e: Evaluation,
  reference: Reference,
  name: string,
  receiver: Meaning,
  given: readonly Given[] | null,
): Callee | null {
  const { methods } = methodsAt(e, receiver, name);
  const meaning = chosen(e, methods, given, NOT_KNOWN);
  if (meaning.is === "methods") return { meaning, receiver, given };
  const own = memberInKotlin(e, receiver, name, reference, given);
  return own?.meaning.is === "methods" ? own : null;
}

/** The value of an operator whose function no declaration tells. */
export function operatorResult(e: Evaluation, reference: Reference, name: string): Type {
  if (/^(?:compareTo|contains|equals|hasNext|not)$/.test(name)) return primitive("boolean") ?? UNKNOWN;
  const left = walk(e, { ...reference, path: reference.path.slice(0, -1) }, reference, "any");
  if (name === "get") return typeOfMeaning(stepTo(e, left, INDEXED));
  const type = typeOfMeaning(left);
  if (/^range(?:To|Until)$/.test(name)) return UNKNOWN;
  const sum = numberOf(e, reference, name, type);
  if (sum !== null) return sum;
  // A number gives a number, a text a text, and a collection one of its elements.
  const isOwn = type.is === "primitive" || (type.is === "class" && type.cls.decl === null);
  const isWritten = reference.root.in === "instance" && reference.path.length === 1;
  return isOwn || isWritten || elementOf(e.program, type).is !== "unknown" ? type : UNKNOWN;
}

/** The number that arithmetic of two numbers gives; null where one is no number, or is not known. A character and a number give a character. */
function numberOf(e: Evaluation, reference: Reference, name: string, left: Type): Type | null {
  const other = reference.arguments?.[0] ?? null;
  const own = /^(?:plus|minus|times|div|rem)$/.test(name) ? unboxed(left) : null;
  if (own === null || own === "char" || other === null) return null;
  const wider = widerNumber(own, unboxed(typeOfValue(e, walk(e, other, reference, "any"))) ?? "other");
  return wider === null ? null : (primitive(wider) ?? null);
}

/** The value of an expression with branches, of which the arguments are the values. Of `a ?: b` one that is known stands for both. */
export function chosenOf(e: Evaluation, reference: Reference): Type {
  const values = (reference.arguments ?? []).map((value) =>
    value === null ? UNKNOWN : typeOfValue(e, walk(e, value, reference, "any")),
  );
  const isElvis = isStep(reference.path[0], "not-null");
  return commonOf(e.program, isElvis ? values.filter(({ is }) => is !== "unknown") : values);
}

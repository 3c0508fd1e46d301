/** Results of functions of the standard library of Kotlin, and the values that they give their lambdas: `users.map { it.name }`. */
import type { Reference } from "../../model/parse-result.js";
import { elementOf } from "./conversions.js";
import type { Evaluation } from "./evaluation.js";
import {
  GIVING_RECEIVER,
  GIVING_RESULT,
  LISTED,
  MAPPED,
  ONE_ELEMENT,
  SAME_ELEMENTS,
  WITH_EACH,
  WITH_NUMBER,
  WITH_RECEIVER,
} from "./kotlin.js";
import { libraryClass } from "./library.js";
import { primitive, type Type, typeOfClass, UNKNOWN } from "./types.js";
import { typeOfMeaning, walk } from "./walk.js";

/** The name of a call, and the value that it is made on. */
function partsOf(e: Evaluation, { root, path, from }: Reference): { name: string; receiver: Type } {
  const last = path.at(-1);
  if (typeof last !== "string") return { name: root.in === "free" ? root.name : "", receiver: UNKNOWN };
  return { name: last, receiver: typeOfMeaning(walk(e, { root, path: path.slice(0, -1) }, from, "any")) };
}

function listOf(element: Type): Type {
  const list = libraryClass("java.util", "List");
  return list === null || element.is === "unknown" ? UNKNOWN : typeOfClass(list, [element]);
}

/** The result of a call of the standard library; unknown for other functions. */
export function standardResult(e: Evaluation, _of: number, reference: Reference): Type {
  const { name, receiver } = partsOf(e, reference);
  const given = () => {
    const lambda = reference.arguments?.at(-1) ?? null;
    return lambda === null || lambda.root.in === "unknown"
      ? UNKNOWN
      : typeOfMeaning(walk(e, lambda, reference.from, "any"));
  };
  if (LISTED.has(name) && reference.path.length === 0) {
    const [written] = reference.typeArguments ?? [];
    if (written !== undefined) return UNKNOWN;
    const first = reference.arguments?.[0] ?? null;
    return first === null ? UNKNOWN : listOf(typeOfMeaning(walk(e, first, reference.from, "any")));
  }
  if (receiver.is === "unknown") return UNKNOWN;
  if (GIVING_RECEIVER.has(name) && name !== "onEach") return receiver;
  if (GIVING_RESULT.has(name)) return given();
  if (SAME_ELEMENTS.has(name)) return listOf(elementOf(e.program, receiver));
  if (ONE_ELEMENT.has(name)) return elementOf(e.program, receiver);
  return MAPPED.has(name) ? listOf(given()) : UNKNOWN;
}

/** The value that a call of the standard library gives the parameter of a lambda. */
export function standardCallback(e: Evaluation, reference: Reference, parameter: number): Type {
  const { name, receiver } = partsOf(e, reference);
  if (receiver.is === "unknown") return UNKNOWN;
  if (WITH_RECEIVER.has(name)) return parameter === 0 ? receiver : UNKNOWN;
  if (WITH_NUMBER.has(name)) return parameter === 0 ? (primitive("int") ?? UNKNOWN) : elementOf(e.program, receiver);
  return WITH_EACH.has(name) && parameter === 0 ? elementOf(e.program, receiver) : UNKNOWN;
}

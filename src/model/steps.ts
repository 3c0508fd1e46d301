/** Builds the steps of paths that are not names. Steps without data, or with small numbers, are shared: large repositories have millions of them. */
import type { ArgumentKind, Operation, ParameterStep, Step } from "./parse-result.js";

/** The value after `await`. */
export const AWAITED: Operation = { kind: "await" };

/** The element that a loop over the value gives. */
export const EACH: Operation = { kind: "each" };

/** The element that `value[index]` gives. */
export const INDEXED: Operation = { kind: "index" };

/** TypeScript: a value of the type. */
export const VALUE: Operation = { kind: "value" };

/** TypeScript: the type of the `this` of a function. */
export const SELF: Operation = { kind: "self" };

/** TypeScript: the instance that `new` makes of a class. */
export const MADE: Operation = { kind: "make" };

/** C#: a collection whose elements are the value. */
export const LISTED: Operation = { kind: "list" };

/** C#: the value without null. */
export const NOT_NULL: Operation = { kind: "not-null" };

/** C#: the value or null. */
export const OR_NULL: Operation = { kind: "or-null" };

/** C#: the making of a tuple or an anonymous object, as an operator whose operands are the parts. */
export const MAKING = "operator ()";

/** TypeScript: what a schema of zod gives, by the name that zod has for it. */
export const OUTPUT = "_output";

/** The result of a call with an unknown number of arguments. */
export const CALLED: Operation = { kind: "call", count: null };

/** Steps with numbers up to this one are shared. */
const MOST_SHARED = 32;

const CALLS = Array.from({ length: MOST_SHARED }, (_, count): Operation => ({ kind: "call", count }));
const ITEMS = Array.from({ length: MOST_SHARED }, (_, number): Operation => ({ kind: "item", number }));
const PARAMETERS = new Map<number, ParameterStep>();

/** The result of a call with a number of arguments. */
export function calledStep(count: number): Operation {
  return CALLS[count] ?? { kind: "call", count };
}

/** The element of a tuple or list, or the part that a pattern takes. */
export function itemStep(number: number): Operation {
  return ITEMS[number] ?? { kind: "item", number };
}

/** The type of a parameter of a function. */
export function parameterStep(
  number: number,
  count: number | null = null,
  argument: ArgumentKind | null = null,
): ParameterStep {
  if (number >= MOST_SHARED || (count ?? 0) >= MOST_SHARED) return { kind: "parameter", number, count, argument };
  const form = argument === null ? 0 : argument === "object" ? 1 : 2;
  const key = (number * (MOST_SHARED + 1) + (count ?? MOST_SHARED)) * 3 + form;
  let step = PARAMETERS.get(key);
  if (step === undefined) {
    step = { kind: "parameter", number, count, argument };
    PARAMETERS.set(key, step);
  }
  return step;
}

/** Whether a step is an operation of a kind. */
export function isStep<Kind extends Operation["kind"]>(
  step: Step | undefined,
  kind: Kind,
): step is Extract<Operation, { kind: Kind }> {
  return typeof step === "object" && step.kind === kind;
}

/** Whether a step stands for no member: it is an operation other than an index. */
export function isUnnamed(step: Step): step is Exclude<Operation, { kind: "index" }> {
  return typeof step === "object" && step.kind !== "index";
}

/** Whether a step is a call, with any number of arguments. */
export function isCalledStep(step: Step): boolean {
  return isStep(step, "call");
}

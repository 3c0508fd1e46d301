/** Expressions as a root and a path. Builds those that need no look-up. */
import type { Root, Step, TypeExpr } from "../model/parse-result.js";
import { freeNamed } from "../model/type-forms.js";

/** The value of an expression: where it starts, and the steps from there. */
export interface Chain {
  root: Root;
  path: Step[];
}

export const UNKNOWN: Chain = { root: { in: "unknown" }, path: [] };

/** A value of a type. */
export function ofType(type: TypeExpr | null): Chain {
  return type === null ? UNKNOWN : { root: { in: "instance", type }, path: [] };
}

/** A value of a type that has a name. */
export function ofName(name: string): Chain {
  return ofType(freeNamed(name));
}

/** The last step of the result of arithmetic: a byte, a short or a char becomes an int. `#number double`: with a number of that type. */
export const PROMOTED = "#number";
/** The first characters of the last step of a call that an operator makes: `operator plus`. */
export const OPERATOR = "operator ";
/** The first characters of the last step of a method reference: `::run`. */
export const REFERRED = "::";

/** A chain of more steps tells no type. */
const LONGEST_PATH = 32;

/** A chain of a Java platform's language with one more step. */
export function stepped({ root, path }: Chain, step: Step): Chain {
  if (root.in === "unknown")
    return typeof step === "string" && !step.startsWith(PROMOTED) ? { root, path: [step] } : UNKNOWN;
  return path.length >= LONGEST_PATH ? UNKNOWN : { root, path: [...path, step] };
}

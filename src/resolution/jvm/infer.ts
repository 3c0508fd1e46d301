/** The type arguments of calls that write none: what the types of the arguments tell. */
import type { Program } from "../program.js";
import { common, fitOf } from "./conversions.js";
import { asClass } from "./hierarchy.js";
import { boxed } from "./library.js";
import { type Bindings, erased, type Type, UNKNOWN, type Variable } from "./types.js";

/** Type arguments that are being found. */
export type Inferred = Map<Variable, Type>;

/** A search for the type arguments of one call. */
export interface Inference {
  readonly program: Program;
  /** The type parameters that are looked for. */
  readonly open: readonly Variable[];
  /** Those that are known so far. */
  readonly found: Inferred;
}

/** Adds what a value given for a parameter tells of the open type parameters. */
export function unify(inference: Inference, wanted: Type, given: Type, depth = 0): void {
  const { program, open, found } = inference;
  if (given.is === "unknown" || given.is === "null" || depth > 8) return;
  if (given.is === "wildcard") {
    if (given.bound !== null) unify(inference, wanted, given.bound, depth + 1);
    return;
  }
  switch (wanted.is) {
    case "wildcard":
      if (wanted.bound !== null) unify(inference, wanted.bound, given, depth + 1);
      break;
    case "variable":
      if (open.includes(wanted.variable)) bind(program, wanted.variable, boxed(given), found);
      break;
    case "function":
      if (given.is === "function") unify(inference, wanted.result, given.result, depth + 1);
      break;
    case "array":
      if (given.is === "array") unify(inference, wanted.of, given.of, depth + 1);
      break;
    case "class": {
      if (wanted.args.length === 0) break;
      const value = erased(boxed(given));
      if (value.is !== "class") break;
      const seen = asClass(program, value, wanted.cls);
      seen?.args.forEach((arg, index) => {
        const inner = wanted.args[index];
        if (inner !== undefined) unify(inference, inner, arg, depth + 1);
      });
      break;
    }
  }
}

function bind(program: Program, variable: Variable, given: Type, found: Inferred): void {
  if (given.is === "variable" && given.variable === variable) return;
  const known = found.get(variable);
  if (known === undefined || known.is === "unknown") {
    found.set(variable, given);
    return;
  }
  const fit = fitOf(program, given, known);
  if (fit === "same" || fit === "yes" || fit === "maybe") return;
  found.set(variable, common(program, known, given));
}

/** The meanings with the type parameters that are still open as unknown. */
export function closed(found: Inferred, open: readonly Variable[]): Bindings {
  for (const variable of open) if (!found.has(variable)) found.set(variable, UNKNOWN);
  return found;
}

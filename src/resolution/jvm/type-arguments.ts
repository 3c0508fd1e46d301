/** Overloads of Kotlin that take the same classes, `set(column: Column<T>, value: T)` and `set(column: Column<Id<T>>, value: T)`: their type arguments tell them apart. */
import type { Program } from "../program.js";
import { fitOf, unboxed } from "./conversions.js";
import { asClass, type FoundMethod } from "./hierarchy.js";
import { type Inferred, unify } from "./infer.js";
import { boxed } from "./library.js";
import { type ClassType, erased, substitute, type Type, unwrapped } from "./types.js";

/** An argument, and the parameter that takes it. */
export interface Taken {
  readonly given: Type;
  readonly wanted: Type;
}

/** Whether the arguments of a call fit a method with one meaning for each of its type parameters. Type arguments of classes tell the meanings. */
export function fitsByArguments(program: Program, { method }: FoundMethod, taken: readonly Taken[]): boolean {
  const found: Inferred = new Map();
  const inference = { program, open: method.variables, found };
  for (const { given, wanted } of taken) if (wanted.is === "class") unify(inference, wanted, given);
  return taken.every(({ given, wanted }) => {
    const meant = substitute(wanted, found);
    // A number that is written may be of any type of numbers.
    const areNumbers = unboxed(given) !== null && unboxed(meant) !== null;
    const isTaken = wanted.is !== "variable" || areNumbers || fitOf(program, boxed(given), boxed(meant)) !== "no";
    return isTaken && takesArguments(program, given, meant);
  });
}

/** Whether the type arguments of a value are those that a parameter asks for. */
function takesArguments(program: Program, given: Type, wanted: Type): boolean {
  const [from, to] = [erased(given), unwrapped(wanted)];
  if (from.is !== "class" || to.is !== "class") return true;
  const seen: ClassType | null = asClass(program, from, to.cls);
  if (seen === null) return true;
  return to.args.every((arg, index) => {
    const own = seen.args[index];
    return own === undefined || fitOf(program, boxed(unwrapped(own)), boxed(unwrapped(arg))) !== "no";
  });
}

/** Bounds of type parameters: the types that the arguments of a call give for them. */
import type { Program } from "../program.js";
import { asType, fitOf } from "./conversions.js";
import { isUnknown } from "./evaluation/evaluation.js";
import { isInterface, isValueType } from "./types.js";
import { isNullable, isOfForm, isVoid, libraryValue, notNull, typeId, type Value } from "./value.js";

/** The state of inferring the type arguments of a call that names none. */
export interface Inference {
  program: Program;
  own: readonly string[];
  /** The types given for each parameter, and its constraint. */
  bounds: Map<string, { given: Value[]; constraint: Value }>;
  /** The parameters that too little is known of, though something is given for them. */
  open: Set<string>;
}

/** Binds each type parameter to the one of its bounds that all others fit. False where none can be right. */
export function fixBounds({ program, bounds, open }: Inference, inferred: Map<string, Value>): boolean {
  for (const [parameter, { given, constraint }] of bounds) {
    if (inferred.has(parameter) || open.has(parameter)) continue;
    const fits = (value: Value) => given.map((each) => (each === value ? "same" : fitOf(program, each, value)));
    const best = given.find((value) => fits(value).every((fit) => fit === "same" || fit === "yes"));
    if (best !== undefined) {
      const isFixed = best.parameter === undefined && constraint.is !== "unknown";
      // `int?` is no `IComparable`, though a value of it can be given for one.
      if (isFixed && ((isNullable(best) && isInterface(constraint)) || fitOf(program, best, constraint) === "no"))
        return false;
      inferred.set(parameter, best);
    } else if (given.every((value) => fits(value).includes("no"))) return false;
    else open.add(parameter);
  }
  return true;
}

/** Adds the bounds that a value gives the type parameters in the type `wanted`. */
export function collectBounds(inference: Inference, wanted: Value, value: Value, depth = 0): void {
  const { program, own, bounds } = inference;
  if (isNothing(value) || (wanted.is === "unknown" && wanted.parameter === undefined)) return;
  if (depth > 6 || isUnknown(value) || isListed(value)) {
    leaveOpen(inference, wanted);
  } else if (wanted.parameter !== undefined) {
    if (!own.includes(wanted.parameter)) return;
    const known = bounds.get(wanted.parameter);
    if (known !== undefined) known.given.push(value);
    else bounds.set(wanted.parameter, { given: [value], constraint: { ...wanted, parameter: undefined } });
  } else if (wanted.is !== "unknown" && wanted.args.length > 0) {
    // An `int` says nothing of the T in `T?`.
    if (isNullable(wanted) && (isValueType(value) || value.is === "type")) return;
    const found = isNullable(wanted) ? libraryValue("Nullable", [notNull(value)]) : asType(program, value, wanted);
    if (found === null || found.is === "unknown" || (found.args.length === 0 && typeId(found) === ARRAY)) {
      if (fitOf(program, value, wanted) !== "no") leaveOpen(inference, wanted);
      return;
    }
    wanted.args.forEach((arg, index) => {
      const other = found.args[index];
      if (other !== undefined) collectBounds(inference, arg, other, depth + 1);
    });
  }
}

const ARRAY = "library Array";

/** Marks the type parameters in a type as open: something is given for them, and too little of it is known. */
export function leaveOpen(inference: Inference, wanted: Value): void {
  if (wanted.parameter !== undefined) inference.open.add(wanted.parameter);
  else if (wanted.is !== "unknown") for (const arg of wanted.args) leaveOpen(inference, arg);
}

/** Whether a type holds one of a method's own type parameters. */
export function speaksOf(own: readonly string[], value: Value): boolean {
  if (value.parameter !== undefined) return own.includes(value.parameter);
  return value.is !== "unknown" && value.args.some((arg) => speaksOf(own, arg));
}

/** Whether a value takes its type from its target, as a collection `[a, b]` does. */
function isListed(value: Value): boolean {
  return isOfForm(value, "list");
}

/** Whether a value has no type of its own. */
function isNothing(value: Value): boolean {
  return value.is === "library" && (value.name === "null" || isVoid(value) || isThrown(value));
}

/** Whether a value is the result of a body that throws. */
export function isThrown(value: Value): boolean {
  return isOfForm(value, "thrown");
}

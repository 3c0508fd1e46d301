/** One step of a path, from a meaning to the next. */
import { AWAITED, CALLED, EACH, LISTED, NOT_NULL, OR_NULL, stepNumber } from "../../../model/parse-result.js";
import { step } from "../../lookup.js";
import { symbolOf } from "../../program-file.js";
import type { Arguments } from "../arguments.js";
import { elementOf } from "../collections.js";
import { calledValue } from "../infer.js";
import { firstLevel } from "../levels.js";
import { awaitedValue, libraryPart } from "../library.js";
import { signatureOf } from "../signatures.js";
import { isValueType, orNull, parameterValues, substitute } from "../types.js";
import { isNullable, libraryValue, NOTHING, notNull, type Value } from "../value.js";
import { type Evaluation, type Meaning, NOT_KNOWN, nameless, outside, valueMeaning } from "./evaluation.js";
import { meaningOf } from "./meanings.js";
import { constructorsOf, memberOfType, memberOfValue, staticMember } from "./members.js";
import { valueAt } from "./value-at.js";

/** The meaning after one step of a walk. `given` are the arguments of an index. */
export function stepTo(e: Evaluation, at: Meaning, name: string, given: Arguments | null): Meaning {
  if (name.startsWith("(")) return stepInto(e, at, name);
  switch (at.is) {
    case "namespace":
      return meaningOf(e, step(e.program, at, name, null));
    case "outside":
      if (at.value.is !== "unknown" || at.value.parameter !== undefined) return memberOfValue(e, at.value, name, given);
      if (at.place.isNameless === true) return nameless(name);
      return outside(at.place.name, name, at.isType ? staticMember(e, at.place, name) : NOTHING);
    case "typename":
      return memberOfType(e, at.value, name);
    case "value":
    case "members":
      return memberOfValue(e, valueAt(e, at), name, given);
    default:
      return at.is === "missing" ? NOT_KNOWN : at;
  }
}

/** The meaning after a step without a name: awaiting a value, a loop over it, a call of it, a part or a parameter of it. */
function stepInto(e: Evaluation, at: Meaning, name: string): Meaning {
  const { program } = e;
  const value = valueAt(e, at);
  if (name === AWAITED) return valueMeaning(awaitedValue(value));
  if (name === EACH) return valueMeaning(elementOf(program, value));
  if (name === CALLED) return valueMeaning(calledValue(program, value));
  if (name === NOT_NULL) return isNullable(value) ? valueMeaning(notNull(value)) : at;
  if (name === OR_NULL) return isValueType(value) ? valueMeaning(orNull(value)) : at;
  if (name === LISTED) return valueMeaning(value.is === "unknown" ? NOTHING : libraryValue("IEnumerable", [value]));
  const item = stepNumber(name, "item");
  if (item >= 0) return valueMeaning(partOf(e, value, item));
  const parameter = stepNumber(name, "parameter");
  const signature = parameter < 0 ? null : signatureOf(program, value);
  if (signature === null || signature === "unknown") return NOT_KNOWN;
  return valueMeaning(signature.parameters[parameter] ?? NOTHING);
}

/** The part of a value that `var (a, b) = value` takes, by number. */
function partOf(e: Evaluation, value: Value, at: number): Value {
  const { program } = e;
  if (value.is !== "type") return libraryPart(value, at);
  const method = firstLevel(program, value, "Deconstruct")?.members;
  if (method !== undefined) {
    if (method.length !== 1) return NOTHING;
    return substitute(parameterValues(program, method[0]!.decl)[at] ?? NOTHING, method[0]!.bindings);
  }
  const [first] = value.decls;
  if (symbolOf(first!).kind !== "record") return NOTHING;
  const [primary] = constructorsOf(e, value);
  if (primary === undefined) return NOTHING;
  return substitute(parameterValues(program, primary.decl)[at] ?? NOTHING, primary.bindings);
}

/** One step of a path, from a meaning to the next. */
import { flattenStep } from "../../../model/flat-types.js";
import type { Operation, Step } from "../../../model/parse-result.js";
import { isUnnamed } from "../../../model/steps.js";
import { step } from "../../lookup.js";
import { firstDecl, symbolOf } from "../../program-file.js";
import type { Arguments } from "../arguments.js";
import { elementOf } from "../collections.js";
import { calledValue } from "../infer.js";
import { firstLevel } from "../levels.js";
import { awaitedValue, libraryPart } from "../library.js";
import { signatureOf } from "../signatures.js";
import { isValueType, orNull, parameterValues, substitute } from "../types.js";
import { isNullable, libraryValue, NOTHING, notNull, onlyOf, type Value } from "../value.js";
import { type Evaluation, type Meaning, NOT_KNOWN, nameless, outside, valueMeaning } from "./evaluation.js";
import { meaningOf } from "./meanings.js";
import { constructorsOf, memberOfType, memberOfValue, staticMember } from "./members.js";
import { valueAt } from "./value-at.js";

/** The meaning after one step of a walk. `given` are the arguments of an index. */
export function stepTo(e: Evaluation, meaning: Meaning, each: Step, given: Arguments | null): Meaning {
  if (isUnnamed(each)) return stepInto(e, meaning, each);
  // An indexer is a member with a name of its own.
  const name = flattenStep(each);
  switch (meaning.is) {
    case "namespace":
      return meaningOf(e, step(e.program, meaning, name, null));
    case "outside":
      if (meaning.value.is !== "unknown" || meaning.value.parameter !== undefined)
        return memberOfValue(e, meaning.value, name, given);
      if (meaning.place.isNameless === true) return nameless(name);
      return outside(meaning.place.name, name, meaning.isType ? staticMember(e, meaning.place, name) : NOTHING);
    case "typename":
      return memberOfType(e, meaning.value, name);
    case "value":
    case "members":
      return memberOfValue(e, valueAt(e, meaning), name, given);
    case "unknown":
    case "missing":
      return NOT_KNOWN;
    default:
      return meaning satisfies never;
  }
}

/** The meaning after a step without a name: awaiting a value, a loop over it, a call of it, a part or a parameter of it. */
function stepInto(e: Evaluation, meaning: Meaning, operation: Exclude<Operation, { kind: "index" }>): Meaning {
  const { program } = e;
  const value = valueAt(e, meaning);
  switch (operation.kind) {
    case "await":
      return valueMeaning(awaitedValue(value));
    case "each":
      return valueMeaning(elementOf(program, value));
    case "call":
      return valueMeaning(calledValue(program, value));
    case "not-null":
      return isNullable(value) ? valueMeaning(notNull(value)) : meaning;
    case "or-null":
      return isValueType(value) ? valueMeaning(orNull(value)) : meaning;
    case "list":
      return valueMeaning(value.is === "unknown" ? NOTHING : libraryValue("IEnumerable", [value]));
    case "item":
      return valueMeaning(partOf(e, value, operation.number));
    case "parameter": {
      const signature = signatureOf(program, value);
      if (signature === null || signature === "unknown") return NOT_KNOWN;
      return valueMeaning(signature.parameters[operation.number] ?? NOTHING);
    }
    case "value":
    case "self":
    case "make":
      return NOT_KNOWN;
    default:
      return operation satisfies never;
  }
}

/** The part of a value that `var (a, b) = value` takes, by number. */
function partOf(e: Evaluation, value: Value, index: number): Value {
  const { program } = e;
  if (value.is !== "type") return libraryPart(value, index);
  const method = firstLevel(program, value, "Deconstruct")?.members;
  if (method !== undefined) {
    const only = onlyOf(method);
    return only === undefined
      ? NOTHING
      : substitute(parameterValues(program, only.decl)[index] ?? NOTHING, only.bindings);
  }
  if (symbolOf(firstDecl(value)).kind !== "record") return NOTHING;
  const [primary] = constructorsOf(e, value);
  if (primary === undefined) return NOTHING;
  return substitute(parameterValues(program, primary.decl)[index] ?? NOTHING, primary.bindings);
}

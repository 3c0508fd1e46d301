/** Values that are called, as Kotlin allows: of a function type, or of a type with an `invoke`. */
import { chosen } from "./callees.js";
import { type Callee, type Evaluation, type Meaning, NOT_KNOWN, type Spot } from "./evaluation.js";
import { methodsOf, type Signature } from "./hierarchy.js";
import type { Given } from "./overloads.js";
import { receiversAt } from "./receivers.js";
import { extensionsOf } from "./top-level.js";
import { erased, type Type } from "./types.js";
import { typeOfMeaning } from "./walk.js";

/** The name of the function by which a value is called. */
export const INVOKED = "invoke";

/** The callee of a call of a value: its `invoke`, or the property itself that holds a function. Null where the value is not known to be called. */
export function calledValue(e: Evaluation, value: Meaning, spot: Spot, given: readonly Given[] | null): Callee | null {
  const { program, file } = e;
  if (value.is !== "field" && value.is !== "read") return null;
  const type = erased(value.type);
  if (value.type.is === "function") return { meaning: value, receiver: null, given };
  if (type.is !== "class") return null;
  const { found } = methodsOf(program, type, INVOKED);
  const methods =
    found.length > 0
      ? found
      : extensionsOf({ program, file, receivers: () => receiversAt(e, spot) }, value.type, INVOKED);
  const meaning = methods.length === 0 ? NOT_KNOWN : chosen(e, methods, given, NOT_KNOWN);
  return meaning.is === "methods" ? { meaning, receiver: value, given } : null;
}

/** The function that a call calls through a value: `load(id)` for a property, `invoke` for any other. Null for calls of methods. */
export function functionCalled({ meaning, receiver }: Callee, name: string | null): Signature | null {
  if (meaning.is === "methods") return null;
  const held: Type = name === INVOKED && receiver !== null ? typeOfMeaning(receiver) : typeOfMeaning(meaning);
  return held.is === "function" ? held : null;
}

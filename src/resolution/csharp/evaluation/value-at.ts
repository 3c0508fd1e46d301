/** The value of a meaning that is used as one. */
import { flattenStep } from "../../../model/flat-types.js";
import type { Reference } from "../../../model/parse-result.js";
import { toInstance } from "../../instance.js";
import { symbolOf } from "../../program-file.js";
import { outsideOf } from "../levels.js";
import { declaredValue, substitute, thisValue, valueOfPlace } from "../types.js";
import { type Member, NOTHING, typeId, type Value } from "../value.js";
import type { Evaluation, Meaning } from "./evaluation.js";

/** The value of a meaning that is used as one. Several members must agree on its type. */
export function valueAt(e: Evaluation, meaning: Meaning): Value {
  switch (meaning.is) {
    case "value":
    case "outside":
      return meaning.value;
    case "members": {
      let value = NOTHING;
      for (const member of meaning.members) {
        const one = valueOfMember(e, member);
        if (one.is === "unknown" && one.parameter === undefined) return NOTHING;
        if (value.is !== "unknown" && typeId(value) !== typeId(one)) return NOTHING;
        value = one;
      }
      return seen(e, value, meaning);
    }
    default:
      return NOTHING;
  }
}

/** The value that a call is made on: for `Lazy.Create()` one of the type outside of the project. */
export function valueOfReceiver(e: Evaluation, receiver: Meaning): Value {
  return receiver.is === "outside" && receiver.isType
    ? valueOfPlace(toInstance(e.program, receiver.place))
    : valueAt(e, receiver);
}

/** The name of the method that is called; "" where a value without a name is. */
export function calledName({ path, root }: Reference): string {
  const last = path.at(-1);
  if (last !== undefined) return flattenStep(last);
  return root.in === "free" ? root.name : "";
}

/** The base outside of the project that the class around a symbol may have members from; unknown for none. */
export function baseAround(e: Evaluation, from: number): Value {
  const own = thisValue(e.program, e.file, from);
  return own?.is === "type" ? (outsideOf(e.program, own) ?? NOTHING) : NOTHING;
}

function valueOfMember(e: Evaluation, { decl, bindings }: Member): Value {
  const { program } = e;
  const { kind, parent } = symbolOf(decl);
  if (kind === "method" || kind === "function") return NOTHING;
  const owner = decl.file.symbols[parent];
  if (kind === "constant" && owner?.kind === "enum") {
    return valueOfPlace(
      toInstance(program, { is: "symbols", decls: [{ file: decl.file, index: parent }], imported: false }),
    );
  }
  return substitute(declaredValue(program, decl), bindings);
}

/** A value, marked as imported if another file was needed to find it. */
export function seen(
  e: Evaluation,
  value: Value,
  { members, imported }: { members: readonly Member[]; imported: boolean },
): Value {
  if (value.is !== "type" || value.imported) return value;
  return imported || members.some(({ decl }) => decl.file !== e.file) ? { ...value, imported: true } : value;
}

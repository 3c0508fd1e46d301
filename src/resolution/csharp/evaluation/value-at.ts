/** The value of a meaning that is used as one. */
import { toInstance } from "../../instance.js";
import { symbolOf } from "../../program-file.js";
import { declaredValue, substitute, valueOfPlace } from "../types.js";
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

/** A place becomes a meaning here. */
import { toInstance } from "../../instance.js";
import { isTypeKind } from "../../name-index.js";
import type { Place } from "../../place.js";
import { symbolOf } from "../../program-file.js";
import { type Level, outsideOf } from "../levels.js";
import { namespaceOf } from "../names.js";
import { bindingsOf, valueOfPlace } from "../types.js";
import { NOTHING, type TypeValue } from "../value.js";
import { type Evaluation, type Meaning, NOT_KNOWN, outside, valueMeaning } from "./evaluation.js";

/** The meaning of a place. */
export function meaningOf(e: Evaluation, place: Place): Meaning {
  const { program } = e;
  switch (place.is) {
    case "symbols": {
      const [first] = place.decls;
      if (first === undefined) return NOT_KNOWN;
      const { kind } = symbolOf(first);
      if (kind === "namespace") {
        return { is: "namespace", name: namespaceOf(first.file, first.index), family: first.file.family };
      }
      if (!isTypeKind(kind)) {
        const members = place.decls.filter((decl) => !isTypeKind(symbolOf(decl).kind));
        return {
          is: "members",
          members: members.map((decl) => ({ decl, bindings: bindingsOf(program, NOTHING) })),
          imported: place.imported,
        };
      }
      const value = valueOfPlace(toInstance(program, place));
      return value.is === "type" ? { is: "typename", value } : NOT_KNOWN;
    }
    case "instance":
      return valueMeaning(valueOfPlace(place));
    case "external":
      return place.type === null
        ? { is: "outside", place, value: NOTHING, isType: true }
        : valueMeaning(valueOfPlace(place));
    case "namespace":
      return place;
    case "missing":
      return { is: "missing" };
    default:
      return NOT_KNOWN;
  }
}

/** The meaning of a level's members: types go before others of the name. */
export function levelMeaning(e: Evaluation, { members, imported }: Level): Meaning {
  const types = members.filter(({ decl }) => isTypeKind(symbolOf(decl).kind));
  if (types.length === 0) return { is: "members", members, imported };
  return meaningOf(e, { is: "symbols", decls: types.map(({ decl }) => decl), imported });
}

/** The meaning of a member that a type does not have: a library base may have it. */
export function missingMember(e: Evaluation, type: TypeValue, name: string): Meaning {
  const base = outsideOf(e.program, type);
  if (base === null) return { is: "missing" };
  return base.is === "library" ? outside(base.full, name) : NOT_KNOWN;
}

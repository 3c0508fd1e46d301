/** A meaning becomes a place here, for the edges. */
import { MISSING, type Place, UNKNOWN } from "../../place.js";
import { type Decl, nodeIdOf, parentOf } from "../../program-file.js";
import type { Value } from "../value.js";
import { type Evaluation, type Meaning, valueMeaning } from "./evaluation.js";
import { valueAt } from "./value-at.js";

/** Whether a member's type has no part in the file. */
function isElsewhere(e: Evaluation, member: Decl): boolean {
  const { file } = e;
  if (member.file === file) return false;
  e.ownIds ??= new Set(file.nodeIds);
  return !e.ownIds.has(nodeIdOf(parentOf(member)));
}

/** The place of a receiver: that of its value, if this is known. */
export function receiverPlace(e: Evaluation, meaning: Meaning): Place {
  if (meaning.is !== "members" && meaning.is !== "outside") return placeOfMeaning(e, meaning);
  const value = valueAt(e, meaning);
  return value.is === "unknown" ? placeOfMeaning(e, meaning) : placeOfMeaning(e, valueMeaning(value));
}

/** The place of a meaning. */
export function placeOfMeaning(e: Evaluation, meaning: Meaning): Place {
  switch (meaning.is) {
    case "value":
      return placeOfValue(meaning.value);
    case "typename":
      return { is: "symbols", decls: meaning.value.decls, imported: meaning.value.imported };
    case "members": {
      const decls = meaning.members.map(({ decl }) => decl);
      return { is: "symbols", decls, imported: meaning.imported || decls.some((decl) => isElsewhere(e, decl)) };
    }
    case "namespace":
      return meaning;
    case "outside":
      return meaning.place;
    case "missing":
      return MISSING;
    default:
      return UNKNOWN;
  }
}

function placeOfValue(value: Value): Place {
  if (value.is === "type") return { is: "instance", decls: value.decls, imported: value.imported };
  if (value.is !== "library" || value.form !== undefined) return UNKNOWN;
  return { is: "external", module: null, name: value.full, type: value.full };
}

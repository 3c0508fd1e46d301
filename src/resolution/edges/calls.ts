/** Calls: of functions and methods that are known, and the reasons why others are not. */

import type { Reference } from "../../model/parse-result.js";
import type { WalkedFrom, Work } from "../semantics.js";
import { callByName } from "./by-name.js";
import { emit, MAX_OVERLOADS } from "./emit.js";
import { ofMeaning, overloads } from "./targets.js";
import { whyMissing } from "./walk.js";
import { addExternal, addUnresolved } from "./work.js";

/** Adds a call of a place. */
export function callable(work: Work, reference: Reference, { place: at, receiver }: WalkedFrom): void {
  const place = at.is === "module" ? work.program.semanticsOf(at.file).names.moduleValue(work.program, at) : at;
  if (place.is === "external") {
    // A member of a type without a name, such as `new { Name = "x" }`.
    if (place.isNameless === true) addUnresolved(work, reference, "unknown-receiver");
    else addExternal(work, { source: reference.from, kind: "calls", line: reference.line }, place);
    return;
  }
  if (place.is === "unknown") {
    callByName(work, reference);
    return;
  }
  if (place.is === "symbols") {
    const targets = overloads(ofMeaning(place.decls, "call"), reference);
    if (targets.length > 0 && targets.length <= MAX_OVERLOADS) {
      emit(work, reference, "calls", targets, place.imported, receiver);
      return;
    }
    const reason = targets.length > MAX_OVERLOADS ? "too-many" : "unknown-value";
    addUnresolved(work, reference, reason);
    return;
  }
  addUnresolved(work, reference, whyMissing(work, reference, place));
}

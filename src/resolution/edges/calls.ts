/** Calls: of functions and methods that are known, and the reasons why others are not. */
import type { Reference } from "../../model/parse-result.js";
import type { Place } from "../place.js";
import { type ProgramSymbol, symbolOf } from "../program-file.js";
import type { WalkedFrom, Work } from "../semantics.js";
import { callByName } from "./by-name.js";
import { emit, MOST_OVERLOADS } from "./emit.js";
import { ofMeaning, overloads } from "./targets.js";
import { whyMissing } from "./walk.js";
import { addExternal, addUnresolved } from "./work.js";

/** Adds a call of a member that a library's value probably has, never as exact; false where it is not a function. */
function likelyCall(work: Work, reference: Reference, likely: Place): boolean {
  if (likely.is !== "symbols") return false;
  const targets = overloads(ofMeaning(likely.decls, "call"), reference);
  const { runtimeMembers, runtimeMethods } = work.file.language;
  const isOfRuntime = ({ name }: ProgramSymbol) => runtimeMembers.has(name) || runtimeMethods?.has(name) === true;
  if (targets.length === 0 || targets.length > MOST_OVERLOADS || targets.some((decl) => isOfRuntime(symbolOf(decl))))
    return false;
  work.isLikely = true;
  emit(work, reference, "calls", { decls: targets, imported: likely.imported });
  work.isLikely = false;
  return true;
}

/** Adds a call of a place. */
export function callable(work: Work, reference: Reference, { place: own, receiver }: WalkedFrom): void {
  const place = own.is === "module" ? work.program.semanticsOf(own.file).names.moduleValue(work.program, own) : own;
  if (place.is === "external") {
    if (place.likely !== undefined && likelyCall(work, reference, place.likely)) return;
    // A local of a library's function type holds a function that nothing tells.
    const isLocal = place.type !== null && reference.root.in === "instance" && reference.path.length === 0;
    if (isLocal && work.file.traits.hasTypesOfValues) addUnresolved(work, reference, "unknown-value");
    // A member of a type without a name, such as `new { Name = "x" }`.
    else if (place.isNameless === true) addUnresolved(work, reference, "unknown-receiver");
    else addExternal(work, { source: reference.from, kind: "calls", line: reference.line }, place);
    return;
  }
  if (place.is === "unknown") {
    if (place.isHeld === true) addUnresolved(work, reference, "unknown-value");
    else callByName(work, reference);
    return;
  }
  if (place.is === "symbols") {
    const targets = overloads(ofMeaning(place.decls, "call"), reference);
    if (targets.length > 0 && targets.length <= MOST_OVERLOADS) {
      emit(work, reference, "calls", { decls: targets, imported: place.imported, receiver });
      return;
    }
    const reason = targets.length > MOST_OVERLOADS ? "too-many" : "unknown-value";
    addUnresolved(work, reference, reason);
    return;
  }
  addUnresolved(work, reference, whyMissing(work, reference, place));
}

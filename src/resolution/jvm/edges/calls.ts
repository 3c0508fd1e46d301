/** The edges of calls and constructors. */
import { nth } from "../../../base/need.js";
import type { Reference } from "../../../model/parse-result.js";
import { likelyUse } from "../../edges/by-name.js";
import { callable } from "../../edges/calls.js";
import { emit } from "../../edges/emit.js";
import { firstOfEach } from "../../edges/targets.js";
import { use } from "../../edges/uses.js";
import { whyMissing } from "../../edges/walk.js";
import { addExternal, addUnresolved, expressionsOf } from "../../edges/work.js";
import { isTypeKind } from "../../name-index.js";
import type { Place } from "../../place.js";
import { type Decl, firstDecl, parentOf, symbolOf } from "../../program-file.js";
import type { Work } from "../../semantics.js";
import { INVOKED } from "../held.js";
import { operatorIn } from "../operators.js";

/** Adds the edges of a call of a method, or of `this(…)` and `super(…)`. */
export function call(work: Work, index: number): void {
  const reference = nth(work.parse.references, index);
  const { root, path } = reference;
  const { place, receiver } = expressionsOf(work).callee(index);
  if (operatorIn(path.at(-1)) !== null) {
    // The language's own operators are not calls.
    if (place.is === "symbols") callable(work, reference, { place, receiver });
  } else if (path.length === 0 && (root.in === "super" || root.in === "this")) construct(work, reference, place, false);
  // Kotlin makes objects without a word for it.
  else if (place.is === "symbols" && place.decls.every(isMaker)) construct(work, reference, place, true);
  else if ((place.is === "unknown" || place.is === "external") && likelyUse(work, index, "calls")) return;
  else {
    callable(work, reference, { place, receiver });
    // `load(id)` calls the `invoke` of what `load` holds: the property is read.
    const isHeld = place.is === "symbols" && symbolOf(firstDecl(place)).name === INVOKED;
    if (isHeld && (path.at(-1) ?? (root.in === "free" ? root.name : INVOKED)) !== INVOKED)
      use(work, reference, "references", "value");
  }
}

function isMaker(decl: Decl): boolean {
  const { kind } = symbolOf(decl);
  return kind === "constructor" || isTypeKind(kind);
}

/** Adds the edges of `new T(…)`, and of the constant of an enum. */
export function constructNew(work: Work, index: number): void {
  const reference = nth(work.parse.references, index);
  const { place } = expressionsOf(work).callee(index);
  // A constant of an enum without constructors calls nothing that is written.
  if (reference.root.in === "file" && place.is === "symbols" && symbolOf(firstDecl(place)).kind === "enum") return;
  construct(work, reference, place, true);
}

/** Adds a call of a constructor, or of a type without one. */
function construct(work: Work, reference: Reference, place: Place, usesType: boolean): void {
  if (place.is === "external") {
    addExternal(work, { source: reference.from, kind: "calls", line: reference.line }, place);
    return;
  }
  if (place.is !== "symbols" && place.is !== "instance") {
    addUnresolved(work, reference, whyMissing(work, reference, place));
    return;
  }
  const targets = firstOfEach(place.decls);
  // `new T() { … }` of an interface T makes an object of a class without a name. Kotlin's `T { … }` calls it.
  const isInterface = reference.kind === "new" && targets.every((target) => symbolOf(target).kind === "interface");
  emit(work, reference, isInterface ? "references" : "calls", { decls: targets, imported: place.imported });
  // The type is known even where the constructor is not.
  if (!usesType || targets.length === 1) return;
  const types = targets.map(parentOf).slice(0, 1);
  emit(work, reference, "references", { decls: types, imported: place.imported });
}

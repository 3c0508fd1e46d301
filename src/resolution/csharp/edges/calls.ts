/** C#: the edges of calls, operators, constructors and attributes. */
import { lastOf, nth } from "../../../base/need.js";
import { flattenStep } from "../../../model/flat-types.js";
import type { Reference, Step } from "../../../model/parse-result.js";
import { likelyUse } from "../../edges/by-name.js";
import { callable } from "../../edges/calls.js";
import { emit } from "../../edges/emit.js";
import { firstOfEach } from "../../edges/targets.js";
import { emitUse } from "../../edges/uses.js";
import { walk, whyMissing } from "../../edges/walk.js";
import { addExternal, addUnresolved, expressionsOf } from "../../edges/work.js";
import type { Place } from "../../place.js";
import { firstDecl, parentOf, symbolOf } from "../../program-file.js";
import type { Work } from "../../semantics.js";
import { bareName } from "../written-names.js";
import { extendOnExternal } from "./by-name.js";

/** Adds the edges of a call or an operator. */
export function call(work: Work, index: number): void {
  const reference = nth(work.parse.references, index);
  const { root, path } = reference;
  const { place, receiver } = expressionsOf(work).callee(index);
  if (path.length === 0 && (root.in === "super" || root.in === "this")) construct(work, reference, place, false);
  else if (isOperator(path.at(-1))) emitOperator(work, reference, place);
  else if (place.is === "unknown" && likelyUse(work, index, "calls")) return;
  else if (place.is !== "external" || path.length === 0 || !extendOnExternal(work, reference, receiver))
    callable(work, reference, { place, receiver });
}

function isOperator(step: Step | undefined): boolean {
  return typeof step === "string" && step.startsWith("operator ");
}

/** Adds a call of an operator that the project declares; the language's own operators are not calls. */
function emitOperator(work: Work, reference: Reference, place: Place): void {
  if (place.is !== "symbols") return;
  emit(work, reference, "calls", { decls: firstOfEach(place.decls), imported: place.imported });
}

/** Adds the edges of `new T(…)`. */
export function constructNew(work: Work, index: number): void {
  construct(work, nth(work.parse.references, index), expressionsOf(work).callee(index).place, true);
}

/** Adds the use of an attribute. */
export function annotate(work: Work, reference: Reference): void {
  emitUse(work, reference, "references", "type", { place: attribute(work, reference), receiver: null });
}

/** Adds a call of a constructor, or of a type without one. */
function construct(work: Work, reference: Reference, place: Place, usesType: boolean): void {
  if (place.is === "external") {
    addExternal(work, { source: reference.from, kind: "calls", line: reference.line }, place);
  } else if (place.is === "symbols" || place.is === "instance") {
    const isConstructor = symbolOf(firstDecl(place)).kind === "constructor";
    const targets = firstOfEach(isConstructor ? place.decls : place.decls.slice(0, 1));
    emit(work, reference, "calls", { decls: targets, imported: place.imported });
    // The type is known even where the constructor is not.
    if (!usesType || targets.length === 1) return;
    const types = targets.map(parentOf).slice(0, 1);
    emit(work, reference, "references", { decls: types, imported: place.imported });
  } else addUnresolved(work, reference, whyMissing(work, reference, place));
}

/** The place of an attribute. `[Test]` may be written for `TestAttribute`. */
function attribute(work: Work, reference: Reference): Place {
  const { root, path } = reference;
  const longer: Reference =
    path.length > 0
      ? { ...reference, path: [...path.slice(0, -1), `${flattenStep(lastOf(path))}Attribute`] }
      : root.in === "free"
        ? { ...reference, root: { in: "free", name: `${bareName(root.name)}Attribute` } }
        : reference;
  const { place } = walk(work, longer, "type");
  if (place.is === "symbols") return place;
  const short = walk(work, reference, "type").place;
  if (short.is === "symbols" && short.decls.some((decl) => symbolOf(decl).kind === "class")) return short;
  return short.is === "external" ? short : place;
}

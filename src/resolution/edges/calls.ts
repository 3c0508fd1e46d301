/** Calls: of functions and methods that are known, and the reasons why others are not. */

import { CALLED, type Reference } from "../../model/parse-result.js";
import { rootPlace } from "../lookup.js";
import type { Place } from "../place.js";
import { moduleValue } from "../typescript/exports.js";
import { callByName, extendOnExternal, likelyUse } from "./by-name.js";
import { construct, constructCsharp } from "./construct.js";
import { emit, MAX_OVERLOADS } from "./emit.js";
import { firstOfEach, isFunction, ofMeaning, overloads } from "./targets.js";
import { walk, whyMissing } from "./walk.js";
import { addExternal, addUnresolved, type Walked, type Work } from "./work.js";

/** Adds the edges of a call. */
export function call(work: Work, at: number): void {
  const reference = work.parse.references[at]!;
  const { root, path, from } = reference;
  const isConstructor = path.length === 0 && (root.in === "super" || root.in === "this");
  if (work.csharp !== null) {
    const { place, receiver } = work.csharp.callee(at);
    const isOperator = path.at(-1)?.startsWith("operator ");
    if (isConstructor) constructCsharp(work, reference, place, false);
    else if (isOperator) emitOperator(work, reference, place);
    else if (place.is === "unknown" && likelyUse(work, at, "calls")) return;
    else if (place.is !== "external" || path.length === 0 || !extendOnExternal(work, reference, receiver))
      callable(work, reference, { place, receiver });
    return;
  }
  if (isConstructor) construct(work, reference, rootPlace(work.program, work.file, from, root, "any"), false);
  else if (!callOfFunction(work, reference)) callable(work, reference, walk(work, reference, "any"));
}

/** C#: adds a call of an operator that the project declares; the language's own operators are not calls. */
function emitOperator(work: Work, reference: Reference, place: Place): void {
  if (place.is === "symbols") emit(work, reference, "calls", firstOfEach(place.decls), place.imported);
}

/** Adds the call of f in `f.call(this)`, `f.apply(this, list)` and `f.bind(this)()`, and the use of it in `f.bind(this)`; false for other calls. */
function callOfFunction(work: Work, reference: Reference): boolean {
  const { path } = reference;
  const isCalled = path.at(-1) === CALLED;
  const names = isCalled ? path.slice(0, -1) : path;
  const last = names.at(-1);
  if (last !== "call" && last !== "apply" && last !== "bind") return false;
  const { place: at, receiver } = walk(work, { ...reference, path: names.slice(0, -1) }, "any");
  const place = at.is === "module" ? moduleValue(work.program, at) : at;
  const functions = place.is === "symbols" ? ofMeaning(place.decls, "call").filter(isFunction) : [];
  if (functions.length > 0) {
    const kind = last === "bind" && !isCalled ? "references" : "calls";
    const { imported } = place as Extract<Place, { is: "symbols" }>;
    emit(work, reference, kind, firstOfEach(functions), imported, receiver);
    return true;
  }
  if (isCalled) callable(work, reference, walk(work, { ...reference, path: names }, "any"));
  return isCalled;
}

/** Adds a call of a place. */
export function callable(work: Work, reference: Reference, { place: at, receiver }: Walked): void {
  const place = at.is === "module" ? moduleValue(work.program, at) : at;
  if (place.is === "external") {
    // A member of a type without a name, such as `new { Name = "x" }`.
    if (place.name.startsWith("(")) addUnresolved(work, reference, "unknown-receiver");
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

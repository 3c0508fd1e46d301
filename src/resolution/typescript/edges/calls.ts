/** TypeScript and JavaScript: the edges of calls, of `new` and of decorators. */
import { nth } from "../../../base/need.js";
import type { Reference } from "../../../model/parse-result.js";
import { CALLED } from "../../../model/steps.js";
import { callable } from "../../edges/calls.js";
import { emit } from "../../edges/emit.js";
import { firstOfEach, isFunction, ofMeaning } from "../../edges/targets.js";
import { use } from "../../edges/uses.js";
import { walk } from "../../edges/walk.js";
import type { Place } from "../../place.js";
import { plain } from "../../plain.js";
import type { Work } from "../../semantics.js";
import { moduleValue } from "../exports.js";

/** Adds the edges of a call. */
export function call(work: Work, index: number): void {
  if (!callOfFunction(work, nth(work.parse.references, index))) plain.edges.call(work, index);
}

/** Adds the edges of a decorator: of a call where it has arguments, else of a use. */
export function annotate(work: Work, reference: Reference): void {
  if (reference.argumentCount === null) use(work, reference, "references", "value");
  else callable(work, reference, walk(work, reference, "any"));
}

/** Adds the call of f in `f.call(this)`, `f.apply(this, list)` and `f.bind(this)()`, and the use of it in `f.bind(this)`; false for other calls. */
function callOfFunction(work: Work, reference: Reference): boolean {
  const { path } = reference;
  const isCalled = path.at(-1) === CALLED;
  const names = isCalled ? path.slice(0, -1) : path;
  const last = names.at(-1);
  if (last !== "call" && last !== "apply" && last !== "bind") return false;
  const { place: own, receiver } = walk(work, { ...reference, path: names.slice(0, -1) }, "any");
  const place = own.is === "module" ? moduleValue(work.program, own) : own;
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

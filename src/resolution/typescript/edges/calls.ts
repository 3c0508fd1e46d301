/** TypeScript and JavaScript: the edges of calls, of `new` and of decorators. */
import { nth } from "../../../base/need.js";
import type { Reference } from "../../../model/parse-result.js";
import { CALLED } from "../../../model/steps.js";
import { callable } from "../../edges/calls.js";
import { emit } from "../../edges/emit.js";
import { firstOfEach, isFunction, ofMeaning } from "../../edges/targets.js";
import { use } from "../../edges/uses.js";
import { walk } from "../../edges/walk.js";
import { declaredPlace } from "../../instance.js";
import type { PlaceOf } from "../../place.js";
import { plain } from "../../plain.js";
import { type Decl, symbolOf } from "../../program-file.js";
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
  const isBound = path.at(-1) === CALLED;
  const names = isBound ? path.slice(0, -1) : path;
  const last = names.at(-1);
  if (last !== "call" && last !== "apply" && last !== "bind") return false;
  const { place: own, receiver } = walk(work, { ...reference, path: names.slice(0, -1) }, "any");
  const place = own.is === "module" ? moduleValue(work.program, own) : own;
  const functions = place.is === "symbols" ? ofMeaning(place.decls, "call").filter((decl) => isCalled(work, decl)) : [];
  if (functions.length > 0) {
    const kind = last === "bind" && !isBound ? "references" : "calls";
    const { imported } = place as PlaceOf<"symbols">;
    emit(work, reference, kind, { decls: firstOfEach(functions), imported, receiver });
    return true;
  }
  if (isBound) callable(work, reference, walk(work, { ...reference, path: names }, "any"));
  return isBound;
}

/** Whether a declaration is a function, or a field or property that holds one by its type. */
function isCalled({ program }: Work, decl: Decl): boolean {
  if (isFunction(decl)) return true;
  const { kind, declaredType } = symbolOf(decl);
  return declaredType !== null && /^(?:field|property)$/.test(kind) && declaredPlace(program, decl).is === "function";
}

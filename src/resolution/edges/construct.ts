/** Calls of constructors. */
import type { Reference } from "../../model/parse-result.js";
import { constructorsIn } from "../declarations.js";
import { toInstance } from "../instance.js";
import { isTypeKind } from "../name-index.js";
import type { Place } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, symbolOf } from "../program-file.js";
import type { Work } from "../semantics.js";
import { emit } from "./emit.js";
import { firstOfEach, ofMeaning, overloads } from "./targets.js";
import { whyMissing } from "./walk.js";
import { addExternal, addUnresolved } from "./work.js";

/** Adds a call of the constructor that fits `new T()` or `super(…)`, or of the type where it declares none. */
export function construct(work: Work, reference: Reference, own: Place, usesType = true): void {
  const { program } = work;
  const place = own.is === "module" ? program.semanticsOf(own.file).names.moduleValue(program, own) : own;
  if (place.is === "external") {
    addExternal(work, { source: reference.from, kind: "calls", line: reference.line }, place);
    return;
  }
  if (place.is !== "symbols" && place.is !== "instance") {
    addUnresolved(work, reference, whyMissing(work, reference, place));
    return;
  }
  const types = firstOfEach(place.is === "symbols" ? ofMeaning(place.decls, "new") : place.decls.slice(0, 1));
  if (types.length === 0) {
    addUnresolved(work, reference, "unknown-value");
    return;
  }
  const constructors = types.flatMap((type) => constructorsOf(program, type));
  const fitting = overloads(constructors, reference);
  emit(work, reference, "calls", { decls: fitting.length > 0 ? fitting : types, imported: place.imported });
  // The type is known even where the constructor is not.
  if (usesType && fitting.length > 1) emit(work, reference, "references", { decls: types, imported: place.imported });
}

function constructorsOf(program: Program, type: Decl): Decl[] {
  if (!isTypeKind(symbolOf(type).kind)) return [];
  const value = toInstance(program, { is: "symbols", decls: [type], imported: false });
  return value.is === "instance" ? constructorsIn(value.decls) : [];
}

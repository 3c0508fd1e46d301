/** TypeScript and JavaScript: the values that names hold, and what `new` makes of them. */
import { present } from "../../base/need.js";
import { isSpreading } from "../../model/type-forms.js";
import { declaredPlace, isMaker, toInstance } from "../instance.js";
import { isTypeKind } from "../name-index.js";
import { type Instance, type Place, UNKNOWN } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, symbolOf } from "../program-file.js";
import { severalOf } from "../several.js";
import { holdsSchema } from "./members.js";
import { isFunction } from "./overloads.js";

/** The value that a name holds, or a value of a type. */
export function valueAt(program: Program, place: Place): Place {
  if (place.is === "several")
    return severalOf(
      place.members.map((member) => valueAt(program, member)),
      place.isUnion,
    );
  if (place.is !== "symbols") return place.is === "external" ? toInstance(program, place) : place;
  const values = place.decls.filter((decl) => !isNoValue(decl));
  const decl = values[0];
  if (decl === undefined) return toInstance(program, place);
  if (isTypeKind(symbolOf(decl).kind) || isFunction(decl))
    return values.length === place.decls.length ? place : { ...place, decls: values };
  const declared = declaredPlace(program, decl, place.env);
  const hasMembers = decl.file.firstChild[decl.index] !== -1;
  // Some properties of an object are symbols, and others only names: `{ run() {}, stop }`.
  const isSchema = holdsSchema(program, decl, place.env);
  const isPart = (declared.is === "object" && !isSchema) || isSpreading(symbolOf(decl).declaredType);
  if (declared.is !== "unknown" && !(isPart && hasMembers)) return declared;
  return hasMembers ? place : UNKNOWN;
}

/** Whether a declaration is an interface or an alias, and so not a value. */
export function isNoValue(decl: Decl): boolean {
  const { kind } = symbolOf(decl);
  return kind === "interface" || kind === "type";
}

/** The value that `new` makes of a value of an interface, by its construct signature. */
function madeByInstance(program: Program, { decls, env }: Instance): Place {
  for (const decl of decls) {
    const { madeType: type } = symbolOf(decl);
    if (type !== null) return program.evaluate.typedValue(program, { file: decl.file, from: decl.index, type, env });
  }
  return UNKNOWN;
}

/** The value that `new` makes of a place. */
export function madeAt(program: Program, own: Place): Place {
  const place = valueAt(program, own);
  if (place.is === "several")
    return severalOf(
      place.members.map((member) => madeAt(program, member)),
      place.isUnion,
    );
  if (place.is === "instance") return madeByInstance(program, place);
  if (place.is === "function" && place.makes === true)
    return program.evaluate.typedValue(program, present(place.result));
  if (place.is !== "symbols") return UNKNOWN;
  const makers = place.decls.filter(isMaker);
  return makers.length > 0 ? { is: "instance", decls: makers, imported: place.imported } : toInstance(program, place);
}

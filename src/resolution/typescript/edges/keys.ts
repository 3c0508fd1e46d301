/** TypeScript and JavaScript: uses of properties by the keys of object literals. */
import { nth } from "../../../base/need.js";
import type { Reference } from "../../../model/parse-result.js";
import { emit } from "../../edges/emit.js";
import { overriddenAt } from "../../edges/overrides.js";
import { firstOfEach, ofMeaning } from "../../edges/targets.js";
import { start } from "../../edges/walk.js";
import { step } from "../../lookup.js";
import { isTypeKind } from "../../name-index.js";
import type { Place } from "../../place.js";
import { type Decl, parentOf, symbolOf } from "../../program-file.js";
import { isSchemaKey } from "../../schema-key.js";
import type { Work } from "../../semantics.js";
import { settled } from "../../several.js";

/** Adds the use of a property. Those of a library's type, such as `method` of a request, are not edges: they would drown all others. */
export function key(work: Work, reference: Reference): void {
  const { root, path } = reference;
  if (work.expected?.root !== root) work.expected = { root, place: start(work, reference, "any") };
  const receiver = work.expected.place;
  const [name] = path;
  if (name === undefined || NO_MEMBERS.has(receiver.is)) return;
  const place = settled(step(work.program, receiver, name, null));
  if (place.is !== "symbols") return;
  const targets = firstOfEach(ofMeaning(place.decls, "value")).filter(
    (decl) => isGiven(work, reference, decl) && (receiver.is !== "object" || isSchemaKey(decl)),
  );
  emit(work, reference, "references", { decls: targets, imported: place.imported, receiver });
}

/** Places without members that are symbols. Of the properties of a type without a name, the keys of schemas alone are symbols. */
const NO_MEMBERS: ReadonlySet<Place["is"]> = new Set(["unknown", "missing", "function", "mapped"]);

/** Whether a key gives a member of a type: not the value of a property without a symbol, not one that the key itself declares, nor one that it says already to override. */
function isGiven({ file, parse, overridden }: Work, { line, path }: Reference, decl: Decl): boolean {
  if (symbolOf(decl).name !== path[0] || overridden.has(overriddenAt(line, decl))) return false;
  const isOwn = decl.file === file && nth(parse.symbols, decl.index).nameLine === line;
  return !isOwn || isTypeKind(symbolOf(parentOf(decl)).kind);
}

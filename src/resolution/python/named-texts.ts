/** Python: the places that texts name: `patch("shop.views.send_mail")` is of what `send_mail` means in the module shop.views. */
import { TEXT_LIKE_ENTRY, TEXT_LIKE_NAMES, TEXT_OF_NAMES } from "../../languages/python/named-texts.js";
import type { Reference } from "../../model/parse-result.js";
import { UNKNOWN_TYPE } from "../../model/type-forms.js";
import type { External, Place } from "../place.js";
import type { Program } from "../program.js";
import type { ProgramFile } from "../program-file.js";
import type { Work } from "../semantics.js";

/** The modules that texts of a file name. */
export function modulesOfTexts(file: ProgramFile): External {
  return { is: "external", module: TEXT_OF_NAMES, name: "", type: null, args: [{ file, from: 0, type: UNKNOWN_TYPE }] };
}

/** Whether a free name stands for the modules that texts name. */
export const isOfTexts = (name: string) =>
  name === TEXT_OF_NAMES || name === TEXT_LIKE_NAMES || name === TEXT_LIKE_ENTRY;

/** Whether a place is a part of the name of a module that leads to no file yet. */
export const isPartOfModule = (place: Place) => place.is === "external" && place.module === TEXT_OF_NAMES;

/** The module, or the part of its name, that the next name of a text leads to; null for a place that no text began. */
export function memberOfTexts(program: Program, place: External, name: string): Place | null {
  const [asked] = place.args ?? [];
  if (place.module !== TEXT_OF_NAMES || asked === undefined) return null;
  const specifier = place.name === "" ? name : `${place.name}.${name}`;
  const target = program.moduleOf(asked.file, specifier);
  const file = "path" in target ? program.files.get(target.path) : undefined;
  return file === undefined ? { ...place, name: specifier } : { is: "module", file };
}

/** Whether a reference is a text, and whether code is known to look it up. */
export function textOf({ root }: Reference): "looked up" | "alike" | null {
  if (root.in !== "free" || !isOfTexts(root.name)) return null;
  return root.name === TEXT_OF_NAMES ? "looked up" : "alike";
}

/**
 * Whether a text that nothing is known to look up names a module as well as a symbol, and may mean either: `"shop.settings"`, where shop binds
 * `settings` and has settings.py.
 */
export function isOfModuleToo({ program, file }: Work, { root, path }: Reference): boolean {
  if (root.in !== "free" || root.name !== TEXT_LIKE_NAMES) return false;
  const target = program.moduleOf(file, path.join("."));
  return "path" in target && program.files.has(target.path);
}

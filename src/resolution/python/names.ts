/** Python: names that a file does not bind: those of star imports, fixtures of pytest, and the runtime's. */
import { APPS } from "../../languages/python/model-fields.js";
import { CLASSES, RELATIONSHIP } from "../../languages/python/relationships.js";
import { folderOf, joinPath } from "../../model/paths.js";
import { MISSING, type Place } from "../place.js";
import type { Program } from "../program.js";
import type { ProgramFile } from "../program-file.js";
import { registry } from "./django/registry.js";
import { exportPlace, starPlace } from "./exports.js";
import { LIBRARY_TYPES } from "./library.js";
import { classes } from "./mapped.js";
import { isOfTexts, modulesOfTexts } from "./named-texts.js";

/** The place of a name that a file does not bind. A name that begins with @ is that of a fixture. */
export function freeName(program: Program, file: ProgramFile, name: string): Place {
  if (name.startsWith("@")) return fixture(program, file, name);
  if (name === APPS) return registry(file);
  if (name === CLASSES) return classes(file);
  if (name === RELATIONSHIP) return { is: "external", module: "sqlalchemy", name: "Relationship", type: null };
  if (isOfTexts(name)) return modulesOfTexts(file);
  const place = starPlace(program, file, name);
  if (place !== null) return place;
  if (file.language.runtimeGlobals.has(name) || LIBRARY_TYPES.has(name))
    return { is: "external", module: null, name, type: null };
  // A star import of a package outside the project may bring any name.
  const isOpen = file.exports.some(({ exported, target }) => exported === "*" && isOutside(program, file, target));
  return isOpen ? { is: "unknown" } : MISSING;
}

function isOutside(program: Program, file: ProgramFile, target: ProgramFile["exports"][number]["target"]): boolean {
  return target.in === "module" && "external" in program.moduleOf(file, target.specifier);
}

/** A fixture: of the file, or of the nearest `conftest.py` above it. */
function fixture(program: Program, file: ProgramFile, name: string): Place {
  const own = exportPlace(program, file, name);
  if (own.is === "symbols") return own;
  for (let folder = folderOf(file.path); ; folder = folderOf(folder)) {
    const conftest = program.files.get(joinPath(folder, "conftest.py"));
    if (conftest !== undefined && conftest !== file) {
      const place = exportPlace(program, conftest, name);
      if (place.is === "symbols") return place;
    }
    if (folder === "") return { is: "unknown" };
  }
}

/** Python: names that a file does not bind: those of star imports, fixtures of pytest, and the runtime's. */

import { words } from "../../base/words.js";
import { APPS } from "../../languages/python/model-fields.js";
import { CLASSES, RELATIONSHIP } from "../../languages/python/relationships.js";
import { REQUEST } from "../../languages/python/requests.js";
import { LIKELY } from "../../languages/python/services.js";
import { folderOf, joinPath } from "../../model/paths.js";
import { MISSING, type Place } from "../place.js";
import type { Program } from "../program.js";
import type { ProgramFile } from "../program-file.js";
import { registry } from "./django/registry.js";
import { request } from "./django/requests.js";
import { exportPlace, starPlace } from "./exports.js";
import { LIBRARY_TYPES } from "./library.js";
import { classes } from "./mapped.js";
import { isOfTexts, modulesOfTexts } from "./named-texts.js";
import { likely } from "./services.js";

/** The place of a name that a file does not bind. A name that begins with @ is that of a fixture. */
export function freeName(program: Program, file: ProgramFile, name: string): Place {
  if (name.startsWith("@")) return fixture(program, file, name);
  if (name === APPS) return registry(file);
  if (name === CLASSES) return classes(file);
  if (name === REQUEST) return { ...request(file), type: null };
  if (name === LIKELY) return { ...likely(), type: null };
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

/** Fixtures that pytest and its plugins bring. */
const OF_PYTEST = words(`
  benchmark cache capfd capfdbinary caplog capsys capsysbinary faker freezer httpx_mock mocker monkeypatch pytestconfig pytester recwarn requests_mock respx_mock
  testdir tmp_path tmp_path_factory tmpdir tmpdir_factory
`);

/** Whether a name stands for one of these. */
const isOfPytest = (name: string) => name.startsWith("@") && OF_PYTEST.has(name.slice(1));

/** A fixture: of the file, or of the nearest `conftest.py` above it, or one of pytest's own. */
function fixture(program: Program, file: ProgramFile, name: string): Place {
  const own = exportPlace(program, file, name);
  if (own.is === "symbols") return own;
  for (let folder = folderOf(file.path); ; folder = folderOf(folder)) {
    const conftest = program.files.get(joinPath(folder, "conftest.py"));
    if (conftest !== undefined && conftest !== file) {
      const place = exportPlace(program, conftest, name);
      if (place.is === "symbols") return place;
    }
    if (folder !== "") continue;
    return isOfPytest(name) ? { is: "external", module: "pytest", name: name.slice(1), type: null } : { is: "unknown" };
  }
}

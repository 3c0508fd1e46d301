/** Python: the models that Django finds by itself: by the names of their apps, by the setting of the model of users, and by relations in the other direction. */
import { APPS, OWN_APP, USER_SETTING } from "../../../languages/python/model-fields.js";
import type { TypeExpr } from "../../../model/parse-result.js";
import { folderOf, nameOf } from "../../../model/paths.js";
import { UNKNOWN_TYPE } from "../../../model/type-forms.js";
import { declaredPlace } from "../../instance.js";
import { declsOf } from "../../name-index.js";
import { type External, type Place, UNKNOWN } from "../../place.js";
import type { Program } from "../../program.js";
import { type Decl, firstDecl, type ProgramFile, symbolOf } from "../../program-file.js";
import { severalOf } from "../../several.js";
import { keyOf } from "../../symbol-table.js";
import { modelOfRelationship } from "../mapped.js";
import { type MroEntry, type PythonIndex, pythonIndex } from "../state.js";
import { modelOfRelated } from "./library.js";

/** The files that Django reads the models of an app from: `shop/models.py`, and those in `shop/models/`. */
const MODELS = /^(?:(.*)\/)?models(?:\.py|\/[^/]+\.py)$/;

/** The most relations of one name among which the ones to a class are looked for. */
const MOST_RELATIONS = 200;

/** Reports the models, relations and settings of a file to the index. */
export function indexModels(
  index: PythonIndex,
  file: ProgramFile,
  put: (map: Map<string, number[]>, key: string, index: number) => void,
): void {
  const isOfModels = MODELS.test(file.path);
  for (const [position, { kind, name, parent, madeType }] of file.symbols.entries()) {
    if (kind === "class" && isOfModels && parent === 0) put(index.models, name, position);
    if (madeType === null) continue;
    if (kind === "constant" && name === USER_SETTING) put(index.settings, name, position);
    else if (kind === "field" && madeType.kind === "literal") put(index.labels, madeType.text, position);
    else if (kind === "field" && madeType.kind === "object") {
      put(index.relationFields, name, position);
      for (const related of madeType.names) put(index.relations, related, position);
    }
  }
}

/** The registry of apps, as a file asks it. */
export function registry(file: ProgramFile): External {
  return { is: "external", module: APPS, name: "", type: null, args: [{ file, from: 0, type: UNKNOWN_TYPE }] };
}

/** The app or the model of a name in the registry; null for a place that is not of it. */
export function memberOfRegistry(program: Program, place: External, name: string): Place | null {
  const { module, name: app, args } = place;
  const [asked] = args ?? [];
  if (module !== APPS || asked === undefined) return null;
  if (app !== "") return modelIn(program, app, name, asked.file);
  return name === USER_SETTING ? modelOfUsers(program) : { ...place, name };
}

/** The class of users that all settings of the project name; unknown where they differ, or name one of a library. */
export function modelOfUsers(program: Program): Place {
  let found: Place = UNKNOWN;
  for (const decl of declsOf(program.index, pythonIndex(program).settings.get(USER_SETTING))) {
    const { madeType } = symbolOf(decl);
    if (madeType?.kind !== "named") continue;
    const [app, name] = madeType.path;
    const model =
      typeof app === "string" && typeof name === "string" ? modelIn(program, app, name, decl.file) : UNKNOWN;
    if (model.is !== "symbols") return UNKNOWN;
    if (found.is === "symbols" && keyOf(firstDecl(found)) !== keyOf(firstDecl(model))) return UNKNOWN;
    found = model;
  }
  return found;
}

/** The model of a name in an app; unknown where there is none, or are several. */
function modelIn(program: Program, app: string, name: string, asked: ProgramFile): Place {
  const index = pythonIndex(program);
  const labelled = new Set(declsOf(program.index, index.labels.get(app)).map(({ file }) => folderOf(file.path)));
  const own = app === OWN_APP ? appOf(asked) : null;
  const found = declsOf(program.index, index.models.get(name)).filter(({ file }) => {
    const folder = appOf(file);
    if (folder === null) return false;
    if (app === OWN_APP) return folder === own;
    return labelled.size > 0 ? labelled.has(folder) : nameOf(folder) === app;
  });
  return found.length === 1 ? { is: "symbols", decls: found, imported: true } : UNKNOWN;
}

/** The folder of the app that a file has models of; null for other files. */
function appOf({ path }: ProgramFile): string | null {
  const match = MODELS.exec(path);
  return match === null ? null : (match[1] ?? "");
}

/** The value that a relation in another model gives the classes in an order: `car.trips` of `car = ForeignKey(Car, related_name="trips")`. Null without one. */
export function relationOf(program: Program, order: readonly MroEntry[], name: string): Place | null {
  const fields = pythonIndex(program).relations.get(name);
  if (fields === undefined) return null;
  const keys = new Set(order.flatMap(({ decl }) => (decl === null ? [] : [keyOf(decl)])));
  const values = declsOf(program.index, fields)
    .slice(0, MOST_RELATIONS)
    .filter((field) => {
      const target = modelOfField(program, field);
      return target.is === "instance" && keys.has(keyOf(firstDecl(target)));
    })
    .map((field) => givenBack(program, field));
  return values.length === 0 ? null : severalOf(values, true);
}

/** The model that a field leads to. */
function modelOfField(program: Program, field: Decl): Place {
  const value = declaredPlace(program, field);
  const model = value.is === "external" ? (modelOfRelated(value) ?? modelOfRelationship(value)) : undefined;
  return model === undefined ? value : program.evaluate.typedValue(program, model);
}

/** The value that the field gives in the other direction. */
function givenBack(program: Program, { file, index }: Decl): Place {
  const { madeType } = symbolOf({ file, index });
  const type = madeType?.kind === "object" ? madeType.types[0] : undefined;
  return type === undefined ? UNKNOWN : program.evaluate.typedValue(program, { file, from: index, type });
}

/** The names in the other direction of all relations whose fields have a name. */
export function relationsBy(program: Program, field: string): string[] {
  const { relationFields } = pythonIndex(program);
  return declsOf(program.index, relationFields.get(field)).flatMap((decl) => namesOf(symbolOf(decl).madeType));
}

/** The names in the other direction that a file gives before or after a change alone. */
export function changedRelations(before: ProgramFile | null, after: ProgramFile | null): Set<string> {
  const names = new Set<string>();
  const [old, now] = [before, after].map((file) => new Set(file?.symbols.flatMap(({ madeType }) => namesOf(madeType))));
  for (const name of old ?? []) if (now?.has(name) !== true) names.add(name);
  for (const name of now ?? []) if (old?.has(name) !== true) names.add(name);
  return names;
}

function namesOf(type: TypeExpr | null): readonly string[] {
  return type?.kind === "object" ? type.names : [];
}

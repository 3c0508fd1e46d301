/** Python: Django's own classes, as values outside of the project. */
import { RELATED } from "../../../languages/python/model-fields.js";
import { named } from "../../../model/type-forms.js";
import type { External, WrittenType } from "../../place.js";
import type { Program } from "../../program.js";
import type { Decl } from "../../program-file.js";
import { keyOf } from "../../symbol-table.js";
import { pythonCaches } from "../state.js";

/** The two kinds of classes that lead to objects of a model. */
export type QueryKind = "query set" | "manager";

/** The kind of a class of a library. Query sets of other libraries (`MP_NodeQuerySet`) derive from Django's; managers of others may be of anything. */
export function kindOfLibrary({ module, name }: Pick<External, "module" | "name">): QueryKind | null {
  const last = name.slice(name.lastIndexOf(".") + 1);
  if (last.endsWith("QuerySet")) return "query set";
  return last.endsWith("Manager") && isOfDjango(module) ? "manager" : null;
}

/** Whether a module is one of Django's. */
export const isOfDjango = (module: string | null) => module !== null && /^django(?:\.|$)/.test(module);

/** A query set of Django's own class. */
export const plainQuerySet = (model: WrittenType | undefined): External => ({
  is: "external",
  module: "django.db.models",
  name: "QuerySet",
  type: "QuerySet",
  ...(model !== undefined && { args: [model] }),
});

/** The class of managers of a model that a value of unknown type manages: they have Django's methods, and others that are not known. */
const OPEN = "OpenQuerySet";

/** A manager, or a query set of it, of which Django's own methods alone are known. */
export const openQuerySet = (model: WrittenType): External => ({
  is: "external",
  module: "django.db.models",
  name: OPEN,
  type: OPEN,
  args: [model],
});

/** Whether a value is one of these, or a member of one. */
export const isOpenQuerySet = ({ name }: External) => name === OPEN || name.startsWith(`${OPEN}.`);

/** The manager of what a relation to many objects of a model gives, before the model is looked at. */
export const relatedManager = (model: WrittenType): External => ({
  is: "external",
  module: null,
  name: RELATED,
  type: RELATED,
  args: [model],
});

/** The model of what a relation to many objects gives; undefined for other values. */
export function modelOfRelated(place: External): WrittenType | undefined {
  return /(?:^|\.)(?:Many)?RelatedManager$/.test(place.name) ? place.args?.[0] : undefined;
}

/** A model as a type; one object for each, so that values of it are seen to be alike. */
export function typeOfModel(program: Program, decl: Decl): WrittenType {
  const { models } = pythonCaches(program);
  const key = keyOf(decl);
  const known = models.get(key);
  if (known !== undefined) return known;
  const type: WrittenType = { file: decl.file, from: decl.index, type: named({ in: "file", symbol: decl.index }) };
  models.set(key, type);
  return type;
}

/** The manager of a model that declares none, or its default one; null for any other member that a class has of a base outside of the project. */
export function managerOf(program: Program, { module }: External, name: string, model: Decl): External | null {
  if (!isOfDjango(module)) return null;
  if (name === "objects") return plainQuerySet(typeOfModel(program, model));
  return name === "_default_manager" || name === "_base_manager" ? relatedManager(typeOfModel(program, model)) : null;
}

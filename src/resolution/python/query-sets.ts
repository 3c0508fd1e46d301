/** Python: what Django's managers and query sets give, `Order.objects.filter(…).first()`: objects of the model that they are of. */
import { named, UNKNOWN_TYPE } from "../../model/type-forms.js";
import type { External, Place, WrittenType } from "../place.js";
import type { Program } from "../program.js";
import type { Decl } from "../program-file.js";

const QUERY_SET = /(?:^|\.)(?:QuerySet|Manager)$/;
/** Methods that give one object; behind `a` those that are awaited. */
const OBJECT: ReadonlySet<string> = new Set(["create", "earliest", "first", "get", "last", "latest"]);
/** Methods that give an object, and whether it was made. */
const OBJECT_OR_NEW: ReadonlySet<string> = new Set(["get_or_create", "update_or_create"]);
/** Methods that give another query set. */
const OBJECTS: ReadonlySet<string> = new Set(
  "aiterator alias all annotate bulk_create complex_filter defer difference distinct exclude extra filter intersection iterator none only order_by prefetch_related reverse select_for_update select_related union using".split(
    " ",
  ),
);

/** The manager of a model that has none of its own; null for any other member that a class has of a base outside of the project. */
export function managerOf({ module }: External, name: string, model: Decl): External | null {
  if (name !== "objects" || module === null || !/^django\b/.test(module)) return null;
  return querySetOf({ file: model.file, from: model.index, type: named({ in: "file", symbol: model.index }) });
}

const querySetOf = (model: WrittenType): External => ({
  is: "external",
  module: "django.db.models",
  name: "QuerySet",
  type: "QuerySet",
  args: [model],
});

/** The result of a method of a query set; null where the type is none or the method is not known. */
export function resultOfQuery(
  program: Program,
  type: string,
  method: string,
  model: WrittenType | undefined,
): Place | null {
  if (model === undefined || !QUERY_SET.test(type)) return null;
  if (OBJECTS.has(method)) return querySetOf(model);
  const isAwaited = method.startsWith("a") && !OBJECT.has(method);
  const given = isAwaited ? method.slice(1) : method;
  const pair: WrittenType = { ...model, type: { kind: "tuple", of: [model.type, UNKNOWN_TYPE], names: [] } };
  const result = OBJECT.has(given) ? model : OBJECT_OR_NEW.has(given) ? pair : null;
  if (result === null) return null;
  if (isAwaited) return { is: "external", module: null, name: "Coroutine", type: "Coroutine", args: [result] };
  return program.evaluate.typedValue(program, result);
}

/**
 * Python: what Django's managers and query sets give: `Order.objects.filter(…)` a query set of the class that the manager of Order gives, and `.first()` of
 * that an Order.
 */
import { UNKNOWN_TYPE } from "../../../model/type-forms.js";
import { declaredPlace } from "../../instance.js";
import { type Env, type External, type Instance, type Place, THIS, UNKNOWN, type WrittenType } from "../../place.js";
import type { Program } from "../../program.js";
import { firstDecl } from "../../program-file.js";
import type { Given } from "../infer.js";
import { memberOfTypes } from "../mro.js";
import { modelOf, querySetOf, withModel } from "./classes.js";
import {
  isOfDjango,
  isOpenQuerySet,
  kindOfLibrary,
  modelOfRelated,
  openQuerySet,
  plainQuerySet,
  typeOfModel,
} from "./library.js";
import { defaultManager, madeOfQuerySet, modelAsked } from "./managers.js";
import { modelOfUsers } from "./registry.js";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Methods that give one object; behind `a` those that are awaited. */
const OBJECT = words("create earliest first get last latest");
/** Methods that give an object, and whether it was made. */
const OBJECT_OR_NEW = words("get_or_create update_or_create");
/** Methods that give another query set. */
const OBJECTS = words(
  "_chain _clone alias all annotate complex_filter defer difference distinct exclude extra filter get_queryset intersection none only order_by prefetch_related reverse select_for_update select_related union using",
);
/** Methods that give objects one after the other, or a list of them. */
const LIST = words("__aiter__ __iter__ abulk_create aiterator bulk_create iterator");
/** Other methods that Django's own query sets have: the members of a project's are others. */
const PLAIN = words(
  "aaggregate abulk_update acontains acount adelete aexists aexplain aggregate ain_bulk as_manager aupdate bulk_update contains count dates datetimes db delete exists explain in_bulk model ordered query raw update values values_list",
);
/** Functions that give an object, or objects, of the model or the query set that they are given first. */
const SHORTCUTS = words("get_object_or_404 aget_object_or_404");
const LISTS_OF_SHORTCUTS = words("get_list_or_404 aget_list_or_404");

/** The result of a call outside the project that Django answers; null for any other. `receiver`: the value that has the method. */
export function resultOfDjango(program: Program, called: External, receiver: Place, given: Given | null): Place | null {
  const dot = called.name.lastIndexOf(".");
  const method = called.name.slice(dot + 1);
  if (dot >= 0) {
    const made = madeOfQuerySet(program, called, receiver, given);
    if (made !== null) return made;
    const type = { module: called.module, name: called.name.slice(0, dot) };
    const isQuery = kindOfLibrary(type) !== null || modelOfRelated({ ...called, name: type.name }) !== undefined;
    if (isQuery) return resultOfQuery(program, called, method, receiver);
  }
  return isOfDjango(called.module) ? resultOfFunction(program, method, given) : null;
}

function resultOfQuery(program: Program, called: External, method: string, receiver: Place): Place | null {
  const model = modelAsked(called, receiver);
  if (OBJECTS.has(method)) {
    const own = querySetOf(program, receiver, (manager) => givenBy(program, manager));
    if (own === null && model !== undefined) return isOpenQuerySet(called) ? openQuerySet(model) : plainQuerySet(model);
    if (own === null) return null;
    return model === undefined ? own : withModel(program, own, model);
  }
  if (model === undefined) return null;
  if (method === "__getitem__") return program.evaluate.typedValue(program, model);
  if (LIST.has(method)) return { is: "external", module: null, name: "list", type: "list", args: [model] };
  const isAwaited = method.startsWith("a") && !OBJECT.has(method);
  const plain = isAwaited ? method.slice(1) : method;
  const pair: WrittenType = { ...model, type: { kind: "tuple", of: [model.type, UNKNOWN_TYPE], names: [] } };
  const result = OBJECT.has(plain) ? model : OBJECT_OR_NEW.has(plain) ? pair : null;
  if (result === null) return null;
  if (isAwaited) return { is: "external", module: null, name: "Coroutine", type: "Coroutine", args: [result] };
  return program.evaluate.typedValue(program, result);
}

/** The query set that `get_queryset` of a manager of the project gives. */
function givenBy(program: Program, manager: Instance): Place {
  const method = memberOfTypes(program, manager.decls, "get_queryset", null, undefined);
  if (method.is !== "symbols") return { is: "unknown" };
  const decl = firstDecl(method);
  const held: WrittenType = { file: decl.file, from: decl.index, type: { kind: "held" } };
  program.caches.places.set(held.type, manager);
  const env: Env = new Map([[THIS, held]]);
  return declaredPlace(program, decl, env);
}

/** The result of a function of Django: the class of users, or objects of what it is given. */
function resultOfFunction(program: Program, name: string, given: Given | null): Place | null {
  if (name === "get_user_model") return modelOfUsers(program);
  const isObject = SHORTCUTS.has(name);
  const argument = isObject || LISTS_OF_SHORTCUTS.has(name) ? given?.root.arguments[0] : null;
  if (argument === null || argument === undefined || given === null) return null;
  const from = program.evaluate.typedValue(program, { ...given.written, type: argument });
  const model = from.is === "symbols" ? typeOfModel(program, firstDecl(from)) : modelOfValue(from);
  if (model === undefined) return null;
  const result: Place = isObject
    ? program.evaluate.typedValue(program, model)
    : { is: "external", module: null, name: "list", type: "list", args: [model] };
  if (!name.startsWith("a")) return result;
  return { is: "external", module: null, name: "Coroutine", type: "Coroutine", args: [model] };
}

function modelOfValue(place: Place): WrittenType | undefined {
  if (place.is !== "external") return modelOf(place);
  return kindOfLibrary(place) === null ? modelOfRelated(place) : place.args?.[0];
}

/**
 * The member of what a relation gives, or of a query set whose model alone is known: of the default manager of the model. Null where the model tells
 * nothing. A query set that an annotation names, `QuerySet["Order"]`, may be of another manager: its members are likely.
 */
export function memberOfQuery(program: Program, place: External, name: string): Place | null {
  const related = modelOfRelated(place);
  const model = related ?? (place.type !== null && kindOfLibrary(place) === "query set" ? place.args?.[0] : undefined);
  const isOwn = OBJECT.has(name) || OBJECTS.has(name) || OBJECT_OR_NEW.has(name) || LIST.has(name) || PLAIN.has(name);
  if (model === undefined || (related === undefined && isOwn)) return null;
  if (isOpenQuerySet(place)) return UNKNOWN;
  const manager = defaultManager(program, model);
  if (manager.is === "external") return null;
  const member = program.evaluate.step(program, manager, name, null);
  if (member.is !== "symbols") return null;
  if (related !== undefined) return member;
  return { ...place, name: `${place.name}.${name}`, type: null, likely: member };
}

/** The result of a method of the project, with the model of the query set that has the method where it gives a query set of no model yet. */
export function withModelOf(program: Program, result: Place, receiver: Place): Place {
  const model = modelOf(receiver);
  if (model === undefined || (result.is !== "instance" && result.is !== "several")) return result;
  return withModel(program, result, model);
}

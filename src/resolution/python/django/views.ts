/**
 * Python: what generic views of Django and of its REST framework give. Fields of the view name it: `model` and `queryset` the objects, `serializer_class`
 * and `form_class` the class of what the view makes.
 */
import { declaredPlace, toInstance } from "../../instance.js";
import { isTypeKind } from "../../name-index.js";
import { type Env, type External, type Instance, type Place, THIS, UNKNOWN, type WrittenType } from "../../place.js";
import type { Program } from "../../program.js";
import { firstDecl, symbolOf } from "../../program-file.js";
import { modelOfMeta } from "../factories.js";
import { memberOfTypes, orderOf, withoutSuper } from "../mro.js";
import { modelOf } from "./classes.js";
import { modelOfRelated, typeOfModel } from "./library.js";
import { defaultManager } from "./managers.js";
import {
  GIVEN_TO,
  GIVING,
  MAKERS,
  MODEL_OF_VIEW,
  makerOfHeld,
  OBJECT,
  OBJECTS,
  OF_FORM,
  OF_VIEW,
  QUERY_SET,
} from "./view-names.js";

/** The result of a method that a view, a form or a serializer of the project has of its library; null for any other. */
export function resultOfView(program: Program, { name }: External, receiver: Place): Place | null {
  if (receiver.is !== "instance") return null;
  // An object of the project is likely, also where nothing tells its class.
  if (OF_FORM.exec(name)?.[1] === "save") return objectOfMeta(program, receiver) ?? UNKNOWN;
  const method = OF_VIEW.exec(name)?.[1];
  return method === undefined ? null : (givenBy(program, method, receiver) ?? (GIVING.has(method) ? UNKNOWN : null));
}

/** The first argument that the library gives a method of the project; null where a view does not tell. `overridden`: the library's method. */
export function argumentOfView(program: Program, overridden: Place, receiver: Place): Place | null {
  if (overridden.is !== "external" || receiver.is !== "instance") return null;
  const maker = GIVEN_TO.get(OF_VIEW.exec(overridden.name)?.[1] ?? "");
  const whole = withoutSuper(receiver);
  return maker === undefined || whole.is !== "instance" ? null : givenBy(program, maker, whole);
}

/** The object, or the objects, that a library's view keeps in a field of itself; any other value as it is. */
export function heldByView(program: Program, place: Place): Place {
  if (place.is !== "external") return place;
  const maker = makerOfHeld(place);
  const [view] = place.args ?? [];
  if (maker === undefined || view === undefined) return place;
  const receiver = program.evaluate.typedValue(program, view);
  return receiver.is === "instance" ? (givenBy(program, maker, receiver) ?? UNKNOWN) : UNKNOWN;
}

/** The member of what a view keeps in a field of itself; null for any other value. */
export function memberOfHeldByView(program: Program, place: External, name: string): Place | null {
  const held = heldByView(program, place);
  return held === place ? null : program.evaluate.step(program, held, name, null);
}

function givenBy(program: Program, method: string, receiver: Instance): Place | null {
  if (method === OBJECTS) return objectsOf(program, receiver);
  const whole = withoutSuper(receiver);
  if (whole.is !== "instance") return null;
  if (method === OBJECT) {
    const model = modelOfObjects(objectsOf(program, whole));
    return model === undefined ? null : program.evaluate.typedValue(program, model);
  }
  const maker = MAKERS.get(method);
  if (maker === undefined) return null;
  const named = ofMethod(program, receiver, maker.method) ?? ofField(program, whole, maker.field);
  if (!isClass(named)) return null;
  return maker.isClass ? named : toInstance(program, named);
}

/** The query set of a view: of its own method, of its field, or of the manager of its model. */
function objectsOf(program: Program, receiver: Instance): Place | null {
  const own = ofMethod(program, receiver, OBJECTS);
  if (modelOfObjects(own) !== undefined) return own;
  const whole = withoutSuper(receiver);
  if (whole.is !== "instance") return own;
  const field = ofField(program, whole, QUERY_SET);
  if (field !== null && modelOfObjects(field) !== undefined) return field;
  const model = ofField(program, whole, MODEL_OF_VIEW);
  return isClass(model) ? defaultManager(program, typeOfModel(program, firstDecl(model))) : own;
}

function modelOfObjects(place: Place | null): WrittenType | undefined {
  if (place?.is === "external") return modelOfRelated(place) ?? place.args?.[0];
  return place === null ? undefined : modelOf(place);
}

/** The value that a method of the project gives for a view; null where a library alone has the method. */
function ofMethod(program: Program, view: Instance, name: string): Place | null {
  const method = memberOfTypes(program, view.decls, name, null, view.env);
  if (method.is !== "symbols" || symbolOf(firstDecl(method)).kind !== "method") return null;
  const decl = firstDecl(method);
  const held: WrittenType = { file: decl.file, from: decl.index, type: { kind: "held" } };
  program.caches.places.set(held.type, withoutSuper(view));
  const env: Env = new Map([[THIS, held]]);
  return declaredPlace(program, decl, env);
}

/** The value of a field of a view; null where the project does not set it. */
function ofField(program: Program, view: Instance, name: string): Place | null {
  const field = memberOfTypes(program, view.decls, name, null, view.env);
  return field.is === "symbols" ? declaredPlace(program, firstDecl(field)) : null;
}

function isClass(place: Place | null): place is Extract<Place, { is: "symbols" }> {
  return place?.is === "symbols" && isTypeKind(symbolOf(firstDecl(place)).kind);
}

/** The object that a form or a serializer saves, of the model that its `Meta` names. */
function objectOfMeta(program: Program, receiver: Instance): Place | null {
  return modelOfMeta(program, orderOf(program, firstDecl(receiver), undefined));
}

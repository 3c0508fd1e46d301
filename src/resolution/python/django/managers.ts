/** Python: the managers of Django's models: declared ones, one for each relation, and those made of query sets. */
import { declaredPlace, toInstance } from "../../instance.js";
import { isTypeKind } from "../../name-index.js";
import type { External, Place, WrittenType } from "../../place.js";
import type { Program } from "../../program.js";
import { childrenOf, type Decl, firstDecl, symbolOf } from "../../program-file.js";
import type { Given } from "../infer.js";
import { orderOf } from "../mro.js";
import { MADE_OF } from "../state.js";
import { mayBeManager } from "./bases.js";
import { kindOf, modelOf, withModel } from "./classes.js";
import { kindOfLibrary, modelOfRelated, openQuerySet, plainQuerySet, typeOfModel } from "./library.js";

/** The value that a relation to many objects gives: the default manager of their model. Any other value as it is. */
export function managed(program: Program, place: Place): Place {
  const model = place.is === "external" ? modelOfRelated(place) : undefined;
  return model === undefined ? place : defaultManager(program, model);
}

/** The first manager that a model or the nearest of its bases declares; Django's own where none does. */
export function defaultManager(program: Program, model: WrittenType): Place {
  const value = program.evaluate.typedValue(program, model);
  const order = value.is === "instance" ? orderOf(program, firstDecl(value), undefined) : [];
  for (const { decl } of order) {
    for (const field of decl === null ? [] : childrenOf(decl)) {
      const { kind, isMergeable, declaredType } = symbolOf(field);
      if (kind !== "field" || !isMergeable || !mayBeManager(declaredType)) continue;
      const held = declaredPlace(program, field);
      if (isManager(program, held)) return withModel(program, held, model);
      if (held.is === "unknown" && symbolOf(field).name === MANAGER) return openQuerySet(model);
    }
  }
  return plainQuerySet(model);
}

function isManager(program: Program, place: Place): boolean {
  switch (place.is) {
    case "several":
      return place.members.some((member) => isManager(program, member));
    case "external":
      return place.type !== null && place.type === place.name && kindOfLibrary(place) !== null;
    case "instance":
      return kindOf(program, firstDecl(place)) !== null;
    default:
      return false;
  }
}

/** The name that Django gives the manager of a model. */
const MANAGER = "objects";

const isModel = (program: Program, decl: Decl) =>
  orderOf(program, decl, undefined).some(({ outside }) => outside !== null && /Model$/.test(outside.name));

/** A manager with the model of the class that it is a field of, or that it is asked of. */
export function ofItsModel(program: Program, field: Decl, value: Place, receiver: Place): Place {
  const parent = { file: field.file, index: symbolOf(field).parent };
  if (value.is === "unknown" && symbolOf(field).name === MANAGER && isModel(program, parent))
    return openQuerySet(typeOfModel(program, parent));
  if (!isManager(program, value)) return value;
  const isAskedOf = receiver.is === "symbols" || receiver.is === "instance";
  const model = isAskedOf && isTypeKind(symbolOf(firstDecl(receiver)).kind) ? firstDecl(receiver) : parent;
  return withModel(program, value, typeOfModel(program, model));
}

/**
 * The class that `Manager.from_queryset(Orders)` makes, and the manager that `Orders.as_manager()` gives; null for other calls. A manager has the methods of
 * its query set, so the class stands for it; that of a manager of the project has its own first.
 */
export function madeOfQuerySet(
  program: Program,
  { name }: External,
  receiver: Place,
  given: Given | null,
): Place | null {
  const method = name.slice(name.lastIndexOf(".") + 1);
  if (method === "as_manager") {
    if (receiver.is !== "symbols" || kindOf(program, firstDecl(receiver)) !== "query set") return null;
    return toInstance(program, receiver);
  }
  const argument = method === "from_queryset" ? given?.root.arguments[0] : null;
  if (argument === null || argument === undefined || given === null) return null;
  const querySet = program.evaluate.typedValue(program, { ...given.written, type: argument });
  if (querySet.is !== "symbols" || kindOf(program, firstDecl(querySet)) !== "query set") return null;
  const made: Place = { ...querySet, env: new Map([[MADE_OF, typeOfModel(program, firstDecl(querySet))]]) };
  const isOwn = receiver.is === "symbols" && isTypeKind(symbolOf(firstDecl(receiver)).kind);
  return isOwn ? { is: "several", members: [receiver, made], isUnion: false } : made;
}

/** The model of a query set, of a manager, or of a member of one: by its value, otherwise by its base, `QuerySet["Order"]`. */
export function modelAsked(member: External, receiver: Place): WrittenType | undefined {
  return modelOf(receiver) ?? member.args?.[0];
}

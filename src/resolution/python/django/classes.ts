/** Python: query sets and managers of the project, and the model that each gives. */
import { type Env, type Instance, type Place, THIS, type WrittenType } from "../../place.js";
import type { Program } from "../../program.js";
import { type Decl, firstDecl } from "../../program-file.js";
import { orderOf, SUPER } from "../mro.js";
import { MADE_OF, MODEL } from "../state.js";
import { kindOfLibrary, type QueryKind } from "./library.js";

/** The kind of a class of the project; one that is both, by `Manager.from_queryset(…)`, is a query set. */
export function kindOf(program: Program, decl: Decl): QueryKind | null {
  let kind: QueryKind | null = null;
  for (const { outside } of orderOf(program, decl, undefined)) {
    const own = outside === null ? null : kindOfLibrary(outside);
    if (own === "query set") return own;
    kind ??= own;
  }
  return kind;
}

/** The model of a value, as the type that is written: where the value is of a query set or a manager of the project, or of a library. */
export function modelOf(place: Place): WrittenType | undefined {
  if (place.is === "instance") return place.env?.get(MODEL);
  if (place.is === "several") {
    for (const member of place.members) {
      const model = modelOf(member);
      if (model !== undefined) return model;
    }
  }
  return undefined;
}

/** A query set or a manager with the model that it gives, if it has none yet; any other value as it is. */
export function withModel(program: Program, place: Place, model: WrittenType): Place {
  if (place.is === "several") {
    const members = place.members.map((member) => withModel(program, member, model));
    return { ...place, members };
  }
  if (place.is === "external") {
    const isOpen = place.args === undefined && place.type !== null && place.type === place.name;
    return isOpen && kindOfLibrary(place) !== null ? { ...place, args: [model] } : place;
  }
  if (place.is !== "instance" || place.env?.has(MODEL) === true) return place;
  if (kindOf(program, firstDecl(place)) === null) return place;
  const env = new Map(place.env);
  env.set(MODEL, model);
  return { ...place, env };
}

/** The query set that methods of a value give: an instance of a class of the project; null where it is Django's own. `given`: the value of `get_queryset` of a manager. */
export function querySetOf(program: Program, receiver: Place, given: (manager: Instance) => Place): Place | null {
  if (receiver.is === "several") {
    for (const member of receiver.members) {
      const found = querySetOf(program, member, given);
      if (found !== null) return found;
    }
    return null;
  }
  if (receiver.is !== "instance") return null;
  const own = firstDecl(receiver);
  const order = orderOf(program, own, undefined);
  const made = order.find(({ decl, env }) => decl !== null && env?.has(MADE_OF) === true);
  const whole = (decls: Decl[]): Place => ({ is: "instance", decls, imported: receiver.imported });
  if (made?.decl) return whole([made.decl]);
  const kind = kindOf(program, own);
  if (kind === "query set") return whole(receiver.decls);
  if (kind !== "manager" || receiver.env?.has(SUPER) === true) return null;
  const value = given(receiver);
  return value.is === "instance" && kindOf(program, firstDecl(value)) === "query set" ? value : null;
}

/** `super()` of a query set or a manager, which is of the same model. */
export function ofModelOfSelf(program: Program, place: Instance, env: Env | undefined): Place {
  const self = env?.get(THIS);
  const model = self === undefined ? undefined : modelOf(program.evaluate.typedValue(program, self));
  return model === undefined ? place : { ...place, env: new Map([...(place.env ?? []), [MODEL, model]]) };
}

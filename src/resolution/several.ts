/** Unions and intersections of places. */
import { named, union } from "../model/type-forms.js";
import { type Env, type Instance, MISSING, type OpenEnv, type Place, UNKNOWN, type WrittenType } from "./place.js";
import { type Decl, firstDecl, nodeIdOf } from "./program-file.js";
import { keyOf } from "./symbol-table.js";

/** Several places as one: a union has the members of any of them, an intersection those of the first of them with the member. */
export function severalOf(places: Place[], isUnion: boolean): Place {
  const members: Place[] = [];
  const seen = new Set<string | Place>();
  for (const place of places.flatMap((each) =>
    each.is === "several" && each.isUnion === isUnion ? each.members : [each],
  )) {
    if (place.is === "unknown" || place.is === "missing") continue;
    // Objects that spread each other would double with each step.
    const identity = identityOf(place) ?? place;
    if (seen.has(identity)) continue;
    seen.add(identity);
    const same = isUnion ? members.findIndex((other) => isSameGeneric(place, other)) : -1;
    if (same < 0) members.push(place);
    else members[same] = withEither(members[same] as Instance, place as Instance);
  }
  if (members.length > 1) return { is: "several", members, isUnion };
  const only = members[0];
  if (only !== undefined) return only;
  return places.some((place) => place.is === "unknown") || places.length === 0 ? UNKNOWN : MISSING;
}

/** Whether two places are values of one generic type, whatever its type arguments. */
function isSameGeneric(one: Place, other: Place): boolean {
  if (one.is !== "instance" || other.is !== "instance") return false;
  return one.decls.length === other.decls.length && keyOf(firstDecl(one)) === keyOf(firstDecl(other));
}

/** The type of a value of either type: its type parameters mean the two. */
const EITHER = union(["one", "other"].map((name) => named({ in: "parameter", name, bound: null })));

/** A value of a generic type whose type arguments are those of either value. */
function withEither(one: Instance, other: Instance): Instance {
  if (one.env === undefined || other.env === undefined) {
    return { is: "instance", decls: one.decls, imported: one.imported && other.imported };
  }
  const env: OpenEnv = new Map();
  for (const [name, type] of one.env) {
    const beside = other.env.get(name);
    if (beside === undefined) continue;
    const isSame = beside === type || (beside.type === type.type && beside.env === type.env);
    // An alternative of alternatives would double with each call of a chain.
    const isEither = type.type === EITHER || beside.type === EITHER;
    env.set(name, isSame || isEither ? type : eitherOf(type, beside));
  }
  return { ...one, env };
}

function eitherOf(one: WrittenType, other: WrittenType): WrittenType {
  const env: Env = new Map([
    ["one", one],
    ["other", other],
  ]);
  return { ...one, type: EITHER, env };
}

/** A text that tells a place from others; null for places that are not compared. */
export function identityOf(place: Place): string | null {
  if (place.is === "instance" || place.is === "symbols") {
    return place.env === undefined ? `${place.is} ${place.decls.map(nodeIdOf).join()}` : null;
  }
  if (place.is === "external")
    return place.args === undefined ? `external ${place.module} ${place.name} ${place.type}` : null;
  return null;
}

/** The symbols of several places as one place; of an intersection those of the first. */
export function settled(place: Place): Place {
  if (place.is !== "several") return place;
  if (!place.isUnion) return place.members.find((member) => member.is === "symbols") ?? place.members[0] ?? UNKNOWN;
  const decls: Decl[] = [];
  let isImported = false;
  for (const member of place.members) {
    if (member.is !== "symbols") continue;
    decls.push(...member.decls);
    isImported ||= member.imported;
  }
  return decls.length === 0 ? (place.members[0] ?? UNKNOWN) : { is: "symbols", decls, imported: isImported };
}

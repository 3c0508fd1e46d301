/** Python: objects that a container gives by their class: `request.find_service(IMail)` is an IMail, most likely. */

import { lastName } from "../../base/words.js";
import { LIKELY, LOCATORS } from "../../languages/python/services.js";
import { named } from "../../model/type-forms.js";
import { isTypeKind } from "../name-index.js";
import { type External, type Place, UNKNOWN, type WrittenType } from "../place.js";
import type { Program } from "../program.js";
import { firstDecl, symbolOf } from "../program-file.js";
import type { Given } from "./infer.js";

/** Libraries whose containers have a plain `get`. */
const CONTAINERS = /^(?:dishka|injector|lagom|punq|rodi|svcs|wireup)(?:\.|$)/;

/** The type of an object that is likely of its type argument. */
export const likely = (args?: WrittenType[]): External => ({
  is: "external",
  module: LIKELY,
  name: "Instance",
  type: "Instance",
  ...(args !== undefined && { args }),
});

/** Whether a place is an object that is likely of a class, or a member of one. */
export const isOfLikely = (place: Place): place is External => place.is === "external" && place.module === LIKELY;

/** The object that a container of a library gives for a class; null for any other call. */
export function resultOfLocator(program: Program, { module, name }: External, given: Given | null): Place | null {
  const method = lastName(name);
  const isAsked = LOCATORS.has(method) || (method === "get" && module !== null && CONTAINERS.test(module));
  return isAsked && method !== name && given !== null ? objectOf(program, given) : null;
}

/** The object that a method of an unknown value gives, as its name tells; unknown for any other call. */
export function resultByName(program: Program, given: Given): Place {
  const { path } = given.root.of;
  const method = path.at(-1);
  const isAsked = typeof method === "string" && path.length > 0 && LOCATORS.has(method);
  return (isAsked ? objectOf(program, given) : null) ?? UNKNOWN;
}

/** An object of the class that is the first argument of a call. */
function objectOf(program: Program, given: Given): Place | null {
  const type = given.root.arguments[0] ?? null;
  if (type === null) return null;
  const asked = program.evaluate.typedValue(program, { ...given.written, type });
  if (asked.is !== "symbols" || !isTypeKind(symbolOf(firstDecl(asked)).kind)) return null;
  const { file, index } = firstDecl(asked);
  return likely([{ file, from: index, type: named({ in: "file", symbol: index }) }]);
}

/** The member of an object that is likely of a class; null for any other value. */
export function memberOfLikely(program: Program, place: External, name: string): Place | null {
  const { type, args: [of] = [] } = place;
  if (!isOfLikely(place) || type === null || of === undefined) return null;
  const member = program.evaluate.step(program, program.evaluate.typedValue(program, of), name, null);
  return member.is === "symbols" ? { ...place, name: `${place.name}.${name}`, type: null, likely: member } : UNKNOWN;
}

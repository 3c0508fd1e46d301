/** Python: the fields that numbers and keys mean: of a `NamedTuple` and of a `TypedDict`. */
import type { Step } from "../../model/parse-result.js";
import { type Place, UNKNOWN } from "../place.js";
import type { Program } from "../program.js";
import { childrenOf, type Decl, firstDecl, symbolOf } from "../program-file.js";
import { memberOfTypes, orderOf } from "./mro.js";

/** The field of a `NamedTuple` at a number; null for any other class. */
export function fieldOfTuple(program: Program, decl: Decl, number: number): Place | null {
  const order = orderOf(program, decl, undefined);
  if (!order.some(({ outside }) => outside !== null && /^(?:typing\.)?NamedTuple$/.test(outside.name))) return null;
  const owner = order[order.findIndex(({ outside }) => outside !== null) - 1]?.decl ?? decl;
  const index = childrenOf(owner)
    .filter((child) => symbolOf(child).kind === "field" && symbolOf(child).isMergeable)
    .at(number);
  return index === undefined ? null : { is: "symbols", decls: [index], imported: false };
}

/** The key that a step before an index names: `user` of `row["user"]`. Null for other steps. */
export function keyIn(step: Step): string | null {
  return typeof step === "string" && step.startsWith("[") ? step.slice(1, -1) : null;
}

/** The field that a key of a `TypedDict` means; null for other values. */
export function fieldOfDict(program: Program, place: Place, key: string): Place | null {
  if (place.is !== "instance") return null;
  const order = orderOf(program, firstDecl(place), undefined);
  if (!order.some(({ outside }) => outside !== null && /^(?:typing\.)?TypedDict$/.test(outside.name))) return null;
  const field = memberOfTypes(program, place.decls, key, null, place.env);
  return field.is === "symbols" ? field : null;
}

/** The value that a dictionary of the source has at a key, `{"user": user, "cart": cart}`; null for other values. */
export function itemOfRecord(program: Program, place: Place, key: string): Place | null {
  const [, , record] = place.is === "external" && place.type === "dict" ? (place.args ?? []) : [];
  if (record?.type.kind !== "object") return null;
  const type = record.type.types[record.type.names.indexOf(key)];
  return type === undefined ? UNKNOWN : program.evaluate.typedValue(program, { ...record, type });
}

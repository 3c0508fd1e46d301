/** Python: values by the facts that conditions tell of them: `isinstance`, `match`, and functions with `TypeGuard[A]` as their result. */
import type { NarrowedType, TypeExpr } from "../../model/parse-result.js";
import { type Place, UNKNOWN, type WrittenType } from "../place.js";
import type { Program } from "../program.js";
import { firstDecl, symbolOf } from "../program-file.js";
import { severalOf } from "../several.js";
import { keyOf } from "../symbol-table.js";
import { orderOf } from "./mro.js";

/** A value with a fact. `inner`: a part of the type as it is written. */
export function narrowedValue(program: Program, type: NarrowedType, inner: (part: TypeExpr) => WrittenType): Place {
  const { typedValue } = program.evaluate;
  if (type.isTrue) return guarded(program, type, inner);
  return without(
    program,
    typedValue(program, inner(type.of)),
    type.by.map((part) => typedValue(program, inner(part))),
  );
}

/** A value whose type a function tells, by its result `TypeGuard[A]`; the value as it is for any other result. */
function guarded(program: Program, { of, by: [guard] }: NarrowedType, inner: (part: TypeExpr) => WrittenType): Place {
  const { calleeOf, typedValue } = program.evaluate;
  const told = guard === undefined ? UNKNOWN : calleeOf(program, inner(guard)).place;
  const decl = told.is === "symbols" ? firstDecl(told) : null;
  const result = decl === null ? null : symbolOf(decl).declaredType;
  if (decl === null || result?.kind !== "guard") return typedValue(program, inner(of));
  return typedValue(program, { file: decl.file, from: decl.index, type: result.of });
}

/** A value that is an instance of none of some classes, as far as several are known that it may be of. */
function without(program: Program, place: Place, classes: readonly Place[]): Place {
  if (place.is !== "several") return place;
  const excluded = classes.flatMap((each) => (each.is === "several" ? each.members : [each]));
  const members = place.members.filter((member) => !excluded.some((other) => isOf(program, member, other)));
  return members.length === 0 ? place : severalOf(members, place.isUnion);
}

/** Whether a value is an instance of the class of another. */
function isOf(program: Program, value: Place, other: Place): boolean {
  if (value.is === "external" && other.is === "external")
    return value.type === other.type && value.module === other.module;
  if (value.is !== "instance" || other.is !== "instance") return false;
  const key = keyOf(firstDecl(other));
  return orderOf(program, firstDecl(value), undefined).some(({ decl }) => decl !== null && keyOf(decl) === key);
}

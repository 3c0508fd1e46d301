/** TypeScript and JavaScript: how the values that functions of a library give are told, and the parts that such accounts are made of. */
import type { Step, TypeExpr } from "../../model/parse-result.js";
import { named } from "../../model/type-forms.js";
import { type External, type Place, UNKNOWN, type WrittenType } from "../place.js";
import type { Program } from "../program.js";
import type { GivenArguments } from "./overloads.js";

/** The values that a library gives. */
export interface Library {
  /** The result of a call of `place`, whose last name is `name`; null where it is not known. */
  result?: (call: LibraryCall) => Place | null;
  /** The member of a value of the library; null where it is not known. */
  member?: (program: Program, value: External, name: string) => Place | null;
  /** The first parameter of a function of the library; null where it is not known. */
  parameter?: (program: Program, place: External, given: GivenArguments | null) => Place | null;
}

/** A call of a library's function. */
export interface LibraryCall {
  program: Program;
  place: External;
  given: GivenArguments | null;
  /** The result of the function that is the argument at a number. */
  callback: (number: number) => WrittenType | null;
}

/** The type that steps from a written type lead to. */
export const stepsFrom = (written: WrittenType, ...steps: Step[]): WrittenType => ({
  ...written,
  type: named({ in: "instance", type: written.type }, steps),
});

/** A value of a type; unknown without one. */
export const valueOfType = (program: Program, written: WrittenType | null | undefined): Place =>
  written === null || written === undefined ? UNKNOWN : program.evaluate.typedValue(program, written);

/** A value of one of the library's types that hold others. */
export const holderOf = ({ module }: External, type: string, ...args: WrittenType[]): External => ({
  is: "external",
  module,
  name: type,
  type,
  args,
});

/** A type that stands for a known place, beside another type. */
export function heldAs(program: Program, { file, from }: WrittenType, place: Place): WrittenType {
  const type: TypeExpr = { kind: "held" };
  program.caches.places.set(type, place);
  return { file, from, type };
}

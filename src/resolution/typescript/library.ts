/** TypeScript and JavaScript: how the values that functions of a library give are told, and the parts that such accounts are made of. */
import type { Step, TypeExpr } from "../../model/parse-result.js";
import { named, UNKNOWN_TYPE } from "../../model/type-forms.js";
import { type External, type Place, UNKNOWN, type WrittenType } from "../place.js";
import type { Program } from "../program.js";
import type { GivenArguments } from "./overloads.js";

/** The values that a library gives. */
export interface Library {
  /** The types that projects add members to. */
  extensible?: RegExp;
  /** The result of a call of `place`, whose last name is `name`; null where it is not known. */
  result?: (call: LibraryCall) => Place | null;
  /** The member of a value of the library; null where it is not known. */
  member?: (program: Program, value: External, name: string) => Place | null;
  /** The first parameter of a function of the library; null where it is not known. */
  parameter?: (program: Program, place: External, given: GivenArguments | null) => Place | null;
  /** The parameter at a number of a function of the library, which takes functions at several; null where it is not known. */
  handler?: (program: Program, place: External, given: GivenArguments | null, number: number) => Place | null;
}

/** A call of a library's function. */
export interface LibraryCall {
  program: Program;
  place: External;
  /** The value that the function is a member of. */
  receiver: Place;
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

/** Types that stand for known places. No name is looked up for these, so that any file does; none of a program without files. */
export function heldTypes(program: Program, places: readonly Place[]): WrittenType[] {
  const [file] = program.files.values();
  return file === undefined ? [] : places.map((place) => heldAs(program, { file, from: 0, type: UNKNOWN_TYPE }, place));
}

/** A value of a library's type to which the project may add members: its only type argument is unknown, and says which language the members are of. */
export function extensibleValue(program: Program, module: string | null, type: string): External {
  return { is: "external", module, name: type, type, args: heldTypes(program, [UNKNOWN]) };
}

/** A type that stands for a known place; null in a program without files. */
export const heldType = (program: Program, place: Place): WrittenType | null => heldTypes(program, [place])[0] ?? null;

/** A type that stands for a known place, beside another type. */
export function heldAs(program: Program, { file, from }: WrittenType, place: Place): WrittenType {
  const type: TypeExpr = { kind: "held" };
  program.caches.places.set(type, place);
  return { file, from, type };
}

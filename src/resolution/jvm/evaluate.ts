/**
 * The circular questions of this folder: a class needs the types in its declaration, and a written type needs the class of its name. The files below
 * ask here, and index.ts ties the answers in.
 */
import type { NamedType } from "../../model/parse-result.js";
import type { Program } from "../program.js";
import type { Decl, ProgramFile } from "../program-file.js";
import type { JvmClass, OutsideType, Type, Variable } from "./types.js";

export interface JvmEvaluate {
  /** `classOf` of classes.ts. */
  classOf(program: Program, decl: Decl): JvmClass;
  /** `variablesOf` of classes.ts. */
  variablesOf(program: Program, decl: Decl): readonly Variable[];
  /** `typeOfWalk` of inferred.ts. */
  typeOfWalk(program: Program, file: ProgramFile, from: number, walk: NamedType): Type;
  /** `typeNamed` of names.ts. */
  typeNamed(program: Program, file: ProgramFile, from: number, names: readonly string[]): JvmClass | OutsideType | null;
}

const missing = (): never => {
  throw new Error("the Java platform is not tied together: resolution/jvm/index.ts was not loaded");
};

/** The answers. */
export const jvmEvaluate: JvmEvaluate = {
  classOf: missing,
  variablesOf: missing,
  typeOfWalk: missing,
  typeNamed: missing,
};

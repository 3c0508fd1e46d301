/** The functions that evaluate types and values, for the files below the one that has them. */
import type { TypeExpr } from "../../model/parse-result.js";
import type { Program } from "../program.js";
import type { Decl, ProgramFile } from "../program-file.js";
import type { Bindings, GoType } from "./type.js";

/** Where a name or a type is written, and the meanings of the type parameters there. */
export interface Site {
  readonly program: Program;
  readonly file: ProgramFile;
  readonly env: Bindings;
}

/** evaluate.ts has them: each needs what stands below. */
export interface Ask {
  typeOf(site: Site, type: TypeExpr): GoType;
  valueOf(program: Program, decl: Decl, env: Bindings): GoType;
}

/**
 * All files of one view in memory, as other files can see them: their declarations, imports and exports, and the names that they mention. create-program.ts
 * makes a program, resolve-file.ts turns the references of one file into edges over it, and affected-files.ts finds the files whose edges a change may alter.
 */
import { nth } from "../base/need.js";
import type { ModuleTarget } from "./layout.js";
import type { ProgramFile } from "./program-file.js";
import type { Program } from "./semantics.js";

export type { Changes, Program } from "./semantics.js";

/** Where each of `file.specifiers` leads. */
export function targetsOf(program: Program, file: ProgramFile): ModuleTarget[] {
  file.targets ??= file.specifiers.map((specifier) => program.moduleOf(file, specifier));
  return file.targets;
}

/** Where one specifier of the file leads. */
export function targetOf(program: Program, file: ProgramFile, specifier: string): ModuleTarget {
  const index = file.specifiers.indexOf(specifier);
  return index < 0 ? program.moduleOf(file, specifier) : nth(targetsOf(program, file), index);
}

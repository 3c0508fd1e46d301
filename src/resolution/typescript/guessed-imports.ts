/** TypeScript and JavaScript: imports whose module is a guess (`isGuess` of layout.ts). The edges that start from them are less sure. */
import { type Program, targetOf } from "../program.js";
import type { ProgramFile } from "../program-file.js";

/** The imports of a file whose module is a guess, by number. */
export function guessedImports(program: Program, file: ProgramFile): ReadonlySet<number> {
  const guessed = new Set<number>();
  file.imports.forEach(({ specifier }, index) => {
    if (isGuessed(program, file, specifier)) guessed.add(index);
  });
  return guessed;
}

/** Whether the module that a specifier leads to is a guess. */
export function isGuessed(program: Program, file: ProgramFile, specifier: string): boolean {
  const target = targetOf(program, file, specifier);
  return "path" in target && target.isGuess === true;
}

/** TypeScript and JavaScript: imports whose module is a guess (`Found` of packages.ts). The edges that start from them are less sure. */

import type { Root } from "../../model/parse-result.js";
import { type Program, targetOf } from "../program.js";
import type { ProgramFile } from "../program-file.js";

/** The imports of a file whose module is a guess, by number. */
export function guessedImports(program: Program, file: ProgramFile): ReadonlySet<number> {
  const guessed = new Set<number>();
  if (file.isCsharp) return guessed;
  file.imports.forEach(({ specifier }, at) => {
    if (isGuessed(program, file, specifier)) guessed.add(at);
  });
  return guessed;
}

/** Whether the module that a specifier leads to is a guess. */
export function isGuessed(program: Program, file: ProgramFile, specifier: string): boolean {
  const target = targetOf(program, file, specifier);
  return "path" in target && target.isGuess === true;
}

/** Whether an expression starts with one of the imports, or with a value of its type. */
export function startsFrom(root: Root, imports: ReadonlySet<number>): boolean {
  if (root.in === "import") return imports.has(root.import);
  if (root.in === "instance") return startsFrom(root.type.root, imports);
  return root.in === "call" && startsFrom(root.of.root, imports);
}

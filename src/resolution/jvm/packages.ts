/** The package of a file, and the class by which Java knows the functions of a Kotlin file. */
import type { ProgramFile } from "../program-file.js";

/** The package of a file; "" for none. */
export function packageOf({ symbols }: ProgramFile): string {
  const first = symbols[1];
  return first?.kind === "namespace" ? first.name : "";
}

/** Whether a file is of Kotlin. */
export function isKotlin({ language }: ProgramFile): boolean {
  return language.family === "kotlin";
}

/** The class that has the functions of a Kotlin file: `UtilsKt` of `utils.kt`; null for other files. */
export function facadeName(file: ProgramFile): string | null {
  if (!isKotlin(file)) return null;
  const name = file.path.slice(file.path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Kt`;
}

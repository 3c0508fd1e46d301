/**
 * Calls on values of unknown types, where only the name suggests a target. The only member of a name is likely where nothing speaks against it. Where
 * other symbols have the name, answers about them must count the call as well. Pure.
 */
import { nth, present } from "../base/need.js";
import type { Reference } from "../model/parse-result.js";
import { declsOf } from "./name-index.js";
import { SHAPE } from "./plain.js";
import type { Program } from "./program.js";
import { type Decl, nodeIdOf, type ProgramFile, symbolOf } from "./program-file.js";
import type { Likelihood, Work } from "./semantics.js";

/** How likely a call means the only members of its name. `isOfLibrary`: whether a library gives the value that the reference starts with. */
export function likelihoodByName(
  { program, file }: Work,
  reference: Reference,
  targets: readonly Decl[],
  isOfLibrary: (program: Program, file: ProgramFile, reference: Reference) => boolean,
): Likelihood {
  if (hasNamesakes(program, file, targets)) return { isLikely: false, hasNamesakes: true };
  const target = nth(targets, 0);
  const isLikely =
    file.language.runtimeMethods?.has(symbolOf(target).name) !== true &&
    // `export() { return this.db.export(); }` hands on to another method of that name.
    file.nodeIds[reference.from] !== nodeIdOf(target) &&
    !isOfLibrary(program, file, reference) &&
    (target.file === file || isImported(program, file, target.file));
  return { isLikely, hasNamesakes: false };
}

/**
 * Whether symbols other than `targets` have their name, which the call may mean, whatever they are. Code of another family does not: Python calls no
 * TypeScript. A library that is read by shape may be made for any language.
 */
function hasNamesakes(program: Program, file: ProgramFile, targets: readonly Decl[]): boolean {
  const { index, families } = program;
  const { members } = present(index.families[program.semanticsOf(file).name]);
  const { name } = symbolOf(nth(targets, 0));
  const ids = new Set(targets.map(nodeIdOf));
  const own = declsOf(index, members.get(name)).filter((decl) => ids.has(nodeIdOf(decl)));
  const number = index.intern(name);
  const calledFrom = (family: number) => family === file.family || nth(families, family).name === SHAPE;
  const among = families.map((_, family) => (calledFrom(family) ? (index.familyCounts[family]?.[number] ?? 0) : 0));
  return among.reduce((sum, count) => sum + count, 0) > own.length;
}

/** Whether an import of the file leads to something that `other` declares, or to the module itself. */
function isImported(program: Program, file: ProgramFile, other: ProgramFile): boolean {
  const { names } = program.semanticsOf(file);
  return file.imports.some((_, index) => {
    const place = names.importPlace(program, file, index);
    if (place.is === "module") return place.file === other;
    return place.is === "symbols" && place.decls.some((decl) => decl.file === other);
  });
}

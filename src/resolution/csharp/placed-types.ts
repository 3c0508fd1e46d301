/** Types of files whose folder tells the namespace: components and views, which are classes by their files' names. */
import { qualifiedKey } from "../declarations.js";
import { declsOf } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, type ProgramFile, symbolOf } from "../program-file.js";
import { csharpIndex, projectsOf, type TypesNamed } from "./state.js";

/** The namespace that a file has by its folder; "" for files whose text names it. */
export function namespaceByFolder(program: Program, { language, path }: ProgramFile): string {
  return language.nameByPath ? (projectsOf(program).namespaceOf(path) ?? "") : "";
}

/** Whether the usings of a file hold for another one: those of Razor for its files in the folder and below. */
export function sharesUsings(from: ProgramFile, to: ProgramFile): boolean {
  if (!from.language.nameByPath) return true;
  return from.language === to.language && to.path.startsWith(from.path.slice(0, from.path.lastIndexOf("/") + 1));
}

/** Such types of a name, grouped by their namespaces. */
export function placedTypesNamed(program: Program, name: string): TypesNamed[] {
  const groups = new Map<string, Decl[]>();
  for (const decl of declsOf(program.index, csharpIndex(program).placedTypes.get(name))) {
    const namespace = namespaceByFolder(program, decl.file);
    groups.set(namespace, [...(groups.get(namespace) ?? []), decl]);
  }
  return Array.from(groups, ([namespace, decls]) => ({ namespace, decls }));
}

/** The parts of a type with those that other files have: a component, and the class in C# beside it. `parts`: those of its node. */
export function withPlacedParts(program: Program, decl: Decl, parts: readonly Decl[]): readonly Decl[] {
  const { name, parent } = symbolOf(decl);
  const { placedTypes, types } = csharpIndex(program);
  if (!placedTypes.has(name)) return parts;
  const isPlaced = parent === 0 && decl.file.language.nameByPath !== undefined;
  const key = isPlaced ? joined(namespaceByFolder(program, decl.file), name) : qualifiedKey(decl);
  const placed = placedTypesNamed(program, name).flatMap((group) =>
    joined(group.namespace, name) === key ? group.decls : [],
  );
  if (placed.length === 0) return parts;
  const written = isPlaced ? declsOf(program.index, types.get(key)).filter((one) => symbolOf(one).isMergeable) : parts;
  return [...written, ...placed];
}

const joined = (namespace: string, name: string): string => (namespace === "" ? name : `${namespace}.${name}`);

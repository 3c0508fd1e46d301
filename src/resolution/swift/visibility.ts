/** The declarations that a file sees by their names alone: those of its module, and of the modules that it imports. */
import { nearestByFolder } from "../declarations.js";
import { declsOf } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, type ProgramFile, symbolOf } from "../program-file.js";
import { modulesOf, swiftCaches, swiftIndex } from "./state.js";

/** The module of a file; "" for one outside of packages. */
export function moduleOf(program: Program, file: ProgramFile): string {
  return modulesOf(program).moduleOf(file.path);
}

/** The modules that a file sees: its own, its imports, and the modules that these export again. */
export function modulesSeen(program: Program, file: ProgramFile): ReadonlySet<string> {
  const { seen } = swiftCaches(program);
  let modules = seen.get(file.id);
  if (modules === undefined) {
    const own = moduleOf(program, file);
    const open = new Set([own, ...file.imports.map(({ specifier }) => specifier)]);
    for (const module of open) for (const name of reexportedBy(program, module)) open.add(name);
    modules = open;
    seen.set(file.id, modules);
  }
  return modules;
}

/** The modules that a module exports again. */
function reexportedBy(program: Program, module: string): string[] {
  const found: string[] = [];
  for (const [specifier, packed] of swiftIndex(program).reexports) {
    const isByModule = declsOf(program.index, packed).some(({ file }) => moduleOf(program, file) === module);
    if (isByModule) found.push(specifier);
  }
  return found;
}

/** Whether a file sees a declaration of some other file, private ones left out. */
export function isOpenTo(file: ProgramFile, decl: Decl): boolean {
  return decl.file === file || !symbolOf(decl).isPrivate;
}

/** The declarations of a name at the top level of files, as far as a file sees them: its own first, then its module's, then those of others. */
export function topLevel(program: Program, file: ProgramFile, name: string): readonly Decl[] {
  const { tops } = swiftCaches(program);
  const key = `${file.id} ${name}`;
  let decls = tops.get(key);
  if (decls === undefined) {
    decls = findTopLevel(program, file, name);
    tops.set(key, decls);
  }
  return decls;
}

function findTopLevel(program: Program, file: ProgramFile, name: string): Decl[] {
  const all = declsOf(program.index, swiftIndex(program).tops.get(name)).filter((decl) => isOpenTo(file, decl));
  if (all.length === 0) return all;
  const here = all.filter((decl) => decl.file === file);
  if (here.length > 0 && here.some((decl) => symbolOf(decl).parameterNames === null)) return here;
  const own = moduleOf(program, file);
  const inModule = all.filter((decl) => moduleOf(program, decl.file) === own);
  if (inModule.length > 0) return own === "" ? nearest(file, inModule) : inModule;
  const seen = modulesSeen(program, file);
  return all.filter((decl) => seen.has(moduleOf(program, decl.file)));
}

/** Types of one name outside of packages belong to several apps: those that share the most folders with the file. Functions are overloads. */
function nearest(file: ProgramFile, decls: Decl[]): Decl[] {
  if (decls.length < 2 || decls.every((decl) => symbolOf(decl).parameterNames !== null)) return decls;
  return nearestByFolder(file, decls);
}

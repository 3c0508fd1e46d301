/** Packages: the folder that an import means, and the names that a package has for a file. */
import type { Import } from "../../model/parse-result.js";
import { folderOf } from "../../model/paths.js";
import { declsOf } from "../name-index.js";
import type { Program } from "../program.js";
import type { Decl, ProgramFile } from "../program-file.js";
import { constraintOf, mayMeet } from "./constraints.js";
import type { FolderOfImport, GoLayout } from "./layout.js";
import { GO, goCaches, goIndex, isTestFile, packageOf } from "./state.js";
import type { Meaning } from "./type.js";

/** The layout of Go in a program. */
export function layoutOf({ layouts }: Program): GoLayout {
  return layouts[GO] as GoLayout;
}

/** The package that an import of a file brings in: one of the project, or one outside. */
export function importedPackage(program: Program, file: ProgramFile, index: number): Meaning {
  const { imports } = goCaches(program);
  let known = imports.get(file.id);
  if (known === undefined) {
    known = file.imports.map((item) => packageOfImport(program, file, item));
    imports.set(file.id, known);
  }
  return known[index] ?? { is: "unknown" };
}

function packageOfImport(program: Program, file: ProgramFile, item: Import): Meaning {
  const found = folderOfImport(program, file, item.specifier);
  if (found === null) return { is: "outside", module: item.specifier, name: "" };
  return { is: "package", folder: found.folder, name: packageIn(program, found.folder) };
}

/** The folder of the project that an import path means; null where it is outside. */
export function folderOfImport(program: Program, file: ProgramFile, specifier: string): FolderOfImport | null {
  const { importFolders } = goCaches(program);
  let known = importFolders.get(file.id);
  if (known === undefined) {
    known = new Map();
    importFolders.set(file.id, known);
  }
  let found = known.get(specifier);
  if (found === undefined) {
    const { folders } = goIndex(program);
    const meant = layoutOf(program).foldersOf(file.path, specifier);
    found = meant.find(({ folder }) => folders.has(folder)) ?? null;
    known.set(specifier, found);
  }
  return found;
}

/** The name of the package in a folder, as its files say it: tests may stand in a package of their own. */
export function packageIn(program: Program, folder: string): string {
  const { packages } = goCaches(program);
  let known = packages.get(folder);
  if (known === undefined) {
    known = readPackageIn(program, folder);
    packages.set(folder, known);
  }
  return known;
}

function readPackageIn(program: Program, folder: string): string {
  const files = declsOf(program.index, goIndex(program).folders.get(folder)).map(({ file }) => file);
  const plain =
    files.find((file) => !isTestFile(file) && packageOf(file) !== "main") ?? files.find((file) => !isTestFile(file));
  return plain === undefined ? "" : packageOf(plain);
}

const NONE: Decl[] = [];

/** The declarations of a name in a package, as a file sees them. */
export function namesIn(
  program: Program,
  file: ProgramFile,
  folder: string,
  name: string,
  packageName: string,
): Decl[] {
  const declared = goIndex(program).names.get(`${folder}\0${name}`);
  if (declared === undefined) return NONE;
  const isBeside = folderOf(file.path) === folder;
  const seesTests = isBeside && isTestFile(file);
  const constraint = constraintOf(file);
  const { names } = goCaches(program);
  const key = `${folder}\0${packageName}\0${name}\0${seesTests}\0${constraint}`;
  let decls = names.get(key);
  if (decls === undefined) {
    decls = declsOf(program.index, declared).filter(
      (decl) => packageOf(decl.file) === packageName && (seesTests || !isTestFile(decl.file)),
    );
    decls = inBuildOf(constraint, decls);
    names.set(key, decls);
  }
  // Two programs of one folder, each a `main` of its own: the file's own declaration is meant.
  const own = decls.filter((decl) => decl.file === file);
  return own.length > 0 ? own : decls;
}

/** The declarations that can be in one build with a file; all of them where none can. */
export function inBuildOf(constraint: string, decls: Decl[]): Decl[] {
  if (decls.length < 2) return decls;
  const fitting = decls.filter((decl) => mayMeet(constraint, constraintOf(decl.file)));
  return fitting.length > 0 ? fitting : decls;
}

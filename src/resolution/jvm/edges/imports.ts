/** The edges of imports: to types, to members of types, and to packages. */
import { childrenNamed } from "../../declarations.js";
import { importEdge } from "../../edges/import-edge.js";
import { addExternal } from "../../edges/work.js";
import { declsOf } from "../../name-index.js";
import type { Program } from "../../program.js";
import { nodeIdAt, nodeIdOf, type ProgramFile } from "../../program-file.js";
import type { Work } from "../../semantics.js";
import { importedType, isClass, isPackage, typeQualified } from "../names.js";
import { packageOf } from "../packages.js";
import { jvmIndex } from "../state.js";

/** Adds the edges of a file's imports. */
export function importEdges(work: Work): void {
  const { file } = work;
  for (const [index, { line }] of file.imports.entries()) {
    const targets = targetsOf(work, index);
    if (typeof targets === "string") {
      const { specifier, imported } = targets === "" ? { specifier: "", imported: "" } : nameOf(file, index);
      if (specifier !== "" || imported !== "")
        addExternal(
          work,
          { source: 0, kind: "imports", line },
          { is: "external", module: specifier, name: imported, type: null },
        );
    } else for (const target of targets) importEdge(work, line, target);
  }
}

function nameOf({ imports }: ProgramFile, index: number): { specifier: string; imported: string } {
  const item = imports[index];
  return item === undefined ? { specifier: "", imported: "" } : { specifier: item.specifier, imported: item.imported };
}

/** The ids of the symbols that an import names; a word where it leads out of the project. */
function targetsOf({ program, file }: Work, index: number): string[] | "outside" | "" {
  const item = file.imports[index];
  if (item === undefined) return "";
  const { kind, specifier, imported } = item;
  if (kind === "namespace" && imported === "*") {
    const holder = typeQualified(program, file, specifier);
    if (isClass(holder) && holder.decl !== null) return [nodeIdOf(holder.decl)];
    return packageIds(program, file, specifier);
  }
  if (kind === "static") return membersOf(program, file, specifier, imported) ?? "outside";
  const named = importedType(program, file, item);
  if (named === null || !isClass(named)) {
    const functions = jvmIndex(program).functions.get(specifier === "" ? imported : `${specifier}.${imported}`);
    if (functions !== undefined) return declsOf(program.index, functions).map(nodeIdOf);
    // Kotlin imports members of objects and constants of enums alike.
    const members = membersOf(program, file, specifier, imported);
    if (members !== null) return members;
  }
  return isClass(named) && named.decl !== null ? [nodeIdOf(named.decl)] : "outside";
}

/** The ids of the members of a class that have a name, or of the class where it has none of it; null outside of the project. */
function membersOf(program: Program, file: ProgramFile, specifier: string, name: string): string[] | null {
  const holder = typeQualified(program, file, specifier);
  const { decl } = isClass(holder) ? holder : { decl: null };
  if (decl === null) return null;
  const members = name === "*" ? [] : childrenNamed(program, decl.file, decl.index, name);
  return members.length === 0 ? [nodeIdOf(decl)] : members.map((child) => nodeIdAt(decl.file, child));
}

/** The id of a package: its declarations in all files of a language are one symbol. That of the importing file's language comes first. */
function packageIds(program: Program, { language }: ProgramFile, name: string): string[] | "outside" {
  if (!isPackage(program, name)) return "outside";
  const decls = declsOf(program.index, jvmIndex(program).packages.get(name));
  const own = decls.filter((decl) => packageOf(decl.file) === name);
  const chosen = own.find((decl) => decl.file.language === language) ?? own[0];
  return chosen === undefined ? "outside" : [nodeIdOf(chosen)];
}

/** Functions and properties of Kotlin outside of types, and those that extend a type: which of them a file sees. */
import { childrenNamed } from "../declarations.js";
import { declsOf, isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, type ProgramFile, parentAt, symbolAt, symbolOf } from "../program-file.js";
import { classOf, topMethod } from "./classes.js";
import { fitOf } from "./conversions.js";
import { isClass, qualifiedType } from "./names.js";
import { packageOf } from "./packages.js";
import { jvmIndex } from "./state.js";
import type { Method, Type } from "./types.js";
import { typeIn } from "./written.js";

/** The declarations of a name outside of types that a file sees: of its package, or imported. */
export function topDecls(program: Program, file: ProgramFile, name: string): Decl[] {
  const { functions } = jvmIndex(program);
  const keys = new Set<string>();
  for (const { local, imported, specifier } of file.imports) {
    if (local === name) keys.add(specifier === "" ? imported : `${specifier}.${imported}`);
    if (imported === "*") keys.add(`${specifier}.${name}`);
  }
  const own = packageOf(file);
  keys.add(own === "" ? name : `${own}.${name}`);
  return [...keys]
    .flatMap((key) => declsOf(program.index, functions.get(key)))
    .filter((decl) => decl.file === file || !symbolOf(decl).isPrivate);
}

/** The functions of a name outside of types that a call without a receiver may mean. */
export function topFunctions(program: Program, file: ProgramFile, name: string): Method[] {
  const decls = topDecls(program, file, name).filter((decl) => symbolOf(decl).kind === "function");
  return decls.map((decl) => topMethod(program, decl));
}

/** The functions in the functions around a symbol. */
export function localFunctions(program: Program, file: ProgramFile, from: number, name: string): Method[] {
  for (let at = from; at > 0; at = parentAt(file, at)) {
    if (isTypeKind(symbolAt(file, at).kind) || symbolAt(file, at).kind === "namespace") continue;
    const found = childrenNamed(program, file, at, name).filter((child) => symbolAt(file, child).kind === "function");
    if (found.length > 0) return found.map((child) => topMethod(program, { file, index: child }));
  }
  return [];
}

/** Whether a file imports a member of an object: `import app.Url.Companion.toUrl`. */
function isImportedMember(program: Program, file: ProgramFile, decl: Decl, name: string): boolean {
  const { parent } = symbolOf(decl);
  if (!isTypeKind(symbolAt(decl.file, parent).kind)) return false;
  const { module, path } = classOf(program, { file: decl.file, index: parent });
  const holder = module === "" ? path : `${module}.${path}`;
  return file.imports.some(
    ({ local, imported, specifier }) => specifier === holder && (local === name || imported === "*"),
  );
}

/** The functions of a name that a file imports from objects. */
export function importedFunctions(program: Program, file: ProgramFile, name: string): Method[] {
  return file.imports.flatMap(({ local, imported, specifier }) => {
    if (local !== name) return [];
    const holder = qualifiedType(program, file, specifier.split("."));
    return isClass(holder) && holder.decl !== null ? holder.methods(imported) : [];
  });
}

/** The functions that extend a value's type: visible ones, and those of the types around the call. */
export function extensionsOf(program: Program, file: ProgramFile, from: number, type: Type, name: string): Method[] {
  const packed = jvmIndex(program).extensions.get(name);
  if (packed === undefined) return [];
  const visible = new Set(topDecls(program, file, name).map(({ file: { id }, index }) => `${id} ${index}`));
  const around = new Set<string>();
  for (let at = from; at > 0; at = parentAt(file, at))
    if (isTypeKind(symbolAt(file, at).kind)) around.add(`${file.id} ${at}`);
  const decls = declsOf(program.index, packed).filter((decl) => {
    const { parent, kind } = symbolOf(decl);
    if (kind !== "function" && kind !== "method") return false;
    if (visible.has(`${decl.file.id} ${decl.index}`) || around.has(`${decl.file.id} ${parent}`)) return true;
    return isImportedMember(program, file, decl, name);
  });
  const fitting = decls.filter((decl) => {
    const { receiverType } = symbolOf(decl);
    if (receiverType === null) return false;
    const fit = fitOf(program, type, typeIn(program, decl.file, decl.index, receiverType));
    // Of a value that is not known, an extension of one type says too little.
    return fit === "same" || fit === "yes" || fit === "box";
  });
  return fitting.map((decl) => topMethod(program, decl));
}

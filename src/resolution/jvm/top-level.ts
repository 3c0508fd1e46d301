/** Functions and properties of Kotlin outside of types, and those that extend a type: which of them a file sees. */
import type { Import } from "../../model/parse-result.js";
import { childrenNamed } from "../declarations.js";
import { declsOf, isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, type ProgramFile, parentAt, symbolAt, symbolOf } from "../program-file.js";
import { classOf, topMethod } from "./classes.js";
import { fitOf } from "./conversions.js";
import { type FoundMethod, familyOf } from "./hierarchy.js";
import { type Inferred, unify } from "./infer.js";
import { isClass, qualifiedType } from "./names.js";
import { isKotlin, packageOf } from "./packages.js";
import { jvmIndex } from "./state.js";
import { bindingsOf, erased, type Method, type Type } from "./types.js";
import { typeIn } from "./written.js";

/**
 * The declarations outside of types that a file sees under a name: in its package, or imported. `isPlain`: declarations that extend nothing. An import of
 * such a one by name hides all others.
 */
export function topDecls(program: Program, file: ProgramFile, name: string, isPlain = false): Decl[] {
  const { functions } = jvmIndex(program);
  const keys = new Set<string>();
  const isHidden = isPlain && importNamed(file, name) !== null;
  for (const { local, imported, specifier } of file.imports) {
    if (local === name) keys.add(specifier === "" ? imported : `${specifier}.${imported}`);
    if (imported === "*" && !isHidden) keys.add(`${specifier}.${name}`);
  }
  const own = packageOf(file);
  if (!isHidden) keys.add(own === "" ? name : `${own}.${name}`);
  return [...keys]
    .flatMap((key) => declsOf(program.index, functions.get(key)))
    .filter((decl) => decl.file === file || !symbolOf(decl).isPrivate)
    .filter((decl) => symbolOf(decl).choice !== "never")
    .filter((decl) => !isPlain || symbolOf(decl).receiverType === null);
}

/** The import of a file that brings in a name by itself; null for none. */
export function importNamed(file: ProgramFile, name: string): Import | null {
  return file.imports.find(({ local, imported }) => local === name && imported !== "*") ?? null;
}

/** The functions of a name outside of types, those that extend nothing or all of them. */
export function topFunctions(program: Program, file: ProgramFile, name: string, isPlain: boolean): Method[] {
  const decls = topDecls(program, file, name, isPlain).filter((decl) => symbolOf(decl).kind === "function");
  return decls.map((decl) => topMethod(program, decl));
}

/** The functions of a package by their name alone, as in `app.users.find()`. */
export function functionsOfPackage(program: Program, file: ProgramFile, module: string, name: string): Method[] {
  return declsOf(program.index, jvmIndex(program).functions.get(`${module}.${name}`))
    .filter((decl) => symbolOf(decl).kind === "function" && symbolOf(decl).receiverType === null)
    .filter((decl) => decl.file === file || !symbolOf(decl).isPrivate)
    .map((decl) => topMethod(program, decl));
}

/** The functions in the functions around a symbol. */
export function localFunctions(program: Program, file: ProgramFile, from: number, name: string): Method[] {
  for (let index = from; index > 0; index = parentAt(file, index)) {
    if (isTypeKind(symbolAt(file, index).kind) || symbolAt(file, index).kind === "namespace") continue;
    const found = childrenNamed(program, file, index, name).filter(
      (child) => symbolAt(file, child).kind === "function",
    );
    if (found.length > 0) return found.map((child) => topMethod(program, { file, index: child }));
  }
  return [];
}

/** Whether a file imports a member of an object: `import app.Url.Companion.toUrl`. */
export function isImportedMember(program: Program, file: ProgramFile, decl: Decl, name: string): boolean {
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

/** The place from which extensions are looked for: those that its file and the receivers around it see count. */
interface Standpoint {
  readonly program: Program;
  readonly file: ProgramFile;
  /** Finds the receivers around the place. Few names need them. */
  readonly receivers: () => readonly Type[];
}

/** The functions that a value's type has beside its members: those that extend it, or the `copy` of a data class. */
export function extensionsOf(from: Standpoint, type: Type, name: string): FoundMethod[] {
  const extending = extendingDecls(from, type, name, /^(?:function|method)$/);
  return extending.length === 0 && name === "copy" ? copierOf(type) : extending;
}

/**
 * The `copy` that the compiler adds to a data class: it takes what the primary constructor takes, each with a default, and gives another object. It is told
 * by that constructor. Which classes are data classes need not be known: others have no `copy` that nobody wrote.
 */
function copierOf(type: Type): FoundMethod[] {
  if (type.is !== "class" || type.cls.decl === null || !isKotlin(type.cls.decl.file)) return [];
  const [primary] = type.cls.constructors();
  return primary === undefined ? [] : [{ method: { ...primary, least: 0, choice: null }, bindings: bindingsOf(type) }];
}

/** The property that extends a value's type, as what reads it; null for none. */
export function extendingProperty(from: Standpoint, type: Type, name: string): FoundMethod | null {
  return extendingDecls(from, type, name, /^property$/)[0] ?? null;
}

/** The declarations that extend a value's type: those that the file sees, and members of the receivers around the use. The value tells the type parameters. */
function extendingDecls(
  { program, file, receivers }: Standpoint,
  type: Type,
  name: string,
  kinds: RegExp,
): FoundMethod[] {
  const packed = jvmIndex(program).extensions.get(name);
  if (packed === undefined) return [];
  const visible = new Set(topDecls(program, file, name).map(({ file: { id }, index }) => `${id} ${index}`));
  const around = new Set<string>();
  for (const receiver of receivers()) {
    const own = erased(receiver);
    if (own.is !== "class") continue;
    // A class sees the members of its companion, and of those of its bases.
    for (const { cls } of familyOf(program, own).types)
      for (const decl of [cls.decl, cls.decl === null ? null : cls.inner("Companion")?.decl])
        if (decl) around.add(`${decl.file.id} ${decl.index}`);
  }
  const decls = declsOf(program.index, packed).filter((decl) => {
    const { parent, kind } = symbolOf(decl);
    if (!kinds.test(kind)) return false;
    if (visible.has(`${decl.file.id} ${decl.index}`) || around.has(`${decl.file.id} ${parent}`)) return true;
    return isImportedMember(program, file, decl, name);
  });
  return decls.flatMap((decl) => {
    const { receiverType } = symbolOf(decl);
    if (receiverType === null) return [];
    const extended = typeIn(program, decl.file, decl.index, receiverType);
    const fit = fitOf(program, type, extended);
    // Of a value that is not known, an extension of one type says too little.
    if (fit !== "same" && fit !== "yes" && fit !== "box") return [];
    const method = topMethod(program, decl);
    const bindings: Inferred = new Map();
    if (method.variables.length > 0) unify({ program, open: method.variables, found: bindings }, extended, type);
    return [{ method, bindings }];
  });
}

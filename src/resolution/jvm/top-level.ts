/** Functions and properties of Kotlin outside of types, and those that extend a type: which of them a file sees. */
import type { Import } from "../../model/parse-result.js";
import { childrenNamed } from "../declarations.js";
import { declsOf, isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, type ProgramFile, parentAt, symbolAt, symbolOf } from "../program-file.js";
import { keyOf, pack } from "../symbol-table.js";
import { classOf, topMethod } from "./classes.js";
import { fitOf } from "./conversions.js";
import { type FoundMethod, familyOfClass } from "./hierarchy.js";
import { type Inferred, unify } from "./infer.js";
import { isClass, typeQualified } from "./names.js";
import { isKotlin, packageOf } from "./packages.js";
import { jvmIndex, namesOf } from "./state.js";
import { bindingsOf, erased, type Method, type Type } from "./types.js";
import { typeIn } from "./written.js";

/**
 * The declarations outside of types that a file sees under a name: in its package, or imported. `isPlain`: declarations that extend nothing. An import of
 * such a one by name hides all others.
 */
export function topDecls(program: Program, file: ProgramFile, name: string, isPlain = false): readonly Decl[] {
  const { top, plainTop } = namesOf(program, file);
  const known = isPlain ? plainTop : top;
  let found = known.get(name);
  if (found === undefined) {
    found = findTopDecls(program, file, name, isPlain);
    known.set(name, found);
  }
  return found;
}

function findTopDecls(program: Program, file: ProgramFile, name: string, isPlain: boolean): readonly Decl[] {
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
    const holder = typeQualified(program, file, specifier);
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

const FUNCTIONS: ReadonlySet<string> = new Set(["function", "method"]);
const PROPERTIES: ReadonlySet<string> = new Set(["property"]);

/** The functions that a value's type has beside its members: those that extend it, or the `copy` of a data class. */
export function extensionsOf(from: Standpoint, type: Type, name: string): FoundMethod[] {
  const extending = extendingDecls(from, type, name, FUNCTIONS);
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
  return extendingDecls(from, type, name, PROPERTIES)[0] ?? null;
}

const NO_DECLS: readonly Decl[] = [];

/** The declarations of a name that extend a type: those outside of types that a file sees, and all members. */
function extendingNamed(program: Program, file: ProgramFile, name: string): readonly Decl[] {
  const packed = jvmIndex(program).extensions.get(name);
  if (packed === undefined) return NO_DECLS;
  const { extending } = namesOf(program, file);
  let found = extending.get(name);
  if (found === undefined) {
    const seen = topDecls(program, file, name);
    found = declsOf(program.index, packed).filter(
      (decl) =>
        isTypeKind(symbolAt(decl.file, symbolOf(decl).parent).kind) || seen.some((other) => isSameDecl(other, decl)),
    );
    extending.set(name, found);
  }
  return found;
}

const isSameDecl = (one: Decl, other: Decl) => one.file === other.file && one.index === other.index;

/** The classes whose members receivers have, and their companions, as packed symbols. */
function holdersAround(program: Program, receivers: readonly Type[]): ReadonlySet<number> {
  const around = new Set<number>();
  for (const receiver of receivers) {
    const own = erased(receiver);
    if (own.is !== "class") continue;
    // A class sees the members of its companion, and of those of its bases.
    for (const { cls } of familyOfClass(program, own.cls).types)
      for (const decl of [cls.decl, cls.decl === null ? null : cls.inner("Companion")?.decl])
        if (decl) around.add(keyOf(decl));
  }
  return around;
}

/** The declarations that extend a value's type: those that the file sees, and members of the receivers around the use. The value tells the type parameters. */
function extendingDecls(
  { program, file, receivers }: Standpoint,
  type: Type,
  name: string,
  kinds: ReadonlySet<string>,
): FoundMethod[] {
  let around: ReadonlySet<number> | null = null;
  const isSeen = (decl: Decl): boolean => {
    const { parent, kind } = symbolOf(decl);
    if (!kinds.has(kind)) return false;
    if (!isTypeKind(symbolAt(decl.file, parent).kind)) return true;
    around ??= holdersAround(program, receivers());
    return around.has(pack(decl.file, parent)) || isImportedMember(program, file, decl, name);
  };
  return extendingNamed(program, file, name)
    .filter(isSeen)
    .flatMap((decl) => {
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

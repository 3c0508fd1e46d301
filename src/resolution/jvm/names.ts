/** The meanings of names on the Java platform: packages, and the types that a file sees. */
import { int32At } from "../../base/numbers.js";
import type { Import } from "../../model/parse-result.js";
import { declsOf, isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, type ProgramFile, parentAt, symbolAt } from "../program-file.js";
import { classOf, typeNamedIn } from "./classes.js";
import { innerOf } from "./hierarchy.js";
import { kotlinType } from "./kotlin.js";
import { isLibraryPackage, libraryClass } from "./library.js";
import { isKotlin, packageOf } from "./packages.js";
import { jvmIndex, namesOf } from "./state.js";
import type { JvmClass, OutsideType } from "./types.js";

/** A type that a name means; null where none is known. */
export type Named = JvmClass | OutsideType | null;

/** Whether a name means a class that is read. */
export function isClass(named: Named): named is JvmClass {
  return named !== null && "variables" in named;
}

/** The type that the names of a dotted name mean in the symbol `from`. */
export function typeNamed(program: Program, file: ProgramFile, from: number, names: readonly string[]): Named {
  const [first, ...others] = names;
  if (first === undefined) return null;
  let found = simpleType(program, file, from, first);
  if (found === null) return others.length === 0 ? null : qualifiedType(program, file, names);
  for (const name of others) {
    if (!isClass(found)) return { ...found, name: `${found.name}.${name}` };
    const inner: JvmClass | null = innerOf(program, found, name);
    if (inner === null) return null;
    found = inner;
  }
  return found;
}

/** The type that a name alone means. */
export function simpleType(program: Program, file: ProgramFile, from: number, name: string): Named {
  const { types: known } = namesOf(program, file);
  const scope = scopeOf(file, from);
  let inScope = known.get(scope);
  if (inScope === undefined) {
    inScope = new Map();
    known.set(scope, inScope);
  }
  let found = inScope.get(name);
  if (found === undefined) {
    // Stands in while the name is looked up: a base may lead back to it.
    inScope.set(name, null);
    found = findType(program, file, scope, name);
    inScope.set(name, found);
  }
  return found;
}

/** The innermost symbol around another that may declare a type: names mean the same in all that it holds. */
function scopeOf(file: ProgramFile, from: number): number {
  let index = from;
  while (index > 0 && !isTypeKind(symbolAt(file, index).kind) && int32At(file.firstChild, index) < 0)
    index = parentAt(file, index);
  return index;
}

function findType(program: Program, file: ProgramFile, scope: number, name: string): Named {
  program.caches.spent++;
  for (let index = scope; index > 0; index = parentAt(file, index)) {
    const symbol = symbolAt(file, index);
    if (isTypeKind(symbol.kind)) {
      // Kotlin imports before it looks into the package: a class that has moved may import the one that it now stands for.
      if (symbol.name === name && isKotlin(file) && isOuter(file, index) && isImported(file, name))
        return typeBeyond(program, file, name);
      if (symbol.name === name) return classOf(program, { file, index });
      const inner = innerOf(program, classOf(program, { file, index }), name);
      if (inner !== null) return inner;
    } else {
      const child = typeNamedIn(program, file, index, name);
      if (child !== -1) return classOf(program, { file, index: child });
    }
  }
  if (scope > 0) return simpleType(program, file, 0, name);
  const child = typeNamedIn(program, file, 0, name);
  return child === -1 ? typeBeyond(program, file, name) : classOf(program, { file, index: child });
}

/** The type that a name means which the file does not declare: of an import, of the package, of a library. */
function typeBeyond(program: Program, file: ProgramFile, name: string): Named {
  const imported = file.imports.find(({ local, kind }) => local === name && kind !== "alias");
  if (imported !== undefined) {
    const found = importedType(program, file, imported);
    if (found !== null) return found;
  }
  const here = classByName(program, file, packageOf(file), name);
  if (here !== null) return here;
  const found = starType(program, file, name) ?? (isKotlin(file) ? kotlinType(name) : null);
  return found ?? libraryClass("java.lang", name) ?? openType(program, file, name);
}

function isOuter(file: ProgramFile, index: number): boolean {
  return !isTypeKind(symbolAt(file, parentAt(file, index)).kind);
}

function isImported({ imports }: ProgramFile, name: string): boolean {
  return imports.some(({ local }) => local === name);
}

/** The type that an import names. A static import may name a type too. */
export function importedType(program: Program, file: ProgramFile, { specifier, imported, kind }: Import): Named {
  const found = typeQualified(program, file, [specifier, imported].filter((part) => part !== "").join("."));
  return isClass(found) || kind !== "static" ? found : null;
}

function starType(program: Program, file: ProgramFile, name: string): JvmClass | null {
  for (const { specifier, imported } of file.imports) {
    if (imported !== "*") continue;
    const found = classByName(program, file, specifier, name);
    if (found !== null) return found;
    const outer = typeQualified(program, file, specifier);
    const inner = isClass(outer) ? innerOf(program, outer, name) : null;
    if (inner !== null) return inner;
  }
  return null;
}

/** The name of a type, and not that of a constant. */
const IS_TYPE = /^\p{Lu}\w*\p{Ll}/u;

/**
 * A name that nothing declares is of the only unread package that the file imports whole, null if there is none. Of several packages nothing says which one
 * has it: of Java it is a type of one of them. The `java` of `java.util.List` is a package.
 */
function openType(program: Program, file: ProgramFile, name: string): OutsideType | null {
  if (isPackage(program, name) || isLibraryPackage(name)) return null;
  const [only, ...others] = openPackages(program, file);
  if (only === undefined) return null;
  if (others.length === 0) return { is: "outside", module: only.specifier, name };
  return isKotlin(file) || !IS_TYPE.test(name) ? null : { is: "outside", module: null, name };
}

/** The imports of a file that bring in all of a package which is not read. */
export function openPackages(program: Program, file: ProgramFile): Import[] {
  return file.imports.filter(
    ({ imported, kind, specifier }) =>
      imported === "*" && kind === "namespace" && !isPackage(program, specifier) && !isLibraryPackage(specifier),
  );
}

/** Whether the project has a package, or one in it. */
export function isPackage(program: Program, name: string): boolean {
  return jvmIndex(program).packages.has(name);
}

/** The class of a name in a package, with the names of the types around it; null where neither the project nor the Java library has it. */
export function classByName(program: Program, file: ProgramFile, module: string, path: string): JvmClass | null {
  const { index } = program;
  const packed = jvmIndex(program).types.get(module === "" ? path : `${module}.${path}`);
  if (packed !== undefined) {
    const decls = declsOf(index, packed).filter((decl) => packageOf(decl.file) === module);
    const nearest = nearestOf(file, decls);
    if (nearest !== null) return classOf(program, nearest);
  }
  const found = libraryClass(module, path);
  if (found !== null || !module.startsWith("kotlin")) return found;
  return /^kotlin(?:\.\w+)?$/.test(module) ? kotlinType(path) : null;
}

/** Of several classes of one name, the one whose file stands nearest: that of the same module, and of the same source set. */
function nearestOf(file: ProgramFile, decls: readonly Decl[]): Decl | null {
  let best: Decl | null = null;
  let most = -1;
  for (const decl of decls) {
    const shared = decl.file === file ? Number.POSITIVE_INFINITY : sharedLength(decl.file.path, file.path);
    if (shared > most) [best, most] = [decl, shared];
  }
  return best;
}

function sharedLength(one: string, other: string): number {
  let shared = 0;
  for (let index = 0; index < one.length && one[index] === other[index]; index++)
    if (one[index] === "/") shared = index + 1;
  return shared;
}

/** The type of a name as an import writes it: `qualifiedType` of its parts. */
export function typeQualified(program: Program, file: ProgramFile, name: string): Named {
  const { qualified } = namesOf(program, file);
  let found = qualified.get(name);
  if (found === undefined) {
    found = qualifiedType(program, file, name.split("."));
    qualified.set(name, found);
  }
  return found;
}

/** The class of a name with its package: `a.b.Outer.Inner`. Where the project and the library have no such package, it is outside. */
export function qualifiedType(program: Program, file: ProgramFile, names: readonly string[]): Named {
  for (let offset = names.length - 1; offset >= 0; offset--) {
    const found = classByName(program, file, names.slice(0, offset).join("."), names.slice(offset).join("."));
    if (found !== null) return found;
  }
  const first = names.findIndex((name) => /^\p{Lu}/u.test(name));
  if (first <= 0) return null;
  const module = names.slice(0, first).join(".");
  return { is: "outside", module, name: names.slice(first).join(".") };
}

/** The declarations that make up a type: its own, and its extensions, those of a library's type too. */
import type { NamedType, Step } from "../../model/parse-result.js";
import { childrenNamed, MOST_DECLARATIONS } from "../declarations.js";
import { declsOf, isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, nodeIdOf, type ProgramFile, symbolAt, symbolOf } from "../program-file.js";
import { modulesOf, swiftCaches, swiftIndex } from "./state.js";
import type { Value } from "./value.js";
import { topLevel } from "./visibility.js";

/** Whether a symbol is a type or an extension, in which members stand. */
export function isHolder({ kind }: { kind: string }): boolean {
  return isTypeKind(kind) && kind !== "type";
}

/** The type that an extension extends; null for one of a library, and the declaration itself where it is a type. */
export function primaryOf(program: Program, decl: Decl): Decl | null {
  const symbol = symbolOf(decl);
  if (symbol.kind !== "extension") return decl;
  const { extended } = swiftCaches(program);
  const known = extended.get(decl);
  if (known !== undefined) return known;
  // An extension of what it declares itself extends nothing.
  extended.set(decl, null);
  const type = symbol.receiverType;
  const primary = type?.kind === "named" ? declaredType(program, decl.file, type) : null;
  extended.set(decl, primary);
  return primary;
}

/** The declaration of a type that a name with its path means at the top level of a file. No parts are asked for: these are found by it. */
function declaredType(program: Program, file: ProgramFile, { root, path }: NamedType, depth = 0): Decl | null {
  if (root.in !== "free" || depth > 8) return null;
  const isModule = path.length > 0 && file.imports.some(({ specifier }) => specifier === root.name);
  const names = [root.name, ...path.filter(isName)];
  let found = typeAmong(topLevel(program, file, root.name));
  if (found === null && isModule) {
    // A library's module has types of its own, whatever the project calls its types.
    if (!modulesOf(program).hasModule(root.name)) return null;
    names.shift();
    found = typeAmong(topLevel(program, file, names[0] ?? ""));
  }
  const [first = "", ...inner] = names;
  // A type of the project may stand in an extension of a library's type.
  if (found === null && inner.length > 0)
    found = typeInParts(program, libraryParts(program, first), inner.shift() ?? "");
  for (const name of inner) found = found === null ? null : typeIn(program, found, name);
  const symbol = found === null ? null : symbolOf(found);
  if (symbol?.kind !== "type") return found;
  // An alias is another name of a type.
  const of = symbol.declaredType;
  return of?.kind === "named" && found !== null ? declaredType(program, found.file, of, depth + 1) : null;
}

function typeAmong(decls: readonly Decl[]): Decl | null {
  const types = decls.filter((decl) => isTypeKind(symbolOf(decl).kind));
  const [first] = types;
  return first !== undefined && types.every((decl) => nodeIdOf(decl) === nodeIdOf(first)) ? first : null;
}

/** A type that stands in a type or in one of its extensions. */
function typeIn(program: Program, owner: Decl, name: string): Decl | null {
  return typeInParts(program, [owner, ...extensionsOf(program, owner)], name);
}

function typeInParts(program: Program, parts: readonly Decl[], name: string): Decl | null {
  for (const { file, index } of parts) {
    const found = childrenNamed(program, file, index, name).find((child) => isTypeKind(symbolAt(file, child).kind));
    if (found !== undefined) return { file, index: found };
  }
  return null;
}

/** All parts of a type: its declaration first, then its extensions. */
export function findParts(program: Program, decl: Decl): Decl[] {
  const primary = primaryOf(program, decl);
  const { name } = symbolOf(decl);
  if (primary === null) return libraryParts(program, name);
  return [primary, ...extensionsOf(program, primary)];
}

/** The extensions of a type of the project, by its name and by those of its aliases. */
function extensionsOf(program: Program, { file, index }: Decl): Decl[] {
  const { extensions } = swiftIndex(program);
  const extending = namesOf(program, symbolAt(file, index).name).flatMap((name) =>
    declsOf(program.index, extensions.get(name)),
  );
  return extending.filter((each) => {
    const of = primaryOf(program, each);
    return of !== null && of.file === file && of.index === index;
  });
}

/** A name of a type, and the aliases that stand for it. */
function namesOf(program: Program, name: string): string[] {
  const aliases = declsOf(program.index, swiftIndex(program).aliases.get(name));
  return aliases.length > MOST_DECLARATIONS
    ? [name]
    : [...new Set([name, ...aliases.map((alias) => symbolOf(alias).name)])];
}

/** The extensions of a library's type, those of its aliases too. The arms of an `#if` may make one name an alias of several types. */
export function libraryParts(program: Program, name: string): Decl[] {
  const { libraryParts: known } = swiftCaches(program);
  let parts = known.get(name);
  if (parts === undefined) {
    const { extensions } = swiftIndex(program);
    const names = namesOf(program, name.slice(name.lastIndexOf(".") + 1));
    const all = names.flatMap((each) => declsOf(program.index, extensions.get(each)));
    parts = all.filter((each) => primaryOf(program, each) === null);
    known.set(name, parts);
  }
  return parts;
}

/** The declarations in which the members of a value's type stand. */
export function partsOf(program: Program, value: Value): readonly Decl[] {
  if (value.is === "type") return value.decls;
  return value.is === "library" ? libraryParts(program, value.name) : [];
}

/** Whether a step is a name. */
const isName = (step: Step): step is string => typeof step === "string";

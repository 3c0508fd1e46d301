/** Declarations of one name: the children of a symbol, the symbols that share a name, and all parts of a type or namespace. */
import { addToList } from "../base/groups.js";
import { int32At } from "../base/numbers.js";
import { isTypeKind } from "./name-index.js";
import { type Place, UNKNOWN } from "./place.js";
import type { Program } from "./program.js";
import { childrenOf, type Decl, nodeIdOf, type ProgramFile, parentAt, symbolAt, symbolOf } from "./program-file.js";
import { keyOf } from "./symbol-table.js";

/** At most this many declarations of one name, or types on the way to a member, are looked at. */
export const MOST_DECLARATIONS = 300;

export const NONE: number[] = [];

/** The children of a symbol that have the name, in source order. */
export function childrenNamed(program: Program, file: ProgramFile, parent: number, name: string): number[] {
  let index = file.firstChild[parent] ?? -1;
  let found = NONE;
  for (let steps = 0; index !== -1; index = int32At(file.nextSibling, index)) {
    if (symbolAt(file, index).name === name) found = found === NONE ? [index] : [...found, index];
    if (++steps === 24) return indexedChildren(program, file, parent).get(name) ?? NONE;
  }
  return found;
}

/** The children of a large parent by name, collected once. */
function indexedChildren(program: Program, file: ProgramFile, parent: number): Map<string, number[]> {
  const key = keyOf({ file, index: parent });
  let children = program.caches.children.get(key);
  if (children === undefined) {
    children = new Map();
    for (const child of childrenOf({ file, index: parent })) {
      const { name } = symbolOf(child);
      addToList(children, name, child.index);
    }
    program.caches.children.set(key, children);
  }
  return children;
}

/** A symbol of a file, with the declarations of its name beside it. */
export function symbolPlace(program: Program, file: ProgramFile, index: number): Place {
  const symbol = file.symbols[index];
  if (symbol === undefined) return UNKNOWN;
  const decl = { file, index };
  const isMerged = file.traits.hasPartialTypes && (isTypeKind(symbol.kind) || symbol.kind === "namespace");
  return { is: "symbols", decls: isMerged ? typeDecls(program, decl) : namedLike(program, decl), imported: false };
}

/** A symbol, and the symbols of its name beside it that the name may mean as well. */
export function namedLike(program: Program, decl: Decl): Decl[] {
  const symbol = symbolOf(decl);
  if (symbol.parent < 0) return [decl];
  const others = childrenNamed(program, decl.file, symbol.parent, symbol.name).slice(0, MOST_DECLARATIONS);
  if (others.length === 1) return [decl];
  const id = nodeIdOf(decl);
  const beside = others.filter((index) => {
    if (index === decl.index) return false;
    const other = symbolAt(decl.file, index);
    // Two values of one name stand in different blocks of one symbol; a type and a value share a name.
    if (other.isExplicit) return false;
    return (
      decl.file.language.identity.hasOverloads ||
      decl.file.nodeIds[index] === id ||
      isNoValue(other.kind) !== isNoValue(symbol.kind)
    );
  });
  return [decl, ...beside.map((index) => ({ file: decl.file, index }))];
}

function isNoValue(kind: string): boolean {
  return kind === "interface" || kind === "type" || kind === "namespace";
}

/** All declarations that make up a type or namespace: partial types, merged interfaces and classes. */
export function typeDecls(program: Program, decl: Decl): Decl[] {
  const { types } = program.caches;
  let decls = types.get(decl);
  if (decls === undefined) {
    decls = program.semanticsOf(decl.file).types.findParts(program, decl);
    types.set(decl, decls);
  }
  return decls;
}

/** The name of a type or namespace from the outermost namespace down. */
export function qualifiedKey(decl: Decl): string {
  let key = symbolOf(decl).name;
  for (let index = symbolOf(decl).parent; index > 0; index = parentAt(decl.file, index)) {
    const symbol = symbolAt(decl.file, index);
    if (isTypeKind(symbol.kind) || symbol.kind === "namespace") key = `${symbol.name}.${key}`;
  }
  return key;
}

/** The constructors in the declarations of a type, but for static ones. */
export function constructorsIn(decls: readonly Decl[]): Decl[] {
  return decls.flatMap(childrenOf).filter((child) => {
    const { kind, isStatic } = symbolOf(child);
    return kind === "constructor" && !isStatic;
  });
}

/** Whether a kind of symbol has members or declarations of its own. */
export function isContainer(kind: string): boolean {
  return (
    kind === "class" ||
    kind === "interface" ||
    kind === "namespace" ||
    kind === "module" ||
    kind === "enum" ||
    kind === "struct" ||
    kind === "record" ||
    kind === "extension"
  );
}

/** The declarations, each once. */
export function distinct(decls: Decl[]): Decl[] {
  const seen = new Set<number>();
  return decls.filter((decl) => !seen.has(keyOf(decl)) && seen.add(keyOf(decl)));
}

/** The declarations whose files share the most folders with a file. */
export function nearestByFolder(file: ProgramFile, decls: readonly Decl[]): Decl[] {
  const shares = decls.map((decl) => sharedFolders(file.path, decl.file.path));
  const most = Math.max(...shares);
  return decls.filter((_, index) => shares[index] === most);
}

function sharedFolders(one: string, other: string): number {
  const [mine, theirs] = [one.split("/").slice(0, -1), other.split("/").slice(0, -1)];
  const differs = mine.findIndex((name, index) => name !== theirs[index]);
  return differs < 0 ? mine.length : differs;
}

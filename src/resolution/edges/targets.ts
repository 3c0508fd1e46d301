/** Targets of a reference: which of the declarations of a name fit the way the name is used. */

import type { Reference } from "../../model/parse-result.js";
import { fitsByNumber } from "../csharp/overloads.js";
import { typeDecls } from "../declarations.js";
import { isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, nodeIdOf, type ProgramSymbol, symbolOf } from "../program-file.js";
import { keyOf } from "../symbol-table.js";

/** Whether the targets are declarations of one symbol: of a C# partial method, or of a type that `declare module` adds to. */
export function areParts(program: Program, targets: Decl[]): boolean {
  if (targets.length < 2) return false;
  const merged = program.caches.augmented?.parts;
  const parts = merged?.get(keyOf(targets[0]!));
  if (parts !== undefined) return targets.every((decl) => merged!.get(keyOf(decl)) === parts);
  if (!targets[0]!.file.isCsharp) return areOfMerged(program, targets);
  if (targets.length !== 2 || !areOverloads(targets)) return false;
  return targets.every((decl) => decl.file.isCsharp && symbolOf(decl).isMergeable && symbolOf(decl).kind === "method");
}

/** TypeScript: whether the targets are members of one type, which is merged from a class and interfaces beside it. */
function areOfMerged(program: Program, targets: Decl[]): boolean {
  const [first, ...others] = targets.map(({ file, index }) => ({ file, index: file.symbols[index]!.parent }));
  const { kind, parent } = symbolOf(first!);
  if (parent < 0 || (kind !== "class" && kind !== "interface")) return false;
  const merged = typeDecls(program, first!);
  return others.every((other) => merged.some((decl) => decl.file === other.file && decl.index === other.index));
}

/** Whether a symbol can be called and is not a type. */
export function isFunction(decl: Decl): boolean {
  const { kind, isCallable } = symbolOf(decl);
  return isCallable && !isTypeKind(kind);
}

/** The declarations that fit the use of a name; all of them where none fits and a value may be a type (`Foo.bar`, `export { Foo }`). */
export function ofMeaning(decls: Decl[], meaning: "type" | "value" | "call" | "new"): Decl[] {
  if (decls.length === 0) return decls;
  const isCsharp = decls[0]!.file.isCsharp;
  const fits = (decl: Decl) => isOfMeaning(symbolOf(decl).kind, meaning, isCsharp);
  if (decls.every(fits)) return decls;
  const fitting = decls.filter(fits);
  return fitting.length > 0 || meaning === "call" || meaning === "new" ? fitting : decls;
}

function isOfMeaning(kind: string, meaning: "type" | "value" | "call" | "new", isCsharp: boolean): boolean {
  switch (meaning) {
    case "type":
      return isTypeKind(kind) || kind === "namespace" || kind === "module" || kind === "component";
    case "value":
      return kind !== "interface" && kind !== "type";
    case "call":
      return isCsharp
        ? !isTypeKind(kind) && kind !== "namespace"
        : kind !== "interface" && kind !== "type" && kind !== "module";
    case "new":
      return isCsharp ? isTypeKind(kind) : kind !== "interface" && kind !== "type";
  }
}

/** One declaration for each symbol: in TypeScript, declarations of one name and parent are one symbol (overloads, accessors). */
export function firstOfEach(decls: Decl[]): Decl[] {
  if (decls.length < 2) return decls;
  const ids = new Set<string>();
  const parents = new Set<string>();
  return decls.filter((decl) => {
    const id = nodeIdOf(decl);
    const parent = decl.file.isCsharp ? id : `${decl.file.id} ${symbolOf(decl).parent}`;
    if (ids.has(id) || parents.has(parent)) return false;
    ids.add(id);
    parents.add(parent);
    return true;
  });
}

/** The overloads that a call's arguments fit by number and name; all of them where none fits. Only the arguments' types can tell more. */
export function overloads(decls: Decl[], reference: Reference): Decl[] {
  const all = firstOfEach(decls);
  if (all.length < 2 || !all[0]!.file.isCsharp) return all;
  const fitting = all.filter((decl) => isFitting(symbolOf(decl), reference));
  return fitting.length > 0 ? fitting : all;
}

/** C#: whether a call's arguments fit a symbol by number and name. `isOnValue`: an extension method is called on its first parameter. */
export function isFitting(symbol: ProgramSymbol, reference: Reference, isOnValue = false): boolean {
  const { argumentCount, typeArgumentCount = 0, argumentNames } = reference;
  return fitsByNumber(symbol, argumentCount, typeArgumentCount, argumentNames, isOnValue);
}

/** Whether the symbols stand in one type, and so are the overloads of one method. */
export function areOverloads(decls: Decl[]): boolean {
  const parentOf = ({ file, index }: Decl) => file.nodeIds[file.symbols[index]!.parent];
  return decls.every((decl) => parentOf(decl) === parentOf(decls[0]!));
}

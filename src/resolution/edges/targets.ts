/** Targets of a reference: which of the declarations of a name fit the way the name is used. */
import type { Reference } from "../../model/parse-result.js";
import { fitsByNumber } from "../members.js";
import { isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, type NameMeaning, nodeIdOf, type ProgramSymbol, symbolOf } from "../program-file.js";

/** Whether several targets of a reference are declarations of one symbol. */
export function areParts(program: Program, targets: Decl[]): boolean {
  const first = targets[0];
  if (first === undefined || targets.length === 1) return false;
  return program.semanticsOf(first.file).edges.areParts(program, targets);
}

/** Whether a symbol can be called and is not a type. */
export function isFunction(decl: Decl): boolean {
  const { kind, isCallable } = symbolOf(decl);
  return isCallable && !isTypeKind(kind);
}

/** The declarations that fit the use of a name; all of them where none fits and a value may be a type (`Foo.bar`, `export { Foo }`). */
export function ofMeaning(decls: Decl[], meaning: NameMeaning): Decl[] {
  const first = decls[0];
  if (first === undefined) return decls;
  const { isOfMeaning } = first.file.traits;
  const fits = (decl: Decl) => isOfMeaning(symbolOf(decl).kind, meaning);
  if (decls.every(fits)) return decls;
  const fitting = decls.filter(fits);
  return fitting.length > 0 || meaning === "call" || meaning === "new" ? fitting : decls;
}

/** One declaration for each symbol. Where overloads are not symbols of their own, declarations of one name and parent are one symbol. */
export function firstOfEach(decls: Decl[]): Decl[] {
  if (decls.length < 2) return decls;
  const ids = new Set<string>();
  const parents = new Set<string>();
  return decls.filter((decl) => {
    const id = nodeIdOf(decl);
    const { name, parent: owner } = symbolOf(decl);
    const parent = decl.file.language.identity.hasOverloads ? id : `${decl.file.id} ${owner} ${name}`;
    if (ids.has(id) || parents.has(parent)) return false;
    ids.add(id);
    parents.add(parent);
    return true;
  });
}

/** The overloads that a call's arguments fit by number and name; all of them where none fits. Only the arguments' types can tell more. */
export function overloads(decls: Decl[], reference: Reference): Decl[] {
  const all = firstOfEach(decls);
  const first = all[0];
  if (first === undefined || all.length === 1 || !first.file.language.identity.hasOverloads) return all;
  const fitting = all.filter((decl) => isFitting(symbolOf(decl), reference));
  return fitting.length > 0 ? fitting : all;
}

/** Whether a call's arguments fit a symbol by number and name. `isOnValue`: an extension method is called on its first parameter. */
export function isFitting(symbol: ProgramSymbol, reference: Reference, isOnValue = false): boolean {
  const { argumentCount, typeArgumentCount = 0, argumentNames } = reference;
  return fitsByNumber(symbol, argumentCount, typeArgumentCount, argumentNames, isOnValue);
}

/** Whether the symbols stand in one type, and so are the overloads of one method. */
export function areOverloads(decls: Decl[]): boolean {
  const ownerOf = (decl: Decl) => decl.file.nodeIds[symbolOf(decl).parent];
  const first = decls[0];
  return first === undefined || decls.every((decl) => ownerOf(decl) === ownerOf(first));
}

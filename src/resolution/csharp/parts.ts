/** C#: the parts of types and namespaces, which may stand in any files of the repository. */
import { nth } from "../../base/need.js";
import { distinct, qualifiedKey, typeDecls } from "../declarations.js";
import { declsOf } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, nodeIdOf, symbolOf } from "../program-file.js";
import { apartOf } from "./copies.js";
import { withPlacedParts } from "./placed-types.js";
import { csharpCaches, csharpIndex, projectsOf } from "./state.js";

/** All parts of a type or namespace; of a type with copies, those that may be compiled with the given one. */
export function findParts(program: Program, decl: Decl): Decl[] {
  const symbol = symbolOf(decl);
  if (!symbol.isMergeable) return [decl];
  const id = nodeIdOf(decl);
  const { namespaces, types } = csharpIndex(program);
  const map = symbol.kind === "namespace" ? namespaces : types;
  const own = declsOf(program.index, map.get(qualifiedKey(decl))).filter((other) => nodeIdOf(other) === id);
  const others = symbol.kind === "namespace" ? own : [...withPlacedParts(program, decl, own)];
  if (others.length === 0) return [decl];
  const { isCompiled } = projectsOf(program);
  // A listing of a type is not part of what projects compile.
  const listed = symbol.kind === "namespace" ? [] : others.filter(({ file }) => !isCompiled(file.path));
  const sides =
    listed.length === 0 || listed.length === others.length
      ? [others]
      : [others.filter((other) => !listed.includes(other)), listed];
  if (sides.length > 1) csharpCaches(program).copied.add(id);
  for (const side of sides) {
    const parts = symbol.kind === "namespace" ? null : apartOf(side);
    if (parts !== null) csharpCaches(program).copied.add(id);
    // All parts share one list: results about a type are cached by its list.
    for (const [index, other] of side.entries()) program.caches.types.set(other, parts?.[index] ?? side);
  }
  return program.caches.types.get(decl) ?? [decl];
}

/** All parts of the types that a name means. One part leads to all: a type in forty files is looked up often. */
export function allParts(program: Program, types: Decl[]): Decl[] {
  const first = nth(types, 0);
  if (types.length === 1) return typeDecls(program, first);
  if (!areOfOne(types)) return distinct(types.flatMap((decl) => typeDecls(program, decl)));
  const all = typeDecls(program, first);
  return csharpCaches(program).copied.has(nodeIdOf(first)) ? types : all;
}

/** Whether some types are parts of one. */
function areOfOne(types: readonly Decl[]): boolean {
  const id = nodeIdOf(nth(types, 0));
  return types.every((decl) => nodeIdOf(decl) === id && symbolOf(decl).isMergeable);
}

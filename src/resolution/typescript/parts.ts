/** TypeScript: the declarations that make up a type or namespace, which merge by their name in a module, a namespace or the global scope. */
import { childrenNamed, distinct, isContainer, namedLike, typeDecls } from "../declarations.js";
import { declsOf } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, symbolAt, symbolOf } from "../program-file.js";
import { keyOf } from "../symbol-table.js";
import { typescriptCaches, typescriptIndex } from "./state.js";

/** All declarations that make up a type or namespace. */
export function findParts(program: Program, decl: Decl): Decl[] {
  const symbol = symbolOf(decl);
  const own = [...besides(program, decl), ...(typescriptCaches(program).augmented?.parts.get(keyOf(decl)) ?? [])];
  const globals = symbol.parent === 0 || isSpace(decl) ? typescriptIndex(program).globals.get(symbol.name) : undefined;
  if (globals === undefined) return own.length === 1 ? own : distinct(own);
  const all = declsOf(program.index, globals).filter((other) => isContainer(symbolOf(other).kind));
  const isGlobal = all.some((other) => other.file === decl.file && other.index === decl.index);
  return distinct(isGlobal ? [...own, ...all] : own);
}

/** The declarations that a type or namespace is merged from in its own module, file or namespace; the namespace may be merged itself. */
function besides(program: Program, decl: Decl): Decl[] {
  const { parent, name } = symbolOf(decl);
  const own = namedLike(program, decl).filter(
    (other) => other.index === decl.index || isContainer(symbolOf(other).kind),
  );
  const owner = decl.file.symbols[parent];
  if (parent <= 0 || owner?.kind !== "namespace" || owner.name === "global") return own;
  const spaces = typeDecls(program, { file: decl.file, index: parent });
  if (spaces.length === 1) return own;
  const others = spaces.flatMap(({ file, index }) =>
    childrenNamed(program, file, index, name).map((child) => ({ file, index: child })),
  );
  return [...own, ...others.filter((other) => isContainer(symbolOf(other).kind))];
}

/** Whether a declaration stands in `declare global`. */
function isSpace({ file, index }: Decl): boolean {
  return file.symbols[symbolAt(file, index).parent]?.name === "global";
}

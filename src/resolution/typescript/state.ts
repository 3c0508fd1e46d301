/** The index and caches that TypeScript and JavaScript keep in a program. */
import type { FamilyIndex } from "../name-index.js";
import type { Program } from "../program.js";
import type { Decl } from "../program-file.js";

/** The name of the family. */
export const TYPESCRIPT = "typescript";

export interface TypescriptIndex extends FamilyIndex {
  /** Names that stand in the global scope. */
  readonly globals: Map<string, number[]>;
  /** `declare module "name"`. */
  readonly ambientModules: Map<string, number[]>;
}

/** An empty index. */
export function createTypescriptIndex(): TypescriptIndex {
  return { members: new Map(), globals: new Map(), ambientModules: new Map() };
}

/** The index of a program. */
export function typescriptIndex({ index }: Program): TypescriptIndex {
  return index.families[TYPESCRIPT] as TypescriptIndex;
}

/** The additions that `declare module` makes to modules of the project. */
export interface Augmented {
  /** All declarations of a type or namespace that has some in blocks, by `keyOf` each of them. */
  parts: Map<number, Decl[]>;
  /** The blocks for a module of the project, by its path. */
  blocks: Map<string, Decl[]>;
}

/** Results of look-ups. */
export interface TypescriptCaches {
  /** Additions by `declare module`; null until `findAugmented` found them. */
  augmented: Augmented | null;
  /** The declarations that builds may import by themselves, by name; null until a name is sought among them. */
  importable: ReadonlyMap<string, Decl[]> | null;
}

/** The caches of a program. */
export function typescriptCaches({ caches: { families } }: Program): TypescriptCaches {
  families[TYPESCRIPT] ??= { augmented: null, importable: null };
  return families[TYPESCRIPT] as TypescriptCaches;
}

/** The index, caches and layout that Swift keeps in a program. */
import type { FamilyIndex } from "../name-index.js";
import type { Program } from "../program.js";
import type { Decl } from "../program-file.js";
import type { SymbolTable } from "../symbol-table.js";
import { SymbolTable as Table } from "../symbol-table.js";
import type { SwiftLayout } from "./layout.js";
import type { Value } from "./value.js";

/** The name of the family. */
export const SWIFT = "swift";

export interface SwiftIndex extends FamilyIndex {
  /** Declarations at the top level of files, by name; extensions are left out. */
  readonly tops: Map<string, number[]>;
  /** Extensions, by the last name of the type that they extend. */
  readonly extensions: Map<string, number[]>;
  /** Aliases at the top level of files, by the name of the type that they stand for. */
  readonly aliases: Map<string, number[]>;
  /** Static properties, cases of enums, and types in extensions, by name. */
  readonly statics: Map<string, number[]>;
  /** Files with `@_exported import`, by the name of the imported module. */
  readonly reexports: Map<string, number[]>;
}

/** An empty index. */
export function createSwiftIndex(): SwiftIndex {
  return {
    members: new Map(),
    tops: new Map(),
    extensions: new Map(),
    aliases: new Map(),
    statics: new Map(),
    reexports: new Map(),
  };
}

/** The index of a program. */
export function swiftIndex({ index }: Program): SwiftIndex {
  return index.families[SWIFT] as SwiftIndex;
}

/** Results of look-ups. */
export interface SwiftCaches {
  /** The type that an extension extends; null for one of a library. */
  extended: SymbolTable<Decl | null>;
  /** The parts of library types, by name. */
  libraryParts: Map<string, Decl[]>;
  /** The values of declared types. */
  declared: SymbolTable<Value>;
  /** The modules that a file sees, by its number. */
  seen: Map<number, ReadonlySet<string>>;
  /** Types of a name, by file, symbol and name. */
  types: Map<string, Value>;
  /** Declarations at the top level that a file sees, by its number and their name. */
  tops: Map<string, Decl[]>;
  /** The members of types with many parts by name, by type. */
  members: Map<string, ReadonlyMap<string, Decl[]>>;
  /** The bases of types as values, by declaration. */
  bases: SymbolTable<readonly Value[]>;
  /** Declarations whose types are being looked up. */
  pending: Set<string>;
}

/** The caches of a program. */
export function swiftCaches({ caches: { families } }: Program): SwiftCaches {
  families[SWIFT] ??= {
    extended: new Table(),
    libraryParts: new Map(),
    declared: new Table(),
    seen: new Map(),
    types: new Map(),
    tops: new Map(),
    members: new Map(),
    bases: new Table(),
    pending: new Set(),
  } satisfies SwiftCaches;
  return families[SWIFT] as SwiftCaches;
}

/** The modules of the repository. */
export function modulesOf({ layouts }: Program): SwiftLayout {
  return layouts[SWIFT] as SwiftLayout;
}

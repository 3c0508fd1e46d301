/** The index, caches and layout that C# keeps in a program. */
import type { FamilyIndex } from "../name-index.js";
import type { Place } from "../place.js";
import type { Program } from "../program.js";
import type { Decl, ProgramFile } from "../program-file.js";
import { packedFile } from "../symbol-table.js";
import type { CsharpLayout } from "./layout.js";
import type { CsharpTables } from "./value.js";

/** The name of the family. */
export const CSHARP = "csharp";

export interface CsharpIndex extends FamilyIndex {
  /** Types by namespace, outer types and name. */
  readonly types: Map<string, number[]>;
  /** Namespaces by their full names; a namespace A.B also stands under A. */
  readonly namespaces: Map<string, number[]>;
  /** Types by bare name. */
  readonly simpleTypes: Map<string, number[]>;
  /** Types whose namespace the folder of their file tells, by name. */
  readonly placedTypes: Map<string, number[]>;
  /** Extension methods, and other members of `extension` blocks, by name. */
  readonly extensions: Map<string, number[]>;
  /** Files with `global using`, by GLOBAL_USING. */
  readonly globalUsings: Map<string, number[]>;
}

/** The key of `globalUsings`. */
export const GLOBAL_USING = "global using";

/** An empty index. */
export function createCsharpIndex(): CsharpIndex {
  return {
    members: new Map(),
    types: new Map(),
    namespaces: new Map(),
    simpleTypes: new Map(),
    placedTypes: new Map(),
    extensions: new Map(),
    globalUsings: new Map(),
  };
}

/** The index of a program. */
export function csharpIndex({ index }: Program): CsharpIndex {
  return index.families[CSHARP] as CsharpIndex;
}

/** The files with `global using`. */
export function globalUsingFiles(program: Program): ProgramFile[] {
  const files = csharpIndex(program).globalUsings.get(GLOBAL_USING) ?? [];
  return files.flatMap((packed) => program.index.filesById[packedFile(packed)] ?? []);
}

/** Results of look-ups. */
export interface CsharpCaches {
  /** The node ids of types of which there are copies: see `apartOf`. */
  copied: Set<string>;
  /** Meanings of names, by file and name; of little use to the file that is resolved next. */
  scopes: Map<number, Map<string, KnownName[]>>;
  /** Types by bare name. */
  types: Map<string, TypesNamed[] | null>;
  namespaces: Map<string, Decl | null>;
  /** The last names of namespaces; null until asked for. */
  namespaceNames: ReadonlySet<string> | null;
  /** The usings in force in a file, by the file's number. */
  usings: Map<number, Usings>;
  tables: CsharpTables | null;
}

/** The meaning of a name in a scope of a file. `scope` also numbers the way of asking. */
export interface KnownName {
  scope: number;
  place: Place;
}

/** The types of one bare name that stand in one namespace, or in one type. */
export interface TypesNamed {
  namespace: string;
  decls: Decl[];
}

/** The usings in force in a file. */
export interface Usings {
  namespaces: ReadonlySet<string>;
  /** Those of the file itself: where a global using has a type of the same name, the file's is written inside of its namespace, and goes first. */
  own: ReadonlySet<string>;
  statics: string[];
  aliases: Map<string, string>;
}

/** The caches of a program. */
export function csharpCaches({ caches: { families } }: Program): CsharpCaches {
  families[CSHARP] ??= createCaches();
  return families[CSHARP] as CsharpCaches;
}

function createCaches(): CsharpCaches {
  return {
    copied: new Set(),
    scopes: new Map(),
    types: new Map(),
    namespaces: new Map(),
    namespaceNames: null,
    usings: new Map(),
    tables: null,
  };
}

/** The C# projects of the repository. */
export function projectsOf({ layouts }: Program): CsharpLayout {
  return layouts[CSHARP] as CsharpLayout;
}

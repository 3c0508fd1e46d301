/** The index and the caches that the languages of the Java platform keep in a program. They are one family: each calls the other. */
import type { NamedType } from "../../model/parse-result.js";
import type { FamilyIndex } from "../name-index.js";
import type { Program } from "../program.js";
import type { Decl, ProgramFile } from "../program-file.js";
import { SymbolTable } from "../symbol-table.js";
import type { ClassType, JvmClass, OutsideType, Type, Variable } from "./types.js";

/** The name of the family. */
export const JVM = "jvm";

export interface JvmIndex extends FamilyIndex {
  /** Types by package, outer types and name. */
  readonly types: Map<string, number[]>;
  /** Packages by name; a package a.b also stands under a. */
  readonly packages: Map<string, number[]>;
  /** Functions and properties that stand in no type, by package and name. */
  readonly functions: Map<string, number[]>;
  /** Functions and properties that extend a type, by name. */
  readonly extensions: Map<string, number[]>;
}

/** An empty index. */
export function createJvmIndex(): JvmIndex {
  return { members: new Map(), types: new Map(), packages: new Map(), functions: new Map(), extensions: new Map() };
}

/** The index of a program. */
export function jvmIndex({ index }: Program): JvmIndex {
  return index.families[JVM] as JvmIndex;
}

/** Results of look-ups. */
export interface JvmCaches {
  /** Classes by declaration. */
  classes: SymbolTable<JvmClass>;
  /** Type parameters by declaration. */
  variables: SymbolTable<readonly Variable[]>;
  /** Look-ups of names in files, by the file in which a name stands; of little use to the file that is resolved next. */
  names: Map<number, FileNames>;
  /** The bases of classes, in terms of their own type parameters. */
  families: Map<JvmClass, Family>;
  /** How many classes have their bases looked up at the moment: what is found meanwhile may lack some. */
  pending: number;
  /** How many types of values without a written one are being looked up inside each other. */
  walks: number;
  /** The types of values, by the walks that declarations write. */
  walkTypes: Map<NamedType, Type>;
  /** The aliases of types that are being looked up. */
  openAliases: Set<number>;
}

/** The names that were looked up in one file. */
export interface FileNames {
  /** Types that names mean, by symbol and name. */
  readonly types: Map<number, Map<string, JvmClass | OutsideType | null>>;
  /** Types by their names with the package, as imports write them. */
  readonly qualified: Map<string, JvmClass | OutsideType | null>;
  /** Declarations outside of types that the file sees, by name. */
  readonly top: Map<string, readonly Decl[]>;
  /** The same without those that extend a type. */
  readonly plainTop: Map<string, readonly Decl[]>;
  /** Declarations that extend a type, by name: those outside of types that the file sees, and all members. */
  readonly extending: Map<string, readonly Decl[]>;
}

/** The names that were looked up in a file. */
export function namesOf(program: Program, { id }: ProgramFile): FileNames {
  const { names } = jvmCaches(program);
  let found = names.get(id);
  if (found === undefined) {
    found = { types: new Map(), qualified: new Map(), top: new Map(), plainTop: new Map(), extending: new Map() };
    names.set(id, found);
  }
  return found;
}

/** A type and all its bases, nearest first, and whether a base of a library is among them that is not read. */
export interface Family {
  types: readonly ClassType[];
  isOpen: boolean;
  /** The first base that is not read. */
  outside: OutsideType | null;
  /** All that are not read. */
  unread: readonly Type[];
}

/** The caches of a program. */
export function jvmCaches({ caches: { families } }: Program): JvmCaches {
  families[JVM] ??= createCaches();
  return families[JVM] as JvmCaches;
}

function createCaches(): JvmCaches {
  return {
    classes: new SymbolTable(),
    variables: new SymbolTable(),
    names: new Map(),
    families: new Map(),
    pending: 0,
    walks: 0,
    walkTypes: new Map(),
    openAliases: new Set(),
  };
}

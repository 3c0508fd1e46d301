/** The index and caches that Go keeps in a program. */
import { folderOf } from "../../model/paths.js";
import { childrenNamed } from "../declarations.js";
import type { FamilyIndex } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, type ProgramFile, symbolAt } from "../program-file.js";
import type { FolderOfImport } from "./layout.js";
import type { GoType, Meaning } from "./type.js";

/** The name of the family. */
export const GO = "go";

export interface GoIndex extends FamilyIndex {
  /** Declarations at the top level of files, by folder and name. */
  readonly names: Map<string, number[]>;
  /** Methods by folder and name of their receiver's type. */
  readonly methods: Map<string, number[]>;
  /** Files by folder, as their file symbols. */
  readonly folders: Map<string, number[]>;
  /** All interfaces, by `INTERFACES`. */
  readonly interfaces: Map<string, number[]>;
}

/** The key of `GoIndex.interfaces`. */
export const INTERFACES = "interfaces";

/** An empty index. */
export function createGoIndex(): GoIndex {
  return { members: new Map(), names: new Map(), methods: new Map(), folders: new Map(), interfaces: new Map() };
}

/** The index of a program. */
export function goIndex({ index }: Program): GoIndex {
  return index.families[GO] as GoIndex;
}

/** Results of look-ups. */
export interface GoCaches {
  /** Names of packages, by folder, package, kind of file and name. */
  names: Map<string, Decl[]>;
  /** The packages that imports bring in, by file and number. */
  imports: Map<number, Meaning[]>;
  /** The folders that imports mean, by file and path of the import; null where it is outside. */
  importFolders: Map<number, Map<string, FolderOfImport | null>>;
  /** The names of packages, by folder. */
  packages: Map<string, string>;
  /** The methods that files declare for a type, by type. */
  methods: Map<number, Decl[]>;
  /** The same by name, of a type that has many. */
  methodsByName: Map<number, Map<string, Decl[]>>;
  /** Values by the roots of their walks. */
  roots: WeakMap<object, Meaning>;
  /** The types of values that symbols declare; null while one is looked up. */
  declared: Map<number, GoType | null>;
  /** Method sets, by type. */
  methodSets: Map<number, MethodSet>;
  /** The interfaces that a type implements, by type. */
  implemented: Map<number, Decl[]>;
  /** Interfaces by the method of theirs that the fewest types have; null until asked for. */
  interfacesByMethod: Map<string, InterfaceMethods[]> | null;
  /** How deep types inside types are followed, and how often one was cut short. */
  depth: number;
  cuts: number;
}

/** The methods of a type, its own and promoted ones. `isOpen`: it embeds a type of a library, which may have more. */
export interface MethodSet {
  methods: ReadonlyMap<string, Method>;
  isOpen: boolean;
}

/** A method of the project by its declaration, or one of a library by its type. */
export type Method = { decl: Decl; type: null } | { decl: null; type: GoType };

export interface InterfaceMethods extends MethodSet {
  decl: Decl;
}

/** The caches of a program. */
export function goCaches({ caches: { families } }: Program): GoCaches {
  families[GO] ??= {
    names: new Map(),
    imports: new Map(),
    importFolders: new Map(),
    packages: new Map(),
    methods: new Map(),
    methodsByName: new Map(),
    roots: new WeakMap(),
    declared: new Map(),
    methodSets: new Map(),
    implemented: new Map(),
    interfacesByMethod: null,
    depth: 0,
    cuts: 0,
  } satisfies GoCaches;
  return families[GO] as GoCaches;
}

/** The package that a file says it belongs to. */
export function packageOf({ exports }: ProgramFile): string {
  return exports[0]?.exported ?? "";
}

/** Whether a file belongs to the tests of its package, which other packages do not see. */
export function isTestFile({ path }: ProgramFile): boolean {
  return path.endsWith("_test.go");
}

/** Whether two declarations stand in one folder, which is a package. */
export function areBeside(one: ProgramFile, other: ProgramFile): boolean {
  return folderOf(one.path) === folderOf(other.path);
}

/** The field of a struct or method of an interface that a declaration has of a name. */
export function childNamed(program: Program, { file, index }: Decl, name: string): Decl | null {
  const child = childrenNamed(program, file, index, name).find((position) => {
    const { kind, receiverType } = symbolAt(file, position);
    return (kind === "field" || kind === "method") && receiverType === null;
  });
  return child === undefined ? null : { file, index: child };
}

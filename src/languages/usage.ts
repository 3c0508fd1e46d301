/**
 * How declarations of a language are used where the text of the project does not show it: by a runtime, a framework, other repositories. Whether
 * something is dead is decided by these conventions beside the edges (graph/dead/). They err on one side: a doubt is a reason.
 */
import { TYPE_KINDS } from "../model/parse-result.js";
import { folderOf, nameOf } from "../model/paths.js";

/** A declaration as the conventions see it. */
export interface DeclaredUse {
  name: string;
  kind: string;
  path: string;
  access: string;
  isExported: boolean;
  isStatic: boolean;
  isOverride: boolean;
  /** The declaration around it; null at the top level of a file. */
  owner: DeclaredUse | null;
  /** Names of the attributes, decorators and annotations that stand before it. */
  marks: readonly string[];
  /** Whether a base type of it, or of the type around it, is not in the project. */
  hasOuterBase: boolean;
  /** Whether it is a type with any base type. */
  hasBase: boolean;
  /** At most 300 characters of it. */
  head: string;
  /** The lines before it, at most 300 characters. */
  above: string;
}

/** How far a declaration is seen: in its own files, in its folder, in the whole project. */
export type Sight = "file" | "folder" | "project";

/** The declarations of a project that other repositories may use. */
export interface Published {
  /** Files whose exports, and all that they pass on, are for others; and why, by path. */
  entries: ReadonlyMap<string, string>;
  /** Why a declaration is for others without such a file; null: it is not. */
  reasonOf: (declared: DeclaredUse) => string | null;
}

/** Names that a file passes on from another one: `export { a } from "./a"`; null stands for all. */
export interface PassedOn {
  lineStart: number;
  lineEnd: number;
  names: readonly string[] | null;
}

/** A piece of text, by its positions. */
export interface TextSpan {
  start: number;
  end: number;
}

/** The conventions of a language. All functions are pure. */
export interface UsageConventions {
  /** Attributes, decorators and annotations that bring no use along. */
  harmlessMarks: ReadonlySet<string>;
  sight: (declared: DeclaredUse, text: string) => Sight;
  /** Whether a runtime or a runner surely runs it. */
  isRun: (declared: DeclaredUse) => boolean;
  /** Why something outside of the text may use it; null: nothing does that is known. */
  outsideUse: (declared: DeclaredUse) => string | null;
  /** A type fits where it has the members: a member may be used through any other of its name. */
  fitsByShape: boolean;
  /** Whether a declaration is its file: an import of the file may use it under any name, and nothing else can load it. */
  isItsFile?: (declared: DeclaredUse) => boolean;
  /** Imports of types alone: no program waits for them. */
  typeImports?: (text: string) => TextSpan[];
  /** Files see of each other only what they import. */
  modules?: {
    /** Import statements. */
    imports: (text: string) => TextSpan[];
    /** Whether a text loads files by a pattern. */
    loadsByPattern: (text: string) => boolean;
    /** Lists of names that the file exports. */
    exportLists: (text: string) => TextSpan[];
    /** Statements that pass names of other files on. */
    passesOn: (text: string) => PassedOn[];
    /** Statements that pass names of other files on, such names by line, and the lines `export default Name;`. */
    passing: (text: string) => TextSpan[];
    renamed: (text: string) => { line: number; name: string; alias: string }[];
    /** Lines that import all of a module and use the whole as a value: its receiver may read any export. */
    wholeValues: (text: string) => number[];
    defaultLines: (text: string) => number[];
    /** The name of the default export, where that is a declaration of the file. */
    defaultExport: (text: string) => string | null;
  };
  /** Names of the files that say what a package publishes. */
  manifests: RegExp;
  published: (manifests: ReadonlyMap<string, string>, paths: readonly string[]) => Published;
}

/** The entry of the nearest folder above a path, where each folder of a package has one. */
export function manifestAbove<Found>(folders: ReadonlyMap<string, Found>, path: string): Found | undefined {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const found = folders.get(folder);
    if (found !== undefined) return found;
    if (folder === "") return undefined;
  }
}

/** A folder or file that tools load by its place and name: nobody imports it. */
const LOADED =
  /(^|\/)(pages|app|routes|views|api|functions|migrations?|seeds?|seeders?|scripts?|bin|tools?|plugins?|commands?|tasks?|hooks?|\.[\w-]+)\//i;

/** Whether a tool may load a file by its path alone, as those of configuration and of pages. */
export const isLoadedByPlace = (path: string): boolean =>
  LOADED.test(path) || /\.(config|stories|story|setup|page|route|layout|worker)\.\w+$/i.test(nameOf(path));

/** Whether a kind of symbol is a type. */
export const isType = (kind: string): boolean => TYPE_KINDS.has(kind);
/** Members stand in types, and in functions that make objects: `Cart.prototype.add = function () {}`. */
export const isMemberOf = (kind: string, ownerKind: string): boolean => isType(ownerKind) || kind === "method";
/** Whether a declaration is a member of a type, or of an object that a function makes. */
export const isMember = ({ kind, owner }: DeclaredUse): boolean => owner !== null && isMemberOf(kind, owner.kind);
/** Whether only its own file or type may use a declaration. */
export const isPrivate = ({ access }: DeclaredUse): boolean => access === "private" || access === "file";

/** Why a member, or a type, may be used through types that are not in the project. */
export function throughBases(declared: DeclaredUse, findsTypes: boolean): string | null {
  if (isPrivate(declared)) return null;
  if (isMember(declared)) {
    if (declared.owner?.hasOuterBase) return "a base type outside of the project may call it";
    if (declared.isOverride) return "it overrides a member that is not known";
    return null;
  }
  if (findsTypes && isType(declared.kind) && declared.hasBase) return "it may be found by its base type";
  return null;
}

/** Exported declarations are published for the reason of the nearest manifest above them, null: they are not; `unknown` is the reason without any. */
export function publishedBelow(reasons: ReadonlyMap<string, string | null>, unknown: string): Published {
  return {
    entries: new Map(),
    reasonOf(declared) {
      if (!declared.isExported) return null;
      const why = manifestAbove(reasons, declared.path);
      return why === undefined ? unknown : why;
    },
  };
}

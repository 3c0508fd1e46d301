/** One file of a program: its symbols and base lists, as other files see them. */
import type { Language } from "../languages/language.js";
import type { Export, Import, SymbolKind, TypeName } from "../model/parse-result.js";
import type { ModuleTarget } from "./typescript/modules.js";

/** A symbol as other files see it. */
export interface ProgramSymbol {
  name: string;
  /** A component that is a class is a "class". */
  kind: SymbolKind;
  parent: number;
  isStatic: boolean;
  isPrivate: boolean;
  /** C#: it or what it stands in is internal: other projects see it only if its own lets them. */
  isInternal: boolean;
  isExported: boolean;
  isMergeable: boolean;
  isOptional: boolean;
  /** Has parameters: a function, or a property that holds one. */
  isCallable: boolean;
  /** How many arguments a call gives; 0 and 255 where that is not known. */
  minArguments: number;
  maxArguments: number;
  /** C#: the parameters' names, each with a space before and behind it; null where they are not known. */
  parameterNames: string | null;
  /** C# extension method or property: the name of the type of what it is called on; else null. */
  extends: string | null;
  /** C#: the name of the type whose static member it is by an `extension` block; else null. */
  extendsType: string | null;
  /** C#: implements an interface explicitly, and cannot be reached by its name. */
  isExplicit: boolean;
  declaredType: TypeName | null;
  /** TypeScript: the declared types of a function's parameters; empty where none has a type. */
  parameterTypes: readonly (TypeName | null)[];
  /** TypeScript: the declared type of a function's `this`. */
  receiverType: TypeName | null;
  /** TypeScript: what `new` makes of a value of an interface. */
  madeType: TypeName | null;
  typeParameters: readonly string[];
  /** TypeScript: what type parameters are that nothing decides; empty where all are what their constraints say. */
  typeDefaults: readonly (TypeName | null)[];
}

/** One entry of a type's base list. */
export interface Heritage {
  /** The type that has the base. */
  from: number;
  kind: "extends" | "implements";
  base: TypeName;
  line: number;
  /** Its place in the base list. */
  position: number;
}

/** What the program keeps of a file. */
export interface ProgramFile {
  /** Small number, of use as an index; free again when the file is removed. */
  id: number;
  path: string;
  language: Language;
  isCsharp: boolean;
  isScript: boolean;
  isDeclarationFile: boolean;
  nodeIds: string[];
  symbols: ProgramSymbol[];
  /** The children of a symbol as a list: first child by symbol, next sibling by child; -1 ends. In source order. */
  firstChild: Int32Array;
  nextSibling: Int32Array;
  /** By `from`. */
  heritage: Heritage[];
  imports: Import[];
  exports: Export[];
  /** Distinct module specifiers of imports and re-exports. */
  specifiers: string[];
  /** Where `specifiers` lead; null until asked for. */
  targets: ModuleTarget[] | null;
  /** Sorted numbers of all names the file mentions: a change of another name cannot alter its edges. */
  mentioned: Int32Array;
}

/** A symbol of some file. */
export interface Decl {
  file: ProgramFile;
  index: number;
}

export function symbolOf(decl: Decl): ProgramSymbol {
  return decl.file.symbols[decl.index]!;
}

export function nodeIdOf(decl: Decl): string {
  return decl.file.nodeIds[decl.index]!;
}

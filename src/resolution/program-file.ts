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
  /** C#: it is internal, or a symbol around it is: other projects see it only if its own project lets them. */
  isInternal: boolean;
  isExported: boolean;
  isMergeable: boolean;
  isOptional: boolean;
  /** Has parameters: a function, or a property that holds one. */
  isCallable: boolean;
  /** The least and the most arguments of a call; 0 and 255 where they are not known. */
  minArguments: number;
  maxArguments: number;
  /** C#: the parameters' names, each with a space before and behind it; null where they are not known. */
  parameterNames: string | null;
  /** C# extension method or property: the name of the type that it extends; else null. */
  extends: string | null;
  /** C#: the name of the type that an `extension` block makes it a static member of; else null. */
  extendsType: string | null;
  /** C#: implements an interface explicitly, and cannot be reached by its name. */
  isExplicit: boolean;
  declaredType: TypeName | null;
  /** TypeScript: the declared types of a function's parameters; empty where none has a type. */
  parameterTypes: readonly (TypeName | null)[];
  /** TypeScript: the declared type of a function's `this`. */
  receiverType: TypeName | null;
  /** TypeScript: the type that `new` makes of a value of an interface. */
  madeType: TypeName | null;
  typeParameters: readonly string[];
  /** TypeScript: the defaults of type parameters; empty where none has one other than its constraint. */
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

/** A file as the program keeps it. */
export interface ProgramFile {
  /** A small number that serves as an index; it is free again when the file is removed. */
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
  /** The sorted numbers of all names that the file mentions: a change of any other name cannot alter its edges. */
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

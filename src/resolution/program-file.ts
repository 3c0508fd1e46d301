/** One file of a program: its symbols and base lists, as other files see them. */
import { nth } from "../base/need.js";
import { int32At } from "../base/numbers.js";
import type { Language } from "../languages/language.js";
import type { EdgeKind } from "../model/edge.js";
import type { AddedMember, Choice, Export, Import, NamedType, SymbolKind, TypeExpr } from "../model/parse-result.js";
import type { ModuleTarget } from "./layout.js";

/** Facts about a family of languages that hold wherever its files stand. A family's other rules need the program: see `Semantics`. */
export interface Traits {
  /** A file is a module: it sees what other files declare by imports alone. Else it sees what its namespaces hold. */
  readonly hasModules: boolean;
  /** A type may be declared in parts, as a namespace is, and each part may stand in another file. */
  readonly hasPartialTypes: boolean;
  /** Static members may have the names of other members: the way to a member tells which one is meant. */
  readonly hasStaticNamesakes: boolean;
  /** The name of a namespace has several parts: `A.B` is B in A. */
  readonly hasDottedNamespaces: boolean;
  /** An annotation on a declaration is a use of a type. Else it is a value, which may be called. */
  readonly hasTypesAsAnnotations: boolean;
  /** The type of a value may be written by another value, as in `const repo = makeRepo()`. */
  readonly hasTypesOfValues: boolean;
  /** A member of any access may implement a member of an interface. Else it must be public. */
  readonly hasInternalImplementations: boolean;
  /** Members of functions that call the function: `call` of `f.call()`. */
  readonly callsOfFunctions: ReadonlySet<string>;
  /** The name that a symbol has, from a name as it is written. */
  readonly bareName: (written: string) => string;
  /** Whether a symbol of the kind may be meant by a name that is used in this way. */
  readonly isOfMeaning: (kind: SymbolKind, meaning: NameMeaning) => boolean;
  /** The kind of edge from a symbol to its base. `written`: the word before the base, as the parse result has it. */
  readonly heritageKind: (source: SymbolKind, written: Heritage["kind"], isInterface: boolean) => EdgeKind;
}

/** The use that a name is put to. */
export type NameMeaning = "type" | "value" | "call" | "new";

/** A symbol as other files see it. */
export interface ProgramSymbol {
  name: string;
  /** A component that is a class is a "class". */
  kind: SymbolKind;
  parent: number;
  isStatic: boolean;
  /** It is declared without a body, or said to be abstract. */
  isAbstract: boolean;
  isPrivate: boolean;
  /** It is internal, or a symbol around it is: other projects see it only if its own project lets them. */
  isInternal: boolean;
  isExported: boolean;
  isMergeable: boolean;
  isOptional: boolean;
  /** Has parameters: a function, or a property that holds one. */
  isCallable: boolean;
  /** The least and the most arguments of a call; 0 and 255 where they are not known. */
  minArguments: number;
  maxArguments: number;
  /** The parameters' names, each with a space before and behind it; null where calls do not name them, or they are not known. */
  parameterNames: string | null;
  /** An extension method or property: the name of the type that it extends; else null. */
  extends: string | null;
  /** An extension that is a static member: the name of the type that it extends; else null. */
  extendsType: string | null;
  /** It implements an interface explicitly, and cannot be reached by its name. */
  isExplicit: boolean;
  /** How late calls choose it; null for most. */
  choice: Choice | null;
  declaredType: TypeExpr | null;
  /** The declared types of a function's parameters; empty where none has a type. */
  parameterTypes: readonly (TypeExpr | null)[];
  /** The declared type of a function's `this`. */
  receiverType: TypeExpr | null;
  /** The type that `new` makes of a value of an interface. */
  madeType: TypeExpr | null;
  typeParameters: readonly string[];
  /** The defaults of type parameters; empty where none has one other than its constraint. */
  typeDefaults: readonly (TypeExpr | null)[];
  /** The members that annotations add to a type; empty for most. */
  addedMembers: readonly AddedMember[];
}

/** One entry of a type's base list. */
export interface Heritage {
  /** The type that has the base. */
  from: number;
  kind: "extends" | "implements";
  base: NamedType;
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
  /** The number of the family of its language, by which `Program.semanticsOf` finds the family's rules. */
  family: number;
  traits: Traits;
  isScript: boolean;
  /** It declares what other files define, as a `.d.ts` file does. */
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
  /** Distinct module specifiers of imports, re-exports and additions to modules. */
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

/** A symbol of the file, by its position. */
export function symbolAt(file: ProgramFile, index: number): ProgramSymbol {
  return file.symbols[index]!;
}

/** The id of a symbol of the file, by its position. */
export function nodeIdAt(file: ProgramFile, index: number): string {
  return file.nodeIds[index]!;
}

/** The position of the symbol around a symbol of the file; -1 for the file itself, which stands at 0. */
export function parentAt(file: ProgramFile, index: number): number {
  return symbolAt(file, index).parent;
}

/** The symbol of a declaration. */
export function symbolOf(decl: Decl): ProgramSymbol {
  return symbolAt(decl.file, decl.index);
}

/** The node_id of a declaration. */
export function nodeIdOf(decl: Decl): string {
  return nodeIdAt(decl.file, decl.index);
}

/** The symbol around a symbol. */
export function parentOf({ file, index }: Decl): Decl {
  return { file, index: parentAt(file, index) };
}

/** The symbols directly in a symbol, in source order. */
export function childrenOf({ file, index }: Decl): Decl[] {
  const children: Decl[] = [];
  for (let position = int32At(file.firstChild, index); position >= 0; position = int32At(file.nextSibling, position)) {
    children.push({ file, index: position });
  }
  return children;
}

/** The first declaration of a place or a type that has some. */
export function firstDecl({ decls }: { decls: readonly Decl[] }): Decl {
  return nth(decls, 0);
}

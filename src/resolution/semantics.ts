/**
 * The contract between resolution and the families of languages. A `Program` keeps the files of a view, a `Work` collects the edges of one of them, and
 * the `Semantics` of a family tell how its names, types and references are understood. The three speak of each other, so they stand in one file.
 * plain.ts has the rules that most families share; a family is a folder here and a line in families.ts.
 */
import type { Language } from "../languages/language.js";
import type { Edge, EdgeKind, EdgeRule } from "../model/edge.js";
import type { NamedType, ParsedSymbol, ParseResult, Reference, Root, Step, TypeExpr } from "../model/parse-result.js";
import type { Caches } from "./caches.js";
import type { Layout, ModuleTarget, ProjectConfig } from "./layout.js";
import type { FamilyIndex, ProgramIndex } from "./name-index.js";
import type {
  Base,
  BasePart,
  Env,
  External,
  Instance,
  NamespacePlace,
  Place,
  PlaceOf,
  Walked,
  WrittenName,
  WrittenType,
} from "./place.js";
import type { Decl, ProgramFile, ProgramSymbol, Traits } from "./program-file.js";

/** All files of one view in memory. create-program.ts makes one. */
export interface Program {
  readonly files: ReadonlyMap<string, ProgramFile>;
  readonly index: ProgramIndex;
  /** Results of look-ups, valid until the next change. */
  readonly caches: Caches;
  /** The layout of the repository for each family, by the family's name. */
  readonly layouts: Readonly<Record<string, Layout>>;
  readonly evaluate: Evaluate;
  /** The rules of the family that a file belongs to. */
  semanticsOf(file: ProgramFile): Semantics;
  /** The rules of each family of which the program may have files. */
  readonly families: readonly Semantics[];
  /** Adds a file or replaces it. false: its declarations are nested too deep for the stack, and it takes no part in the graph. */
  set(path: string, language: Language, parse: ParseResult, nodeIds: string[]): boolean;
  remove(path: string): void;
  /** Says that the edges of a file depend on names that its text does not mention. */
  mention(path: string, names: readonly string[]): void;
  /** Takes new configuration files; answers whether one of them changed, and every file must be resolved again. */
  setConfig(config: ProjectConfig): boolean;
  /** The files whose edges may differ after the changes since the last `settle`, the given ones among them. Removed files are left out. */
  affected(changedPaths?: Iterable<string>): Set<string>;
  /** Says that all affected files were resolved: changes are counted from here. */
  settle(): void;
  /** Drops the results of look-ups to free their memory; they are found again when needed. */
  forgetLookups(): void;
  /** Where a module specifier of `file` leads. */
  moduleOf(file: ProgramFile, specifier: string): ModuleTarget;
  /** Whether the package or project of one file may use that of another of its family. */
  canUse(file: ProgramFile, other: ProgramFile): boolean;
}

/**
 * The functions that evaluate names and types. Each of them needs all the others: a member needs the type of what has it, a type needs the names in it,
 * and a call needs both. Files below the ones that define these functions ask for them here, so that no two files import each other. create-program.ts
 * fills the interface in.
 */
export interface Evaluate {
  /** lookup.ts: the member `each` of what stands at a place. */
  step(program: Program, place: Place, each: Step, argumentCount: number | null): Place;
  /** lookup.ts: the type that a name in the symbol `from` of a file means. */
  typePlace(program: Program, file: ProgramFile, from: number, type: TypeExpr): Place;
  /** `TypeRules.typedValue` of the family: a value of a written type. */
  typedValue(program: Program, written: WrittenType): Place;
  /** `TypeRules.calleeOf` of the family: the function that a call calls, and the value that the call is made on. */
  calleeOf(program: Program, written: WrittenType): Walked;
}

/** The changes since the last `settle`, by which `affected` works. */
export interface Changes {
  /** The changed files as they were; null for new ones. */
  before: Map<string, ProgramFile | null>;
  /** Modules whose structure has changed. */
  modules: Set<string>;
  configChanged: boolean;
}

/** The work on the edges of one file. */
export interface Work {
  readonly program: Program;
  readonly file: ProgramFile;
  readonly parse: ParseResult;
  /** The rules of the file's family. */
  readonly semantics: Semantics;
  /** The meanings of the file's expressions; null where references are walked name by name. */
  readonly expressions: Expressions | null;
  readonly edges: Edge[];
  /** By target: the source, kind and line of each edge to it, as one number. */
  readonly seen: Map<string, Set<number>>;
  readonly externals: Map<string, ExternalSymbol>;
  /** The types that object literals say they implement: see `implementedAt`. */
  readonly implemented: Set<string>;
  /** The members that those of object literals say they override: see `overriddenAt`. */
  readonly overridden: Set<string>;
  unresolvedCalls: number;
  /** Whether edges from here on start from an import whose module is a guess: they are less sure than others. */
  isGuess: boolean;
  /** Whether edges from here on lead to members of a type that is only likely: none of them is sure. */
  isLikely: boolean;
  /** The last reference that was resolved, kept for `walk`. */
  walked: (WalkedFrom & { reference: Reference }) | null;
  /** The type that is expected of the last object whose key was resolved: its keys come one after the other. */
  expected: { root: Root; place: Place } | null;
}

/** A place, and the place that it is a member of, if any. */
export interface WalkedFrom {
  place: Place;
  receiver: Place | null;
}

/** A symbol outside the project. */
export interface ExternalSymbol {
  nodeId: string;
  name: string;
  module: string | null;
}

/** The look-ups of the expressions of one file, in a family where arguments and results decide what names mean. */
export interface Expressions {
  /** The place that the names of a reference lead to, and the place before the last name. */
  place(reference: Reference, meaning: "type" | "any"): WalkedFrom;
  /** The callee of the call, `new` or operator `references[at]`, and its receiver. */
  callee(index: number): WalkedFrom;
  /** The member of a lambda's parameter that no source tells the type of. The call around it suggests the type; null where it does not. */
  likely(index: number): Place | null;
  /** The methods, among some of one name, that a call's arguments fit best. */
  narrowed(reference: Reference, decls: Decl[]): Decl[];
  /** Whether a call is on a value: `Assembly.Load()` is on a type. */
  isOnValue(reference: Reference): boolean;
}

/** The meaning of a family of languages: all that resolution must know of it, in six parts and a layout. */
export interface Semantics {
  /** The name under which the family keeps its index, caches and layout. */
  readonly name: string;
  readonly traits: Traits;
  readonly summary: SummaryRules;
  readonly names: NameRules;
  readonly types: TypeRules;
  readonly edges: EdgeRules;
  readonly changes: ChangeRules;
  /** Matches the paths of the configuration files that `createLayout` reads. */
  readonly configFiles: RegExp;
  /** The names of the packages and projects that one configuration file declares. */
  packageNames(path: string, text: string): readonly string[];
  /** Reads the configuration files of a repository. `exists`: whether the program has a file of the path. */
  createLayout(config: ProjectConfig, exists: (path: string) => boolean): Layout;
}

/** The summary of a file: as other files see it, with the names that it mentions. */
export interface SummaryRules {
  /** Whether a path is a declaration file's, which speaks for code elsewhere. */
  isDeclarationFile(path: string): boolean;
  /** The facts that the source of a symbol tells beyond its plain fields. `kept` gives the program's own copy of a name. */
  symbolFacts(parse: ParseResult, symbol: ParsedSymbol, kept: (name: string) => string): SymbolFacts;
  /** Names that a symbol mentions beyond its own and those of its types. */
  namesInSymbol(symbol: ParsedSymbol): readonly string[];
  /** Names that a reference may mean beyond those in it. */
  namesMeantBy(reference: Reference): readonly string[];
  /** The names in the specifier of an import; null where a specifier is that of a module. */
  namesInSpecifier(specifier: string): readonly string[] | null;
  /** The specifier of the module that a symbol adds declarations to, as `declare module "x"` does; null for any other symbol. */
  moduleAddedTo(symbol: Pick<ParsedSymbol, "kind" | "name" | "parent">): string | null;
  createIndex(): FamilyIndex;
  /** Calls `put` with the map and the key of each entry of the family's index that the file gives. */
  indexFile(
    index: FamilyIndex,
    file: ProgramFile,
    put: (map: Map<string, number[]>, key: string, position: number) => void,
  ): void;
}

/** The facts of a symbol that each family reads in its own way. */
export type SymbolFacts = Pick<
  ProgramSymbol,
  "minArguments" | "maxArguments" | "parameterNames" | "extends" | "extendsType" | "isExplicit" | "receiverType"
>;

/** Roots and members: the places that names lead to. */
export interface NameRules {
  /** The place that an import of a file brings in. */
  importPlace(program: Program, file: ProgramFile, index: number): Place;
  /** The imports of a file, by number, whose module is a guess. */
  guessedImports(program: Program, file: ProgramFile): ReadonlySet<number>;
  /** A name in the symbol `from` that the file does not declare. */
  freeName(program: Program, file: ProgramFile, from: number, name: string, meaning: "type" | "any"): Place;
  /** The place that a module exports under a name. */
  exported(program: Program, module: ProgramFile, name: string): Place;
  /** A module that is used as a value: what it exports as a whole, or the module itself. */
  moduleValue(program: Program, place: PlaceOf<"module">): Place;
  /** The member of a namespace. */
  memberOfNamespace(program: Program, namespace: NamespacePlace, name: string): Place;
  /** The member of named symbols: of types, namespaces and values. */
  memberOfSymbols(program: Program, place: PlaceOf<"symbols">, name: string, argumentCount: number | null): Place;
  /** The property of an object whose properties all have one type. */
  memberOfMapped(program: Program, place: PlaceOf<"mapped">, name: string): Place;
  /** The member of a value of a library's type, by the value's type arguments; null where they do not tell. */
  memberOfExternal(program: Program, place: External, name: string): Place | null;
  /** Whether a file may reach a member of another file that is not private. */
  canReach(program: Program, file: ProgramFile, decl: Decl): boolean;
}

/** Types: their parts, bases, members and values. */
export interface TypeRules {
  /** All declarations that make up a type or namespace. */
  findParts(program: Program, decl: Decl): Decl[];
  /** All parts of types that one name means. */
  allParts(program: Program, types: Decl[]): Decl[];
  /** A value of a written type. */
  typedValue(program: Program, written: WrittenType): Place;
  /** A value of the type that an alias stands for; null where the alias is a type of its own. */
  aliasValue(program: Program, alias: Decl, env: Env | undefined, imported: boolean): Place | null;
  /** The value that a walk over names and calls leads to; null where parse results have no such walks. */
  readonly walkValue: ((program: Program, written: WrittenName) => Place) | null;
  /** The function that a call calls, and the value that the call is made on. */
  calleeOf(program: Program, written: WrittenType): Walked;
  /** The place of a base as it is named in the base list of a type. */
  namedBase(program: Program, decl: Decl, base: NamedType): Place;
  /** The place of a name as a type. `place`: that of the name in any use. */
  typeAt(
    program: Program,
    file: ProgramFile,
    from: number,
    type: Pick<Reference, "root" | "path">,
    place: Place,
  ): Place;
  /** The parts of a base, from which a type has members. `env`: the meanings of the type parameters of the type that has the base. */
  baseParts(program: Program, decl: Decl, base: Base, env: Env | undefined): BasePart[];
  /** The member that a type has from a library's base, where its type is known. */
  memberOfExternalBase(program: Program, base: External, name: string): Place;
  /** Whether a base gives a type no members. */
  hidesMembers(decl: Decl, base: Base, place: Place): boolean;
  /**
   * The members of a name in a type and its bases, where a language has an order of its own among these; null where the nearest base counts, by
   * `findMember` (members.ts). `accepts`: says which symbols count; null for all members.
   */
  readonly memberOfTypes:
    | ((
        program: Program,
        types: Decl[],
        name: string,
        accepts: ((symbol: ProgramSymbol) => boolean) | null,
        env: Env | undefined,
      ) => Place)
    | null;
  /** The value that `super` means in a type; null where it is one of the first base (bases.ts). */
  readonly superOf: ((program: Program, type: Decl) => Place) | null;
  /** Whether an object literal of this type implements it, as a class would. */
  isImplemented(program: Program, decl: Decl, base: Base): boolean;
}

/** The edges that references become. */
export interface EdgeRules {
  /** Prepares the program for the work on a file of the family. */
  beginFile(program: Program): void;
  createExpressions(program: Program, file: ProgramFile, parse: ParseResult): Expressions | null;
  /** Adds the edges of imports. */
  importEdges(work: Work): void;
  /** Adds the edges of members that their holders declare elsewhere. */
  declaredMemberEdges(work: Work): void;
  /** Adds the uses of the receivers in a reference. */
  receiverUses(work: Work, reference: Reference): void;
  /** Adds the edges of the call `references[at]`. */
  call(work: Work, index: number): void;
  /** Adds the edges of the `new` `references[at]`. */
  construct(work: Work, index: number): void;
  /** Adds the use of a prop by an attribute of a tag. */
  prop(work: Work, reference: Reference): void;
  /** Adds the use of a property by a key of an object literal. */
  key(work: Work, reference: Reference): void;
  /** Adds the edges of an annotation. */
  annotate(work: Work, reference: Reference): void;
  /** Whether several targets of a reference are declarations of one symbol. */
  areParts(program: Program, targets: Decl[]): boolean;
  /** The rule that led from the symbol `from` to a target. `receiver`: the place that it is a member of, if any. */
  ruleOf(work: Work, from: number, imported: boolean, target: Decl, receiver: Place | null): EdgeRule;
  /** The symbols that a symbol of a declaration file speaks for. */
  sourcesOf(program: Program, decl: Decl): Decl[];
  /** The module of a symbol outside the project. `isOwn`: it is a part of the repository that is not in the index. */
  moduleOfExternal(work: Work, place: External, kind: EdgeKind): { module: string | null; isOwn: boolean };
  /** Whether a use of an external place counts; some say nothing that another edge does not say. */
  countsExternal(reference: Reference, meaning: "type" | "value"): boolean;
  /** Whether a base outside the project is an interface, as far as its name and place tell. */
  isExternalInterface(base: Base, place: External): boolean;
  /** The nearest member of a base that a member may override or implement. `named`: only the interface of this name is looked at. */
  overridden(
    program: Program,
    member: Decl,
    base: OverridingBase,
    named: string | undefined,
    isOverride: boolean,
  ): PlaceOf<"symbols"> | null;
  /** Whether a member overrides or implements another one of its name. */
  overrides(member: Decl, target: Decl, isOverride: boolean): boolean;
  /** Whether two members of one type take the same parameters. */
  takesTheSame(program: Program, one: Decl, other: Decl): boolean;
  /** Whether a call on an unknown receiver may mean a member. */
  mayBeCalled(work: Work, reference: Reference, decl: Decl): boolean;
  /** The declarations that a file sees of some that a name alone suggests. */
  withoutHidden(program: Program, file: ProgramFile, decls: Decl[]): Decl[];
  /** How likely a call on an unknown receiver means these targets, the only ones of their name that fit. */
  likelihood(work: Work, reference: Reference, targets: readonly Decl[]): Likelihood;
}

/** A base of a type whose members are compared: as it is written, a part of it, and the names that the part has. */
export interface OverridingBase {
  base: NamedType;
  place: Instance;
}

/** The likelihood of a target that only its name suggests. */
export interface Likelihood {
  /** Whether the only target is likely. */
  isLikely: boolean;
  /** Whether other symbols have the name, and the call may mean one of those. */
  hasNamesakes: boolean;
}

/** The effects of an edit on other files: see affected-files.ts. */
export interface ChangeRules {
  /** Whether other imports in a file change the meaning of its own declarations, or of all files. */
  compareImports(
    before: ProgramFile | null,
    after: ProgramFile | null,
  ): { isForDeclarations: boolean; isForAll: boolean };
  /** The names that may mean something else, because parts that several files declare together came into being or vanished. */
  namesOfSpaces(program: Program, changed: readonly ChangedFile[]): Iterable<string>;
  /** Whether a change of a symbol is compared by `namesOfSpaces` alone. */
  isOfSpaces(symbol: ProgramSymbol): boolean;
  /** Whether a change of a symbol changes the type around it: values are used through it unnamed. */
  changesOwner(symbol: ProgramSymbol, owner: ProgramSymbol | undefined): boolean;
  /** The names under which imports of a file give others a type that changed. */
  namesOfAliases(file: ProgramFile, types: ReadonlySet<string>): Iterable<string>;
  /** Whether files of the family use any of the types without naming them. */
  usesUnnamed(program: Program, types: ReadonlySet<string>): boolean;
  /** Other names by which files of the family use a symbol with a name. They lead back to the name, so that nothing grows for ever. */
  otherNames(program: Program, name: string): readonly string[];
  /** Calls `add` with the paths of an importer and of a module that it uses without a specifier of its own; one of the two is the file. */
  unnamedImports(program: Program, file: ProgramFile, add: (importer: string, imported: string) => void): void;
  /**
   * The names of symbols whose edges depend on types that changed without naming them: on classes below them.
   * `affected`: files whose types may have changed.
   */
  namesAbove(
    program: Program,
    changed: readonly ChangedFile[],
    types: ReadonlySet<string>,
    affected: ReadonlySet<string>,
  ): Iterable<string>;
  /** The name by which files name a module without importing it, as texts do; null where none does. */
  nameOfModule(path: string): string | null;
  /** The declarations that other files use without an import, as the index packs them. */
  globals(program: Program): Iterable<readonly number[]>;
}

/** A changed file as it was and as it is; null for one that was not there, or is not there now. */
export type ChangedFile =
  | { before: ProgramFile; after: ProgramFile }
  | { before: ProgramFile; after: null }
  | { before: null; after: ProgramFile };

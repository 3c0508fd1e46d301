/**
 * All files of one view in memory, as other files can see them: what they declare, import and export, and which names they mention.
 * create-program.ts makes a program, resolve-file.ts turns the references of one file into edges over it, and affected-files.ts finds the files
 * whose edges a change may alter.
 */
import type { Language } from "../languages/language.js";
import type { ParseResult, TypeName } from "../model/parse-result.js";
import type { Caches } from "./caches.js";
import type { CsharpProjects } from "./csharp/projects.js";
import type { ProgramIndex } from "./name-index.js";
import type { Place, WrittenType } from "./place.js";
import type { ProgramFile } from "./program-file.js";
import type { ModuleTarget, ProjectConfig } from "./typescript/modules.js";

export interface Program {
  readonly files: ReadonlyMap<string, ProgramFile>;
  readonly index: ProgramIndex;
  readonly projects: CsharpProjects;
  /** Results of look-ups, valid until the next change. */
  readonly caches: Caches;
  readonly evaluate: Evaluate;
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
  /** Whether a module that `moduleOf` gave as external belongs to the project and is only not in the index. */
  isOwnModule(external: string): boolean;
  /** Whether the package of one TypeScript file depends on that of another. */
  canUse(file: ProgramFile, other: ProgramFile): boolean;
}

/**
 * The functions that evaluate names and types. Each of them needs all the others: a member needs the type of what has it, a type needs the names in it,
 * and a call needs both. Files below the ones that define these functions ask for them here, so that no two files import each other. create-program.ts
 * fills the interface in.
 */
export interface Evaluate {
  /** lookup.ts: the member `name` of what stands at a place. */
  step(program: Program, place: Place, name: string, argumentCount: number | null): Place;
  /** lookup.ts: the type that a name in the symbol `from` of a file means. */
  typePlace(program: Program, file: ProgramFile, from: number, type: TypeName): Place;
  /** typescript/values.ts: a value of a written type. */
  typedValue(program: Program, written: WrittenType): Place;
  /** typescript/values.ts: the value that a walk over names and calls leads to. */
  walkValue(program: Program, written: WrittenType): Place;
  /** typescript/values.ts: the function that a call calls, and the value that the call is made on. */
  calleeOf(program: Program, written: WrittenType): { place: Place; receiver: Place };
}

/** The changes since the last `settle`, by which `affected` works. */
export interface Changes {
  /** The changed files as they were; null for new ones. */
  before: Map<string, ProgramFile | null>;
  /** Modules whose structure has changed. */
  modules: Set<string>;
  configChanged: boolean;
}

/** Where each of `file.specifiers` leads. */
export function targetsOf(program: Program, file: ProgramFile): ModuleTarget[] {
  file.targets ??= file.specifiers.map((specifier) => program.moduleOf(file, specifier));
  return file.targets;
}

/** Where one specifier of the file leads. */
export function targetOf(program: Program, file: ProgramFile, specifier: string): ModuleTarget {
  const at = file.specifiers.indexOf(specifier);
  return at < 0 ? program.moduleOf(file, specifier) : targetsOf(program, file)[at]!;
}

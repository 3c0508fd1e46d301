/** The layout of a repository as its configuration files tell it: modules, packages and projects, and the ones that each may use. */

/** The texts by which the families of languages find the layout. */
export interface ProjectConfig {
  /** The contents of all configuration files under the root, by path (`Semantics.configFiles` matches them). */
  files: Map<string, string>;
}

/** A file of the project that a specifier leads to. */
export interface FoundModule {
  path: string;
  /** No configuration says so: the file is where such a package keeps its sources. */
  isGuess?: true;
}

/** Where a specifier leads: a file of the project, or a package (or a file that is not in the index) by name. */
export type ModuleTarget = FoundModule | { external: string };

/** The layout for one family of languages. */
export interface Layout {
  /** The module that `specifier` means in the file `from`. Never throws. */
  resolve(from: string, specifier: string): ModuleTarget;
  /** Whether an external name that `resolve` gave is a file or a package of the project outside of the index. */
  isOwn(external: string): boolean;
  /** Whether the package or project of `from` may use the one of `to`. */
  canUse(from: string, to: string): boolean;
  /** Whether the build of the package that a file belongs to imports names by itself. Absent: none does. */
  addsImports?(path: string): boolean;
  /** Forgets the answers that depended on the files that exist. */
  filesChanged(): void;
}

/** A repository without packages: all modules are external, and every file may use every other. */
export const FLAT: Layout = {
  resolve: (_from, specifier) => ({ external: specifier }),
  isOwn: () => false,
  canUse: () => true,
  filesChanged() {},
};

/** Whether a specifier is relative to the file it stands in. */
export function isRelative(specifier: string): boolean {
  return specifier === "." || specifier === ".." || specifier.startsWith("./") || specifier.startsWith("../");
}

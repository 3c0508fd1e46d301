/** The settings of what is left out, of all projects and of one, and the tests that they stand for. */
import { relative, sep } from "node:path";
import { CodeindexError } from "../../base/errors.js";
import type { ProjectSettings } from "../../model/project-settings.js";
import { createGlob } from "../glob.js";

export interface SkipSettings {
  /** Glob patterns to leave out; one without `/` matches names at any depth. */
  exclude?: readonly string[] | undefined;
  /** Those that nobody asked for: they do not hold for files that git tracks. Absent: `DEFAULT_EXCLUDE` where `exclude` is too, else none. */
  defaultExclude?: readonly string[] | undefined;
  /** Glob patterns; where there are any, only files that match one are taken in. */
  include?: readonly string[] | undefined;
  /** Language families; where there are any, code of other languages is left out. */
  languages?: readonly string[] | undefined;
  /** In bytes; default 1.5 MB. */
  maxFileSize?: number | undefined;
  /** The most files of a project that are read; null or absent: no limit. */
  maxFiles?: number | null | undefined;
  /** Absolute path of the index's own data, in case it lies inside the repository. */
  dataDir?: string | undefined;
}

const DEFAULT_EXCLUDE: readonly string[] = ["node_modules/**", ".git/**", "dist/**", "build/**", "*.log", "*.tmp"];
const DEFAULT_MAX_FILE_SIZE = 1.5 * 2 ** 20;

/** Settings of what is left out of a project: those for all projects, with its own on top. */
export function projectSkip<T extends SkipSettings>(common: T, { settings }: { settings: ProjectSettings }): T {
  const { exclude = [], include = [], languages } = settings;
  return {
    ...common,
    exclude: [...(common.exclude ?? []), ...exclude],
    defaultExclude: defaultExcludeOf(common),
    include: include.length > 0 ? include : (common.include ?? []),
    languages,
  };
}

function defaultExcludeOf({ exclude, defaultExclude }: SkipSettings): readonly string[] {
  return defaultExclude ?? (exclude === undefined ? DEFAULT_EXCLUDE : []);
}

/** The settings as tests of a path. */
export interface SkipTests {
  /** The configured pattern that leaves a path out; null: none. */
  excludedBy(path: string): string | null;
  /** The same of the patterns that nobody asked for. */
  excludedByDefault(path: string): string | null;
  isIncluded(path: string): boolean;
  /** Language families that are taken in; empty: all. */
  languages: readonly string[];
  /** In bytes. */
  maxFileSize: number;
  /** The index's own data, relative to the repository; null where nobody said. */
  dataFolder: string | null;
}

/** Throws `configuration` for a pattern that is not a glob. */
export function skipTests(root: string, settings: SkipSettings): SkipTests {
  const include = settings.include ?? [];
  return {
    excludedBy: excludeMatcher(settings.exclude ?? []),
    excludedByDefault: excludeMatcher(defaultExcludeOf(settings)),
    isIncluded: include.length > 0 ? globMatcher(include) : () => true,
    languages: settings.languages ?? [],
    maxFileSize: settings.maxFileSize ?? DEFAULT_MAX_FILE_SIZE,
    dataFolder: settings.dataDir === undefined ? null : relative(root, settings.dataDir).split(sep).join("/"),
  };
}

function excludeMatcher(patterns: readonly string[]): (path: string) => string | null {
  const matchers = patterns.map((pattern) => ({ pattern, matches: globMatcher([pattern]) }));
  return (path) => matchers.find(({ matches }) => matches(path))?.pattern ?? null;
}

/** A test of whether any of the globs matches. Throws `configuration` for an invalid glob. */
function globMatcher(patterns: readonly string[]): (path: string) => boolean {
  const matchers = patterns.map((pattern) => {
    try {
      return createGlob(pattern);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      throw new CodeindexError("configuration", `${JSON.stringify(pattern)} is not a glob: ${problem}.`);
    }
  });
  return (path) => matchers.some((matches) => matches(path));
}

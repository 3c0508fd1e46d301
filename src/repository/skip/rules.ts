/**
 * Is this path left out, and why: by its name, its place, its size and the repository's ignore files. The reason is a value people can see.
 *
 * From strongest to weakest: what is never read (`.git`, the data folder); `.codeindexignore`, which can also take in with `!` what any rule
 * below leaves out; .gitignore and .git/info/exclude, but not for files that git tracks; configured patterns; default patterns and folders, but for
 * what holds libraries not for files that git tracks either; secrets, lock files, generated and minified names, binary names; size. Of ignore files
 * of one kind the nearest to the path decides. A folder that is left out is not looked into.
 */
import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { CodeindexError } from "../../base/errors.js";
import { fileSystemFault, isFileSystemFault } from "../../base/faults.js";
import { languageOf } from "../../languages/index.js";
import { folderOf, joinPath, nameOf, pathAndFolders } from "../../model/paths.js";
import type { ProjectSettings } from "../../model/project-settings.js";
import { type CodeBelow, codeBelow } from "../code-below.js";
import type { Skip } from "../file-event.js";
import { gitFolders } from "../git/head.js";
import { createTrackedPaths } from "../git/tracked.js";
import { createGlob } from "../glob.js";
import { isFileSystemError, readRegularOrThrow } from "../read-small-file.js";
import { madeTooLarge, skippedName } from "./by-name.js";
import { decidingRule, describeRule, type IgnoreRule, parseIgnoreFile } from "./ignore-files.js";
import { secretRule } from "./secret-files.js";

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

const DEFAULT_EXCLUDE: readonly string[] = ["node_modules/**", ".git/**", "dist/**", "build/**", "*.log", "*.tmp"];
const DEFAULT_MAX_FILE_SIZE = 1.5 * 2 ** 20;

export type EntryType = "file" | "directory" | "symlink" | "special";

export interface SkipRules {
  /** Judges one entry of a folder that is taken in; null: it is taken in. `size` in bytes, null where not known or of no matter. */
  judge(path: string, type: EntryType, size: number | null): Skip | null;
  /** Judges a path and every folder above it: the topmost that is left out, null where none is. The root "" is never left out. */
  judgePath(path: string, type: EntryType, size: number | null): { path: string; skip: Skip } | null;
  /** The part of this path that the rules depend on: an ignore file's content; whether there is a .NET project, which makes `bin` and `obj` build output. */
  decides(path: string): "content" | "existence" | null;
  /** The first error of the file system that kept an ignore file from being read, since the last `forget`: what was judged without it may be wrong. */
  fault(): CodeindexError | null;
  /** The files of code below a folder that is left out, and whether there may be more: those that git tracks; without git those that the other rules take in. */
  codeBelow(folder: string): CodeBelow;
  /** Forgets what was read of ignore files: all, or in the folder of the one that changed and below it. */
  forget(changedRuleFile?: string): void;
}

/** The rules of one kind that hold in a folder: its own and, further up, those of the folders above. */
interface RuleFile {
  rules: IgnoreRule[];
  /** The folder the rules are relative to. */
  folder: string;
  above: RuleFile | null;
}

interface FolderRules {
  git: RuleFile | null;
  /** The rule of git's ignore files that leaves out the folder, or one above; it is looked into for the files in it that git tracks. */
  ignoredBy: IgnoreRule | null;
  /** The same of the rules that hold by default. */
  byDefault: Skip | null;
  own: RuleFile | null;
  /** `.codeindexignore` took the folder, or one above, in against a pattern (`dist/**`): those do not apply below. */
  isTakenIn: boolean;
}

const OWN_FILE = ".codeindexignore";
const GIT_FILE = ".gitignore";
/** Ignore files beyond this size are read no further: no person wrote them. */
const IGNORE_FILE = { most: 1_000_000, isCut: true };
const DOTNET_PROJECT = /\.(cs|vb|fs)proj$/i;

/** The rules of a repository. Ignore files are read when they are first needed and kept until `forget`. */
export function createSkipRules(root: string, settings: SkipSettings = {}): SkipRules {
  const isExcluded = excludeMatcher(settings.exclude ?? []);
  const isExcludedByDefault = excludeMatcher(defaultExcludeOf(settings));
  const include = settings.include ?? [];
  const isIncluded = include.length > 0 ? globMatcher(include) : () => true;
  const languages = settings.languages ?? [];
  const maxFileSize = settings.maxFileSize ?? DEFAULT_MAX_FILE_SIZE;
  const dataFolder = settings.dataDir === undefined ? null : relative(root, settings.dataDir).split(sep).join("/");
  const folders = new Map<string, FolderRules>();
  const home = realPathOf(root);
  const tracked = createTrackedPaths(root);

  let fault: CodeindexError | null = null;
  const noteFault = (code: string): void => {
    fault ??= fileSystemFault(code);
  };

  function rulesOf(folder: string): FolderRules {
    let rules = folders.get(folder);
    if (!rules) {
      rules = folder === "" ? rootRules() : belowRules(folder);
      folders.set(folder, rules);
    }
    return rules;
  }

  function rootRules(): FolderRules {
    const common = gitFolders(root)?.common;
    const exclude = common
      ? parseIgnoreFile(readIgnoreFile(join(common, "info/exclude"), common, noteFault), ".git/info/exclude")
      : [];
    const base: RuleFile | null = exclude.length > 0 ? { rules: exclude, folder: "", above: null } : null;
    return {
      git: withRuleFile(GIT_FILE, "", base),
      ignoredBy: null,
      byDefault: null,
      own: withRuleFile(OWN_FILE, "", null),
      isTakenIn: false,
    };
  }

  function belowRules(folder: string): FolderRules {
    const above = rulesOf(folderOf(folder));
    const git = withRuleFile(GIT_FILE, folder, above.git);
    const own = withRuleFile(OWN_FILE, folder, above.own);
    const isOwn = decide(above.own, folder, true)?.negated === true;
    const isMatched = isOwn && (isExcluded(folder) ?? isExcludedByDefault(folder)) !== null;
    const isTakenIn = above.isTakenIn || isMatched;
    const ignoredBy = isOwn ? null : gitIgnores(above, folder, true);
    const byDefault = isOwn ? null : leftOutByDefault(above, folder, true);
    const isAsAbove =
      git === above.git &&
      own === above.own &&
      isTakenIn === above.isTakenIn &&
      ignoredBy === above.ignoredBy &&
      byDefault === above.byDefault;
    return isAsAbove ? above : { git, ignoredBy, byDefault, own, isTakenIn };
  }

  function withRuleFile(name: string, folder: string, above: RuleFile | null): RuleFile | null {
    const path = joinPath(folder, name);
    const rules = parseIgnoreFile(readIgnoreFile(join(home, path), home, noteFault), path);
    return rules.length > 0 ? { rules, folder, above } : above;
  }

  function judge(path: string, type: EntryType, size: number | null): Skip | null {
    const name = nameOf(path);
    if (name.toLowerCase() === ".git") return { reason: "excluded", detail: ".git: version control" };
    if (path === dataFolder) return { reason: "excluded", detail: "the index's own data" };
    const isFolder = type === "directory";
    const folder = rulesOf(folderOf(path));
    const own = decide(folder.own, path, isFolder);
    if (own && !own.negated) return { reason: "ignored", detail: describeRule(own), isChosen: true };
    if (!own) {
      const skip = judgeByRules(path, isFolder, size, folder);
      if (skip) return skip;
    }
    if (type === "symlink") return { reason: "symlink", detail: "symbolic links are not followed" };
    if (type === "special") return { reason: "special", detail: "a socket, pipe or device" };
    if (type === "file" && size !== null && size > maxFileSize)
      return { reason: "too_large", detail: `${size} bytes; the limit is ${maxFileSize}` };
    return null;
  }

  /** The rule of git's ignore files that leaves an entry of a folder out. */
  function gitIgnores(folder: FolderRules, path: string, isFolder: boolean): IgnoreRule | null {
    if (folder.ignoredBy) return folder.ignoredBy;
    const rule = decide(folder.git, path, isFolder);
    return rule && !rule.negated ? rule : null;
  }

  /** Whether git tracks files below a folder that are not libraries'. */
  function hasOwnFiles(folder: string): boolean {
    return !LIBRARY_FOLDERS.has(nameOf(folder)) && tracked.hasBelow(folder);
  }

  /** Which rule leaves an entry of a folder out by default, whether or not git tracks it. */
  function leftOutByDefault(folder: FolderRules, path: string, isFolder: boolean): Skip | null {
    if (folder.byDefault) return folder.byDefault;
    const pattern = folder.isTakenIn ? null : isExcludedByDefault(path);
    if (pattern !== null) return { reason: "excluded", detail: `${pattern} (default)` };
    return isFolder ? defaultFolder(path) : null;
  }

  function judgeByRules(path: string, isFolder: boolean, size: number | null, folder: FolderRules): Skip | null {
    const git = gitIgnores(folder, path, isFolder);
    if (git && !(isFolder ? tracked.hasBelow(path) : tracked.has(path)))
      return { reason: "ignored", detail: describeRule(git) };
    if (!folder.isTakenIn) {
      const excluded = isExcluded(path);
      if (excluded !== null) return { reason: "excluded", detail: `${excluded} (configuration)`, isChosen: true };
    }
    const byDefault = leftOutByDefault(folder, path, isFolder);
    if (byDefault && !(isFolder ? hasOwnFiles(path) : tracked.has(path))) return byDefault;
    if (isFolder) return null;
    const secret = secretRule(path);
    if (secret !== null) return { reason: "secret", detail: secret };
    const byName = skippedName(path) ?? madeTooLarge(path, size);
    if (byName) return byName;
    if (!isIncluded(path))
      return { reason: "excluded", detail: "matches none of the include patterns (configuration)", isChosen: true };
    const family = languages.length > 0 ? languageOf(path)?.family : undefined;
    return family === undefined || languages.includes(family)
      ? null
      : { reason: "language", detail: `${family}: the project takes in ${languages.join(", ")} only`, isChosen: true };
  }

  /** Whether an entry of a folder that people left out would be no code of the project without that. */
  function isNobodys(path: string, isFolder: boolean): boolean {
    const folder = rulesOf(folderOf(path));
    return (
      nameOf(path).toLowerCase() === ".git" ||
      path === dataFolder ||
      gitIgnores(folder, path, isFolder) !== null ||
      leftOutByDefault(folder, path, isFolder) !== null ||
      (!isFolder && secretRule(path) !== null)
    );
  }

  function defaultFolder(path: string): Skip | null {
    const name = nameOf(path);
    if (DEFAULT_FOLDERS.has(name)) return { reason: "excluded", detail: `${name}/ (default)` };
    if (!/^(bin|obj)$/i.test(name)) return null;
    const project = namesIn(join(root, folderOf(path)), noteFault).find((sibling) => DOTNET_PROJECT.test(sibling));
    return project === undefined ? null : { reason: "excluded", detail: `${name}/ beside ${project} (build output)` };
  }

  return {
    judge,
    judgePath(path, type, size) {
      const steps = pathAndFolders(path);
      for (const step of steps) {
        const skip = step === path ? judge(path, type, size) : judge(step, "directory", null);
        if (skip) return { path: step, skip };
      }
      return null;
    },
    codeBelow: (folder) =>
      tracked.isGit()
        ? { paths: tracked.below(folder).filter((path) => languageOf(path) !== null), isCut: false }
        : codeBelow(root, folder, isNobodys),
    decides(path) {
      const name = nameOf(path);
      if (name === GIT_FILE || name === OWN_FILE) return "content";
      return DOTNET_PROJECT.test(name) ? "existence" : null;
    },
    fault: () => fault,
    forget(changedRuleFile) {
      fault = null;
      const folder = changedRuleFile === undefined ? "" : folderOf(changedRuleFile);
      if (folder === "") folders.clear();
      else
        for (const known of folders.keys())
          if (known === folder || known.startsWith(`${folder}/`)) folders.delete(known);
    },
  };
}

/** Folders of libraries and of other version control: left out even where git tracks them. */
const LIBRARY_FOLDERS = new Set(["node_modules", "bower_components", "jspm_packages", ".yarn", ".hg", ".svn", ".jj"]);

const DEFAULT_FOLDERS = new Set([
  ...LIBRARY_FOLDERS,
  ".next",
  ".nuxt",
  ".svelte-kit",
  ".turbo",
  ".parcel-cache",
  ".nyc_output",
  ".vs",
  ".venv",
  "__pycache__",
]);

function decide(file: RuleFile | null, path: string, isFolder: boolean): IgnoreRule | null {
  for (let at = file; at; at = at.above) {
    const rule = decidingRule(at.rules, at.folder === "" ? path : path.slice(at.folder.length + 1), isFolder);
    if (rule) return rule;
  }
  return null;
}

/**
 * An ignore file's text; "" where there is none that can be read, as git takes it. `folder` is a real path that it lies in; `faulty` gets the code of an
 * error that is the file system's.
 */
function readIgnoreFile(absolute: string, folder: string, faulty: (code: string) => void): string {
  try {
    // A link may lead anywhere, and what stands there would be told as rules.
    if (!lstatSync(absolute, { throwIfNoEntry: false })?.isFile()) return "";
    return readRegularOrThrow(absolute, [folder], IGNORE_FILE)?.toString("utf8") ?? "";
  } catch (error) {
    tellFault(error, faulty);
    return "";
  }
}

/** The real path of a folder; the path as it is where nothing is there yet. */
function realPathOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch (error) {
    if (isFileSystemError(error)) return folder;
    throw error;
  }
}

function namesIn(absolute: string, faulty: (code: string) => void): string[] {
  try {
    return readdirSync(absolute);
  } catch (error) {
    tellFault(error, faulty);
    return [];
  }
}

/** Rethrows what is no error of the system. */
function tellFault(error: unknown, faulty: (code: string) => void): void {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  if (code === undefined) throw error;
  if (isFileSystemFault(code)) faulty(code);
}

function excludeMatcher(patterns: readonly string[]): (path: string) => string | null {
  const matchers = patterns.map((pattern) => ({ pattern, matches: globMatcher([pattern]) }));
  return (path) => matchers.find(({ matches }) => matches(path))?.pattern ?? null;
}

/** A test of whether any of the globs matches. Throws `configuration` for one that is none. */
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

/**
 * Is an entry of a folder left out, and why: by the rules that hold there. Nothing is read here (`rules.ts` does); the reason is a value people can see.
 *
 * From strongest to weakest:
 * - paths that are never read: `.git`, the data folder
 * - `.codeindexignore`; with `!` it also takes in paths that a rule below leaves out
 * - .gitignore and .git/info/exclude; not for files that git tracks
 * - configured patterns
 * - default patterns and folders; not for files that git tracks, unless they lie in a folder of libraries
 * - secrets, lock files, generated and minified names, binary names
 * - size
 *
 * Of ignore files of one kind the nearest to the path decides. A folder that is left out is not looked into.
 */
import { languageOf } from "../../languages/index.js";
import { nameOf } from "../../model/paths.js";
import type { EntryType, Skip } from "../file-event.js";
import type { TrackedPaths } from "../git/tracked.js";
import { buildFolder, LIBRARY_FOLDERS } from "./build-folders.js";
import { madeTooLarge, skippedName } from "./by-name.js";
import { decidingRule, describeRule, type IgnoreRule } from "./ignore-files.js";
import { secretRule } from "./secret-files.js";
import type { SkipTests } from "./settings.js";

/** The rules of one kind that hold in a folder: its own and, further up, those of the folders above. */
export interface RuleFile {
  rules: IgnoreRule[];
  /** The folder the rules are relative to. */
  folder: string;
  above: RuleFile | null;
}

/** All that decides about the entries of one folder. */
export interface FolderRules {
  git: RuleFile | null;
  /** The rule of git's ignore files that leaves out the folder, or one above; it is looked into for the files in it that git tracks. */
  ignoredBy: IgnoreRule | null;
  /** The same of the rules that hold by default. */
  byDefault: Skip | null;
  own: RuleFile | null;
  /** `.codeindexignore` took the folder, or one above, in against a pattern (`dist/**`): those do not apply below. */
  isTakenIn: boolean;
  /** The project files in the folder, which make folders beside them build output or libraries. */
  projects: readonly string[];
}

/** Files in a folder that decide about its entries. */
export interface FolderFiles {
  git: IgnoreRule[];
  own: IgnoreRule[];
  projects: readonly string[];
}

/** Settings, and which paths git tracks. */
export interface JudgedBy {
  tests: SkipTests;
  tracked: Pick<TrackedPaths, "has" | "hasBelow">;
}

/** The rules of the repository's root. `exclude`: the rules of .git/info/exclude. */
export function rulesOfRoot({ git, own, projects }: FolderFiles, exclude: IgnoreRule[]): FolderRules {
  return {
    git: withRules(git, "", withRules(exclude, "", null)),
    ignoredBy: null,
    byDefault: null,
    own: withRules(own, "", null),
    isTakenIn: false,
    projects,
  };
}

/** The rules of a folder; the same object where they are those of the folder above. */
export function rulesBelow(tests: SkipTests, above: FolderRules, folder: string, files: FolderFiles): FolderRules {
  const git = withRules(files.git, folder, above.git);
  const own = withRules(files.own, folder, above.own);
  const isOwn = decide(above.own, folder, true)?.negated === true;
  const isMatched = isOwn && (tests.excludedBy(folder) ?? tests.excludedByDefault(folder)) !== null;
  const isTakenIn = above.isTakenIn || isMatched;
  const ignoredBy = isOwn ? null : gitIgnores(above, folder, true);
  const byDefault = isOwn ? null : leftOutByDefault(tests, above, folder, true);
  const isAsAbove =
    git === above.git &&
    own === above.own &&
    isTakenIn === above.isTakenIn &&
    ignoredBy === above.ignoredBy &&
    byDefault === above.byDefault &&
    files.projects.join() === above.projects.join();
  return isAsAbove ? above : { git, ignoredBy, byDefault, own, isTakenIn, projects: files.projects };
}

function withRules(rules: IgnoreRule[], folder: string, above: RuleFile | null): RuleFile | null {
  return rules.length > 0 ? { rules, folder, above } : above;
}

/** Judges one entry of a folder that is taken in; null: it is taken in. `size` in bytes, null where not known or of no matter. */
export function judgeEntry(
  by: JudgedBy,
  folder: FolderRules,
  path: string,
  type: EntryType,
  size: number | null,
): Skip | null {
  if (nameOf(path).toLowerCase() === ".git") return { reason: "excluded", detail: ".git: version control" };
  if (path === by.tests.dataFolder) return { reason: "excluded", detail: "the index's own data" };
  const isFolder = type === "directory";
  const own = decide(folder.own, path, isFolder);
  if (own && !own.negated) return { reason: "ignored", detail: describeRule(own), isChosen: true };
  if (!own) {
    const skip = judgeByRules(by, folder, path, isFolder, size);
    if (skip) return skip;
  }
  if (type === "symlink") return { reason: "symlink", detail: "symbolic links are not followed" };
  if (type === "special") return { reason: "special", detail: "a socket, pipe or device" };
  if (type === "file" && size !== null && size > by.tests.maxFileSize)
    return { reason: "too_large", detail: `${size} bytes; the limit is ${by.tests.maxFileSize}` };
  return null;
}

function judgeByRules(
  { tests, tracked }: JudgedBy,
  folder: FolderRules,
  path: string,
  isFolder: boolean,
  size: number | null,
): Skip | null {
  const git = gitIgnores(folder, path, isFolder);
  if (git && !(isFolder ? tracked.hasBelow(path) : tracked.has(path)))
    return { reason: "ignored", detail: describeRule(git) };
  if (!folder.isTakenIn) {
    const excluded = tests.excludedBy(path);
    if (excluded !== null) return { reason: "excluded", detail: `${excluded} (configuration)`, isChosen: true };
  }
  const byDefault = leftOutByDefault(tests, folder, path, isFolder);
  // Libraries stay out where git tracks them too.
  const isOwn = () => (isFolder ? !LIBRARY_FOLDERS.has(nameOf(path)) && tracked.hasBelow(path) : tracked.has(path));
  if (byDefault && !isOwn()) return byDefault;
  return isFolder ? null : judgeFile(tests, path, size);
}

/** Judges a file that no rule about places leaves out. */
function judgeFile({ isIncluded, languages }: SkipTests, path: string, size: number | null): Skip | null {
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

/** Whether an entry of a folder that people left out would be left out without that as well, as no code of the project. */
export function isNobodys(tests: SkipTests, folder: FolderRules, path: string, isFolder: boolean): boolean {
  return (
    nameOf(path).toLowerCase() === ".git" ||
    path === tests.dataFolder ||
    gitIgnores(folder, path, isFolder) !== null ||
    leftOutByDefault(tests, folder, path, isFolder) !== null ||
    (!isFolder && secretRule(path) !== null)
  );
}

/** The rule of git's ignore files that leaves an entry of a folder out. */
function gitIgnores(folder: FolderRules, path: string, isFolder: boolean): IgnoreRule | null {
  if (folder.ignoredBy) return folder.ignoredBy;
  const rule = decide(folder.git, path, isFolder);
  return rule && !rule.negated ? rule : null;
}

/** Which rule leaves an entry of a folder out by default, whether or not git tracks it. */
function leftOutByDefault(tests: SkipTests, folder: FolderRules, path: string, isFolder: boolean): Skip | null {
  if (folder.byDefault) return folder.byDefault;
  const pattern = folder.isTakenIn ? null : tests.excludedByDefault(path);
  if (pattern !== null) return { reason: "excluded", detail: `${pattern} (default)` };
  const detail = isFolder ? buildFolder(nameOf(path), folder.projects) : null;
  return detail === null ? null : { reason: "excluded", detail };
}

function decide(file: RuleFile | null, path: string, isFolder: boolean): IgnoreRule | null {
  for (let current = file; current; current = current.above) {
    const rule = decidingRule(
      current.rules,
      current.folder === "" ? path : path.slice(current.folder.length + 1),
      isFolder,
    );
    if (rule) return rule;
  }
  return null;
}

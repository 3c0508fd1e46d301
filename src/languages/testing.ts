/** How a language declares test cases, and how they are run. */
import { folderOf } from "../model/paths.js";

/** A case of a test file, or a suite of cases. */
export interface TestCase {
  /** `it`, `test`, `describe` as the file says it; `method` and `class` where tests are declarations. */
  kind: string;
  name: string;
  /** Whether it holds cases, as `describe` and a class of tests do. */
  isSuite: boolean;
  lineStart: number;
  lineEnd: number;
  /** The name by which runners know the class of a case, where cases stand in classes. */
  className?: string | undefined;
  /** Says that it does not run, or how often it does: `skipped: too slow`, `skipped under a condition`, `todo`, `4 cases`. */
  note?: string | undefined;
}

/** A file with test cases. */
export interface TestFile {
  path: string;
  language: string;
  text: string;
  cases: readonly TestCase[];
}

/** A declaration in a test file: a row of `symbols`. */
export interface Declared {
  ordinal: number;
  parentOrdinal: number;
  name: string;
  qualifiedName: string;
  nodeType: string;
  lineStart: number;
  lineEnd: number;
}

/** A way to run tests: the folder in which the command `start` runs, "" for the root. */
export interface TestRun {
  folder: string;
  start: string;
}

/** The files of a repository that tell how its tests are run. */
export interface TestSetup {
  /** The texts of the manifests in the folders above the tests, by path. */
  manifests: ReadonlyMap<string, string>;
  /** The paths of all project files. */
  projects: readonly string[];
}

/** The conventions of a language. All functions are pure. */
export interface TestConventions {
  /** Whether test cases are declarations: `cases` then needs the declarations of the file. */
  areDeclared: boolean;
  /** The cases and suites of a file, by line; none of a file that tests nothing itself. */
  cases: (text: string, declared: readonly Declared[]) => TestCase[];
  /** The name of the manifests that say how tests are run; null where there are none. */
  manifest: string | null;
  /** The end of the names of project files, or several of them; null where there are none. */
  projectFile: string | readonly string[] | null;
  /** A command names single cases by their `className`, not suites alone. */
  namesCases?: true;
  /** The way to run a file; null where none is known. */
  runOf: (file: TestFile, setup: TestSetup) => TestRun | null;
  /** The command that runs some files, or the classes of tests in them. */
  command: (run: TestRun, paths: readonly string[], classes: readonly string[]) => string;
}

/** The folders that a package of a file may be in, the nearest first; "" for the root. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    folders.push(folder);
    if (folder === "") return folders;
  }
}

/** A word as a shell takes it whole. */
export const quoted = (word: string) =>
  /^[\w./@+=:,-]+$/.test(word) ? word : `"${word.replace(/(["\\$`])/g, "\\$1")}"`;

/** Counts lines, from 1, of offsets that ascend; `column` is that of an offset in the line that was counted last. */
export function lineCounter(text: string): { at(offset: number): number; column(offset: number): number } {
  let line = 1;
  let start = 0;
  let end = text.indexOf("\n");
  return {
    at(offset) {
      while (end >= 0 && end < offset) {
        line++;
        start = end + 1;
        end = text.indexOf("\n", start);
      }
      return line;
    },
    column: (offset) => offset - start,
  };
}

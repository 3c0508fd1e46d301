/** The commands that run test files, as far as the files and the manifests of their packages tell. Pure. */
import { languageNamed } from "../../languages/index.js";
import type { TestConventions, TestFile, TestRun, TestSetup } from "../../languages/testing.js";

/** The most files that a command names, and the most commands that an answer lists. */
const MOST_FILES = 12;
const MOST_COMMANDS = 3;

/** Commands that run the first of these test files. Files that no known command runs are left out. */
export function testCommands(files: readonly TestFile[], setup: TestSetup): string[] {
  const groups = new Map<string, { run: TestRun; tests: TestConventions; paths: string[]; classes: Set<string> }>();
  for (const file of files.filter(({ cases }) => cases.length > 0)) {
    const tests = languageNamed(file.language)?.tests;
    const run = tests?.runOf(file, setup);
    if (!tests || !run) continue;
    const key = `${run.folder} ${run.start}`;
    const group = groups.get(key) ?? { run, tests, paths: [], classes: new Set<string>() };
    groups.set(key, group);
    if (group.paths.length === MOST_FILES) continue;
    group.paths.push(file.path);
    for (const { className, isSuite } of file.cases)
      if (className && (isSuite || tests.namesCases)) group.classes.add(className);
  }
  return [...groups.values()]
    .slice(0, MOST_COMMANDS)
    .map(({ run, tests, paths, classes }) => tests.command(run, paths, [...classes]));
}

/** The commands that run tests of C#: `dotnet test` of the nearest project. Pure. */
import { folderOf } from "../../model/paths.js";
import { foldersAbove, quoted, type TestFile, type TestRun, type TestSetup } from "../testing.js";

/** The project of the nearest folder that has one. */
export function runOf({ path }: TestFile, { projects }: TestSetup): TestRun | null {
  for (const folder of foldersAbove(path)) {
    const project = projects.find((each) => folderOf(each) === folder);
    if (project) return { folder: "", start: `dotnet test ${quoted(project)}` };
  }
  return null;
}

/** `dotnet test` for some classes of tests, each by its name and the last part of its namespace: of long lists of classes most would be namespaces. */
export function command({ start }: TestRun, _paths: readonly string[], classes: readonly string[]): string {
  const names = new Set(classes.map((name) => name.split(".").slice(-2).join(".")));
  return `${start} --filter ${quoted([...names].map((name) => `FullyQualifiedName~${name}`).join("|"))}`;
}

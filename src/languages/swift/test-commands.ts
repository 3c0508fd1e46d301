/** The commands that run tests of Swift: `swift test` in the folder of the package. Pure. */
import { joinPath } from "../../model/paths.js";
import { foldersAbove, quoted, type TestFile, type TestRun, type TestSetup } from "../testing.js";

/** The manifest of a package. */
export const MANIFEST = "Package.swift";

/** The package of the nearest folder that has a manifest. */
export function runOf({ path }: TestFile, { manifests }: TestSetup): TestRun | null {
  const folder = foldersAbove(path).find((each) => manifests.has(joinPath(each, MANIFEST)));
  return folder === undefined ? null : { folder, start: "swift test" };
}

/** `swift test` for some classes of tests. */
export function command({ folder, start }: TestRun, _paths: readonly string[], classes: readonly string[]): string {
  const filters = classes.map((name) => ` --filter ${quoted(name)}`).join("");
  return `${folder === "" ? "" : `cd ${quoted(folder)} && `}${start}${filters}`;
}

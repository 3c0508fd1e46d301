/** The commands that run tests of Python. Pure. */
import { joinPath } from "../../model/paths.js";
import { foldersAbove, quoted, type TestFile, type TestRun, type TestSetup } from "../testing.js";

/** pytest, which runs cases of unittest as well, from the nearest folder with a pyproject.toml; else from the root. */
export function runOf({ path }: TestFile, { manifests }: TestSetup): TestRun | null {
  const folder = foldersAbove(path).find((each) => manifests.has(joinPath(each, "pyproject.toml"))) ?? "";
  return { folder, start: "pytest" };
}

/** The command with some files, or with the classes of tests in the only one: `pytest tests/test_a.py::TestB`. */
export function command({ folder, start }: TestRun, paths: readonly string[], classes: readonly string[]): string {
  const inner = paths.map((path) => (folder === "" ? path : path.slice(folder.length + 1)));
  const [only] = inner;
  const named =
    inner.length === 1 && only !== undefined && classes.length > 0
      ? classes.map((name) => `${only}::${name.replaceAll(".", "::")}`)
      : inner;
  return `${folder === "" ? "" : `cd ${quoted(folder)} && `}${start} ${named.map(quoted).join(" ")}`;
}

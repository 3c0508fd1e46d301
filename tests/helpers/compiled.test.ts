/** Imports of sources in tests that lead to the build, by tests/helpers/compiled.ts. */
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compiledSources } from "./compiled.js";
import { temporaryFolder } from "./folders.js";

/** A checkout whose sources and what was compiled of them were written at these times, in seconds. */
function checkout(files: Record<string, number>): string {
  const root = temporaryFolder(Object.fromEntries(Object.keys(files).map((path) => [path, ""])));
  for (const [path, seconds] of Object.entries(files)) utimesSync(join(root, path), seconds, seconds);
  return root;
}

/** The file that an import of a test is, by the settings. */
function fileOf(specifier: string, root: string): string {
  const { alias } = compiledSources(root);
  return alias.reduce((path, { find, replacement }) => path.replace(find, replacement), specifier);
}

const BUILT = { "src/cli.ts": 100, "dist/cli.js": 200, "src/base/log.ts": 100, "dist/base/log.js": 200 };

test("an import of a source is what was compiled of it", () => {
  const root = checkout(BUILT);
  expect(fileOf("../../src/base/log.js", root)).toBe(join(root, "dist/base/log.js"));
  expect(fileOf("../helpers/git.js", root)).toBe("../helpers/git.js");
});

test.each([
  { name: "a source was written since", files: { ...BUILT, "src/base/log.ts": 300 } },
  { name: "a source is new", files: { ...BUILT, "src/base/new.ts": 100 } },
  { name: "nothing is built", files: { "src/cli.ts": 100 } },
])("where $name, it is the source", ({ files }) => {
  expect(fileOf("../../src/base/log.js", checkout(files))).toBe("../../src/base/log.js");
});

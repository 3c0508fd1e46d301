/** Paths in git's index, read by src/repository/git/tracked.ts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readIndex, readTrackedPaths } from "../../../src/repository/git/tracked.js";
import { createSkipRules } from "../../../src/repository/skip/rules.js";
import { temporaryFolder } from "../../helpers/folders.js";
import { git } from "../../helpers/git.js";

const FILES = {
  ".gitignore": "out/\n*.gen.ts\n",
  "a.ts": "",
  "out/kept.ts": "",
  "out/deep/kept.ts": "",
  "out/left.ts": "",
  "x/über ö.ts": "",
  "x/made.gen.ts": "",
  "x/other.gen.ts": "",
};
const TRACKED = ["a.ts", "out/deep/kept.ts", "out/kept.ts", "x/made.gen.ts", "x/über ö.ts"];

function repository(format: "sha1" | "sha256", version: string): string {
  const root = temporaryFolder(FILES);
  git(root, "init", "-q", `--object-format=${format}`);
  git(root, "add", "-f", ...TRACKED);
  git(root, "update-index", "--index-version", version);
  return root;
}

describe("the index of every version is read", () => {
  for (const format of ["sha1", "sha256"] as const) {
    for (const version of ["2", "3", "4"]) {
      test(`${format} ${version}`, () => {
        const root = repository(format, version);
        if (version === "3") git(root, "add", "-N", ".gitignore");
        const want = git(root, "ls-files", "-z").split("\0").filter(Boolean);
        expect(readIndex(readFileSync(join(root, ".git/index")), format === "sha1" ? 20 : 32)).toEqual(want);
        expect(want).toEqual(expect.arrayContaining(TRACKED));
      });
    }
  }
});

test("an index that is cut off anywhere gives the paths before the cut", () => {
  const root = repository("sha1", "4");
  const bytes = readFileSync(join(root, ".git/index"));
  const all = readIndex(bytes, 20);
  for (let length = 0; length < bytes.length; length++) {
    const paths = readIndex(bytes.subarray(0, length), 20);
    expect(paths).toEqual(all.slice(0, paths.length));
  }
});

test("tracked files are taken in, whatever an ignore file says, and a change of git's index is seen", async () => {
  const root = repository("sha1", "2");
  const rules = createSkipRules(root);
  const judged = async (path: string) => (await rules.judgePath(path, "file", null))?.skip.detail ?? null;
  expect(await judged("out/kept.ts")).toBeNull();
  expect(await judged("out/deep/kept.ts")).toBeNull();
  expect(await judged("x/made.gen.ts")).toBeNull();
  expect(await judged("out/left.ts")).toBe("out/ (.gitignore:1)");
  expect(await judged("x/other.gen.ts")).toBe("*.gen.ts (.gitignore:2)");
  const before = await readTrackedPaths(root);
  expect(before.has("out/left.ts")).toBe(false);
  expect(await readTrackedPaths(root, before)).toBe(before);
  git(root, "add", "-f", "out/left.ts");
  rules.forget(".git/index");
  expect(await judged("out/left.ts")).toBeNull();
  const tracked = await readTrackedPaths(root, before);
  expect(tracked.has("out/left.ts")).toBe(true);
  expect(tracked.hasBelow("out")).toBe(true);
  expect(tracked.hasBelow("ou")).toBe(false);
});

/** Sizes of folders, summed from their files by src/graph/files/folder-sizes.ts. */
import { expect, test } from "vitest";
import { sizesIn } from "../../../src/graph/files/folder-sizes.js";

const file = (path: string, lines: number, changes = 0) => ({ path, lines, changes });
const FILES = [file("src/a.ts", 10, 1), file("src/deep/b.ts", 30, 2), file("readme.md", 5), file("src2/c.ts", 1)];

test("sums what lies in each folder, the largest first", () => {
  const entries = sizesIn(FILES, "", { depth: 1, most: 10 });
  expect(entries.map(({ path, lines, changes, files }) => [path, lines, changes, files])).toEqual([
    ["src", 40, 3, 2],
    ["readme.md", 5, 0, 1],
    ["src2", 1, 0, 1],
  ]);
});

test("goes as deep as asked, and a folder with a longer name is not below a shorter one", () => {
  const [src] = sizesIn(FILES, "", { depth: 2, most: 10 });
  expect(src?.inside.map(({ path, isFolder }) => [path, isFolder])).toEqual([
    ["src/deep", true],
    ["src/a.ts", false],
  ]);
  expect(sizesIn(FILES, "src", { depth: 1, most: 10 }).map(({ name }) => name)).toEqual(["deep", "a.ts"]);
});

test("leaves out the smallest beyond the most, which still count in their folder", () => {
  const [src] = sizesIn(FILES, "", { depth: 2, most: 1 });
  expect([src?.lines, src?.inside.length]).toEqual([40, 1]);
});

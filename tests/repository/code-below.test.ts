/** Code in a folder that is left out, in a project without git. */
import { expect, test } from "vitest";
import { codeBelow } from "../../src/repository/code-below.js";
import { temporaryFolder } from "../helpers/folders.js";

const isNothing = async () => false;

test("files of code in order, without those that are nobody's", async () => {
  const root = temporaryFolder({
    "old/b.ts": "",
    "old/a/c.cs": "",
    "old/read.me": "",
    "old/lib/x.js": "",
    "d.ts": "",
  });
  expect(await codeBelow(root, "old", async (path) => path === "old/lib")).toEqual({
    paths: ["old/a/c.cs", "old/b.ts"],
    isCut: false,
  });
  expect(await codeBelow(root, "gone", isNothing)).toEqual({ paths: [], isCut: false });
});

test("a walk that is cut says so", async () => {
  const deep = Array.from({ length: 60 }, (_, index) => `d${index}`).join("/");
  const root = temporaryFolder({ [`old/${deep}/a.ts`]: "", "old/a.ts": "" });
  expect(await codeBelow(root, "old", isNothing)).toEqual({ paths: ["old/a.ts"], isCut: true });
});

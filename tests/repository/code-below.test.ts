/** Code in a folder that is left out, where git does not say what belongs to the project. */
import { expect, test } from "vitest";
import { codeBelow } from "../../src/repository/code-below.js";
import { temporaryRepository } from "./temporary.js";

const isNothing = () => false;

test("files of code in order, without those that are nobody's", () => {
  const root = temporaryRepository({
    "old/b.ts": "",
    "old/a/c.cs": "",
    "old/read.me": "",
    "old/lib/x.js": "",
    "d.ts": "",
  });
  expect(codeBelow(root, "old", (path) => path === "old/lib")).toEqual({
    paths: ["old/a/c.cs", "old/b.ts"],
    isCut: false,
  });
  expect(codeBelow(root, "gone", isNothing)).toEqual({ paths: [], isCut: false });
});

test("a walk that is cut says so", () => {
  const deep = Array.from({ length: 60 }, (_, at) => `d${at}`).join("/");
  const root = temporaryRepository({ [`old/${deep}/a.ts`]: "", "old/a.ts": "" });
  expect(codeBelow(root, "old", isNothing)).toEqual({ paths: ["old/a.ts"], isCut: true });
});

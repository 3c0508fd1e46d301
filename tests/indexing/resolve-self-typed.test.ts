/** Constants whose type is made of themselves. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "./resolve-helpers.js";

test("a constant and the type of its values have one name", () => {
  const sample = programOf({
    "a.ts": `
      export const Kind = Object.freeze({ file: "file", folder: "folder" } as const);
      export type Kind = (typeof Kind)[keyof typeof Kind];
      export function isFile(kind: Kind) { return kind === Kind.file; }`,
  });
  expect(edgesOf(sample, "a.ts")).toContain("isFile references a.ts#Kind.file (exact)");
});

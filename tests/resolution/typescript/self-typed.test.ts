/** Constants whose type is made of themselves. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

test("a constant and the type of its values have one name", () => {
  const sample = programOf({
    "a.ts": `
      export const Kind = Object.freeze({ file: "file", folder: "folder" } as const);
      export type Kind = (typeof Kind)[keyof typeof Kind];
      export function isFile(kind: Kind) { return kind === Kind.file; }`,
  });
  expect(edgesOf(sample, "a.ts")).toContain("isFile references a.ts#Kind.file (exact)");
});

test("a class that extends a union with itself in it has no members by that", () => {
  const sample = programOf({
    "a.ts": `
      export type Gamma = Beta | Alpha;
      export class Alpha { run() {} }
      export class Beta extends Gamma { own() { this.run(); } }`,
  });
  expect(edgesOf(sample, "a.ts", ["calls"])).toEqual(["Beta.own calls a.ts#Alpha.run (unique)"]);
});

test("an interface that extends an intersection has the members of each of its parts, and may stand in it itself", () => {
  const sample = programOf({
    "a.ts": `
      export interface Alpha { run(): void }
      export interface Beta extends Gamma { own(): void }
      export type Gamma = Beta & Alpha;
      export function use(beta: Beta) { beta.run(); beta.own(); }`,
  });
  expect(edgesOf(sample, "a.ts", ["calls"])).toEqual([
    "use calls a.ts#Alpha.run (exact)",
    "use calls a.ts#Beta.own (exact)",
  ]);
});

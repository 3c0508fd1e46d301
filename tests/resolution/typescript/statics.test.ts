/** Static members override those of the classes that a class extends. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

test("a static member overrides the nearest static one of its name, and no member of an instance", () => {
  const program = programOf({
    "base.ts": `
      export class Root { static open() {} static kind = 1; static private hidden() {} close() {} }
      export class Base extends Root { run() {} }`,
    "a.ts": `
      import { Base } from "./base";
      class Sub extends Base {
        static open() {}
        static override kind = 2;
        static run() {}
        static close() {}
        close() {}
      }
      class Late extends Sub { static open() {} }`,
  });
  expect(edgesOf(program, "a.ts", ["overrides"])).toEqual([
    "Sub.open overrides base.ts#Root.open (import)",
    "Sub.kind overrides base.ts#Root.kind (import)",
    "Sub.close overrides base.ts#Root.close (import)",
    "Late.open overrides a.ts#Sub.open (exact)",
  ]);
});

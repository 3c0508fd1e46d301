/** Packages of a workspace whose package.json names build output that is not in the repository. */
import { expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf } from "../helpers.js";

const SOURCE = dedent`
  export class Store { save() {} }
  export const open = () => new Store();`;
const APP = `
  import { open, Store } from "store";
  class Mine extends Store {}
  function run() { open().save(); }`;

test("build output that repeats the names of the sources leads to them", () => {
  const program = programOf({
    "store/package.json": '{"name":"store","main":"dist/index.js"}',
    "store/src/index.ts": SOURCE,
    "app/a.ts": APP,
  });
  expect(edgesOf(program, "app/a.ts", ["calls", "inherits"])).toEqual([
    "Mine inherits store/src/index.ts#Store (import)",
    "run calls store/src/index.ts#Store.save (import)",
    "run calls store/src/index.ts#open (import)",
  ]);
});

test("the package's own folder is less sure", () => {
  const program = programOf({
    "store/package.json": '{"name":"store","main":"bundle/store.min.js"}',
    "store/src/index.ts": SOURCE,
    "app/a.ts": APP,
  });
  expect(edgesOf(program, "app/a.ts")).toEqual([
    "file imports store/src/index.ts# (unique)",
    "file imports store/src/index.ts#open (unique)",
    "file imports store/src/index.ts#Store (unique)",
    "Mine inherits store/src/index.ts#Store (unique)",
    "run calls store/src/index.ts#Store.save (unique)",
    "run calls store/src/index.ts#open (unique)",
  ]);
});

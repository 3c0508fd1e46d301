/** A replica that does not see a project's folder answers from what is stored, and says so. */

import { renameSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { asker, useSharedApp } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const app = useSharedApp({
  "src/cart.ts": dedent`
    export class Cart {}
    export const token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
  `,
  "src/lines/line.ts": "export class Line {}\n",
  "README.md": "# Shop\n",
  "logo.png": "\u0000\u0001\u0002",
});
const ask = asker(app);

beforeAll(async () => {
  const [project] = await app().projects();
  renameSync(project!.root, `${project!.root}-elsewhere`);
});

test("files are read as they were indexed, their secrets masked", async () => {
  const { text, structured } = await ask("read_file", { path: "src/cart.ts" });
  expect(text).toContain("src/cart.ts:1-2 of 2 lines, as they were indexed\n");
  expect(text).toContain("export class Cart {}");
  expect(text).not.toContain("0123456789");
  expect(structured).toMatchObject({ as_indexed: true, total_lines: 2 });
  expect(
    (await ask("get_file_context", { path: "src/lines/line.ts", line_start: 1, line_end: 1 })).structured,
  ).toMatchObject({
    indexed: "current",
    enclosing: [{ qualified_name: "Line" }],
  });
  expect((await ask("get_source", { symbols: ["README.md:1-1"] })).text).toContain("# Shop");
});

test("folders list what the index has", async () => {
  expect((await ask("list_directory", {})).structured).toMatchObject({
    as_indexed: true,
    results: [
      { name: "README.md", type: "file", size: 7 },
      { name: "src", type: "directory" },
    ],
  });
  expect((await ask("get_directory_tree", { path: "src" })).text).toMatch(
    /^src: 3 entries in the index\ncart\.ts\nlines\/\n {2}line\.ts/,
  );
});

test("a path that is left out, a file as a folder and one that is nowhere are told apart", async () => {
  expect((await ask("read_file", { path: "logo.png" })).text).toContain("logo.png is left out of the index (binary)");
  expect((await ask("list_directory", { path: "src/cart.ts" })).text).toContain("src/cart.ts is a file");
  expect((await ask("read_file", { path: "src/gone.ts" })).text).toContain(
    "src/gone.ts is not in the index, and this replica does not see the project's folder.",
  );
});

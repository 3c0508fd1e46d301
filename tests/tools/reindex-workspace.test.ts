/** reindex_workspace on a real service. */
import { expect, test } from "vitest";
import { asker, useSharedApp } from "../helpers/app.js";
import { writeFiles } from "../helpers/folders.js";

const app = useSharedApp({ "src/cart.ts": "export class Cart {}\n", "lib/shop.ts": "export class Shop {}\n" });
const ask = asker(app);

test("all files are read again with force, and only what changed without", async () => {
  expect((await ask("reindex_workspace", { force: true })).structured).toMatchObject({
    status: "completed",
    statistics: { indexed: 2, unchanged: 0 },
  });
  const { structured, text } = await ask("reindex_workspace");
  expect(structured).toMatchObject({ statistics: { indexed: 0, unchanged: 2 } });
  expect(text).toContain("0 files indexed, 2 unchanged");
});

test("a path limits it to what lies below", async () => {
  const [project] = await app().projects();
  writeFiles(project!.root, { "src/more.ts": "export class More {}\n", "lib/more.ts": "export class More {}\n" });
  const { structured } = await ask("reindex_workspace", { path: "lib" });
  expect(structured).toMatchObject({ status: "completed", statistics: { files: 3 } });
  expect((await ask("reindex_workspace")).structured).toMatchObject({ statistics: { files: 4 } });
});

test("a path with force reads what lies below again, though it is as it was, and nothing else", async () => {
  const { structured } = await ask("reindex_workspace", { path: "lib", force: true });
  expect(structured).toMatchObject({ status: "completed", statistics: { indexed: 2, unchanged: 0, files: 4 } });
  expect((await ask("search_symbols", { query: "Shop" })).text).toContain("lib/shop.ts");
});

test("vectors alone are made anew, and the answer says so", async () => {
  const { structured, text } = await ask("reindex_workspace", { strategy: "embeddings", force: true });
  expect(structured).toMatchObject({ status: "completed", statistics: { files: 4 } });
  expect(text).toContain("Vectors: They are being made anew; get_status tells how far they are.");
});

test("a path that is nowhere is an error that names it", async () => {
  const { isError, text } = await ask("reindex_workspace", { path: "src/gone.ts" });
  expect(isError).toBe(true);
  expect(text).toContain("Neither on disk nor in the index: src/gone.ts.");
});

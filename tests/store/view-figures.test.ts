/** Figures of a view, and how a change of a file is told. */
import { expect, test } from "vitest";
import { databaseSize, fileStates, measureView, modelsOfVersion } from "../../src/store/view-figures.js";
import { describeStores } from "../helpers/store.js";
import { indexFiles } from "../search/index-files.js";

describeStores("figures of a view", (store) => {
  test("counts files by size, and the tokens of their chunks", async () => {
    const view = await indexFiles(store(), {
      "a.ts": "export const a = 1;\n",
      "b.ts": `export const b = "${"b ".repeat(6000)}";\n`,
      "c.md": "word ".repeat(30_000),
    });
    expect(await measureView(store(), view)).toEqual({ small: 1, medium: 1, large: 1, tokens: expect.any(Number) });
    expect((await measureView(store(), view)).tokens).toBeGreaterThan(10_000);
    expect(await modelsOfVersion(store(), view.projectId, 1)).toEqual([]);
    expect(await databaseSize(store())).toBeGreaterThan(1_000_000);
  });

  test("gives a file another state when its content is another, and only then", async () => {
    const files = { "a.ts": "export const a = 1;\n", "b.ts": "export const b = 1;\n" };
    const before = await fileStates(store(), await indexFiles(store(), files), ["a.ts", "b.ts", "none.ts"]);
    const after = await fileStates(store(), await indexFiles(store(), { ...files, "b.ts": "export const b = 2;\n" }), [
      "a.ts",
      "b.ts",
    ]);
    expect([...before.keys()]).toEqual(["a.ts", "b.ts"]);
    expect(after.get("a.ts")).toBe(before.get("a.ts"));
    expect(after.get("b.ts")).not.toBe(before.get("b.ts"));
  });
});

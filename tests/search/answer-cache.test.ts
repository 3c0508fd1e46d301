/** Answers of searches are kept, and never answer for another generation. */
import { expect, test } from "vitest";
import { createSearcher } from "../../src/search/search.js";
import { describeStores } from "../helpers/store.js";
import { indexFiles } from "./index-files.js";

describeStores("kept answers", (store) => {
  test("answer the same question of the same generation, and no other", async () => {
    const db = store();
    const first = await indexFiles(db, { "a.ts": "export const alpha = 1;\n" });
    const searcher = createSearcher(db, { cacheBytes: 1_000_000 });
    const ask = async (view: typeof first, limit = 10) =>
      (await searcher.searchCode(view, { text: "alpha", offset: 0, limit, threshold: 0 })).hits.map(
        ({ chunk }) => chunk.path,
      );
    try {
      expect(await ask(first)).toEqual(["a.ts"]);
      expect(await ask(first)).toEqual(["a.ts"]);
      expect(searcher.cacheOf(first.projectId)).toMatchObject({ hits: 1, misses: 1 });
      await ask(first, 5);
      const next = await indexFiles(db, { "b.ts": "export const alpha = 2;\n" });
      expect(await ask(next)).toEqual(["a.ts", "b.ts"]);
      expect(searcher.cacheOf(first.projectId)).toMatchObject({ hits: 1, misses: 3 });
      expect(searcher.cacheOf("another")).toMatchObject({ hits: 0, misses: 0 });
    } finally {
      await searcher.close();
    }
  });
});

/** codrag_search: hits by chunk, with a preview. */
import { expect, test } from "vitest";
import codragSearch from "../../src/tools/codrag-search.js";
import { describeStores } from "../helpers/store.js";
import { askShop } from "./codrag-shop.js";

describeStores("codrag_search", (db) => {
  test("gives the best chunk, where it stands, and its first lines", async () => {
    const { results } = await askShop(db(), codragSearch, { query: "price of an item", k: 1 });
    expect(results).toEqual([
      {
        chunk_id: "prices.ts:1-3",
        source_path: "prices.ts",
        span: { start_line: 1, end_line: 3 },
        preview: expect.stringContaining("export function priceOf"),
        score: expect.any(Number),
      },
    ]);
  });
});

/** codrag_context: the best code for a question as one text. */
import { expect, test } from "vitest";
import codragContext from "../../src/tools/codrag-context.js";
import { describeStores } from "../helpers/store.js";
import { askShop } from "./codrag-shop.js";

describeStores("codrag_context", (db) => {
  test("gives the text alone", async () => {
    expect(await askShop(db(), codragContext, { query: "priceOf" })).toEqual({
      context: expect.stringContaining("priceOf"),
    });
  });

  test("lists the pieces with structured, and keeps to max_chars", async () => {
    expect(await askShop(db(), codragContext, { query: "priceOf", structured: true, max_chars: 400 })).toEqual({
      context: expect.any(String),
      chunks: expect.arrayContaining([expect.objectContaining({ source_path: "prices.ts", text: expect.any(String) })]),
      total_chars: expect.toSatisfy((chars: number) => chars <= 400),
      estimated_tokens: expect.any(Number),
    });
  });
});

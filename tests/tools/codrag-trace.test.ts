/** codrag_trace: symbols by name, and the graph around them. */
import { expect, test } from "vitest";
import codragTrace from "../../src/tools/codrag-trace.js";
import { describeStores } from "../helpers/store.js";
import { askShop } from "./codrag-shop.js";

describeStores("codrag_trace", (db) => {
  test("finds symbols", async () => {
    const { nodes, edges } = await askShop(db(), codragTrace, { query: "priceOf", kinds: ["function"] });
    expect(edges).toEqual([]);
    expect(nodes).toEqual([
      {
        id: expect.any(String),
        kind: "function",
        name: "priceOf",
        file_path: "prices.ts",
        span: { start_line: 1, end_line: 3 },
      },
    ]);
  });

  test("draws their neighbours", async () => {
    const { nodes, edges } = await askShop(db(), codragTrace, {
      query: "priceOf",
      neighbors: { direction: "in", edge_kinds: ["calls"] },
    });
    expect(nodes).toEqual(expect.arrayContaining([expect.objectContaining({ file_path: "cart.ts" })]));
    expect(edges).toEqual([expect.objectContaining({ kind: "calls", confidence: "import" })]);
  });
});

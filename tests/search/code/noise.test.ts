/** The floor of noise, by src/search/code/noise.ts, and searches for nonsense. */
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { noiseFloor } from "../../../src/search/code/noise.js";
import { asker, useSharedApp } from "../../helpers/app.js";

describe("the floor of what is near in meaning alone", () => {
  test("lies three deviations above what nonsense reaches", () => {
    expect(noiseFloor([])).toBe(0);
    expect(noiseFloor([0.2, 0.2])).toBeCloseTo(0.2);
    expect(noiseFloor([0.1, 0.3])).toBeCloseTo(0.2 + 3 * 0.1);
  });
});

describe("an answer to nonsense", () => {
  const app = useSharedApp({
    "src/account.ts": `export function removeUser(id: string): void {
  const user = store.find(id);
  store.delete(user);
  sessions.endAll(user);
}
`,
    "src/cart.ts": `export function totalPrice(items: Item[]): number {
  return items.reduce((sum, item) => sum + item.price * item.quantity, 0);
}
`,
  });
  const ask = async (tool: string, query: string, more = {}) => {
    const answer = await asker(app)(tool, { query, ...more });
    return { text: answer.text, results: (answer.structured as { results?: { path: string }[] }).results ?? [] };
  };

  beforeAll(async () => {
    const [project] = await app().projects();
    while (app().searcher.meaning.progress(await app().viewOf(project!))?.isComplete !== true) await sleep(20);
  });

  for (const tool of ["search_code", "codebase_retrieval", "search_docs"])
    test(`${tool} gives an empty list and names the words that are nowhere`, async () => {
      const { text, results } = await ask(tool, "how does zubaleri vanopiru work");
      expect(results).toEqual([]);
      expect(text).toContain("Not found anywhere: zubaleri, vanopiru.");
    });

  test("is empty by words alone and by meaning alone, too", async () => {
    expect((await ask("search_code", "how does zubaleri work", { strategy: "tfidf" })).results).toEqual([]);
    expect((await ask("search_code", "qzjx wkvpt", { strategy: "embeddings" })).results).toEqual([]);
  });

  test("keeps what is near in meaning, where the code has other words for it", async () => {
    const { text, results } = await ask("search_code", "erasing customers logout");
    expect(results[0]?.path).toBe("src/account.ts");
    expect(text).toContain("Not found anywhere: erasing, customers, logout.");
  });

  test("keeps what a mistyped name declares", async () => {
    expect((await ask("search_code", "totalPrcie")).results[0]?.path).toBe("src/cart.ts");
  });
});

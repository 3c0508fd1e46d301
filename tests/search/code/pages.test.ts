/** Pages of code fit together, and a definition is on the first of them. */
import { expect, test } from "vitest";
import { createSearcher } from "../../../src/search/search.js";
import { dedent } from "../../helpers/dedent.js";
import { describeStores } from "../../helpers/store.js";
import { indexFiles } from "../index-files.js";

/** A definition whose words are few among many, and more uses than are ranked at a time, each of which weighs more by its words. */
const body = Array.from({ length: 6 }, (_, line) => `  prepare(settings.of(${line}));`).join("\n");
const FILES: Record<string, string> = {
  "src/step.ts": dedent`
    export function createStep(settings: Settings) {
    ${body}
    }
  `,
};
for (let at = 0; at < 350; at++)
  FILES[`src/use${at}.ts`] = `createStep(settings, createStep(more, createStep(last, createStep(prepare, ${at}))));\n`;

describeStores("pages of code", (store) => {
  test("fit together, whatever the limit, with the definition first", async () => {
    const view = await indexFiles(store(), FILES);
    const searcher = createSearcher(store(), { cacheBytes: 4_000_000 });
    const page = async (offset: number, limit: number) => {
      const found = await searcher.searchCode(view, { text: "createStep", offset, limit, threshold: 0 });
      return found.hits.map(({ chunk }) => chunk.path);
    };
    try {
      const all = await page(0, 400);
      expect(all[0]).toBe("src/step.ts");
      expect(new Set(all).size).toBe(351);
      expect([
        ...(await page(0, 5)),
        ...(await page(5, 70)),
        ...(await page(75, 200)),
        ...(await page(275, 200)),
      ]).toEqual(all);
    } finally {
      await searcher.close();
    }
  });
});

describeStores("copies of code", (store) => {
  test("stand behind the first of them, unless they are short", async () => {
    const copy = dedent`
      export function rotateToken(token: string) {
        const next = sign(token);
        store.replace(token, next);
        return next;
      }
    `;
    const view = await indexFiles(store(), {
      "src/token.ts": copy,
      "vendor/token.ts": copy.replaceAll("  ", "\t"),
      "src/short.ts": "rotateToken();\n",
      "src/short2.ts": "rotateToken();\n",
    });
    const searcher = createSearcher(store(), { cacheBytes: 1_000_000 });
    try {
      const { hits } = await searcher.searchCode(view, { text: "rotate token", offset: 0, limit: 10, threshold: 0 });
      expect(hits.map(({ chunk }) => chunk.path)).toEqual(["src/token.ts", "src/short.ts", "src/short2.ts"]);
      expect(hits[0]!.copies).toEqual([{ path: "vendor/token.ts", startLine: 1, endLine: 5 }]);
    } finally {
      await searcher.close();
    }
  });
});

describeStores("a query without words", (store) => {
  test("means nothing, and finds nothing by meaning", async () => {
    const state = { modelId: 1, model: "m", generation: 1, chunkCount: 1, problem: null };
    const view = { ...(await indexFiles(store(), { "src/a.ts": "export const a = 1;\n" })), vectors: [state] };
    const embed = () => Promise.reject(new Error("was asked"));
    const searcher = createSearcher(store(), { cacheBytes: 1_000_000, embedder: { model: "m", dimensions: 8, embed } });
    try {
      const query = { text: "(){}[]&&||", offset: 0, limit: 5, threshold: 0 };
      expect(await searcher.searchCode(view, query)).toMatchObject({ hits: [], words: [], meaning: "none" });
      await expect(searcher.searchCode(view, { ...query, text: "a" })).rejects.toThrow("was asked");
    } finally {
      await searcher.close();
    }
  });
});

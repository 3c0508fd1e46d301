/** find_similar and search_code on an index with vectors. */
import pino from "pino";
import { expect, test } from "vitest";
import { z } from "zod";
import { CodeindexError } from "../../src/base/errors.js";
import { openBuiltinEmbedder } from "../../src/models/embedding/builtin.js";
import { createVectorFill } from "../../src/models/embedding/fill.js";
import { sourceOf } from "../../src/models/embedding/source.js";
import { createSearcher } from "../../src/search/search.js";
import { ensureView } from "../../src/store/views.js";
import findSimilar from "../../src/tools/find-similar.js";
import type { ToolContext } from "../../src/tools/running/tool.js";
import searchCode from "../../src/tools/search-code.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";
import { indexFiles } from "../search/index-files.js";

const FILES = {
  "src/users.ts": dedent`
    export class Users {
      /** Removes a user. */
      removeUser(id: string) {
        this.users.delete(id);
        this.audit(id, 'user removed');
      }
    }
  `,
  "src/orders.ts": dedent`
    export function deleteOrder(id: string) {
      orders.delete(id);
      audit(id, 'order deleted');
    }
  `,
  "src/image.ts": dedent`
    export function resizeImage(image: Image, width: number) {
      return image.scale(width / image.width);
    }
  `,
  "docs/a.md": dedent`
    # Pictures

    Scale a picture to a width.
  `,
};

describeStores("tools that compare vectors", (store) => {
  async function context(): Promise<ToolContext> {
    const db = store();
    await indexFiles(db, FILES);
    const embedder = await openBuiltinEmbedder();
    const fill = createVectorFill(db, sourceOf(embedder), pino({ level: "silent" }));
    await fill.begin();
    await fill.close({ finish: true });
    const view = await ensureView(db, "p");
    const searcher = createSearcher(db, { cacheBytes: 1_000_000, embedder });
    return { db, searcher, view, config: { defaultMaxResults: 10, relevanceThreshold: 0 } } as ToolContext;
  }

  test("find_similar gives symbols of like code, the nearest first, without the symbol itself", async () => {
    const tool = await context();
    const [user] = await tool.searcher.searchSymbols(tool.view, { text: "removeUser", limit: 1 });
    const { results } = await findSimilar.run({ node_id: user!.symbol.nodeId, limit: 3 }, tool);
    expect(results.map(({ name }) => name)).toContain("deleteOrder");
    expect(results.map(({ name }) => name)).not.toContain("removeUser");
    expect(results.map(({ similarity }) => similarity)).toEqual(
      results.map(({ similarity }) => similarity).toSorted((a, b) => b - a),
    );
    expect(findSimilar.render({ results }, { node_id: "", limit: 3 })).toMatch(/^0\.\d\d {2}/);
  });

  test("find_similar needs no embedder for a symbol whose vector is stored", async () => {
    const tool = await context();
    const embedder = await openBuiltinEmbedder();
    const embed = () => Promise.reject(new CodeindexError("provider_unavailable", "The provider is away."));
    const searcher = createSearcher(tool.db, { cacheBytes: 1_000_000, embedder: { ...embedder, embed } });
    const [order] = await searcher.searchSymbols(tool.view, { text: "deleteOrder", limit: 1 });
    const asked = { node_id: order!.symbol.nodeId, limit: 3 };
    const { results } = await findSimilar.run(asked, { ...tool, searcher });
    expect(results.map(({ name }) => name)).not.toContain("deleteOrder");
    expect(results).toEqual((await findSimilar.run(asked, tool)).results);
    expect(results.length).toBeGreaterThan(0);
  });

  test("search_code goes by meaning as far as it is told", async () => {
    const tool = await context();
    const ask = async (args: Record<string, unknown>) =>
      searchCode.run(z.object(searchCode.input).parse({ query: "shrink picture", ...args }), tool);
    const both = await ask({ explain: true });
    expect(both.metadata.strategy).toBe("hybrid");
    expect(both.results.map(({ path }) => path)).toContain("src/image.ts");
    expect(both.results[0]!.explanation!.sum).toHaveProperty("meaning");
    const words = await ask({ strategy: "tfidf" });
    expect(words).toMatchObject({ metadata: { strategy: "tfidf" }, results: [{ path: "docs/a.md" }] });
    const meaning = await ask({ strategy: "embeddings", explain: true });
    expect(meaning.metadata.strategy).toBe("embeddings");
    for (const { explanation } of meaning.results) expect(Object.keys(explanation!.sum)).toEqual(["meaning"]);
    expect((await ask({ semantic_weight: 0 })).metadata.strategy).toBe("tfidf");
  });
});

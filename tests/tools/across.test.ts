/** One answer about several projects. */
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { ErrorEnvelope } from "../../src/base/errors.js";
import type { ServiceHost } from "../../src/mcp/service-host.js";
import { createSearcher } from "../../src/search/search.js";
import { listProjects, registerProject } from "../../src/store/projects.js";
import { ensureView } from "../../src/store/views.js";
import { TOOLS } from "../../src/tools/index.js";
import { outputJsonSchema } from "../../src/tools/running/schema.js";
import { asker } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";
import { tableHost, viewsBy } from "../mcp/table.js";
import { indexFiles } from "../search/index-files.js";

interface Shown {
  results: { project: string; path?: string; file_path?: string; line?: number; name?: string }[];
  index: { project: string; generation: number }[];
  next_cursor?: string;
  note?: string;
  total?: number;
  notes?: string[];
}

describeStores("across projects", (store) => {
  let host: ServiceHost;
  beforeEach(async () => {
    const db = store();
    await indexFiles(
      db,
      {
        "src/cart.ts": "export class Cart {}\n",
        "a.ts": dedent`
          // cart one
          // cart two
        `,
        "b.ts": "// cart three\n",
      },
      { projectId: "shop" },
    );
    await indexFiles(
      db,
      {
        "lib/cart.ts": dedent`
          export class CartView {}
          export class Cart {} // zebra
        `,
      },
      { projectId: "web" },
    );
    await registerProject(db, "/repos/empty");
    const searcher = createSearcher(db, { cacheBytes: 1_000_000 });
    onTestFinished(() => searcher.close());
    const table = tableHost();
    host = {
      ...table,
      indexing: { ...table.indexing, watched: () => ({ watching: false, changes: 0, note: null }) },
      tools: TOOLS,
      db,
      searcher,
      projects: () => listProjects(db),
      ...viewsBy(({ projectId }) => ensureView(db, projectId)),
    };
  });

  const ask = asker(() => host);
  const shown = async (name: string, args: object): Promise<Shown> => {
    const { structured, text, isError } = await ask(name, args);
    if (isError) throw new Error(text);
    return structured as unknown as Shown;
  };

  test('"*" asks all: results by rank, each with its project, and an index entry for each', async () => {
    const { results, index } = await shown("search_symbols", { query: "Cart", project_id: "*", node_type: "class" });
    expect(results.map(({ project, name }) => [project, name])).toEqual([
      ["shop", "Cart"],
      ["web", "Cart"],
      ["web", "CartView"],
    ]);
    expect(index).toMatchObject([
      { project: "empty", generation: 0 },
      { project: "shop", generation: 1 },
      { project: "web", generation: 1 },
    ]);
  });

  test("a list asks some, by id or name, as an array or with commas", async () => {
    for (const project_id of [["web", "shop", "web"], "web, shop"]) {
      const { index } = await shown("search_code", { query: "cart", project_id });
      expect(index.map(({ project }) => project)).toEqual(["web", "shop"]);
    }
    expect((await ask("search_code", { query: "cart", project_id: ["web", "none"] })).text).toContain(
      "project_not_found",
    );
  });

  test("the words name the project before the path, and say what was left out", async () => {
    const { text } = await ask("search_text", { query: "cart two", project_id: "*" });
    expect(text).toContain("shop:a.ts\n2: // cart two");
    expect(text).toContain("The first index of empty is not built");
    expect(text).toContain("[index: empty not built; shop generation 1; web generation 1]");
  });

  test("lines come file by file in turn, and pages go on where the last one ended", async () => {
    const all = (await shown("search_text", { query: "cart", project_id: ["shop", "web"] })).results;
    const places = all.map(({ project, path, line }) => `${project}:${path}:${line}`);
    expect(places.slice(0, 4)).toEqual(["shop:a.ts:1", "shop:a.ts:2", "web:lib/cart.ts:1", "web:lib/cart.ts:2"]);
    const paged: typeof all = [];
    let cursor: string | undefined;
    do {
      const page = await shown("search_text", { query: "cart", project_id: ["shop", "web"], limit: 2, cursor });
      expect(page.results.length).toBeLessThanOrEqual(2);
      paged.push(...page.results);
      cursor = page.next_cursor;
    } while (cursor);
    expect(paged).toEqual(all);
  });

  test("questions in words are asked of all as well; without pages there is no cursor", async () => {
    const found = await ask("codebase_retrieval", { query: "cart view", project_id: ["shop", "web"], top_k: 1 });
    expect(found.structured).toMatchObject({
      results: [{ project: "web", file: "lib/cart.ts" }],
      metadata: { workspace: "shop, web" },
      truncated: true,
    });
    expect(found.structured).not.toHaveProperty("next_cursor");
    expect(found.text).toContain("web:lib/cart.ts:1-2");
    const docs = await shown("search_docs", { query: "cart", project_id: "*" });
    expect(docs.results).toEqual([]);
  });

  test("a name that one project has is found; one that none has is not", async () => {
    const found = await shown("lookup_symbol", { qualified_name: "CartView", project_id: "*" });
    expect(found.results.map(({ project }) => project)).toEqual(["web"]);
    const both = await shown("lookup_symbol", { qualified_name: "Cart", project_id: "*" });
    expect([both.total, both.results.length]).toEqual([2, 2]);
    expect((await ask("lookup_symbol", { qualified_name: "Nothing", project_id: ["shop", "web"] })).status).toBe(404);
  });

  test("a remark of one project names it", async () => {
    const { notes } = await shown("search_code", {
      query: "cart zebra",
      project_id: ["shop", "web"],
      synthesize: true,
    });
    expect(notes).toEqual([
      expect.stringMatching(/^shop: Not found anywhere: zebra/),
      "llm_unavailable: no chat model is configured, so there is no summary.",
    ]);
  });

  test("other tools are about one project at a time", async () => {
    for (const project_id of ["*", "shop,web"]) {
      const { status, structured } = await ask("list_directory", { project_id });
      expect([status, (structured as ErrorEnvelope).error.message]).toEqual([
        400,
        "project_id: list_directory is about one project at a time; codebase_retrieval, search_code, search_docs, search_symbols, search_text, lookup_symbol take several",
      ]);
    }
  });

  test("where none is built, the answer is that", async () => {
    expect((await ask("search_code", { query: "cart", project_id: ["empty"] })).status).toBe(409);
  });

  test("a small budget still names each result's project", async () => {
    const { results } = await shown("search_code", { query: "cart", project_id: "*", max_tokens: 300 });
    expect(results.length).toBeGreaterThan(0);
    for (const result of results) expect(result.project).toMatch(/^(shop|web)$/);
  });

  test("the published schema of index is one block or a list", () => {
    const { properties } = outputJsonSchema(TOOLS.find(({ name }) => name === "search_code")!) as {
      properties: { index: { anyOf: { type: string }[] } };
    };
    expect(properties.index.anyOf.map(({ type }) => type)).toEqual(["object", "array"]);
  });
});

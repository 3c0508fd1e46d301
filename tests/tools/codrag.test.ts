/** The codrag_ tools: names, shapes, limits and codes are those of their specification. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { type App, createApp } from "../../src/processes/service.js";
import { createJob } from "../../src/store/jobs.js";
import { TOOLS } from "../../src/tools/index.js";
import { inputJsonSchema } from "../../src/tools/running/schema.js";
import { asker } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder } from "../helpers/folders.js";

let folder: string;
let app: App;
beforeAll(async () => {
  folder = temporaryFolder();
  mkdirSync(join(folder, "shop"));
  writeFileSync(
    join(folder, "shop/cart.ts"),
    dedent`
      import { priceOf } from "./prices";
      export const total = priceOf("a");
    `,
  );
  writeFileSync(
    join(folder, "shop/prices.ts"),
    dedent`
      export function priceOf(item: string) {
        return item.length;
      }
    `,
  );
  const repos = [join(folder, "shop")];
  app = await createApp(
    readConfig({ repos, dataDir: join(folder, "data"), watchFiles: false, logLevel: "silent", port: 0 }, {}),
  );
  const { build_id } = (await ask("codrag_build", {})) as unknown as { build_id: string };
  await app.indexing.wait(build_id, new AbortController().signal);
});
afterAll(async () => {
  await app?.close();
});

const call = asker(() => app);

async function ask(name: string, args: object): Promise<Record<string, unknown>> {
  const { isError, structured, text } = await call(name, args);
  expect(isError, text).toBe(false);
  const { index: _index, ...answer } = structured as Record<string, unknown>;
  return answer;
}

test("codrag_status", async () => {
  expect(await ask("codrag_status", { project_id: "shop" })).toMatchObject({
    project: { id: "shop", name: "shop", path: null, mode: "standalone" },
    status: {
      building: false,
      index: { exists: true, total_chunks: expect.any(Number), embedding_model: expect.any(String) },
      trace: { enabled: true, exists: true },
      watch: { enabled: false, state: "disabled" },
    },
    llm: { ollama_connected: false, clara_connected: false },
  });
});

test("codrag_build while a build waits", async () => {
  await createJob(app.db, "waiting", "shop", {});
  expect((await call("codrag_build", {})).structured).toMatchObject({
    error: { code: "BUILD_ALREADY_RUNNING", context: { build_id: "waiting" } },
  });
  await app.indexing.cancel("waiting");
  const started = await ask("codrag_build", { full: true });
  expect(started).toEqual({ started: true, building: true, build_id: expect.any(String) });
  await app.indexing.wait(String(started.build_id), new AbortController().signal);
});

test("codrag_search", async () => {
  const { results } = await ask("codrag_search", { query: "price of an item", k: 1 });
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

describe("codrag_context", () => {
  test("the text alone", async () => {
    expect(await ask("codrag_context", { query: "priceOf" })).toEqual({ context: expect.stringContaining("priceOf") });
  });

  test("structured", async () => {
    expect(await ask("codrag_context", { query: "priceOf", structured: true, max_chars: 400 })).toEqual({
      context: expect.any(String),
      chunks: expect.arrayContaining([expect.objectContaining({ source_path: "prices.ts", text: expect.any(String) })]),
      total_chars: expect.toSatisfy((chars: number) => chars <= 400),
      estimated_tokens: expect.any(Number),
    });
  });
});

describe("codrag_trace", () => {
  test("symbols", async () => {
    const { nodes, edges } = await ask("codrag_trace", { query: "priceOf", kinds: ["function"] });
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

  test("their neighbours", async () => {
    const { nodes, edges } = await ask("codrag_trace", {
      query: "priceOf",
      neighbors: { direction: "in", edge_kinds: ["calls"] },
    });
    expect(nodes).toEqual(expect.arrayContaining([expect.objectContaining({ file_path: "cart.ts" })]));
    expect(edges).toEqual([expect.objectContaining({ kind: "calls", confidence: "import" })]);
  });
});

test.each([
  { name: "codrag_search", args: { query: "a", k: 51 }, code: "INVALID_PARAMETER" },
  { name: "codrag_search", args: {}, code: "INVALID_PARAMETER" },
  { name: "codrag_context", args: { query: "a", max_chars: 20_001 }, code: "INVALID_PARAMETER" },
  { name: "codrag_trace", args: { query: "a", neighbors: { max_nodes: 101 } }, code: "INVALID_PARAMETER" },
  { name: "codrag_trace", args: { query: "a", neighbors: { max_edges: 201 } }, code: "INVALID_PARAMETER" },
  { name: "codrag_status", args: { project_id: "nobody" }, code: "PROJECT_NOT_FOUND" },
])("$name $args: $code", async ({ name, args, code }) => {
  const { isError, structured, text } = await call(name, args);
  expect(isError).toBe(true);
  expect(structured).toMatchObject({ error: { code } });
  expect(text).toMatch(new RegExp(`^${code}: `));
});

test("the defaults and the limits are published", () => {
  const schemaOf = (name: string) => inputJsonSchema(TOOLS.find((tool) => tool.name === name)!).properties;
  expect(schemaOf("codrag_build")).toMatchObject({ full: { default: false } });
  expect(schemaOf("codrag_search")).toMatchObject({ k: { default: 10, maximum: 50 }, min_score: { default: 0.15 } });
  expect(schemaOf("codrag_context")).toMatchObject({
    k: { default: 5 },
    max_chars: { default: 6000, maximum: 20_000 },
    include_sources: { default: true },
    include_scores: { default: false },
    min_score: { default: 0.15 },
    structured: { default: false },
  });
  expect(schemaOf("codrag_trace")?.neighbors?.properties).toMatchObject({
    hops: { default: 1 },
    direction: { default: "both", enum: ["in", "out", "both"] },
    edge_kinds: { default: ["imports"] },
    max_nodes: { default: 25, maximum: 100 },
    max_edges: { default: 50, maximum: 200 },
  });
});

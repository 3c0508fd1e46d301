/** ?profile=codrag: the tools, the JSON and the errors of the CoDRAG specification, by MCP over HTTP. */
import { beforeAll, describe, expect, test } from "vitest";
import { createJob } from "../../../src/store/jobs.js";
import { useSharedApp } from "../../helpers/app.js";
import { dedent } from "../../helpers/dedent.js";
import { defaultsOf, ERAS, type ProfileClient, useClients } from "../../helpers/mcp.js";

const FILES = {
  "cart.ts": dedent`
    import { priceOf } from "./prices";
    export const total = () => priceOf("a");
  `,
  "prices.ts": dedent`
    export function priceOf(item: string) {
      return item.length;
    }
  `,
};

const app = useSharedApp(FILES);
const connect = useClients(app);

describe.each(ERAS)("%s", (era) => {
  let client: ProfileClient;
  beforeAll(async () => {
    client = await connect(era, "/mcp?profile=codrag");
  });

  test("lists the tools of the specification, with its parameters, defaults and caps", async () => {
    const { tools } = await client.listTools();
    const defaults = Object.fromEntries(tools.map((tool) => [tool.name, defaultsOf(tool)]));
    expect(defaults).toEqual({
      codrag_status: {},
      codrag_build: { full: false },
      codrag_search: { k: 10, min_score: 0.15 },
      codrag_context: {
        k: 5,
        max_chars: 6000,
        include_sources: true,
        include_scores: false,
        min_score: 0.15,
        structured: false,
      },
      codrag_trace: {},
    });
    for (const { inputSchema } of tools) expect(Object.keys(inputSchema.properties)[0]).toBe("project_id");
    const [, , search, context, trace] = tools;
    expect(search!.inputSchema.properties.k).toMatchObject({ maximum: 50 });
    expect(context!.inputSchema.properties.max_chars).toMatchObject({ maximum: 20_000 });
    expect(trace!.inputSchema.properties.neighbors!.properties).toMatchObject({
      hops: { default: 1 },
      direction: { default: "both", enum: ["in", "out", "both"] },
      edge_kinds: { default: ["imports"] },
      max_nodes: { default: 25, maximum: 100 },
      max_edges: { default: 50, maximum: 200 },
    });
  });

  test("codrag_status", async () => {
    expect(await client.ask("codrag_status", { project_id: "repo" })).toEqual({
      project: { id: "repo", name: "repo", path: null, mode: "standalone" },
      status: {
        building: false,
        index: { exists: true, total_chunks: expect.any(Number), embedding_model: expect.any(String) },
        trace: { enabled: true, exists: true },
        watch: { enabled: false, state: "disabled" },
      },
      llm: { ollama_connected: false, clara_connected: false },
    });
  });

  test("codrag_build starts one build, and no second one beside it", async () => {
    const id = `waiting-${era}`;
    await createJob(app().db, id, "repo", {});
    const { error } = JSON.parse(await client.fail("codrag_build", {}));
    expect(error).toMatchObject({ code: "BUILD_ALREADY_RUNNING", retryable: true, context: { build_id: id } });
    await app().indexing.cancel(id);
    const started = await client.ask<{ build_id: string }>("codrag_build", { full: true });
    expect(started).toEqual({ started: true, building: true, build_id: expect.any(String) });
    await app().indexing.wait(started.build_id, AbortSignal.timeout(40_000));
  });

  test("codrag_search", async () => {
    expect(await client.ask("codrag_search", { query: "price of an item", k: 1 })).toEqual({
      results: [
        {
          chunk_id: "prices.ts:1-3",
          source_path: "prices.ts",
          span: { start_line: 1, end_line: 3 },
          preview: expect.stringContaining("export function priceOf"),
          score: expect.any(Number),
        },
      ],
    });
  });

  test("codrag_context, as text and in pieces", async () => {
    expect(await client.ask("codrag_context", { query: "priceOf" })).toEqual({
      context: expect.stringContaining("priceOf"),
    });
    expect(await client.ask("codrag_context", { query: "priceOf", structured: true, max_chars: 400 })).toEqual({
      context: expect.toSatisfy((text: string) => text.length <= 400),
      chunks: expect.arrayContaining([expect.objectContaining({ source_path: "prices.ts", text: expect.any(String) })]),
      total_chars: expect.any(Number),
      estimated_tokens: expect.any(Number),
    });
  });

  test("codrag_trace", async () => {
    expect(await client.ask("codrag_trace", { query: "priceOf", kinds: ["function"] })).toEqual({
      nodes: [
        {
          id: expect.any(String),
          kind: "function",
          name: "priceOf",
          file_path: "prices.ts",
          span: { start_line: 1, end_line: 3 },
        },
      ],
      edges: [],
    });
    const neighbors = { direction: "in", edge_kinds: ["calls"] };
    const around = await client.ask<{ nodes: object[]; edges: object[] }>("codrag_trace", {
      query: "priceOf",
      neighbors,
    });
    expect(around.nodes).toEqual(expect.arrayContaining([expect.objectContaining({ file_path: "cart.ts" })]));
    expect(around.edges).toEqual([expect.objectContaining({ kind: "calls" })]);
  });

  test.each([
    { name: "codrag_search", args: { query: "a", k: 51 }, code: "INVALID_PARAMETER" },
    { name: "codrag_search", args: {}, code: "INVALID_PARAMETER" },
    { name: "codrag_context", args: { query: "a", max_chars: 20_001 }, code: "INVALID_PARAMETER" },
    { name: "codrag_trace", args: { query: "a", neighbors: { max_nodes: 101 } }, code: "INVALID_PARAMETER" },
    { name: "codrag_trace", args: { query: "a", neighbors: { max_edges: 201 } }, code: "INVALID_PARAMETER" },
    { name: "codrag_status", args: { project_id: "nobody" }, code: "PROJECT_NOT_FOUND" },
  ])("$name $args: $code", async ({ name, args, code }) => {
    const { error } = JSON.parse(await client.fail(name, args));
    expect(error).toEqual({
      code,
      message: expect.any(String),
      category: "request",
      severity: "error",
      retryable: false,
      suggestions: expect.any(Array),
      context: expect.any(Object),
      timestamp: expect.stringMatching(/^\d{4}-/),
    });
  });

  test("an error says what to do next, and names no tool that is not there", async () => {
    const { error } = JSON.parse(await client.fail("codrag_status", { project_id: "nobody" }));
    expect(error.suggestions).toEqual(["Add the project or run MCP with --project."]);
  });

  test("questions at the same time do not disturb a build", async () => {
    const { build_id } = await client.ask<{ build_id: string }>("codrag_build", {});
    const asked = Array.from({ length: 8 }, () =>
      client.ask<{ results: object[] }>("codrag_search", { query: "price" }),
    );
    for (const { results } of await Promise.all(asked)) expect(results.length).toBeGreaterThan(0);
    const { status } = await app().indexing.wait(build_id, AbortSignal.timeout(40_000));
    expect(status).toBe("completed");
  });
});

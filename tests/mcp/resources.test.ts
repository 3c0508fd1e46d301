/** Resources, prompts and completions through both official clients: they hold what they are sent against the protocol's schemas. */
import type { Client } from "@modelcontextprotocol/client";
import type { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HttpServer, listen } from "../../src/http/server.js";
import { createSearcher, type Searcher } from "../../src/search/search.js";
import { TOOLS } from "../../src/tools/index.js";
import { useSample } from "../graph/with-sample.js";
import { temporaryFolder } from "../helpers/folders.js";
import { legacyClient, modernClient } from "../helpers/mcp.js";
import { ALPHA, tableHost } from "./table.js";

const sample = useSample();
const root = temporaryFolder({ "src/a b.ts": "export const a = 1;\n" });

let server: HttpServer;
let searcher: Searcher;
let modern: Client;
let legacy: LegacyClient;
beforeAll(async () => {
  const host = tableHost({ projects: [{ ...ALPHA, projectId: sample.view.projectId, name: "sample", root }] });
  searcher = createSearcher(sample.db, { cacheBytes: 2 ** 20 });
  server = await listen({ ...host, searcher, tools: TOOLS, db: sample.db, viewOf: async () => sample.view });
  const url = new URL("/mcp", server.url);
  modern = await modernClient(url);
  legacy = await legacyClient(url);
});
afterAll(async () => {
  await modern?.close();
  await legacy?.close();
  await server?.close();
  await searcher?.close();
});

describe.each(["2026-07-28", "2025-11-25"])("%s", (era) => {
  const client = () => (era === "2026-07-28" ? (modern as unknown as LegacyClient) : legacy);

  test("resources", async () => {
    const { resources } = await client().listResources();
    const id = sample.view.projectId;
    expect(resources.map(({ uri }) => uri)).toEqual([
      "codeindex://projects",
      "codeindex://workspace/status",
      "codeindex://workspace/stats",
      `codeindex://${id}/workspace/status`,
      `codeindex://${id}/workspace/stats`,
    ]);
    const { resourceTemplates } = await client().listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain("codeindex://{project}/file/{+path}");
    const uri = "codeindex://file/src/a%20b.ts";
    expect((await client().readResource({ uri })).contents).toEqual([
      { uri, mimeType: "text/plain", text: "export const a = 1;\n" },
    ]);
  });

  test.each([
    { uri: "codeindex://file/src/none.ts", code: era === "2026-07-28" ? -32602 : -32002 },
    { uri: "codeindex://file/../../etc/passwd", code: -32602 },
    { uri: "codeindex://file/%E0%A4%A", code: -32602 },
    { uri: "codeindex://nowhere", code: era === "2026-07-28" ? -32602 : -32002 },
  ])("refuses $uri", async ({ uri, code }) => {
    const refused = client().readResource({ uri });
    await expect(refused).rejects.toMatchObject({ code });
    await expect(refused).rejects.not.toThrow(root);
  });

  test("prompts", async () => {
    const { prompts } = await client().listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      "code-search",
      "workspace-overview",
      "explain-symbol",
      "plan-change",
      "review-diff",
    ]);
    const { messages } = await client().getPrompt({
      name: "explain-symbol",
      arguments: { symbol: "AuthService.login" },
    });
    expect(messages.map(({ content }) => content.type)).toContain("resource_link");
    await expect(client().getPrompt({ name: "explain-symbol", arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });

  test("completions", async () => {
    const ofTemplate = await client().complete({
      ref: { type: "ref/resource", uri: "codeindex://{project}/file/{+path}" },
      argument: { name: "path", value: "src/au" },
      context: { arguments: { project: sample.view.projectId } },
    });
    expect(ofTemplate.completion).toEqual({ values: ["src/auth.ts"], total: 1, hasMore: false });
    const ofPrompt = await client().complete({
      ref: { type: "ref/prompt", name: "explain-symbol" },
      argument: { name: "kind", value: "me" },
    });
    expect(ofPrompt.completion.values[0]).toBe("method");
  });
});

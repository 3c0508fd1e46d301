/** The structured form of answers: how much of it is sent to whom, and that its brief form is about as long as the words. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { createTwoFilesPatch } from "diff";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { estimateTokens } from "../../src/base/estimate-tokens.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { TOOLS } from "../../src/tools/index.js";
import { asker, useSharedApp } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";
import { modernClient } from "../helpers/mcp.js";

const PROJECT = join(import.meta.dirname, "..", "..");
/** Files of this project: real code, with callers, implementations and documents. */
const files: Record<string, string> = { "docs/graph.md": readFileSync(join(PROJECT, "docs/graph.md"), "utf8") };
for (const folder of ["src/graph", "src/repository", "src/masking"])
  for (const name of readdirSync(join(PROJECT, folder)).filter((name) => name.endsWith(".ts")))
    files[`${folder}/${name}`] = readFileSync(join(PROJECT, folder, name), "utf8");
// A method that begins in the line of its class.
files["src/box.ts"] = dedent`
  export class Box { open() {
      return 1;
    }
  }
`;

const app = useSharedApp(files);
let server: HttpServer;
let client: Client;
beforeAll(async () => {
  // Vectors that come in meanwhile would change the order of results.
  const [project] = await app().projects();
  const isFilled = async () => app().searcher.meaning.progress(await app().viewOf(project!))?.isComplete;
  await vi.waitFor(async () => expect(await isFilled()).toBe(true), { timeout: 30_000, interval: 200 });
  server = await listen(app());
  client = await modernClient(new URL("/mcp?toolsets=all", server.url));
});
afterAll(async () => {
  await client?.close();
  await server?.close();
});

/** Functions of src/graph/symbol.ts, for their places: one that calls much, and one that is called much. */
const SYMBOL = "readSymbol";
const CALLED = "readParents";
/** Gives a function another parameter. */
function changedSignature(): string {
  const path = "src/graph/symbol.ts";
  const before = files[path] ?? "";
  const after = before.replace(
    "given: string): Promise<CodeSymbol>",
    "given: string, isSure: boolean): Promise<CodeSymbol>",
  );
  return createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after);
}
/** Inputs of each tool, several where the form of its answer differs. */
const QUESTIONS: Record<string, Record<string, unknown>[]> = {
  codebase_retrieval: [{ query: "how is a symbol read by its place" }],
  search_code: [{ query: "symbol place path line" }, { query: "mask secrets", limit: 5 }],
  search_text: [{ query: "lineStart" }, { query: "nodeIdAt", context_lines: 3 }, { query: "nowhere to be found" }],
  search_docs: [{ query: "how sure are edges" }],
  find_similar_code: [{ path: "src/graph/symbol.ts", line_start: 1, line_end: 30 }],
  get_context: [{ query: "how is a symbol read by its place" }],
  diff_impact: [{ diff: changedSignature() }],
  code_research: [{ query: "how is a symbol read by its place" }, { query: "nodeIdAt", focus: "dependencies" }],
  overview: [{}, { path: "src/graph" }],
  find_dead_code: [{}],
  find_cycles: [{}],
  find_hotspots: [{}],
  search_symbols: [{ query: "symbol" }, { query: "read*" }],
  lookup_symbol: [{ qualified_name: "readSymbol" }],
  get_symbol: [{ symbols: [SYMBOL] }, { symbols: ["src/graph/symbol.ts"] }],
  get_source: [{ symbols: [SYMBOL] }, { symbols: [SYMBOL, CALLED, "src/graph/symbol.ts", "nothing"] }],
  get_relations: [{ symbols: [SYMBOL] }, { symbols: [SYMBOL, CALLED], relations: ["callers"] }],
  get_source_spans: [{ symbols: [SYMBOL] }],
  get_file_outline: [{ path: "src/graph/symbol.ts" }],
  get_callers: [
    { symbols: [SYMBOL] },
    { symbols: [SYMBOL, CALLED] },
    { symbols: [CALLED] },
    { symbols: [CALLED], depth: 3 },
  ],
  get_callees: [{ symbols: [SYMBOL] }, { symbols: [SYMBOL], include_external: true }],
  get_implementations: [{ symbols: [CALLED] }],
  get_references: [{ symbols: [SYMBOL] }, { symbols: [CALLED] }],
  get_tests: [{ symbols: [SYMBOL] }],
  get_dependencies: [{ symbols: [SYMBOL] }, { symbols: ["src/graph/symbol.ts"] }],
  get_dependents: [{ symbols: [CALLED] }, { symbols: ["src/repository/decode.ts"] }],
  trace: [
    { from: SYMBOL },
    { from: SYMBOL, hops: 2 },
    { from: SYMBOL, to: "nodeIdAt" },
    { from: "nodeIdAt", to: "readSymbol" },
    { to: "printable" },
  ],
  list_directory: [{}, { path: "src/graph" }],
  get_directory_tree: [{}],
  read_file: [{ path: "src/graph/symbol.ts", line_start: 1, line_end: 60 }],
  get_file_context: [{ path: "src/graph/symbol.ts", line_start: 20, line_end: 40 }],
  list_projects: [{}],
  get_status: [{}],
  explain_path: [{ path: "src/graph/symbol.ts" }, { path: "src/none.ts" }],
  get_job: [],
};

/** Beyond 1.3 times the words, for what is around them: names of fields, and the subject of an answer that is a sentence. */
const AROUND = 40;

describe.each(Object.keys(QUESTIONS))("%s", (name) => {
  test("its brief form says the same in about as many tokens as the words", async () => {
    for (const asked of await questionsOf(name)) {
      const ask = (detail: string) => asker(app)(name, { ...asked, detail });
      const { isError, text, structured } = await ask("brief");
      expect(isError, text).toBe(false);
      const full = await ask("full");
      const linesOf = (said: string) => said.split("\n").toSorted();
      expect(linesOf(full.text)).toEqual(linesOf(text));
      const [words, brief, whole] = [text, JSON.stringify(structured), JSON.stringify(full.structured)].map((one) =>
        estimateTokens(one),
      ) as [number, number, number];
      console.log(`${name}: ${words} tokens of text, ${brief} brief, ${whole} full`);
      expect(brief).toBeLessThanOrEqual(1.3 * words + AROUND);
    }
  });
});

async function questionsOf(name: string): Promise<Record<string, unknown>[]> {
  if (name !== "get_job") return QUESTIONS[name]!.map((asked) => withSymbol(asked));
  const [project] = await app().projects();
  return [{ job_id: (await app().indexing.start(project!, { force: false })).jobId, wait_seconds: 10 }];
}

/** With the lines where the functions stand today. */
function withSymbol(asked: Record<string, unknown>): Record<string, unknown> {
  const lines = files["src/graph/symbol.ts"]!.split("\n");
  const placeOf = (name: string) => {
    const line = 1 + lines.findIndex((text) => text.startsWith("export") && text.includes(`function ${name}`));
    return `src/graph/symbol.ts:${line}`;
  };
  const { symbols, from } = asked as { symbols?: string[]; from?: string };
  const isPlaced = (name: string | undefined) => name === SYMBOL || name === CALLED;
  return {
    ...asked,
    ...(symbols && { symbols: symbols.map((name) => (isPlaced(name) ? placeOf(name) : name)) }),
    ...(isPlaced(from) && { from: placeOf(from!) }),
  };
}

test("every tool that may be brief and changes nothing is asked", () => {
  const brief = TOOLS.filter(({ brief, readOnly }) => brief !== false && readOnly).map((tool) => tool.name);
  const apart = ["find_similar", "read_media_file"];
  expect(Object.keys(QUESTIONS).toSorted()).toEqual(brief.filter((name) => !apart.includes(name)).toSorted());
});

describe("the form for each client", () => {
  const arguments_ = { qualified_name: "readSymbol" };
  const rowOf = (answer: unknown) => (answer as { results: Record<string, unknown>[] }).results[0];

  test("MCP the brief one, and the full one for the asking", async () => {
    const brief = await client.callTool({ name: "lookup_symbol", arguments: arguments_ });
    expect(rowOf(brief.structuredContent)).toEqual({
      at: expect.stringMatching(/^src\/graph\/symbol\.ts:\d+-\d+$/),
      symbol: "function readSymbol(db: Db, view: View, given: string): Promise<CodeSymbol>",
    });
    const full = await client.callTool({ name: "lookup_symbol", arguments: { ...arguments_, detail: "full" } });
    expect(rowOf(full.structuredContent)).toMatchObject({ node_id: expect.any(String), is_async: true });
    expect(full.structuredContent).toMatchObject({ index: { project: "repo" }, total: 1 });
  });

  test("its index where the words have it: in the first answer", async () => {
    const other = await modernClient(new URL("/mcp/repo", server.url));
    const { content, structuredContent } = await other.callTool({ name: "lookup_symbol", arguments: arguments_ });
    const isTold = (content as { text: string }[])[0]!.text.includes("[index: ");
    expect("index" in (structuredContent as object)).toBe(isTold);
    await other.close();
  });

  test("the REST API the full one, and the brief one for the asking", async () => {
    const post = async (body: object) => {
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body: JSON.stringify({ ...arguments_, ...body }) };
      return (await fetch(new URL("/tools/lookup_symbol", server.url), init)).json();
    };
    expect(rowOf(await post({}))).toHaveProperty("node_id");
    expect(rowOf(await post({ detail: "brief" }))).not.toHaveProperty("node_id");
  });

  test("the toolset codrag the shapes that its clients know", async () => {
    const { structuredContent } = await client.callTool({ name: "codrag_search", arguments: { query: "symbol" } });
    expect(structuredContent).toHaveProperty("index");
  });

  test("a place of the brief form is a symbol to the other tools", async () => {
    const found = await client.callTool({ name: "search_symbols", arguments: { query: "readSymbol" } });
    const { at } = rowOf(found.structuredContent) as { at: string };
    const { structuredContent } = await client.callTool({ name: "get_callers", arguments: { symbols: [at] } });
    expect(structuredContent).toMatchObject({ symbol: { name: "readSymbol" } });
  });

  test.each([
    { place: "src/box.ts:1-4", name: "class Box" },
    { place: "src/box.ts:1-3", name: "method Box.open()" },
    { place: "src/box.ts:1", name: "method Box.open()" },
  ])("$place is $name: the symbol that has just these lines, else the smallest", async ({ place, name }) => {
    const { structuredContent } = await client.callTool({ name: "get_symbol", arguments: { symbols: [place] } });
    expect(structuredContent).toMatchObject({ symbol: expect.stringContaining(name) });
  });
});

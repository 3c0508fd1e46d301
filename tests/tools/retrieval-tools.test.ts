/** The tools that answer a question with code, on a small repository. */
import { expect, it } from "vitest";
import { z } from "zod";
import { CodeindexError } from "../../src/base/errors.js";
import type { ChatModel } from "../../src/models/chat/chat.js";
import { createSearcher } from "../../src/search/search.js";
import codebaseRetrieval from "../../src/tools/codebase-retrieval.js";
import findSimilarCode from "../../src/tools/find-similar-code.js";
import getContext from "../../src/tools/get-context.js";
import { checkInput } from "../../src/tools/running/check-input.js";
import type { ToolContext, ToolDefinition } from "../../src/tools/running/tool.js";
import searchCode from "../../src/tools/search-code.js";
import searchDocs from "../../src/tools/search-docs.js";
import { describeStores } from "../helpers/store.js";
import { indexFiles } from "../search/index-files.js";

const FILES = {
  "src/token.ts": `import { sign } from "./sign.js";

/** Gives a new token in place of one that expires. */
export function rotateToken(token: string): string {
  if (isExpired(token)) throw new Error("expired");
  return sign(token);
}
`,
  "src/sign.ts": "export function sign(text: string): string {\n  return text + KEY;\n}\n",
  "README.md": "# Shop\n\n## Tokens\n\nA token is rotated before it expires.\n",
};

describeStores("tools for questions", (store) => {
  async function ask<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
    tool: ToolDefinition<Input, Output>,
    args: Record<string, unknown>,
    files: Record<string, string> = FILES,
    chat: ChatModel | null = null,
  ) {
    const view = await indexFiles(store(), files);
    const searcher = createSearcher(store(), { cacheBytes: 1_000_000 });
    try {
      const { project_id: _project, max_tokens: _budget, ...checked } = checkInput(tool as never, args);
      const input = checked as z.infer<z.ZodObject<Input>>;
      const project = { projectId: "p", name: "shop", root: "/secret/place/shop" };
      const output = await tool.run(input, {
        db: store(),
        searcher,
        view,
        project,
        config: { maxTokens: 8000, defaultMaxResults: 20, relevanceThreshold: 0 },
        maxTokens: null,
        chat,
        signal: new AbortController().signal,
      } as unknown as ToolContext);
      for (const shown of [output, ...(tool.shrink ?? []).map((shrink) => shrink(output))])
        expect(() => z.object(tool.output).parse(shown)).not.toThrow();
      return { output, text: tool.render(output, input) };
    } finally {
      await searcher.close();
    }
  }

  it("codebase_retrieval says why each piece fits, and names the project and no path outside it", async () => {
    const { output, text } = await ask(codebaseRetrieval, { query: "how is an expired token rotated" });
    expect(output.results[0]).toMatchObject({ file: "src/token.ts", lines: "1-7" });
    expect(output.results[0]!.content).toContain("return sign(token);");
    expect(output.results[0]!.reason).toBe("declares rotateToken; calls isExpired");
    expect(output.results[0]!.score).toBeGreaterThan(output.results[1]!.score);
    expect(output.metadata).toMatchObject({ workspace: "shop", totalResults: 2 });
    expect(Number.isNaN(Date.parse(output.metadata.lastIndexed!))).toBe(false);
    expect(text).toContain(`src/token.ts:1-7 (${output.results[0]!.score}) declares rotateToken`);
    expect(text).not.toContain("secret");
  });

  it("codebase_retrieval writes its answer as JSON on demand", async () => {
    const { output, text } = await ask(codebaseRetrieval, { query: "sign a token", format: "json" });
    expect(JSON.parse(text)).toEqual(output);
  });

  it("codebase_retrieval shows copies once, and says where they are", async () => {
    const files = { ...FILES, "old/token.ts": FILES["src/token.ts"] };
    const { output } = await ask(codebaseRetrieval, { query: "how is an expired token rotated" }, files);
    const shown = output.results.filter(({ content }) => content.includes("rotateToken"));
    expect(shown).toHaveLength(1);
    expect(shown[0]!.reason).toMatch(/; the same in (src|old)\/token\.ts:1-7$/);
  });

  it.each([
    ["a", "words: a"],
    ["?! (){}[]", "The query has no words to search for; search_text finds punctuation."],
    ['AND OR NOT NEAR/3 "', "Not found anywhere: NEAR, 3."],
    ["x".repeat(1000), "Not found anywhere"],
    ["the of and", "words: of"],
  ])("codebase_retrieval takes %j", async (query, want) => {
    expect((await ask(codebaseRetrieval, { query })).text).toContain(want);
  });

  it("search_docs finds sections by their headings, and doc comments of code, but no code", async () => {
    const files = {
      ...FILES,
      "docs/setup.rst": "Setup\n=====\n\nKeys\n----\n\nThe signing key comes from the environment.\n",
      "src/secret.ts": "export const signing = key();\n",
    };
    const { output, text } = await ask(searchDocs, { query: "signing key" }, files);
    expect(output.results.map(({ path, breadcrumb }) => [path, breadcrumb])).toEqual([
      ["docs/setup.rst", "Setup › Keys"],
    ]);
    expect(text).toContain("docs/setup.rst:1-7 Setup › Keys (");
    const tokens = await ask(searchDocs, { query: "token expires" }, files);
    expect(
      tokens.output.results.map(({ kind, path, start_line, end_line }) => [kind, path, start_line, end_line]),
    ).toEqual([
      ["doc_comment", "src/token.ts", 3, 4],
      ["section", "README.md", 1, 5],
    ]);
    expect(tokens.text).toContain("src/token.ts:3-4 comment of rotateToken (");
    const filtered = await ask(searchDocs, { query: "token", path_filter: "docs/**", format: "toon" }, files);
    expect(filtered.text).toBe("query: token\nresults: []");
  });

  it("search_docs gives a long section once, and says where the rest of it is", async () => {
    const files = {
      "a.md": `# Guide\n\n${"A cart holds items that a customer buys.\n\n".repeat(60)}# Other\n\nA cart.\n`,
    };
    const { output } = await ask(searchDocs, { query: "cart items customer" }, files);
    expect(output.results.map(({ breadcrumb }) => breadcrumb)).toEqual(["Guide", "Other"]);
    expect(output.results[0]!.reason).toMatch(/; more of this section in lines \d+-\d+/);
  });

  it("search_docs pages through sections and comments alike", async () => {
    const first = await ask(searchDocs, { query: "token", limit: 1 });
    const cursor = (first.output as { next_cursor?: string }).next_cursor!;
    const second = await ask(searchDocs, { query: "token", limit: 1, cursor });
    expect([...first.output.results, ...second.output.results].map(({ path }) => path).sort()).toEqual([
      "README.md",
      "src/token.ts",
    ]);
    expect(second.output).not.toHaveProperty("next_cursor");
  });

  it("get_context packs code with its imports, and the next call leaves out what was shown", async () => {
    const { output, text } = await ask(getContext, { query: "rotate an expired token", structured: true });
    expect(output.context).toMatch(/^src\/token\.ts:1-7\nimport \{ sign \} from/);
    expect(output.chunks![0]).toMatchObject({ source_path: "src/token.ts", form: "whole", relation: null });
    expect(output.total_chars).toBe(output.context.length);
    expect(text).toContain(`seen: ${output.seen}`);
    const again = await ask(getContext, { query: "rotate an expired token", seen: output.seen });
    expect(again.output).toMatchObject({ context: "", known: output.chunks!.length, seen: output.seen });
    expect(again.text).toContain("Nothing new found");
    await expect(ask(getContext, { query: "token", seen: "no" })).rejects.toThrow(/^seen: /);
  });

  it("get_context keeps to the length that is asked for", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `src/token${at}.ts`,
        `export function token${at}(): string {\n${`  read("token ${at}");\n`.repeat(20)}}\n`,
      ]),
    );
    for (const max_chars of [200, 1000, 5000]) {
      const { output } = await ask(getContext, { query: "read token", max_chars, k: 50 }, files);
      expect(output.context.length).toBeLessThanOrEqual(max_chars);
      expect(output.context).toContain("src/token");
    }
  });

  it("find_similar_code says which are duplicates, and leaves out the piece itself", async () => {
    const add = (name: string, more = "") =>
      `export function ${name}(list: string[], text: string): string[] {\n  const all = [...list, text];\n${more}  return all.sort();\n}\n`;
    const files = {
      "src/add.ts": add("addText"),
      "src/copy.ts": add("addText"),
      "src/more.ts": add("addText", "  report(all);\n"),
      "src/other.ts": "export const text = 1;\n",
      "src/far.cs": "class Far { void Go() { Run(); } }\n",
    };
    const byPath = await ask(findSimilarCode, { path: "src/add.ts", line_start: 1, line_end: 4 }, files);
    expect(byPath.output.results.map(({ path, likeness }) => [path, likeness])).toEqual([
      ["src/copy.ts", "identical"],
      ["src/more.ts", "near_duplicate"],
    ]);
    expect(byPath.output.results[0]).toMatchObject({ similarity: 1 });
    expect(byPath.text).toContain("src/copy.ts:1-4 addText (1): identical; shares ");
    const byText = await ask(findSimilarCode, { code: files["src/add.ts"], maxResults: 2 }, files);
    expect(byText.output.results.map(({ path }) => path)).toEqual(["src/add.ts", "src/copy.ts"]);
    const inLanguage = await ask(findSimilarCode, { code: "Go(); Run();", language: "csharp" }, files);
    expect(inLanguage.output.results.map(({ path }) => path)).toEqual(["src/far.cs"]);
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{}, /^code: give either/],
    [{ code: "a", path: "src/sign.ts" }, /^code: give either/],
    [{ code: "a", line_start: 2 }, /^line_start: goes with path/],
    [{ path: "src/sign.ts", line_start: 9 }, /^line_start: is 9; the last line is 4/],
    [{ path: "src/sign.ts", line_start: 3, line_end: 2 }, /^line_start: is 3; line_end is 2/],
    [{ path: "nowhere.ts" }, /^No file nowhere\.ts/],
    [{ code: "x".repeat(20_001) }, /^code: /],
  ])("find_similar_code refuses %j", async (args, want) => {
    await expect(ask(findSimilarCode, args)).rejects.toThrow(want);
  });

  it("find_similar_code says that of a long piece it compares the beginning", async () => {
    const { output } = await ask(findSimilarCode, { path: "src/long.ts" }, { "src/long.ts": "go();\n".repeat(4000) });
    expect(output.notes).toEqual(["The piece is long: its first 20000 characters are compared."]);
  });

  it.each([
    ["no file passes", searchCode, { path_filter: "lib/**" }, "No file of the index passes these filters."],
    ["no file passes", searchDocs, { path: "lib" }, "No file of the index passes these filters."],
    ["no file passes", findSimilarCode, { language: "csharp" }, "No file of the index passes these filters."],
    [
      "nothing is good enough",
      searchCode,
      { threshold: 1 },
      "No result is as relevant as was asked for; the best one has 0.",
    ],
    [
      "nothing is good enough",
      getContext,
      { min_score: 1 },
      "No result is as relevant as was asked for; the best one has 0.",
    ],
    ["letters are nowhere", searchCode, { query: "クエリ結果 wort" }, "Not found anywhere: クエリ結果, wort."],
    [
      "a long word is nowhere",
      codebaseRetrieval,
      { query: "x".repeat(1000) },
      `Not found anywhere: ${"x".repeat(120)}….`,
    ],
  ] as unknown as [string, ToolDefinition, Record<string, unknown>, string][])(
    "%s: the answer says so",
    async (_why, tool, args, want) => {
      const asked = tool.name === "find_similar_code" ? { code: "sign(token)" } : { query: "sign a token quickly" };
      const { output } = await ask(tool, { ...asked, ...args });
      expect((output as { notes: string[] }).notes).toContainEqual(expect.stringContaining(want));
    },
  );

  it.each([searchCode, searchDocs, codebaseRetrieval, getContext] as unknown as ToolDefinition[])(
    "$name repeats of a long query the beginning, on one line",
    async (tool) => {
      const { text } = await ask(tool, { query: `token\n  at sign ${"more ".repeat(150)}` });
      if (tool.name !== "get_context") expect(text.split("\n")[0]).toMatch(/for: token at sign more .{101}…$/);
      expect(text).not.toContain("more ".repeat(30));
    },
  );

  it.each(["?!", "a", "日本語", "((((((("])("find_similar_code takes %j", async (code) => {
    expect((await ask(findSimilarCode, { code })).text).toMatch(/^(Nothing similar found|\d+ similar)/);
  });

  it("search_code looks for the words that a chat model adds, and tells its summary first", async () => {
    const chat = {
      name: "test/model",
      ask: async (system: string) => (/list up to/.test(system) ? "signature" : "It signs."),
    };
    const args = { query: "seal", expand_query: true, synthesize: true };
    const asked = await ask(searchCode, args, { "src/a.ts": "export const signature = 1;\n" }, chat);
    expect(asked.output).toMatchObject({
      results: [{ path: "src/a.ts" }],
      expanded_with: ["signature"],
      synthesis: { summary: "It signs.", follow_ups: [], model: "test/model" },
    });
    expect(asked.text).toMatch(/Also looked for: signature\n.*\n\nIt signs. \(test\/model\)\n/);
  });

  it("search_code says llm_unavailable beside the results where there is no chat model, or it fails", async () => {
    const args = { query: "token", expand_query: true, synthesize: true };
    const without = await ask(searchCode, args);
    expect(without.output.results.length).toBeGreaterThan(0);
    expect(without.output.notes).toEqual([
      "llm_unavailable: no chat model is configured, so the words that were added are the index's own.",
      "llm_unavailable: no chat model is configured, so there is no summary.",
    ]);
    const failing = {
      name: "test/model",
      ask: async () => Promise.reject(new CodeindexError("provider_unavailable", "It is down.")),
    };
    const failed = await ask(searchCode, args, FILES, failing);
    expect(failed.output.results.length).toBeGreaterThan(0);
    expect(failed.output.notes[1]).toBe("llm_unavailable: It is down, so there is no summary.");
    expect(failed.output).not.toHaveProperty("synthesis");
  });

  it.each([{ query: "" }, { query: "x".repeat(1001) }, { query: "a", top_k: 51 }, { query: "a", top_k: 0 }, {}])(
    "codebase_retrieval refuses %j",
    (args) => {
      expect(() => checkInput(codebaseRetrieval as never, args)).toThrow(/^(query|top_k): /);
    },
  );
});

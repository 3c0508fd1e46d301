/** The tool search_code (src/tools/search-code.ts): its fields, pages and notes. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { CodeindexError } from "../../src/base/errors.js";
import { readConfig } from "../../src/config/config.js";
import { encodeCursor } from "../../src/format/page.js";
import { createSearcher } from "../../src/search/search.js";
import { checkInput } from "../../src/tools/running/check-input.js";
import type { ToolContext } from "../../src/tools/running/tool.js";
import searchCode from "../../src/tools/search-code.js";
import { dedent } from "../helpers/dedent.js";
import { askTool } from "../helpers/question-tool.js";
import { describeStores } from "../helpers/store.js";
import { indexFiles } from "../search/index-files.js";

const FILES = {
  "src/token.ts": dedent`
    /** Signs. */
    export function rotateToken(token: string): string {
      return sign(token);
    }
  `,
  "src/other.ts": "export const token = 1;\n",
};

const lines = (word: string, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `            log.Write("${word} of the login ${index}", user, DateTime.UtcNow);\n`,
  ).join("");

const method = (head: string, count: number) => dedent`
          public ${head}
          {
  ${lines(head, count)}        }

`;

/** Large methods, each a chunk, and between them small members, which are joined. */
const LOGIN = `namespace Shop.Auth
{
    public class Login
    {
${method("void First()", 14)}${method("Login()", 2)}${method("Login(User user)", 2)}${method("void Second()", 14)}${method("void Fail()", 2)}${method("void Pass()", 2)}    }
}
`;

const config = readConfig({ repos: ["/srv/app"], dataDir: "/srv/data" }, {});

describeStores("search_code", (store) => {
  async function context(): Promise<ToolContext & { searcher: { close(): Promise<void> } }> {
    const view = await indexFiles(store(), FILES);
    const searcher = createSearcher(store(), { cacheBytes: 1_000_000 });
    const { signal } = new AbortController();
    return { config, db: store(), searcher, view, chat: null, signal } as unknown as ToolContext;
  }

  test("search_code has the fields of both specs, pages, and notes what it cannot do yet", async () => {
    const tool = await context();
    try {
      const input = z.object(searchCode.input).parse({
        query: "rotate token",
        maxResults: 1,
        strategy: "embeddings",
        synthesize: true,
        explain: true,
      });
      const output = await searchCode.run(input, tool);
      expect(z.object(searchCode.output).parse(output).results[0]).toMatchObject({
        path: "src/token.ts",
        file: "src/token.ts",
        start_line: 1,
        end_line: 4,
        kind: "function",
        symbols: ["rotateToken"],
        signature: "rotateToken(token: string): string",
        breadcrumb: "rotateToken",
        doc_comment: "Signs.",
        context: { function: "rotateToken", class: null, language: "typescript" },
        chunk: { text: FILES["src/token.ts"].trimEnd(), startLine: 1, endLine: 4 },
      });
      expect(output).toMatchObject({ truncated: true, metadata: { strategy: "tfidf", totalResults: 2 } });
      expect(output.notes).toHaveLength(2);
      expect(searchCode.render(output, input)).toContain("src/token.ts:1-4 function rotateToken");
      const next = await searchCode.run({ ...input, cursor: output.next_cursor! }, tool);
      expect(next.results.map((one) => one.path)).toEqual(["src/other.ts"]);
      const past = { ...input, cursor: encodeCursor(40) };
      expect(searchCode.render(await searchCode.run(past, tool), past)).toContain("0 of 2 results for: rotate token");
      const short = searchCode.shrink!.reduce((shown, shrink) => shrink(shown), output);
      expect(searchCode.render(short, input)).toContain("rotateToken(token: string): string");
    } finally {
      await tool.searcher.close();
    }
  });

  test("search_code tells of a chunk that joins members what they stand in, and of none that it is a function", async () => {
    const view = await indexFiles(store(), { "src/Login.cs": LOGIN });
    const searcher = createSearcher(store(), { cacheBytes: 1_000_000 });
    try {
      const tool = { config, db: store(), searcher, view, chat: null, signal: new AbortController().signal };
      const input = z.object(searchCode.input).parse({ query: "login", maxResults: 10 });
      const output = await searchCode.run(input, tool as unknown as ToolContext);
      const contexts = output.results
        .toSorted((a, b) => a.start_line - b.start_line)
        .map(({ kind, symbols, context }) => [kind, symbols.join(), context.function, context.class]);
      expect(contexts).toEqual([
        ["class", "Shop.Auth,Login", null, "Login"],
        ["method", "First", "First", "Login"],
        ["constructor", "Login", null, "Login"],
        ["method", "Second", "Second", "Login"],
        ["method", "Fail,Pass", null, "Login"],
      ]);
      expect(searchCode.render(output, input)).toContain(" method Shop.Auth › Login: Fail, Pass (");
    } finally {
      await searcher.close();
    }
  });

  test("search_code says in every format that a line which the query names is not there", async () => {
    const tool = await context();
    try {
      for (const format of ["human", "json", "toon"]) {
        const input = z.object(searchCode.input).parse({ query: "token in src/token.ts:530", limit: 5, format });
        const text = searchCode.render(await searchCode.run(input, tool), input);
        expect(text).toContain("src/token.ts has 4 lines, so line 530 is of another version.");
      }
    } finally {
      await tool.searcher.close();
    }
  });

  test("search_code looks for the words that a chat model adds, and tells its summary first", async () => {
    const chat = {
      name: "test/model",
      ask: async (system: string) => (/list up to/.test(system) ? "signature" : "It signs."),
    };
    const args = { query: "seal", expand_query: true, synthesize: true };
    const asked = await askTool(store(), searchCode, args, {
      files: { "src/a.ts": "export const signature = 1;\n" },
      chat,
    });
    expect(asked.output).toMatchObject({
      results: [{ path: "src/a.ts" }],
      expanded_with: ["signature"],
      synthesis: { summary: "It signs.", follow_ups: [], model: "test/model" },
    });
    expect(asked.text).toMatch(/Also looked for: signature\n.*\n\nIt signs. \(test\/model\)\n/);
  });

  test("search_code says llm_unavailable beside the results where there is no chat model, or it fails", async () => {
    const args = { query: "token", expand_query: true, synthesize: true };
    const without = await askTool(store(), searchCode, args);
    expect(without.output.results.length).toBeGreaterThan(0);
    expect(without.output.notes).toEqual([
      "llm_unavailable: no chat model is configured, so the words that were added are the index's own.",
      "llm_unavailable: no chat model is configured, so there is no summary.",
    ]);
    const failing = {
      name: "test/model",
      ask: async () => Promise.reject(new CodeindexError("provider_unavailable", "It is down.")),
    };
    const failed = await askTool(store(), searchCode, args, { chat: failing });
    expect(failed.output.results.length).toBeGreaterThan(0);
    expect(failed.output.notes[1]).toBe("llm_unavailable: It is down, so there is no summary.");
    expect(failed.output).not.toHaveProperty("synthesis");
  });
});

describe("search_code out of range", () => {
  test.each([{ query: "a", limit: 201 }, { query: "" }, { query: "a", threshold: 1.1 }])("%o is refused", (input) => {
    expect(() => checkInput(searchCode as never, input)).toThrow(/^\w+: /);
  });
});

import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readConfig } from "../../src/config/config.js";
import { encodeCursor } from "../../src/format/page.js";
import { createSearcher } from "../../src/search/search.js";
import type { ToolContext } from "../../src/tools/running/tool.js";
import searchCode from "../../src/tools/search-code.js";
import searchSymbols from "../../src/tools/search-symbols.js";
import searchText from "../../src/tools/search-text.js";
import { describeStores } from "../helpers/store.js";
import { indexFiles } from "../search/index-files.js";

const FILES = {
  "src/token.ts": "/** Signs. */\nexport function rotateToken(token: string): string {\n  return sign(token);\n}\n",
  "src/other.ts": "export const token = 1;\n",
};

const lines = (word: string, count: number) =>
  Array.from(
    { length: count },
    (_, at) => `            log.Write("${word} of the login ${at}", user, DateTime.UtcNow);\n`,
  ).join("");
const method = (head: string, count: number) => `        public ${head}\n        {\n${lines(head, count)}        }\n\n`;
/** Large methods, each a chunk, and between them small members, which are joined. */
const LOGIN = `namespace Shop.Auth
{
    public class Login
    {
${method("void First()", 14)}${method("Login()", 2)}${method("Login(User user)", 2)}${method("void Second()", 14)}${method("void Fail()", 2)}${method("void Pass()", 2)}    }
}
`;

const config = readConfig({ repos: ["/srv/app"], dataDir: "/srv/data" }, {});

describeStores("search tools", (store) => {
  async function context(): Promise<ToolContext & { searcher: { close(): Promise<void> } }> {
    const view = await indexFiles(store(), FILES);
    const searcher = createSearcher(store(), { cacheBytes: 1_000_000 });
    const { signal } = new AbortController();
    return { config, db: store(), searcher, view, chat: null, signal } as unknown as ToolContext;
  }

  it("search_code has the fields of both specs, pages, and notes what it cannot do yet", async () => {
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

  it("search_code tells of a chunk that joins members what they stand in, and of none that it is a function", async () => {
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

  it("search_code says in every format that a line which the query names is not there", async () => {
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

  it("search_text leads with the file of its lines, search_symbols with path:line", async () => {
    const tool = await context();
    try {
      const text = z.object(searchText.input).parse({ query: "sign(", context_lines: 1 });
      expect(searchText.render(await searchText.run(text, tool), text)).toContain(
        "src/token.ts\n2- export function rotateToken(token: string): string {\n3:   return sign(token);  [in rotateToken 2-4]\n4- }",
      );
      const symbols = z.object(searchSymbols.input).parse({ query: "rotate*" });
      const found = await searchSymbols.run(symbols, tool);
      expect(found.results[0]).toMatchObject({ name: "rotateToken", file_path: "src/token.ts", line_start: 2 });
      expect(found.results[0]!.rank).toBeLessThan(0);
      expect(searchSymbols.render(found, symbols)).toContain("src/token.ts:2 function rotateToken");
    } finally {
      await tool.searcher.close();
    }
  });

  it("files by node_type are those of TypeScript too, whether they are modules or not", async () => {
    const tool = await context();
    try {
      const ask = async (given: object) =>
        (await searchSymbols.run(z.object(searchSymbols.input).parse(given), tool)).results.map(
          ({ file_path, node_type }) => `${file_path} ${node_type}`,
        );
      expect(await ask({ query: "token", node_type: "file" })).toEqual(["src/token.ts module"]);
      expect(await ask({ query: "token", node_type: "module" })).toEqual(["src/token.ts module"]);
      expect(await ask({ query: "rotateToken", node_type: "file" })).toEqual([]);
    } finally {
      await tool.searcher.close();
    }
  });
});

describe("inputs out of range", () => {
  it.each([
    [searchCode.input, { query: "a", limit: 201 }],
    [searchCode.input, { query: "" }],
    [searchCode.input, { query: "a", threshold: 1.1 }],
    [searchText.input, { query: "a", context_lines: 11 }],
    [searchText.input, { query: "a".repeat(1001) }],
    [searchSymbols.input, { query: "a", limit: 51 }],
  ] as [z.ZodRawShape, object][])("are refused", (shape, input) => {
    expect(z.object(shape).safeParse(input).success).toBe(false);
  });
});

/** The tool search_symbols (src/tools/search-symbols.ts): order, filters, and names without a symbol. */
import { describe, expect, test } from "vitest";
import { checkInput } from "../../src/tools/running/check-input.js";
import searchSymbols from "../../src/tools/search-symbols.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { askTool } from "../helpers/question-tool.js";
import { describeStores } from "../helpers/store.js";

describeStores("search_symbols", (store) => {
  test("leads with path:line; exact names come first", async () => {
    const { output, text } = await askTool(store(), searchSymbols, { query: "rotate*" });
    expect(output.results[0]).toMatchObject({ name: "rotateToken", file_path: "src/token.ts", line_start: 4 });
    expect(output.results[0]!.rank).toBeLessThan(0);
    expect(text).toContain("src/token.ts:4 function rotateToken");
  });

  test("filters by kind, language and path, and says that nothing matches", async () => {
    const names = async (args: object) =>
      (await askTool(store(), searchSymbols, { query: "sign OR rotateToken", ...args })).output.results.map(
        ({ name }) => name,
      );
    expect((await names({ node_type: "function" })).toSorted()).toEqual(["rotateToken", "sign"]);
    expect(await names({ node_type: "function", path_filter: "src/sign.ts" })).toEqual(["sign"]);
    expect(await names({ language: "csharp" })).toEqual([]);
    const { text } = await askTool(store(), searchSymbols, { query: "nobodyKnows" });
    expect(text).toMatch(/^No symbol matches nobodyKnows\./);
  });

  test("says which of several names no symbol has", async () => {
    const { text } = await askTool(store(), searchSymbols, { query: "rotateToken OR rotateTokens OR signToken" });
    expect(text.split("\n").slice(1, 3)).toEqual([
      "No symbol is named rotateTokens, signToken: listed are the nearest. Longer names than those that symbols have: ask with name*.",
      expect.stringContaining("src/token.ts:4 function rotateToken"),
    ]);
  });

  test("lists a component, and not its file beside it", async () => {
    const built = await buildRepository(store(), { "src/NavBar.vue": "<script setup>defineProps(['title'])</script>" });
    const { output } = await runTool(searchSymbols, { query: "NavBar", limit: 20 }, built);
    expect(output.results.map(({ qualified_name }) => qualified_name)).toEqual(["NavBar", "NavBar.title"]);
  });

  test("pages", async () => {
    const first = await askTool(store(), searchSymbols, {
      query: "sign OR rotateToken",
      node_type: "function",
      limit: 1,
    });
    expect(first.output).toMatchObject({ truncated: true });
    const { next_cursor: cursor } = first.output as { next_cursor?: string };
    const second = await askTool(store(), searchSymbols, {
      query: "sign OR rotateToken",
      node_type: "function",
      limit: 1,
      cursor,
    });
    expect([...first.output.results, ...second.output.results].map(({ name }) => name).toSorted()).toEqual([
      "rotateToken",
      "sign",
    ]);
  });

  test("files by node_type are those of TypeScript too, whether they are modules or not", async () => {
    const files = { "src/token.ts": "export function rotateToken() {}\n", "src/other.ts": "export const token = 1;\n" };
    const found = async (args: object) =>
      (await askTool(store(), searchSymbols, args as Record<string, unknown>, { files })).output.results.map(
        ({ file_path, node_type }) => `${file_path} ${node_type}`,
      );
    expect(await found({ query: "token", node_type: "file" })).toEqual(["src/token.ts module"]);
    expect(await found({ query: "token", node_type: "module" })).toEqual(["src/token.ts module"]);
    expect(await found({ query: "rotateToken", node_type: "file" })).toEqual([]);
    const { output, text } = await askTool(store(), searchSymbols, { query: "token", node_type: "module" }, { files });
    expect(output.results[0]).toMatchObject({ name: "token.ts", qualified_name: "src/token.ts" });
    expect(text).toContain("module src/token.ts");
  });
});

const WORDS_OF_LANGUAGES = {
  "store/driver.go": dedent`
    package store

    type Driver interface{ Open() error }

    type Server struct{}

    func (s *Server) Serve(name string) error { return nil }
  `,
  "cache/driver.go": dedent`
    package cache

    type Driver interface{ Close() error }
  `,
  "app/sessions.py": dedent`
    class Session(dict):
        async def close(self, at: int) -> None: ...
  `,
};

describeStores("search_symbols in the words of a language", (store) => {
  test.each([
    ["func (s *Server) Serve(name string) error", "Server.Serve"],
    ["(*Server).Serve", "Server.Serve"],
    ["type Server struct", "Server"],
    ["class Session(dict):", "Session"],
    ["async def close(self, at: int)", "Session.close"],
    ["app.sessions.Session.close", "Session.close"],
  ])("%s finds %s", async (query, first) => {
    const { output } = await askTool(store(), searchSymbols, { query }, { files: WORDS_OF_LANGUAGES });
    expect(output.results[0]!.qualified_name).toBe(first);
  });

  test.each([
    ["store.Driver", "store/driver.go"],
    ["cache.Driver", "cache/driver.go"],
    ["example.com/shop/cache.Driver", "cache/driver.go"],
  ])("%s is the one of %s", async (query, path) => {
    const { output } = await askTool(store(), searchSymbols, { query }, { files: WORDS_OF_LANGUAGES });
    expect(output.results[0]).toMatchObject({ qualified_name: "Driver", file_path: path });
  });

  test("a declaration that is a query too means what has all its words first", async () => {
    const files = {
      "a.ts": dedent`
      export function typeGuard() {}
      export function guard() {}
    `,
    };
    const { output } = await askTool(store(), searchSymbols, { query: "type guard" }, { files });
    expect(output.results.map(({ name }) => name)).toEqual(["typeGuard"]);
  });
});

describe("search_symbols out of range", () => {
  test.each([{ query: "a", limit: 51 }, { query: "" }, { query: "a", node_type: "thing" }])(
    "%o is refused",
    (input) => {
      expect(() => checkInput(searchSymbols as never, input)).toThrow(/^\w+: /);
    },
  );
});

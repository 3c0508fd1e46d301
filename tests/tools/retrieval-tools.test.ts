/** Rules that all tools for questions share, on a small repository. */
import { expect, test } from "vitest";
import codebaseRetrieval from "../../src/tools/codebase-retrieval.js";
import findSimilarCode from "../../src/tools/find-similar-code.js";
import getContext from "../../src/tools/get-context.js";
import type { ToolDefinition } from "../../src/tools/running/tool.js";
import searchCode from "../../src/tools/search-code.js";
import searchDocs from "../../src/tools/search-docs.js";
import { askTool } from "../helpers/question-tool.js";
import { describeStores } from "../helpers/store.js";

describeStores("tools for questions", (store) => {
  test.each([
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
      const { output } = await askTool(store(), tool, { ...asked, ...args });
      expect((output as { notes: string[] }).notes).toContainEqual(expect.stringContaining(want));
    },
  );

  test.each([searchCode, searchDocs, codebaseRetrieval, getContext] as unknown as ToolDefinition[])(
    "$name repeats of a long query the beginning, on one line",
    async (tool) => {
      const { text } = await askTool(store(), tool, { query: `token\n  at sign ${"more ".repeat(150)}` });
      if (tool.name !== "get_context") expect(text.split("\n")[0]).toMatch(/for: token at sign more .{101}…$/);
      expect(text).not.toContain("more ".repeat(30));
    },
  );
});

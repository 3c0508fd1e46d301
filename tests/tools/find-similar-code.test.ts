/** The tool find_similar_code (src/tools/find-similar-code.ts): duplicates, and pieces that are alike. */
import { expect, test } from "vitest";
import findSimilarCode from "../../src/tools/find-similar-code.js";
import { dedent } from "../helpers/dedent.js";
import { askTool } from "../helpers/question-tool.js";
import { describeStores } from "../helpers/store.js";

describeStores("find_similar_code", (store) => {
  test("find_similar_code says which are duplicates, and leaves out the piece itself", async () => {
    const add = (name: string, more = "") =>
      dedent`
        export function ${name}(list: string[], text: string): string[] {
          const all = [...list, text];
        ${more}  return all.sort();
        }
      `;
    const files = {
      "src/add.ts": add("addText"),
      "src/copy.ts": add("addText"),
      "src/more.ts": add("addText", "  report(all);\n"),
      "src/other.ts": "export const text = 1;\n",
      "src/far.cs": "class Far { void Go() { Run(); } }\n",
    };
    const byPath = await askTool(
      store(),
      findSimilarCode,
      { path: "src/add.ts", line_start: 1, line_end: 4 },
      { files },
    );
    expect(byPath.output.results.map(({ path, likeness }) => [path, likeness])).toEqual([
      ["src/copy.ts", "identical"],
      ["src/more.ts", "near_duplicate"],
    ]);
    expect(byPath.output.results[0]).toMatchObject({ similarity: 1 });
    expect(byPath.text).toContain("src/copy.ts:1-4 addText (1): identical; shares ");
    const byText = await askTool(store(), findSimilarCode, { code: files["src/add.ts"], maxResults: 2 }, { files });
    expect(byText.output.results.map(({ path }) => path)).toEqual(["src/add.ts", "src/copy.ts"]);
    const inLanguage = await askTool(store(), findSimilarCode, { code: "Go(); Run();", language: "csharp" }, { files });
    expect(inLanguage.output.results.map(({ path }) => path)).toEqual(["src/far.cs"]);
  });

  test.each<[Record<string, unknown>, RegExp]>([
    [{}, /^code: give either/],
    [{ code: "a", path: "src/sign.ts" }, /^code: give either/],
    [{ code: "a", line_start: 2 }, /^line_start: goes with path/],
    [{ path: "src/sign.ts", line_start: 9 }, /^line_start: is 9; the last line is 4/],
    [{ path: "src/sign.ts", line_start: 3, line_end: 2 }, /^line_start: is 3; line_end is 2/],
    [{ path: "nowhere.ts" }, /^No file nowhere\.ts/],
    [{ code: "x".repeat(20_001) }, /^code: /],
  ])("find_similar_code refuses %j", async (args, want) => {
    await expect(askTool(store(), findSimilarCode, args)).rejects.toThrow(want);
  });

  test("find_similar_code says that of a long piece it compares the beginning", async () => {
    const { output } = await askTool(
      store(),
      findSimilarCode,
      { path: "src/long.ts" },
      { files: { "src/long.ts": "go();\n".repeat(4000) } },
    );
    expect(output.notes).toEqual(["The piece is long: its first 20000 characters are compared."]);
  });

  test.each(["?!", "a", "日本語", "((((((("])("find_similar_code takes %j", async (code) => {
    expect((await askTool(store(), findSimilarCode, { code })).text).toMatch(/^(Nothing similar found|\d+ similar)/);
  });
});

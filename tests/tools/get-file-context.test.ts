/** The tool get_file_context (src/tools/get-file-context.ts). */
import { describe, expect, test } from "vitest";
import getFileContext from "../../src/tools/get-file-context.js";
import { runFileTool } from "../helpers/file-tool.js";
import { temporaryFolder } from "../helpers/folders.js";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");

describe("get_file_context", () => {
  test("shows the lines around a range, also of what is not indexed", async () => {
    const root = temporaryFolder({ "a.ts": lines(50) });
    const { output, text } = await runFileTool(getFileContext, root, {
      path: "a.ts",
      lineRange: { start: 20, end: 21 },
      contextLines: 1,
    });
    expect(output).toMatchObject({ line_start: 19, line_end: 22, total_lines: 50, truncated: false, indexed: "no" });
    expect(text).toBe("a.ts:19-22 of 50 lines\n19\tline 19\n20\tline 20\n21\tline 21\n22\tline 22");
    const named = await runFileTool(getFileContext, root, {
      path: "a.ts",
      line_start: 20,
      line_end: 21,
      context_lines: 1,
    });
    expect(named.text).toBe(text);
    for (const args of [
      { lineRange: { start: 9, end: 8 } },
      { lineRange: { start: 51 } },
      { line_start: 9, line_end: 8 },
      { line_start: 51 },
    ])
      await expect(runFileTool(getFileContext, root, { path: "a.ts", ...args })).rejects.toMatchObject({
        code: "invalid_parameter",
      });
  });
});

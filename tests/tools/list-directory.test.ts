/** The tool list_directory (src/tools/list-directory.ts). */
import { describe, expect, test } from "vitest";
import listDirectory from "../../src/tools/list-directory.js";
import { dedent } from "../helpers/dedent.js";
import { runFileTool } from "../helpers/file-tool.js";
import { temporaryFolder } from "../helpers/folders.js";

describe("list_directory", () => {
  test("lists names, types and sizes, in pages", async () => {
    const root = temporaryFolder({ "b.ts": "12", "a/x.ts": "", ".gitignore": "c", c: "" });
    const { output, text } = await runFileTool(listDirectory, root, {});
    expect(output.results).toEqual([
      { name: ".gitignore", type: "file", size: 1 },
      { name: "a", type: "directory" },
      { name: "b.ts", type: "file", size: 2 },
    ]);
    expect(text).toBe(dedent`
      The root: 3 entries
      .gitignore  1 bytes
      a/
      b.ts  2 bytes`);
    const first = (await runFileTool(listDirectory, root, { limit: 2 })).output;
    expect(first).toMatchObject({ truncated: true, total: 3 });
    const second = await runFileTool(listDirectory, root, { limit: 2, cursor: first.next_cursor });
    expect(second.output.results).toEqual([{ name: "b.ts", type: "file", size: 2 }]);
    await expect(runFileTool(listDirectory, root, { path: "b.ts" })).rejects.toMatchObject({
      code: "invalid_parameter",
    });
  });
});

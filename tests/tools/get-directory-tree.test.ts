/** The tool get_directory_tree (src/tools/get-directory-tree.ts). */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import getDirectoryTree from "../../src/tools/get-directory-tree.js";
import { runFileTool } from "../helpers/file-tool.js";
import { temporaryFolder } from "../helpers/folders.js";

describe("get_directory_tree", () => {
  test("nests to its depth", async () => {
    const root = temporaryFolder({ "a/b/c/d.ts": "", "a/e.ts": "" });
    const { text, output } = await runFileTool(getDirectoryTree, root, { depth: 2 });
    expect(text).toBe("The root: 3 entries\na/\n  b/\n  e.ts");
    expect(output.tree.children?.[0]?.children?.[0]).toEqual({ name: "b", type: "directory" });
    await expect(runFileTool(getDirectoryTree, root, { depth: 11 })).rejects.toMatchObject({
      code: "invalid_parameter",
    });
  });

  test("shows the first 1,000 of a directory", async () => {
    const root = temporaryFolder({ "d/0000.ts": "" });
    for (let index = 1; index <= 1000; index++) writeFileSync(join(root, `d/${String(index).padStart(4, "0")}.ts`), "");
    const folder = (await runFileTool(getDirectoryTree, root, { path: "d" })).output.tree;
    expect(folder.truncated).toBe(true);
    expect(folder.children).toHaveLength(1000);
  });
});

test("a file is not a folder", async () => {
  const root = temporaryFolder({ "a.ts": "" });
  await expect(runFileTool(getDirectoryTree, root, { path: "a.ts" })).rejects.toMatchObject({
    code: "invalid_parameter",
    message: expect.stringMatching(/^path: /),
  });
});

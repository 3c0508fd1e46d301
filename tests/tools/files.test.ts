import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readConfig } from "../../src/config/config.js";
import getDirectoryTree from "../../src/tools/get-directory-tree.js";
import getFileContext from "../../src/tools/get-file-context.js";
import listDirectory from "../../src/tools/list-directory.js";
import readFile from "../../src/tools/read-file.js";
import readMediaFile from "../../src/tools/read-media-file.js";
import { briefForm } from "../../src/tools/running/brief-form.js";
import { checkInput } from "../../src/tools/running/check-input.js";
import type { ToolContext, ToolDefinition } from "../../src/tools/running/tool.js";
import { temporaryFolder } from "../helpers/folders.js";

/** Runs a files tool on a repository that was never indexed. */
async function run<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  tool: ToolDefinition<Input, Output>,
  root: string,
  args: Record<string, unknown>,
) {
  const input = checkInput(tool as unknown as ToolDefinition, args) as z.infer<z.ZodObject<Input>>;
  const context = {
    project: { projectId: "p", name: "p", root, settings: {} },
    view: { projectId: "p", viewId: 1, generation: 0 },
    config: readConfig({}, {}, root),
    signal: new AbortController().signal,
  } as unknown as ToolContext;
  const output = await tool.run(input, context);
  z.looseObject(tool.output).parse(output);
  for (const shrink of tool.shrink ?? []) z.looseObject(tool.output).parse(shrink(output));
  return { output, text: tool.render(output, input) };
}

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join("\n");
const PNG = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");

describe("list_directory", () => {
  it("lists names, types and sizes, in pages", async () => {
    const root = temporaryFolder({ "b.ts": "12", "a/x.ts": "", ".gitignore": "c", c: "" });
    const { output, text } = await run(listDirectory, root, {});
    expect(output.results).toEqual([
      { name: ".gitignore", type: "file", size: 1 },
      { name: "a", type: "directory" },
      { name: "b.ts", type: "file", size: 2 },
    ]);
    expect(text).toBe("The root: 3 entries\n.gitignore  1 bytes\na/\nb.ts  2 bytes");
    const first = (await run(listDirectory, root, { limit: 2 })).output;
    expect(first).toMatchObject({ truncated: true, total: 3 });
    const second = await run(listDirectory, root, { limit: 2, cursor: first.next_cursor });
    expect(second.output.results).toEqual([{ name: "b.ts", type: "file", size: 2 }]);
    await expect(run(listDirectory, root, { path: "b.ts" })).rejects.toMatchObject({ code: "invalid_parameter" });
  });
});

describe("get_directory_tree", () => {
  it("nests to its depth", async () => {
    const root = temporaryFolder({ "a/b/c/d.ts": "", "a/e.ts": "" });
    const { text, output } = await run(getDirectoryTree, root, { depth: 2 });
    expect(text).toBe("The root: 3 entries\na/\n  b/\n  e.ts");
    expect(output.tree.children?.[0]?.children?.[0]).toEqual({ name: "b", type: "directory" });
    await expect(run(getDirectoryTree, root, { depth: 11 })).rejects.toMatchObject({ code: "invalid_parameter" });
  });

  it("shows the first 1,000 of a directory", async () => {
    const root = temporaryFolder({ "d/0000.ts": "" });
    for (let at = 1; at <= 1000; at++) writeFileSync(join(root, `d/${String(at).padStart(4, "0")}.ts`), "");
    const folder = (await run(getDirectoryTree, root, { path: "d" })).output.tree;
    expect(folder.truncated).toBe(true);
    expect(folder.children).toHaveLength(1000);
  });
});

describe("read_file", () => {
  const CASES = [
    {
      name: "whole",
      content: "a\nb\n",
      args: {},
      want: { content: "a\nb", line_end: 2, total_lines: 2, truncated: false },
    },
    { name: "CRLF and BOM", content: "\uFEFFa\r\nb", args: {}, want: { content: "a\nb", total_lines: 2 } },
    { name: "empty", content: "", args: {}, want: { content: "", line_end: 0, total_lines: 0, truncated: false } },
    {
      name: "a range",
      content: lines(9),
      args: { line_start: 3, line_end: 4 },
      want: { content: "line 3\nline 4", line_start: 3, line_end: 4 },
    },
    {
      name: "past the end",
      content: lines(3),
      args: { line_start: 3, line_end: 99 },
      want: { content: "line 3", truncated: false },
    },
    {
      name: "many lines",
      content: lines(10_001),
      args: {},
      want: { line_end: 10_000, total_lines: 10_001, truncated: true },
    },
    {
      name: "invalid UTF-8",
      content: Buffer.from("caf\xe9 is a place\n".repeat(2), "latin1"),
      args: {},
      want: { total_lines: 2 },
    },
  ];
  for (const { name, content, args, want } of CASES)
    it(name, async () => {
      const root = temporaryFolder({ "a.ts": content });
      expect((await run(readFile, root, { path: "a.ts", ...args })).output).toMatchObject(want);
    });

  it("numbers its lines in words and in the brief form", async () => {
    const root = temporaryFolder({ "a.ts": lines(30), "empty.ts": "" });
    const { output, text } = await run(readFile, root, { path: "a.ts", line_start: 9, line_end: 10 });
    expect(text).toBe("a.ts:9-10 of 30 lines\n9\tline 9\n10\tline 10");
    expect(output.content).toBe("line 9\nline 10");
    expect(briefForm(readFile, { ...output })).toEqual({
      path: "a.ts",
      content: "9\tline 9\n10\tline 10",
      total_lines: 30,
    });
    expect((await run(readFile, root, { path: "empty.ts" })).text).toBe("empty.ts is empty");
  });

  it("cuts a line of 5 MB", async () => {
    const root = temporaryFolder({ "a.txt": "é".repeat(2_500_000) });
    const { content, truncated } = (await run(readFile, root, { path: "a.txt" })).output;
    expect(truncated).toBe(true);
    expect(Buffer.byteLength(content)).toBe(500 * 1024);
  });

  it("names what it cannot read", async () => {
    const root = temporaryFolder({ "a.png": PNG, "a.ts": "x" });
    await expect(run(readFile, root, { path: "a.png" })).rejects.toMatchObject({
      code: "binary_file",
      context: { mime_type: "image/png" },
    });
    for (const args of [
      { line_start: 2 },
      { line_start: 0 },
      { line_end: 0 },
      { line_start: 3, line_end: 2 },
      { path: 1 },
      { line_start: "1x" },
    ])
      await expect(run(readFile, root, { path: "a.ts", ...args })).rejects.toMatchObject({ code: "invalid_parameter" });
  });
});

const LATIN_SVG = Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><svg><text>é</text></svg>', "latin1");

describe("read_media_file", () => {
  it("gives images and audio, and nothing else", async () => {
    const root = temporaryFolder({
      "a.png": PNG,
      "a.svg": "<svg/>",
      "latin.svg": LATIN_SVG,
      "a.mp3": "text",
      "a.ts": "x",
      "big.png": Buffer.concat([PNG, Buffer.alloc(5 * 2 ** 20)]),
    });
    expect((await run(readMediaFile, root, { path: "a.png" })).output).toMatchObject({
      mime_type: "image/png",
      data: PNG.toString("base64"),
    });
    expect((await run(readMediaFile, root, { path: "a.svg" })).output.mime_type).toBe("image/svg+xml");
    expect((await run(readMediaFile, root, { path: "latin.svg" })).output.data).toBe(LATIN_SVG.toString("base64"));
    await expect(run(readMediaFile, root, { path: "a.mp3" })).rejects.toMatchObject({ code: "invalid_parameter" });
    await expect(run(readMediaFile, root, { path: "a.ts" })).rejects.toMatchObject({ code: "invalid_parameter" });
    await expect(run(readMediaFile, root, { path: "big.png" })).rejects.toMatchObject({ code: "too_large" });
  });
});

describe("get_file_context", () => {
  it("shows the lines around a range, also of what is not indexed", async () => {
    const root = temporaryFolder({ "a.ts": lines(50) });
    const { output, text } = await run(getFileContext, root, {
      path: "a.ts",
      lineRange: { start: 20, end: 21 },
      contextLines: 1,
    });
    expect(output).toMatchObject({ line_start: 19, line_end: 22, total_lines: 50, truncated: false, indexed: "no" });
    expect(text).toBe("a.ts:19-22 of 50 lines\n19\tline 19\n20\tline 20\n21\tline 21\n22\tline 22");
    const named = await run(getFileContext, root, { path: "a.ts", line_start: 20, line_end: 21, context_lines: 1 });
    expect(named.text).toBe(text);
    for (const args of [
      { lineRange: { start: 9, end: 8 } },
      { lineRange: { start: 51 } },
      { line_start: 9, line_end: 8 },
      { line_start: 51 },
    ])
      await expect(run(getFileContext, root, { path: "a.ts", ...args })).rejects.toMatchObject({
        code: "invalid_parameter",
      });
  });
});

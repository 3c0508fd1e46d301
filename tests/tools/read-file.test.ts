/** The tool read_file (src/tools/read-file.ts). */

import { describe, expect, test } from "vitest";
import readFile from "../../src/tools/read-file.js";
import { briefForm } from "../../src/tools/running/brief-form.js";
import { dedent } from "../helpers/dedent.js";
import { runFileTool } from "../helpers/file-tool.js";
import { temporaryFolder } from "../helpers/folders.js";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");

const PNG = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");

describe("read_file", () => {
  const CASES = [
    {
      name: "whole",
      content: dedent`
        a
        b
      `,
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
    test(name, async () => {
      const root = temporaryFolder({ "a.ts": content });
      expect((await runFileTool(readFile, root, { path: "a.ts", ...args })).output).toMatchObject(want);
    });

  test("numbers its lines in words and in the brief form", async () => {
    const root = temporaryFolder({ "a.ts": lines(30), "empty.ts": "" });
    const { output, text } = await runFileTool(readFile, root, { path: "a.ts", line_start: 9, line_end: 10 });
    expect(text).toBe("a.ts:9-10 of 30 lines\n9\tline 9\n10\tline 10");
    expect(output.content).toBe("line 9\nline 10");
    expect(briefForm(readFile, { ...output })).toEqual({
      path: "a.ts",
      content: "9\tline 9\n10\tline 10",
      total_lines: 30,
    });
    expect((await runFileTool(readFile, root, { path: "empty.ts" })).text).toBe("empty.ts is empty");
  });

  test("cuts a line of 5 MB", async () => {
    const root = temporaryFolder({ "a.txt": "é".repeat(2_500_000) });
    const { content, truncated } = (await runFileTool(readFile, root, { path: "a.txt" })).output;
    expect(truncated).toBe(true);
    expect(Buffer.byteLength(content)).toBe(500 * 1024);
  });

  test("names what it cannot read", async () => {
    const root = temporaryFolder({ "a.png": PNG, "a.ts": "x" });
    await expect(runFileTool(readFile, root, { path: "a.png" })).rejects.toMatchObject({
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
      await expect(runFileTool(readFile, root, { path: "a.ts", ...args })).rejects.toMatchObject({
        code: "invalid_parameter",
      });
  });
});

/** The tool read_media_file (src/tools/read-media-file.ts). */
import { describe, expect, test } from "vitest";
import readMediaFile from "../../src/tools/read-media-file.js";
import { runFileTool } from "../helpers/file-tool.js";
import { temporaryFolder } from "../helpers/folders.js";

const PNG = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");

const LATIN_SVG = Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><svg><text>é</text></svg>', "latin1");

describe("read_media_file", () => {
  test("gives images and audio, and nothing else", async () => {
    const root = temporaryFolder({
      "a.png": PNG,
      "a.svg": "<svg/>",
      "latin.svg": LATIN_SVG,
      "a.mp3": "text",
      "a.ts": "x",
      "big.png": Buffer.concat([PNG, Buffer.alloc(5 * 2 ** 20)]),
    });
    expect((await runFileTool(readMediaFile, root, { path: "a.png" })).output).toMatchObject({
      mime_type: "image/png",
      data: PNG.toString("base64"),
    });
    expect((await runFileTool(readMediaFile, root, { path: "a.svg" })).output.mime_type).toBe("image/svg+xml");
    expect((await runFileTool(readMediaFile, root, { path: "latin.svg" })).output.data).toBe(
      LATIN_SVG.toString("base64"),
    );
    await expect(runFileTool(readMediaFile, root, { path: "a.mp3" })).rejects.toMatchObject({
      code: "invalid_parameter",
    });
    await expect(runFileTool(readMediaFile, root, { path: "a.ts" })).rejects.toMatchObject({
      code: "invalid_parameter",
    });
    await expect(runFileTool(readMediaFile, root, { path: "big.png" })).rejects.toMatchObject({ code: "too_large" });
  });
});

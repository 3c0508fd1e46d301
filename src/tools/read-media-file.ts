import { z } from "zod";
import { CodeindexError } from "../base/errors.js";
import { maskSecrets } from "../masking/secrets.js";
import { projectRules } from "../projects/project-rules.js";
import { decodeText } from "../repository/decode.js";
import { mediaType } from "../repository/media.js";
import { readBytes } from "../repository/sandbox.js";
import { defineTool } from "./running/tool.js";
import * as params from "./shared/params.js";

const MOST_BYTES = 5 * 2 ** 20;
/** The one image that is text. */
const SVG = "image/svg+xml";

export default defineTool({
  name: "read_media_file",
  title: "Read an image or audio file",
  toolset: "files",
  description:
    "Looks at an image or screenshot (png), or plays audio, of at most 5 MB: use it for diagrams, icons and sounds.",
  readOnly: true,
  idempotent: true,
  worksUnindexed: true,
  isMedia: true,
  command: { name: "read-media", positional: ["path"] },
  input: { path: params.path },
  output: {
    path: z.string(),
    mime_type: z.string(),
    size: z.int().describe("In bytes."),
    data: z.string().describe("The content in base64."),
  },
  async run(input, { project, config }) {
    const { file, bytes } = await readBytes(project.root, projectRules(project, config), input.path, MOST_BYTES);
    const type = mediaType(file.path, bytes);
    if (type === null)
      throw new CodeindexError(
        "invalid_parameter",
        `path: ${file.path} is neither an image nor audio.`,
        { parameter: "path" },
        ["read_file reads text files."],
      );
    const shown = type === SVG ? maskedText(bytes) : bytes;
    return { path: file.path, mime_type: type, size: bytes.length, data: shown.toString("base64") };
  },
  render({ path, mime_type, size }) {
    return `${path}: ${mime_type}, ${size} bytes`;
  },
});

function maskedText(bytes: Buffer): Buffer {
  const decoded = decodeText(bytes);
  if (!("text" in decoded)) return bytes;
  const masked = maskSecrets(decoded.text);
  // Of another encoding it may be, which it names itself.
  return masked === decoded.text ? bytes : Buffer.from(masked);
}

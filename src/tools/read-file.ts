import { z } from "zod";
import { invalidParameter } from "../base/errors.js";
import { numberedLines } from "../format/numbered.js";
import { maskLines, maskSecrets } from "../masking/secrets.js";
import { cutBytes } from "../repository/text.js";
import { defineTool } from "./running/tool.js";
import * as params from "./shared/params.js";
import { openFiles } from "./shared/project-files.js";

const MOST_LINES = 10_000;
const MOST_BYTES = 500 * 1024;

export default defineTool({
  name: "read_file",
  title: "Read a file",
  toolset: "files",
  description:
    "Reads a text file or a range of its lines, as on disk now: use it when the path is known. At most 10,000 lines or 500 KB at once. read_media_file reads images and audio.",
  readOnly: true,
  idempotent: true,
  worksUnindexed: true,
  command: { name: "read", positional: ["path", "line_start", "line_end"] },
  input: {
    path: params.path,
    line_start: z.int().min(1).optional().describe("From 1."),
    line_end: z.int().min(1).optional().describe("Inclusive."),
  },
  output: {
    path: z.string(),
    content: z.string().describe("Line ends are \\n. Numbered in the brief form."),
    line_start: z.int(),
    line_end: z.int().describe("Last line of the content; one before line_start when there is none."),
    total_lines: z.int(),
    truncated: z.boolean().describe("true: the content was cut; go on from line_end + 1."),
    as_indexed: params.asIndexed,
  },
  brief: ({ content, line_start, line_end, total_lines, ...output }) => ({
    ...output,
    total_lines: line_end < total_lines || line_start > 1 ? total_lines : null,
    content: numberedLines(content, line_start, total_lines),
  }),
  async run(input, context) {
    const start = input.line_start ?? 1;
    if (input.line_end !== undefined && input.line_end < start)
      throw invalidParameter("line_end", `must not lie before line_start (${start}).`);
    const files = await openFiles(context);
    const { path, lines } = await files.lines(input.path);
    if (start > Math.max(1, lines.length)) throw invalidParameter("line_start", `${path} has ${lines.length} lines.`);
    const wanted = lines.slice(start - 1, input.line_end);
    const shown = fitting(wanted);
    const isCut = shown.at(-1) !== wanted.at(shown.length - 1);
    const masked = isCut ? [maskSecrets(shown.join("\n"))] : maskLines(lines, start - 1, start - 1 + shown.length);
    return {
      path,
      content: masked.join("\n"),
      line_start: start,
      line_end: start - 1 + shown.length,
      total_lines: lines.length,
      truncated: shown.length < wanted.length || isCut,
      ...(files.isStored && { as_indexed: true }),
    };
  },
  render({ path, content, line_start, line_end, total_lines, as_indexed }) {
    const when = as_indexed ? ", as they were indexed" : "";
    if (total_lines === 0) return `${path} is empty`;
    return `${path}:${line_start}-${line_end} of ${total_lines} lines${when}\n${numberedLines(content, line_start, total_lines)}`;
  },
  shrink: Array.from({ length: 40 }, () => shorter),
  shrunk: ({ line_end }) => `Cut to fit max_tokens: go on with line_start=${line_end + 1}.`,
});

interface Shown {
  path: string;
  content: string;
  line_start: number;
  line_end: number;
  total_lines: number;
  truncated: boolean;
  as_indexed?: boolean | undefined;
}

/** Four fifths of the lines. */
function shorter(output: Shown): Shown {
  const lines = output.content.split("\n");
  const kept = Math.floor(lines.length * 0.8);
  if (kept === 0) return output;
  return {
    ...output,
    content: lines.slice(0, kept).join("\n"),
    line_end: output.line_start - 1 + kept,
    truncated: true,
  };
}

/** The first lines that stay within the limits. A first line that alone is too long is cut. */
function fitting(lines: string[]): string[] {
  let bytes = 0;
  for (const [index, line] of lines.entries()) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > MOST_BYTES && index === 0) return [cutBytes(line, MOST_BYTES)];
    if (bytes > MOST_BYTES || index === MOST_LINES) return lines.slice(0, index);
  }
  return lines;
}

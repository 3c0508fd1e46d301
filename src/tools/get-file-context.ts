import { z } from "zod";
import { invalidParameter } from "../base/errors.js";
import { nth, present } from "../base/need.js";
import { numberedLines } from "../format/numbered.js";
import { outgoingRelations } from "../graph/relations.js";
import { isShared } from "../graph/symbol.js";
import { maskLines } from "../masking/secrets.js";
import { readLedgerPaths } from "../store/files.js";
import { headsOfFile, type SymbolHead } from "../store/symbol-heads.js";
import { defineTool, type ToolContext } from "./running/tool.js";
import * as params from "./shared/params.js";
import { openFiles } from "./shared/project-files.js";

/** Without a lineRange the file's beginning is shown. */
const DEFAULT_LINES = 100;
const MOST_LINES = 2000;
const MOST_IMPORTS = 100;

const lineNumber = z.int().min(1);

export default defineTool({
  name: "get_file_context",
  title: "File context",
  toolset: "files",
  description:
    "Shows lines with what surrounds them: use it with a place from a stack trace, a diff or a search. Adds the enclosing symbols and the imports.",
  readOnly: true,
  idempotent: true,
  worksUnindexed: true,
  command: { name: "context", positional: ["path", "line_start", "line_end"] },
  aliases: { contextLines: "context_lines" },
  input: {
    path: params.path,
    line_start: lineNumber.optional().describe("From 1."),
    line_end: lineNumber.optional().describe(`Inclusive; the first ${DEFAULT_LINES} lines if both are left out.`),
    context_lines: z.int().min(0).max(100).default(10).describe("Lines around them."),
    lineRange: z
      .object({ start: lineNumber.optional(), end: lineNumber.optional() })
      .optional()
      .describe("As line_start and line_end."),
  },
  output: {
    path: z.string(),
    content: z.string(),
    line_start: z.int(),
    line_end: z.int(),
    total_lines: z.int(),
    truncated: z.boolean().describe("true: the range is longer than what is shown."),
    enclosing: z
      .array(
        z.object({
          node_id: z.string(),
          qualified_name: z.string(),
          node_type: z.string(),
          line_start: z.int(),
          line_end: z.int(),
        }),
      )
      .describe("The symbols that enclose the range, outermost first."),
    imports: z.array(
      z.object({
        name: z.string(),
        file_path: z.string().nullable().describe("null: outside the project, or a namespace that many files share."),
        module: z.string().nullable(),
        line: z.int(),
      }),
    ),
    indexed: z
      .enum(["current", "outdated", "no"])
      .describe("Whether symbols and imports are those of the content shown; outdated: it changed since."),
  },
  brief: ({ enclosing, imports, indexed, content, line_start, line_end: _end, total_lines, ...output }) => ({
    ...output,
    total_lines,
    content: numberedLines(content, line_start, total_lines),
    within: enclosing.map(({ node_type, qualified_name }) => `${node_type} ${qualified_name}`),
    imported: [...new Set(imports.map((item) => item.file_path ?? item.module ?? item.name))],
    ...(indexed !== "current" && { indexed }),
  }),
  async run(input, context) {
    const { path, lines, file } = await (await openFiles(context)).lines(input.path);
    const { start: first = input.line_start, end: last = input.line_end } = input.lineRange ?? {};
    const range = rangeOf(first, last, lines.length);
    const start = Math.max(1, range.start - input.context_lines);
    const wantedEnd = Math.min(lines.length, range.end + input.context_lines);
    const end = Math.min(wantedEnd, start + MOST_LINES - 1);
    return {
      path,
      content: maskLines(lines, start - 1, end).join("\n"),
      line_start: start,
      line_end: end,
      total_lines: lines.length,
      truncated: end < wantedEnd,
      ...(await surroundings(context, path, file, range)),
    };
  },
  render(output) {
    const { path, content, line_start, line_end, total_lines, enclosing, imports, indexed } = output;
    const within = enclosing.map((symbol) => `${symbol.node_type} ${symbol.qualified_name}`).join(" > ");
    const imported = [...new Set(imports.map((item) => item.file_path ?? item.module ?? item.name))].join(", ");
    return [
      `${path}:${line_start}-${line_end} of ${total_lines} lines`,
      ...(within ? [`in ${within}`] : []),
      ...(imported ? [`imports ${imported}`] : []),
      ...(indexed === "outdated" ? ["The file changed since it was indexed: symbols may have moved."] : []),
      ...(total_lines > 0 ? [numberedLines(content, line_start, total_lines)] : []),
    ].join("\n");
  },
  shrink: [(output) => ({ ...output, imports: output.imports.slice(0, 20) }), (output) => ({ ...output, imports: [] })],
});

function rangeOf(first: number | undefined, last: number | undefined, total: number) {
  const start = first ?? 1;
  const end = last ?? (first === undefined ? DEFAULT_LINES : Math.max(start, total));
  if (end < start) throw invalidParameter("line_end", `is ${end} and must not lie before line_start (${start}).`);
  if (start > Math.max(1, total)) throw invalidParameter("line_start", `is ${start}; the file has ${total} lines.`);
  return { start, end: Math.min(end, total) };
}

/** Facts of the index about the file: none before the first build, and none of a file that it does not hold. */
async function surroundings(
  { db, view }: ToolContext,
  path: string,
  file: { size: number; modifiedNs: bigint } | null,
  range: { start: number; end: number },
) {
  const [row] = view.generation === 0 ? [] : await readLedgerPaths(db, view.projectId, view.viewId, [path]);
  if (!row || row.versionId === null) return { enclosing: [], imports: [], indexed: "no" as const };
  const heads = await headsOfFile(db, view, row.versionId);
  // A zero stands for a time that could not be trusted when the file was read.
  const isCurrent =
    file === null || (row.size === file.size && (row.modifiedNs === 0n || row.modifiedNs === file.modifiedNs));
  const encloses = (head: SymbolHead) =>
    head.parentOrdinal >= 0 && head.lineStart <= range.start && head.lineEnd >= range.end;
  return {
    enclosing: heads.filter(encloses).map((head) => ({
      node_id: head.nodeId,
      qualified_name: head.qualifiedName,
      node_type: head.nodeType,
      line_start: head.lineStart,
      line_end: head.lineEnd,
    })),
    imports: await importsOf({ db, view }, heads.slice(0, 1)),
    indexed: isCurrent ? ("current" as const) : ("outdated" as const),
  };
}

async function importsOf({ db, view }: Pick<ToolContext, "db" | "view">, fileSymbol: SymbolHead[]) {
  const { relations } = await outgoingRelations(db, view, fileSymbol, {
    kinds: ["imports"],
    tiers: ["exact", "import", "unique", "external"],
    depth: 1,
  });
  return relations.slice(0, MOST_IMPORTS).map(({ symbol, external, lines }) => ({
    name: symbol ? symbol.qualifiedName || symbol.path : present(external).name,
    file_path: symbol && !isShared(symbol) ? symbol.path : null,
    module: external?.module ?? null,
    line: nth(lines, 0),
  }));
}

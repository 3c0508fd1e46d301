import { z } from "zod";
import { outlineRows } from "../format/brief.js";
import { countOf } from "../format/counts.js";
import { pageOf } from "../format/page.js";
import { byField, placeOf, symbolFields, symbolShape, withSignature } from "../format/symbols.js";
import { readOutline } from "../graph/files/outline.js";
import { normalizePath } from "../repository/sandbox.js";
import { defineTool } from "./running/tool.js";
import * as params from "./shared/params.js";

export default defineTool({
  name: "get_file_outline",
  title: "File outline",
  toolset: "symbols",
  description:
    "The functions and classes that a file contains: use it for an outline of a long file. With lines, signatures and node_ids.",
  readOnly: true,
  idempotent: true,
  answersPreviews: () => true,
  command: { name: "outline", positional: ["path"] },
  input: { path: params.path, limit: params.limit(500, 2000), cursor: params.cursor },
  output: {
    file_path: z.string(),
    node_id: z.string().nullable().describe("Of the file itself, for get_dependents and get_dependencies."),
    language: z.string().nullable(),
    by: symbolShape.by,
    parse_status: z.enum(["full", "partial"]),
    error_ranges: z
      .array(z.object({ line_start: z.int(), line_end: z.int() }))
      .describe("Lines that did not parse; what they declare may be missing."),
    results: z.array(z.object({ ...symbolShape, depth: z.int().describe("0: at the top level of the file.") })),
    total: z.int(),
  },
  brief: ({ results, parse_status: _status, error_ranges, ...output }) => ({
    ...output,
    did_not_parse: error_ranges.map((range) => placeOf("", range.line_start, range.line_end).slice(1)),
    results: outlineRows(results),
  }),
  async run(input, { db, view }) {
    const path = normalizePath(input.path);
    const outline = await readOutline(db, view, path);
    const symbols = outline.entries.map(({ symbol, depth }) => ({
      ...symbolFields({ primary: symbol, spans: [symbol] }),
      depth,
    }));
    return {
      file_path: path,
      node_id: outline.file?.nodeId ?? null,
      // A file without a language has an empty one.
      language: outline.file?.language || null,
      ...byField(outline.file ?? { language: "" }),
      parse_status: outline.status,
      error_ranges: outline.errorRanges.map(([line_start, line_end]) => ({ line_start, line_end })),
      total: symbols.length,
      ...pageOf(symbols, input.limit, input.cursor),
    };
  },
  render(output) {
    const outer: string[] = [];
    const lines = [
      output.language === null
        ? `${output.file_path} is text without a language we parse: no symbols.`
        : `${countOf(output.total, "symbol")} in ${output.file_path} (${output.language}${output.by === undefined ? "" : `, by: ${output.by}`}, node_id ${output.node_id})`,
      ...output.results.map((symbol) => {
        const type = symbol.return_type ? `: ${symbol.return_type}` : "";
        const lineSpan = placeOf("", symbol.line_start, symbol.line_end).slice(1);
        const name = nameWithin(symbol, outer[symbol.depth - 1]);
        outer[symbol.depth] = symbol.qualified_name;
        return `${"  ".repeat(symbol.depth)}${lineSpan}  ${symbol.node_type} ${withSignature(name, symbol.parameter_signature)}${type}  [${symbol.node_id}]`;
      }),
    ];
    if (output.error_ranges.length > 0) {
      const ranges = output.error_ranges
        .slice(0, 10)
        .map((range) => placeOf("", range.line_start, range.line_end).slice(1));
      const more = output.error_ranges.length > 10 ? ", …" : "";
      lines.push("", `Did not parse, so something may be missing: lines ${ranges.join(", ")}${more}`);
    }
    return lines.join("\n");
  },
  shrink: [
    (output) => ({
      ...output,
      results: output.results.map((symbol) => ({ ...symbol, parameter_signature: null, return_type: null })),
    }),
  ],
});

/**
 * The name of a symbol in what it is declared in: an interface that C# implements by its name is a part of it, `IDisposable.Dispose`. A method outside of
 * its type, as in Go, has the name of the type: `Server.Serve`.
 */
function nameWithin(
  { name, qualified_name, node_type }: { name: string; qualified_name: string; node_type: string },
  outer: string | undefined,
) {
  if (outer === undefined) return node_type === "method" ? qualified_name : name;
  const inner = qualified_name.startsWith(`${outer}.`) ? qualified_name.slice(outer.length + 1) : "";
  return inner.endsWith(`.${name}`) ? inner : name;
}

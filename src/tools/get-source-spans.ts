import { z } from "zod";
import { pageOf } from "../format/page.js";
import { countOf, placeOf, subjectFields, subjectShape } from "../format/symbols.js";
import { readSymbol } from "../graph/symbol.js";
import * as params from "./params.js";
import { defineTool } from "./tool.js";

export default defineTool({
  name: "get_source_spans",
  title: "Source spans",
  toolset: "symbols",
  description:
    "Spans of one symbol, as of C# partial types, overloads, merged declarations: use it to see all of it; read_file shows the lines.",
  readOnly: true,
  idempotent: true,
  linksFiles: true,
  command: { name: "spans", positional: ["node_id"] },
  input: { node_id: params.nodeId, limit: params.limit(100, 500), cursor: params.cursor },
  output: {
    symbol: subjectShape,
    results: z.array(
      z.object({
        file_path: z.string(),
        line_start: z.int(),
        line_end: z.int(),
        is_primary: z.boolean(),
        parameter_signature: z.string().nullable().describe("Overloads differ in it."),
      }),
    ),
    total: z.int(),
  },
  brief: ({ symbol: { qualified_name: name }, results, ...output }) => ({
    ...output,
    name,
    results: results.map(({ parameter_signature, is_primary, ...span }) => ({
      ...span,
      ...(results.length > 1 && { parameter_signature, is_primary }),
    })),
  }),
  async run(input, { db, view }) {
    const symbol = await readSymbol(db, view, input.node_id);
    const spans = symbol.spans.map((span) => ({
      file_path: span.path,
      line_start: span.lineStart,
      line_end: span.lineEnd,
      is_primary: span === symbol.primary,
      parameter_signature: span.parameterSignature,
    }));
    return { symbol: subjectFields(symbol), total: spans.length, ...pageOf(spans, input.limit, input.cursor) };
  },
  render({ symbol, results, total }) {
    return [
      `${symbol.node_type} ${symbol.qualified_name} is declared in ${countOf(total, "place")}`,
      ...results.map((span) => {
        const mark = span.is_primary && total > 1 ? "  (main)" : "";
        const signature = span.parameter_signature && total > 1 ? `  ${span.parameter_signature}` : "";
        return `${placeOf(span.file_path, span.line_start, span.line_end)}${signature}${mark}`;
      }),
    ].join("\n");
  },
});

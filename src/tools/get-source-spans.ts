import { z } from "zod";
import { countOf } from "../format/counts.js";
import { pageOf } from "../format/page.js";
import { placeOf, subjectFields, subjectShape } from "../format/symbols.js";
import { readSymbol } from "../graph/symbol.js";
import { defineTool } from "./running/tool.js";
import * as params from "./shared/params.js";

const span = z.object({
  file_path: z.string(),
  line_start: z.int(),
  line_end: z.int(),
  is_primary: z.boolean(),
  parameter_signature: z.string().nullable().describe("Overloads differ in it."),
});

export default defineTool({
  name: "get_source_spans",
  title: "Source spans",
  toolset: "symbols",
  description:
    "Spans of one symbol, as of C# partial types, overloads, merged declarations: use it to see all of it; read_file shows the lines.",
  readOnly: true,
  idempotent: true,
  answersPreviews: () => true,
  linksFiles: true,
  command: { name: "spans", positional: ["node_id"] },
  input: { node_id: params.nodeId, limit: params.limit(100, 500), cursor: params.cursor },
  output: {
    symbol: subjectShape,
    results: z.array(span),
    total: z.int(),
  },
  brief: ({ symbol: { qualified_name: name }, results, ...output }) => ({
    ...output,
    name,
    results: results.map((span) => ({ at: spanInWords(span, output.total) })),
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
      ...results.map((span) => spanInWords(span, total)),
    ].join("\n");
  },
});

/** A span in words: `src/cart.ts:3-9`, and among several its signature and whether it is the main one. */
function spanInWords(one: z.infer<typeof span>, total: number): string {
  const mark = one.is_primary && total > 1 ? "  (main)" : "";
  const signature = one.parameter_signature && total > 1 ? `  ${one.parameter_signature}` : "";
  return `${placeOf(one.file_path, one.line_start, one.line_end)}${signature}${mark}`;
}

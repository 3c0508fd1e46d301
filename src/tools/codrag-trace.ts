import { z } from "zod";
import { countOf } from "../format/counts.js";
import { SYMBOL_KINDS } from "../model/parse-result.js";
import { runTool } from "./running/run-inside.js";
import { defineTool } from "./running/tool.js";
import searchSymbols from "./search-symbols.js";
import { graphShape, neighborInput } from "./shared/codrag.js";
import { query } from "./shared/params.js";
import trace from "./trace.js";

const MOST_FOUND = 50;

export default defineTool({
  name: "codrag_trace",
  title: "CoDRAG: trace",
  toolset: "codrag",
  description:
    "Finds symbols by name and, with neighbors, draws the graph around them: use it as search_symbols and trace, in the shapes of CoDRAG.",
  readOnly: true,
  idempotent: true,
  upperCaseErrors: true,
  command: { name: "codrag_trace", positional: ["query"] },
  input: {
    query: query("The name of a symbol, or a part of it."),
    kinds: z
      .array(z.enum(SYMBOL_KINDS))
      .min(1)
      .max(SYMBOL_KINDS.length)
      .optional()
      .describe("Only these kinds, such as class or method."),
    neighbors: z
      .strictObject(neighborInput)
      .optional()
      .describe(
        "{} adds one step of imports; fields: hops, direction (in, out, both), edge_kinds, max_nodes, max_edges.",
      ),
  },
  output: graphShape,
  brief: false,
  async run({ query: name, kinds, neighbors }, context) {
    if (neighbors) {
      const { nodes, edges, capped } = await runTool(
        trace,
        { from: name, ...(kinds && { kinds }), ...neighbors },
        context,
      );
      return { nodes, edges, capped };
    }
    const only = kinds?.length === 1 ? { node_type: kinds[0] } : {};
    const found = await runTool(searchSymbols, { query: name, limit: MOST_FOUND, ...only }, context);
    const wanted = found.results.filter(({ node_type }) => !kinds || kinds.some((kind) => kind === node_type));
    return {
      nodes: wanted.map(({ node_id, node_type, qualified_name, file_path, line_start, line_end }) => ({
        id: node_id,
        kind: node_type,
        name: qualified_name,
        file_path,
        span: { start_line: line_start, end_line: line_end },
      })),
      edges: [],
      capped: found.truncated === true,
    };
  },
  render({ nodes, edges, capped }, { query: name }) {
    const names = new Map(nodes.map((each) => [each.id, each.name]));
    return [
      `${countOf(nodes.length, "symbol")} and ${countOf(edges.length, "edge")} for ${name}${capped ? ", cut at a limit" : ""}`,
      ...nodes.map(({ id, kind, name: own, file_path, span }) => {
        const place = file_path === null ? "" : `${file_path}${span ? `:${span.start_line}-${span.end_line}` : ""} `;
        return `${place}${kind} ${own} [${id}]`;
      }),
      ...edges.map(
        ({ source, target, kind, confidence }) =>
          `${names.get(source) ?? source} ${kind} ${names.get(target) ?? target} (${confidence})`,
      ),
    ].join("\n");
  },
});

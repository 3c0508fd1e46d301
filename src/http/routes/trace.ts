/** /projects/{id}/trace: symbols by name, and what surrounds them in the graph. */
import { z } from "zod";
import { rule } from "../../format/symbols.js";
import { EDGE_KINDS, EDGE_TIERS } from "../../graph/edge.js";
import { SYMBOL_KINDS } from "../../languages/language.js";
import { query } from "../../tools/params.js";
import searchSymbols from "../../tools/search-symbols.js";
import trace from "../../tools/trace.js";
import { defineRoute } from "../route.js";
import { index, indexOf, span } from "./search.js";

/** How far, and how much at most. */
export const neighborInput = {
  hops: z.int().min(1).max(5).default(1).describe("How many steps far (1 to 5)."),
  direction: z.enum(["in", "out", "both"]).default("both").describe("out: what a symbol uses; in: what uses it."),
  edge_kinds: z
    .array(z.enum(EDGE_KINDS))
    .min(1)
    .max(EDGE_KINDS.length)
    .default(["imports"])
    .describe("Which relations to follow."),
  max_nodes: z.int().min(1).max(100).default(25).describe("How many symbols at most (1 to 100)."),
  max_edges: z.int().min(1).max(200).default(50).describe("How many relations at most (1 to 200)."),
};

const node = z.object({
  id: z.string().describe("node_id"),
  kind: z.string(),
  name: z.string(),
  file_path: z.string().nullable().describe("null: outside the project, or a namespace that many files share."),
  span: span.nullable(),
});
const edge = z.object({
  source: z.string(),
  target: z.string(),
  kind: z.enum(EDGE_KINDS),
  confidence: z.enum(EDGE_TIERS),
  rule,
  line: z.int(),
});

/** A piece of the graph. */
export const graphShape = {
  nodes: z.array(node),
  edges: z.array(edge),
  capped: z.boolean().describe("Whether a limit left something out."),
};

export const searchTrace = defineRoute({
  method: "post",
  path: "/projects/:project/trace/search",
  name: "searchTrace",
  tag: "questions",
  summary: "Finds symbols by name; with neighbors, the graph around the symbols that the name means.",
  input: {
    query: query("The name of a symbol, or a part of it."),
    kinds: z
      .array(z.enum(SYMBOL_KINDS))
      .min(1)
      .max(SYMBOL_KINDS.length)
      .optional()
      .describe("Only symbols of these kinds."),
    neighbors: z.strictObject(neighborInput).optional().describe("Show what surrounds them too."),
  },
  output: { ...graphShape, index },
  run: async ({ query: name, kinds, neighbors }, { ask }) => {
    if (neighbors) {
      const found = await ask(trace, { query: name, ...(kinds && { kinds }), ...neighbors });
      return { nodes: found.nodes, edges: found.edges, capped: found.capped, index: indexOf(found) };
    }
    const only = kinds?.length === 1 ? { node_type: kinds[0] } : {};
    const found = await ask(searchSymbols, { query: name, limit: 50, ...only });
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
      index: indexOf(found),
    };
  },
});

export const getNeighbors = defineRoute({
  method: "get",
  path: "/projects/:project/trace/neighbors/:node_id",
  name: "getNeighbors",
  tag: "questions",
  summary: "The graph around a symbol.",
  input: neighborInput,
  output: { ...graphShape, index },
  run: async (input, { ask, params }) => {
    const found = await ask(trace, { node_id: params.node_id!, ...input });
    return { nodes: found.nodes, edges: found.edges, capped: found.capped, index: indexOf(found) };
  },
});

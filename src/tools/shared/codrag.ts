/** Shapes that the codrag_ tools share with the REST routes of the same answers: a place, a hit, a piece of the graph. */
import { z } from "zod";
import { rule } from "../../format/symbols.js";
import { EDGE_KINDS, EDGE_TIERS } from "../../model/edge.js";
import { query } from "./params.js";

export const span = z.object({ start_line: z.int(), end_line: z.int() });

/** A hit, as search and context show it. */
export const hitShape = {
  chunk_id: z.string().describe("Its place: path:first-last."),
  source_path: z.string(),
  span,
  score: z.number().describe("How much of what the query asks for is here, 0 to 1."),
};

/** How many results, and how good they must be. */
export const hitInput = (k: number) => ({
  query: query("In words or as code."),
  k: z.int().min(1).max(50).default(k).describe("Most results."),
  min_score: z.number().min(0).max(1).default(0.15).describe("Least score."),
});

/** The place of a hit, and its name. */
export function placeOfHit(source_path: string, start_line: number, end_line: number) {
  return { chunk_id: `${source_path}:${start_line}-${end_line}`, source_path, span: { start_line, end_line } };
}

/** How far from a symbol, and how much at most. */
export const neighborInput = {
  hops: z.int().min(1).max(5).default(1).describe("Steps."),
  direction: z.enum(["in", "out", "both"]).default("both").describe("in: what uses it."),
  edge_kinds: z
    .array(z.enum(EDGE_KINDS))
    .min(1)
    .max(EDGE_KINDS.length)
    .default(["imports"])
    .describe("Which relations to follow."),
  max_nodes: z.int().min(1).max(100).default(25).describe("Most symbols."),
  max_edges: z.int().min(1).max(200).default(50).describe("Most relations."),
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

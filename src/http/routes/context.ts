/** /projects/{id}/context: the best code for a question as one text, ready for a prompt. */
import { z } from "zod";
import { estimateTokens } from "../../format/tokens.js";
import getFileOutline from "../../tools/get-file-outline.js";
import searchCode from "../../tools/search-code.js";
import trace from "../../tools/trace.js";
import { defineRoute, type RouteContext } from "../route.js";
import { hitInput, hitOf, hitShape, index, indexOf } from "./search.js";
import { graphShape, neighborInput } from "./trace.js";

const expansion = z.strictObject({
  ...neighborInput,
  edge_kinds: neighborInput.edge_kinds.unwrap().default(["calls", "imports"]).describe("Which relations to follow."),
});

type Graph = { [Field in keyof typeof graphShape]: z.infer<(typeof graphShape)[Field]> };

/** Around so many of the best results relations are looked for. */
const EXPANDED = 3;
/** A piece that is cut is not worth its heading below this many characters. */
const LEAST_PIECE = 80;

export const getContext = defineRoute({
  method: "post",
  path: "/projects/:project/context",
  name: "getContext",
  tag: "questions",
  summary: "Puts the best code for a question together as one text of at most max_chars characters.",
  input: {
    ...hitInput(5),
    max_chars: z.int().min(200).max(20_000).default(6000).describe("How long the text may be (200 to 20000)."),
    include_sources: z.boolean().default(true).describe("Say above each piece where it is from."),
    include_scores: z.boolean().default(false).describe("Say above each piece how well it fits."),
    structured: z.boolean().default(false).describe("Give the pieces as well as the text."),
    trace_expand: expansion.optional().describe("Add the relations of the best results to the text."),
  },
  output: {
    context: z.string(),
    chunks: z
      .array(z.object({ ...hitShape, text: z.string(), truncated: z.boolean() }))
      .optional()
      .describe("With structured: what the text is made of."),
    trace: z.object(graphShape).optional().describe("With structured and trace_expand."),
    total_chars: z.int().optional(),
    estimated_tokens: z.int().optional(),
    index,
  },
  run: async (input, { ask }) => {
    const found = await ask(searchCode, { query: input.query, limit: input.k, threshold: input.min_score });
    const graph = input.trace_expand ? await relationsOf(found.results, input.trace_expand, ask) : undefined;
    const pieces = found.results.map((result) => {
      const hit = hitOf(result);
      const head = [
        ...(input.include_sources ? [hit.chunk_id] : []),
        ...(input.include_scores ? [`score ${hit.score}`] : []),
      ].join(", ");
      return { hit, head: head && `[${head}]\n`, text: result.chunk.text || result.content };
    });
    const { context, shown } = pack(pieces, graph ? inWords(graph) : "", input.max_chars);
    const answer = { context, index: indexOf(found) };
    if (!input.structured) return answer;
    const chunks = shown.map(({ hit, text, truncated }) => ({ ...hit, text, truncated }));
    return {
      ...answer,
      chunks,
      ...(graph && { trace: graph }),
      total_chars: context.length,
      estimated_tokens: estimateTokens(context),
    };
  },
});

interface Piece {
  hit: ReturnType<typeof hitOf>;
  head: string;
  text: string;
}

/** Whole pieces, best first, as long as they fit; the first that does not is cut at a line, and ends it. */
export function pack(pieces: Piece[], relations: string, most: number) {
  const shown: (Piece & { truncated: boolean })[] = [];
  let context = "";
  for (const piece of pieces) {
    const gap = context === "" ? "" : "\n\n";
    const room = most - context.length - gap.length - piece.head.length;
    const truncated = piece.text.length > room;
    if (truncated && room < LEAST_PIECE) break;
    const text = truncated ? cutAtLine(piece.text, room) : piece.text;
    context += gap + piece.head + text;
    shown.push({ ...piece, text, truncated });
    if (truncated) break;
  }
  const rest = most - context.length - 2;
  if (relations !== "" && rest >= LEAST_PIECE) context += `\n\n${cutAtLine(relations, rest)}`;
  return { context: context.trimStart(), shown };
}

function cutAtLine(text: string, most: number): string {
  if (text.length <= most) return text;
  const line = text.lastIndexOf("\n", most);
  if (line > 0) return text.slice(0, line);
  // Half a character is none.
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(most - 1));
  return text.slice(0, isHalf ? most - 1 : most);
}

/** The graph around what the best results declare. */
async function relationsOf(
  results: { path: string; chunk: { startLine: number; endLine: number } }[],
  how: z.infer<typeof expansion>,
  ask: RouteContext["ask"],
): Promise<Graph> {
  const graph: Graph = { nodes: [], edges: [], capped: results.length > EXPANDED };
  const { max_nodes, max_edges } = how;
  for (const { path, chunk } of results.slice(0, EXPANDED)) {
    const outline = await ask(getFileOutline, { path });
    const declared = outline.results.find(
      ({ line_start }) => line_start >= chunk.startLine && line_start <= chunk.endLine,
    );
    if (!declared) continue;
    const around = await ask(trace, { node_id: declared.node_id, ...how });
    const known = new Set(graph.nodes.map(({ id }) => id));
    graph.nodes.push(...around.nodes.filter(({ id }) => !known.has(id)));
    graph.edges.push(...around.edges);
    graph.capped ||= around.capped;
  }
  graph.capped ||= graph.nodes.length > max_nodes || graph.edges.length > max_edges;
  const nodes = graph.nodes.slice(0, max_nodes);
  const kept = new Set(nodes.map(({ id }) => id));
  const edges = graph.edges.filter(({ source, target }) => kept.has(source) && kept.has(target)).slice(0, max_edges);
  return { nodes, edges, capped: graph.capped };
}

function inWords({ nodes, edges }: Graph): string {
  if (edges.length === 0) return "";
  const names = new Map(nodes.map((node) => [node.id, node]));
  const place = (id: string) => {
    const { name, file_path, span } = names.get(id)!;
    return file_path && span ? `${name} (${file_path}:${span.start_line})` : name;
  };
  return ["Relations:", ...edges.map(({ source, target, kind }) => `${place(source)} ${kind} ${place(target)}`)].join(
    "\n",
  );
}

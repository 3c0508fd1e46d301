import { z } from "zod";
import { headOf } from "../format/search-notes.js";
import getContext from "./get-context.js";
import { runTool } from "./running/run-inside.js";
import { defineTool } from "./running/tool.js";
import { hitInput, hitShape, neighborInput, placeOfHit } from "./shared/codrag.js";

const expansion = z.strictObject({
  ...neighborInput,
  edge_kinds: neighborInput.edge_kinds.unwrap().default(["calls", "imports"]).describe("Which relations to follow."),
});

export default defineTool({
  name: "codrag_context",
  title: "CoDRAG: context",
  toolset: "codrag",
  description: "Puts the best code for a question into one text: use it as get_context, in the shapes of CoDRAG.",
  readOnly: true,
  idempotent: true,
  upperCaseErrors: true,
  command: { name: "codrag_context", positional: ["query"] },
  input: {
    ...hitInput(5),
    max_chars: z.int().min(200).max(20_000).default(6000).describe("Most characters."),
    include_sources: z.boolean().default(true).describe("Name each piece's place."),
    include_scores: z.boolean().default(false).describe("Show scores."),
    structured: z.boolean().default(false).describe("List the pieces too."),
    trace_expand: expansion
      .optional()
      .describe(
        "{} adds callers and callees; fields as in codrag_trace: hops, direction, edge_kinds, max_nodes, max_edges.",
      ),
  },
  output: {
    context: z.string(),
    chunks: z
      .array(
        z.object({
          ...hitShape,
          score: hitShape.score.nullable().describe("0 to 1; null for what trace_expand added."),
          text: z.string(),
          truncated: z.boolean().describe("true: a part of the piece, or its name alone."),
          relation: z.string().nullable().describe("How what trace_expand added is related."),
        }),
      )
      .optional()
      .describe("With structured: what the text is made of."),
    total_chars: z.int().optional(),
    estimated_tokens: z.int().optional(),
  },
  brief: false,
  async run(input, context) {
    const { chunks, ...packed } = await runTool(getContext, input, context);
    if (!chunks) return { context: packed.context };
    return {
      context: packed.context,
      chunks: chunks.map(({ source_path, span, score, form, text = "", relation }) => ({
        ...placeOfHit(source_path, span.start_line, span.end_line),
        score,
        text,
        truncated: form !== "whole",
        relation,
      })),
      total_chars: packed.total_chars,
      estimated_tokens: packed.estimated_tokens,
    };
  },
  render: ({ context }, { query }) => context || headOf(query, null),
  shrink: [
    ({ chunks, ...output }) => ({ ...output, ...(chunks && { chunks: chunks.map((one) => ({ ...one, text: "" })) }) }),
  ],
  shrunk: () => "The pieces are in context alone.",
});

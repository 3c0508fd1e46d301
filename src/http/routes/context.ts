/** /projects/{id}/context: the best code for a question as one text, ready for a prompt. */
import { z } from "zod";
import getContextTool from "../../tools/get-context.js";
import { defineRoute } from "../route.js";
import { hitInput, hitShape, index, indexOf } from "./search.js";
import { neighborInput } from "./trace.js";

const expansion = z.strictObject({
  ...neighborInput,
  edge_kinds: neighborInput.edge_kinds.unwrap().default(["calls", "imports"]).describe("Which relations to follow."),
});

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
    trace_expand: expansion
      .optional()
      .describe("Add what the best pieces use and what uses them, where there is room."),
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
    index,
  },
  run: async (input, { ask }) => {
    const { chunks, ...packed } = await ask(getContextTool, input);
    const answer = { context: packed.context, index: indexOf(packed) };
    if (!chunks) return answer;
    return {
      ...answer,
      chunks: chunks.map(({ source_path, span, score, form, text = "", relation }) => ({
        chunk_id: `${source_path}:${span.start_line}-${span.end_line}`,
        source_path,
        span,
        score,
        text,
        truncated: form !== "whole",
        relation,
      })),
      total_chars: packed.total_chars,
      estimated_tokens: packed.estimated_tokens,
    };
  },
});

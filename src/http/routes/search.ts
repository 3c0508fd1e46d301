/** /projects/{id}/search: ranked results, to look into. */
import { z } from "zod";
import { query } from "../../tools/params.js";
import { indexBlock } from "../../tools/schema.js";
import searchCode from "../../tools/search-code.js";
import { defineRoute } from "../route.js";

const PREVIEW = 300;

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
  query: query("What to look for, in words or as code."),
  k: z.int().min(1).max(50).default(k).describe("How many results at most (1 to 50)."),
  min_score: z.number().min(0).max(1).default(0.15).describe("Leave out results below this score (0 to 1)."),
});

/** What every answer from an index says about that index. */
export const index = indexBlock.describe("The index that answered.");

export const searchProject = defineRoute({
  method: "post",
  path: "/projects/:project/search",
  name: "searchProject",
  tag: "questions",
  summary: "Searches code by words and names, best first.",
  input: hitInput(10),
  output: { results: z.array(z.object({ ...hitShape, preview: z.string() })), notes: z.array(z.string()), index },
  run: async ({ query: words, k, min_score }, { ask }) => {
    const found = await ask(searchCode, { query: words, limit: k, threshold: min_score });
    return {
      results: found.results.map((hit) => ({ ...hitOf(hit), preview: shorten(hit.content) })),
      notes: found.notes,
      index: indexOf(found),
    };
  },
});

export function hitOf(hit: { path: string; relevance: number; chunk: { startLine: number; endLine: number } }) {
  const { startLine, endLine } = hit.chunk;
  return {
    chunk_id: `${hit.path}:${startLine}-${endLine}`,
    source_path: hit.path,
    span: { start_line: startLine, end_line: endLine },
    score: hit.relevance,
  };
}

/** The index block, which the faces add to a tool's answer. */
export function indexOf(answer: object): z.infer<typeof indexBlock> {
  return (answer as { index: z.infer<typeof indexBlock> }).index;
}

function shorten(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > PREVIEW ? `${trimmed.slice(0, PREVIEW)}…` : trimmed;
}

import { z } from "zod";
import { headOf, searchNotes } from "../format/search-notes.js";
import { withSnippets } from "../format/snippet.js";
import type { CodeHit } from "../search/code.js";
import { reasonsFor } from "../search/reason.js";
import * as params from "./params.js";
import { defineTool } from "./tool.js";

export default defineTool({
  name: "codebase_retrieval",
  title: "Find code by description",
  toolset: "search",
  description:
    "Finds the code for a question in plain words: use it first, before you explain or edit code you do not know, and name all that the task involves ('where is a user authenticated, and what tests it'). search_code adds filters; search_symbols finds names, search_text exact text.",
  readOnly: true,
  cost: 3,
  idempotent: true,
  linksFiles: true,
  command: { name: "retrieve", positional: ["query"] },
  input: {
    query: params.query("What the code does."),
    top_k: z.int().min(1).max(50).default(10).describe("Most results."),
    format: z.enum(["json", "human"]).optional().describe("How the text is written."),
  },
  output: {
    results: z.array(
      z.object({
        file: z.string(),
        content: z.string(),
        score: z.number().describe("0 to 1: how much of what the query asks for is here."),
        lines: z.string().describe("First and last line: 45-78."),
        reason: z.string().describe("Which words of the query are where in it, and how near to each other."),
      }),
    ),
    metadata: z.object({
      workspace: z.string().describe("The project's name."),
      lastIndexed: z.string().nullable(),
      queryTimeMs: z.number(),
      totalResults: z.int().describe("Pieces of code that hold a word of the query."),
    }),
    words: z.array(z.string()).describe("The words of the query that were looked for."),
    notes: z.array(z.string()).describe("What the query asks for that is nowhere."),
  },
  brief: ({ results, metadata, words: _words, ...output }) => ({ ...output, total: metadata.totalResults, results }),
  async run(input, { searcher, view, project }) {
    const started = performance.now();
    const query = { text: input.query, offset: 0, limit: input.top_k, threshold: 0 };
    const found = await searcher.searchCode(view, query);
    const reasonOf = reasonsFor(found.asked);
    return {
      results: found.hits.map((hit) => ({
        file: hit.chunk.path,
        content: hit.text,
        score: Math.round(hit.relevance * 1000) / 1000,
        lines: `${hit.chunk.startLine}-${hit.chunk.endLine}`,
        reason: [reasonOf(hit), ...sameIn(hit.copies)].join("; "),
      })),
      metadata: {
        workspace: project.name,
        lastIndexed: view.indexedAt,
        queryTimeMs: Math.round((performance.now() - started) * 10) / 10,
        totalResults: found.total,
      },
      words: found.words,
      notes: searchNotes(found),
    };
  },
  render(output, input) {
    if (input.format === "json") return JSON.stringify(output, null, 1);
    const { results, metadata, notes } = output;
    const found = results.length === 0 ? null : `${results.length} of ${metadata.totalResults} pieces of code`;
    const parts = [headOf(input.query, found), ...notes];
    for (const { file, lines, score, reason, content } of results) {
      parts.push("", `${file}:${lines} (${score}) ${reason}`);
      if (content !== "") parts.push(content);
    }
    return parts.join("\n");
  },
  shrink: [
    (output) => ({ ...output, results: withSnippets(output, 12) }),
    (output) => ({ ...output, results: withSnippets(output, 4) }),
    (output) => ({ ...output, results: output.results.map((one) => ({ ...one, content: "" })) }),
  ],
});

/** Copies that a reason names. */
const MOST_COPIES = 5;

function sameIn(copies: CodeHit["copies"]): string[] {
  if (copies.length === 0) return [];
  const places = copies.slice(0, MOST_COPIES).map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`);
  const more = copies.length - places.length;
  return [`the same in ${places.join(", ")}${more > 0 ? ` and ${more} more` : ""}`];
}

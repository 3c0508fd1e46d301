import { z } from "zod";
import { decodeCursor, encodeCursor } from "../format/page.js";
import { headOf, searchNotes } from "../format/search-notes.js";
import { withSnippets } from "../format/snippet.js";
import { toToon } from "../format/toon.js";
import { searchDocs } from "../search/code/docs.js";
import { defineTool } from "./running/tool.js";
import * as params from "./shared/params.js";

export default defineTool({
  name: "search_docs",
  title: "Search documentation",
  toolset: "search",
  description:
    "Searches the documentation: use it for how to install, configure, deploy and use the project. Finds sections of READMEs and guides, and docstrings.",
  readOnly: true,
  cost: 2,
  idempotent: true,
  answersPreviews: () => true,
  linksFiles: true,
  command: { name: "search-docs", positional: ["query"] },
  input: {
    query: params.query("In words."),
    limit: params.limit(10, 50),
    path: z.string().max(4096).default(".").describe("Only below this folder."),
    path_filter: params.pathFilter,
    format: params.format,
    cursor: params.cursor,
  },
  output: {
    results: z.array(
      z.object({
        path: z.string(),
        start_line: z.int(),
        end_line: z.int(),
        content: z.string(),
        relevance_percent: z.number().describe("0 to 100: how much of what the query asks for is here."),
        kind: z.enum(["section", "text", "doc_comment"]),
        breadcrumb: z.string().nullable().describe("The headings down to the section, or what a doc comment is about."),
        reason: z.string().describe("Which words of the query are where in it."),
      }),
    ),
    words: z.array(z.string()).describe("The words of the query that were looked for."),
    notes: z.array(z.string()).describe("Words of the query that are nowhere."),
  },
  brief: ({ words: _words, ...output }) => ({
    ...output,
    results: output.results.map(({ kind, relevance_percent: score, ...one }) => ({
      ...one,
      score,
      ...(kind === "doc_comment" && { kind }),
    })),
  }),
  async run(input, { db, searcher, view }) {
    const offset = decodeCursor(input.cursor);
    const found = await searchDocs(db, view, (query) => searcher.searchCode(view, query), {
      text: input.query,
      path: input.path,
      ...(input.path_filter === undefined ? {} : { pathFilter: input.path_filter }),
      offset,
      limit: input.limit,
    });
    return {
      results: found.hits.map((hit) => ({
        path: hit.path,
        start_line: hit.startLine,
        end_line: hit.endLine,
        content: hit.text,
        relevance_percent: Math.round(hit.relevance * 1000) / 10,
        kind: hit.kind,
        breadcrumb: hit.breadcrumb,
        reason: hit.reason,
      })),
      words: found.words,
      notes: searchNotes(found),
      ...(found.hasMore ? { truncated: true, next_cursor: encodeCursor(offset + input.limit) } : {}),
    };
  },
  render(output, input) {
    const { results, notes } = output;
    if (input.format === "json") return JSON.stringify(output, null, 1);
    if (input.format === "toon") return toToon(results, { query: input.query, notes });
    const isNothing = results.length === 0 && input.cursor === undefined;
    const found = results.length === 0 ? "No more documentation" : "Documentation";
    const parts = [headOf(input.query, isNothing ? null : found), ...notes];
    for (const one of results) {
      const about = one.kind === "doc_comment" ? `comment of ${one.breadcrumb}` : (one.breadcrumb ?? "");
      parts.push(
        "",
        `${one.path}:${one.start_line}-${one.end_line} ${about} (${one.relevance_percent}%: ${one.reason})`,
      );
      if (one.content !== "") parts.push(one.content);
    }
    return parts.join("\n");
  },
  shrink: [
    (output) => ({ ...output, results: withSnippets(output, 12) }),
    (output) => ({ ...output, results: withSnippets(output, 4) }),
    (output) => ({ ...output, results: output.results.map((one) => ({ ...one, content: "" })) }),
  ],
});

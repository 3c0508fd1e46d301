import { z } from "zod";
import { estimateTokens } from "../../base/estimate-tokens.js";
import { nameOf } from "../../model/paths.js";
import { askTool } from "../../tools/running/call-for-face.js";
import { checkFields } from "../../tools/running/check-input.js";
import searchCode from "../../tools/search-code.js";
import { query } from "../../tools/shared/params.js";
import { fromList, suggestSymbols } from "./completions.js";
import { defineResource, jsonContent, type Variables } from "./resource.js";

const STRATEGIES = ["auto", "embeddings", "tfidf", "fullworkspace"] as const;

const asked = z.object({
  query: query("The query, in words or as code."),
  maxResults: z.int().min(1).max(200).default(50).describe("How many results at most (1 to 200)."),
  strategy: z.enum(STRATEGIES).default("auto").describe("How to search, as search_code takes it."),
  threshold: z.number().min(0).max(1).optional().describe("Only results of at least this relevance (0 to 1)."),
});

export default defineResource({
  name: "search",
  title: "Search code",
  description:
    "The code that fits a query in words, best first. maxResults (1 to 200, 50 if left out), strategy (auto, embeddings, tfidf, fullworkspace) and threshold (0 to 1) are those of search_code.",
  path: "search/{query}{?maxResults,strategy,threshold}",
  mimeType: "application/json",
  annotations: { audience: ["assistant"], priority: 0.5 },
  async read(variables, { host, caller, project }) {
    // Checked, and defaults filled in, by the schema.
    const input = checkFields(asked, withNumbers(variables)) as z.infer<typeof asked>;
    const view = await host.viewOf(project);
    const cache = host.searcher.cacheOf(project.projectId);
    const { misses } = cache;
    const found = await askTool(host, searchCode, input, caller);
    return jsonContent({
      query: input.query,
      // The value must be a strategy that callers may request: both stand for words and meaning together.
      strategy: found.metadata.strategy === "hybrid" ? "embeddings" : found.metadata.strategy,
      executionTime: found.metadata.executionTime,
      totalResults: found.metadata.totalResults,
      results: found.results.map(({ path, chunk, relevance, context }) => ({
        file: path,
        fileName: nameOf(path),
        chunk: { ...chunk, tokens: estimateTokens(chunk.text) },
        relevance,
        context,
      })),
      metadata: {
        searchedFiles: view.totals.files,
        searchedChunks: view.totals.chunks,
        // A concurrent search may make it false.
        cacheHit: cache.misses === misses,
      },
    });
  },
  complete: { query: suggestSymbols, strategy: fromList(STRATEGIES) },
});

/** A text that is not a number stays as it is, and the schema refuses it. */
function withNumbers(variables: Variables): Record<string, unknown> {
  const entries = Object.entries(variables).map(([name, text]) => {
    const isNumber = (name === "maxResults" || name === "threshold") && /^[\d.]+$/.test(text);
    return [name, isNumber ? Number(text) : text];
  });
  return Object.fromEntries(entries);
}

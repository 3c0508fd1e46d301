import { z } from "zod";
import { projectOf } from "../format/brief.js";
import { namesOfChunk } from "../format/chunk-names.js";
import { decodeCursor, encodeCursor } from "../format/page.js";
import { rounded } from "../format/rounded.js";
import { headOf, searchNotes } from "../format/search-notes.js";
import { snippet } from "../format/snippet.js";
import { type ToonRow, toToon } from "../format/toon.js";
import { TYPE_KINDS } from "../model/parse-result.js";
import { type Expansion, expandQuery } from "../models/chat/expand.js";
import { type Synthesis, synthesize } from "../models/chat/synthesize.js";
import { SEMANTIC_WEIGHT } from "../search/code/ranking/balance.js";
import { type RankedText, reasonsFor } from "../search/code/reason.js";
import type { CodeHit, CodeHits } from "../search/code/search.js";
import { defineTool } from "./running/tool.js";
import * as params from "./shared/params.js";

const result = z.object({
  path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  content: z.string().describe("The lines of the chunk that match, with some around them."),
  relevance_percent: z.number().describe("0 to 100: how likely it is that this is right."),
  kind: z.string(),
  symbols: z.array(z.string()),
  signature: z.string().nullable(),
  breadcrumb: z.string().nullable(),
  doc_comment: z.string().nullable(),
  file: z.string().describe("The same as path."),
  chunk: z
    .object({ text: z.string(), startLine: z.int(), endLine: z.int() })
    .describe("The whole unit: a function, a class head, a group of members."),
  relevance: z.number().describe("relevance_percent as 0 to 1."),
  also_in: z.array(z.string()).describe("Where the same text stands too, as path:first-last."),
  reason: z.string().describe("Which words of the query are where in it, and how near it is in meaning."),
  context: z.object({
    function: z.string().nullable().describe("null where it is none, or several: symbols names them."),
    class: z.string().nullable(),
    language: z.string().nullable(),
  }),
  explanation: z
    .object({
      sum: z.record(z.string(), z.number()),
      factors: z.record(z.string(), z.number()),
      score: z.number(),
    })
    .optional()
    .describe("With explain: the score is the sum of the signals times the factors."),
});

const CALLABLE: readonly string[] = ["function", "method", "constructor", "component", "test"];
/** Copies that the words of an answer name. */
const MOST_COPIES = 5;

export default defineTool({
  name: "search_code",
  title: "Search code",
  toolset: "search",
  description:
    "Searches code in one folder, language or kind of file, with filters and pages: use it for 'where' and 'how' questions that need these. Without filters use codebase_retrieval.",
  readOnly: true,
  cost: 2,
  idempotent: true,
  answersPreviews: () => true,
  linksFiles: true,
  command: { name: "search", positional: ["query"] },
  input: {
    query: params.longQuery("In words or as code; an error with its stack trace."),
    limit: z.int().min(1).max(200).optional().describe("Most results; 20 if left out."),
    maxResults: z.int().min(1).max(200).optional().describe("As limit."),
    path: z.string().max(4096).default(".").describe("Only below this folder."),
    path_filter: params.pathFilter,
    extensions: z.string().max(1000).optional().describe("Such as ts,tsx."),
    fileTypes: z.array(z.string().max(100)).max(50).optional().describe("As extensions."),
    language: params.language,
    strategy: z
      .enum(["auto", "embeddings", "tfidf", "fullworkspace"])
      .default("auto")
      .describe("By meaning (embeddings), words (tfidf) or both."),
    threshold: z.number().min(0).max(1).optional().describe("Least relevance."),
    semantic_weight: z.number().min(0).max(1).default(SEMANTIC_WEIGHT).describe("Share of meaning beside words."),
    format: params.format,
    expand_query: z.boolean().default(false).describe("Add related words."),
    synthesize: z.boolean().default(false).describe("Sum up by a chat model."),
    explain: z.boolean().default(false).describe("Explain scores."),
    cursor: params.cursor,
  },
  output: {
    results: z.array(result),
    metadata: z.object({
      strategy: z.string().describe("The strategy that was used."),
      executionTime: z.number().describe("Milliseconds."),
      totalResults: z.int().describe("Units that hold a word of the query or are near it in meaning."),
    }),
    expanded_with: z.array(z.string()).optional().describe("With expand_query: the words that were added."),
    synthesis: z
      .object({ summary: z.string(), follow_ups: z.array(z.string()), model: z.string() })
      .optional()
      .describe("With synthesize: what a chat model makes of the results."),
    notes: z.array(z.string()).describe("Parts of the request that could not be done."),
  },
  brief: ({ results, metadata, ...output }) => ({
    ...output,
    total: metadata.totalResults,
    results: results.map((one) => ({
      path: one.path,
      start_line: one.start_line,
      end_line: one.end_line,
      project: projectOf(one),
      symbol: `${one.kind} ${nameOf(one)}`.trimEnd(),
      score: one.relevance_percent,
      also_in: one.also_in.slice(0, MOST_COPIES),
      explanation: one.explanation,
      text: one.chunk.text || one.content || one.signature,
    })),
  }),
  async run(input, { config, searcher, view, chat, signal }) {
    const started = performance.now();
    const offset = decodeCursor(input.cursor);
    const limit = input.limit ?? input.maxResults ?? config.defaultMaxResults;
    const extensions = [...(input.extensions?.split(",") ?? []), ...(input.fileTypes ?? [])];
    const expansion = input.expand_query
      ? await expandQuery(chat, input.query, () => searcher.relatedWords(view, input.query), signal)
      : null;
    const found = await searcher.searchCode(view, {
      text: input.query,
      added: expansion?.words ?? [],
      path: input.path,
      ...(input.path_filter === undefined ? {} : { pathFilter: input.path_filter }),
      extensions,
      ...(input.language === undefined ? {} : { languages: [input.language] }),
      offset,
      limit,
      threshold: 0,
      leastRelevance: input.threshold ?? config.relevanceThreshold,
      semanticWeight: { auto: input.semantic_weight, fullworkspace: input.semantic_weight, embeddings: 1, tfidf: 0 }[
        input.strategy
      ],
    });
    const reasonOf = reasonsFor(found.asked);
    const results = found.hits.map((hit) => resultOf(hit, found, reasonOf, input.explain));
    const pieces = results.map(({ path, start_line, end_line, chunk }) => ({
      path,
      start_line,
      end_line,
      text: chunk.text,
    }));
    const synthesis = input.synthesize ? await synthesize(chat, input.query, pieces, signal) : null;
    return {
      results,
      ...(expansion && { expanded_with: expansion.words }),
      ...(synthesis && "summary" in synthesis && { synthesis }),
      metadata: {
        strategy: strategyOf(input.strategy, found),
        executionTime: Math.round((performance.now() - started) * 10) / 10,
        totalResults: found.total,
      },
      notes: notesOf(input, found, { expansion, synthesis }),
      ...(found.next === null ? {} : { truncated: true, next_cursor: encodeCursor(found.next) }),
    };
  },
  render(output, input) {
    const { results, metadata, notes } = output;
    if (input.format === "json") return JSON.stringify(output, null, 1);
    const { expanded_with: expanded = [], synthesis } = output;
    if (input.format === "toon") {
      const told = { query: input.query, expanded_with: expanded, summary: synthesis?.summary ?? null };
      const next = synthesis?.follow_ups ?? [];
      return toToon(results.map(rowOf), { ...told, follow_ups: next, ...metadata, notes });
    }
    const isNothing = results.length === 0 && input.cursor === undefined;
    const parts = [headOf(input.query, isNothing ? null : `${results.length} of ${metadata.totalResults} results`)];
    if (expanded.length > 0) parts.push(`Also looked for: ${expanded.join(", ")}`);
    parts.push(...notes.map((note) => `Note: ${note}`));
    if (synthesis !== undefined) {
      parts.push("", `${synthesis.summary} (${synthesis.model})`);
      parts.push(...synthesis.follow_ups.map((question) => `Next: ${question}`));
    }
    for (const one of results) {
      const name = nameOf(one);
      const place = `${one.path}:${one.start_line}-${one.end_line}`;
      parts.push("", `${place} ${one.kind}${name === "" ? "" : ` ${name}`} (${one.relevance_percent}%)`);
      if (one.also_in.length > 0) parts.push(`  the same in ${one.also_in.slice(0, MOST_COPIES).join(", ")}`);
      if (one.explanation !== undefined) {
        const { sum, factors, score } = one.explanation;
        const added = Object.entries(sum).map(([signal, value]) => `${value} ${signal}`);
        const times = Object.entries(factors).map(([factor, value]) => ` × ${value} ${factor}`);
        parts.push(`  (${added.join(" + ")})${times.join("")} = ${score}`);
      }
      const code = one.chunk.text === "" ? one.content : one.chunk.text;
      if (code !== "") parts.push(code);
      else if (one.signature !== null) parts.push(one.signature);
    }
    return parts.join("\n");
  },
  shrink: [
    (output) => ({
      ...output,
      results: output.results.map((one) => ({ ...one, doc_comment: null, chunk: { ...one.chunk, text: one.content } })),
    }),
    (output) => ({
      ...output,
      results: output.results.map((one) => ({
        ...one,
        symbols: one.symbols.slice(0, 5),
        content: "",
        chunk: { ...one.chunk, text: "" },
      })),
    }),
  ],
});

function rowOf(one: z.infer<typeof result>): ToonRow {
  return {
    path: one.path,
    start_line: one.start_line,
    end_line: one.end_line,
    relevance_percent: one.relevance_percent,
    kind: one.kind,
    name: nameOf(one),
    signature: one.signature,
    score: one.explanation === undefined ? null : JSON.stringify(one.explanation),
    code: one.chunk.text || one.content,
  };
}

/** Its breadcrumb; of several methods, which stand under the breadcrumb, their names as well. */
function nameOf({ breadcrumb, symbols, context, kind }: z.infer<typeof result>): string {
  const listed = symbols.slice(0, 5).join(", ");
  if (breadcrumb === null) return listed;
  const isJoined = CALLABLE.includes(kind) && context.function === null && listed !== "";
  return isJoined ? `${breadcrumb}: ${listed}` : breadcrumb;
}

function notesOf(
  input: { strategy: string },
  found: CodeHits,
  { expansion, synthesis }: { expansion: Expansion | null; synthesis: Synthesis | { problem: string } | null },
): string[] {
  const notes = searchNotes(found);
  if (input.strategy === "embeddings" && found.meaning === "none")
    notes.push("There are no vectors to compare; this is a search by words (tfidf).");
  if (expansion !== null && expansion.problem !== null)
    notes.push(`llm_unavailable: ${clause(expansion.problem)}, so the words that were added are the index's own.`);
  if (synthesis !== null && "problem" in synthesis)
    notes.push(`llm_unavailable: ${clause(synthesis.problem)}, so there is no summary.`);
  return notes;
}

const clause = (problem: string) => problem.replace(/\.$/, "");

/** The strategy that was really used. */
function strategyOf(asked: string, { meaning }: CodeHits): string {
  if (asked === "fullworkspace") return asked;
  if (meaning !== "used") return "tfidf";
  return asked === "embeddings" ? "embeddings" : "hybrid";
}

function resultOf(
  hit: CodeHit,
  found: CodeHits,
  reasonOf: (found: RankedText) => string,
  explain: boolean,
): z.infer<typeof result> {
  const { chunk } = hit;
  const { own, around } = namesOfChunk(chunk);
  const isCallable = CALLABLE.includes(chunk.kind);
  const isType = TYPE_KINDS.has(chunk.kind);
  const relevance = rounded(hit.relevance);
  return {
    path: chunk.path,
    start_line: chunk.startLine,
    end_line: chunk.endLine,
    content: snippet(hit.text, found.words),
    relevance_percent: Math.round(relevance * 1000) / 10,
    kind: chunk.kind,
    symbols: chunk.symbolNames,
    signature: chunk.signature,
    breadcrumb: chunk.breadcrumb,
    doc_comment: chunk.doc,
    file: chunk.path,
    chunk: { text: hit.text, startLine: chunk.startLine, endLine: chunk.endLine },
    relevance,
    context: {
      function: isCallable ? own : null,
      class: isType ? own : isCallable ? around : null,
      language: chunk.language,
    },
    also_in: hit.copies.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`),
    reason: reasonOf(hit),
    ...(explain
      ? {
          explanation: {
            sum: allRounded(hit.sum),
            factors: allRounded(hit.factors),
            score: rounded(hit.score),
          },
        }
      : {}),
  };
}

function allRounded(values: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rounded(value)]));
}

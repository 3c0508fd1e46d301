/** Asks the queries of a set on one index, and scores the answers. */
import { estimateTokens } from "../../base/estimate-tokens.js";
import { nth } from "../../base/need.js";
import { type Factor, RULES, type Signal } from "../../search/code/ranking/weights.js";
import type { FolderIndex } from "./index-folder.js";
import type { EvalQuery } from "./query-set.js";
import { type QueryScore, type Result, scoreQuery } from "./score.js";

export const EVAL_TOOLS = ["search_code", "search_symbols", "get_context", "codebase_retrieval"] as const;

/** The length limit of get_context, in tokens. */
const CONTEXT_TOKENS = 2000;
/** Results of codebase_retrieval, at most. */
const MOST_PASSAGES = 50;
export type EvalTool = (typeof EVAL_TOOLS)[number];

export interface Asked {
  query: EvalQuery;
  score: QueryScore;
  ms: number;
}

export interface AskOptions {
  tool: EvalTool;
  /** The number of results per query. */
  limit: number;
  without?: ReadonlySet<Signal | Factor>;
  signal: AbortSignal;
}

/** Asks each query once, after one that warms the caches. */
export async function ask(index: FolderIndex, queries: readonly EvalQuery[], options: AskOptions): Promise<Asked[]> {
  const asked: Asked[] = [];
  if (queries.length > 0) await resultsOf(index, nth(queries, 0).query, options);
  for (const query of queries) {
    options.signal.throwIfAborted();
    const started = performance.now();
    const results = await resultsOf(index, query.query, options);
    asked.push({ query, score: scoreQuery(query, results), ms: performance.now() - started });
  }
  return asked;
}

/** Every rule except the words of a chunk's text: without them ranking is plain BM25. */
export const BEYOND_BM25: ReadonlySet<Signal | Factor> = new Set(RULES.filter((rule) => rule !== "text"));

/** The answers without each rule in turn. */
export async function ablate(
  index: FolderIndex,
  queries: readonly EvalQuery[],
  options: AskOptions,
): Promise<Map<Signal | Factor, Asked[]>> {
  const byRule = new Map<Signal | Factor, Asked[]>();
  for (const rule of RULES) byRule.set(rule, await ask(index, queries, { ...options, without: new Set([rule]) }));
  return byRule;
}

async function resultsOf(
  { searcher, view, call }: FolderIndex,
  text: string,
  { tool, limit, without }: AskOptions,
): Promise<Result[]> {
  if (tool === "search_symbols") {
    const words = text.match(/[\p{L}\p{N}_$.]+/gu) ?? [];
    const hits = await searcher.searchSymbols(view, { text: words.join(" "), limit });
    return hits.map(({ symbol }) => ({
      path: symbol.path,
      startLine: symbol.lineStart,
      endLine: symbol.lineEnd,
      tokens: estimateTokens(`${symbol.path}:${symbol.lineStart} ${symbol.qualifiedName}\n`),
    }));
  }
  if (tool === "get_context") {
    const { chunks, estimated_tokens } = await call(tool, {
      query: text,
      max_tokens: CONTEXT_TOKENS,
      structured: true,
    });
    const shown = chunks as { source_path: string; span: { start_line: number; end_line: number } }[];
    return shown.map(({ source_path, span }) => ({
      path: source_path,
      startLine: span.start_line,
      endLine: span.end_line,
      tokens: (estimated_tokens as number) / shown.length,
    }));
  }
  if (tool === "codebase_retrieval") {
    const { results } = await call(tool, { query: text, top_k: Math.min(limit, MOST_PASSAGES) });
    const shown = results as { file: string; lines: string; content: string; reason: string }[];
    return shown.map(({ file, lines, content, reason, ...one }) => ({
      path: file,
      ...linesOf(lines),
      tokens: estimateTokens(`${Object.values({ file, lines, reason, content, ...one }).join("\n")}\n`),
    }));
  }
  const { hits } = await searcher.searchCode(view, {
    text,
    offset: 0,
    limit,
    threshold: 0,
    ...(without === undefined ? {} : { without }),
  });
  return hits.map(({ chunk, text: shown }) => ({
    path: chunk.path,
    startLine: chunk.startLine,
    endLine: chunk.endLine,
    tokens: estimateTokens(
      `\n${chunk.path}:${chunk.startLine}-${chunk.endLine} ${chunk.kind} ${chunk.breadcrumb ?? ""} (99.9%)\n${shown}\n`,
    ),
  }));
}

/** `12-30` */
function linesOf(lines: string): { startLine: number; endLine: number } {
  const [startLine, endLine] = lines.split("-").map(Number) as [number, number];
  return { startLine, endLine };
}

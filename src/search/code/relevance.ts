/**
 * How likely a result is right: a logistic regression (Cox, "The Regression Analysis of Binary Sequences", 1958) over what the best results of a query
 * look like. It was fitted on questions with known answers, and on questions whose answer is not there; docs/search/figures.md says how well it holds. Pure.
 */
import type { Balance, QueryForm } from "./ranking/balance.js";
import type { RankedChunk } from "./ranking/ranked-chunk.js";
import { WEIGHTS } from "./ranking/weights.js";

/** Weights of a query that asks (questions and reports), and of other queries: names, keywords, sentences of doc comments. */
const FITTED = {
  asks: { base: -4, score: 0, margin: 4.9, meaning: 6.1, file: 2.75, names: -1.2, found: 2.9, keywords: 0 },
  other: { base: -2.1, score: 0.52, margin: 7, meaning: 0, file: 0, names: 0, found: 0, keywords: -0.73 },
};
/** The cosine that counts where meaning takes no part: that of a usual best result. */
const USUAL_MEANING = 0.33;

/** The best results of a query, as far as they say how likely all of them are. */
export interface Evidence {
  /** The query asks or reports, or is some keywords (`formOf`). */
  asks: boolean;
  keywords: 0 | 1;
  /** The score of the best result, and of the best one of another file; 0 where there is none. */
  best: number;
  second: number;
  /** The cosine of the query's vector and that of the piece, in the best result's file, that is nearest to it. */
  meaning: number;
  /** The share of the query's words that the file of the best result holds (BM25). */
  file: number;
  /** Whether the query writes a name, and how surely the file of the best result declares one of it. */
  names: 0 | 1;
  found: number;
}

/** The evidence in an order, best first, for a query of this form and balance that writes these names. */
export function evidenceOf(
  ranked: readonly RankedChunk[],
  { isQuestion, isKeywords, isReport = false }: QueryForm,
  { balance, named }: { balance: Balance; named: ReadonlyMap<string, number> },
): Evidence {
  const first = ranked[0];
  const other = ranked.find(({ chunk }) => chunk.path !== first?.chunk.path);
  const ofFile = ranked.filter(({ chunk }) => chunk.path === first?.chunk.path);
  // Of a sum, the signal itself; 0 where it does not count in this balance. Pieces of a file differ in meaning alone.
  const signal = (of: "file" | "namedFile" | "meaning", counted: number) =>
    counted > 0 ? Math.min(1, Math.max(0, ...ofFile.map(({ sum }) => sum[of] ?? 0)) / (WEIGHTS[of] * counted)) : 0;
  return {
    asks: isQuestion || isReport,
    keywords: isKeywords ? 1 : 0,
    best: first?.score ?? 0,
    second: other?.score ?? 0,
    meaning: signal("meaning", balance.meaning) || USUAL_MEANING,
    file: signal("file", balance.file),
    names: [...named.values()].includes(1) ? 1 : 0,
    found: signal("namedFile", balance.question),
  };
}

/** How likely a result of this score is right, 0 to 1. Larger scores are no less likely. */
export function relevanceOf(score: number, evidence: Evidence): number {
  const weights = evidence.asks ? FITTED.asks : FITTED.other;
  const margin = evidence.best > 0 ? (score - evidence.second) / evidence.best : 0;
  let sum = weights.base + weights.score * score + weights.margin * margin;
  for (const of of ["meaning", "file", "names", "found", "keywords"] as const) sum += weights[of] * evidence[of];
  return 1 / (1 + Math.exp(-sum));
}

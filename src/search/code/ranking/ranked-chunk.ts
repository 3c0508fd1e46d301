/** Chunks on their way through the ranking: the facts about a candidate, its score, and the order. */
import type { Chunk } from "../../../store/chunks.js";
import type { WordSignals } from "../words.js";
import type { Factor, Signal } from "./weights.js";

/** Fields of a chunk that its order depends on. */
export type Rankable = Pick<Chunk, "path" | "kind" | "startLine" | "tokenCount" | "codeTokens" | "symbolNames">;

/** A chunk that was found, and what is known of it. */
export interface Candidate<Ranked extends Rankable> {
  chunk: Ranked;
  /** By `namePartsOf`. */
  nameParts: readonly (readonly string[])[];
  /**
   * `declared`: how well it declares a name of the query, `located`: how early the query names one of its lines; 0 to 1. `meaning`: a cosine; 0 where there
   * is no vector.
   */
  signals: Omit<WordSignals, "names"> & { declared: number; located: number; meaning: number };
}

export interface RankedChunk<Ranked extends Rankable = Rankable> {
  chunk: Ranked;
  score: number;
  /** How much of what the query asks for is here, 0 to 1. How likely it is right says `relevance.ts`. */
  strength: number;
  /** The sum: what each signal adds. */
  sum: Partial<Record<Signal, number>>;
  /** Factors that the sum is multiplied by. */
  factors: Partial<Record<Factor, number>>;
}

/** The score that counts as 63% of what is asked: about half of a query's words in a chunk, in its file and its name, and near to it in meaning. */
const RELEVANT = 2;

/** How much of a query a score stands for, 0 to 1. */
export const strengthOf = (score: number): number => 1 - Math.exp(-score / RELEVANT);

/** Compares by rank: a line that the query names comes first, then the higher score. */
export function inOrder(a: RankedChunk, b: RankedChunk): number {
  return (
    (b.sum.located ?? 0) - (a.sum.located ?? 0) ||
    b.score - a.score ||
    (a.chunk.path < b.chunk.path ? -1 : a.chunk.path > b.chunk.path ? 1 : a.chunk.startLine - b.chunk.startLine)
  );
}

/**
 * The order of chunks found by words: BM25 times a few named factors. Pure; `explain` spells the product out.
 */
import { PLACES, type Place, placeOf } from "../files/paths.js";
import type { Chunk } from "../store/chunks.js";
import type { WordHit } from "./words.js";

/** What each signal multiplies a score by. */
export const FACTORS = {
  /** Declares a name that the query gives whole. */
  definition: 1.3,
  /** Declares a name of which the query gives every part. */
  definitionParts: 1.15,
  /** The file's base name is a word of the query. */
  fileName: 1.1,
  /** A test, sample or benchmark, when the query does not speak of such. */
  test: 0.65,
  /** Prose and data beside code. */
  text: 0.65,
  /** Generated, or a declaration file. */
  generated: 0.7,
};
export type Signal = keyof typeof FACTORS;

/** Of a query's worth, the score that counts as 63% relevant: each word about once, in a chunk of middle length. */
const RELEVANT = 1.5;

/** What the order of a chunk depends on. */
export type Rankable = Pick<Chunk, "path" | "kind" | "startLine" | "symbolNames">;

export interface RankedChunk<Ranked extends Rankable = Rankable> {
  chunk: Ranked;
  hit: WordHit;
  score: number;
  /** 0 to 1, and the same for the same share of a query's worth. */
  relevance: number;
  signals: Signal[];
}

/** Puts hits and their chunks in order, best first. `words` and `worth` are those of the query. */
export function rankChunks<Ranked extends Rankable>(
  found: readonly { chunk: Ranked; hit: WordHit }[],
  words: readonly string[],
  worth: number,
): RankedChunk<Ranked>[] {
  const lower = new Set(words.map((word) => word.toLowerCase()));
  const placeSignals = placeSignalsOf(words);
  const ranked = found.map(({ chunk, hit }): RankedChunk<Ranked> => {
    const signals = signalsOf(chunk, lower);
    const ofPlace = placeSignals(placeOf(chunk.path));
    if (ofPlace !== null) signals.push(ofPlace);
    const score = signals.reduce((product, signal) => product * FACTORS[signal], hit.score);
    return { chunk, hit, score, relevance: 1 - Math.exp(-score / (worth * RELEVANT)), signals };
  });
  return ranked.sort(
    (a, b) =>
      b.score - a.score ||
      (a.chunk.path < b.chunk.path ? -1 : a.chunk.path > b.chunk.path ? 1 : a.chunk.startLine - b.chunk.startLine),
  );
}

/** What the place of a file multiplies the scores of its chunks by, by position in PLACES. */
export function placeFactors(words: readonly string[]): number[] {
  const placeSignals = placeSignalsOf(words);
  return PLACES.map((place) => {
    const signal = placeSignals(place);
    return signal === null ? 1 : FACTORS[signal];
  });
}

function placeSignalsOf(words: readonly string[]): (place: Place) => Signal | null {
  const speaksOfTests = words.some((word) => /^(tests?|specs?|testing|mocks?|fixtures?|bench)/i.test(word));
  return (place) => {
    if (place === "test" || place === "example") return speaksOfTests ? null : "test";
    return place === "generated" ? "generated" : null;
  };
}

function signalsOf(chunk: Rankable, words: ReadonlySet<string>): Signal[] {
  const signals: Signal[] = [];
  if (chunk.symbolNames.some((name) => words.has(name.toLowerCase()))) signals.push("definition");
  else if (chunk.symbolNames.some((name) => isSpelledOut(name, words))) signals.push("definitionParts");
  const baseName = chunk.path
    .slice(chunk.path.lastIndexOf("/") + 1)
    .split(".")[0]!
    .toLowerCase();
  if (words.has(baseName)) signals.push("fileName");
  if (chunk.kind === "text" || chunk.kind === "section") signals.push("text");
  return signals;
}

/** Whether all parts of a name, and at least two, are words of the query. */
function isSpelledOut(name: string, words: ReadonlySet<string>): boolean {
  const parts = name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu);
  return parts !== null && parts.length >= 2 && parts.every((part) => words.has(part.toLowerCase()));
}

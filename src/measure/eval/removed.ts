/**
 * Measures how well relevance separates answers from non-answers: the best result of a question with its answer, against the best once its files are
 * removed.
 */
import { createRandom } from "../bench/random.js";
import type { FolderIndex } from "./index-folder.js";
import type { EvalQuery } from "./query-set.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const CONSONANTS = "bcdfghjklmnpqrstvwxz";
const VOWELS = "aeiou";

/** The best relevance, 0 to 1, of a question with its answer, and among the files that are not an answer. */
export interface Relevance {
  answered: number;
  removed: number;
  /** Whether the best result is of a file of the answer. */
  isRight: boolean;
}

/** Meaningless texts, and how many of them got an empty answer. */
export interface Nonsense {
  /** The texts without any word of the index. */
  asked: number;
  empty: number;
}

/** Asks each question twice, the second time without the files of its answer; the statistics of words stay as they are. */
export async function relevances(
  { searcher, view }: FolderIndex,
  queries: readonly EvalQuery[],
  signal: AbortSignal,
): Promise<Relevance[]> {
  const found: Relevance[] = [];
  for (const { query, gold } of queries) {
    signal.throwIfAborted();
    const asked = { text: query, offset: 0, limit: 1, threshold: 0 };
    const { hits } = await searcher.searchCode(view, asked);
    const files = new Set(gold.map(({ file }) => file));
    const others = await searcher.searchCode(view, { ...asked, pathFilter: [...files].map(leftOut).join(",") });
    found.push({
      answered: hits[0]?.relevance ?? 0,
      removed: others.hits[0]?.relevance ?? 0,
      isRight: files.has(hits[0]?.chunk.path ?? ""),
    });
  }
  return found;
}

/** A path filter that leaves out one file, whatever its name is. */
const leftOut = (file: string) => `!${file.replace(/[\\,*?[\]{}()]/g, "\\$&")}`;

/** Equal parts of the scale in which `calibrationError` compares. */
const BINS = 10;

/**
 * The expected calibration error (Naeini et al., "Obtaining well calibrated probabilities using Bayesian binning", 2015): how far what is said is from
 * what is right, in the mean over ten bins, by their sizes. NaN for an empty list.
 */
export function calibrationError(said: readonly { relevance: number; isRight: boolean }[]): number {
  const bins = Array.from({ length: BINS }, () => ({ said: 0, right: 0 }));
  for (const { relevance, isRight } of said) {
    const bin = bins[Math.min(BINS - 1, Math.floor(relevance * BINS))];
    if (bin === undefined) continue;
    bin.said += relevance;
    bin.right += isRight ? 1 : 0;
  }
  return bins.reduce((sum, bin) => sum + Math.abs(bin.said - bin.right), 0) / said.length;
}

/**
 * The area under the ROC curve: how often a value drawn from `positive` is larger than one drawn from `negative`, a tie counting half. 1 tells them
 * apart always, .5 never. Quadratic in the lengths; NaN where one is empty.
 */
export function auroc(positive: readonly number[], negative: readonly number[]): number {
  let larger = 0;
  for (const one of positive) for (const other of negative) larger += one > other ? 1 : one === other ? 0.5 : 0;
  return larger / (positive.length * negative.length);
}

/** `count` meaningless texts of one to five words: random letters and, in questions, random syllables. The same for the same seed. */
export function nonsense(count: number, seed: number): string[] {
  const random = createRandom(seed);
  const times = (fewest: number, most: number, make: () => string) =>
    Array.from({ length: fewest + random.below(most - fewest + 1) }, make);
  const letters = () => times(5, 11, () => random.pick([...LETTERS])).join("");
  const syllables = () => times(2, 5, () => random.pick([...CONSONANTS]) + random.pick([...VOWELS])).join("");
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? times(1, 5, letters).join(" ") : `how does ${times(1, 4, syllables).join(" ")} work`,
  );
}

/** Asks meaningless texts. One with a word of the index by chance is not counted. */
export async function askNonsense(
  { searcher, view }: FolderIndex,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Nonsense> {
  const counts = { asked: 0, empty: 0 };
  for (const text of texts) {
    signal.throwIfAborted();
    const own = text.replace(/^how does | work$/g, "").split(" ");
    const { hits, unknown } = await searcher.searchCode(view, { text, offset: 0, limit: 1, threshold: 0 });
    if (own.some((word) => !unknown.includes(word))) continue;
    counts.asked++;
    if (hits.length === 0) counts.empty++;
  }
  return counts;
}

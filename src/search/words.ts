/**
 * Search by words: BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) over chunks.
 *
 * Each word of the query is a concept: the word whole, its parts (`getUserName`), and its other forms (`errors`, `error`). Document frequencies
 * are those of the view's live chunks. A chunk that holds all concepts comes before one that holds a rare one many times, because
 * the sum is scaled by how much of the query the chunk covers. Rare terms are read first; very common ones only add to chunks
 * that a rarer one has found.
 */
import { type FileFilters, fileMask } from "./filters.js";
import { eachLivePosting, type PostingList, type PostingLists } from "./posting-lists.js";
import { rangeAt, rangeOfDense, type ViewSnapshot } from "./snapshot.js";
import { wordsOf } from "./terms.js";

const K1 = 1.2;
const B = 0.75;
/** What a form of a word other than the one asked for is worth. */
const WEIGHT = { part: 0.5, form: 0.7, filler: 0.15 };
/** Of the sum, what is kept by a chunk that covers hardly anything of the query. */
const COVERAGE_FLOOR = 0.25;
/** Words of a query beyond these are not looked up. */
const MAX_CONCEPTS = 30;
/** A term in more than this share of all chunks only adds to chunks already found, when there are at least ENOUGH. */
const COMMON_SHARE = 0.1;
const ENOUGH = 1_000;

/** English words that carry a question and say little about code. */
const FILLERS = new Set(
  (
    "a an and are as at be by can could do does find for from get give have how i in into is it its me of on or our show so that the their there " +
    "these they this to us was we were what when where which who why will with would you your"
  ).split(" "),
);

export interface WordQuery extends FileFilters {
  text: string;
  /** How many of the best hits. */
  limit: number;
}

export interface WordOptions {
  /** What the scores of a file's chunks count for, by the file's position in the snapshot; a hit's own score is without it. */
  factorOf?: (file: number) => number;
  /** Chunks that are hits wherever they come in, if they hold a word of the query. */
  always?: readonly number[];
}

export interface WordHit {
  chunkId: number;
  /** Position of the file in the snapshot. */
  file: number;
  /** BM25, scaled by coverage. */
  score: number;
  /** Which concepts the chunk holds, as bits. */
  covered: number;
}

export interface WordHits {
  hits: WordHit[];
  /** What the query is worth in all: the inverse frequencies of its words. Scores mean the same from query to query as a share of it. */
  worth: number;
  /** Chunks that hold at least one word of the query and pass the filters. */
  total: number;
  /** The words that were looked for, as written, by concept. */
  words: string[];
  /** The words that no chunk of the view holds in any form. */
  unknown: string[];
}

interface Concept {
  word: string;
  weight: number;
  terms: { term: string; weight: number }[];
}

/** The best chunks for the words of `text`. A text without words has no hits. */
export async function searchWords(
  snapshot: ViewSnapshot,
  lists: PostingLists,
  query: WordQuery,
  { factorOf = () => 1, always = [] }: WordOptions = {},
): Promise<WordHits> {
  const concepts = conceptsOf(query.text);
  const words = concepts.map((concept) => concept.word);
  const ranges = snapshot.ranges.word;
  if (concepts.length === 0 || ranges.total === 0) return { hits: [], worth: 1, total: 0, words, unknown: [] };
  const mask = fileMask(snapshot, query);
  const terms = [...new Set(concepts.flatMap((concept) => concept.terms.map(({ term }) => term)))];
  const found = await lists.find(snapshot, "word", terms);
  const { lengths, mean } = await lists.lengths(snapshot, "word");
  const listsOf = new Map(terms.map((term, index) => [term, found[index]!]));

  const frequencies = new Map(terms.map((term) => [term, liveCount(snapshot, listsOf.get(term)!)]));
  const idf = (term: string): number => {
    const frequency = frequencies.get(term)!;
    return Math.log(1 + (ranges.total - frequency + 0.5) / (frequency + 0.5));
  };
  const uses = concepts.flatMap((concept, index) =>
    concept.terms
      .filter(({ term }) => frequencies.get(term)! > 0)
      .map(({ term, weight }) => ({ concept: index, term, weight: weight * concept.weight * idf(term) })),
  );
  uses.sort((a, b) => frequencies.get(a.term)! - frequencies.get(b.term)!);

  const scores = new Float32Array(ranges.total);
  const covered = new Int32Array(ranges.total);
  let touched = new Int32Array(1024);
  let size = 0;
  for (const { concept, term, weight } of uses) {
    const isCommon = frequencies.get(term)! > ranges.total * COMMON_SHARE && size >= ENOUGH;
    const bit = 1 << concept;
    eachLivePosting(ranges, listsOf.get(term)!, (dense, count, range) => {
      if (mask !== null && mask[ranges.files[range]!] === 0) return;
      if (scores[dense] === 0) {
        if (isCommon) return;
        if (size === touched.length) {
          const larger = new Int32Array(size * 2);
          larger.set(touched);
          touched = larger;
        }
        touched[size++] = dense;
      }
      const norm = K1 * (1 - B + (B * lengths[dense]!) / mean);
      scores[dense]! += (weight * count * (K1 + 1)) / (count + norm);
      covered[dense]! |= bit;
    });
  }

  const values = concepts.map((concept) => concept.weight * idf(concept.terms[0]!.term));
  const whole = values.reduce((sum, value) => sum + value, 0);
  const wholeCount = concepts.reduce((sum, concept) => sum + concept.weight, 0);
  const coverage = new Map<number, number>();
  const coverageOf = (bits: number): number => {
    let share = coverage.get(bits);
    if (share === undefined) {
      let value = 0;
      let count = 0;
      for (let concept = 0; concept < concepts.length; concept++) {
        if ((bits & (1 << concept)) === 0) continue;
        value += values[concept]!;
        count += concepts[concept]!.weight;
      }
      share = COVERAGE_FLOOR + (1 - COVERAGE_FLOOR) * 0.5 * (value / whole + count / wholeCount);
      coverage.set(bits, share);
    }
    return share;
  };
  for (let index = 0; index < size; index++) {
    const dense = touched[index]!;
    scores[dense]! *= coverageOf(covered[dense]!) * factorOf(ranges.files[rangeOfDense(ranges, dense)]!);
  }
  const best = top(touched.subarray(0, size), scores, query.limit);
  const known = new Set(best);
  for (const chunkId of always) {
    const range = rangeAt(ranges, chunkId);
    const dense = ranges.bases[range]! + chunkId - ranges.starts[range]!;
    const isLive = ranges.starts[range]! <= chunkId && chunkId < ranges.ends[range]!;
    if (isLive && scores[dense]! > 0 && !known.has(dense)) best.push(dense);
  }
  const hits = best.map((dense): WordHit => {
    const range = rangeOfDense(ranges, dense);
    const score = scores[dense]! / factorOf(ranges.files[range]!);
    return {
      chunkId: ranges.starts[range]! + dense - ranges.bases[range]!,
      file: ranges.files[range]!,
      score,
      covered: covered[dense]!,
    };
  });
  const unknown = concepts
    .filter((concept) => concept.terms.every(({ term }) => frequencies.get(term) === 0))
    .map((concept) => concept.word);
  return { hits, worth: whole, total: size, words, unknown };
}

/** The concepts of a query. Filler words count little beside others. */
export function conceptsOf(text: string): Concept[] {
  const concepts: Concept[] = [];
  const seen = new Set<string>();
  for (const { word, terms } of wordsOf(text)) {
    const whole = terms[0]!;
    if (seen.has(whole) || concepts.length === MAX_CONCEPTS) continue;
    seen.add(whole);
    const all = [{ term: whole, weight: 1 }];
    if (terms.length > 1) for (const part of terms.slice(1)) all.push({ term: part, weight: WEIGHT.part });
    else for (const form of formsOf(whole)) all.push({ term: form, weight: WEIGHT.form });
    concepts.push({ word, weight: FILLERS.has(word.toLowerCase()) ? WEIGHT.filler : 1, terms: all });
  }
  if (concepts.every((concept) => concept.weight < 1)) for (const concept of concepts) concept.weight = 1;
  return concepts;
}

/** Other forms of an English word, by its ending alone: those that exist in no chunk cost nothing. */
function formsOf(word: string): string[] {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return [];
  const stem = word.replace(/(ations?|ators?|ates?|ated|ating|ions?|ings?|ers?|ors?|ed|es|s|e)$/, "");
  if (stem.length < 3) return word.endsWith("s") ? [word.slice(0, -1)] : [`${word}s`];
  const endings = ["", "s", "e", "es", "ed", "er", "ers", "ing", "ion", "or", "ate", "ates", "ation", "ator"];
  const forms = endings.map((ending) => stem + ending);
  if (word.endsWith("ies")) forms.push(`${word.slice(0, -3)}y`);
  if (word.endsWith("y")) forms.push(`${word.slice(0, -1)}ies`);
  return [...new Set(forms)].filter((form) => form !== word);
}

function liveCount(snapshot: ViewSnapshot, lists: readonly PostingList[]): number {
  let count = 0;
  eachLivePosting(snapshot.ranges.word, lists, () => {
    count++;
  });
  return count;
}

/** The `limit` documents of the highest score, best first; equal ones by their number. */
function top(documents: Int32Array, scores: Float32Array, limit: number): number[] {
  const heap: number[] = [];
  const isWorse = (a: number, b: number): boolean => scores[a]! < scores[b]! || (scores[a] === scores[b] && a > b);
  const sink = (from: number): void => {
    let at = from;
    for (;;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < heap.length && isWorse(heap[child]!, heap[least]!)) least = child;
      if (least === at) return;
      [heap[at], heap[least]] = [heap[least]!, heap[at]!];
      at = least;
    }
  };
  for (const document of documents) {
    if (heap.length < limit) {
      heap.push(document);
      if (heap.length === limit) for (let at = limit >> 1; at >= 0; at--) sink(at);
    } else if (isWorse(heap[0]!, document)) {
      heap[0] = document;
      sink(0);
    }
  }
  return heap.sort((a, b) => (isWorse(a, b) ? 1 : -1));
}

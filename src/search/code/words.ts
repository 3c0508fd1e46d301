/**
 * Candidates by words: BM25F (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) over chunks and over files. The fields of a
 * chunk are kept apart, as signals that rank.ts weighs.
 *
 * Each word of the query is a concept: the word whole, its parts (`getUserName`), and its other forms (`errors`, `error`). Counts of its forms
 * are added up before they saturate, and its document frequency is that of all of them among the view's live chunks. Rare concepts are
 * read first; very common ones only add to chunks that a rarer one has found, and are not read then if they only carry a question or much was
 * read before, so that the work is bounded.
 */
import { need, nth } from "../../base/need.js";
import { float32At, int32At, uint16At } from "../../base/numbers.js";
import { createTurns, type Turns } from "../../base/turns.js";
import { FIELD, IN_TEXT } from "../../postings/file-terms.js";
import { type FileFilters, fileMask } from "../filters.js";
import { type PostingList, readLivePostings } from "../live-postings.js";
import type { PostingLists } from "../posting-lists.js";
import { type DocumentRanges, rangeAt, rangeOfDense, type ViewSnapshot } from "../snapshot.js";
import { type Concept, WEIGHT } from "./concepts.js";
import { type Norms, normsOf } from "./norms.js";
import { FOUND, reserve, type Scratch, type Scratches } from "./scratch.js";
import { top } from "./top.js";

/** A concept in more than this share of all chunks only adds to chunks already found, when there are at least ENOUGH. */
const COMMON_SHARE = 0.1;
const ENOUGH = 1_000;
/** Postings that a question reads before it leaves out common concepts: without any, doc comments of the development set lose .011 of MRR@10. */
const MOST_POSTINGS = 200_000;
/** Beside the fields of a posting (FIELD): a word that is written as code stands in the text as it is written. */
const AS_CODE = 1 << 12;

export interface WordQuery extends FileFilters {
  text: string;
  /** The number of best hits to give. */
  limit: number;
}

/** The places of the query's words, each with its share of the query's worth, 0 to 1; `code`: of the words written as code. */
export const WORD_SIGNALS = ["text", "code", "names", "scope", "fileName", "file"] as const;
export type WordSignals = Record<(typeof WORD_SIGNALS)[number], number>;

export interface WordOptions {
  /** Weight of each signal when the best are chosen. */
  weights: WordSignals;
  /** Factor of the scores of a file's chunks, by the file's position in the snapshot. */
  factorOf: (file: number) => number;
  /** Chunks that are hits wherever they come in. */
  always: readonly number[];
  scratches: Scratches;
}

export interface WordHit {
  chunkId: number;
  /** Position of the file in the snapshot. */
  file: number;
  signals: WordSignals;
}

export interface WordHits {
  hits: WordHit[];
  /** The terms that were looked up. */
  terms: Map<string, SoughtTerm>;
  /** Chunks that hold at least one word of the query and pass the filters. */
  total: number;
  /** The words that were looked for, as written, by concept. */
  words: string[];
  /** The words that no chunk of the view holds in any form. */
  unknown: string[];
}

/** A term of a query: what it is worth as a form of its word, and of the query's worth. */
export interface SoughtTerm {
  weight: number;
  share: number;
}

/** A question while it is worked out. */
interface Reading {
  ranges: DocumentRanges;
  /** By file of the snapshot: 1 where the filters let it pass; null: all pass. */
  mask: Uint8Array | null;
  norms: Norms;
  /** The posting lists of each term. */
  listsOf: ReadonlyMap<string, readonly PostingList[]>;
  memory: Scratch;
  turns: Turns;
}

/** The best chunks for the words of a query. A text without words has no hits but those that always are. */
export async function searchWords(
  snapshot: ViewSnapshot,
  lists: PostingLists,
  concepts: readonly Concept[],
  query: WordQuery,
  options: WordOptions,
): Promise<WordHits> {
  const ranges = snapshot.ranges.word;
  const words = concepts.flatMap(({ word, isAdded }) => (isAdded ? [] : [word]));
  const mask = fileMask(snapshot, query);
  const terms = [...new Set(concepts.flatMap((concept) => concept.terms.map(({ term }) => term)))];
  const own = await lists.find(snapshot, "word", terms);
  const listsOf = new Map(terms.map((term, index) => [term, nth(own, index)]));
  const norms = await normsOf(snapshot, lists);

  const memory = options.scratches.take(ranges.total, snapshot.files.length);
  const reading: Reading = { ranges, mask, norms, listsOf, memory, turns: createTurns() };
  const { sought, unknown, worth } = await readConcepts(reading, concepts);
  for (const term of sought.values()) term.share /= worth || 1;
  const hits = bestHits(reading, query.limit, options, 1 / (worth || 1));
  const total = memory.found.size;
  options.scratches.giveBack(memory);
  return { hits, terms: sought, total, words, unknown: words.filter((word) => unknown.has(word)) };
}

/** Sums up all concepts, the rarest first; very common ones are not read, or add to what was found. `worth`: of the concepts that were asked for. */
async function readConcepts(
  reading: Reading,
  concepts: readonly Concept[],
): Promise<{ sought: Map<string, SoughtTerm>; unknown: Set<string>; worth: number }> {
  const { ranges, listsOf, memory } = reading;
  const sought = new Map<string, SoughtTerm>();
  const unknown = new Set<string>();
  let worth = 0;
  let postings = 0;
  const byRarity = concepts.toSorted((a, b) => documentsOf(a, listsOf) - documentsOf(b, listsOf));
  for (const [index, concept] of byRarity.entries()) {
    const documents = Math.min(ranges.total, documentsOf(concept, listsOf));
    const isCommon = documents > ranges.total * COMMON_SHARE && memory.found.size >= ENOUGH;
    const isRead = !isCommon || (concept.weight !== WEIGHT.filler && postings + documents <= MOST_POSTINGS);
    if (isRead) postings += documents;
    const frequency = isRead ? await readConcept(reading, concept, index + 1, isCommon) : documents;
    // A word that is nowhere counts as the rarest: a chunk that holds all others does not hold all of the query.
    const idf = concept.weight * Math.log(1 + (ranges.total - frequency + 0.5) / (frequency + 0.5));
    if (!concept.isAdded) worth += idf;
    if (frequency === 0 && !concept.isAdded) unknown.add(concept.word);
    for (const { term, weight } of concept.terms)
      if ((sought.get(term)?.share ?? 0) < weight * idf) sought.set(term, { weight, share: weight * idf });
    addConcept(reading, idf);
    if (reading.turns.isOver()) await reading.turns.next();
  }
  return { sought, unknown, worth };
}

function documentsOf(concept: Concept, listsOf: ReadonlyMap<string, readonly PostingList[]>): number {
  let documents = 0;
  for (const { term } of concept.terms) for (const list of need(listsOf, term)) documents += list.documents;
  return documents;
}

/** Reads where a concept stands, by file and by chunk that is or may be found; gives how many chunks hold it. */
async function readConcept(
  { ranges, mask, norms, listsOf, memory, turns }: Reading,
  { terms, isCode }: Concept,
  mark: number,
  isCommon: boolean,
): Promise<number> {
  const { found, files, live, marks } = memory;
  let elsewhere = 0;
  for (const [index, { term, weight }] of terms.entries()) {
    const asCode = isCode && index === 0 ? AS_CODE : 0;
    for (const list of need(listsOf, term)) {
      readLivePostings(ranges, list, live);
      reserve(found, live.size);
      const { of, times, fields, weights } = found;
      for (let position = 0; position < live.size; position++) {
        const dense = int32At(live.documents, position);
        const count = int32At(live.counts, position);
        const file = int32At(ranges.files, int32At(live.ranges, position));
        const inText = weight * (count & IN_TEXT);
        if (inText > 0) {
          const before = float32At(files.times, file);
          if (before === 0) files.touched[files.size++] = file;
          files.times[file] = before + inText;
        }
        if (marks[dense] !== FOUND) {
          if (isCommon || (mask !== null && mask[file] === 0)) {
            if (marks[dense] !== mark) elsewhere++;
            marks[dense] = mark;
            continue;
          }
          marks[dense] = FOUND;
          of[dense] = ++found.size;
          found.dense[found.size] = dense;
          found.files[found.size] = file;
          found.norms[found.size] = float32At(norms.ofChunks, dense);
        }
        const slot = int32At(of, dense);
        const inFields = uint16At(fields, slot);
        if (inFields === 0) found.touched[found.touchedSize++] = slot;
        times[slot] = float32At(times, slot) + inText;
        // The best form in any field stands for all of them.
        fields[slot] = inFields | (count & ~IN_TEXT) | (inText > 0 ? asCode : 0) | 1;
        if (weight > float32At(weights, slot)) weights[slot] = weight;
      }
      if (turns.isOver()) await turns.next();
    }
  }
  return found.touchedSize + elsewhere;
}

/** Adds what was read to the sums, and is ready for the next concept. */
function addConcept({ norms, memory }: Reading, idf: number): void {
  const { found, files } = memory;
  for (let index = 0; index < files.size; index++) {
    const file = int32At(files.touched, index);
    const times = float32At(files.times, file);
    files.times[file] = 0;
    files.sums[file] = float32At(files.sums, file) + (idf * times) / (times + float32At(norms.ofFiles, file));
  }
  files.size = 0;
  const { text, code, names, scope, fileName } = found;
  for (let index = 0; index < found.touchedSize; index++) {
    const slot = int32At(found.touched, index);
    const times = float32At(found.times, slot);
    const fields = uint16At(found.fields, slot);
    const inField = idf * float32At(found.weights, slot);
    found.times[slot] = 0;
    found.fields[slot] = 0;
    found.weights[slot] = 0;
    if (times > 0) text[slot] = float32At(text, slot) + (idf * times) / (times + float32At(found.norms, slot));
    if (fields & AS_CODE) code[slot] = float32At(code, slot) + idf;
    if (fields & FIELD.name) names[slot] = float32At(names, slot) + inField;
    if (fields & FIELD.scope) scope[slot] = float32At(scope, slot) + inField;
    if (fields & FIELD.fileName) fileName[slot] = float32At(fileName, slot) + inField;
  }
  found.touchedSize = 0;
}

/** The best of the found chunks, and those that always are hits; signals are `scale` times the sums. */
function bestHits(
  { ranges, mask, memory }: Reading,
  limit: number,
  { weights, factorOf, always }: WordOptions,
  scale: number,
): WordHit[] {
  const { found, files, marks } = memory;
  const scores = scoresOf(memory, weights, factorOf);
  const best = new Set(top(found.dense.subarray(1, found.size + 1), scores, limit));
  for (const chunkId of always) {
    const range = rangeAt(ranges, chunkId);
    const start = int32At(ranges.starts, range);
    const isLive = start <= chunkId && chunkId < int32At(ranges.ends, range);
    if (isLive && (mask === null || mask[int32At(ranges.files, range)] === 1))
      best.add(int32At(ranges.bases, range) + chunkId - start);
  }
  return [...best].map((dense): WordHit => {
    const range = rangeOfDense(ranges, dense);
    const file = int32At(ranges.files, range);
    // A chunk that was not found has slot 0, where all sums are 0.
    const slot = marks[dense] === FOUND ? int32At(found.of, dense) : 0;
    return {
      chunkId: int32At(ranges.starts, range) + dense - int32At(ranges.bases, range),
      file,
      signals: {
        text: float32At(found.text, slot) * scale,
        code: float32At(found.code, slot) * scale,
        names: float32At(found.names, slot) * scale,
        scope: float32At(found.scope, slot) * scale,
        fileName: float32At(found.fileName, slot) * scale,
        file: float32At(files.sums, file) * scale,
      },
    };
  });
}

/** The score of each found chunk, by its slot less 1. */
function scoresOf({ found, files }: Scratch, weights: WordSignals, factorOf: WordOptions["factorOf"]): Float32Array {
  const scores = new Float32Array(found.size);
  for (let index = 0; index < found.size; index++) {
    const slot = index + 1;
    const file = int32At(found.files, slot);
    scores[index] =
      factorOf(file) *
      (weights.text * float32At(found.text, slot) +
        weights.code * float32At(found.code, slot) +
        weights.names * float32At(found.names, slot) +
        weights.scope * float32At(found.scope, slot) +
        weights.fileName * float32At(found.fileName, slot) +
        weights.file * float32At(files.sums, file));
  }
  return scores;
}

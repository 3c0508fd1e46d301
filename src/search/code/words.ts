/**
 * Candidates by words: BM25F (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) over chunks and over files. The fields of a
 * chunk are kept apart, as signals that rank.ts weighs.
 *
 * Each word of the query is a concept: the word whole, its parts (`getUserName`), and its other forms (`errors`, `error`). Counts of its forms
 * are added up before they saturate, and its document frequency is that of all of them among the view's live chunks. Rare concepts are
 * read first; very common ones only add to chunks that a rarer one has found, and are not read then if they only carry a question or much was
 * read before, so that the work is bounded.
 */

import { FIELD, IN_TEXT, wordsOf } from "../../postings/terms.js";
import { type FileFilters, fileMask } from "../filters.js";
import { createLivePostings, type LivePostings, type PostingList, readLivePostings } from "../live-postings.js";
import type { PostingLists } from "../posting-lists.js";
import { rangeAt, rangeOfDense, type ViewSnapshot } from "../snapshot.js";

const K1 = 1.2;
const B = 0.75;
/** Weights of a form of a word other than the one asked for, of a word that only carries a question, and of one that was added to a query. */
const WEIGHT = { part: 0.6, form: 0.8, filler: 0.15, added: 0.3 };
/** Words of a query beyond these are not looked up. */
const MAX_CONCEPTS = 30;
/** A concept in more than this share of all chunks only adds to chunks already found, when there are at least ENOUGH. */
const COMMON_SHARE = 0.1;
const ENOUGH = 1_000;
/** Postings that a question reads before it leaves out common concepts: without any, doc comments of the development set lose .011 of MRR@10. */
const MOST_POSTINGS = 200_000;
/** Room for found chunks to begin with. */
const FEWEST_SLOTS = 4_096;

/** Beside the fields of a posting (FIELD): a word that is written as code stands in the text as it is written. */
const AS_CODE = 1 << 12;

/** Mark of a chunk that was found; concepts are marked by their number, which is lower. */
const FOUND = 255;

/** English words that carry a question and say little about code. */
const FILLERS = new Set(
  (
    "a an and are as at be by can could do does find for from get give have how i in into is it its me of on or our show so that the their there " +
    "these they this to us was we were what when where which who why will with would you your"
  ).split(" "),
);

/** More words of questions: that they are nowhere is no news, though where they are they count as others do. */
const OF_QUESTIONS = new Set(
  (
    "about after all also am any been before being between both but did doing done each else every had happen happened happens has having he her here his " +
    "if just know let like make makes many may might more most much must my need needs no not off once only other ought out over own please same she should " +
    "some such tell than them then those too under until up use used uses using very vs want whether while whom whose work working works yes you"
  ).split(" "),
);

/** Whether a word only carries a question. */
export const isOfQuestion = (word: string): boolean =>
  FILLERS.has(word.toLowerCase()) || OF_QUESTIONS.has(word.toLowerCase());

const QUESTION =
  /^\W*(?:(?:please|can you|could you) )*(?:(?:explain|show|tell|find|understand|know|see)(?: \w+){0,2} )?(?:how|where|what|why|which|whose?|when (?:do|does|did|is|are|will))\b|, (?:how|where|what|why) (?:do|does|is|are|happens|decides)\b|[?？]\s*$/i;

/** Whether a text asks, in English or by its mark: how, where, what happens when. */
export function isQuestion(text: string): boolean {
  return QUESTION.test(text);
}

export interface WordQuery extends FileFilters {
  text: string;
  /** How many of the best hits. */
  limit: number;
}

/** Where words of the query stand: each the share of the query's worth that is found there, 0 to 1; `code`: of its words that are written as code. */
export const WORD_SIGNALS = ["text", "code", "names", "scope", "fileName", "file"] as const;
export type WordSignals = Record<(typeof WORD_SIGNALS)[number], number>;

export interface WordOptions {
  /** Weight of each signal when the best are chosen. */
  weights: WordSignals;
  /** Factor of the scores of a file's chunks, by the file's position in the snapshot. */
  factorOf: (file: number) => number;
  /** Chunks that are hits wherever they come in. */
  always: readonly number[];
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

export interface Concept {
  word: string;
  weight: number;
  /** The word whole first. */
  terms: { term: string; weight: number }[];
  /** Was not asked for: what lacks it lacks nothing. */
  isAdded?: true;
  /** Is written as a name in code is, or between backticks. */
  isCode?: true;
}

/** The best chunks for the words of a query. A text without words has no hits but those that always are. */
export async function searchWords(
  snapshot: ViewSnapshot,
  lists: PostingLists,
  concepts: readonly Concept[],
  query: WordQuery,
  { weights, factorOf, always }: WordOptions,
): Promise<WordHits> {
  const ranges = snapshot.ranges.word;
  const words = concepts.flatMap(({ word, isAdded }) => (isAdded ? [] : [word]));
  const mask = fileMask(snapshot, query);
  const terms = [...new Set(concepts.flatMap((concept) => concept.terms.map(({ term }) => term)))];
  const own = await lists.find(snapshot, "word", terms);
  const listsOf = new Map(terms.map((term, index) => [term, own[index]!]));
  const norms = await normsOf(snapshot, lists);

  // From here to the end nothing is waited for, so that one piece of memory does for all questions. One that fails leaves none to the next.
  const memory = cleared(scratch, ranges.total, snapshot.files.length);
  scratch = undefined;
  const { found, files, live, marks } = memory;
  const sought = new Map<string, SoughtTerm>();
  const unknown: string[] = [];
  let worth = 0;
  let postings = 0;
  const byRarity = concepts.toSorted((a, b) => documentsOf(a, listsOf) - documentsOf(b, listsOf));
  for (const [index, concept] of byRarity.entries()) {
    const documents = Math.min(ranges.total, documentsOf(concept, listsOf));
    const isCommon = documents > ranges.total * COMMON_SHARE && found.size >= ENOUGH;
    const isRead = !isCommon || (concept.weight !== WEIGHT.filler && postings + documents <= MOST_POSTINGS);
    if (isRead) postings += documents;
    const frequency = isRead ? read(concept, index + 1, isCommon) : documents;
    // A word that is nowhere counts as the rarest: what holds all the others does not hold everything.
    const idf = concept.weight * Math.log(1 + (ranges.total - frequency + 0.5) / (frequency + 0.5));
    if (!concept.isAdded) worth += idf;
    if (frequency === 0 && !concept.isAdded) unknown.push(concept.word);
    for (const { term, weight } of concept.terms)
      if ((sought.get(term)?.share ?? 0) < weight * idf) sought.set(term, { weight, share: weight * idf });
    add(idf);
  }
  for (const term of sought.values()) term.share /= worth || 1;
  const scale = 1 / (worth || 1);

  /** Reads where a concept stands, by file and by chunk that is or may be found; gives how many chunks hold it. */
  function read({ terms: forms, isCode }: Concept, mark: number, isCommon: boolean): number {
    let elsewhere = 0;
    for (const [index, { term, weight }] of forms.entries()) {
      const asCode = isCode && index === 0 ? AS_CODE : 0;
      for (const list of listsOf.get(term)!) {
        readLivePostings(ranges, list, live);
        reserve(found, live.size);
        const { of, times, fields, weights } = found;
        for (let at = 0; at < live.size; at++) {
          const dense = live.documents[at]!;
          const count = live.counts[at]!;
          const file = ranges.files[live.ranges[at]!]!;
          const inText = weight * (count & IN_TEXT);
          if (inText > 0) {
            if (files.times[file] === 0) files.touched[files.size++] = file;
            files.times[file]! += inText;
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
            found.norms[found.size] = norms.ofChunks[dense]!;
          }
          const slot = of[dense]!;
          if (fields[slot] === 0) found.touched[found.touchedSize++] = slot;
          times[slot]! += inText;
          // The best form in any field stands for all of them.
          fields[slot]! |= (count & ~IN_TEXT) | (inText > 0 ? asCode : 0) | 1;
          if (weight > weights[slot]!) weights[slot] = weight;
        }
      }
    }
    return found.touchedSize + elsewhere;
  }

  /** Adds what was read to the sums, and is ready for the next concept. */
  function add(idf: number): void {
    for (let index = 0; index < files.size; index++) {
      const file = files.touched[index]!;
      const times = files.times[file]!;
      files.times[file] = 0;
      files.sums[file]! += (idf * times) / (times + norms.ofFiles[file]!);
    }
    files.size = 0;
    const { text, code, names, scope, fileName } = found;
    for (let index = 0; index < found.touchedSize; index++) {
      const slot = found.touched[index]!;
      const times = found.times[slot]!;
      const fields = found.fields[slot]!;
      const inField = idf * found.weights[slot]!;
      found.times[slot] = 0;
      found.fields[slot] = 0;
      found.weights[slot] = 0;
      if (times > 0) text[slot]! += (idf * times) / (times + found.norms[slot]!);
      if (fields & AS_CODE) code[slot]! += idf;
      if (fields & FIELD.name) names[slot]! += inField;
      if (fields & FIELD.scope) scope[slot]! += inField;
      if (fields & FIELD.fileName) fileName[slot]! += inField;
    }
    found.touchedSize = 0;
  }

  // A chunk that was not found has slot 0, where all sums are 0.
  const signalsOf = (slot: number, file: number): WordSignals => ({
    text: found.text[slot]! * scale,
    code: found.code[slot]! * scale,
    names: found.names[slot]! * scale,
    scope: found.scope[slot]! * scale,
    fileName: found.fileName[slot]! * scale,
    file: files.sums[file]! * scale,
  });
  const { size } = found;
  const scores = new Float32Array(size);
  for (let index = 0; index < size; index++) {
    const slot = index + 1;
    const file = found.files[slot]!;
    scores[index] =
      factorOf(file) *
      (weights.text * found.text[slot]! +
        weights.code * found.code[slot]! +
        weights.names * found.names[slot]! +
        weights.scope * found.scope[slot]! +
        weights.fileName * found.fileName[slot]! +
        weights.file * files.sums[file]!);
  }
  const best = new Set(top(found.dense.subarray(1, size + 1), scores, query.limit));
  for (const chunkId of always) {
    const range = rangeAt(ranges, chunkId);
    const isLive = ranges.starts[range]! <= chunkId && chunkId < ranges.ends[range]!;
    if (isLive && (mask === null || mask[ranges.files[range]!] === 1))
      best.add(ranges.bases[range]! + chunkId - ranges.starts[range]!);
  }
  const hits = [...best].map((dense): WordHit => {
    const range = rangeOfDense(ranges, dense);
    const file = ranges.files[range]!;
    return {
      chunkId: ranges.starts[range]! + dense - ranges.bases[range]!,
      file,
      signals: signalsOf(marks[dense] === FOUND ? found.of[dense]! : 0, file),
    };
  });
  scratch = memory;
  return { hits, terms: sought, total: size, words, unknown: words.filter((word) => unknown.includes(word)) };
}

/** Arrays that a question is worked out in. */
interface Scratch {
  found: Found;
  files: Files;
  /** By dense number: FOUND, or the number of the last concept that stands in a chunk without finding it. */
  marks: Uint8Array;
  live: LivePostings;
}

/** The chunks that were found, each in a slot: its place in most of these arrays. Slot 0 stays empty. */
interface Found {
  /** Slots in use. */
  size: number;
  /** The slot of a chunk that is found, by its dense number. */
  of: Int32Array;
  dense: Int32Array;
  files: Int32Array;
  norms: Float32Array;
  /** The sums of all concepts. */
  text: Float32Array;
  code: Float32Array;
  names: Float32Array;
  scope: Float32Array;
  fileName: Float32Array;
  /** Counts of the concept at hand; the step that adds them to the sums leaves them zero. */
  times: Float32Array;
  weights: Float32Array;
  fields: Uint16Array;
  /** The slots that it has counts for, not by slot. */
  touched: Int32Array;
  touchedSize: number;
}

/** The sums of all concepts by file, and what the concept at hand says of those that are `touched`. */
interface Files {
  sums: Float32Array;
  times: Float32Array;
  touched: Int32Array;
  size: number;
}

let scratch: Scratch | undefined;

/** Memory for `chunks` and `files`: that of the question before, if it is large enough. */
function cleared(before: Scratch | undefined, chunks: number, files: number): Scratch {
  if (before === undefined || before.found.of.length < chunks || before.files.sums.length < files)
    return createScratch(
      Math.max(before?.found.of.length ?? 0, Math.ceil(chunks * 1.2)),
      Math.max(before?.files.sums.length ?? 0, Math.ceil(files * 1.2)),
    );
  const { found } = before;
  for (const sums of [found.text, found.code, found.names, found.scope, found.fileName])
    sums.fill(0, 0, found.size + 1);
  found.size = 0;
  before.files.sums.fill(0);
  before.marks.fill(0);
  return before;
}

function createScratch(chunks: number, files: number): Scratch {
  return {
    found: { ...slots(FEWEST_SLOTS), size: 0, touchedSize: 0, of: new Int32Array(chunks) },
    files: {
      sums: new Float32Array(files),
      times: new Float32Array(files),
      touched: new Int32Array(files),
      size: 0,
    },
    marks: new Uint8Array(chunks),
    live: createLivePostings(),
  };
}

function slots(count: number) {
  return {
    dense: new Int32Array(count),
    files: new Int32Array(count),
    norms: new Float32Array(count),
    text: new Float32Array(count),
    code: new Float32Array(count),
    names: new Float32Array(count),
    scope: new Float32Array(count),
    fileName: new Float32Array(count),
    times: new Float32Array(count),
    weights: new Float32Array(count),
    fields: new Uint16Array(count),
    touched: new Int32Array(count),
  };
}

/** Makes room for `more` chunks. */
function reserve(found: Found, more: number): void {
  const needed = found.size + more + 1;
  if (needed <= found.dense.length) return;
  const larger = slots(2 * needed);
  for (const name of Object.keys(larger) as (keyof typeof larger)[]) larger[name].set(found[name]);
  Object.assign(found, larger);
}

function documentsOf(concept: Concept, listsOf: ReadonlyMap<string, readonly PostingList[]>): number {
  let documents = 0;
  for (const { term } of concept.terms) for (const list of listsOf.get(term)!) documents += list.documents;
  return documents;
}

/** Terms that BM25 adds to the times that a word stands in a text, by the text's length. */
interface Norms {
  /** By dense number. */
  ofChunks: Float32Array;
  ofFiles: Float32Array;
}

const normsOfSnapshots = new WeakMap<ViewSnapshot, Norms>();

async function normsOf(snapshot: ViewSnapshot, lists: PostingLists): Promise<Norms> {
  const known = normsOfSnapshots.get(snapshot);
  if (known !== undefined) return known;
  const { lengths, mean } = await lists.lengths(snapshot, "word");
  const { files, bases, total } = snapshot.ranges.word;
  const byFile = new Float32Array(snapshot.files.length);
  let sum = 0;
  for (let range = 0; range < files.length; range++) {
    const end = bases[range + 1] ?? total;
    for (let dense = bases[range]!; dense < end; dense++) byFile[files[range]!]! += lengths[dense]!;
    sum += byFile[files[range]!]!;
  }
  const meanOfFiles = Math.max(1, sum / Math.max(1, files.length));
  const norms = {
    ofChunks: lengths.map((length) => K1 * (1 - B + (B * length) / mean)),
    ofFiles: byFile.map((length) => K1 * (1 - B + (B * length) / meanOfFiles)),
  };
  normsOfSnapshots.set(snapshot, norms);
  return norms;
}

/** The concepts of a query. Filler words count little next to others. */
export function conceptsOf(text: string): Concept[] {
  const concepts: Concept[] = [];
  const seen = new Set<string>();
  const quoted = new Set((text.match(/`[^`]+`/g) ?? []).flatMap((code) => wordsOf(code)).map(({ word }) => word));
  for (const { word, terms } of wordsOf(text)) {
    const whole = terms[0]!;
    if (seen.has(whole) || concepts.length === MAX_CONCEPTS) continue;
    seen.add(whole);
    const all = [{ term: whole, weight: 1 }];
    if (terms.length > 1) for (const part of terms.slice(1)) all.push({ term: part, weight: WEIGHT.part });
    else for (const form of formsOf(whole)) all.push({ term: form, weight: WEIGHT.form });
    const weight = FILLERS.has(word.toLowerCase()) ? WEIGHT.filler : 1;
    concepts.push({ word, weight, terms: all, ...(quoted.has(word) || isName(word, terms) ? { isCode: true } : {}) });
  }
  if (concepts.every((concept) => concept.weight < 1)) for (const concept of concepts) concept.weight = 1;
  return concepts;
}

/** Whether a word is written as names are: of several parts. */
export function isName(word: string, terms: readonly unknown[]): boolean {
  return terms.length > 1 && /[_$\p{Lu}]/u.test(word.slice(1));
}

/** Concepts of words that are added to those of a query, at reduced weight. */
export function addedConcepts(words: readonly string[]): Concept[] {
  return conceptsOf(words.join(" ")).map((concept) => ({ ...concept, weight: WEIGHT.added, isAdded: true }));
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

/** The `limit` documents of the highest score, best first; equal ones by their number. `scores` are by position. */
export function top(documents: Int32Array, scores: Float32Array, limit: number): number[] {
  const heap: number[] = [];
  const isWorse = (a: number, b: number): boolean =>
    scores[a]! < scores[b]! || (scores[a] === scores[b] && documents[a]! > documents[b]!);
  const sink = (from: number): void => {
    const sinking = heap[from]!;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < heap.length && isWorse(heap[child + 1]!, heap[child]!)) child++;
      if (child >= heap.length || !isWorse(heap[child]!, sinking)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = sinking;
  };
  for (let position = 0; position < documents.length; position++) {
    if (heap.length < limit) {
      heap.push(position);
      if (heap.length === limit) for (let at = limit >> 1; at >= 0; at--) sink(at);
    } else if (isWorse(heap[0]!, position)) {
      heap[0] = position;
      sink(0);
    }
  }
  return heap.sort((a, b) => (isWorse(a, b) ? 1 : -1)).map((position) => documents[position]!);
}

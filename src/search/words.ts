/**
 * Candidates by words: BM25F (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) over chunks and over files, with what the
 * fields of a chunk say kept apart, as signals that rank.ts weighs.
 *
 * Each word of the query is a concept: the word whole, its parts (`getUserName`), and its other forms (`errors`, `error`). What its forms
 * count is added up before it saturates, and its document frequency is that of all of them among the view's live chunks. Rare concepts are
 * read first; very common ones only add to chunks that a rarer one has found, and those of them that only carry a question are not read then.
 */
import { type FileFilters, fileMask } from "./filters.js";
import { eachLivePosting, type PostingList, type PostingLists } from "./posting-lists.js";
import { rangeAt, rangeOfDense, type ViewSnapshot } from "./snapshot.js";
import { FIELD, IN_TEXT, wordsOf } from "./terms.js";

const K1 = 1.2;
const B = 0.75;
/** What a form of a word other than the one asked for is worth, a word that only carries a question, and one that was added to a query. */
const WEIGHT = { part: 0.6, form: 0.8, filler: 0.15, added: 0.3 };
/** Words of a query beyond these are not looked up. */
const MAX_CONCEPTS = 30;
/** A concept in more than this share of all chunks only adds to chunks already found, when there are at least ENOUGH. */
const COMMON_SHARE = 0.1;
const ENOUGH = 1_000;

/** Beside the fields of a posting (FIELD): a word that is written as code stands in the text as it is written. */
const AS_CODE = 1 << 12;

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

/** Where words of the query stand: each the share of the query's worth that is found there, 0 to 1; `code`: of its words that are written as code. */
export const WORD_SIGNALS = ["text", "code", "names", "scope", "fileName", "file"] as const;
export type WordSignals = Record<(typeof WORD_SIGNALS)[number], number>;

export interface WordOptions {
  /** What each signal counts for when the best are chosen. */
  weights: WordSignals;
  /** What the scores of a file's chunks count for, by the file's position in the snapshot. */
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
  const found = await lists.find(snapshot, "word", terms);
  const listsOf = new Map(terms.map((term, index) => [term, found[index]!]));
  const { lengths, mean } = await lists.lengths(snapshot, "word");
  const files = fileLengths(snapshot, lengths);
  const fileOf = filesOf(snapshot);

  // From here to the end nothing is waited for, so that one piece of memory does for all questions. One that fails leaves none to the next.
  const own = cleared(scratch, ranges.total, snapshot.files.length);
  scratch = undefined;
  const { sums, reading } = own;
  const sought = new Map<string, SoughtTerm>();
  const unknown: string[] = [];
  let worth = 0;
  for (const concept of concepts.toSorted((a, b) => documentsOf(a, listsOf) - documentsOf(b, listsOf))) {
    const documents = Math.min(ranges.total, documentsOf(concept, listsOf));
    const isRead = !(
      concept.weight === WEIGHT.filler &&
      documents > ranges.total * COMMON_SHARE &&
      sums.size >= ENOUGH
    );
    if (isRead) read(concept);
    const frequency = isRead ? reading.size : documents;
    // A word that is nowhere counts as the rarest: what holds all the others does not hold everything.
    const idf = concept.weight * Math.log(1 + (ranges.total - frequency + 0.5) / (frequency + 0.5));
    if (!concept.isAdded) worth += idf;
    if (frequency === 0 && !concept.isAdded) unknown.push(concept.word);
    for (const { term, weight } of concept.terms)
      if ((sought.get(term)?.share ?? 0) < weight * idf) sought.set(term, { weight, share: weight * idf });
    add(idf, frequency > ranges.total * COMMON_SHARE && sums.size >= ENOUGH);
  }
  for (const term of sought.values()) term.share /= worth || 1;
  const scale = 1 / (worth || 1);

  /** Reads where a concept stands, by chunk and by file. */
  function read({ terms: forms, isCode }: Concept): void {
    for (const [index, { term, weight }] of forms.entries()) {
      const asCode = isCode && index === 0 ? AS_CODE : 0;
      eachLivePosting(ranges, listsOf.get(term)!, (dense, count, range) => {
        if (reading.fields[dense] === 0) reading.touched[reading.size++] = dense;
        const times = weight * (count & IN_TEXT);
        if (times > 0) {
          const file = ranges.files[range]!;
          if (reading.inFile[file] === 0) reading.files[reading.fileCount++] = file;
          reading.inFile[file]! += times;
          reading.times[dense]! += times;
          reading.fields[dense]! |= asCode;
        }
        // The best form in any field stands for all of them.
        reading.fields[dense]! |= (count & ~IN_TEXT) | 1;
        if (weight > reading.weights[dense]!) reading.weights[dense] = weight;
      });
    }
  }

  /** Adds what was read to the sums, and is ready for the next concept. */
  function add(idf: number, isCommon: boolean): void {
    for (let index = 0; index < reading.fileCount; index++) {
      const file = reading.files[index]!;
      const times = reading.inFile[file]!;
      reading.inFile[file] = 0;
      sums.file[file]! += (idf * times) / (times + K1 * (1 - B + (B * files.lengths[file]!) / files.mean));
    }
    reading.fileCount = 0;
    for (let index = 0; index < reading.size; index++) {
      const dense = reading.touched[index]!;
      const times = reading.times[dense]!;
      const fields = reading.fields[dense]!;
      const inField = idf * reading.weights[dense]!;
      reading.times[dense] = 0;
      reading.fields[dense] = 0;
      reading.weights[dense] = 0;
      if (sums.isFound[dense] === 0) {
        if (isCommon || (mask !== null && mask[fileOf[dense]!] === 0)) continue;
        sums.isFound[dense] = 1;
        sums.found[sums.size++] = dense;
      }
      if (times > 0) sums.text[dense]! += (idf * times) / (times + K1 * (1 - B + (B * lengths[dense]!) / mean));
      if (fields & AS_CODE) sums.code[dense]! += idf;
      if (fields & FIELD.name) sums.names[dense]! += inField;
      if (fields & FIELD.scope) sums.scope[dense]! += inField;
      if (fields & FIELD.fileName) sums.fileName[dense]! += inField;
    }
    reading.size = 0;
  }

  const signalsOf = (dense: number, file: number): WordSignals => ({
    text: sums.text[dense]! * scale,
    code: sums.code[dense]! * scale,
    names: sums.names[dense]! * scale,
    scope: sums.scope[dense]! * scale,
    fileName: sums.fileName[dense]! * scale,
    file: sums.file[file]! * scale,
  });
  const scores = new Float32Array(sums.size);
  for (let index = 0; index < sums.size; index++) {
    const dense = sums.found[index]!;
    const file = fileOf[dense]!;
    scores[index] =
      factorOf(file) *
      (weights.text * sums.text[dense]! +
        weights.code * sums.code[dense]! +
        weights.names * sums.names[dense]! +
        weights.scope * sums.scope[dense]! +
        weights.fileName * sums.fileName[dense]! +
        weights.file * sums.file[file]!);
  }
  const best = new Set(top(sums.found.subarray(0, sums.size), scores, query.limit));
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
      signals: signalsOf(dense, file),
    };
  });
  scratch = own;
  return { hits, terms: sought, total: sums.size, words, unknown: words.filter((word) => unknown.includes(word)) };
}

/** What questions are worked out in. */
let scratch: ReturnType<typeof createScratch> | undefined;

/** Memory for so many chunks and files: that of the question before, if it is large enough. */
function cleared(before: typeof scratch, chunks: number, files: number): NonNullable<typeof scratch> {
  if (before === undefined || before.chunks < chunks || before.files < files)
    return createScratch(
      Math.max(before?.chunks ?? 0, Math.ceil(chunks * 1.2)),
      Math.max(before?.files ?? 0, Math.ceil(files * 1.2)),
    );
  const { sums } = before;
  for (let index = 0; index < sums.size; index++) {
    const dense = sums.found[index]!;
    sums.text[dense] = 0;
    sums.code[dense] = 0;
    sums.names[dense] = 0;
    sums.scope[dense] = 0;
    sums.fileName[dense] = 0;
    sums.isFound[dense] = 0;
  }
  sums.size = 0;
  sums.file.fill(0);
  return before;
}

function createScratch(chunks: number, files: number) {
  return { chunks, files, sums: createSums(chunks, files), reading: createReading(chunks, files) };
}

/** The sums of all concepts, by dense number and by file. */
function createSums(chunks: number, files: number) {
  return {
    text: new Float32Array(chunks),
    code: new Float32Array(chunks),
    names: new Float32Array(chunks),
    scope: new Float32Array(chunks),
    fileName: new Float32Array(chunks),
    file: new Float32Array(files),
    isFound: new Uint8Array(chunks),
    found: new Int32Array(chunks),
    size: 0,
  };
}

/** What one concept's postings say. Whoever adds them to the sums leaves all of it zero. */
function createReading(chunks: number, files: number) {
  return {
    times: new Float32Array(chunks),
    weights: new Float32Array(chunks),
    fields: new Uint16Array(chunks),
    touched: new Int32Array(chunks),
    size: 0,
    inFile: new Float32Array(files),
    files: new Int32Array(files),
    fileCount: 0,
  };
}

function documentsOf(concept: Concept, listsOf: ReadonlyMap<string, readonly PostingList[]>): number {
  let documents = 0;
  for (const { term } of concept.terms) for (const list of listsOf.get(term)!) documents += list.documents;
  return documents;
}

interface FileLengths {
  lengths: Float32Array;
  mean: number;
}

const filesOfSnapshots = new WeakMap<ViewSnapshot, Int32Array>();

/** The file of each chunk of the snapshot. */
function filesOf(snapshot: ViewSnapshot): Int32Array {
  let known = filesOfSnapshots.get(snapshot);
  if (known === undefined) {
    const { files, bases, total } = snapshot.ranges.word;
    known = new Int32Array(total);
    for (let range = 0; range < files.length; range++)
      known.fill(files[range]!, bases[range]!, bases[range + 1] ?? total);
    filesOfSnapshots.set(snapshot, known);
  }
  return known;
}

const fileLengthsOf = new WeakMap<ViewSnapshot, FileLengths>();

/** Terms of each file of the snapshot, and their mean. */
function fileLengths(snapshot: ViewSnapshot, lengths: Float32Array): FileLengths {
  let known = fileLengthsOf.get(snapshot);
  if (known === undefined) {
    const { files, bases, total } = snapshot.ranges.word;
    const byFile = new Float32Array(snapshot.files.length);
    let sum = 0;
    for (let range = 0; range < files.length; range++) {
      const end = range + 1 < files.length ? bases[range + 1]! : total;
      for (let dense = bases[range]!; dense < end; dense++) byFile[files[range]!]! += lengths[dense]!;
      sum += byFile[files[range]!]!;
    }
    known = { lengths: byFile, mean: Math.max(1, sum / Math.max(1, files.length)) };
    fileLengthsOf.set(snapshot, known);
  }
  return known;
}

/** The concepts of a query. Filler words count little beside others. */
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

/** The concepts of words that are added to those of a query, for what they are worth beside them. */
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

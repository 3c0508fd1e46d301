/**
 * Candidates by words from a PostgreSQL server, scored as words.ts scores them.
 *
 * Chunks are drawn by their rare words: all chunks of the rarest concepts, as long as these are few, and of the others those that hold two of them.
 * A chunk that is drawn has its terms with it. How often a concept that was not drawn whole stands in the rest of a file is read for the best files alone.
 */
import { need, nth } from "../../base/need.js";
import type { PathCondition } from "../../model/path-condition.js";
import { PATH_CLASSES, pathClassOf } from "../../model/paths.js";
import { FIELD, IN_TEXT } from "../../postings/file-terms.js";
import { anyOf, createTermReader, type Lexemes } from "../../postings/lexemes.js";
import { type DrawnChunk, drawChunks, versionTerms } from "../../store/chunk-words.js";
import type { Db } from "../../store/db/db.js";
import type { ViewSearch } from "../../store/view-search.js";
import type { View } from "../../store/views.js";
import type { CandidateHit, CandidateOptions, Candidates } from "./candidates.js";
import { type Concept, WEIGHT } from "./concepts.js";
import { normOf } from "./norms.js";
import type { SoughtTerm, WordQuery, WordSignals } from "./words.js";

/** Chunks that are drawn by one question: each costs some 20 µs (docs/scale.md). */
const MOST_DRAWN = 4_000;
/** The most concepts that chunks are drawn by in pairs: the rarest of the concepts with too many chunks to be drawn. */
const PAIRED = 5;
/** The most files whose texts are searched for concepts that were not drawn: the files of the best chunks. */
const MOST_FILES = 300;

export interface WordSource {
  db: Db;
  view: View;
  search: ViewSearch;
  lexemes: Lexemes;
  /** In how many chunks of the project each of some lexemes stands, about. */
  countsOf(lexemes: readonly string[]): Promise<number[]>;
}

/** A concept of a question, with what is known of it. */
interface Sought {
  concept: Concept;
  /** Chunks that have it, of all versions, about. */
  documents: number;
  /** All live chunks of files that pass were drawn. */
  isWhole: boolean;
  idf: number;
}

/** A drawn chunk, and how it stands to each concept. */
interface HeldChunk {
  chunk: DrawnChunk;
  /** By concept: how often it stands in the text, in which fields, and the weight of its best form. */
  times: Float64Array;
  fields: Uint16Array;
  weights: Float64Array;
  hasAny: boolean;
}

/** Beside the fields of a posting, as in words.ts: a word that is written as code stands in the text as it is written. */
const AS_CODE = 1 << 12;

/** The best chunks for the words of a query, and those that always are hits. */
export async function drawWords(
  { db, view, search, lexemes, countsOf }: WordSource,
  concepts: readonly Concept[],
  query: WordQuery & { condition: PathCondition | null },
  options: CandidateOptions,
): Promise<Awaited<ReturnType<Candidates["words"]>>> {
  const words = concepts.flatMap(({ word, isAdded }) => (isAdded ? [] : [word]));
  const terms = [...new Set(concepts.flatMap((concept) => concept.terms.map(({ term }) => term)))];
  const numbers = new Map(terms.map((term, index) => [lexemes.of(term), index]));
  const counted = await countsOf(terms.map(lexemes.of));
  const counts = new Map(terms.map((term, index) => [term, nth(counted, index)]));
  const total = view.totals.chunks;
  const sought = concepts
    .map((concept): Sought => {
      const documents = concept.terms.reduce((sum, { term }) => sum + need(counts, term), 0);
      return { concept, documents: Math.min(total, documents), isWhole: false, idf: 0 };
    })
    .sort((a, b) => a.documents - b.documents);
  const there = (concept: Concept) =>
    concept.terms.flatMap(({ term }) => (need(counts, term) > 0 ? [lexemes.of(term)] : []));
  const draws = drawsOf(sought, there);
  const drawn = (
    await Promise.all([
      ...draws.map((draw) => drawChunks(db, view, { query: draw }, query.condition, MOST_DRAWN)),
      options.always.length === 0
        ? []
        : drawChunks(db, view, { chunkIds: options.always }, query.condition, options.always.length),
    ])
  ).flat();

  const found = readDrawn(drawn, { sought, terms, numbers });
  const { shares, unknown, worth } = weigh(sought, [...found.values()], total, query.condition === null);
  const files = await fileSums({ db, view, search }, [...found.values()], { sought, numbers, terms }, options);
  const { meanChunk } = search;
  const scored = [...found.values()].map((one) => {
    const signals = signalsOf(one, sought, meanChunk);
    signals.file = need(files, one.chunk.versionId);
    return { one, signals, score: scoreOf(one.chunk, signals, options) };
  });
  scored.sort((a, b) => b.score - a.score || a.one.chunk.chunkId - b.one.chunk.chunkId);
  const always = new Set(options.always);
  const withWords = scored.filter(({ one }) => one.hasAny);
  const best = new Set(withWords.slice(0, query.limit));
  for (const one of scored) if (always.has(one.one.chunk.chunkId)) best.add(one);
  const hits = [...best].map(({ one, signals }): CandidateHit => {
    const scaled = Object.fromEntries(
      Object.entries(signals).map(([name, value]) => [name, value / (worth || 1)]),
    ) as WordSignals;
    return { chunkId: one.chunk.chunkId, path: one.chunk.path, contentHash: one.chunk.contentHash, signals: scaled };
  });
  const isAll = sought.every(({ isWhole, documents }) => isWhole || documents === 0);
  const most = Math.max(0, ...sought.map(({ documents }) => documents));
  return {
    hits,
    terms: shares,
    total: isAll ? withWords.length : Math.max(withWords.length, most),
    words,
    unknown: words.filter((word) => unknown.has(word)),
  };
}

/** The tsqueries by which chunks are drawn; notes which concepts are drawn whole. */
function drawsOf(sought: Sought[], lexemesOf: (concept: Concept) => string[]): string[] {
  const whole: string[] = [];
  let size = 0;
  for (const one of sought) {
    if (one.documents === 0) {
      one.isWhole = true;
      continue;
    }
    if (size + one.documents > MOST_DRAWN) break;
    size += one.documents;
    one.isWhole = true;
    whole.push(...lexemesOf(one.concept));
  }
  const draws = whole.length === 0 ? [] : [anyOf([...new Set(whole)])];
  const rest = sought.filter(
    ({ isWhole, concept }) => !isWhole && concept.weight !== WEIGHT.filler && !concept.isAdded,
  );
  const common = rest.slice(0, PAIRED).map(({ concept }) => `(${anyOf(lexemesOf(concept))})`);
  const pairs = common.flatMap((one, index) => common.slice(index + 1).map((other) => `(${one}&${other})`));
  if (pairs.length > 0) draws.push(pairs.join("|"));
  else if (draws.length === 0) draws.push(...common);
  return draws;
}

/** The concepts that are sought, the terms that are forms of them, and the number of each term's lexeme. */
interface SoughtTerms {
  readonly sought: readonly Sought[];
  readonly terms: readonly string[];
  readonly numbers: ReadonlyMap<string, number>;
}

/** The drawn chunks, each once, with what they say of the concepts. */
function readDrawn(drawn: readonly DrawnChunk[], { sought, terms, numbers }: SoughtTerms): Map<number, HeldChunk> {
  const reader = createTermReader(numbers);
  const uses = usesOf(sought, terms);
  const found = new Map<number, HeldChunk>();
  for (const chunk of drawn) {
    if (found.has(chunk.chunkId)) continue;
    const one: HeldChunk = {
      chunk,
      times: new Float64Array(sought.length),
      fields: new Uint16Array(sought.length),
      weights: new Float64Array(sought.length),
      hasAny: false,
    };
    reader.read(chunk.terms, (number, count) => {
      for (const { index, weight, isAsCode } of nth(uses, number)) {
        const inText = weight * (count & IN_TEXT);
        one.times[index] = nth(one.times, index) + inText;
        const asCode = inText > 0 && isAsCode ? AS_CODE : 0;
        one.fields[index] = nth(one.fields, index) | (count & ~IN_TEXT) | asCode | 1;
        one.weights[index] = Math.max(nth(one.weights, index), weight);
      }
      one.hasAny = true;
    });
    found.set(chunk.chunkId, one);
  }
  return found;
}

/** By term: the concepts that it is a form of, by their positions. */
function usesOf(
  sought: readonly Sought[],
  terms: readonly string[],
): { index: number; weight: number; isAsCode: boolean }[][] {
  const places = new Map(terms.map((term, index) => [term, index]));
  const uses: { index: number; weight: number; isAsCode: boolean }[][] = terms.map(() => []);
  for (const [position, { concept }] of sought.entries())
    for (const [index, { term, weight }] of concept.terms.entries())
      nth(uses, need(places, term)).push({ index: position, weight, isAsCode: concept.isCode === true && index === 0 });
  return uses;
}

/** Weighs the concepts by how rare they are: a concept that was drawn whole by the number of its chunks. */
function weigh(
  sought: Sought[],
  found: readonly HeldChunk[],
  total: number,
  isUnfiltered: boolean,
): { shares: Map<string, SoughtTerm>; unknown: Set<string>; worth: number } {
  const shares = new Map<string, SoughtTerm>();
  const unknown = new Set<string>();
  let worth = 0;
  for (const [index, one] of sought.entries()) {
    const { concept, isWhole, documents } = one;
    let frequency = documents;
    if (isWhole && isUnfiltered) {
      frequency = 0;
      for (const { fields } of found) if (fields[index] !== 0) frequency++;
    }
    one.idf = concept.weight * Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
    if (!concept.isAdded) worth += one.idf;
    if (frequency === 0 && !concept.isAdded) unknown.add(concept.word);
    for (const { term, weight } of concept.terms)
      if ((shares.get(term)?.share ?? 0) < weight * one.idf) shares.set(term, { weight, share: weight * one.idf });
  }
  for (const term of shares.values()) term.share /= worth || 1;
  return { shares, unknown, worth };
}

/** The sums of a chunk's own signals. */
function signalsOf(
  { chunk, times, fields, weights }: HeldChunk,
  sought: readonly Sought[],
  meanChunk: number,
): WordSignals {
  const signals: WordSignals = { text: 0, code: 0, names: 0, scope: 0, fileName: 0, file: 0 };
  const norm = normOf(chunk.length, meanChunk);
  for (const [index, { idf }] of sought.entries()) {
    const own = nth(fields, index);
    if (own === 0) continue;
    const count = nth(times, index);
    const inField = idf * nth(weights, index);
    if (count > 0) signals.text += (idf * count) / (count + norm);
    if (own & AS_CODE) signals.code += idf;
    if (own & FIELD.name) signals.names += inField;
    if (own & FIELD.scope) signals.scope += inField;
    if (own & FIELD.fileName) signals.fileName += inField;
  }
  return signals;
}

function scoreOf({ path }: DrawnChunk, signals: WordSignals, { weights, factors }: CandidateOptions): number {
  const sum =
    weights.text * signals.text +
    weights.code * signals.code +
    weights.names * signals.names +
    weights.scope * signals.scope +
    weights.fileName * signals.fileName +
    weights.file * signals.file;
  return sum * nth(factors, PATH_CLASSES.indexOf(pathClassOf(path)));
}

/** The sum of the words in all of a file, by version. */
async function fileSums(
  { db, view, search }: Pick<WordSource, "db" | "view" | "search">,
  found: readonly HeldChunk[],
  { sought, terms, numbers }: SoughtTerms,
  options: CandidateOptions,
): Promise<Map<number, number>> {
  const timesOf = new Map<number, { length: number; times: Float64Array }>();
  for (const { chunk, times } of found) {
    const own = timesOf.get(chunk.versionId) ?? { length: chunk.fileLength, times: new Float64Array(sought.length) };
    timesOf.set(chunk.versionId, own);
    for (let index = 0; index < times.length; index++) own.times[index] = nth(own.times, index) + nth(times, index);
  }
  const sumOf = ({ length, times }: { length: number; times: Float64Array }): number => {
    const norm = normOf(length, search.meanFile);
    let sum = 0;
    for (const [index, { idf }] of sought.entries()) {
      const count = nth(times, index);
      if (count > 0) sum += (idf * count) / (count + norm);
    }
    return sum;
  };
  const sums = new Map([...timesOf].map(([versionId, own]) => [versionId, sumOf(own)]));
  const partly = sought.flatMap(({ isWhole }, index) => (isWhole ? [] : [index]));
  if (partly.length === 0) return sums;

  const best = new Map<number, number>();
  for (const one of found) {
    const signals = signalsOf(one, sought, search.meanChunk);
    signals.file = need(sums, one.chunk.versionId);
    const score = scoreOf(one.chunk, signals, options);
    best.set(one.chunk.versionId, Math.max(best.get(one.chunk.versionId) ?? 0, score));
  }
  const chosen = [...best].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_FILES);
  const reader = createTermReader(numbers);
  const uses = usesOf(sought, terms);
  for (const { versionId, terms: own } of await versionTerms(
    db,
    view.projectId,
    chosen.map(([id]) => id),
  )) {
    const { length, times } = need(timesOf, versionId);
    for (const index of partly) times[index] = 0;
    reader.read(own, (number, count) => {
      for (const { index, weight } of nth(uses, number))
        if (!nth(sought, index).isWhole) times[index] = nth(times, index) + weight * count;
    });
    sums.set(versionId, sumOf({ length, times }));
  }
  return sums;
}

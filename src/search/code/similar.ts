/**
 * Code that is like a piece of code. Candidates are the chunks with its rarest words, and the chunks nearest in meaning where there are vectors. Likeness of
 * their texts (likeness.ts) and meaning give the order.
 */
import { CodeindexError } from "../../base/errors.js";
import { nth } from "../../base/need.js";
import { float32At, int32At } from "../../base/numbers.js";
import { IN_TEXT } from "../../postings/file-terms.js";
import type { Chunk } from "../../store/chunks.js";
import type { Db } from "../../store/db/db.js";
import { chunksWithText } from "../../store/texts.js";
import type { View } from "../../store/views.js";
import { type FileFilters, fileMask } from "../filters.js";
import { eachLivePosting } from "../live-postings.js";
import type { PostingLists } from "../posting-lists.js";
import { rangeOfDense, type ViewSnapshot } from "../snapshot.js";
import { comparable, type Likeness, likenessOf } from "./likeness.js";
import { top } from "./top.js";

export interface SimilarQuery extends FileFilters {
  text: string;
  limit: number;
  /** Lines that are the piece itself, which is left out. */
  except?: { path: string; startLine: number; endLine: number };
}

export interface SimilarHit {
  chunk: Chunk;
  text: string;
  likeness: Likeness;
  /** 0 to 1. */
  similarity: number;
  /** A cosine; null where there are no vectors to compare. */
  meaning: number | null;
  /** Words that both have, the rarest first. */
  shared: string[];
}

/** Terms of a piece that are looked up, the longest first where there are more. */
const LOOKED_UP = 300;
/** Of those, the rarest are read. */
const READ = 60;
/** A term in more than this share of all chunks says nothing, where there are others. */
const COMMON = 0.2;
/** Candidates that are compared by their texts. */
const COMPARED = 200;
/** Code that is less alike shares a word or two by chance. */
const LEAST = 0.1;
const SHARED_WORDS = 6;
/** Share of meaning in the whole. */
const MEANING = 0.4;

export interface SimilarIndex {
  db: Db;
  snapshot: ViewSnapshot;
  lists: PostingLists;
  /** Chunks near in meaning, with their cosine; null where there are no vectors. */
  near: (limit: number) => Promise<ReadonlyMap<number, number> | null>;
}

export interface SimilarHits {
  hits: SimilarHit[];
  /** No file passes the query's filters. */
  isFiltered: boolean;
  /** Why meaning could not be asked; null where it was, or where there are no vectors. */
  problem: string | null;
}

/** The chunks most like the piece, best first. */
export async function searchSimilar(view: View, index: SimilarIndex, query: SimilarQuery): Promise<SimilarHits> {
  const { db, snapshot } = index;
  const { total } = snapshot.ranges.word;
  const piece = comparable(query.text);
  const known = await knownTerms(index, [...piece.terms.keys()]);
  const rare = known.filter(({ documents }, position) => position < 5 || documents <= total * COMMON).slice(0, READ);
  const mask = fileMask(snapshot, query);
  const sharing = chunksSharing(snapshot, rare, mask);
  const { cosines, problem } = await cosinesOf(index);

  const weights = new Map(known.map(({ term, weight }) => [term, weight]));
  const unheard = Math.log(1 + total);
  const weightOf = (term: string) => weights.get(term) ?? unheard;
  const candidates = await chunksWithText(db, view, [...new Set([...sharing, ...cosines.keys()])]);
  const hits = candidates
    .filter(({ chunk }) => !isExcepted(chunk, query.except))
    .map(({ chunk, text }): SimilarHit => {
      const other = comparable(text);
      const { likeness, similarity } = likenessOf(piece, other, weightOf);
      const meaning = cosines.get(chunk.chunkId) ?? null;
      const both = [...piece.terms.keys()].filter((term) => other.terms.has(term));
      return {
        chunk,
        text,
        likeness,
        // A duplicate stays one, even where the vectors say otherwise.
        similarity:
          meaning === null ? similarity : Math.max(similarity, (1 - MEANING) * similarity + MEANING * meaning),
        meaning,
        shared: wholeWords(both.sort((a, b) => weightOf(b) - weightOf(a) || b.length - a.length)),
      };
    })
    .filter(({ similarity }) => similarity >= LEAST);
  hits.sort((a, b) => b.similarity - a.similarity || a.chunk.chunkId - b.chunk.chunkId);
  return { hits: hits.slice(0, query.limit), isFiltered: mask?.includes(1) === false, problem };
}

/** A term of the piece that some chunks have: the rarer, the heavier. */
interface KnownTerm {
  term: string;
  lists: Awaited<ReturnType<PostingLists["find"]>>[number];
  documents: number;
  weight: number;
}

/** The terms that chunks have, the rarest first; of too many those that are longest. */
async function knownTerms({ snapshot, lists }: SimilarIndex, terms: readonly string[]): Promise<KnownTerm[]> {
  const longest = terms.toSorted((a, b) => b.length - a.length).slice(0, LOOKED_UP);
  const found = await lists.find(snapshot, "word", longest);
  const { total } = snapshot.ranges.word;
  return longest
    .map((term, position): KnownTerm => {
      const own = nth(found, position);
      const documents = own.reduce((sum, list) => sum + list.documents, 0);
      return { term, lists: own, documents, weight: Math.log(1 + total / documents) };
    })
    .filter(({ documents }) => documents > 0)
    .sort((a, b) => a.documents - b.documents);
}

/** The ids of the chunks whose terms in common with the piece weigh most. */
function chunksSharing(
  { ranges: { word: ranges } }: ViewSnapshot,
  terms: readonly KnownTerm[],
  mask: ReturnType<typeof fileMask>,
): number[] {
  const sums = new Float32Array(ranges.total);
  const touched = new Int32Array(ranges.total);
  let size = 0;
  for (const { lists, weight } of terms) {
    eachLivePosting(ranges, lists, (dense, count, range) => {
      if ((count & IN_TEXT) === 0 || (mask !== null && mask[int32At(ranges.files, range)] === 0)) return;
      if (sums[dense] === 0) touched[size++] = dense;
      sums[dense] = float32At(sums, dense) + weight;
    });
  }
  const documents = touched.subarray(0, size);
  const weighed = Float32Array.from(documents, (dense) => float32At(sums, dense));
  return top(documents, weighed, COMPARED).map((dense) => {
    const range = rangeOfDense(ranges, dense);
    return int32At(ranges.starts, range) + dense - int32At(ranges.bases, range);
  });
}

/** The first few words that are not parts of others. */
function wholeWords(words: readonly string[]): string[] {
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word))).slice(0, SHARED_WORDS);
}

/** A provider that fails costs an answer nothing but meaning. */
async function cosinesOf({
  near,
}: SimilarIndex): Promise<{ cosines: ReadonlyMap<number, number>; problem: string | null }> {
  try {
    return { cosines: (await near(COMPARED)) ?? new Map(), problem: null };
  } catch (error) {
    if (!(error instanceof CodeindexError) || error.code !== "provider_unavailable") throw error;
    return { cosines: new Map(), problem: error.message };
  }
}

function isExcepted({ path, startLine, endLine }: Chunk, except: SimilarQuery["except"]): boolean {
  return except !== undefined && path === except.path && startLine <= except.endLine && endLine >= except.startLine;
}

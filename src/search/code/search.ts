/** Search for code: words and meaning to chunks, ranked, with their text. */
import { CodeindexError } from "../../base/errors.js";
import { need, nth } from "../../base/need.js";
import { letFail } from "../../base/promises.js";
import { identifierTerms, LONGEST_TERM } from "../../postings/terms.js";
import { type Chunk, type ChunkHead, chunksAtLines } from "../../store/chunks.js";
import type { Db } from "../../store/db/db.js";
import { similarNames } from "../../store/symbols.js";
import { chunksWithText } from "../../store/texts.js";
import type { View } from "../../store/views.js";
import { editDistance } from "../symbols/edit-distance.js";
import { isReport, type ReadReport, readReport } from "./bug-report.js";
import { type CandidateHit, type Candidates, MOST_DECLARING } from "./candidates.js";
import type { Heads } from "./chunk-heads.js";
import { addedConcepts, type Concept, conceptsOf, gistOf, isName, isOfQuestion, writtenNames } from "./concepts.js";
import type { MissedLine } from "./locations.js";
import type { MeaningSearch, Near } from "./meaning.js";
import { balanceOf, choiceOf, formOf, type QueryForm } from "./ranking/balance.js";
import { placeFactors } from "./ranking/chunk-factors.js";
import { type RankedQuery, rankChunks } from "./ranking/rank.js";
import type { Candidate, RankedChunk } from "./ranking/ranked-chunk.js";
import type { Factor, Signal } from "./ranking/weights.js";
import { type Evidence, evidenceOf, relevanceOf } from "./relevance.js";
import { chunksOfFrames } from "./stack-frames.js";
import { WORD_SIGNALS, type WordQuery } from "./words.js";

/**
 * How many of the best by words, and of the nearest by meaning, are read and ranked, whatever the page, so that pages fit together; those behind them
 * follow in the order of their words. Questions rank more: their answers say little of what is asked in its own words, and more stand in one file.
 * More for other queries change no figure of docs/search/figures.md by more than .003; half as many lose .004.
 */
const RANKED = { words: 110, near: 80 };
const RANKED_OF_QUESTION = { words: 200, near: 300 };
/** At most this many times a page is filled up in place of copies, each time from at least REFILL more chunks. */
const MOST_ROUNDS = 8;
const REFILL = 20;
/** Of shorter texts each is shown, copies or not: what matters of them is where they stand. */
const SHORTEST_COPY = 100;
/** The most words of a name; longer queries are not names. */
const MOST_NAME_WORDS = 6;
/** The most names that begin as the query does, and the most that are like a word found nowhere. */
const MOST_BEGUN = 200;
const SHORTEST_BEGUN = 3;
const MOST_SIMILAR = 40;
const MOST_MISTYPED = 3;
const SHORTEST_MISTYPED = 5;
/** Weight of the next location in a query, as a share of the one before it; and of the next function that a frame names. */
const NEXT_LOCATION = 0.95;
/** How well a chunk declares a name that is given whole, begun, or with typing errors. */
const DECLARED = { whole: 1, begun: 0.95, similar: 0.95, edit: 0.15 };

export interface CodeQuery extends Omit<WordQuery, "limit"> {
  offset: number;
  limit: number;
  /** Only chunks of at least this strength, 0 to 1. */
  threshold: number;
  /** Only chunks of at least this relevance, 0 to 1. */
  leastRelevance?: number;
  /** Share of meaning against words, 0 to 1: 0 is by words alone, 1 by meaning alone. Default: as it was measured to be best. */
  semanticWeight?: number;
  /** Words to look for in addition to those of the text, at reduced weight. */
  added?: readonly string[];
  /** Rules of the ranking that are left out, to see what they bring. */
  without?: ReadonlySet<Signal | Factor>;
}

export interface CodeHit extends RankedChunk<Chunk> {
  text: string;
  /** How likely it is right, 0 to 1 (`relevance.ts`). */
  relevance: number;
  /** Where the same text stands too, as far as it was found. */
  copies: readonly Pick<Chunk, "path" | "startLine" | "endLine">[];
}

export interface CodeHits {
  hits: CodeHit[];
  /** The words that were asked for: the query without the numbers of lines that it names. */
  asked: string;
  /** Of a query that is a report: how many of its lines were looked for, and how many say nothing about code. */
  report: { used: number; left: number } | null;
  /** Chunks with a word of the query, before `threshold` and `leastRelevance`. */
  total: number;
  /** Where the next page begins: behind the copies that stand with these hits. null: there is none. */
  next: number | null;
  words: string[];
  unknown: string[];
  /** The lines that the query names and the view lacks. Frames in foreign files count only if there are no others. */
  missed: MissedLine[];
  /** No file passes the query's filters. */
  isFiltered: boolean;
  /** Where all that was found is less than was asked for: how strong, or how relevant, the best of it is. */
  nearMiss: number | null;
  /** How likely the best result of all is right, 0 to 1; null where there is none. */
  bestRelevance: number | null;
  /** Nothing is left, as all that was found is near in meaning alone, and no nearer than nonsense (`noise.ts`). */
  isNoise: boolean;
  /** How meaning took part: `none` where it was not asked for or there are no vectors; or why it could not be asked. */
  meaning: "used" | "none" | { problem: string };
}

/** A chunk as it is ranked. */
type Head = ChunkHead & Pick<Chunk, "path" | "contentHash">;
type RankedHead = RankedChunk<Head> & Pick<CodeHit, "relevance">;

/** Parts of the index that a search reads. */
export interface CodeIndex {
  db: Db;
  candidates: Candidates;
  heads: Heads;
  meaning: MeaningSearch;
}

/** The page of chunks that a query asks for, best first. */
export async function searchCode(view: View, index: CodeIndex, query: CodeQuery): Promise<CodeHits> {
  const { db, candidates: from } = index;
  // As many again, as some are copies of others.
  const end = query.offset + 2 * query.limit;
  const { locations, missed, rest: written } = await from.locate(query.text);
  const { report, rest, concepts, form } = askedBy(written);
  const named = writtenNames(rest);
  const text = report === null ? query.text : rest;
  // Of a question that writes a name, that leads to the file; the whole of it then ranks the pieces better.
  const gist = form.isQuestion && report === null && ![...named.values()].includes(1) ? gistOf(text) : text;
  const words = concepts.map(({ word }) => word);
  const factors = placeFactors(words);
  const most = form.isQuestion || form.isReport ? RANKED_OF_QUESTION : RANKED;
  const [declared, { near, noise, outcome }, located, ofFrames] = await Promise.all([
    chunksThatDeclare(db, view, from, concepts),
    nearest(view, index, { ...query, text, gist }, most.near),
    chunksAtLines(db, view.projectId, locations).then((chunkIds) => [...new Set(chunkIds)]),
    chunksOfFrames(db, view, missed),
  ]);
  for (const [position, chunk] of ofFrames.entries())
    declared.set(chunk, Math.max(declared.get(chunk) ?? 0, DECLARED.whole * NEXT_LOCATION ** position));
  const first = new Set([...located, ...declared.keys(), ...(near?.chunkIds ?? [])]);
  const found = await from.words(
    [...concepts, ...addedConcepts(query.added ?? [])],
    { ...query, limit: Math.ceil((end + 1) / most.words) * most.words },
    { weights: choiceOf(form), factors, always: [...first] },
  );
  const ranking = {
    words,
    terms: found.terms,
    balance: balanceOf(form, near === null ? 0 : query.semanticWeight),
    named,
    ...(query.without === undefined ? {} : { without: query.without }),
  };
  const isOnlyQuestion = words.every(isOfQuestion);
  const isAnyWordThere =
    (query.added ?? []).length > 0 ||
    words.some((word) => (isOnlyQuestion || !isOfQuestion(word)) && !found.unknown.includes(word));
  const floor = await noise;
  const blocks = blocksOf(found.hits, first, most.words);
  const known = { near, floor, declared, located, isAnyWordThere };
  const ranked = await rankBlocks(view, index, blocks, { query, form, ranking, known, end });
  const isAll = ranked.isWhole && found.hits.length >= found.total;
  const { hits, next } = await pageOf(ranked.chunks, query, (page) => withTexts(db, view, page));
  return {
    hits,
    asked: rest,
    report: report && { used: report.used, left: report.left },
    total: Math.max(isAnyWordThere ? found.total : 0, ranked.chunks.length),
    next: hits.length > 0 && (next < ranked.chunks.length || !isAll) ? next : null,
    words: found.words,
    unknown: found.unknown,
    missed: missed.filter(({ frame, fileCount }) => frame === null || fileCount > 0 || located.length === 0),
    isFiltered: await from.isFiltered(query),
    nearMiss: ranked.chunks.length === 0 && ranked.best > 0 ? ranked.best : null,
    bestRelevance: ranked.evidence === null ? null : relevanceOf(ranked.evidence.best, ranked.evidence),
    isNoise: ranked.isNoise && ranked.best === 0,
    meaning: outcome,
  };
}

/** The query in a text, without the numbers of the lines that it names: of a report, the lines that say something. */
function askedBy(written: string): { report: ReadReport | null; rest: string; concepts: Concept[]; form: QueryForm } {
  const read = (text: string) => {
    const concepts = conceptsOf(text);
    const counts = { count: concepts.length, carrying: concepts.filter(({ weight }) => weight === 1).length };
    return { rest: text, concepts, counts };
  };
  const whole = read(written);
  const report = isReport(written, whole.counts) ? readReport(written) : null;
  const { rest, concepts, counts } = report === null ? whole : read(report.text);
  return { report, rest, concepts, form: { ...formOf(rest, counts), isReport: report !== null } };
}

/** Facts about chunks beside their words. */
interface Known {
  /** The nearest in meaning; null: meaning takes no part. */
  near: Near | null;
  /** How near in meaning nonsense comes. */
  floor: number;
  /** How well chunks declare names of the query. */
  declared: ReadonlyMap<number, number>;
  /** The chunks at lines that the query names. */
  located: readonly number[];
  isAnyWordThere: boolean;
}

/** The chunks of some blocks that pass the thresholds of a query, and the figures of all. */
interface RankedBlocks {
  chunks: RankedHead[];
  /** Whether every block was ranked. */
  isWhole: boolean;
  /** Whether chunks without words were left out as no nearer in meaning than nonsense. */
  isNoise: boolean;
  /** The strength or relevance of the best chunk, passing or not. */
  best: number;
  /** null: no chunk was ranked. */
  evidence: Evidence | null;
}

/** Ranks block after block until the page up to `end` is full. */
async function rankBlocks(
  view: View,
  index: CodeIndex,
  blocks: readonly CandidateHit[][],
  {
    query,
    form,
    ranking,
    known,
    end,
  }: {
    query: CodeQuery;
    form: QueryForm;
    ranking: RankedQuery & Pick<Required<RankedQuery>, "named">;
    known: Known;
    end: number;
  },
): Promise<RankedBlocks> {
  const ranked: RankedBlocks = { chunks: [], isWhole: true, isNoise: false, best: 0, evidence: null };
  const least = query.leastRelevance;
  for (const hits of blocks) {
    if (ranked.chunks.length > end) return { ...ranked, isWhole: false };
    const chunkIds = hits.map((hit) => hit.chunkId);
    const [heads, cosines] = await Promise.all([
      index.heads.get(view.projectId, chunkIds),
      known.near && index.meaning.cosines(known.near, chunkIds),
    ]);
    const { candidates, isAnyNoise } = candidatesOf(hits, { heads, cosines, ...known });
    ranked.isNoise ||= isAnyNoise;
    const block = rankChunks(candidates, ranking);
    // The first block has the best chunks: its evidence holds for all.
    ranked.evidence ??= block.length === 0 ? null : evidenceOf(block, form, ranking);
    for (const one of block) {
      const relevance = ranked.evidence === null ? 0 : relevanceOf(one.score, ranked.evidence);
      ranked.best = Math.max(ranked.best, least === undefined ? one.strength : relevance);
      if (one.strength >= query.threshold && relevance >= (least ?? 0)) ranked.chunks.push({ ...one, relevance });
    }
  }
  return ranked;
}

/** Hits as they are ranked; those that hold no word and are no nearer in meaning than nonsense are left out. */
function candidatesOf(
  hits: readonly CandidateHit[],
  {
    heads,
    cosines,
    floor,
    declared,
    located,
    isAnyWordThere,
  }: Omit<Known, "near"> & {
    heads: Awaited<ReturnType<Heads["get"]>>;
    /** null: meaning takes no part. */
    cosines: ReadonlyMap<number, number> | null;
  },
): { candidates: Candidate<Head>[]; isAnyNoise: boolean } {
  const candidates: Candidate<Head>[] = [];
  let isAnyNoise = false;
  const usual = cosines === null ? 0 : usualMeaning(hits, cosines);
  for (const { chunkId, path, contentHash, signals } of hits) {
    const known = heads.get(chunkId);
    if (known === undefined) continue;
    const { head, nameParts } = known;
    const measured = cosines?.get(chunkId);
    const isGiven = declared.has(chunkId) || located.includes(chunkId);
    const hasWords = isAnyWordThere && WORD_SIGNALS.some((signal) => signals[signal] > 0);
    if (!isGiven && !hasWords && (cosines === null || (measured ?? 0) < floor)) {
      isAnyNoise = true;
      continue;
    }
    // Name by name, as copies of that many objects took half of what ranking takes.
    candidates.push({
      chunk: {
        chunkId,
        path,
        contentHash,
        kind: head.kind,
        startLine: head.startLine,
        tokenCount: head.tokenCount,
        codeTokens: head.codeTokens,
        symbolNames: head.symbolNames,
      },
      nameParts,
      signals: {
        text: signals.text,
        code: signals.code,
        scope: signals.scope,
        fileName: signals.fileName,
        file: signals.file,
        declared: declared.get(chunkId) ?? 0,
        located: located.includes(chunkId) ? NEXT_LOCATION ** located.indexOf(chunkId) : 0,
        meaning: measured ?? usual,
      },
    });
  }
  return { candidates, isAnyNoise };
}

/**
 * The meaning of hits whose vectors are not made yet: that of the middle one of the others with words. Else, while vectors are made, the first folders of a
 * repository, which have theirs, would stand before all others; and so would every file before one that was just saved.
 */
function usualMeaning(hits: readonly CandidateHit[], cosines: ReadonlyMap<number, number>): number {
  if (hits.every(({ chunkId }) => cosines.has(chunkId))) return 0;
  const measured = hits.flatMap(({ chunkId, signals }) => {
    const cosine = cosines.get(chunkId);
    return cosine !== undefined && WORD_SIGNALS.some((signal) => signals[signal] > 0) ? [cosine] : [];
  });
  return measured.sort((a, b) => a - b)[measured.length >> 1] ?? 0;
}

/** The chunks nearest in meaning, and how near nonsense comes. A provider that fails costs an answer nothing else. */
async function nearest(
  view: View,
  { candidates, meaning }: CodeIndex,
  query: CodeQuery & { gist: string },
  most: number,
): Promise<{ near: Near | null; noise: Promise<number>; outcome: CodeHits["meaning"] }> {
  const none = { near: null, noise: Promise.resolve(0) };
  if (query.semanticWeight === 0 || !/[\p{L}\p{N}]/u.test(query.text)) return { ...none, outcome: "none" };
  try {
    const near = await meaning.near(
      view,
      candidates.nearest(query),
      { kind: "query", text: query.text, gist: query.gist },
      most,
    );
    if (near === null) return { ...none, outcome: "none" };
    // Words are read meanwhile. Where another part fails first, nobody waits for it.
    const noise = meaning.noise(view, candidates, near);
    letFail(noise);
    return { near, noise, outcome: "used" };
  } catch (error) {
    if (!(error instanceof CodeindexError) || error.code !== "provider_unavailable") throw error;
    return { ...none, outcome: { problem: error.message } };
  }
}

/** The hits in blocks that are ranked each for itself; those in the first are the best and the ones that `first` names. */
function blocksOf(hits: readonly CandidateHit[], first: ReadonlySet<number>, size: number): CandidateHit[][] {
  const blocks: CandidateHit[][] = [[]];
  for (let from = 0; from < hits.length; from += size) {
    const rest: CandidateHit[] = [];
    for (const [index, hit] of hits.slice(from, from + size).entries())
      (from + index < size || first.has(hit.chunkId) ? nth(blocks, 0) : rest).push(hit);
    blocks.push(rest);
  }
  return blocks;
}

/**
 * The chunks that declare a name of the query, and how well they match, 0 to 1: its words together as one name, or as the beginning of one; a word
 * written as a name; a name close to a word that no file has.
 */
async function chunksThatDeclare(
  db: Db,
  { projectId }: View,
  candidates: Candidates,
  concepts: readonly Concept[],
): Promise<Map<number, number>> {
  const declared = new Map<number, number>();
  const add = (chunks: readonly number[], value: number): void => {
    if (chunks.length > MOST_DECLARING) return;
    for (const chunk of chunks) declared.set(chunk, Math.max(declared.get(chunk) ?? 0, value));
  };
  const whole = concepts.map(({ terms }) => nth(terms, 0).term);
  const isKnown = await candidates.known(whole);
  const weight = concepts.reduce((sum, concept) => sum + concept.weight, 0);
  const names = concepts.filter(({ word, terms }) => isName(word, terms)).map(({ terms }) => nth(terms, 0).term);
  for (const found of await candidates.declaring(names)) add(found, DECLARED.whole / weight);

  const joined = whole.join("");
  const isShort = concepts.length <= MOST_NAME_WORDS;
  if (concepts.length > 0 && isShort && joined.length <= LONGEST_TERM) {
    for (const found of await candidates.declaring([joined, whole.join("_")])) add(found, DECLARED.whole);
    if (joined.length >= SHORTEST_BEGUN)
      for (const [term, found] of await candidates.declaringBegun(joined, MOST_BEGUN))
        if (term !== joined) add(found, (DECLARED.begun * joined.length) / term.length);
  }

  // A sentence says the rest in other words, if it does not mean a name.
  const missing = whole.filter(
    (word, index) =>
      !nth(isKnown, index) &&
      word.length >= SHORTEST_MISTYPED &&
      (isShort || isName(nth(concepts, index).word, nth(concepts, index).terms)),
  );
  await Promise.all(
    missing.slice(0, MOST_MISTYPED).map(async (word) => {
      const allowed = word.length < 9 ? 1 : 2;
      const names = new Map<string, number>();
      for (const name of await similarNames(db, projectId, word, MOST_SIMILAR)) {
        const term = identifierTerms(name)[0] ?? "";
        const edits = editDistance(word, term, allowed);
        if (edits <= allowed) names.set(term, edits);
      }
      const found = await candidates.declaring([...names.keys()]);
      for (const [index, edits] of [...names.values()].entries())
        add(nth(found, index), (DECLARED.similar - DECLARED.edit * edits) / weight);
    }),
  );
  return declared;
}

/** The hits of a page, and where the next begins. In place of copies, which stand with the first of their text, more are read. */
async function pageOf(
  ranked: readonly RankedHead[],
  { offset, limit }: Pick<CodeQuery, "offset" | "limit">,
  read: (page: readonly RankedHead[]) => Promise<ReadHit[]>,
): Promise<{ hits: CodeHit[]; next: number }> {
  const hits: ReadHit[] = [];
  const byText = new Map<string, ReadHit>();
  let next = offset;
  for (let round = 0; round < MOST_ROUNDS && next < ranked.length; round++) {
    const page = ranked.slice(next, next + (round === 0 ? limit : Math.max(limit - hits.length, REFILL)));
    const found = new Map((await read(page)).map((hit) => [hit.chunk.chunkId, hit]));
    for (const { chunk } of page) {
      const hit = found.get(chunk.chunkId);
      const first = hit && byText.get(foldedText(hit));
      if (hit && first) {
        const { path, startLine, endLine } = hit.chunk;
        first.copies.push({ path, startLine, endLine });
      } else if (hits.length === limit) {
        return { hits, next };
      } else if (hit !== undefined) {
        hits.push(hit);
        if (hit.text.length >= SHORTEST_COPY) byText.set(foldedText(hit), hit);
      }
      next++;
    }
    if (hits.length === limit) break;
  }
  return { hits, next };
}

/** The same for texts that differ in white space alone. */
const foldedText = ({ text }: ReadHit): string => text.replace(/\s+/g, " ").trim();

/** A hit that copies may still be found of. */
type ReadHit = CodeHit & { copies: CodeHit["copies"][number][] };

/** The ranked chunks whole, with their text; those that the view has lost meanwhile are left out. */
async function withTexts(db: Db, view: View, page: readonly RankedHead[]): Promise<ReadHit[]> {
  const ranked = new Map(page.map((one) => [one.chunk.chunkId, one]));
  const files = page.map(({ chunk }) => chunk);
  const whole = await chunksWithText(db, view, [...ranked.keys()], files);
  return whole.map(({ chunk, text }) => ({
    ...need(ranked, chunk.chunkId),
    chunk,
    text: withoutItsFile(text),
    copies: [],
  }));
}

/** The same text as a string of its own: a part of another string keeps all of that in memory, for as long as the answer is kept. */
function withoutItsFile(text: string): string {
  const encoding = /^[^\u0100-\uffff]*$/.test(text) ? "latin1" : "utf16le";
  return Buffer.from(text, encoding).toString(encoding);
}

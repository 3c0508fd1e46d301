/**
 * Search for a literal or a regular expression in the contents of a view's files.
 *
 * The trigram index says which files may match; their contents are read in batches, by place (code first) and path, and searched
 * line by line in a thread of its own. When the time is up, the thread is ended, whatever it is doing, and what was found until then is the answer.
 */
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import escapeStringRegexp from "escape-string-regexp";
import type { Piscina } from "piscina";
import { invalidParameter } from "../../base/errors.js";
import { nth } from "../../base/need.js";
import { int32At, uint8At } from "../../base/numbers.js";
import { threadFile } from "../../base/package.js";
import { anySignal } from "../../base/signals.js";
import { isMaskingSecrets } from "../../masking/secrets.js";
import { PATH_CLASSES } from "../../model/paths.js";
import type { TextPart } from "../../model/text-part.js";
import { type Need, needOfLiteral, needOfRegExp, trigramTerm } from "../../postings/trigrams.js";
import type { Db } from "../../store/db/db.js";
import { readContents } from "../../store/versions.js";
import { type FileFilters, fileMask, prepareMask } from "../filters.js";
import { eachLivePosting, type PostingList } from "../live-postings.js";
import { placesOf } from "../places.js";
import type { PostingLists } from "../posting-lists.js";
import type { ViewSnapshot } from "../snapshot.js";
import { createPartsOfText, type FileOfText, type LeftOut, type PartsOfText } from "./parts.js";
import type { LineMatch, TextFindings, TextRequest } from "./text-worker.js";
import { createThreadPool } from "./thread-pool.js";
import { withinLines } from "./within-lines.js";

const LINE_LENGTH = 300;
/** Files in one batch: few at first, so that a common word answers at once. */
const FIRST_BATCH = 16;
const LARGEST_BATCH = 256;
/** Parsing takes most of the time, so batches of it are small: few files are parsed beyond the answer, and a stopped search has given the batches before. */
const LARGEST_PARSED_BATCH = 32;
/** Trigrams that are looked up for one string; more narrow little. */
const MOST_TRIGRAMS = 8;
const MOST_NEEDS = 64;
/** The most lines of one batch whose part of the program is looked up, shared by the patterns. Each is kept until then, with the lines around it. */
const MOST_PLACED = 2_000;
/** Lines of generated and minified code that one search reads at most. No trigrams are known of it, so all of it is read. */
const MOST_GENERATED_LINES = 50_000;
/** The text or expression to look for. */
export interface TextPattern {
  text: string;
  isRegExp: boolean;
  isCaseSensitive: boolean;
  isWholeWord: boolean;
}

export interface TextQuery extends FileFilters {
  /** All of them are looked for in one pass. */
  patterns: readonly TextPattern[];
  /** The part of programs that is searched; all of the text if absent. */
  only?: TextPart | undefined;
  /** Whether generated and minified code is searched, behind the other files, where the filters let pass little of it. */
  withGenerated?: boolean;
  contextLines: number;
  /** How many matching lines of each to find; finding stops there. */
  limit: number;
  /** How long lines beyond that are counted, in milliseconds; default: not at all. With `only` those of a pattern that has enough while others have not, too. */
  countingMs?: number;
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface TextMatch extends Omit<LineMatch, "file" | "expression" | "spots"> {
  path: string;
  /** Position of the pattern in the query. */
  pattern: number;
}

/** How many lines of a file match a pattern. */
export interface TextCount {
  path: string;
  pattern: number;
  lines: number;
}

export interface TextMatches {
  /** By file; in a file by pattern and line. */
  matches: TextMatch[];
  counts: TextCount[];
  /** With `only`: the lines that match in other parts. */
  leftOut: LeftOut[];
  /** Of each pattern, whether its counts are those of all files. */
  isCounted: boolean[];
  /** How many files pass the filters; null where there are none. */
  passing: number | null;
  /** How many files of generated and minified code pass the filters and were not searched. */
  unsearched: number;
  /** The time was up before all files were searched. */
  isTimedOut: boolean;
}

export interface TextSearch {
  search(snapshot: ViewSnapshot, lists: PostingLists, query: TextQuery): Promise<TextMatches>;
  /** Parses sources in the thread that tells parts. */
  parse: PartsOfText["parse"];
  close(): Promise<void>;
}

/** Threads that search at the same time. */
const THREADS = Math.max(2, Math.min(4, availableParallelism()));

/** A text search with threads of its own. Close it to end them. */
export function createTextSearch(db: Db): TextSearch {
  const parts = createPartsOfText();
  const pool = createThreadPool(fileURLToPath(threadFile("text-worker")), THREADS);

  return {
    parse: parts.parse,
    async search(snapshot, lists, query) {
      const compiled = query.patterns.map(compile);
      const { files, passing, unsearched } = await filesToSearch(snapshot, lists, query, compiled);
      const answer: TextMatches = {
        matches: [],
        counts: [],
        leftOut: [],
        isCounted: query.patterns.map(() => true),
        passing,
        unsearched,
        isTimedOut: false,
      };
      const left = query.patterns.map(() => query.limit);
      if (files.length > 0) await searchInTime({ db, pool, parts, snapshot, query, compiled, answer, left }, files);
      return answer;
    },

    async close() {
      await Promise.all([pool.destroy(), parts.close()]);
    },
  };
}

/** A search under way. */
interface Search {
  db: Db;
  pool: Piscina;
  parts: PartsOfText;
  snapshot: ViewSnapshot;
  query: TextQuery;
  compiled: readonly Compiled[];
  /** The findings so far. */
  answer: TextMatches;
  /** Of each pattern, how many matching lines are still to be found. */
  left: number[];
}

/** Searches the files until all is found or the time is up. */
async function searchInTime(search: Search, files: readonly number[]): Promise<void> {
  const { query, answer, left } = search;
  const timeout = AbortSignal.timeout(query.timeoutMs);
  const signal = query.signal ? anySignal(timeout, query.signal) : timeout;
  try {
    await searchFiles(search, files, signal);
  } catch (error) {
    query.signal?.throwIfAborted();
    if (!timeout.aborted) throw error;
    // The matches that were wanted were found before the time was up.
    answer.isTimedOut = left.some((count) => count > 0);
    answer.isCounted.fill(false);
  }
}

async function searchFiles(search: Search, files: readonly number[], signal: AbortSignal): Promise<void> {
  const { query, answer, left } = search;
  const { countingMs = 0 } = query;
  const begun = performance.now();
  let countingSince: number | null = null;
  for (const batch of batchesOf(files, query.only === undefined ? LARGEST_BATCH : LARGEST_PARSED_BATCH)) {
    signal.throwIfAborted();
    if (left.every((count) => count === 0)) {
      countingSince ??= performance.now();
      if (countingMs === 0 || performance.now() - countingSince > countingMs) {
        answer.isCounted.fill(false);
        return;
      }
    }
    const isPlacingAll = countingMs > 0 && performance.now() - begun <= countingMs;
    await searchBatch(search, batch, { isPlacingAll, signal });
  }
}

/** The files in batches, each twice as large as the one before, up to `largest`. */
function* batchesOf(files: readonly number[], largest: number): Iterable<readonly number[]> {
  for (let start = 0, size = FIRST_BATCH; start < files.length; start += size, size = Math.min(size * 2, largest))
    yield files.slice(start, start + size);
}

/** Searches some files. `isPlacingAll`: with `only`, lines of patterns that have enough matches are placed, too, so that they can be counted. */
async function searchBatch(
  { db, pool, parts, snapshot, query, compiled, answer, left }: Search,
  batch: readonly number[],
  { isPlacingAll, signal }: { isPlacingAll: boolean; signal: AbortSignal },
): Promise<void> {
  const files = await readFiles(db, snapshot, batch, signal);
  const share = Math.ceil(MOST_PLACED / left.length);
  const request: TextRequest = {
    expressions: compiled.map(({ source, flags, withinLines }) => ({ source, flags, withinLines })),
    ...joined(files.map(({ data }) => data)),
    contextLines: query.contextLines,
    // To tell parts, files are parsed: later only the ones in which a pattern has lines to show.
    limits: query.only === undefined ? left : left.map((count) => (count > 0 || isPlacingAll ? share : 0)),
    isPlacing: query.only !== undefined,
    isCounting: query.countingMs !== undefined,
    lineLength: LINE_LENGTH,
    hashes: files.map(({ hash }) => hash),
    // Neither by how long it takes: an expression can be made to take long where a secret begins as was guessed.
    masks: !isMaskingSecrets() ? "never" : query.patterns.some(({ isRegExp }) => isRegExp) ? "first" : "found",
  };
  const transferList = [request.data.buffer as ArrayBuffer];
  // Stopping a search ends its thread, in the middle of any work.
  const found: TextFindings = await pool.run(request, { signal, transferList });
  const kept =
    query.only === undefined
      ? { ...found, leftOut: [], isWhole: left.map(() => true) }
      : await parts.only(query.only, files, { ...found, expressions: left.length }, signal);
  answer.leftOut.push(...kept.leftOut);
  answer.isCounted = answer.isCounted.map((isCounted, pattern) => isCounted && nth(kept.isWhole, pattern));
  for (const { file, expression, spots: _spots, ...match } of kept.matches) {
    if (left[expression] === 0) continue;
    answer.matches.push({ path: nth(files, file).path, pattern: expression, ...match });
    left[expression] = nth(left, expression) - 1;
  }
  for (const { file, expression, lines } of kept.counts)
    answer.counts.push({ path: nth(files, file).path, pattern: expression, lines });
}

/** The files of a batch whose contents are still there. */
async function readFiles(
  db: Db,
  { projectId, files }: ViewSnapshot,
  batch: readonly number[],
  signal: AbortSignal,
): Promise<(FileOfText & { data: Buffer; hash: string })[]> {
  const wanted = batch.map((file) => nth(files, file));
  const contents = await readContents(
    db,
    projectId,
    wanted.map(({ contentHash }) => contentHash),
    signal,
  );
  const byHash = new Map(contents.map(({ contentHash, data }) => [contentHash.toString("hex"), data]));
  return wanted.flatMap(({ path, contentHash }) => {
    const hash = contentHash.toString("hex");
    const data = byHash.get(hash);
    return data === undefined ? [] : [{ path, data, hash }];
  });
}

/** Texts in one piece of memory, which is handed to the thread and not copied for it. */
function joined(texts: readonly Buffer[]): Pick<TextRequest, "data" | "ends"> {
  const data = new Uint8Array(texts.reduce((sum, text) => sum + text.length, 0));
  const ends: number[] = [];
  for (const text of texts) {
    const start = ends.at(-1) ?? 0;
    data.set(text, start);
    ends.push(start + text.length);
  }
  return { data, ends };
}

interface Compiled {
  source: string;
  flags: string;
  withinLines: string | null;
  /** The expression without what only changes case and borders: what the trigrams are taken from. */
  plain: string;
}

/** The JavaScript expression of a query. Throws `invalid_parameter` with the engine's words. */
export function compile(query: TextPattern): Compiled {
  if (!query.isRegExp && /[\r\n]/.test(query.text))
    throw invalidParameter("query", "spans lines; lines are searched one by one, so give text of a single line");
  let plain = query.isRegExp ? query.text : escapeStringRegexp(query.text);
  let isCaseSensitive = query.isCaseSensitive;
  // How other engines switch case off.
  if (query.isRegExp && plain.startsWith("(?i)")) {
    plain = plain.slice(4);
    isCaseSensitive = false;
  }
  if (query.isRegExp && /(^|[^\\])(\\\\)*\\[nr]/.test(plain) && !/\[[^\]]*\\[nr]/.test(plain))
    throw invalidParameter("query", "matches a line break; lines are searched one by one, so leave \\n and \\r out");
  const needsUnicode = /\\[pP]\{|\\u\{/.test(plain);
  const source = query.isWholeWord ? `(?<![\\p{L}\\p{N}_$])(?:${plain})(?![\\p{L}\\p{N}_$])` : plain;
  // Unicode mode knows no needless escapes, which people write; without it, letters of other scripts are told by their case forms alone.
  const candidates = needsUnicode || query.isWholeWord ? ["u", ""] : [""];
  let problem = "";
  for (const mode of candidates) {
    const flags = `${isCaseSensitive ? "" : "i"}${mode}`;
    const text = mode === "" && query.isWholeWord ? `(?<![\\w$])(?:${plain})(?![\\w$])` : source;
    try {
      new RegExp(plain, flags);
      const compiled = new RegExp(text, flags).source;
      return { source: compiled, flags, withinLines: withinLines(compiled, flags), plain };
    } catch (error) {
      problem ||= error instanceof Error ? error.message : String(error);
    }
  }
  throw invalidParameter("query", `is not a regular expression: ${problem}`);
}

/** The files (by position) that may match: code by path, then tests, samples and prose by path, then generated code where it is little. */
async function filesToSearch(
  snapshot: ViewSnapshot,
  lists: PostingLists,
  query: TextQuery,
  compiled: readonly Compiled[],
): Promise<Pick<TextMatches, "passing" | "unsearched"> & { files: number[] }> {
  const needs = query.patterns.map(({ isRegExp, text }, index) =>
    isRegExp ? needOfRegExp(nth(compiled, index).plain, nth(compiled, index).flags) : needOfLiteral(text),
  );
  await prepareMask(snapshot, query);
  const mask = fileMask(snapshot, query);
  const files = await candidates(snapshot, lists, needs.length === 1 ? nth(needs, 0) : { one: needs }, mask);
  const generated = generatedFiles(snapshot, mask);
  const isReadingAll = query.withGenerated === true && generated.lines <= MOST_GENERATED_LINES;
  if (isReadingAll) files.push(...generated.files);
  const unsearched = isReadingAll ? 0 : generated.files.length;
  const passing = mask === null ? null : mask.reduce((sum, bit) => sum + bit, 0);
  return { files, passing, unsearched };
}

async function candidates(
  snapshot: ViewSnapshot,
  lists: PostingLists,
  need: Need,
  mask: Uint8Array | null,
): Promise<number[]> {
  const reduced = reducedNeed(need);
  const codes = [...codesOf(reduced)];
  const found = await lists.find(snapshot, "trigram", codes.map(trigramTerm));
  const byCode = new Map(codes.map((code, index) => [code, nth(found, index)]));
  const passes = filesThatSatisfy(snapshot, reduced, byCode);
  const places = placesOf(snapshot);
  const byPlace: number[][] = PATH_CLASSES.map(() => []);
  for (const [file, { isSearched }] of snapshot.files.entries())
    if (isSearched && (passes === null || passes[file] === 1) && (mask === null || mask[file] === 1))
      nth(byPlace, uint8At(places, file)).push(file);
  return byPlace.flat();
}

/** The files (by position) whose text has no trigrams, and how many lines they have. */
function generatedFiles(snapshot: ViewSnapshot, mask: Uint8Array | null): { files: number[]; lines: number } {
  const found = { files: [] as number[], lines: 0 };
  for (const [file, { isSearched, lineCount }] of snapshot.files.entries()) {
    if (isSearched || (mask !== null && mask[file] !== 1)) continue;
    found.files.push(file);
    found.lines += lineCount;
  }
  return found;
}

/** How common the characters of a trigram are in code: the sum is lowest for those that narrow most. */
const COMMON = " etaoinrsl\t\n.,;()";

function commonness(code: number): number {
  let sum = 0;
  for (const character of trigramTerm(code)) {
    const place = COMMON.indexOf(character);
    sum += place === -1 ? 0 : COMMON.length - place;
  }
  return sum;
}

/** A need with fewer trigrams, satisfied by at least the same files. */
function reducedNeed(need: Need): Need {
  if (need === "any" || "trigram" in need) return need;
  if ("one" in need) return need.one.length > MOST_NEEDS ? "any" : { one: need.one.map(reducedNeed) };
  const single = need.all.filter((part) => part !== "any" && "trigram" in part) as { trigram: number }[];
  const other = need.all.filter((part) => part === "any" || !("trigram" in part));
  single.sort((a, b) => commonness(a.trigram) - commonness(b.trigram));
  return { all: [...single.slice(0, MOST_TRIGRAMS), ...other.slice(0, MOST_TRIGRAMS).map(reducedNeed)] };
}

function codesOf(need: Need, into = new Set<number>()): Set<number> {
  if (need === "any") return into;
  if ("trigram" in need) into.add(need.trigram);
  else for (const part of "all" in need ? need.all : need.one) codesOf(part, into);
  return into;
}

/** 1 for each file that satisfies the need; null for all of them. */
function filesThatSatisfy(
  snapshot: ViewSnapshot,
  need: Need,
  lists: ReadonlyMap<number, PostingList[]>,
): Uint8Array | null {
  if (need === "any") return null;
  const { trigram: ranges } = snapshot.ranges;
  if ("trigram" in need) {
    const files = new Uint8Array(snapshot.files.length);
    eachLivePosting(ranges, lists.get(need.trigram) ?? [], (_dense, _count, range) => {
      files[int32At(ranges.files, range)] = 1;
    });
    return files;
  }
  const isAll = "all" in need;
  let result: Uint8Array | null = null;
  for (const part of isAll ? need.all : need.one) {
    const files = filesThatSatisfy(snapshot, part, lists);
    if (files === null) {
      if (isAll) continue;
      return null;
    }
    if (result === null) result = files;
    else if (isAll)
      for (let file = 0; file < files.length; file++) result[file] = uint8At(result, file) & uint8At(files, file);
    else for (let file = 0; file < files.length; file++) result[file] = uint8At(result, file) | uint8At(files, file);
  }
  return result;
}

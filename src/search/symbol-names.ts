/**
 * Search for symbols by name.
 *
 * A query is evaluated over the 'name' postings to the symbols that satisfy it, scored by BM25. A query of words alone is also matched in the ways
 * people type names: exact, prefix, camel-hump (`gUN`), and, when all that finds less than asked for, with typing errors. The better the way,
 * the higher the score; the whole order is by score. Among the first, those that are used more come before others like them.
 */
import { comparePaths, isTestPath } from "../files/paths.js";
import { mergeSpans } from "../graph/symbol.js";
import type { Db } from "../store/db.js";
import { useCounts } from "../store/neighbors.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import { similarNames, symbolsByIds } from "../store/symbols.js";
import type { View } from "../store/views.js";
import { type FileFilters, fileMask } from "./filters.js";
import { eachLivePosting, type PostingList, type PostingLists } from "./posting-lists.js";
import { rangeOfDense, type ViewSnapshot } from "./snapshot.js";
import { OPERATOR, parseSymbolQuery, type SymbolQuery } from "./symbol-query.js";
import { HUMPS, humpsOf, IN_NAME, initials, partsOf, WHOLE, wholeName } from "./symbol-terms.js";

const K1 = 1.2;
const B = 0.75;
/** With this many hits by exact, prefix and hump matching a name is not taken for mistyped. */
const ENOUGH = 3;
/** A longer text is a path or a phrase, and no name that was mistyped; so many names are looked up for one that was. */
const LONGEST_MISTYPED = 48;
const MOST_MISTYPED = 5;
/** What a way of matching adds to the BM25 score, which is rarely above 20. */
const BONUS = { exact: 60, exactFolded: 50, qualified: 45, wholePart: 8, prefix: 25, humps: 15, similar: 0.9 };
/** What a doubling of its uses adds to a symbol, of how many of the first ones uses are counted, and how far. */
const USE_BONUS = 0.5;
const MOST_COUNTED = 25;
const MOST_USES = 127;
/** What an abbreviation of the whole name adds, and what each hump that is left over takes off that. */
const COVERAGE = { whole: 6, leftOver: 2 };
/** What a kind of symbol adds, to order equals. */
const KIND_BONUS: Record<string, number> = {
  class: 1,
  interface: 1,
  struct: 1,
  record: 1,
  enum: 0.9,
  type: 0.9,
  component: 1,
  function: 0.8,
  method: 0.7,
  namespace: 0.6,
  module: 0.6,
  property: 0.4,
  constant: 0.4,
  event: 0.4,
  field: 0.3,
  constructor: 0.2,
  variable: 0.2,
  file: 0.1,
};
const MAX_PREFIX_TERMS = 2_000;
/** Rows that are read and looked at closely, at most. */
const MAX_CANDIDATES = 600;
const SIMILAR_NAMES = 40;

export interface SymbolNameQuery extends FileFilters {
  text: string;
  nodeType?: string;
  limit: number;
}

export interface SymbolHit {
  symbol: SymbolHead;
  /** Higher is better. */
  score: number;
}

/** Scores of matching symbols by dense number. */
type Matches = Map<number, number>;

/** The best `limit` symbols, best first. Throws `invalid_parameter` for a malformed query. */
export async function searchSymbolNames(
  db: Db,
  view: View,
  snapshot: ViewSnapshot,
  lists: PostingLists,
  query: SymbolNameQuery,
): Promise<SymbolHit[]> {
  const parsed = parseSymbolQuery(query.text);
  const mask = fileMask(snapshot, query);
  const reader = await createReader(snapshot, lists, mask);
  const matches = await evaluate(reader, parsed);
  const words = plainWords(parsed);
  const abbreviated = words === null ? new Set<number>() : await addWays(reader, words, matches);
  const strict = await rowsOf(db, view, snapshot, matches, query, parsed, abbreviated);
  const hits = await byUse(db, view, ranked(strict, words));
  if (hits.length < ENOUGH && words?.length === 1 && !words[0]!.isPrefix) {
    const known = new Set(hits.map(({ symbol }) => symbol.nodeId));
    for (const hit of await similar(db, view, snapshot, reader, words[0]!.text, query))
      if (!known.has(hit.symbol.nodeId)) {
        known.add(hit.symbol.nodeId);
        hits.push(hit);
      }
  }
  return hits.slice(0, query.limit);
}

interface Reader {
  snapshot: ViewSnapshot;
  lists: PostingLists;
  /** The live documents of some terms' lists that pass the filters; BM25 by the frequency of all of them together. */
  match(lists: readonly PostingList[], isInName: boolean): Matches;
  find(terms: readonly string[]): Promise<PostingList[][]>;
}

async function createReader(snapshot: ViewSnapshot, lists: PostingLists, mask: Uint8Array | null): Promise<Reader> {
  const ranges = snapshot.ranges.name;
  const { lengths, mean } = await lists.lengths(snapshot, "name");
  return {
    snapshot,
    lists,
    find: (terms) => lists.find(snapshot, "name", terms),
    match(found, isInName) {
      const matches: Matches = new Map();
      let frequency = 0;
      eachLivePosting(ranges, found, (dense, count, range) => {
        frequency++;
        if (isInName && count > 1 && count < IN_NAME) return;
        if (mask !== null && mask[ranges.files[range]!] === 0) return;
        const norm = K1 * (1 - B + (B * lengths[dense]!) / mean);
        const score = (count * (K1 + 1)) / (count + norm);
        const known = matches.get(dense);
        if (known === undefined || known < score) matches.set(dense, score);
      });
      const idf = Math.log(1 + (ranges.total - Math.min(frequency, ranges.total) + 0.5) / (frequency + 0.5));
      for (const [dense, score] of matches) matches.set(dense, score * idf);
      return matches;
    },
  };
}

async function evaluate(reader: Reader, query: SymbolQuery): Promise<Matches> {
  switch (query.kind) {
    case "word":
    case "phrase":
      return evaluateWord(reader, query);
    case "and": {
      const [first, ...rest] = await Promise.all(query.parts.map((part) => evaluate(reader, part)));
      return rest.reduce(intersected, first!);
    }
    case "or": {
      const parts = await Promise.all(query.parts.map((part) => evaluate(reader, part)));
      return parts.reduce(united);
    }
    case "not": {
      const keep = await evaluate(reader, query.keep);
      for (const dense of (await evaluate(reader, query.drop)).keys()) keep.delete(dense);
      return keep;
    }
  }
}

/** A word or phrase: all its parts, the last as a prefix where asked. Which order they stand in is looked at in the rows. */
async function evaluateWord(
  reader: Reader,
  { text, isPrefix, column }: Extract<SymbolQuery, { kind: "word" | "phrase" }>,
): Promise<Matches> {
  const isInName = column === "name";
  const whole = reader.match((await reader.find([WHOLE + wholeName(text)]))[0]!, false);
  // Its signs are no words: by its words alone it would be any operator.
  if (OPERATOR.test(text) && whole.size > 0) return whole;
  const pieces = text.split(/[^\p{L}\p{M}\p{N}_$]+/u).filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  let all: Matches | null = null;
  for (const [index, piece] of pieces.entries()) {
    const folded = wholeName(piece).replace(/^[_$]+|[_$]+$/g, "");
    let matches: Matches;
    if (isPrefix && index === pieces.length - 1) {
      const [parts, names] = await Promise.all([
        reader.lists.findPrefix(reader.snapshot, "name", folded, MAX_PREFIX_TERMS),
        reader.lists.findPrefix(reader.snapshot, "name", WHOLE + wholeName(piece), MAX_PREFIX_TERMS),
      ]);
      matches = united(
        reader.match([...parts.values()].flat(), isInName),
        reader.match([...names.values()].flat(), false),
      );
    } else {
      const [parts, name] = await reader.find([folded, WHOLE + wholeName(piece)]);
      matches = united(reader.match(parts!, isInName), reader.match(name!, false));
    }
    all = all === null ? matches : intersected(all, matches);
  }
  return all === null ? whole : united(all, whole);
}

function intersected(left: Matches, right: Matches): Matches {
  const both: Matches = new Map();
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  for (const [dense, score] of small) {
    const other = large.get(dense);
    if (other !== undefined) both.set(dense, score + other);
  }
  return both;
}

/** A symbol in both has the better of its scores. */
function united(left: Matches, right: Matches): Matches {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  for (const [dense, score] of small) large.set(dense, Math.max(score, large.get(dense) ?? 0));
  return large;
}

interface PlainWord {
  text: string;
  isPrefix: boolean;
}

/** The words of a query that is nothing but words without column filters; null for any other. */
function plainWords(query: SymbolQuery): PlainWord[] | null {
  if (query.kind === "word" || (query.kind === "phrase" && OPERATOR.test(query.text)))
    return query.column === "qualified_name" ? [query] : null;
  if (query.kind !== "and") return null;
  const words = query.parts.map(plainWords);
  return words.every((word) => word !== null) ? words.flat() : null;
}

/**
 * Adds the symbols whose name begins with the query, or whose humps begin with the same letters; gives the latter, whose rows will tell
 * whether the query abbreviates them.
 */
async function addWays(reader: Reader, words: readonly PlainWord[], matches: Matches): Promise<Set<number>> {
  const abbreviated = new Set<number>();
  const text = words.map((word) => word.text).join("");
  const last = text.split(/[.#:/]+/).at(-1)!;
  if (words.length > 1 || last === "") return abbreviated;
  const prefix = await reader.lists.findPrefix(reader.snapshot, "name", WHOLE + wholeName(last), MAX_PREFIX_TERMS);
  if (last === text) add(matches, reader.match([...prefix.values()].flat(), false));
  const humps = humpsOf(last);
  const isAbbreviation = /^\p{L}[\p{L}\p{N}]+$/u.test(last) && (humps.length >= 2 || /^\p{Lu}{2,}$/u.test(last));
  if (!isAbbreviation || last !== text) return abbreviated;
  const wanted = new Set([initials(humps)]);
  // GUN is one hump as written and three as meant.
  if (/^\p{Lu}{2,24}$/u.test(last)) wanted.add(last.toLowerCase());
  else if (/\p{Lu}{2}/u.test(last)) wanted.add(initials(last.match(/\p{Lu}|\p{Ll}+/gu) ?? []));
  for (const one of wanted) {
    const found = await reader.lists.findPrefix(reader.snapshot, "name", HUMPS + one, MAX_PREFIX_TERMS);
    const more = reader.match([...found.values()].flat(), false);
    for (const dense of more.keys()) if (!matches.has(dense)) abbreviated.add(dense);
    add(matches, more);
  }
  return abbreviated;
}

function add(matches: Matches, more: Matches): void {
  for (const [dense, score] of more) matches.set(dense, Math.max(score, matches.get(dense) ?? 0));
}

/** The rows of the best matches that pass the filters and, of phrases, hold them in order. */
async function rowsOf(
  db: Db,
  view: View,
  snapshot: ViewSnapshot,
  matches: Matches,
  query: SymbolNameQuery,
  parsed: SymbolQuery,
  abbreviated: ReadonlySet<number> = new Set(),
): Promise<SymbolHit[]> {
  const ordered = [...matches].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const hits: SymbolHit[] = [];
  for (let from = 0; from < ordered.length && hits.length < MAX_CANDIDATES; from += MAX_CANDIDATES) {
    const some = ordered.slice(from, from + MAX_CANDIDATES);
    const scores = new Map(some.map(([dense, score]) => [symbolIdOf(snapshot, dense), score]));
    const uncertain = new Set(some.flatMap(([dense]) => (abbreviated.has(dense) ? symbolIdOf(snapshot, dense) : [])));
    for (const row of await symbolsByIds(db, view, [...scores.keys()])) {
      if (query.nodeType !== undefined && row.nodeType !== query.nodeType) continue;
      if (!holdsPhrases(parsed, row)) continue;
      if (uncertain.has(row.symbolId) && !abbreviates(query.text.trim(), baseNameOf(row))) continue;
      hits.push({ symbol: row, score: scores.get(row.symbolId)! });
    }
    if (query.nodeType === undefined && !hasPhrase(parsed)) break;
  }
  return hits;
}

function symbolIdOf(snapshot: ViewSnapshot, dense: number): number {
  const ranges = snapshot.ranges.name;
  const range = rangeOfDense(ranges, dense);
  return ranges.starts[range]! + dense - ranges.bases[range]!;
}

function hasPhrase(query: SymbolQuery): boolean {
  if (query.kind === "phrase") return true;
  if (query.kind === "not") return hasPhrase(query.keep);
  return "parts" in query && query.parts.some(hasPhrase);
}

/** Whether a row satisfies the phrases of a query; its words are known to match. */
function holdsPhrases(query: SymbolQuery, row: SymbolHead): boolean {
  switch (query.kind) {
    case "word":
      return true;
    case "phrase":
      return sequence(query.column === "name" ? row.name : row.qualifiedName).includes(
        query.isPrefix ? sequence(query.text).trimEnd() : sequence(query.text),
      );
    case "and":
      return query.parts.every((part) => holdsPhrases(part, row));
    case "or":
      return query.parts.some((part) => holdsPhrases(part, row));
    case "not":
      return holdsPhrases(query.keep, row);
  }
}

/** The parts of a name in order, each between spaces. */
function sequence(name: string): string {
  const parts = name.split(/[^\p{L}\p{M}\p{N}]+/u).flatMap(humpsOf);
  return ` ${parts.map((part) => part.toLowerCase()).join(" ")} `;
}

/** Adds what the way of matching and the kind are worth, best first. A symbol with several spans is one hit, at the one that stands for it. */
function ranked(hits: readonly SymbolHit[], words: readonly PlainWord[] | null): SymbolHit[] {
  const text = words === null ? "" : words.map((word) => word.text).join(" ");
  const scores = new Map<string, number>();
  for (const { symbol, score } of hits) {
    // One more than any match with typing errors.
    const whole = 1 + score + wayBonus(symbol, text) + (KIND_BONUS[symbol.nodeType] ?? 0);
    scores.set(symbol.nodeId, Math.max(whole, scores.get(symbol.nodeId) ?? 0));
  }
  return mergeSpans(hits.map(({ symbol }) => symbol).sort(byPlace))
    .map(({ primary }) => ({ symbol: primary, score: scores.get(primary.nodeId)! }))
    .sort(byScore);
}

const byPlace = (a: SymbolHead, b: SymbolHead) => comparePaths(a.path, b.path) || a.lineStart - b.lineStart;
const byScore = (a: SymbolHit, b: SymbolHit) =>
  b.score - a.score || a.symbol.qualifiedName.length - b.symbol.qualifiedName.length || byPlace(a.symbol, b.symbol);

/** Puts the first hits in order by how often they are used, too, save those in tests. Always the same number of them, so that pages fit together. */
async function byUse(db: Db, view: View, hits: SymbolHit[]): Promise<SymbolHit[]> {
  const first = hits.slice(0, MOST_COUNTED);
  if (first.length < 2) return hits;
  const ids = first.flatMap(({ symbol }) => (isTestPath(symbol.path) ? [] : symbol.nodeId));
  const uses = await useCounts(db, view.projectId, ids, MOST_USES);
  const counted = first.map(({ symbol, score }) => ({
    symbol,
    score: score + USE_BONUS * Math.log2(1 + (uses.get(symbol.nodeId) ?? 0)),
  }));
  return [...counted.sort(byScore), ...hits.slice(MOST_COUNTED)];
}

/** The name; of a file or a module that is one, the last part of its path. */
function baseNameOf(symbol: SymbolHead): string {
  return symbol.name === symbol.path ? symbol.name.slice(symbol.name.lastIndexOf("/") + 1) : symbol.name;
}

/** What the way in which a symbol matches the text is worth. */
function wayBonus(symbol: SymbolHead, text: string): number {
  if (text === "") return 0;
  const name = baseNameOf(symbol);
  const lower = text.toLowerCase();
  const folded = name.toLowerCase();
  if (name === text || symbol.qualifiedName === text) return BONUS.exact;
  if (folded === lower) return BONUS.exactFolded;
  const qualified = symbol.qualifiedName.toLowerCase();
  const last = lower.split(/[.#:/]+/).at(-1)!;
  if (last !== lower && folded === last && qualified.endsWith(lower)) return BONUS.qualified;
  if (folded.startsWith(lower)) return BONUS.prefix + Math.max(0, 8 - (folded.length - lower.length) / 2);
  if (partsOf(name).has(lower)) return BONUS.wholePart;
  const leftOver = humpsLeftOver(text, name);
  return leftOver === null ? 0 : BONUS.humps + Math.max(0, COVERAGE.whole - COVERAGE.leftOver * leftOver);
}

/** Whether `text` is made of beginnings of the name's humps, in order and from the first: gUN, getUN and GUN for getUserName. */
export function abbreviates(text: string, name: string): boolean {
  return humpsLeftOver(text, name) !== null;
}

/** How many humps of the name lie beyond those that `text` abbreviates; null where it does not abbreviate it. */
function humpsLeftOver(text: string, name: string): number | null {
  const humps = humpsOf(name).map((hump) => hump.toLowerCase());
  const isAllUpper = /^\p{Lu}+$/u.test(text);
  const pieces = (isAllUpper ? [...text] : (text.match(/\p{Lu}?[\p{Ll}\p{N}]*/gu) ?? []))
    .filter((piece) => piece !== "")
    .map((piece) => piece.toLowerCase());
  const isAbbreviation =
    pieces.length >= 2 &&
    pieces.length <= humps.length &&
    pieces.every((piece, index) => humps[index]!.startsWith(piece));
  return isAbbreviation ? humps.length - pieces.length : null;
}

/** Symbols whose name is nearly `text`: alike by trigrams, then few edits apart. */
async function similar(
  db: Db,
  view: View,
  snapshot: ViewSnapshot,
  reader: Reader,
  text: string,
  query: SymbolNameQuery,
): Promise<SymbolHit[]> {
  if (text.length < 3 || text.length > LONGEST_MISTYPED) return [];
  const allowed = text.length < 5 ? 1 : text.length < 9 ? 2 : 3;
  const names: { name: string; edits: number }[] = [];
  for (const name of await similarNames(db, view.projectId, text, SIMILAR_NAMES)) {
    const edits = editDistance(text.toLowerCase(), name.toLowerCase(), allowed);
    if (edits <= allowed) names.push({ name, edits });
  }
  names.sort((a, b) => a.edits - b.edits);
  names.length = Math.min(names.length, MOST_MISTYPED);
  const hits: SymbolHit[] = [];
  const found = await reader.find(names.map(({ name }) => WHOLE + wholeName(name)));
  for (const [index, { edits }] of names.entries()) {
    const matches = reader.match(found[index]!, false);
    const rows = await rowsOf(db, view, snapshot, matches, query, {
      kind: "word",
      text,
      isPrefix: false,
      column: "name",
    });
    for (const { symbol } of rows) {
      const score = BONUS.similar - 0.2 * edits + (KIND_BONUS[symbol.nodeType] ?? 0) * 0.05;
      if (!hits.some((hit) => hit.symbol.versionId === symbol.versionId && hit.symbol.ordinal === symbol.ordinal))
        hits.push({ symbol, score });
    }
  }
  return hits.sort((a, b) => b.score - a.score || (a.symbol.path < b.symbol.path ? -1 : 1));
}

/** Insertions, deletions, replacements and exchanges of neighbours between two texts; `most` + 1 when there are more than `most`. */
export function editDistance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      let edits = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1])
        edits = Math.min(edits, beforeLast[column - 2]! + 1);
      current.push(edits);
      least = Math.min(least, edits);
    }
    if (least > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[right.length]!, most + 1);
}

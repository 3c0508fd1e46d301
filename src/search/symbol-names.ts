/**
 * Search for symbols by name.
 *
 * A query is evaluated over the 'name' postings to the symbols that satisfy it, scored by BM25. A query of one word is also matched in the ways
 * people type names: exact, prefix, humps (`gUN`, and `HookRunner` for `onSendHookRunner`), and, when all that finds less than asked for, with
 * typing errors. The better the way, the higher the score. What the postings tell of it puts the matches in an order, in which their rows are
 * read, block by block, until there are enough; the order within a block is by all that the rows tell. Among the first, those that are used
 * more come before others like them.
 */
import TinyQueue from "tinyqueue";
import { groupBy, mergeSpans } from "../graph/symbol.js";
import { comparePaths, PLACES, type Place, placeOf } from "../model/paths.js";
import { HUMPS, humpsOf, IN_NAME, initials, partsOf, WHOLE, wholeName } from "../postings/symbol-terms.js";
import type { Db } from "../store/db/db.js";
import { useCounts } from "../store/neighbors.js";
import { hasFlag, type SymbolHead } from "../store/symbol-heads.js";
import { similarNames, symbolsByIds } from "../store/symbols.js";
import type { View } from "../store/views.js";
import { type FileFilters, fileMask } from "./filters.js";
import { placesOf } from "./places.js";
import { eachLivePosting, type PostingList, type PostingLists } from "./posting-lists.js";
import { rangeOfDense, type ViewSnapshot } from "./snapshot.js";
import { OPERATOR, parseSymbolQuery, type SymbolQuery } from "./symbol-query.js";

const K1 = 1.2;
const B = 0.75;
/** With this many hits by exact, prefix and hump matching a name is not taken for mistyped. */
const ENOUGH = 3;
/** A longer text is a path or a phrase, and no name that was mistyped; so many names are looked up for one that was. */
const LONGEST_MISTYPED = 48;
const MOST_MISTYPED = 5;
/** What a way of matching adds to the BM25 score, which is rarely above 20. */
const BONUS = {
  exact: 60,
  exactFolded: 50,
  qualified: 45,
  prefix: 25,
  humps: 15,
  inner: 10,
  wholePart: 8,
  partPrefix: 6,
  similar: 0.9,
};
/** What a doubling of its uses adds to a symbol, of how many of the first ones uses are counted, and how far. */
const USE_BONUS = 0.5;
const MOST_COUNTED = 25;
const MOST_USES = 127;
/** What humps that are the whole name add, and what each hump that is left over takes off that. */
const COVERAGE = { whole: 6, leftOver: 2 };
/** A beginning of a hump that is this long is looked up as a prefix; shorter ones have too many words. */
const SHORTEST_PREFIX = 3;
/** What a symbol's place adds. */
const PLACE_BONUS: Record<Place, number> = { source: 0, generated: -9, test: -12, example: -12, prose: -6 };
/** What a symbol adds that other files can use, and one that no function hides. */
const REACH_BONUS = { exported: 1.5, topLevel: 1 };
/** What a kind of symbol adds, to order equals. */
const KIND_BONUS: Record<string, number> = {
  class: 3,
  interface: 3,
  struct: 3,
  record: 3,
  component: 3,
  enum: 2.7,
  type: 2.7,
  function: 2.4,
  method: 2.1,
  namespace: 1.8,
  module: 1.8,
  property: 1.2,
  constant: 1.2,
  event: 1.2,
  field: 0.9,
  constructor: 0.6,
  variable: 0.6,
  file: 0.3,
};
const MAX_PREFIX_TERMS = 2_000;
/** Rows that are read and looked at closely at a time, and in all the symbols that are found in them. */
const BLOCK = { first: 60, next: 240 };
const MOST_FOUND = 600;
/** Rows that are read only to see whether the name is like the query after all. */
const MOST_UNCERTAIN = 50;
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
  const ways = words === null ? new Map<number, Way>() : await addWays(reader, words, matches);
  const hits: SymbolHit[] = [];
  const shown = new Set<string>();
  for await (const rows of blocksOf(db, view, inOrder(snapshot, matches, ways), query, parsed)) {
    const block = ranked(rows, words).filter(({ symbol }) => !shown.has(symbol.nodeId));
    for (const { symbol } of block) shown.add(symbol.nodeId);
    hits.push(...(hits.length === 0 ? await byUse(db, view, block) : block));
    if (hits.length >= query.limit) break;
  }
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
  /** The live documents of some terms' lists that pass the filters and are `within`; BM25 by the frequency of all of them together. */
  match(lists: readonly PostingList[], isInName: boolean, within?: Matches | null): Matches;
  find(terms: readonly string[]): Promise<PostingList[][]>;
}

async function createReader(snapshot: ViewSnapshot, lists: PostingLists, mask: Uint8Array | null): Promise<Reader> {
  const ranges = snapshot.ranges.name;
  const { lengths, mean } = await lists.lengths(snapshot, "name");
  return {
    snapshot,
    lists,
    find: (terms) => lists.find(snapshot, "name", terms),
    match(found, isInName, within = null) {
      const matches: Matches = new Map();
      let frequency = 0;
      eachLivePosting(ranges, found, (dense, count, range) => {
        frequency++;
        if (within !== null && !within.has(dense)) return;
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

/** What satisfies the query; where `within` is given, what lies outside it may be left out. */
async function evaluate(reader: Reader, query: SymbolQuery, within: Matches | null = null): Promise<Matches> {
  switch (query.kind) {
    case "word":
    case "phrase":
      return evaluateWord(reader, query, within);
    case "and": {
      let all: Matches | null = null;
      for (const part of query.parts) {
        const matches: Matches = await evaluate(reader, part, all ?? within);
        all = all === null ? matches : intersected(all, matches);
      }
      return all!;
    }
    case "or": {
      const parts = await Promise.all(query.parts.map((part) => evaluate(reader, part, within)));
      return parts.reduce(united);
    }
    case "not": {
      const keep = await evaluate(reader, query.keep, within);
      for (const dense of (await evaluate(reader, query.drop, keep)).keys()) keep.delete(dense);
      return keep;
    }
  }
}

/** A word or phrase: all its parts, the last as a prefix where asked. Which order they stand in is looked at in the rows. */
async function evaluateWord(
  reader: Reader,
  { text, isPrefix, column }: Extract<SymbolQuery, { kind: "word" | "phrase" }>,
  within: Matches | null,
): Promise<Matches> {
  const isInName = column === "name";
  const whole = reader.match((await reader.find([WHOLE + wholeName(text)]))[0]!, false);
  // Its signs are no words: by its words alone it would be any operator.
  if (OPERATOR.test(text) && whole.size > 0) return whole;
  const pieces = text.split(/[^\p{L}\p{M}\p{N}_$]+/u).filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  const found = await Promise.all(
    pieces.map((piece, index) => findPiece(reader, piece, isPrefix && index === pieces.length - 1)),
  );
  // Rare ones first: of a frequent one only what is in those is kept.
  found.sort((a, b) => a.documents - b.documents);
  let all: Matches | null = null;
  for (const { parts, names } of found) {
    const kept: Matches | null = all ?? within;
    const matches = united(reader.match(parts, isInName, kept), reader.match(names, false, kept));
    all = all === null ? matches : intersected(all, matches);
  }
  return all === null ? whole : united(all, whole);
}

interface FoundPiece {
  /** Of names that hold it as a part, and of those that are it. */
  parts: PostingList[];
  names: PostingList[];
  /** How many documents they have, dead ones and repetitions too. */
  documents: number;
}

async function findPiece({ lists, snapshot, find }: Reader, piece: string, isPrefix: boolean): Promise<FoundPiece> {
  const name = WHOLE + wholeName(piece);
  const part = wholeName(piece).replace(/^[_$]+|[_$]+$/g, "");
  const startingWith = async (text: string) =>
    listsOf([...(await lists.findPrefix(snapshot, "name", text, MAX_PREFIX_TERMS))]);
  const [parts, names] = isPrefix
    ? await Promise.all([startingWith(part), startingWith(name)])
    : ((await find([part, name])) as [PostingList[], PostingList[]]);
  return { parts, names, documents: [...parts, ...names].reduce((sum, list) => sum + list.documents, 0) };
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

/** A way in which a name is like the query, as far as postings tell. */
interface Way {
  bonus: number;
  /** Whether the name has to be looked at. */
  isUncertain: boolean;
}

/** Adds the symbols whose name is like the query in some way, and gives the best way of each. */
async function addWays(reader: Reader, words: readonly PlainWord[], matches: Matches): Promise<Map<number, Way>> {
  const ways = new Map<number, Way>();
  const text = words[0]!.text;
  const last = text.split(/[.#:/]+/).at(-1)!;
  if (words.length > 1 || last === "") return ways;
  const addWay = (found: Matches, bonus: number, isUncertain = false): void => {
    for (const [dense, score] of found) {
      const known = ways.get(dense);
      const matched = matches.get(dense);
      if (known === undefined || known.bonus < bonus)
        ways.set(dense, { bonus, isUncertain: isUncertain && (matched === undefined || known?.isUncertain === true) });
      if (matched === undefined || matched < score) matches.set(dense, score);
    }
  };
  const { snapshot, lists } = reader;
  const whole = wholeName(last);
  if (last !== text) {
    // Names that only end like it are not meant: `Cart.add` is no `List.add`.
    const [same] = await reader.find([WHOLE + whole]);
    for (const dense of reader.match(same!, false).keys())
      if (matches.has(dense)) ways.set(dense, { bonus: BONUS.qualified, isUncertain: false });
    return ways;
  }
  const begun = await lists.findPrefix(snapshot, "name", WHOLE + whole, MAX_PREFIX_TERMS);
  const byBonus = groupBy([...begun], ([term]) => prefixBonus(term.length - WHOLE.length - whole.length));
  for (const [bonus, terms] of byBonus) addWay(reader.match(listsOf(terms), false), bonus);
  // Its parts that begin so are among the matches.
  if (words[0]!.isPrefix) return ways;
  const [part] = await reader.find([whole]);
  addWay(reader.match(part!, true), BONUS.wholePart);
  if (!/^\p{L}[\p{L}\p{N}]+$/u.test(last)) return ways;

  const pieces = piecesOf(last);
  const ending = pieces.at(-1)!.length < SHORTEST_PREFIX ? null : await partsBegunBy(reader, pieces.at(-1)!);
  if (pieces.length === 1 && ending !== null) addWay(ending, BONUS.partPrefix);
  if (pieces.length < 2 && !/^\p{Lu}{2,}$/u.test(last)) return ways;
  let inner = ending;
  for (const found of await reader.find(pieces.slice(0, -1).filter(({ length }) => length > 1))) {
    const holding = reader.match(found, true);
    inner = inner === null ? holding : intersected(inner, holding);
  }
  if (inner !== null) addWay(inner, BONUS.inner, true);
  for (const one of new Set([initials(humpsOf(last)), initials(pieces)])) {
    if (one.length < 2) continue;
    const begun = await lists.findPrefix(snapshot, "name", HUMPS + one, MAX_PREFIX_TERMS);
    const bonusOf = (term: string) => humpBonus({ at: 0, leftOver: term.length - HUMPS.length - one.length });
    for (const [bonus, terms] of groupBy([...begun], ([term]) => bonusOf(term))) {
      const found = reader.match(listsOf(terms), false);
      addWay(ending === null ? found : intersected(found, ending), bonus, true);
    }
  }
  return ways;
}

/** The symbols with a part of their name that begins so. */
async function partsBegunBy({ snapshot, lists, match }: Reader, text: string): Promise<Matches> {
  return match(listsOf([...(await lists.findPrefix(snapshot, "name", text, MAX_PREFIX_TERMS))]), true);
}

const listsOf = (terms: readonly [string, PostingList[]][]) => terms.flatMap(([, lists]) => lists);
const prefixBonus = (longer: number) => (longer === 0 ? BONUS.exactFolded : BONUS.prefix + Math.max(0, 8 - longer / 2));
const humpBonus = ({ at, leftOver }: { at: number; leftOver: number }) =>
  (at === 0 ? BONUS.humps : BONUS.inner) + Math.max(0, COVERAGE.whole - COVERAGE.leftOver * leftOver);

interface Candidate {
  symbolId: number;
  score: number;
  isUncertain: boolean;
}

/** The matches by what postings and places tell, best first. Only as many are put in order as are taken: a beginning of a letter has most of them. */
function* inOrder(
  snapshot: ViewSnapshot,
  matches: Matches,
  ways: ReadonlyMap<number, Way>,
): Generator<Candidate, undefined> {
  const { files, starts, bases } = snapshot.ranges.name;
  const places = placesOf(snapshot);
  const candidates: (Candidate & { order: number })[] = [];
  for (const [dense, score] of matches) {
    const range = rangeOfDense(snapshot.ranges.name, dense);
    const way = ways.get(dense);
    const bonus = (way?.bonus ?? 0) + PLACE_BONUS[PLACES[places[files[range]!]!]!];
    const symbolId = starts[range]! + dense - bases[range]!;
    candidates.push({ symbolId, score, isUncertain: way?.isUncertain ?? false, order: score + bonus });
  }
  const queue = new TinyQueue(candidates, (a, b) => b.order - a.order || a.symbolId - b.symbolId);
  let uncertain = 0;
  for (let best = queue.pop(); best !== undefined; best = queue.pop())
    if (!best.isUncertain || ++uncertain <= MOST_UNCERTAIN) yield best;
}

/** The next `count` of them, or as many as there are. */
function taken(candidates: Generator<Candidate, undefined>, count: number): Candidate[] {
  const block: Candidate[] = [];
  while (block.length < count) {
    const { value } = candidates.next();
    if (value === undefined) break;
    block.push(value);
  }
  return block;
}

/** The rows of candidates that pass the filters and, of phrases, hold them in order: those of the best first, in blocks. */
async function* blocksOf(
  db: Db,
  view: View,
  candidates: Generator<Candidate, undefined>,
  query: SymbolNameQuery,
  parsed: SymbolQuery,
): AsyncGenerator<SymbolHit[]> {
  let found = 0;
  for (let size = BLOCK.first; found < MOST_FOUND; size = BLOCK.next) {
    const block = taken(candidates, size);
    if (block.length === 0) return;
    const hits = await rowsOf(db, view, block, query, parsed);
    found += hits.length;
    yield hits;
  }
}

async function rowsOf(
  db: Db,
  view: View,
  candidates: readonly Candidate[],
  query: SymbolNameQuery,
  parsed: SymbolQuery,
): Promise<SymbolHit[]> {
  const byId = new Map(candidates.map((candidate) => [candidate.symbolId, candidate]));
  const hits: SymbolHit[] = [];
  for (const row of await symbolsByIds(db, view, [...byId.keys()])) {
    const { score, isUncertain } = byId.get(row.symbolId)!;
    if (query.nodeType !== undefined && row.nodeType !== query.nodeType) continue;
    if (!holdsPhrases(parsed, row)) continue;
    if (isUncertain && humpsMatched(query.text.trim(), baseNameOf(row)) === null) continue;
    hits.push({ symbol: row, score });
  }
  return hits;
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

/** What a symbol adds by its kind, its place and its reach. */
function standing(symbol: SymbolHead): number {
  const isTopLevel = symbol.parentOrdinal <= 0;
  return (
    (KIND_BONUS[symbol.nodeType] ?? 0) +
    PLACE_BONUS[placeOf(symbol.path)] +
    (hasFlag(symbol, "isExported") ? REACH_BONUS.exported : 0) +
    (isTopLevel ? REACH_BONUS.topLevel : 0)
  );
}

/** Adds what the way of matching and the symbol's standing are worth, best first. A symbol with several spans is one hit, at the one that stands for it. */
function ranked(hits: readonly SymbolHit[], words: readonly PlainWord[] | null): SymbolHit[] {
  const text = words === null ? "" : words.map((word) => word.text).join(" ");
  const scores = new Map<string, number>();
  for (const { symbol, score } of hits) {
    // One more than any match with typing errors.
    const whole = 1 + score + wayBonus(symbol, text) + standing(symbol);
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
  const ids = first.flatMap(({ symbol }) => (["test", "example"].includes(placeOf(symbol.path)) ? [] : symbol.nodeId));
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
  if (folded.startsWith(lower)) return prefixBonus(folded.length - lower.length);
  const humps = humpsMatched(text, name);
  if (humps !== null) return humpBonus(humps);
  const parts = partsOf(name);
  if (parts.has(lower)) return BONUS.wholePart;
  return [...parts].some((part) => part.startsWith(lower)) ? BONUS.partPrefix : 0;
}

/**
 * Where the humps of a name begin with those of `text`, one after the other, and how many others it has: gUN, getUN and GUN for getUserName,
 * UserNa within it. Null where they do not, or are fewer than two.
 */
export function humpsMatched(text: string, name: string): { at: number; leftOver: number } | null {
  const humps = humpsOf(name).map((hump) => hump.toLowerCase());
  for (const pieces of [piecesOf(text), humpsOf(text).map((hump) => hump.toLowerCase())]) {
    if (pieces.length < 2) continue;
    const leftOver = humps.length - pieces.length;
    // Single letters are many names' humps.
    const isWithin = pieces.some(({ length }) => length >= SHORTEST_PREFIX);
    for (let at = 0; at <= (isWithin ? leftOver : Math.min(0, leftOver)); at++)
      if (pieces.every((piece, index) => humps[at + index]!.startsWith(piece))) return { at, leftOver };
  }
  return null;
}

/** The beginnings of humps that a text stands for, in lower case: gUN, getUN and GUN have three each. */
function piecesOf(text: string): string[] {
  const pieces = /^\p{Lu}+$/u.test(text) ? [...text] : (text.match(/\p{Lu}?[\p{Ll}\p{N}]*/gu) ?? []);
  return pieces.filter((piece) => piece !== "").map((piece) => piece.toLowerCase());
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
    const candidates = inOrder(snapshot, reader.match(found[index]!, false), new Map());
    const parsed: SymbolQuery = { kind: "word", text, isPrefix: false, column: "name" };
    for (const { symbol } of await rowsOf(db, view, taken(candidates, BLOCK.first), query, parsed)) {
      const score = BONUS.similar - 0.2 * edits + standing(symbol) * 0.01;
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

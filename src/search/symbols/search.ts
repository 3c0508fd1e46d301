/**
 * Search for symbols by name.
 *
 * A query is evaluated over the 'name' postings to the symbols that satisfy it, scored by BM25. A query of one word, and each word of `a OR b`, is also
 * matched in the ways people type names: exact, prefix, humps (`gUN`, and `HookRunner` for `onSendHookRunner`), and, when all that finds less than
 * asked for, with typing errors. The better the way, the higher the score. Postings alone give the matches a first order. Their rows are read in it,
 * block by block, until there are enough; the order within a block is by all that the rows tell. Among the first, those that are used more come
 * before others like them.
 */
import { need, nth } from "../../base/need.js";
import { languageOf } from "../../languages/index.js";
import { humpsOf, WHOLE, wholeName } from "../../postings/symbol-terms.js";
import type { Db } from "../../store/db/db.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import { similarNames, symbolsByIds } from "../../store/symbols.js";
import type { View } from "../../store/views.js";
import { type FileFilters, fileMask, prepareMask } from "../filters.js";
import type { PostingLists } from "../posting-lists.js";
import type { ViewSnapshot } from "../snapshot.js";
import { alternativesOf, byName } from "./by-name.js";
import { declaredName } from "./declaration.js";
import { editDistance } from "./edit-distance.js";
import { evaluate } from "./evaluate.js";
import { type Matches, united } from "./matches.js";
import { isQuery, parseSymbolQuery, type SymbolQuery } from "./query.js";
import { byUse, type Candidate, inOrder, ranked, type SymbolHit, standing } from "./rank.js";
import { createReader, type Reader } from "./reader.js";
import { addWays, BONUS, baseNameOf, humpsMatched, plainWords, type Way } from "./ways.js";

/** With this many hits by exact, prefix and hump matching a name is not taken for mistyped. */
const ENOUGH = 3;
/** A longer text is a path or a phrase, and not a mistyped name; at most MOST_MISTYPED names are looked up for one that is mistyped. */
const LONGEST_MISTYPED = 48;
const MOST_MISTYPED = 5;
/** Rows that are read and looked at closely at a time, and in all the symbols that are found in them. */
const BLOCK = { first: 60, next: 240 };
const MOST_FOUND = 600;
const SIMILAR_NAMES = 40;
/** Alternatives of a query that are matched in the ways people type names; of more the words alone count. */
const MOST_ALTERNATIVES = 30;

export interface SymbolNameQuery extends FileFilters {
  text: string;
  nodeType?: string;
  limit: number;
}

/** A query with the names in it that rows are compared with. */
interface NamedQuery extends SymbolNameQuery {
  names: readonly string[];
}

/**
 * The best `limit` symbols, best first. A query that finds nothing and is a declaration, `func (s *Server) Serve() error`, is looked for by the name that
 * it gives. Throws `invalid_parameter` for a malformed query.
 */
export async function searchSymbolNames(
  db: Db,
  view: View,
  snapshot: ViewSnapshot,
  lists: PostingLists,
  query: SymbolNameQuery,
): Promise<SymbolHit[]> {
  const declared = declaredName(query.text);
  if (declared === null) return searchByQuery(db, view, snapshot, lists, query);
  const hits = isQuery(query.text) ? await searchByQuery(db, view, snapshot, lists, query) : [];
  return hits.length > 0 ? hits : searchByQuery(db, view, snapshot, lists, { ...query, text: declared });
}

async function searchByQuery(
  db: Db,
  view: View,
  snapshot: ViewSnapshot,
  lists: PostingLists,
  query: SymbolNameQuery,
): Promise<SymbolHit[]> {
  const parsed = parseSymbolQuery(query.text);
  await prepareMask(snapshot, query);
  const mask = fileMask(snapshot, query);
  const reader = await createReader(snapshot, lists, mask);
  const { matches, ways, names } = await evaluateWithWays(reader, parsed);
  const alternatives = alternativesOf(query.text);
  // Several names take turns in the list. The turns are made of all hits, so that the pages of a list fit together.
  const most = alternatives.length > 1 ? MOST_FOUND : query.limit;
  const hits: SymbolHit[] = [];
  const shown = new Set<string>();
  for await (const rows of blocksOf(db, view, inOrder(snapshot, matches, ways), { ...query, names }, parsed)) {
    const block = ranked(rows, names).filter(({ symbol }) => !shown.has(symbol.nodeId));
    for (const { symbol } of block) shown.add(symbol.nodeId);
    hits.push(...(hits.length === 0 ? await byUse(db, view, block) : block));
    if (hits.length >= most) break;
  }
  if (alternatives.length > 1) return byName(hits, alternatives).slice(0, query.limit);
  const words = plainWords(parsed);
  const word = words?.length === 1 ? nth(words, 0) : null;
  if (hits.length < ENOUGH && word && !word.isPrefix && !hits.some(({ symbol }) => isNamed(symbol, word.text))) {
    const known = new Set(hits.map(({ symbol }) => symbol.nodeId));
    for (const hit of await similar(db, view, snapshot, reader, word.text, query))
      if (!known.has(hit.symbol.nodeId)) {
        known.add(hit.symbol.nodeId);
        hits.push(hit);
      }
  }
  return hits.slice(0, query.limit);
}

/** Whether a name is a symbol's, in any case: it was not mistyped then. */
const isNamed = (symbol: SymbolHead, name: string) => baseNameOf(symbol).toLowerCase() === name.toLowerCase();

/** The symbols that satisfy a query or are like one of its names, the best way of each, and the names: several in `a OR b`. */
async function evaluateWithWays(
  reader: Reader,
  query: SymbolQuery,
): Promise<{ matches: Matches; ways: Map<number, Way>; names: string[] }> {
  const parts = query.kind === "or" && query.parts.length <= MOST_ALTERNATIVES ? query.parts : [query];
  const ways = new Map<number, Way>();
  const certain = new Set<number>();
  const names: string[] = [];
  let matches: Matches = new Map();
  for (const part of parts) {
    const own = await evaluate(reader, part);
    const words = plainWords(part);
    const ownWays = words === null ? new Map<number, Way>() : await addWays(reader, words, own);
    if (words !== null) names.push(words.map(({ text }) => text).join(" "));
    for (const dense of own.keys()) if (!ownWays.get(dense)?.isUncertain) certain.add(dense);
    for (const [dense, way] of ownWays) if ((ways.get(dense)?.bonus ?? 0) < way.bonus) ways.set(dense, way);
    matches = united(matches, own);
  }
  for (const [dense, way] of ways) if (certain.has(dense)) ways.set(dense, { ...way, isUncertain: false });
  return { matches, ways, names };
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
  query: NamedQuery,
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
  query: NamedQuery,
  parsed: SymbolQuery,
): Promise<SymbolHit[]> {
  const byId = new Map(candidates.map((candidate) => [candidate.symbolId, candidate]));
  const hits: SymbolHit[] = [];
  for (const row of await symbolsByIds(db, view, [...byId.keys()])) {
    const { score, isUncertain } = need(byId, row.symbolId);
    if (!isOfKind(row, query.nodeType)) continue;
    if (!holdsPhrases(parsed, row)) continue;
    if (isUncertain && query.names.every((name) => humpsMatched(name, baseNameOf(row)) === null)) continue;
    hits.push({ symbol: row, score });
  }
  return query.nodeType === undefined ? withoutFilesOfComponents(hits) : hits;
}

/** Without the files of components that are hits themselves: `NavBar.vue` is the component NavBar. */
function withoutFilesOfComponents(hits: SymbolHit[]): SymbolHit[] {
  const paths = new Set(
    hits.flatMap(({ symbol: { nodeType, path } }) =>
      nodeType === "component" && languageOf(path)?.nameByPath !== undefined ? [path] : [],
    ),
  );
  return paths.size === 0 ? hits : hits.filter(({ symbol: { ordinal, path } }) => ordinal > 0 || !paths.has(path));
}

/** Whether a symbol is of a kind as users name it; a file that is a module of TypeScript or JavaScript is a file too. */
export function isOfKind({ nodeType, ordinal }: Pick<SymbolHead, "nodeType" | "ordinal">, wanted?: string): boolean {
  return wanted === undefined || nodeType === wanted || (wanted === "file" && ordinal === 0);
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
    const candidates = inOrder(snapshot, reader.match(nth(found, index), false), new Map());
    const parsed: SymbolQuery = { kind: "word", text, isPrefix: false, column: "name" };
    for (const { symbol } of await rowsOf(
      db,
      view,
      taken(candidates, BLOCK.first),
      { ...query, names: [text] },
      parsed,
    )) {
      const score = BONUS.similar - 0.2 * edits + standing(symbol) * 0.01;
      if (!hits.some((hit) => hit.symbol.versionId === symbol.versionId && hit.symbol.ordinal === symbol.ordinal))
        hits.push({ symbol, score });
    }
  }
  return hits.sort((a, b) => b.score - a.score || (a.symbol.path < b.symbol.path ? -1 : 1));
}

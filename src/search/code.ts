/** Search for code: words to chunks, ranked, with their text. */
import { inflateRawSync } from "node:zlib";
import { type Chunk, type ChunkHead, chunkHeads, chunksByIds, declaringChunks } from "../store/chunks.js";
import type { Db } from "../store/db.js";
import { readContents } from "../store/versions.js";
import type { View } from "../store/views.js";
import { fileMask } from "./filters.js";
import { placesOf } from "./places.js";
import { eachLivePosting, type PostingLists } from "./posting-lists.js";
import { placeFactors, type Rankable, type RankedChunk, rankChunks } from "./rank.js";
import type { ViewSnapshot } from "./snapshot.js";
import { WHOLE, wholeName } from "./symbol-terms.js";
import { conceptsOf, searchWords, type WordHit, type WordQuery } from "./words.js";

/**
 * How many of the best by words are read and ranked, whatever the page, so that pages fit together; those behind them follow in the order of
 * their words.
 */
const RANKED = 300;
/** Of a name that more files declare, its declarations are not looked for: they say little. */
const MOST_DECLARING = 100;

export interface CodeQuery extends Omit<WordQuery, "limit"> {
  offset: number;
  limit: number;
  /** Only chunks of at least this relevance, 0 to 1. */
  threshold: number;
}

export interface CodeHit extends RankedChunk<Chunk> {
  text: string;
}

export interface CodeHits {
  hits: CodeHit[];
  /** Chunks with a word of the query, before `threshold`. */
  total: number;
  hasMore: boolean;
  words: string[];
  unknown: string[];
}

export async function searchCode(
  db: Db,
  view: View,
  snapshot: ViewSnapshot,
  lists: PostingLists,
  query: CodeQuery,
): Promise<CodeHits> {
  const end = query.offset + query.limit;
  const words = conceptsOf(query.text).map(({ word }) => word);
  const places = placesOf(snapshot);
  const factors = placeFactors(words);
  const declaring = await chunksThatDeclare(db, snapshot, lists, query, words);
  const found = await searchWords(
    snapshot,
    lists,
    { ...query, limit: Math.ceil((end + 1) / RANKED) * RANKED },
    { factorOf: (file) => factors[places[file]!]!, always: declaring },
  );
  const ranked: RankedChunk<Rankable & ChunkHead>[] = [];
  for (const hits of blocksOf(found.hits, new Set(declaring))) {
    if (ranked.length > end) break;
    const heads = await chunkHeads(
      db,
      view.projectId,
      hits.map((hit) => hit.chunkId),
    );
    const byId = new Map(heads.map((head) => [head.chunkId, head]));
    const present = hits.flatMap((hit) => {
      const head = byId.get(hit.chunkId);
      return head === undefined ? [] : [{ chunk: { ...head, path: snapshot.files[hit.file]!.path }, hit }];
    });
    for (const one of rankChunks(present, found.words, found.worth))
      if (one.relevance >= query.threshold) ranked.push(one);
  }
  const page = ranked.slice(query.offset, end);
  return {
    hits: await withTexts(db, view, page),
    total: found.total,
    hasMore: ranked.length > end,
    words: found.words,
    unknown: found.unknown,
  };
}

/** The hits in blocks that are ranked each for itself; those in the first are the best and the ones that declare a name of the query. */
function blocksOf(hits: readonly WordHit[], declaring: ReadonlySet<number>): WordHit[][] {
  const blocks: WordHit[][] = [[]];
  for (let from = 0; from < hits.length; from += RANKED) {
    const rest: WordHit[] = [];
    for (const [index, hit] of hits.slice(from, from + RANKED).entries())
      (from + index < RANKED || declaring.has(hit.chunkId) ? blocks[0]! : rest).push(hit);
    blocks.push(rest);
  }
  return blocks;
}

/** Chunks that declare a name of the query. */
async function chunksThatDeclare(
  db: Db,
  snapshot: ViewSnapshot,
  lists: PostingLists,
  query: CodeQuery,
  words: readonly string[],
): Promise<number[]> {
  const mask = fileMask(snapshot, query);
  const versions = new Set<number>();
  const names = words.map(wholeName);
  const found = await lists.find(
    snapshot,
    "name",
    names.map((name) => WHOLE + name),
  );
  for (const list of found) {
    const declaring = new Set<number>();
    eachLivePosting(snapshot.ranges.name, list, (_dense, _count, range) => {
      const file = snapshot.ranges.name.files[range]!;
      if (mask === null || mask[file] === 1) declaring.add(file);
    });
    if (declaring.size > MOST_DECLARING) continue;
    for (const file of declaring) versions.add(snapshot.files[file]!.versionId);
  }
  return declaringChunks(db, snapshot.projectId, [...versions], names);
}

/** The ranked chunks whole, with their text; those that the view has lost meanwhile are left out. */
async function withTexts(db: Db, view: View, page: readonly RankedChunk<Rankable & ChunkHead>[]): Promise<CodeHit[]> {
  const chunks = await chunksByIds(
    db,
    view,
    page.map(({ chunk }) => chunk.chunkId),
  );
  const byId = new Map(chunks.map((chunk) => [chunk.chunkId, chunk]));
  const hashes = new Map(chunks.map(({ contentHash }) => [contentHash.toString("hex"), contentHash]));
  const sources = new Map<string, string>();
  for (const { contentHash, data } of await readContents(db, view.projectId, [...hashes.values()]))
    sources.set(contentHash.toString("hex"), inflateRawSync(data).toString("utf8"));
  return page.flatMap((one) => {
    const chunk = byId.get(one.chunk.chunkId);
    if (chunk === undefined) return [];
    const source = sources.get(chunk.contentHash.toString("hex")) ?? "";
    return [{ ...one, chunk, text: source.slice(chunk.start, chunk.end) }];
  });
}

/** Search for code: words to chunks, ranked, with their text. */
import { inflateRawSync } from "node:zlib";
import { chunksByIds } from "../store/chunks.js";
import type { Db } from "../store/db.js";
import { readContents } from "../store/versions.js";
import type { View } from "../store/views.js";
import type { PostingLists } from "./posting-lists.js";
import { type RankedChunk, rankChunks } from "./rank.js";
import type { ViewSnapshot } from "./snapshot.js";
import { searchWords, type WordQuery } from "./words.js";

/** How many of the best by words are looked at for one page, so that the ranking can lift some into it. */
const POOL = { factor: 2, least: 60, most: 1_000 };

export interface CodeQuery extends Omit<WordQuery, "limit"> {
  offset: number;
  limit: number;
  /** Only chunks of at least this relevance, 0 to 1. */
  threshold: number;
}

export interface CodeHit extends RankedChunk {
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
  const pool = Math.max(end + 1, Math.min(POOL.most, Math.max(POOL.least, end * POOL.factor)));
  const found = await searchWords(snapshot, lists, { ...query, limit: pool });
  const chunks = new Map(
    (
      await chunksByIds(
        db,
        view,
        found.hits.map((hit) => hit.chunkId),
      )
    ).map((chunk) => [chunk.chunkId, chunk]),
  );
  const present = found.hits.flatMap((hit) => {
    const chunk = chunks.get(hit.chunkId);
    return chunk === undefined ? [] : [{ chunk, hit }];
  });
  const ranked = rankChunks(present, found.words, found.worth).filter((one) => one.relevance >= query.threshold);
  const page = ranked.slice(query.offset, end);
  const texts = await textsOf(db, view.projectId, page);
  return {
    hits: page.map((one, index) => ({ ...one, text: texts[index]! })),
    total: found.total,
    hasMore: ranked.length > end,
    words: found.words,
    unknown: found.unknown,
  };
}

async function textsOf(db: Db, projectId: string, page: readonly RankedChunk[]): Promise<string[]> {
  const hashes = new Map(page.map(({ chunk }) => [chunk.contentHash.toString("hex"), chunk.contentHash]));
  const sources = new Map<string, string>();
  for (const { contentHash, data } of await readContents(db, projectId, [...hashes.values()]))
    sources.set(contentHash.toString("hex"), inflateRawSync(data).toString("utf8"));
  return page.map(({ chunk }) => sources.get(chunk.contentHash.toString("hex"))?.slice(chunk.start, chunk.end) ?? "");
}

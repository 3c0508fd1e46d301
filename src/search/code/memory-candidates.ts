/** Candidates from memory: packed postings and signs of a whole view, which is read when it is first asked. */
import { nth } from "../../base/need.js";
import { int32At, uint8At } from "../../base/numbers.js";
import { FIELD } from "../../postings/file-terms.js";
import { checkFilters, fileMask, prepareMask } from "../filters.js";
import { eachLivePosting, type PostingList } from "../live-postings.js";
import { placesOf, preparePlaces } from "../places.js";
import type { PostingLists } from "../posting-lists.js";
import type { ViewSnapshot } from "../snapshot.js";
import type { Candidates } from "./candidates.js";
import { locationsIn } from "./locations.js";
import type { MeaningSearch } from "./meaning.js";
import type { Scratches } from "./scratch.js";
import { searchWords } from "./words.js";

/** The candidates of a snapshot. */
export function memoryCandidates(
  snapshot: ViewSnapshot,
  lists: PostingLists,
  meaning: Pick<MeaningSearch, "inMemory">,
  scratches: Scratches,
): Candidates {
  return {
    from: "memory",
    generation: snapshot.generation,
    floor: null,
    total: snapshot.ranges.word.total,
    locate: async (text) => locationsIn(text, snapshot),
    known: async (terms) => (await lists.find(snapshot, "word", terms)).map((found) => found.length > 0),
    declaring: async (terms) => (await lists.find(snapshot, "word", terms)).map((found) => declaring(snapshot, found)),
    async declaringBegun(prefix, most) {
      const begun = await lists.findPrefix(snapshot, "word", prefix, most);
      return new Map([...begun].map(([term, found]) => [term, declaring(snapshot, found)]));
    },
    documents: async (terms) =>
      (await lists.find(snapshot, "word", terms)).map((found) => found.reduce((sum, list) => sum + list.documents, 0)),
    async words(concepts, query, { factors, ...options }) {
      await preparePlaces(snapshot);
      const places = placesOf(snapshot);
      const factorOf = (file: number) => nth(factors, uint8At(places, file));
      const found = await searchWords(snapshot, lists, concepts, query, { ...options, factorOf, scratches });
      const hits = found.hits.map(({ chunkId, file, signals }) => {
        const { path, contentHash } = nth(snapshot.files, file);
        return { chunkId, path, contentHash, signals };
      });
      return { ...found, hits };
    },
    nearest(filters) {
      checkFilters(filters);
      return async (...question) => {
        await prepareMask(snapshot, filters);
        return meaning.inMemory(snapshot, fileMask(snapshot, filters))(...question);
      };
    },
    isFiltered: async (filters) => fileMask(snapshot, filters)?.includes(1) === false,
  };
}

/** The live chunks that declare the term of these lists as a whole name. */
function declaring(snapshot: ViewSnapshot, found: readonly PostingList[]): number[] {
  const { bases, starts } = snapshot.ranges.word;
  const chunks: number[] = [];
  eachLivePosting(snapshot.ranges.word, found, (dense, count, range) => {
    if ((count & FIELD.wholeName) !== 0) chunks.push(int32At(starts, range) + dense - int32At(bases, range));
  });
  return chunks;
}

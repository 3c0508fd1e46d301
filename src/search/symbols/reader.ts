/** Reads the name postings of a view for one search. */
import { float32At, int32At } from "../../base/numbers.js";
import { IN_NAME, WHOLE, wholeName } from "../../postings/symbol-terms.js";
import { eachLivePosting, type PostingList } from "../live-postings.js";
import type { PostingLists } from "../posting-lists.js";
import type { ViewSnapshot } from "../snapshot.js";
import type { Matches } from "./matches.js";

export interface Reader {
  snapshot: ViewSnapshot;
  lists: PostingLists;
  /** The live documents of some lists that pass the filters and are in `within`, each with its BM25 score. The lists count as one term. */
  match(lists: readonly PostingList[], isInName: boolean, within?: Matches | null): Matches;
  find(terms: readonly string[]): Promise<PostingList[][]>;
}

/** A reader of one snapshot. `mask`: by file, whether it passes the filters; null: all do. */
export async function createReader(
  snapshot: ViewSnapshot,
  lists: PostingLists,
  mask: Uint8Array | null,
): Promise<Reader> {
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
        if (mask !== null && mask[int32At(ranges.files, range)] === 0) return;
        const norm = K1 * (1 - B + (B * float32At(lengths, dense)) / mean);
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

interface FoundPiece {
  /** Postings of the names with it as a part, and of the names equal to it. */
  parts: PostingList[];
  names: PostingList[];
  /** The number of their documents; dead ones count, and repetitions too. */
  documents: number;
}

/** Finds the names that are a piece of a query, or have it as a part. `isPrefix`: or begin with it. */
export async function findPiece(
  { lists, snapshot, find }: Reader,
  piece: string,
  isPrefix: boolean,
): Promise<FoundPiece> {
  const name = WHOLE + wholeName(piece);
  const part = wholeName(piece).replace(/^[_$]+|[_$]+$/g, "");
  const startingWith = async (text: string) =>
    listsOf([...(await lists.findPrefix(snapshot, "name", text, MOST_PREFIX_TERMS))]);
  const [parts, names] = isPrefix
    ? await Promise.all([startingWith(part), startingWith(name)])
    : ((await find([part, name])) as [PostingList[], PostingList[]]);
  return { parts, names, documents: [...parts, ...names].reduce((sum, list) => sum + list.documents, 0) };
}

/** The beginnings of words that a text in camel case stands for, in lower case: gUN, getUN and GUN have three each. */
export function piecesOf(text: string): string[] {
  const pieces = /^\p{Lu}+$/u.test(text) ? [...text] : (text.match(/\p{Lu}?[\p{Ll}\p{N}]*/gu) ?? []);
  return pieces.filter((piece) => piece !== "").map((piece) => piece.toLowerCase());
}

/** The constants of BM25. */
export const K1 = 1.2;
export const B = 0.75;
/** The most terms that a prefix stands for. */
export const MOST_PREFIX_TERMS = 2_000;

/** The posting lists of some terms together. */
export const listsOf = (terms: readonly [string, PostingList[]][]) => terms.flatMap(([, lists]) => lists);

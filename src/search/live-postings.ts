/** The documents of a posting list that a snapshot has, by dense number. */
import { int32At, uint32At } from "../base/numbers.js";
import { createPostings, readPostings } from "../postings/read.js";
import { type DocumentRanges, rangeAt } from "./snapshot.js";

/** The part of a term's postings that one segment holds. */
export interface PostingList {
  firstDocument: number;
  /** In all versions, the dead ones too. */
  documents: number;
  list: Uint8Array;
}

/** The live documents of a list, and what is read for it. */
export interface LivePostings {
  size: number;
  /** By dense number. */
  documents: Int32Array;
  counts: Int32Array;
  /** Positions of their ranges. */
  ranges: Int32Array;
}

/** Empty postings, to be filled again and again. */
export function createLivePostings(): LivePostings {
  return { ...createPostings(), ranges: new Int32Array(0) };
}

/** Reads the live documents of a list, in place of those that were read before. */
export function readLivePostings(ranges: DocumentRanges, posting: PostingList, into: LivePostings): void {
  readPostings(posting, posting.firstDocument, into);
  if (into.ranges.length < into.documents.length) into.ranges = new Int32Array(into.documents.length);
  const { starts, ends, bases } = ranges;
  const { documents, counts } = into;
  const read = into.size;
  let size = 0;
  let range = -1;
  let start = 0;
  let end = 0;
  let shift = 0;
  for (let index = 0; index < read; index++) {
    const document = int32At(documents, index);
    if (document >= end) {
      range = firstEndAbove(ends, document, range + 1);
      if (range === ends.length) break;
      start = int32At(starts, range);
      end = int32At(ends, range);
      shift = int32At(bases, range) - start;
    }
    if (document < start) continue;
    documents[size] = document + shift;
    counts[size] = int32At(counts, index);
    into.ranges[size++] = range;
  }
  into.size = size;
}

/** The first position from `from` on whose end lies above the document; the next is likely. */
function firstEndAbove(ends: Int32Array, document: number, from: number): number {
  let step = 1;
  let below = from - 1;
  let above = from;
  while (above < ends.length && int32At(ends, above) <= document) {
    below = above;
    above += step;
    step *= 2;
  }
  above = Math.min(above, ends.length);
  while (above - below > 1) {
    const middle = (below + above) >> 1;
    if (int32At(ends, middle) <= document) below = middle;
    else above = middle;
  }
  return above;
}

/** Calls `visit` with each live document of a term: its dense number, its count and the position of its range. */
export function eachLivePosting(
  ranges: DocumentRanges,
  lists: readonly PostingList[],
  visit: (dense: number, count: number, range: number) => void,
): void {
  const live = createLivePostings();
  for (const list of lists) {
    readLivePostings(ranges, list, live);
    for (let index = 0; index < live.size; index++)
      visit(int32At(live.documents, index), int32At(live.counts, index), int32At(live.ranges, index));
  }
}

/** Calls `visit` with the dense number of each document that is live, and its position. Documents ascend. */
export function eachLive(
  ranges: DocumentRanges,
  documents: Uint32Array,
  visit: (dense: number, index: number) => void,
): void {
  let range = 0;
  for (let index = 0; index < documents.length; index++) {
    const document = uint32At(documents, index);
    if (int32At(ranges.ends, range) <= document) range = rangeAt(ranges, document, range);
    if (int32At(ranges.starts, range) <= document && document < int32At(ranges.ends, range))
      visit(int32At(ranges.bases, range) + document - int32At(ranges.starts, range), index);
  }
}

/**
 * Posting lists: for each term the documents that hold it and how often.
 *
 * A segment covers the documents of one batch. Its terms are sorted by their UTF-8 bytes (as text collate "C" sorts) and stand in blocks of
 * about 12 KB, each a row of its own, so a lookup reads one block. An entry of a block is
 *
 *     shared bytes with the previous term · further bytes · those bytes · documents · bytes of the list · the list
 *
 * and a list is, for each document, the distance to the previous one (to the segment's first document at the start) doubled, plus one and
 * followed by the count where the count is not 1. All numbers are LEB128 varints.
 */

/** A field of postings, and the documents that its terms lead to: word → chunks, name → symbols, trigram → file versions. */
export type Field = "word" | "name" | "trigram";

export interface SegmentBlock {
  firstTerm: string;
  data: Buffer;
}

/** A row of `segments` but for its ids. */
export interface SegmentHead {
  field: Field;
  documentCount: number;
  /** The bytes of all blocks. */
  byteCount: number;
  firstDocument: number;
  lastDocument: number;
  /** Distance to the previous document and length, for each document; see `decodeLengths`. */
  lengths: Buffer;
}

/** A segment as it is written: a row of `segments` and its rows of `posting_blocks`. */
export interface SegmentRows extends SegmentHead {
  blocks: SegmentBlock[];
}

export const BLOCK_BYTES = 12_288;

/** The order of terms in a segment: of their UTF-8 bytes. */
export function compareTerms(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let offset = 0; offset < shared; offset++) {
    let a = left.charCodeAt(offset);
    let b = right.charCodeAt(offset);
    if (a === b) continue;
    // Surrogates stand for code points above all others.
    if (a >= 0xd800 && b >= 0xd800) {
      a = a >= 0xe000 ? a - 0x800 : a + 0x2000;
      b = b >= 0xe000 ? b - 0x800 : b + 0x2000;
    }
    return a - b;
  }
  return left.length - right.length;
}

/** Reading of segments: the entries of a block, the postings of a term, the lengths of documents. */
import { uint8At } from "../base/numbers.js";
import { readVarint } from "./bytes.js";
import type { SegmentHead } from "./segment.js";

/** A segment's documents and their lengths. */
export function decodeLengths(head: Pick<SegmentHead, "firstDocument" | "documentCount" | "lengths">): {
  documents: Uint32Array;
  lengths: Uint32Array;
} {
  const documents = new Uint32Array(head.documentCount);
  const lengths = new Uint32Array(head.documentCount);
  const reader = { bytes: head.lengths, offset: 0 };
  let document = head.firstDocument;
  for (let index = 0; index < head.documentCount; index++) {
    document += readVarint(reader);
    documents[index] = document;
    lengths[index] = readVarint(reader);
  }
  return { documents, lengths };
}

/** The documents of a segment and their lengths, some thousands at a time, in arrays that are used again. */
export function* eachLengths(
  head: Pick<SegmentHead, "firstDocument" | "documentCount" | "lengths">,
): Generator<{ documents: Uint32Array; lengths: Uint32Array }> {
  const documents = new Uint32Array(Math.min(LENGTHS_AT_ONCE, head.documentCount));
  const lengths = new Uint32Array(documents.length);
  const reader = { bytes: head.lengths, offset: 0 };
  let document = head.firstDocument;
  for (let read = 0; read < head.documentCount; ) {
    const size = Math.min(documents.length, head.documentCount - read);
    for (let index = 0; index < size; index++) {
      document += readVarint(reader);
      documents[index] = document;
      lengths[index] = readVarint(reader);
    }
    read += size;
    yield { documents: documents.subarray(0, size), lengths: lengths.subarray(0, size) };
  }
}

const LENGTHS_AT_ONCE = 16_384;

/** One term of a block with its undecoded list. */
export interface BlockEntry {
  /** UTF-8. */
  term: Buffer;
  documents: number;
  list: Uint8Array;
}

/** The entries of a block in order, from the first whose term is not below `from`. */
export function* entriesOf(data: Uint8Array, from?: Buffer): Generator<BlockEntry> {
  const reader = { bytes: data, offset: 0 };
  // The term of the entry at hand, in a buffer that is used again.
  let term: Buffer = Buffer.allocUnsafe(64);
  /** The term that the entries so far are below; undefined from the first that is not. */
  let above = from;
  while (reader.offset < data.length) {
    const shared = readVarint(reader);
    const length = shared + readVarint(reader);
    if (length > term.length) term = Buffer.concat([term.subarray(0, shared)], 2 * length);
    for (let index = shared; index < length; index++) term[index] = uint8At(data, reader.offset++);
    const documents = readVarint(reader);
    const bytes = readVarint(reader);
    const start = reader.offset;
    reader.offset += bytes;
    if (above !== undefined && term.compare(above, 0, above.length, 0, length) < 0) continue;
    above = undefined;
    yield {
      term: Buffer.from(term.subarray(0, length)),
      documents,
      list: data.subarray(start, reader.offset),
    };
  }
}

/** Calls `found` with the list of each of `terms` that a block holds, and its position among them. Terms are UTF-8 and ascend. */
export function findTerms(
  data: Uint8Array,
  terms: readonly Buffer[],
  found: (index: number, entry: Omit<BlockEntry, "term">) => void,
): void {
  const reader = { bytes: data, offset: 0 };
  let entry = Buffer.allocUnsafe(64);
  let index = 0;
  // How many bytes of the term at hand the entry before shares with it; it is always below the term.
  let matched = 0;
  while (reader.offset < data.length) {
    const shared = readVarint(reader);
    const length = shared + readVarint(reader);
    if (length > entry.length) entry = Buffer.concat([entry.subarray(0, shared)], 2 * length);
    for (let position = shared; position < length; position++) entry[position] = uint8At(data, reader.offset++);
    const documents = readVarint(reader);
    const bytes = readVarint(reader);
    const start = reader.offset;
    reader.offset += bytes;
    // With more bytes shared than matched, the entry differs from the term where the one before did.
    if (shared > matched) continue;
    for (let from = Math.min(shared, matched); index < terms.length; index++, from = 0) {
      const term = terms[index];
      if (term === undefined) break;
      const end = Math.min(length, term.length);
      for (matched = from; matched < end && entry[matched] === term[matched]; ) matched++;
      if (matched === length && length === term.length)
        found(index, { documents, list: data.subarray(start, reader.offset) });
      else if (matched === length || (matched < end && uint8At(entry, matched) < uint8At(term, matched))) break;
    }
    if (index === terms.length) return;
  }
}

/** Postings: the first `size` items of both arrays. Reading into them replaces the former ones, and arrays that are too short. */
export interface Postings {
  size: number;
  /** Ascending. */
  documents: Int32Array;
  counts: Int32Array;
}

/** Empty postings, to be filled again and again. */
export function createPostings(): Postings {
  return { size: 0, documents: new Int32Array(0), counts: new Int32Array(0) };
}

/** Reads the list of a term in a segment whose first document is `firstDocument`. */
export function readPostings(
  { documents: size, list }: Pick<BlockEntry, "documents" | "list">,
  firstDocument: number,
  into: Postings,
): void {
  into.size = size;
  if (into.documents.length < size) {
    into.documents = new Int32Array(2 * size);
    into.counts = new Int32Array(2 * size);
  }
  const { documents, counts } = into;
  const end = list.length;
  let document = firstDocument;
  for (let offset = 0, index = 0; offset < end; index++) {
    let byte = uint8At(list, offset++);
    let value = byte & 127;
    for (let shift = 7; byte >= 128; shift += 7) {
      byte = uint8At(list, offset++);
      value |= (byte & 127) << shift;
    }
    document += value >>> 1;
    let count = 1;
    if ((value & 1) === 1) {
      byte = uint8At(list, offset++);
      count = byte & 127;
      for (let shift = 7; byte >= 128; shift += 7) {
        byte = uint8At(list, offset++);
        count |= (byte & 127) << shift;
      }
    }
    documents[index] = document;
    counts[index] = count;
  }
}

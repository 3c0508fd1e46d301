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
import type { PackedTerms } from "./terms.js";
import { trigramTerm } from "./trigrams.js";

/** What a field's terms lead to: word → chunks, name → symbols, trigram → file versions. */
export type Field = "word" | "name" | "trigram";

export interface SegmentBlock {
  firstTerm: string;
  data: Buffer;
}

/** A row of `segments` but for its ids. */
export interface SegmentHead {
  field: Field;
  documentCount: number;
  /** Of all blocks. */
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

const BLOCK_BYTES = 12_288;

/** The order of terms in a segment: of their UTF-8 bytes. */
export function compareTerms(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let at = 0; at < shared; at++) {
    let a = left.charCodeAt(at);
    let b = right.charCodeAt(at);
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

/** Bytes that grow as they are written. */
interface ByteWriter {
  bytes: Buffer;
  size: number;
}

function writer(capacity: number): ByteWriter {
  return { bytes: Buffer.allocUnsafe(capacity), size: 0 };
}

function reserve(out: ByteWriter, more: number): void {
  if (out.size + more <= out.bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(out.bytes.length * 2, out.size + more));
  out.bytes.copy(larger, 0, 0, out.size);
  out.bytes = larger;
}

function writeVarint(out: ByteWriter, value: number): void {
  reserve(out, 5);
  let rest = value >>> 0;
  while (rest >= 128) {
    out.bytes[out.size++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  out.bytes[out.size++] = rest;
}

function writePosting(out: ByteWriter, distance: number, count: number): void {
  if (count === 1) {
    writeVarint(out, distance * 2);
  } else {
    writeVarint(out, distance * 2 + 1);
    writeVarint(out, count);
  }
}

/** Cuts a stream of sorted terms into blocks. */
function createBlockWriter(emit: (block: SegmentBlock) => void) {
  const out = writer(BLOCK_BYTES * 2);
  let firstTerm = "";
  let previous: Buffer = Buffer.alloc(0);
  let byteCount = 0;
  function flush(): void {
    if (out.size === 0) return;
    byteCount += out.size;
    emit({ firstTerm, data: Buffer.from(out.bytes.subarray(0, out.size)) });
    out.size = 0;
  }
  return {
    add(term: Buffer, documents: number, list: Buffer): void {
      if (out.size > 0 && out.size + list.length > BLOCK_BYTES) flush();
      let shared = 0;
      if (out.size === 0) {
        firstTerm = term.toString("utf8");
      } else {
        const most = Math.min(previous.length, term.length);
        while (shared < most && previous[shared] === term[shared]) shared++;
      }
      writeVarint(out, shared);
      writeVarint(out, term.length - shared);
      reserve(out, term.length - shared);
      out.size += term.copy(out.bytes, out.size, shared);
      writeVarint(out, documents);
      writeVarint(out, list.length);
      reserve(out, list.length);
      out.size += list.copy(out.bytes, out.size);
      previous = term;
    },
    /** Writes the last block; gives the bytes of all. */
    end(): number {
      flush();
      return byteCount;
    },
  };
}

/** Collects the postings of one batch. */
export interface SegmentBuilder {
  /** Adds a file's documents, whose ids run from `firstDocument`; ids must ascend from call to call. */
  add(firstDocument: number, packed: PackedTerms): void;
  /** The segment; null when no document was added. The builder is spent. */
  build(): SegmentRows | null;
}

/** Collects terms of chunks ('word') or symbols ('name'). */
export function createSegmentBuilder(field: "word" | "name"): SegmentBuilder {
  const numbers = new Map<string, number>();
  const terms: string[] = [];
  let needsComparing = false;
  let termOf = new Uint32Array(1 << 14);
  let documentOf = new Uint32Array(1 << 14);
  let countOf = new Uint16Array(1 << 14);
  let size = 0;
  const lengths = createLengths();
  return {
    add(firstDocument, packed) {
      for (let document = 0; document < packed.lengths.length; document++)
        lengths.add(firstDocument + document, packed.lengths[document]!);
      const more = packed.documents.length;
      if (size + more > termOf.length) {
        const capacity = Math.max(termOf.length * 2, size + more);
        termOf = grown(termOf, capacity);
        documentOf = grown(documentOf, capacity);
        countOf = grown(countOf, capacity);
      }
      for (let index = 0; index < packed.terms.length; index++) {
        const term = packed.terms[index]!;
        let number = numbers.get(term);
        if (number === undefined) {
          number = terms.length;
          numbers.set(term, number);
          terms.push(term);
          needsComparing ||= /[\ud800-\uffff]/.test(term);
        }
        for (let at = packed.starts[index]!; at < packed.starts[index + 1]!; at++) {
          termOf[size] = number;
          documentOf[size] = firstDocument + packed.documents[at]!;
          countOf[size++] = packed.counts[at]!;
        }
      }
    },
    build() {
      if (lengths.count() === 0) return null;
      // A counting sort by term keeps documents in order.
      const starts = new Uint32Array(terms.length + 1);
      for (let at = 0; at < size; at++) starts[termOf[at]! + 1]!++;
      for (let number = 0; number < terms.length; number++) starts[number + 1]! += starts[number]!;
      const next = starts.slice();
      const order = new Uint32Array(size);
      for (let at = 0; at < size; at++) order[next[termOf[at]!]!++] = at;
      // Sorting by UTF-16 units is native and gives the same order unless there are characters from U+D800 on.
      const sorted = needsComparing ? terms.toSorted(compareTerms) : terms.toSorted();
      const blocks: SegmentBlock[] = [];
      const blockWriter = createBlockWriter((block) => blocks.push(block));
      const list = writer(1 << 12);
      const firstDocument = lengths.first();
      for (const term of sorted) {
        const number = numbers.get(term)!;
        list.size = 0;
        let previous = firstDocument;
        for (let at = starts[number]!; at < starts[number + 1]!; at++) {
          const posting = order[at]!;
          writePosting(list, documentOf[posting]! - previous, countOf[posting]!);
          previous = documentOf[posting]!;
        }
        const documents = starts[number + 1]! - starts[number]!;
        blockWriter.add(Buffer.from(term, "utf8"), documents, list.bytes.subarray(0, list.size));
      }
      return lengths.segment(field, blockWriter.end(), blocks);
    },
  };
}

/** Collects trigrams of file versions. */
export interface TrigramSegmentBuilder {
  /** Adds a file version with its distinct trigrams; ids must ascend. */
  add(versionId: number, codes: Uint32Array): void;
  build(): SegmentRows | null;
}

export function createTrigramSegmentBuilder(): TrigramSegmentBuilder {
  let codeOf = new Uint32Array(1 << 16);
  let documentOf = new Uint32Array(1 << 16);
  let size = 0;
  const lengths = createLengths();
  return {
    add(versionId, codes) {
      lengths.add(versionId, codes.length);
      if (size + codes.length > codeOf.length) {
        const capacity = Math.max(codeOf.length * 2, size + codes.length);
        codeOf = grown(codeOf, capacity);
        documentOf = grown(documentOf, capacity);
      }
      codeOf.set(codes, size);
      documentOf.fill(versionId, size, size + codes.length);
      size += codes.length;
    },
    build() {
      if (lengths.count() === 0) return null;
      sortPairs(codeOf.subarray(0, size), documentOf.subarray(0, size));
      const blocks: SegmentBlock[] = [];
      const blockWriter = createBlockWriter((block) => blocks.push(block));
      const list = writer(1 << 12);
      const firstDocument = lengths.first();
      for (let at = 0; at < size; ) {
        const code = codeOf[at]!;
        const start = at;
        let previous = firstDocument;
        list.size = 0;
        for (; at < size && codeOf[at] === code; at++) {
          writePosting(list, documentOf[at]! - previous, 1);
          previous = documentOf[at]!;
        }
        blockWriter.add(Buffer.from(trigramTerm(code), "utf8"), at - start, list.bytes.subarray(0, list.size));
      }
      return lengths.segment("trigram", blockWriter.end(), blocks);
    },
  };
}

/** Sorts pairs by their 24-bit keys, stably, in two passes of 12 bits. */
function sortPairs(keys: Uint32Array, values: Uint32Array): void {
  const otherKeys = new Uint32Array(keys.length);
  const otherValues = new Uint32Array(keys.length);
  for (const shift of [0, 12]) {
    const [fromKeys, fromValues, toKeys, toValues] =
      shift === 0 ? [keys, values, otherKeys, otherValues] : [otherKeys, otherValues, keys, values];
    const starts = new Uint32Array(4097);
    for (let at = 0; at < fromKeys.length; at++) starts[((fromKeys[at]! >>> shift) & 4095) + 1]!++;
    for (let key = 0; key < 4096; key++) starts[key + 1]! += starts[key]!;
    for (let at = 0; at < fromKeys.length; at++) {
      const to = starts[(fromKeys[at]! >>> shift) & 4095]!++;
      toKeys[to] = fromKeys[at]!;
      toValues[to] = fromValues[at]!;
    }
  }
}

/** Packs the documents of a segment with their lengths. */
function createLengths() {
  const out = writer(1 << 10);
  let count = 0;
  let first = 0;
  let last = 0;
  return {
    add(document: number, length: number): void {
      if (count > 0 && document <= last) throw new RangeError("documents of a segment must ascend");
      if (count === 0) {
        first = document;
        last = document;
      }
      writeVarint(out, document - last);
      writeVarint(out, length);
      last = document;
      count++;
    },
    count: () => count,
    first: () => first,
    head: (field: Field, byteCount: number): SegmentHead => ({
      field,
      documentCount: count,
      byteCount,
      firstDocument: first,
      lastDocument: last,
      lengths: Buffer.from(out.bytes.subarray(0, out.size)),
    }),
    segment(field: Field, byteCount: number, blocks: SegmentBlock[]): SegmentRows {
      return { ...this.head(field, byteCount), blocks };
    },
  };
}

/** Where reading stands in a block or list. */
interface ByteReader {
  bytes: Uint8Array;
  at: number;
}

function readVarint(reader: ByteReader): number {
  const { bytes } = reader;
  let byte = bytes[reader.at++]!;
  if (byte < 128) return byte;
  let value = byte & 127;
  for (let shift = 7; shift < 35; shift += 7) {
    byte = bytes[reader.at++]!;
    value |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  return value >>> 0;
}

/** A segment's documents and their lengths. */
export function decodeLengths(head: Pick<SegmentHead, "firstDocument" | "documentCount" | "lengths">): {
  documents: Uint32Array;
  lengths: Uint32Array;
} {
  const documents = new Uint32Array(head.documentCount);
  const lengths = new Uint32Array(head.documentCount);
  const reader = { bytes: head.lengths, at: 0 };
  let document = head.firstDocument;
  for (let index = 0; index < head.documentCount; index++) {
    document += readVarint(reader);
    documents[index] = document;
    lengths[index] = readVarint(reader);
  }
  return { documents, lengths };
}

/** One term of a block with its undecoded list. */
export interface BlockEntry {
  /** UTF-8. */
  term: Buffer;
  documents: number;
  list: Uint8Array;
}

/** The entries of a block in order, from the first whose term is not below `from`. */
export function* entriesOf(data: Uint8Array, from?: Buffer): Generator<BlockEntry> {
  const reader = { bytes: data, at: 0 };
  // The term of the entry at hand, in a buffer that is used again.
  let term: Buffer = Buffer.allocUnsafe(64);
  let isBelow = from !== undefined;
  while (reader.at < data.length) {
    const shared = readVarint(reader);
    const length = shared + readVarint(reader);
    if (length > term.length) term = Buffer.concat([term.subarray(0, shared)], 2 * length);
    for (let at = shared; at < length; at++) term[at] = data[reader.at++]!;
    const documents = readVarint(reader);
    const bytes = readVarint(reader);
    const start = reader.at;
    reader.at += bytes;
    if (isBelow && term.compare(from!, 0, from!.length, 0, length) < 0) continue;
    isBelow = false;
    yield {
      term: Buffer.from(term.subarray(0, length)),
      documents,
      list: data.subarray(start, reader.at),
    };
  }
}

/** Calls `found` with the list of each of `terms` that a block holds, and its position among them. Terms are UTF-8 and ascend. */
export function findTerms(
  data: Uint8Array,
  terms: readonly Buffer[],
  found: (index: number, entry: Omit<BlockEntry, "term">) => void,
): void {
  const reader = { bytes: data, at: 0 };
  let entry = Buffer.allocUnsafe(64);
  let index = 0;
  // How many bytes of the term at hand the entry before shares with it; it is always below the term.
  let matched = 0;
  while (reader.at < data.length) {
    const shared = readVarint(reader);
    const length = shared + readVarint(reader);
    if (length > entry.length) entry = Buffer.concat([entry.subarray(0, shared)], 2 * length);
    for (let at = shared; at < length; at++) entry[at] = data[reader.at++]!;
    const documents = readVarint(reader);
    const bytes = readVarint(reader);
    const start = reader.at;
    reader.at += bytes;
    // With more bytes shared than matched, the entry differs from the term where the one before did.
    if (shared > matched) continue;
    for (let from = Math.min(shared, matched); index < terms.length; index++, from = 0) {
      const term = terms[index]!;
      const end = Math.min(length, term.length);
      for (matched = from; matched < end && entry[matched] === term[matched]; ) matched++;
      if (matched === length && length === term.length)
        found(index, { documents, list: data.subarray(start, reader.at) });
      else if (matched === length || (matched < end && entry[matched]! < term[matched]!)) break;
    }
    if (index === terms.length) return;
  }
}

/** Postings, the first `size` of both arrays. Reading into them replaces those that were there, and the arrays where they are too short. */
export interface Postings {
  size: number;
  /** Ascending. */
  documents: Int32Array;
  counts: Int32Array;
}

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
  for (let at = 0, index = 0; at < end; index++) {
    let byte = list[at++]!;
    let value = byte & 127;
    for (let shift = 7; byte >= 128; shift += 7) {
      byte = list[at++]!;
      value |= (byte & 127) << shift;
    }
    document += value >>> 1;
    let count = 1;
    if ((value & 1) === 1) {
      byte = list[at++]!;
      count = byte & 127;
      for (let shift = 7; byte >= 128; shift += 7) {
        byte = list[at++]!;
        count |= (byte & 127) << shift;
      }
    }
    documents[index] = document;
    counts[index] = count;
  }
}

/** A stored segment to merge: its head, and its blocks in order, as they are read. */
export interface SegmentReader {
  head: SegmentHead;
  blocks(): AsyncIterable<SegmentBlock>;
}

/**
 * Merges segments of one field into one without the documents that `isLive` denies. Blocks go to `emit` as they fill, a few at a time;
 * memory is bounded by a block of each segment. Gives the head of the new segment; null when nothing is left.
 */
export async function mergeSegments(
  readers: readonly SegmentReader[],
  isLive: (document: number) => boolean,
  emit: (blocks: SegmentBlock[]) => Promise<void>,
  isStopped: () => boolean = () => false,
): Promise<SegmentHead | null> {
  const field = readers[0]?.head.field;
  if (field === undefined) return null;
  const pairs: [number, number][] = [];
  for (const { head } of readers) {
    const { documents, lengths } = decodeLengths(head);
    for (let index = 0; index < documents.length; index++)
      if (isLive(documents[index]!)) pairs.push([documents[index]!, lengths[index]!]);
  }
  if (pairs.length === 0) return null;
  pairs.sort((a, b) => a[0] - b[0]);
  const lengths = createLengths();
  for (const [document, length] of pairs) lengths.add(document, length);

  const waiting: SegmentBlock[] = [];
  const blockWriter = createBlockWriter((block) => waiting.push(block));
  const sources = readers.map((reader) => ({ first: reader.head.firstDocument, entries: entriesOfSegment(reader) }));
  const current = await Promise.all(sources.map(({ entries }) => entries.next()));
  const list = writer(1 << 14);
  const read = createPostings();
  const firstDocument = lengths.first();
  let documents = new Uint32Array(1024);
  let counts = new Uint32Array(1024);
  for (;;) {
    let least: Buffer | null = null;
    for (const entry of current) if (entry && (least === null || entry.term.compare(least) < 0)) least = entry.term;
    if (least === null) break;
    let size = 0;
    let isAscending = true;
    for (const [index, source] of sources.entries()) {
      const entry = current[index];
      if (!entry?.term.equals(least)) continue;
      if (size + entry.documents > documents.length) {
        const capacity = Math.max(documents.length * 2, size + entry.documents);
        documents = grown(documents, capacity);
        counts = grown(counts, capacity);
      }
      readPostings(entry, source.first, read);
      for (let at = 0; at < read.size; at++) {
        const document = read.documents[at]!;
        if (!isLive(document)) continue;
        if (size > 0 && documents[size - 1]! >= document) isAscending = false;
        documents[size] = document;
        counts[size++] = read.counts[at]!;
      }
      current[index] = source.entries.ready() ?? (await source.entries.next());
    }
    if (size === 0) continue;
    const order = isAscending ? null : sortedOrder(documents, size);
    list.size = 0;
    let previous = firstDocument;
    for (let at = 0; at < size; at++) {
      const index = order === null ? at : order[at]!;
      writePosting(list, documents[index]! - previous, counts[index]!);
      previous = documents[index]!;
    }
    blockWriter.add(least, size, list.bytes.subarray(0, list.size));
    if (waiting.length >= 32) await emit(waiting.splice(0));
    if (isStopped()) return null;
  }
  const byteCount = blockWriter.end();
  if (waiting.length > 0) await emit(waiting);
  return lengths.head(field, byteCount);
}

function sortedOrder(documents: Uint32Array, size: number): Uint32Array {
  return Uint32Array.from({ length: size }, (_, index) => index).sort((a, b) => documents[a]! - documents[b]!);
}

/** The entries of a segment; `ready` gives the next one of the block at hand without waiting. */
interface SegmentEntries {
  ready(): BlockEntry | undefined;
  next(): Promise<BlockEntry | undefined>;
}

function entriesOfSegment(reader: SegmentReader): SegmentEntries {
  const blocks = reader.blocks()[Symbol.asyncIterator]();
  let block: Generator<BlockEntry> | null = null;
  const ready = (): BlockEntry | undefined => {
    const entry = block?.next();
    return entry === undefined || entry.done ? undefined : entry.value;
  };
  return {
    ready,
    async next() {
      for (;;) {
        const entry = ready();
        if (entry !== undefined) return entry;
        const next = await blocks.next();
        if (next.done) return undefined;
        block = entriesOf(next.value.data);
      }
    },
  };
}

/** How many segments of one size are merged into one. */
const TIER = 8;

/**
 * Which segments of one field to merge, as groups: whenever eight of about one size have gathered. Sizes go up by eight, so a posting is
 * rewritten once per tier, and a reader meets at most seven segments of each.
 */
export function segmentsToMerge<Segment extends { documentCount: number; firstDocument: number }>(
  segments: readonly Segment[],
): Segment[][] {
  const tiers = new Map<number, Segment[]>();
  for (const segment of segments) {
    const tier = Math.floor(Math.log2(Math.max(1, segment.documentCount)) / 3);
    const members = tiers.get(tier);
    if (members === undefined) tiers.set(tier, [segment]);
    else members.push(segment);
  }
  const groups: Segment[][] = [];
  for (const tier of [...tiers.keys()].sort((a, b) => a - b)) {
    const members = tiers.get(tier)!.sort((a, b) => a.firstDocument - b.firstDocument);
    for (let at = 0; at + TIER <= members.length; at += TIER) groups.push(members.slice(at, at + TIER));
  }
  return groups;
}

function grown<T extends Uint16Array | Uint32Array>(array: T, capacity: number): T {
  const larger = new (array.constructor as new (length: number) => T)(capacity);
  larger.set(array);
  return larger;
}

/** Builders of segments: the postings of one batch, gathered and then written as blocks. */
import { need, nth } from "../base/need.js";
import { enlarged, uint16At, uint32At } from "../base/numbers.js";
import { reserve, writePosting, writer, writeVarint } from "./bytes.js";
import type { PackedTerms } from "./file-terms.js";
import {
  BLOCK_BYTES,
  compareTerms,
  type Field,
  type SegmentBlock,
  type SegmentHead,
  type SegmentRows,
} from "./segment.js";
import { trigramTerm } from "./trigrams.js";

/** Cuts a stream of sorted terms into blocks. */
export function createBlockWriter(emit: (block: SegmentBlock) => void) {
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
        lengths.add(firstDocument + document, uint32At(packed.lengths, document));
      const more = packed.documents.length;
      if (size + more > termOf.length) {
        const capacity = Math.max(termOf.length * 2, size + more);
        termOf = enlarged(termOf, capacity);
        documentOf = enlarged(documentOf, capacity);
        countOf = enlarged(countOf, capacity);
      }
      for (let index = 0; index < packed.terms.length; index++) {
        const term = nth(packed.terms, index);
        let number = numbers.get(term);
        if (number === undefined) {
          number = terms.length;
          numbers.set(term, number);
          terms.push(term);
          needsComparing ||= /[\ud800-\uffff]/.test(term);
        }
        for (let position = uint32At(packed.starts, index); position < uint32At(packed.starts, index + 1); position++) {
          termOf[size] = number;
          documentOf[size] = firstDocument + uint32At(packed.documents, position);
          countOf[size++] = uint16At(packed.counts, position);
        }
      }
    },
    build() {
      if (lengths.count() === 0) return null;
      // A counting sort by term keeps documents in order.
      const starts = new Uint32Array(terms.length + 1);
      for (let index = 0; index < size; index++) {
        const above = uint32At(termOf, index) + 1;
        starts[above] = uint32At(starts, above) + 1;
      }
      for (let number = 0; number < terms.length; number++)
        starts[number + 1] = uint32At(starts, number + 1) + uint32At(starts, number);
      const next = starts.slice();
      const order = new Uint32Array(size);
      for (let index = 0; index < size; index++) {
        const number = uint32At(termOf, index);
        const place = uint32At(next, number);
        order[place] = index;
        next[number] = place + 1;
      }
      // Sorting by UTF-16 units is native and gives the same order unless there are characters from U+D800 on.
      const sorted = needsComparing ? terms.toSorted(compareTerms) : terms.toSorted();
      const blocks: SegmentBlock[] = [];
      const blockWriter = createBlockWriter((block) => blocks.push(block));
      const list = writer(1 << 12);
      const firstDocument = lengths.first();
      for (const term of sorted) {
        const number = need(numbers, term);
        list.size = 0;
        let previous = firstDocument;
        for (let index = uint32At(starts, number); index < uint32At(starts, number + 1); index++) {
          const posting = uint32At(order, index);
          writePosting(list, uint32At(documentOf, posting) - previous, uint16At(countOf, posting));
          previous = uint32At(documentOf, posting);
        }
        const documents = uint32At(starts, number + 1) - uint32At(starts, number);
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

/** A builder for trigrams, whose entries are codes in place of texts. */
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
        codeOf = enlarged(codeOf, capacity);
        documentOf = enlarged(documentOf, capacity);
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
      for (let index = 0; index < size; ) {
        const code = uint32At(codeOf, index);
        const start = index;
        let previous = firstDocument;
        list.size = 0;
        for (; index < size && codeOf[index] === code; index++) {
          writePosting(list, uint32At(documentOf, index) - previous, 1);
          previous = uint32At(documentOf, index);
        }
        blockWriter.add(Buffer.from(trigramTerm(code), "utf8"), index - start, list.bytes.subarray(0, list.size));
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
    for (let index = 0; index < fromKeys.length; index++) {
      const above = ((uint32At(fromKeys, index) >>> shift) & 4095) + 1;
      starts[above] = uint32At(starts, above) + 1;
    }
    for (let key = 0; key < 4096; key++) starts[key + 1] = uint32At(starts, key + 1) + uint32At(starts, key);
    for (let index = 0; index < fromKeys.length; index++) {
      const key = uint32At(fromKeys, index);
      const digit = (key >>> shift) & 4095;
      const to = uint32At(starts, digit);
      starts[digit] = to + 1;
      toKeys[to] = key;
      toValues[to] = uint32At(fromValues, index);
    }
  }
}

/** Packs the documents of a segment with their lengths. */
export function createLengths() {
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

/** The positions of documents in ascending order of their numbers. */
export function sortedOrder(documents: Uint32Array, size: number): Uint32Array {
  return Uint32Array.from({ length: size }, (_, index) => index).sort(
    (a, b) => uint32At(documents, a) - uint32At(documents, b),
  );
}

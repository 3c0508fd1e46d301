/**
 * Builders of segments: the postings of one batch, gathered and then written as blocks.
 *
 * They are classes, whose functions are the same for every batch: V8 would warm up the closures of a factory, and optimise them, once for each.
 */
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
export class BlockWriter {
  readonly #emit: (block: SegmentBlock) => void;
  readonly #out = writer(BLOCK_BYTES * 2);
  #firstTerm = "";
  #previous: Buffer = Buffer.alloc(0);
  #byteCount = 0;

  constructor(emit: (block: SegmentBlock) => void) {
    this.#emit = emit;
  }

  add(term: Buffer, documents: number, list: Buffer): void {
    const out = this.#out;
    if (out.size > 0 && out.size + list.length > BLOCK_BYTES) this.#flush();
    let shared = 0;
    if (out.size === 0) {
      this.#firstTerm = term.toString("utf8");
    } else {
      const previous = this.#previous;
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
    this.#previous = term;
  }

  /** Writes the last block; gives the bytes of all. */
  end(): number {
    this.#flush();
    return this.#byteCount;
  }

  #flush(): void {
    const out = this.#out;
    if (out.size === 0) return;
    this.#byteCount += out.size;
    this.#emit({ firstTerm: this.#firstTerm, data: Buffer.from(out.bytes.subarray(0, out.size)) });
    out.size = 0;
  }
}

/** Collects the postings of one batch: terms of chunks ('word') or symbols ('name'). */
export class SegmentBuilder {
  readonly #numbers = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly #lengths = new Lengths();
  #needsComparing = false;
  #termOf = new Uint32Array(1 << 14);
  #documentOf = new Uint32Array(1 << 14);
  #countOf = new Uint16Array(1 << 14);
  #size = 0;

  constructor(private readonly field: "word" | "name") {}

  /** Adds a file's documents, whose ids run from `firstDocument`; ids must ascend from call to call. */
  add(firstDocument: number, packed: PackedTerms): void {
    for (let document = 0; document < packed.lengths.length; document++)
      this.#lengths.add(firstDocument + document, uint32At(packed.lengths, document));
    this.#reserve(packed.documents.length);
    const [termOf, documentOf, countOf] = [this.#termOf, this.#documentOf, this.#countOf];
    let size = this.#size;
    for (let index = 0; index < packed.terms.length; index++) {
      const number = this.#numberOf(nth(packed.terms, index));
      const end = uint32At(packed.starts, index + 1);
      for (let position = uint32At(packed.starts, index); position < end; position++) {
        termOf[size] = number;
        documentOf[size] = firstDocument + uint32At(packed.documents, position);
        countOf[size++] = uint16At(packed.counts, position);
      }
    }
    this.#size = size;
  }

  /** The segment; null when no document was added. The builder is spent. */
  build(): SegmentRows | null {
    const [terms, lengths] = [this.#terms, this.#lengths];
    if (lengths.count === 0) return null;
    const { starts, order } = this.#byTerm();
    // Sorting by UTF-16 units is native and gives the same order unless there are characters from U+D800 on.
    const sorted = this.#needsComparing ? terms.toSorted(compareTerms) : terms.toSorted();
    const blocks: SegmentBlock[] = [];
    const blockWriter = new BlockWriter((block) => blocks.push(block));
    const list = writer(1 << 12);
    for (const term of sorted) {
      const number = need(this.#numbers, term);
      const [start, end] = [uint32At(starts, number), uint32At(starts, number + 1)];
      list.size = 0;
      let previous = lengths.first;
      for (let index = start; index < end; index++) {
        const posting = uint32At(order, index);
        const document = uint32At(this.#documentOf, posting);
        writePosting(list, document - previous, uint16At(this.#countOf, posting));
        previous = document;
      }
      blockWriter.add(Buffer.from(term, "utf8"), end - start, list.bytes.subarray(0, list.size));
    }
    return lengths.segment(this.field, blockWriter.end(), blocks);
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.length;
    this.#numbers.set(term, number);
    this.#terms.push(term);
    this.#needsComparing ||= /[\ud800-\uffff]/.test(term);
    return number;
  }

  #reserve(more: number): void {
    if (this.#size + more <= this.#termOf.length) return;
    const capacity = Math.max(this.#termOf.length * 2, this.#size + more);
    this.#termOf = enlarged(this.#termOf, capacity);
    this.#documentOf = enlarged(this.#documentOf, capacity);
    this.#countOf = enlarged(this.#countOf, capacity);
  }

  /** The postings in the order of their terms' numbers, and where each term's begin: a counting sort, which keeps documents in order. */
  #byTerm(): { starts: Uint32Array; order: Uint32Array } {
    const [termOf, size, count] = [this.#termOf, this.#size, this.#terms.length];
    const starts = new Uint32Array(count + 1);
    for (let index = 0; index < size; index++) {
      const above = uint32At(termOf, index) + 1;
      starts[above] = uint32At(starts, above) + 1;
    }
    for (let number = 0; number < count; number++)
      starts[number + 1] = uint32At(starts, number + 1) + uint32At(starts, number);
    const next = starts.slice();
    const order = new Uint32Array(size);
    for (let index = 0; index < size; index++) {
      const number = uint32At(termOf, index);
      const place = uint32At(next, number);
      order[place] = index;
      next[number] = place + 1;
    }
    return { starts, order };
  }
}

/** Collects the trigrams of file versions, whose entries are codes in place of texts. */
export class TrigramSegmentBuilder {
  readonly #lengths = new Lengths();
  #codeOf = new Uint32Array(1 << 16);
  #documentOf = new Uint32Array(1 << 16);
  #size = 0;

  /** Adds a file version with its distinct trigrams; ids must ascend. */
  add(versionId: number, codes: Uint32Array): void {
    this.#lengths.add(versionId, codes.length);
    const size = this.#size + codes.length;
    if (size > this.#codeOf.length) {
      const capacity = Math.max(this.#codeOf.length * 2, size);
      this.#codeOf = enlarged(this.#codeOf, capacity);
      this.#documentOf = enlarged(this.#documentOf, capacity);
    }
    this.#codeOf.set(codes, this.#size);
    this.#documentOf.fill(versionId, this.#size, size);
    this.#size = size;
  }

  /** The segment; null when no file version was added. The builder is spent. */
  build(): SegmentRows | null {
    const [codeOf, documentOf, size] = [this.#codeOf, this.#documentOf, this.#size];
    if (this.#lengths.count === 0) return null;
    sortPairs(codeOf.subarray(0, size), documentOf.subarray(0, size));
    const blocks: SegmentBlock[] = [];
    const blockWriter = new BlockWriter((block) => blocks.push(block));
    const list = writer(1 << 12);
    const firstDocument = this.#lengths.first;
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
    return this.#lengths.segment("trigram", blockWriter.end(), blocks);
  }
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
export class Lengths {
  readonly #out = writer(1 << 10);
  /** The number of documents. */
  count = 0;
  /** The first document. */
  first = 0;
  #last = 0;

  add(document: number, length: number): void {
    if (this.count > 0 && document <= this.#last) throw new RangeError("documents of a segment must ascend");
    if (this.count === 0) {
      this.first = document;
      this.#last = document;
    }
    writeVarint(this.#out, document - this.#last);
    writeVarint(this.#out, length);
    this.#last = document;
    this.count++;
  }

  head(field: Field, byteCount: number): SegmentHead {
    return {
      field,
      documentCount: this.count,
      byteCount,
      firstDocument: this.first,
      lastDocument: this.#last,
      lengths: Buffer.from(this.#out.bytes.subarray(0, this.#out.size)),
    };
  }

  segment(field: Field, byteCount: number, blocks: SegmentBlock[]): SegmentRows {
    return { ...this.head(field, byteCount), blocks };
  }
}

/** The positions of documents in ascending order of their numbers. */
export function sortedOrder(documents: Uint32Array, size: number): Uint32Array {
  return Uint32Array.from({ length: size }, (_, index) => index).sort(
    (a, b) => uint32At(documents, a) - uint32At(documents, b),
  );
}

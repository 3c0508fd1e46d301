/** Merging of segments, and the choice of those to merge. */
import { addToList } from "../base/groups.js";
import { need } from "../base/need.js";
import { enlarged, int32At, uint32At } from "../base/numbers.js";
import { BlockWriter, Lengths, sortedOrder } from "./build.js";
import { writePosting, writer } from "./bytes.js";
import { type BlockEntry, createPostings, decodeLengths, entriesOf, readPostings } from "./read.js";
import type { SegmentBlock, SegmentHead } from "./segment.js";

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
      if (isLive(uint32At(documents, index))) pairs.push([uint32At(documents, index), uint32At(lengths, index)]);
  }
  if (pairs.length === 0) return null;
  pairs.sort((a, b) => a[0] - b[0]);
  const lengths = new Lengths();
  for (const [document, length] of pairs) lengths.add(document, length);

  const waiting: SegmentBlock[] = [];
  const blockWriter = new BlockWriter((block) => waiting.push(block));
  const sources = readers.map((reader) => ({ first: reader.head.firstDocument, entries: entriesOfSegment(reader) }));
  const current = await Promise.all(sources.map(({ entries }) => entries.next()));
  const list = writer(1 << 14);
  const read = createPostings();
  const firstDocument = lengths.first;
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
        documents = enlarged(documents, capacity);
        counts = enlarged(counts, capacity);
      }
      readPostings(entry, source.first, read);
      for (let position = 0; position < read.size; position++) {
        const document = int32At(read.documents, position);
        if (!isLive(document)) continue;
        if (size > 0 && uint32At(documents, size - 1) >= document) isAscending = false;
        documents[size] = document;
        counts[size++] = int32At(read.counts, position);
      }
      current[index] = source.entries.ready() ?? (await source.entries.next());
    }
    if (size === 0) continue;
    const order = isAscending ? null : sortedOrder(documents, size);
    list.size = 0;
    let previous = firstDocument;
    for (let position = 0; position < size; position++) {
      const index = order === null ? position : uint32At(order, position);
      writePosting(list, uint32At(documents, index) - previous, uint32At(counts, index));
      previous = uint32At(documents, index);
    }
    blockWriter.add(least, size, list.bytes.subarray(0, list.size));
    if (waiting.length >= 32) await emit(waiting.splice(0));
    if (isStopped()) return null;
  }
  const byteCount = blockWriter.end();
  if (waiting.length > 0) await emit(waiting);
  return lengths.head(field, byteCount);
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
    addToList(tiers, tier, segment);
  }
  const groups: Segment[][] = [];
  for (const tier of [...tiers.keys()].sort((a, b) => a - b)) {
    const members = need(tiers, tier).sort((a, b) => a.firstDocument - b.firstDocument);
    for (let index = 0; index + TIER <= members.length; index += TIER) groups.push(members.slice(index, index + TIER));
  }
  return groups;
}

/**
 * Posting lists as a reader finds them: the lists of a term in all segments of a field, through the list of segments and their blocks'
 * first terms (kept per generation) and a cache of blocks.
 *
 * Merging replaces segments under a reader. A missing segment was merged, so the reader reads the list of segments again and starts over.
 */
import { CodeindexError } from "../base/errors.js";
import { createPostings, decodeLengths, entriesOf, findTerms, readPostings } from "../postings/read.js";
import { compareTerms, type Field } from "../postings/segment.js";
import type { Db } from "../store/db/db.js";
import { type BlockKey, readBlocksByKey, readDirectory } from "../store/segment-reads.js";
import { listSegments, type StoredSegment } from "../store/segments.js";
import { type DocumentRanges, rangeAt, type ViewSnapshot } from "./snapshot.js";

/** The part of a term's postings that one segment holds. */
export interface PostingList {
  firstDocument: number;
  /** In all versions, the dead ones too. */
  documents: number;
  list: Uint8Array;
}

/** Length of every live document by dense number, and their mean. */
export interface DocumentLengths {
  lengths: Float32Array;
  mean: number;
}

export interface PostingLists {
  /** The lists of each term, in the order of the terms; of a term that is nowhere, none. */
  find(snapshot: ViewSnapshot, field: Field, terms: readonly string[]): Promise<PostingList[][]>;
  /** The lists of the terms that begin with `prefix`, by term: at most `most` of each segment, the first in order. */
  findPrefix(snapshot: ViewSnapshot, field: Field, prefix: string, most: number): Promise<Map<string, PostingList[]>>;
  lengths(snapshot: ViewSnapshot, field: Field): Promise<DocumentLengths>;
  forget(projectId: string): void;
}

interface SegmentDirectory {
  segment: StoredSegment;
  firstTerms: string[];
}

interface Directory {
  generation: number;
  segments: SegmentDirectory[];
}

/** How often reading starts over because segments were merged meanwhile. */
const ATTEMPTS = 4;
/** Blocks that one prefix reads of a segment at most. */
const MAX_PREFIX_BLOCKS = 8;
/** Directories and lengths that are kept, of the most recently used projects and views. */
const KEPT = 64;

/** A reader with a cache of blocks of at most `maxBytes`. */
export function createPostingLists(db: Db, maxBytes: number): PostingLists {
  const directories = new Map<string, Promise<Directory>>();
  const blocks = new Map<string, Buffer>();
  let blockBytes = 0;
  const lengthsOf = new WeakMap<ViewSnapshot, Map<Field, Promise<DocumentLengths>>>();

  /** All segments that were written before the generation was published. */
  async function directory(projectId: string, field: Field, generation: number, isStale: boolean): Promise<Directory> {
    const key = `${field}:${projectId}`;
    const known = directories.get(key);
    const before = known === undefined ? null : await known.catch(() => null);
    if (before !== null && !isStale && before.generation >= generation) return before;
    const promise = readDirectoryOf(projectId, field, generation, before);
    directories.delete(key);
    directories.set(key, promise);
    if (directories.size > KEPT) directories.delete(directories.keys().next().value!);
    return promise;
  }

  async function readDirectoryOf(
    projectId: string,
    field: Field,
    generation: number,
    before: Directory | null,
  ): Promise<Directory> {
    const known = new Map(before?.segments.map((one) => [one.segment.segmentId, one.firstTerms]));
    const segments = await listSegments(db, projectId, field);
    const missing = segments.map((segment) => segment.segmentId).filter((id) => !known.has(id));
    for (const { segmentId, firstTerm } of await readDirectory(db, projectId, field, missing)) {
      const terms = known.get(segmentId);
      if (terms === undefined) known.set(segmentId, [firstTerm]);
      else terms.push(firstTerm);
    }
    return {
      generation: Math.max(generation, before?.generation ?? 0),
      segments: segments.map((segment) => ({ segment, firstTerms: known.get(segment.segmentId) ?? [] })),
    };
  }

  /** The blocks with the given keys; null when one is gone. */
  async function blocksOf(projectId: string, field: Field, keys: readonly BlockKey[]): Promise<Buffer[] | null> {
    const cacheKey = (key: BlockKey): string => `${field}:${key.segmentId}:${key.firstTerm}:${projectId}`;
    const found = new Map<string, Buffer>();
    const missing = new Map<string, BlockKey>();
    for (const key of keys) {
      const name = cacheKey(key);
      const block = blocks.get(name);
      if (block === undefined) {
        missing.set(name, key);
      } else {
        blocks.delete(name);
        blocks.set(name, block);
        found.set(name, block);
      }
    }
    for (const { data, ...key } of await readBlocksByKey(db, projectId, field, [...missing.values()])) {
      const name = cacheKey(key);
      found.set(name, data);
      blockBytes += data.length - (blocks.get(name)?.length ?? 0);
      blocks.set(name, data);
    }
    for (const [name, block] of blocks) {
      if (blockBytes <= maxBytes) break;
      blocks.delete(name);
      blockBytes -= block.length;
    }
    const ordered = keys.map((key) => found.get(cacheKey(key)));
    return ordered.every((block) => block !== undefined) ? ordered : null;
  }

  async function withSegments<T>(
    snapshot: ViewSnapshot,
    field: Field,
    read: (segments: SegmentDirectory[]) => Promise<T | null>,
  ): Promise<T> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { segments } = await directory(snapshot.projectId, field, snapshot.generation, attempt > 0);
      const result = await read(segments);
      if (result !== null) return result;
    }
    throw new CodeindexError("index_error", "The index was being merged while it was read. Call again.");
  }

  async function readLengths(snapshot: ViewSnapshot, field: Field): Promise<DocumentLengths> {
    const { segments } = await directory(snapshot.projectId, field, snapshot.generation, false);
    const ranges = snapshot.ranges[field];
    const lengths = new Float32Array(ranges.total);
    let sum = 0;
    for (const { segment } of segments) {
      const decoded = decodeLengths(segment);
      eachLive(ranges, decoded.documents, (dense, index) => {
        lengths[dense] = decoded.lengths[index]!;
        sum += decoded.lengths[index]!;
      });
    }
    return { lengths, mean: ranges.total === 0 ? 1 : Math.max(1, sum / ranges.total) };
  }

  return {
    forget(projectId) {
      for (const key of directories.keys()) if (key.endsWith(`:${projectId}`)) directories.delete(key);
      for (const [key, block] of blocks) {
        if (!key.endsWith(`:${projectId}`)) continue;
        blocks.delete(key);
        blockBytes -= block.length;
      }
    },
    find(snapshot, field, terms) {
      const sought = terms
        .map((text, term) => ({ term, text, bytes: Buffer.from(text, "utf8") }))
        .sort((a, b) => compareTerms(a.text, b.text));
      return withSegments(snapshot, field, async (segments) => {
        // Of each block, the terms that it would hold: forms of a word mostly lie in one.
        const wanted: { segment: StoredSegment; key: BlockKey; from: number; to: number }[] = [];
        for (const { segment, firstTerms } of segments) {
          let before = -1;
          for (const [index, { text }] of sought.entries()) {
            const block = lastAtOrBelow(firstTerms, text, Math.max(0, before));
            if (block < 0) continue;
            if (block === before) wanted.at(-1)!.to = index + 1;
            else {
              const key = { segmentId: segment.segmentId, firstTerm: firstTerms[block]! };
              wanted.push({ segment, key, from: index, to: index + 1 });
            }
            before = block;
          }
        }
        const data = await blocksOf(
          snapshot.projectId,
          field,
          wanted.map(({ key }) => key),
        );
        if (data === null) return null;
        const lists: PostingList[][] = terms.map(() => []);
        const bytes = sought.map((one) => one.bytes);
        for (const [index, { segment, from, to }] of wanted.entries())
          findTerms(data[index]!, bytes.slice(from, to), (at, found) =>
            lists[sought[from + at]!.term]!.push({ firstDocument: segment.firstDocument, ...found }),
          );
        return lists;
      });
    },

    findPrefix(snapshot, field, prefix, most) {
      return withSegments(snapshot, field, async (segments) => {
        const wanted: { segment: StoredSegment; key: BlockKey }[] = [];
        for (const { segment, firstTerms } of segments) {
          const from = Math.max(0, lastAtOrBelow(firstTerms, prefix));
          for (let block = from; block < Math.min(firstTerms.length, from + MAX_PREFIX_BLOCKS); block++) {
            const firstTerm = firstTerms[block]!;
            if (block > from && !firstTerm.startsWith(prefix)) break;
            wanted.push({ segment, key: { segmentId: segment.segmentId, firstTerm } });
          }
        }
        const data = await blocksOf(
          snapshot.projectId,
          field,
          wanted.map(({ key }) => key),
        );
        if (data === null) return null;
        const lists = new Map<string, PostingList[]>();
        const counts = new Map<number, number>();
        const from = Buffer.from(prefix, "utf8");
        for (const [index, { segment }] of wanted.entries()) {
          for (const { term, documents, list } of entriesOf(data[index]!, from)) {
            const count = counts.get(segment.segmentId) ?? 0;
            if (count >= most || term.length < from.length || from.compare(term, 0, from.length) !== 0) break;
            counts.set(segment.segmentId, count + 1);
            const text = term.toString("utf8");
            const posting = { firstDocument: segment.firstDocument, documents, list };
            const known = lists.get(text);
            if (known === undefined) lists.set(text, [posting]);
            else known.push(posting);
          }
        }
        return lists;
      });
    },

    lengths(snapshot, field) {
      let byField = lengthsOf.get(snapshot);
      if (byField === undefined) {
        byField = new Map();
        lengthsOf.set(snapshot, byField);
      }
      let lengths = byField.get(field);
      if (lengths === undefined) {
        lengths = readLengths(snapshot, field);
        byField.set(field, lengths);
        lengths.catch(() => byField.delete(field));
      }
      return lengths;
    },
  };
}

/** The last position whose term is not above `term`, which the one at `from` is not where `from` is above 0; -1 when all are. */
function lastAtOrBelow(terms: readonly string[], term: string, from = 0): number {
  let least = from - 1;
  let most = terms.length - 1;
  while (least < most) {
    const middle = (least + most + 1) >> 1;
    if (compareTerms(terms[middle]!, term) <= 0) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** Calls `visit` with the dense number of each document that is live, and its position. Documents ascend. */
function eachLive(ranges: DocumentRanges, documents: Uint32Array, visit: (dense: number, index: number) => void): void {
  let range = 0;
  for (let index = 0; index < documents.length; index++) {
    const document = documents[index]!;
    if (ranges.ends[range]! <= document) range = rangeAt(ranges, document, range);
    if (ranges.starts[range]! <= document && document < ranges.ends[range]!)
      visit(ranges.bases[range]! + document - ranges.starts[range]!, index);
  }
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
    const document = documents[index]!;
    if (document >= end) {
      range = firstEndAbove(ends, document, range + 1);
      if (range === ends.length) break;
      start = starts[range]!;
      end = ends[range]!;
      shift = bases[range]! - start;
    }
    if (document < start) continue;
    documents[size] = document + shift;
    counts[size] = counts[index]!;
    into.ranges[size++] = range;
  }
  into.size = size;
}

/** The first position from `from` on whose end lies above the document; the next is likely. */
function firstEndAbove(ends: Int32Array, document: number, from: number): number {
  let step = 1;
  let below = from - 1;
  let above = from;
  while (above < ends.length && ends[above]! <= document) {
    below = above;
    above += step;
    step *= 2;
  }
  above = Math.min(above, ends.length);
  while (above - below > 1) {
    const middle = (below + above) >> 1;
    if (ends[middle]! <= document) below = middle;
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
      visit(live.documents[index]!, live.counts[index]!, live.ranges[index]!);
  }
}

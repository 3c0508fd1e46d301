/**
 * Posting lists as a reader finds them: the lists of a term in all segments of a field, through the list of segments and their blocks'
 * first terms (kept per generation) and a cache of blocks.
 *
 * Merging replaces segments under a reader. A missing segment was merged, so the reader reads the list of segments again and starts over.
 */
import { CodeindexError } from "../base/errors.js";
import { firstIndex } from "../base/first-index.js";
import { addToList } from "../base/groups.js";
import type { MemoryBudget } from "../base/memory-budget.js";
import { nth } from "../base/need.js";
import { uint32At } from "../base/numbers.js";
import { createTurns } from "../base/turns.js";
import { eachLengths, entriesOf, findTerms } from "../postings/read.js";
import { compareTerms, type Field } from "../postings/segment.js";
import type { Db } from "../store/db/db.js";
import { type BlockKey, readSegmentLengths, type SegmentPlace } from "../store/segment-reads.js";
import { type BlockCache, blocksOf } from "./block-cache.js";
import { eachLive, type PostingList } from "./live-postings.js";
import { createDirectories, type Directories, directoryOf, type SegmentDirectory } from "./segment-directories.js";
import { keepWith, type ViewSnapshot } from "./snapshot.js";

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
  /** Kept as long as the snapshot. */
  lengths(snapshot: ViewSnapshot, field: Field): Promise<DocumentLengths>;
  /** The same in arrays of the caller's own. */
  readLengths(snapshot: ViewSnapshot, field: Field): Promise<DocumentLengths>;
}

/** How often reading starts over because segments were merged meanwhile. */
const ATTEMPTS = 4;
/** Blocks that one prefix reads of a segment at most. */
const MOST_PREFIX_BLOCKS = 8;

/** The state of a reader. */
interface Reader {
  db: Db;
  directories: Directories;
  cache: BlockCache;
  lengthsOf: WeakMap<ViewSnapshot, Map<Field, Promise<DocumentLengths>>>;
}

/** A reader that keeps what it read as far as the budget has room for it. */
export function createPostingLists(db: Db, budget: MemoryBudget): PostingLists {
  const reader: Reader = {
    db,
    directories: createDirectories(db, budget),
    cache: { db, blocks: budget.cache("postings") },
    lengthsOf: new WeakMap(),
  };
  return {
    find: (snapshot, field, terms) => find(reader, snapshot, field, terms),
    findPrefix: (snapshot, field, prefix, most) => findPrefix(reader, snapshot, field, prefix, most),
    lengths: (snapshot, field) => lengthsIn(reader, snapshot, field),
    readLengths: (snapshot, field) => readLengths(reader, snapshot, field),
  };
}

/** A term that is sought, and its number in the question. */
interface Sought {
  term: number;
  text: string;
  bytes: Buffer;
}

function find(
  reader: Reader,
  snapshot: ViewSnapshot,
  field: Field,
  terms: readonly string[],
): Promise<PostingList[][]> {
  const sought = terms
    .map((text, term) => ({ term, text, bytes: Buffer.from(text, "utf8") }))
    .sort((a, b) => compareTerms(a.text, b.text));
  return withSegments(reader, snapshot, field, async (segments) => {
    const wanted = blocksWith(segments, sought);
    const data = await blocksOf(
      reader.cache,
      snapshot.projectId,
      field,
      wanted.map(({ key }) => key),
    );
    if (data === null) return null;
    const lists: PostingList[][] = terms.map(() => []);
    const bytes = sought.map((one) => one.bytes);
    for (const [index, { segment, from, to }] of wanted.entries())
      findTerms(nth(data, index), bytes.slice(from, to), (position, found) =>
        nth(lists, nth(sought, from + position).term).push({ firstDocument: segment.firstDocument, ...found }),
      );
    return lists;
  });
}

/** The blocks that hold terms, in order, with the terms that each would hold: forms of a word mostly lie in one. */
function blocksWith(
  segments: readonly SegmentDirectory[],
  sought: readonly Sought[],
): { segment: SegmentPlace; key: BlockKey; from: number; to: number }[] {
  const wanted: { segment: SegmentPlace; key: BlockKey; from: number; to: number }[] = [];
  for (const { segment, firstTerms } of segments) {
    let before = -1;
    for (const [index, { text }] of sought.entries()) {
      const block = lastAtOrBelow(firstTerms, text, Math.max(0, before));
      if (block < 0) continue;
      const last = wanted.at(-1);
      if (last && block === before) last.to = index + 1;
      else {
        const key = { segmentId: segment.segmentId, firstTerm: nth(firstTerms, block) };
        wanted.push({ segment, key, from: index, to: index + 1 });
      }
      before = block;
    }
  }
  return wanted;
}

function findPrefix(
  reader: Reader,
  snapshot: ViewSnapshot,
  field: Field,
  prefix: string,
  most: number,
): Promise<Map<string, PostingList[]>> {
  return withSegments(reader, snapshot, field, async (segments) => {
    const wanted = blocksFrom(segments, prefix);
    const data = await blocksOf(
      reader.cache,
      snapshot.projectId,
      field,
      wanted.map(({ key }) => key),
    );
    if (data === null) return null;
    const lists = new Map<string, PostingList[]>();
    const counts = new Map<number, number>();
    const from = Buffer.from(prefix, "utf8");
    for (const [index, { segment }] of wanted.entries()) {
      for (const { term, documents, list } of entriesOf(nth(data, index), from)) {
        const count = counts.get(segment.segmentId) ?? 0;
        if (count >= most || term.length < from.length || from.compare(term, 0, from.length) !== 0) break;
        counts.set(segment.segmentId, count + 1);
        const text = term.toString("utf8");
        const posting = { firstDocument: segment.firstDocument, documents, list };
        addToList(lists, text, posting);
      }
    }
    return lists;
  });
}

/** The blocks that may hold terms that begin with a prefix. */
function blocksFrom(segments: readonly SegmentDirectory[], prefix: string): { segment: SegmentPlace; key: BlockKey }[] {
  const wanted: { segment: SegmentPlace; key: BlockKey }[] = [];
  for (const { segment, firstTerms } of segments) {
    const from = Math.max(0, lastAtOrBelow(firstTerms, prefix));
    for (let block = from; block < Math.min(firstTerms.length, from + MOST_PREFIX_BLOCKS); block++) {
      const firstTerm = nth(firstTerms, block);
      if (block > from && !firstTerm.startsWith(prefix)) break;
      wanted.push({ segment, key: { segmentId: segment.segmentId, firstTerm } });
    }
  }
  return wanted;
}

/** The result of `read` over the segments of a snapshot. `read` gives null where one of them is gone, and is called again. */
async function withSegments<T>(
  { directories }: Reader,
  snapshot: ViewSnapshot,
  field: Field,
  read: (segments: SegmentDirectory[]) => Promise<T | null>,
): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { segments } = await directoryOf(directories, snapshot, field, attempt > 0);
    const result = await read(segments);
    if (result !== null) return result;
  }
  throw new CodeindexError("index_error", "The index was being merged while it was read. Call again.");
}

function lengthsIn(reader: Reader, snapshot: ViewSnapshot, field: Field): Promise<DocumentLengths> {
  const kept = reader.lengthsOf;
  let byField = kept.get(snapshot);
  if (byField === undefined) {
    byField = new Map();
    kept.set(snapshot, byField);
  }
  let lengths = byField.get(field);
  if (lengths === undefined) {
    lengths = readLengths(reader, snapshot, field);
    byField.set(field, lengths);
    lengths.then(
      (read) => keepWith(snapshot, read.lengths.byteLength),
      () => byField.delete(field),
    );
  }
  return lengths;
}

function readLengths(reader: Reader, snapshot: ViewSnapshot, field: Field): Promise<DocumentLengths> {
  const ranges = snapshot.ranges[field];
  return withSegments(reader, snapshot, field, async (segments) => {
    const lengths = new Float32Array(ranges.total);
    let sum = 0;
    const turns = createTurns();
    for (const { segment } of segments) {
      const stored = await readSegmentLengths(reader.db, snapshot.projectId, field, segment.segmentId);
      if (stored === undefined) return null;
      for (const some of eachLengths(stored)) {
        eachLive(ranges, some.documents, (dense, index) => {
          const length = uint32At(some.lengths, index);
          lengths[dense] = length;
          sum += length;
        });
        if (turns.isOver()) await turns.next();
      }
    }
    return { lengths, mean: ranges.total === 0 ? 1 : Math.max(1, sum / ranges.total) };
  });
}

/** The last position with a term not above `term`; -1 if all are above. That at `from` is not above, unless `from` is 0. */
const lastAtOrBelow = (terms: readonly string[], term: string, from = 0): number =>
  firstIndex(from, terms.length, (position) => compareTerms(nth(terms, position), term) > 0) - 1;

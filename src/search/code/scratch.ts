/** The memory in which a question is worked out; one question after the other uses it, and each of several at once has its own. */
import type { MemoryBudget } from "../../base/memory-budget.js";
import { createLivePostings, type LivePostings } from "../live-postings.js";

/** Room for found chunks to begin with. */
const FEWEST_SLOTS = 4_096;

/** Mark of a chunk that was found; concepts are marked by their number, which is lower. */
export const FOUND = 255;

/** Arrays that a question is worked out in. */
export interface Scratch {
  found: FoundChunks;
  files: Files;
  /** By dense number: FOUND, or the number of the last concept that stands in a chunk without finding it. */
  marks: Uint8Array;
  live: LivePostings;
}

/** The chunks that were found, each in a slot: its place in most of these arrays. Slot 0 stays empty. */
export interface FoundChunks {
  /** Slots in use. */
  size: number;
  /** The slot of a chunk that is found, by its dense number. */
  of: Int32Array;
  dense: Int32Array;
  files: Int32Array;
  norms: Float32Array;
  /** The sums of all concepts. */
  text: Float32Array;
  code: Float32Array;
  names: Float32Array;
  scope: Float32Array;
  fileName: Float32Array;
  /** Counts of the concept at hand; the step that adds them to the sums leaves them zero. */
  times: Float32Array;
  weights: Float32Array;
  fields: Uint16Array;
  /** The slots that it has counts for, not by slot. */
  touched: Int32Array;
  touchedSize: number;
}

/** The sums of all concepts by file, and the figures of the present concept for the files in `touched`. */
export interface Files {
  sums: Float32Array;
  times: Float32Array;
  touched: Int32Array;
  size: number;
}

export interface Scratches {
  /** Memory for `chunks` and `files`, all of it zero. */
  take(chunks: number, files: number): Scratch;
  /** Keeps it for the next question. One that failed keeps none. */
  giveBack(scratch: Scratch): void;
}

const KEY = "scratch";

/** Keeps the memory of one question. */
export function createScratches(budget: MemoryBudget): Scratches {
  const kept = budget.cache<Scratch>("scratch");
  return {
    take(chunks, files) {
      const before = kept.get(KEY);
      kept.forget(null);
      return cleared(before, chunks, files);
    },
    giveBack: (scratch) => kept.set("", KEY, scratch, sizeOf(scratch)),
  };
}

/** Bytes of the arrays that have a place for each found chunk. */
const BYTES_PER_SLOT = 50;

function sizeOf({ found, files, marks, live }: Scratch): number {
  const ofPostings = live.documents.byteLength + live.counts.byteLength + live.ranges.byteLength;
  const ofFiles = 3 * files.sums.byteLength;
  return found.of.byteLength + BYTES_PER_SLOT * found.dense.length + marks.byteLength + ofFiles + ofPostings;
}

/** Memory for `chunks` and `files`: that of the question before, if it is large enough. */
function cleared(before: Scratch | undefined, chunks: number, files: number): Scratch {
  if (before === undefined || before.found.of.length < chunks || before.files.sums.length < files)
    return createScratch(
      Math.max(before?.found.of.length ?? 0, Math.ceil(chunks * 1.2)),
      Math.max(before?.files.sums.length ?? 0, Math.ceil(files * 1.2)),
    );
  const { found } = before;
  for (const sums of [found.text, found.code, found.names, found.scope, found.fileName])
    sums.fill(0, 0, found.size + 1);
  found.size = 0;
  before.files.sums.fill(0);
  before.marks.fill(0);
  return before;
}

function createScratch(chunks: number, files: number): Scratch {
  return {
    found: { ...slots(FEWEST_SLOTS), size: 0, touchedSize: 0, of: new Int32Array(chunks) },
    files: {
      sums: new Float32Array(files),
      times: new Float32Array(files),
      touched: new Int32Array(files),
      size: 0,
    },
    marks: new Uint8Array(chunks),
    live: createLivePostings(),
  };
}

function slots(count: number) {
  return {
    dense: new Int32Array(count),
    files: new Int32Array(count),
    norms: new Float32Array(count),
    text: new Float32Array(count),
    code: new Float32Array(count),
    names: new Float32Array(count),
    scope: new Float32Array(count),
    fileName: new Float32Array(count),
    times: new Float32Array(count),
    weights: new Float32Array(count),
    fields: new Uint16Array(count),
    touched: new Int32Array(count),
  };
}

/** Makes room for `more` chunks. */
export function reserve(found: FoundChunks, more: number): void {
  const needed = found.size + more + 1;
  if (needed <= found.dense.length) return;
  const larger = slots(2 * needed);
  for (const name of Object.keys(larger) as (keyof typeof larger)[]) larger[name].set(found[name]);
  Object.assign(found, larger);
}

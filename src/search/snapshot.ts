/**
 * Which documents a reader of a view may see: the live file versions of one generation with the id ranges of their chunks and symbols, kept
 * in memory. Postings hold the documents of all versions of a project; a snapshot is the sieve.
 */
import type { MemoryBudget } from "../base/memory-budget.js";
import { nth } from "../base/need.js";
import { float64At, int32At } from "../base/numbers.js";
import { createTurns, type Turns } from "../base/turns.js";
import type { Field } from "../postings/segment.js";
import type { Db } from "../store/db/db.js";
import { type FileColumns, liveFiles } from "../store/live-files.js";
import { readOnDatabase } from "../store/read-replica.js";
import type { View } from "../store/views.js";
import { bytesOfFiles, filesOf, type SnapshotFile } from "./snapshot-files.js";

/** The id ranges of one field's live documents, ascending and apart. */
export interface DocumentRanges {
  starts: Int32Array;
  /** Exclusive. */
  ends: Int32Array;
  /** Position of the range's file in `files`. */
  files: Int32Array;
  /** Live documents before the range: a live document's dense number is base + id - start. */
  bases: Int32Array;
  /** Live documents in all. */
  total: number;
}

export interface ViewSnapshot {
  projectId: string;
  viewId: number;
  generation: number;
  /** By path. */
  files: readonly SnapshotFile[];
  ranges: Record<Field, DocumentRanges>;
}

/** Files hold on to the columns that they were read in: after this many publishes all are read again. */
const MOST_STEPS = 200;
/** Bytes of one range of documents. */
const BYTES_PER_RANGE = 16;

export interface Snapshots {
  /** The snapshot of the view's generation, or of a later one that was published meanwhile. */
  get(view: View): Promise<ViewSnapshot>;
  /** Whether a snapshot of the view is kept, of whatever generation: the present one is then read in no time. */
  has(view: View): boolean;
}

/** Says that something is kept as long as a snapshot, by its files. */
const growing = new WeakMap<readonly unknown[], (more: number) => void>();

/** Counts bytes of what is made for a snapshot and is kept as long as it. */
export function keepWith({ files }: { files: readonly unknown[] }, bytes: number): void {
  growing.get(files)?.(bytes);
}

/** Snapshots by view. A view that is larger than the budget has a new one for each question. */
export function createSnapshots(db: Db, budget: MemoryBudget): Snapshots {
  const kept = budget.cache<ViewSnapshot>("snapshots", { isWhole: true });
  const loading = new Map<string, Promise<ViewSnapshot>>();
  /** How many publishes it is away from one that was read whole. */
  const stepsTo = new WeakMap<ViewSnapshot, number>();

  async function load(view: View, key: string): Promise<ViewSnapshot> {
    const before = kept.peek(key);
    const steps = before === undefined ? MOST_STEPS : (stepsTo.get(before) ?? 0) + 1;
    const next = before !== undefined && steps < MOST_STEPS ? await advanced(before, view.generation) : null;
    const snapshot = next ?? (await whole(view));
    if (next !== null) stepsTo.set(snapshot, steps);
    const { ranges, files } = snapshot;
    const rangeCount = Object.values(ranges).reduce((sum, { starts }) => sum + starts.length, 0);
    growing.set(files, (more) => kept.grow(key, snapshot, more));
    kept.set(view.projectId, key, snapshot, bytesOfFiles(files) + BYTES_PER_RANGE * rangeCount);
    return snapshot;
  }

  async function whole({ projectId, viewId, generation }: View): Promise<ViewSnapshot> {
    const { parts } = await liveFiles(db, projectId, viewId);
    const turns = createTurns();
    const files: SnapshotFile[] = [];
    for (const part of parts) {
      for (const file of filesOf(part)) if (file !== null) files.push(file);
      if (turns.isOver()) await turns.next();
    }
    return snapshotOf(projectId, viewId, latest(generation, parts), files, turns);
  }

  /** The snapshot with what changed since; null when rows went missing meanwhile, which only a full read shows. */
  async function advanced(before: ViewSnapshot, generation: number): Promise<ViewSnapshot | null> {
    const { projectId, viewId } = before;
    const { parts, live } = await liveFiles(db, projectId, viewId, before.generation);
    const byPath = new Map(before.files.map((file) => [file.path, file]));
    for (const part of parts)
      for (const [index, file] of filesOf(part).entries()) {
        const path = nth(part.path, index);
        if (file === null) byPath.delete(path);
        else byPath.set(path, file);
      }
    if (byPath.size !== live) return null;
    return snapshotOf(projectId, viewId, latest(generation, parts), [...byPath.values()], createTurns());
  }

  async function find(view: View): Promise<ViewSnapshot> {
    const key = keyOf(view);
    const known = kept.peek(key);
    if (known !== undefined && known.generation >= view.generation) {
      kept.touch(key);
      kept.count(1, 0);
      return known;
    }
    kept.count(0, 1);
    const running = loading.get(key);
    if (running !== undefined) {
      const loaded = await running;
      if (loaded.generation >= view.generation) return loaded;
    }
    const promise = load(view, key).finally(() => {
      if (loading.get(key) === promise) loading.delete(key);
    });
    loading.set(key, promise);
    return promise;
  }

  return {
    has: (view) => kept.peek(keyOf(view)) !== undefined,
    async get(view) {
      const snapshot = await find(view);
      // Files of a later generation, which another call may have read from the database, are perhaps not on its replica yet.
      if (snapshot.generation > view.generation) readOnDatabase();
      return snapshot;
    },
  };
}

const keyOf = ({ viewId, projectId }: View): string => `${viewId}:${projectId}`;

function latest(generation: number, parts: readonly FileColumns[]): number {
  return parts.reduce((most, part) => Math.max(most, part.generation), generation);
}

/** A snapshot of the given files, in any order. */
async function snapshotOf(
  projectId: string,
  viewId: number,
  generation: number,
  files: SnapshotFile[],
  turns: Turns,
): Promise<ViewSnapshot> {
  // The order of the database is mostly this one, but for letters that lie beyond 16 bits.
  if (files.some(({ path }, index) => index > 0 && path < nth(files, index - 1).path))
    files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const rangesIn = async (range: (file: SnapshotFile) => [number, number]) => {
    if (turns.isOver()) await turns.next();
    return rangesOf(files, range);
  };
  return {
    projectId,
    viewId,
    generation,
    files,
    ranges: {
      word: await rangesIn((file) => [file.firstChunk, file.chunkCount]),
      name: await rangesIn((file) => [file.firstSymbol, file.symbolCount]),
      trigram: await rangesIn((file) => [file.versionId, 1]),
    },
  };
}

function rangesOf(files: readonly SnapshotFile[], range: (file: SnapshotFile) => [number, number]): DocumentRanges {
  const firsts = new Float64Array(files.length);
  // One number holds first id and file, so that a native sort orders them: ids are below 2^31, files below 2^21.
  let size = 0;
  for (let file = 0; file < files.length; file++) {
    const [first, count] = range(nth(files, file));
    if (count > 0) firsts[size++] = first * 2_097_152 + file;
  }
  const order = firsts.subarray(0, size).sort();
  const ranges: DocumentRanges = {
    starts: new Int32Array(size),
    ends: new Int32Array(size),
    files: new Int32Array(size),
    bases: new Int32Array(size),
    total: 0,
  };
  for (let index = 0; index < size; index++) {
    const file = float64At(order, index) % 2_097_152;
    const [first, count] = range(nth(files, file));
    ranges.starts[index] = first;
    ranges.ends[index] = first + count;
    ranges.files[index] = file;
    ranges.bases[index] = ranges.total;
    ranges.total += count;
  }
  return ranges;
}

/** The last range that starts at or below `document`, by halving from `low`; `low` when there is none above it. */
export function rangeAt(ranges: DocumentRanges, document: number, low = 0): number {
  return lastAtOrBelow(ranges.starts, document, low);
}

/** The range that a dense number lies in. */
export function rangeOfDense(ranges: DocumentRanges, dense: number): number {
  return lastAtOrBelow(ranges.bases, dense, 0);
}

/** Written out, as it is asked for each posting. */
function lastAtOrBelow(numbers: DocumentRanges["starts"], value: number, low: number): number {
  let least = low;
  let most = numbers.length - 1;
  while (least < most) {
    const middle = (least + most + 1) >>> 1;
    if (int32At(numbers, middle) <= value) least = middle;
    else most = middle - 1;
  }
  return least;
}

/**
 * Which documents a reader of a view may see: the live file versions of one generation with the id ranges of their chunks and symbols, kept
 * in memory. Postings hold the documents of all versions of a project; a snapshot is the sieve.
 */

import { nth } from "../base/need.js";
import { float64At, int32At } from "../base/numbers.js";
import type { Field } from "../postings/segment.js";
import type { Db } from "../store/db/db.js";
import { type LiveVersion, liveVersions } from "../store/files.js";
import { readOnDatabase } from "../store/read-replica.js";
import type { View } from "../store/views.js";

/** A file of a snapshot. */
export interface SnapshotFile {
  path: string;
  language: string | null;
  versionId: number;
  contentHash: Buffer;
  lineCount: number;
  /** Whether its text is searched: no person wrote the others. */
  isSearched: boolean;
  /** Whether some of its lines did not parse. */
  isPartial: boolean;
  firstChunk: number;
  chunkCount: number;
  firstSymbol: number;
  symbolCount: number;
}

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

/** Memory of one file in a snapshot, as measured on repositories with paths of 60 characters. */
export const BYTES_PER_FILE = 700;

export interface Snapshots {
  /** The snapshot of the view's generation, or of a later one that was published meanwhile. */
  get(view: View): Promise<ViewSnapshot>;
  /** Whether a snapshot of the view is kept, of whatever generation: the present one is then read in no time. */
  has(view: View): boolean;
  forget(projectId: string): void;
}

/** Snapshots by view; the least recently used are dropped beyond `maxBytes`, the one in use never. */
export function createSnapshots(db: Db, maxBytes: number): Snapshots {
  const kept = new Map<string, ViewSnapshot>();
  const loading = new Map<string, Promise<ViewSnapshot>>();

  async function load(view: View, key: string): Promise<ViewSnapshot> {
    const before = kept.get(key);
    const snapshot = (before !== undefined ? await advanced(before, view.generation) : null) ?? (await whole(view));
    keep(key, snapshot);
    return snapshot;
  }

  async function whole({ projectId, viewId, generation }: View): Promise<ViewSnapshot> {
    const { versions } = await liveVersions(db, projectId, viewId);
    return snapshotOf(projectId, viewId, latest(generation, versions), versions.filter(isLive).map(fileOf));
  }

  /** The snapshot with what changed since; null when rows went missing meanwhile, which only a full read shows. */
  async function advanced(before: ViewSnapshot, generation: number): Promise<ViewSnapshot | null> {
    const { projectId, viewId } = before;
    const { versions, live } = await liveVersions(db, projectId, viewId, before.generation);
    const byPath = new Map(before.files.map((file) => [file.path, file]));
    for (const version of versions) {
      if (isLive(version)) byPath.set(version.path, fileOf(version));
      else byPath.delete(version.path);
    }
    if (byPath.size !== live) return null;
    return snapshotOf(projectId, viewId, latest(generation, versions), [...byPath.values()]);
  }

  function keep(key: string, snapshot: ViewSnapshot): void {
    kept.delete(key);
    kept.set(key, snapshot);
    let files = 0;
    for (const one of kept.values()) files += one.files.length;
    for (const [other, one] of kept) {
      if (files * BYTES_PER_FILE <= maxBytes || other === key) break;
      kept.delete(other);
      files -= one.files.length;
    }
  }

  return {
    has: ({ projectId, viewId }) => kept.has(`${viewId}:${projectId}`),
    forget(projectId) {
      for (const [key, snapshot] of kept) if (snapshot.projectId === projectId) kept.delete(key);
    },
    async get(view) {
      const snapshot = await find(view);
      // Files of a later generation, which another call may have read from the database, are perhaps not on its replica yet.
      if (snapshot.generation > view.generation) readOnDatabase();
      return snapshot;
    },
  };

  async function find(view: View): Promise<ViewSnapshot> {
    const key = `${view.viewId}:${view.projectId}`;
    const known = kept.get(key);
    if (known !== undefined && known.generation >= view.generation) {
      keep(key, known);
      return known;
    }
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
}

function isLive(version: LiveVersion): version is LiveVersion & { versionId: number; contentHash: Buffer } {
  return version.versionId !== null && version.contentHash !== null;
}

function fileOf(version: LiveVersion & { versionId: number; contentHash: Buffer }): SnapshotFile {
  const { path, language, versionId, contentHash, lineCount, isSearched } = version;
  const { firstChunk, chunkCount, firstSymbol, symbolCount } = version;
  return {
    path,
    language,
    versionId,
    contentHash,
    lineCount,
    isSearched,
    isPartial: version.status === "partial",
    firstChunk,
    chunkCount,
    firstSymbol,
    symbolCount,
  };
}

function latest(generation: number, versions: readonly LiveVersion[]): number {
  return versions.reduce((most, version) => Math.max(most, version.generation), generation);
}

/** A snapshot of the given files, in any order. */
export function snapshotOf(projectId: string, viewId: number, generation: number, files: SnapshotFile[]): ViewSnapshot {
  files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return {
    projectId,
    viewId,
    generation,
    files,
    ranges: {
      word: rangesOf(files, (file) => [file.firstChunk, file.chunkCount]),
      name: rangesOf(files, (file) => [file.firstSymbol, file.symbolCount]),
      trigram: rangesOf(files, (file) => [file.versionId, 1]),
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
  let least = low;
  let most = ranges.starts.length - 1;
  while (least < most) {
    const middle = (least + most + 1) >>> 1;
    if (int32At(ranges.starts, middle) <= document) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** The range that a dense number lies in. */
export function rangeOfDense(ranges: DocumentRanges, dense: number): number {
  let least = 0;
  let most = ranges.bases.length - 1;
  while (least < most) {
    const middle = (least + most + 1) >>> 1;
    if (int32At(ranges.bases, middle) <= dense) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** The signs of all vectors of a view, kept in memory, and the chunks among them that are nearest to a query's. */
import { lastOf, need, nth } from "../../base/need.js";
import { int32At, uint16At } from "../../base/numbers.js";
import { codeBytes, packVector, writeCode } from "../../models/embedding/packed.js";
import { createSignDistances, type SignDistances } from "../../models/embedding/sign-distances.js";
import type { Db } from "../../store/db/db.js";
import { readCodes, type VectorState } from "../../store/vectors.js";
import type { DocumentRanges, ViewSnapshot } from "../snapshot.js";

/** Versions whose codes are read at once. */
const VERSIONS = 2000;

/** The codes of a view's chunks, by dense number. */
export interface Codes {
  snapshot: ViewSnapshot;
  modelId: number;
  /** 32-bit words of a code. */
  width: number;
  words: Uint32Array;
  /** By range of the snapshot: 1 where its version has codes. */
  has: Uint8Array;
  missing: number;
  /** How far the vectors were when they were read. */
  readAt: string;
}

export interface CodesCache {
  db: Db;
  /** By view and project; those asked most recently last. */
  kept: Map<string, Codes>;
  /** Reads under way, by the same key. */
  reading: Map<string, Promise<Codes>>;
  maxBytes: number;
}

/** The codes of a snapshot, with what earlier ones have in common with it. */
export async function codesOf(
  cache: CodesCache,
  snapshot: ViewSnapshot,
  state: VectorState,
  dimensions: number,
): Promise<Codes> {
  const { db, kept, reading } = cache;
  const { modelId } = state;
  const progress = `${state.generation}:${state.chunkCount}`;
  const key = `${snapshot.viewId}:${snapshot.projectId}`;
  for (;;) {
    const known = kept.get(key);
    const isCurrent = known?.snapshot === snapshot && known.modelId === modelId;
    if (isCurrent && (known.missing === 0 || known.readAt === progress)) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const running = reading.get(key);
    if (running === undefined) {
      const codes = isCurrent && known ? known : advanced(known, snapshot, modelId, codeBytes(dimensions) / 4);
      const read = readMissing(db, codes, progress).finally(() => reading.delete(key));
      reading.set(key, read);
      keep(cache, key, await read);
      return codes;
    }
    // Another request's read may have begun before the last vectors came: it is looked at like any other.
    await running;
  }
}

function keep({ kept, maxBytes }: CodesCache, key: string, codes: Codes): void {
  kept.delete(key);
  kept.set(key, codes);
  let bytes = 0;
  for (const { words } of kept.values()) bytes += words.byteLength;
  for (const [other, { words }] of kept) {
    if (bytes <= maxBytes || other === key) break;
    kept.delete(other);
    bytes -= words.byteLength;
  }
}

/** The signs of a vector, a bit each. */
export function codeOf(vector: Float32Array): Uint32Array {
  const bytes = Buffer.alloc(codeBytes(vector.length));
  writeCode(packVector(vector), bytes, 0);
  return wordsOfBytes(bytes);
}

function wordsOfBytes(bytes: Buffer): Uint32Array {
  return new Uint32Array(new Uint8Array(bytes).buffer);
}

/** Codes for a snapshot with those of an earlier one, as far as files are the same. */
function advanced(before: Codes | undefined, snapshot: ViewSnapshot, modelId: number, width: number): Codes {
  const { files, starts, bases, total } = snapshot.ranges.word;
  const codes: Codes = {
    snapshot,
    modelId,
    width,
    words: new Uint32Array(total * width),
    has: new Uint8Array(starts.length),
    missing: starts.length,
    readAt: "",
  };
  if (before === undefined || before.modelId !== modelId) return codes;
  const old = before.snapshot.ranges.word;
  const rangeOf = new Map<number, number>();
  for (let range = 0; range < old.starts.length; range++)
    if (before.has[range] === 1) rangeOf.set(nth(before.snapshot.files, int32At(old.files, range)).versionId, range);
  for (let range = 0; range < starts.length; range++) {
    const from = rangeOf.get(nth(snapshot.files, int32At(files, range)).versionId);
    if (from === undefined) continue;
    const end = int32At(old.bases, from) + int32At(old.ends, from) - int32At(old.starts, from);
    codes.words.set(
      before.words.subarray(int32At(old.bases, from) * width, end * width),
      int32At(bases, range) * width,
    );
    codes.has[range] = 1;
    codes.missing--;
  }
  return codes;
}

/** Reads the codes of the versions that have none yet, as far as they are stored. */
async function readMissing(db: Db, codes: Codes, progress: string): Promise<Codes> {
  const { snapshot, modelId, width, words, has } = codes;
  const { files, starts, ends, bases } = snapshot.ranges.word;
  const rangeOf = new Map<number, number>();
  for (let range = 0; range < starts.length; range++)
    if (has[range] === 0) rangeOf.set(nth(snapshot.files, int32At(files, range)).versionId, range);
  const wanted = [...rangeOf.keys()];
  for (let at = 0; at < wanted.length; at += VERSIONS) {
    for (const row of await readCodes(db, snapshot.projectId, modelId, wanted.slice(at, at + VERSIONS))) {
      const range = need(rangeOf, row.versionId);
      const own = wordsOfBytes(row.codes);
      if (own.length !== (int32At(ends, range) - int32At(starts, range)) * width || has[range] === 1) continue;
      words.set(own, int32At(bases, range) * width);
      has[range] = 1;
      codes.missing--;
    }
  }
  codes.readAt = progress;
  return codes;
}

let distances = new Uint16Array(0);
const measures = new Map<number, SignDistances>();

/** The chunks whose codes differ least from the query's, of the files that the mask lets pass. */
export function nearest(
  { width, words, has }: Codes,
  { starts, ends, files, bases }: DocumentRanges,
  mask: Uint8Array | null,
  query: Uint32Array,
  limit: number,
): number[] {
  const total = words.length / width;
  if (distances.length < total) distances = new Uint16Array(total);
  const measure = measures.get(width) ?? createSignDistances(width);
  measures.set(width, measure);
  measure(words, query, distances);
  let hits: { chunkId: number; distance: number }[] = [];
  let worst = Number.POSITIVE_INFINITY;
  for (let range = 0; range < starts.length; range++) {
    if (has[range] === 0 || (mask !== null && mask[int32At(files, range)] === 0)) continue;
    const start = int32At(starts, range);
    const base = int32At(bases, range);
    const end = base + int32At(ends, range) - start;
    for (let dense = base; dense < end; dense++) {
      const distance = uint16At(distances, dense);
      if (distance >= worst) continue;
      hits.push({ chunkId: start + dense - base, distance });
      if (hits.length < 2 * limit) continue;
      hits = nearer(hits, limit);
      worst = lastOf(hits).distance;
    }
  }
  return nearer(hits, limit).map(({ chunkId }) => chunkId);
}

/** The nearest of them, in order; those as near as each other in the order that they have. */
function nearer<Hit extends { distance: number }>(hits: readonly Hit[], limit: number): Hit[] {
  return hits.toSorted((a, b) => a.distance - b.distance).slice(0, limit);
}

/**
 * Candidates by meaning: the chunks whose vectors are nearest to a query's.
 *
 * The signs of all vectors of a view are kept in memory, a bit for each dimension. A query looks at every one of them that its filters let pass
 * (Hamming distance), and the nearest are measured exactly, by the cosine of their stored vectors. That needs no index of its own, so that it
 * is the same on both databases, is never out of date, and no filter starves it.
 */

import { dropOldest } from "../../base/drop-oldest.js";
import { CodeindexError } from "../../base/errors.js";
import type { Embedder, EmbedInput } from "../../models/embedding/embedder.js";
import { codeBytes, cosine, packVector, unpackVector, writeCode } from "../../models/embedding/packed.js";
import { createSignDistances, type SignDistances } from "../../models/embedding/sign-distances.js";
import type { EmbedderSource } from "../../models/embedding/source.js";
import type { Db } from "../../store/db/db.js";
import { readCodes, type VectorState, vectorsOfChunks } from "../../store/vectors.js";
import type { View } from "../../store/views.js";
import type { DocumentRanges, ViewSnapshot } from "../snapshot.js";
import { createKeptVectors, type KeptVectors } from "./kept-vectors.js";
import { NONSENSE, noiseFloor } from "./noise.js";

/** Versions whose codes are read at once. */
const VERSIONS = 2000;
/** Vectors of queries that are kept: pages of an answer ask again. */
const QUERIES = 200;
/** Chunks that are measured for each text without meaning. */
const NOISE_MEASURED = 4;
/** A floor holds until the number of chunks has changed by this share. */
const NOISE_CHANGE = 0.1;

/** Chunks near to a query, and what is needed to measure how near others are. */
export interface Near {
  projectId: string;
  modelId: number;
  vector: Float32Array;
  /** The nearest, roughly in order. */
  chunkIds: number[];
}

/** The text or code to be near to. No vector is made of a stored chunk that has one. */
export type NearInput = EmbedInput | (Extract<EmbedInput, { kind: "chunk" }> & { chunkId: number });

/** How far a view is with the vectors of the configured embedder. */
export interface VectorProgress {
  model: string;
  chunkCount: number;
  isComplete: boolean;
  problem: string | null;
}

export interface Meaning {
  /** The name of the model that new vectors are made with; null: there is none. */
  readonly model: string | null;
  /** Asks the embedder, if there is one, whether it answers. Throws `provider_unavailable` where it does not. */
  check(): Promise<void>;
  /** How far a view's vectors are; null: there is no embedder. */
  progress(view: View): VectorProgress | null;
  /**
   * The nearest chunks by their codes; null where the view has no vectors yet. While the configured embedder has not made them all, those of an
   * earlier one are searched. Throws `provider_unavailable` when the query cannot be embedded.
   */
  near(
    view: View,
    snapshot: ViewSnapshot,
    input: NearInput,
    options: { mask: Uint8Array | null; limit: number },
  ): Promise<Near | null>;
  /** The cosine of chunks and the query; chunks without vectors are left out. */
  cosines(near: Near, chunkIds: readonly number[]): Promise<Map<number, number>>;
  /** The cosine that nonsense reaches in the view, by the model that found `near`; 0 where the provider does not embed it. */
  noise(view: View, snapshot: ViewSnapshot, near: Near): Promise<number>;
  /** Forgets what is kept of a project; of all of them: null. */
  forget(projectId: string | null): void;
}

/** The codes of a view's chunks, by dense number. */
interface Codes {
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

/** Bytes that are kept in memory. */
export interface MeaningBytes {
  /** Those beyond are dropped with the views that were asked least recently. */
  codes: number;
  /** Of chunks that were measured, with the configured embedder's model. */
  vectors: number;
}

/** `embedder` makes the vectors of queries. */
export function createMeaning(db: Db, embedder: EmbedderSource | null, maxBytes: MeaningBytes): Meaning {
  let vectors: { modelId: number; kept: KeptVectors } | undefined;
  const kept = new Map<string, Codes>();
  const reading = new Map<string, Promise<Codes>>();
  const queries = new Map<string, Promise<Float32Array>>();
  /** The floor of noise by view, with the model and the number of chunks that it was measured for. */
  const floors = new Map<string, { modelId: number; chunkCount: number; floor: Promise<number> }>();

  function vectorOf(asked: Embedder, input: EmbedInput): Promise<Float32Array> {
    if (input.kind !== "query") return asked.embed([input]).then(([vector]) => vector!);
    const key = `${asked.model}:${input.text}`;
    const known = queries.get(key);
    if (known !== undefined) return known;
    const vector = asked.embed([input]).then(([made]) => made!);
    queries.set(key, vector);
    vector.catch(() => queries.delete(key));
    dropOldest(queries, QUERIES);
    return vector;
  }

  /** The vector of what is sought, by the model of `state`; null where that cannot be asked any more. */
  async function vectorFor(state: VectorState, projectId: string, input: NearInput): Promise<Float32Array | null> {
    if ("chunkId" in input) {
      const [stored] = await vectorsOfChunks(db, projectId, state.modelId, [input.chunkId]);
      if (stored !== undefined) return unpackVector(stored.data);
    }
    const asked = await embedder!.openModel(state.model);
    return asked && vectorOf(asked, input);
  }

  /** The codes of a snapshot, with what earlier ones have in common with it. */
  async function codesOf(snapshot: ViewSnapshot, state: VectorState, dimensions: number): Promise<Codes> {
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
        keep(key, await read);
        return codes;
      }
      // Another request's read may have begun before the last vectors came: it is looked at like any other.
      await running;
    }
  }

  function keep(key: string, codes: Codes): void {
    kept.delete(key);
    kept.set(key, codes);
    let bytes = 0;
    for (const { words } of kept.values()) bytes += words.byteLength;
    for (const [other, { words }] of kept) {
      if (bytes <= maxBytes.codes || other === key) break;
      kept.delete(other);
      bytes -= words.byteLength;
    }
  }

  async function nearOf(
    state: VectorState,
    { projectId }: View,
    snapshot: ViewSnapshot,
    input: NearInput,
    { mask, limit }: { mask: Uint8Array | null; limit: number },
  ): Promise<Near | null> {
    const { modelId } = state;
    const vector = await vectorFor(state, projectId, input);
    if (vector === null) return null;
    // Those of an earlier model are on their way out.
    if (state.model === embedder!.model && vectors?.modelId !== modelId)
      vectors = { modelId, kept: createKeptVectors(maxBytes.vectors, vector.length) };
    const codes = await codesOf(snapshot, state, vector.length);
    return { projectId, modelId, vector, chunkIds: nearest(codes, snapshot.ranges.word, mask, codeOf(vector), limit) };
  }

  async function cosines({ projectId, modelId, vector }: Near, chunkIds: readonly number[]) {
    const known = vectors?.modelId === modelId ? vectors.kept.of(projectId) : undefined;
    const found = new Map<number, number>();
    const missing: number[] = [];
    for (const chunkId of chunkIds) {
      const data = known?.get(chunkId);
      if (data === undefined) missing.push(chunkId);
      else found.set(chunkId, cosine(vector, data));
    }
    for (const { chunkId, data } of await vectorsOfChunks(db, projectId, modelId, missing)) {
      found.set(chunkId, cosine(vector, data));
      known?.add(chunkId, data);
    }
    return found;
  }

  /** The floor of noise by a model, among the chunks of a snapshot that have its vectors. */
  async function measureNoise(state: VectorState, { projectId }: View, snapshot: ViewSnapshot): Promise<number> {
    const asked = await embedder!.openModel(state.model);
    const texts = (await asked?.embed(NONSENSE.map((text) => ({ kind: "query", text })))) ?? [];
    const tops: number[] = [];
    for (const vector of texts) {
      const codes = await codesOf(snapshot, state, vector.length);
      const chunkIds = nearest(codes, snapshot.ranges.word, null, codeOf(vector), NOISE_MEASURED);
      const measured = await cosines({ projectId, modelId: state.modelId, vector, chunkIds }, chunkIds);
      tops.push(Math.max(0, ...measured.values()));
    }
    return noiseFloor(tops);
  }

  return {
    forget(projectId) {
      vectors?.kept.forget(projectId);
      for (const [key, { snapshot }] of kept)
        if (projectId === null || snapshot.projectId === projectId) kept.delete(key);
      for (const key of floors.keys()) if (projectId === null || key.endsWith(`:${projectId}`)) floors.delete(key);
    },
    get model() {
      return embedder && (embedder.model ?? embedder.name);
    },
    async check() {
      await embedder?.check();
    },
    progress(view) {
      if (embedder === null) return null;
      const state = configuredState(view, embedder);
      return {
        model: embedder.model ?? state?.model ?? embedder.name,
        chunkCount: state?.chunkCount ?? 0,
        isComplete: state !== undefined && state.generation >= view.generation,
        // The process that fills them in knows better than this one, as soon as it has begun.
        problem: state ? state.problem : embedder.problem,
      };
    },
    async near(view, snapshot, input, options) {
      if (embedder === null) return null;
      let problem: unknown;
      for (const state of searchable(view, embedder)) {
        try {
          const near = await nearOf(state, view, snapshot, input, options);
          if (near !== null) return near;
        } catch (error) {
          if (!(error instanceof CodeindexError) || error.code !== "provider_unavailable") throw error;
          problem ??= error;
        }
      }
      if (problem !== undefined) throw problem;
      return null;
    },
    cosines,
    async noise(view, snapshot, { projectId, modelId }) {
      const state = view.vectors.find((one) => one.modelId === modelId);
      if (state === undefined) return 0;
      const { chunkCount } = state;
      const key = `${snapshot.viewId}:${projectId}`;
      let known = floors.get(key);
      if (known?.modelId !== modelId || Math.abs(chunkCount - known.chunkCount) > NOISE_CHANGE * known.chunkCount) {
        known = { modelId, chunkCount, floor: measureNoise(state, view, snapshot) };
        floors.set(key, known);
      }
      try {
        return await known.floor;
      } catch (error) {
        if (floors.get(key) === known) floors.delete(key);
        if (!(error instanceof CodeindexError) || error.code !== "provider_unavailable") throw error;
        return 0;
      }
    },
  };
}

/** How far a view's vectors of the configured embedder are; undefined where none was begun. */
function configuredState(view: View, { name, model }: EmbedderSource): VectorState | undefined {
  // An embedder whose provider was not reached yet is known by all of its name but the dimension.
  const isConfigured = (state: VectorState) =>
    model === null ? state.model.startsWith(`${name}@`) : state.model === model;
  return view.vectors.findLast(isConfigured);
}

/** The vectors that may be searched, those of the configured embedder first where it has them all; otherwise whichever there are more of. */
function searchable(view: View, embedder: EmbedderSource): VectorState[] {
  const own = configuredState(view, embedder);
  const isComplete = own !== undefined && own.generation >= view.generation;
  const worth = (state: VectorState) => (state === own && isComplete ? Number.POSITIVE_INFINITY : state.chunkCount);
  return view.vectors
    .filter(({ chunkCount }) => chunkCount > 0)
    .sort((a, b) => worth(b) - worth(a) || (a === own ? -1 : 1));
}

function codeOf(vector: Float32Array): Uint32Array {
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
    if (before.has[range] === 1) rangeOf.set(before.snapshot.files[old.files[range]!]!.versionId, range);
  for (let range = 0; range < starts.length; range++) {
    const from = rangeOf.get(snapshot.files[files[range]!]!.versionId);
    if (from === undefined) continue;
    const end = old.bases[from]! + old.ends[from]! - old.starts[from]!;
    codes.words.set(before.words.subarray(old.bases[from]! * width, end * width), bases[range]! * width);
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
    if (has[range] === 0) rangeOf.set(snapshot.files[files[range]!]!.versionId, range);
  const wanted = [...rangeOf.keys()];
  for (let at = 0; at < wanted.length; at += VERSIONS) {
    for (const row of await readCodes(db, snapshot.projectId, modelId, wanted.slice(at, at + VERSIONS))) {
      const range = rangeOf.get(row.versionId)!;
      const own = wordsOfBytes(row.codes);
      if (own.length !== (ends[range]! - starts[range]!) * width || has[range] === 1) continue;
      words.set(own, bases[range]! * width);
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
function nearest(
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
    if (has[range] === 0 || (mask !== null && mask[files[range]!] === 0)) continue;
    const start = starts[range]!;
    const base = bases[range]!;
    const end = base + ends[range]! - start;
    for (let dense = base; dense < end; dense++) {
      const distance = distances[dense]!;
      if (distance >= worst) continue;
      hits.push({ chunkId: start + dense - base, distance });
      if (hits.length < 2 * limit) continue;
      hits = nearer(hits, limit);
      worst = hits.at(-1)!.distance;
    }
  }
  return nearer(hits, limit).map(({ chunkId }) => chunkId);
}

/** The nearest of them, in order; those as near as each other in the order that they have. */
function nearer<Hit extends { distance: number }>(hits: readonly Hit[], limit: number): Hit[] {
  return hits.toSorted((a, b) => a.distance - b.distance).slice(0, limit);
}

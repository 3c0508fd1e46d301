/**
 * Candidates by meaning: the chunks whose vectors are nearest to a query's.
 *
 * The signs of all vectors of a view are kept in memory, a bit for each dimension. A query looks at every one of them that its filters let pass
 * (Hamming distance), and the nearest are measured exactly, by the cosine of their stored vectors. That needs no index of its own, so that it
 * is the same on both databases, is never out of date, and no filter starves it.
 */
import { LRUCache } from "lru-cache";
import { CodeindexError } from "../../base/errors.js";
import type { MemoryBudget } from "../../base/memory-budget.js";
import { nth } from "../../base/need.js";
import type { Embedder, EmbedInput } from "../../models/embedding/embedder.js";
import { cosine, unpackVector } from "../../models/embedding/packed.js";
import type { EmbedderSource } from "../../models/embedding/source.js";
import type { Db } from "../../store/db/db.js";
import { type VectorState, vectorsOfChunks } from "../../store/vectors.js";
import type { View } from "../../store/views.js";
import type { ViewSnapshot } from "../snapshot.js";
import type { Candidates, FindNearest } from "./candidates.js";
import { createKeptVectors, type KeptVectors } from "./kept-vectors.js";
import { isNoChange, NONSENSE, noiseFloor } from "./noise.js";
import { codeOf, createSigns, nearest, type Signs } from "./view-signs.js";

/** Vectors of queries that are kept: pages of an answer ask again. */
const QUERIES = 200;
/** Chunks that are measured for each text without meaning. */
const NOISE_MEASURED = 4;

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

export interface MeaningSearch {
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
  near(view: View, find: FindNearest, input: NearInput, limit: number): Promise<Near | null>;
  /** Finds the nearest by the signs of a snapshot, which are kept in memory, among the files that the mask lets pass. */
  inMemory(snapshot: ViewSnapshot, mask: Uint8Array | null): FindNearest;
  /** The cosine of chunks and the query; chunks without vectors are left out. */
  cosines(near: Near, chunkIds: readonly number[]): Promise<Map<number, number>>;
  /** The cosine of nonsense in the view, by the model that found `near`; 0 if the provider does not embed it. */
  noise(view: View, candidates: Pick<Candidates, "nearest" | "floor">, near: Near): Promise<number>;
  /** Forgets what is kept of a project; of all of them: null. */
  forget(projectId: string | null): void;
}

interface MeaningState {
  db: Db;
  embedder: EmbedderSource | null;
  budget: MemoryBudget;
  signs: Signs;
  /** Vectors of chunks that were measured, by the configured embedder's model. */
  vectors: { modelId: number; kept: KeptVectors } | undefined;
  /** Vectors of queries, by model and text. */
  queries: LRUCache<string, Promise<Float32Array>>;
  /** The floor of noise by view, with the model and the number of chunks that it was measured for. */
  floors: Map<string, { modelId: number; chunkCount: number; floor: Promise<number> }>;
}

/** The state where there is an embedder. */
type Asked = MeaningState & { embedder: EmbedderSource };

/** `embedder` makes the vectors of queries. */
export function createMeaning(db: Db, embedder: EmbedderSource | null, budget: MemoryBudget): MeaningSearch {
  const state: MeaningState = {
    db,
    embedder,
    budget,
    signs: createSigns(db, budget),
    vectors: undefined,
    queries: new LRUCache({ max: QUERIES }),
    floors: new Map(),
  };
  const asked = isAsked(state) ? state : null;
  return {
    forget(projectId) {
      state.vectors?.kept.forget(projectId);
      state.signs.kept.forget(projectId);
      for (const key of state.floors.keys())
        if (projectId === null || key.endsWith(`:${projectId}`)) state.floors.delete(key);
    },
    get model() {
      return embedder && (embedder.model ?? embedder.name);
    },
    async check() {
      await embedder?.check();
    },
    progress(view) {
      if (embedder === null) return null;
      const own = configuredState(view, embedder);
      return {
        model: embedder.model ?? own?.model ?? embedder.name,
        chunkCount: own?.chunkCount ?? 0,
        isComplete: own !== undefined && own.generation >= view.generation,
        // The process that fills them in knows better than this one, as soon as it has begun.
        problem: own ? own.problem : embedder.problem,
      };
    },
    near: async (...question) => (asked ? nearestOf(asked, ...question) : null),
    inMemory: (snapshot, mask) => (model, vectors, limit) =>
      nearest(state.signs, { snapshot, state: model, mask }, vectors.map(codeOf), limit),
    cosines: (near, chunkIds) => cosines(state, near, chunkIds),
    noise: async (...question) => (asked ? noiseOf(asked, ...question) : 0),
  };
}

function isAsked(state: MeaningState): state is Asked {
  return state.embedder !== null;
}

async function nearestOf(
  meaning: Asked,
  ...[view, find, input, limit]: Parameters<MeaningSearch["near"]>
): Promise<Near | null> {
  let problem: unknown;
  for (const state of searchable(view, meaning.embedder)) {
    try {
      const near = await nearOf(meaning, state, view, find, input, limit);
      if (near !== null) return near;
    } catch (error) {
      if (!(error instanceof CodeindexError) || error.code !== "provider_unavailable") throw error;
      problem ??= error;
    }
  }
  if (problem !== undefined) throw problem;
  return null;
}

async function noiseOf(
  meaning: Asked,
  ...[view, candidates, { projectId, modelId }]: Parameters<MeaningSearch["noise"]>
): Promise<number> {
  const { floors } = meaning;
  const state = view.vectors.find((one) => one.modelId === modelId);
  if (state === undefined) return 0;
  const { chunkCount } = state;
  const key = `${view.viewId}:${projectId}`;
  let known = floors.get(key);
  if (known?.modelId !== modelId || !isNoChange(chunkCount, known.chunkCount)) {
    known = { modelId, chunkCount, floor: keptNoise(meaning, state, view, candidates) };
    floors.set(key, known);
  }
  try {
    return await known.floor;
  } catch (error) {
    if (floors.get(key) === known) floors.delete(key);
    if (!(error instanceof CodeindexError) || error.code !== "provider_unavailable") throw error;
    return 0;
  }
}

async function embedOne(asked: Embedder, input: EmbedInput): Promise<Float32Array> {
  const [vector] = await asked.embed([input]);
  if (!vector) throw new Error("the embedder gave no vector");
  return vector;
}

function vectorOf({ queries }: MeaningState, asked: Embedder, input: EmbedInput): Promise<Float32Array> {
  if (input.kind !== "query") return embedOne(asked, input);
  const key = `${asked.model}:${input.text}:${input.gist ?? ""}`;
  const known = queries.get(key);
  if (known !== undefined) return known;
  const vector = embedOne(asked, input);
  queries.set(key, vector);
  vector.catch(() => queries.delete(key));
  return vector;
}

/** The vector of the query, by the model of `state`; null if that model is gone. */
async function vectorFor(
  meaning: Asked,
  state: VectorState,
  projectId: string,
  input: NearInput,
): Promise<Float32Array | null> {
  const { db, embedder } = meaning;
  if ("chunkId" in input) {
    const [stored] = await vectorsOfChunks(db, projectId, state.modelId, [input.chunkId]);
    if (stored !== undefined) return unpackVector(stored.data);
  }
  const asked = await embedder.openModel(state.model);
  return asked && vectorOf(meaning, asked, input);
}

/** The chunks of a view that are nearest by one model's vectors; null where the query has none of it any more. */
async function nearOf(
  meaning: Asked,
  state: VectorState,
  { projectId }: View,
  find: FindNearest,
  input: NearInput,
  limit: number,
): Promise<Near | null> {
  const { modelId } = state;
  const vector = await vectorFor(meaning, state, projectId, input);
  if (vector === null) return null;
  // Those of an earlier model are on their way out.
  if (state.model === meaning.embedder.model && meaning.vectors?.modelId !== modelId) {
    meaning.vectors?.kept.forget(null);
    meaning.vectors = { modelId, kept: createKeptVectors(meaning.budget, vector.length) };
  }
  const [chunkIds = []] = await find(state, [vector], limit);
  return { projectId, modelId, vector, chunkIds };
}

async function cosines(
  meaning: MeaningState,
  { projectId, modelId, vector }: Near,
  chunkIds: readonly number[],
): Promise<Map<number, number>> {
  const stored = await storedVectors(meaning, projectId, modelId, chunkIds);
  return new Map([...stored].map(([chunkId, data]) => [chunkId, cosine(vector, data)]));
}

/** The vectors of chunks as they are stored; those that have none are left out. */
async function storedVectors(
  { db, vectors }: MeaningState,
  projectId: string,
  modelId: number,
  chunkIds: readonly number[],
): Promise<Map<number, Uint8Array>> {
  const known = vectors?.modelId === modelId ? vectors.kept.of(projectId) : undefined;
  const found = new Map<number, Uint8Array>();
  const missing: number[] = [];
  for (const chunkId of chunkIds) {
    const data = known?.get(chunkId);
    if (data === undefined) missing.push(chunkId);
    else found.set(chunkId, data);
  }
  for (const { chunkId, data } of await vectorsOfChunks(db, projectId, modelId, missing)) {
    found.set(chunkId, data);
    known?.add(chunkId, data);
  }
  return found;
}

/** The floor that is kept with the view; where there is none it is measured, and kept. */
async function keptNoise(
  meaning: Asked,
  state: VectorState,
  view: View,
  { nearest: find, floor: kept }: Pick<Candidates, "nearest" | "floor">,
): Promise<number> {
  const { modelId, chunkCount } = state;
  const known = kept?.known(modelId, chunkCount) ?? null;
  if (known !== null) return known;
  const floor = await measureNoise(meaning, state, view, find({}));
  await kept?.keep(modelId, chunkCount, floor);
  return floor;
}

/** The floor of noise by a model, among the chunks of a view that have its vectors. */
async function measureNoise(
  meaning: Asked,
  state: VectorState,
  { projectId }: View,
  find: FindNearest,
): Promise<number> {
  const asked = await meaning.embedder.openModel(state.model);
  const vectors = (await asked?.embed(NONSENSE.map((text) => ({ kind: "query", text })))) ?? [];
  if (vectors.length === 0) return noiseFloor([]);
  const near = await find(state, vectors, NOISE_MEASURED);
  const stored = await storedVectors(meaning, projectId, state.modelId, [...new Set(near.flat())]);
  const tops = vectors.map((vector, index) => {
    const cosines = nth(near, index).flatMap((chunkId) => {
      const data = stored.get(chunkId);
      return data === undefined ? [] : [cosine(vector, data)];
    });
    return Math.max(0, ...cosines);
  });
  return noiseFloor(tops);
}

/** How far a view's vectors of the configured embedder are; undefined where none was begun. */
function configuredState(view: View, { name, model }: EmbedderSource): VectorState | undefined {
  // An embedder whose provider was not reached yet is known by all of its name but the dimension.
  const isConfigured = (state: VectorState) =>
    model === null ? state.model.startsWith(`${name}@`) : state.model === model;
  return view.vectors.findLast(isConfigured);
}

/** The vectors that may be searched: the configured embedder's where they are complete, otherwise the more numerous ones. */
function searchable(view: View, embedder: EmbedderSource): VectorState[] {
  const own = configuredState(view, embedder);
  const isComplete = own !== undefined && own.generation >= view.generation;
  const worth = (state: VectorState) => (state === own && isComplete ? Number.POSITIVE_INFINITY : state.chunkCount);
  return view.vectors
    .filter(({ chunkCount }) => chunkCount > 0)
    .sort((a, b) => worth(b) - worth(a) || (a === own ? -1 : 1));
}

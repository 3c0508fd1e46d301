/**
 * Fills in vectors behind the builds: published files can be searched by words at once, and by meaning as soon as they have vectors.
 *
 * One process at a time holds a view's turn; a turn that is not renewed passes to another process. Stored vectors are never made again: they are
 * keyed by content, and a file version with codes is done. A failing provider only delays vectors; the fill retries at growing intervals.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { inflateRawSync } from "node:zlib";
import type { Logger } from "../../base/log.js";
import { toUserError } from "../../base/user-error.js";
import { maskSecrets } from "../../masking/secrets.js";
import type { Db } from "../../store/db/db.js";
import {
  type ChunkToEmbed,
  chunksToEmbed,
  clearOtherModels,
  countCoded,
  EMBEDDER_CHANNEL,
  insertCodes,
  insertVectors,
  noteProblem,
  readVectors,
  recordVectors,
  takeLease,
  type UncodedVersion,
  uncodedVersions,
  type ViewBehind,
  vectorModel,
  viewsBehind,
} from "../../store/vectors.js";
import { readContents } from "../../store/versions.js";
import { GENERATION_CHANNEL } from "../../store/views.js";
import { ProviderError } from "../providers/request.js";
import type { Embedder } from "./embedder.js";
import { codeBytes, packVector, writeCode } from "./packed.js";
import type { EmbedderSource } from "./source.js";

/** Versions handled together, and the approximate number of chunks embedded before they are stored. */
const VERSIONS = 500;
const CHUNKS = 1000;
/** A turn lasts this many seconds without a renewal; it is renewed at this interval, in milliseconds. */
const TURN = 120;
const RENEW_EVERY = 30_000;
/**
 * The interval between looks for views left behind by other processes, and the first and longest delay before a provider is retried. In milliseconds.
 */
const LOOK_EVERY = 30_000;
const RETRY = { first: 2_000, most: 300_000 };

export interface VectorFill {
  /** Starts to fill in, and continues until it is closed. */
  begin(): Promise<void>;
  /** Stops; with `finish`, only after all vectors are filled in or the provider fails. */
  close(options: { finish: boolean }): Promise<void>;
}

/** `source` returns the embedder on first use; null where there is none, and then this does nothing. */
export function createVectorFill(db: Db, source: EmbedderSource | null, log: Logger): VectorFill {
  const lease = randomUUID();
  const stop = new AbortController();
  const closing = new AbortController();
  let wake = () => {};
  let isAwake = true;
  let isFinishing = false;
  let stops: (() => Promise<void>)[] = [];
  /** A question's embedder found that the provider's model has changed. */
  let isDoubtful = false;
  let running: Promise<void> = Promise.resolve();
  /** Projects and models whose vectors this process has deleted, so that two processes with different settings delete each other's once at most. */
  const cleared = new Set<string>();

  /** Waits until something is published, at most `milliseconds`. */
  async function rest(milliseconds: number): Promise<void> {
    if (!isAwake && !stop.signal.aborted) {
      const timer = setTimeout(() => wake(), milliseconds);
      await new Promise<void>((done) => {
        wake = done;
      });
      clearTimeout(timer);
    }
    isAwake = false;
  }

  async function run(): Promise<void> {
    if (source === null) return;
    let delay = RETRY.first;
    while (!stop.signal.aborted) {
      let isRetry = false;
      let asked = 0;
      try {
        const embedder = await opened(source);
        if (isDoubtful) await embedder.embed([{ kind: "query", text: "hello" }]);
        isDoubtful = false;
        await fillAll(embedder);
        delay = RETRY.first;
      } catch (error) {
        if (stop.signal.aborted) return;
        const { message, suggestions } = toUserError(error, log);
        log.warn({ reason: message, todo: suggestions }, "failed to fill in vectors; retrying");
        isRetry = true;
        if (error instanceof ProviderError) asked = error.retryAfter ?? 0;
      }
      if (isFinishing) return;
      if (!isRetry) {
        await rest(LOOK_EVERY);
        continue;
      }
      // A publication meanwhile does not shorten the wait.
      await sleep(Math.max(delay, asked), undefined, { signal: closing.signal }).catch(() => undefined);
      delay = Math.min(delay * 2, RETRY.most);
    }
  }

  /** Opens the embedder; while its provider is away, the views without vectors show the problem. */
  async function opened({ name, open }: EmbedderSource): Promise<Embedder> {
    try {
      return await open();
    } catch (error) {
      await noteProblem(db, name, toUserError(error, log).message);
      throw error;
    }
  }

  async function fillAll(embedder: Embedder): Promise<void> {
    const modelId = await vectorModel(db, embedder.model, embedder.dimensions);
    for (;;) {
      const [view] = await viewsBehind(db, modelId, lease);
      if (!view || stop.signal.aborted) return;
      if (!(await takeLease(db, view, modelId, lease, TURN))) continue;
      // A single request may outlast a turn.
      const renewal = setInterval(() => takeLease(db, view, modelId, lease, TURN).catch(() => undefined), RENEW_EVERY);
      try {
        await fillView(embedder, view, modelId);
      } catch (error) {
        const problem = stop.signal.aborted ? null : toUserError(error, log).message;
        await recordVectors(db, view, modelId, lease, { problem }).catch(() => undefined);
        throw error;
      } finally {
        clearInterval(renewal);
      }
      await clearOthers(view.projectId, modelId);
    }
  }

  /** Deletes vectors of earlier models that are no longer needed. */
  async function clearOthers(projectId: string, modelId: number): Promise<void> {
    const key = `${modelId}:${projectId}`;
    if (!cleared.has(key) && (await clearOtherModels(db, projectId, modelId, stop.signal))) cleared.add(key);
  }

  async function fillView(embedder: Embedder, view: ViewBehind, modelId: number): Promise<void> {
    let chunkCount = await countCoded(db, view, modelId);
    for (let after = 0; ; ) {
      const versions = await uncodedVersions(db, view, modelId, after, VERSIONS);
      if (versions.length === 0) break;
      for (const batch of batchesOf(versions)) {
        stop.signal.throwIfAborted();
        await fillVersions(embedder, view.projectId, modelId, batch);
        for (const version of batch) chunkCount += version.chunkCount;
        if (!(await takeLease(db, view, modelId, lease, TURN))) return;
        await recordVectors(db, view, modelId, lease, { chunkCount });
      }
      after = versions.at(-1)!.versionId;
    }
    await recordVectors(db, view, modelId, lease, { chunkCount, generation: view.generation });
  }

  async function fillVersions(
    embedder: Embedder,
    projectId: string,
    modelId: number,
    versions: readonly UncodedVersion[],
  ): Promise<void> {
    const chunks = await chunksToEmbed(
      db,
      projectId,
      versions.map(({ versionId }) => versionId),
    );
    const vectors = new Map<string, Buffer>();
    const stored = await readVectors(
      db,
      projectId,
      modelId,
      chunks.map(({ textHash }) => textHash),
    );
    for (const { textHash, data } of stored) vectors.set(textHash.toString("latin1"), data);
    const missing = new Map<string, ChunkToEmbed>();
    for (const chunk of chunks) {
      const key = chunk.textHash.toString("latin1");
      if (!vectors.has(key)) missing.set(key, chunk);
    }
    await embed(embedder, projectId, versions, [...missing.values()], async (made) => {
      for (const { textHash, data } of made) vectors.set(textHash.toString("latin1"), data);
      await insertVectors(db, projectId, modelId, made);
    });
    await insertCodes(db, projectId, modelId, codesOf(chunks, vectors, codeBytes(embedder.dimensions)));
  }

  async function embed(
    embedder: Embedder,
    projectId: string,
    versions: readonly UncodedVersion[],
    chunks: readonly ChunkToEmbed[],
    store: (made: { textHash: Buffer; data: Buffer }[]) => Promise<void>,
  ): Promise<void> {
    const byId = new Map(versions.map((version) => [version.versionId, version]));
    const hashes = new Map<string, Buffer>();
    for (const { versionId } of chunks) {
      const { contentHash } = byId.get(versionId)!;
      hashes.set(contentHash.toString("latin1"), contentHash);
    }
    const texts = new Map<string, string>();
    for (const { contentHash, data } of await readContents(db, projectId, [...hashes.values()]))
      texts.set(contentHash.toString("latin1"), maskSecrets(inflateRawSync(data).toString("utf8")));
    const inputs = chunks.map(({ versionId, start, end, symbolNames, around }) => {
      const { path, contentHash } = byId.get(versionId)!;
      const text = texts.get(contentHash.toString("latin1"))?.slice(start, end) ?? "";
      return { kind: "chunk" as const, text, symbols: symbolNames, path, around: maskSecrets(around ?? "") };
    });
    const kept = new Set<number>();
    const row = (at: number, vector: Float32Array) => ({ textHash: chunks[at]!.textHash, data: packVector(vector) });
    const vectors = await embedder.embed(inputs, stop.signal, async (made) => {
      for (const at of made.keys()) kept.add(at);
      await store([...made].map(([at, vector]) => row(at, vector)));
    });
    await store(vectors.flatMap((vector, at) => (kept.has(at) ? [] : [row(at, vector)])));
  }

  return {
    async begin() {
      const rise = () => {
        isAwake = true;
        wake();
      };
      const doubt = () => {
        isDoubtful = true;
        rise();
      };
      stops = await Promise.all([db.listen(GENERATION_CHANNEL, rise), db.listen(EMBEDDER_CHANNEL, doubt)]);
      running = run();
    },
    async close({ finish }) {
      if (finish) isFinishing = true;
      else stop.abort();
      closing.abort();
      isAwake = true;
      wake();
      await running;
      for (const stopListening of stops) await stopListening();
    },
  };
}

/** Versions in groups of about CHUNKS chunks. */
function* batchesOf(versions: readonly UncodedVersion[]): Generator<UncodedVersion[]> {
  let batch: UncodedVersion[] = [];
  let chunks = 0;
  for (const version of versions) {
    batch.push(version);
    chunks += version.chunkCount;
    if (chunks < CHUNKS) continue;
    yield batch;
    batch = [];
    chunks = 0;
  }
  if (batch.length > 0) yield batch;
}

/** The codes of each version whose chunks all have vectors. */
function codesOf(
  chunks: readonly ChunkToEmbed[],
  vectors: ReadonlyMap<string, Buffer>,
  size: number,
): { versionId: number; codes: Buffer }[] {
  const byVersion = new Map<number, ChunkToEmbed[]>();
  for (const chunk of chunks) {
    const own = byVersion.get(chunk.versionId);
    if (own) own.push(chunk);
    else byVersion.set(chunk.versionId, [chunk]);
  }
  return [...byVersion].map(([versionId, own]) => {
    const codes = Buffer.alloc(size * own.length);
    for (const [index, { textHash }] of own.entries())
      writeCode(vectors.get(textHash.toString("latin1"))!, codes, size * index);
    return { versionId, codes };
  });
}

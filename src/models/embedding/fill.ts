/**
 * Fills in vectors behind the builds: published files can be searched by words at once, and by meaning as soon as they have vectors.
 *
 * One process at a time holds a view's turn; a turn that is not renewed passes to another process. Stored vectors are never made again: they are
 * keyed by content, and a file version with codes is done. A failing provider only delays vectors; the fill retries at growing intervals.
 */
import { randomUUID } from "node:crypto";
import type { Logger } from "../../base/log.js";
import { pause } from "../../base/promises.js";
import { toUserError } from "../../base/user-error.js";
import type { Db } from "../../store/db/db.js";
import { untilTakeover } from "../../store/db/history.js";
import {
  clearOtherModels,
  countCoded,
  EMBEDDER_CHANNEL,
  noteProblem,
  recordVectors,
  takeLease,
  type UncodedVersion,
  uncodedVersions,
  type ViewBehind,
  vectorModel,
  viewsBehind,
} from "../../store/vectors.js";
import { GENERATION_CHANNEL } from "../../store/views.js";
import { ProviderError } from "../providers/request.js";
import type { Embedder } from "./embedder.js";
import { type FillInto, fillVersions } from "./fill-versions.js";
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

interface FillState {
  db: Db;
  log: Logger;
  /** The name of this process in the turns that it takes. */
  lease: string;
  /** Ends the work at once. */
  stop: AbortController;
  /** Ends waits for a provider; the work at hand goes on, unless it is stopped. */
  closing: AbortController;
  /** Ends the present rest. */
  wake: () => void;
  /** Something was published since the last rest: the next one ends at once. */
  isAwake: boolean;
  /** All is to be filled in before the end. */
  isFinishing: boolean;
  /** A question's embedder found that the provider's model has changed. */
  isDoubtful: boolean;
  /** End listening to the database. */
  stops: (() => Promise<void>)[];
  running: Promise<void>;
  /** Projects and models whose vectors this process has deleted, so that two processes with different settings delete each other's once at most. */
  cleared: Set<string>;
}

/** `source` returns the embedder on first use; null where there is none, and then this does nothing. */
export function createVectorFill(db: Db, source: EmbedderSource | null, log: Logger): VectorFill {
  const fill: FillState = {
    db,
    log,
    lease: randomUUID(),
    stop: new AbortController(),
    closing: new AbortController(),
    wake: () => {},
    isAwake: true,
    isFinishing: false,
    isDoubtful: false,
    stops: [],
    running: Promise.resolve(),
    cleared: new Set(),
  };
  return {
    async begin() {
      const rise = () => {
        fill.isAwake = true;
        fill.wake();
      };
      const doubt = () => {
        fill.isDoubtful = true;
        rise();
      };
      fill.stops = await Promise.all([db.listen(GENERATION_CHANNEL, rise), db.listen(EMBEDDER_CHANNEL, doubt)]);
      if (source) fill.running = run(fill, source);
    },
    async close({ finish }) {
      if (finish) fill.isFinishing = true;
      else fill.stop.abort();
      fill.closing.abort();
      fill.isAwake = true;
      fill.wake();
      await fill.running;
      for (const stopListening of fill.stops) await stopListening();
    },
  };
}

/** Waits until something is published, at most `milliseconds`. */
async function rest(fill: FillState, milliseconds: number): Promise<void> {
  if (!fill.isAwake && !fill.stop.signal.aborted) {
    const timer = setTimeout(() => fill.wake(), milliseconds);
    await new Promise<void>((done) => {
      fill.wake = done;
    });
    clearTimeout(timer);
  }
  fill.isAwake = false;
}

/** Fills in whatever is behind, again and again, until it is stopped or has finished. */
async function run(fill: FillState, source: EmbedderSource): Promise<void> {
  const { log, stop, closing } = fill;
  let delay = RETRY.first;
  while (!stop.signal.aborted) {
    let isRetry = false;
    let asked = 0;
    try {
      const embedder = await opened(fill, source);
      if (fill.isDoubtful) await embedder.embed([{ kind: "query", text: "hello" }]);
      fill.isDoubtful = false;
      await fillAll(fill, embedder);
      delay = RETRY.first;
    } catch (error) {
      if (stop.signal.aborted) return;
      const { message, suggestions } = toUserError(error, log);
      log.warn({ reason: message, todo: suggestions }, "failed to fill in vectors; retrying");
      isRetry = true;
      if (error instanceof ProviderError) asked = error.retryAfter ?? 0;
    }
    if (fill.isFinishing) return;
    if (!isRetry) {
      await rest(fill, LOOK_EVERY);
      continue;
    }
    // A publication meanwhile does not shorten the wait.
    await pause(Math.max(delay, asked), closing.signal);
    delay = Math.min(delay * 2, RETRY.most);
  }
}

/** Opens the embedder; while its provider is away, the views without vectors show the problem. */
async function opened({ db, log }: FillState, { name, open }: EmbedderSource): Promise<Embedder> {
  try {
    return await open();
  } catch (error) {
    await noteProblem(db, name, toUserError(error, log).message);
    throw error;
  }
}

/** Fills in the views that are behind, each while this process has its turn. */
async function fillAll(anyServer: FillState, embedder: Embedder): Promise<void> {
  // Embedding takes long, and the ids of versions and of the model are those of one history.
  const fill = { ...anyServer, db: await untilTakeover(anyServer.db) };
  const { db, lease, stop, log } = fill;
  const modelId = await vectorModel(db, embedder.model, embedder.dimensions);
  for (;;) {
    const [view] = await viewsBehind(db, modelId, lease);
    if (!view || stop.signal.aborted) return;
    if (!(await takeLease(db, view, modelId, lease, TURN))) continue;
    // A single request may outlast a turn. A renewal that fails is followed by another before the turn is over.
    const renewal = setInterval(() => takeLease(db, view, modelId, lease, TURN).catch(() => undefined), RENEW_EVERY);
    try {
      await fillView(fill, embedder, view, modelId);
    } catch (error) {
      const problem = stop.signal.aborted ? null : toUserError(error, log).message;
      // A database that is away is the problem itself; the log tells of it.
      await recordVectors(db, view, modelId, lease, { problem }).catch(() => undefined);
      throw error;
    } finally {
      clearInterval(renewal);
    }
    await clearOthers(fill, view.projectId, modelId);
  }
}

/** Deletes vectors of earlier models that are no longer needed. */
async function clearOthers({ db, cleared, stop }: FillState, projectId: string, modelId: number): Promise<void> {
  const key = `${modelId}:${projectId}`;
  if (!cleared.has(key) && (await clearOtherModels(db, projectId, modelId, stop.signal))) cleared.add(key);
}

async function fillView(fill: FillState, embedder: Embedder, view: ViewBehind, modelId: number): Promise<void> {
  const { db, lease, stop } = fill;
  const into: FillInto = { db, signal: stop.signal, embedder, project: view, modelId };
  let chunkCount = await countCoded(db, view, modelId);
  for (let after = 0; ; ) {
    const versions = await uncodedVersions(db, view, modelId, after, VERSIONS);
    const last = versions.at(-1);
    if (!last) break;
    for (const batch of batchesOf(versions)) {
      stop.signal.throwIfAborted();
      await fillVersions(into, batch);
      for (const version of batch) chunkCount += version.chunkCount;
      if (!(await takeLease(db, view, modelId, lease, TURN))) return;
      await recordVectors(db, view, modelId, lease, { chunkCount });
    }
    after = last.versionId;
  }
  await recordVectors(db, view, modelId, lease, { chunkCount, generation: view.generation });
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

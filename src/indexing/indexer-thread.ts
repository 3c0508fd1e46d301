/**
 * The indexer in a thread of its own, so that answers do not wait for builds: the messages between the two sides, and the thread itself. A process that
 * answers nothing runs it in its main thread.
 */
import { isMainThread, type MessagePort, parentPort, workerData } from "node:worker_threads";
import { CodeindexError, type ErrorEnvelope } from "../base/errors.js";
import { publicFault } from "../base/faults.js";
import { type LogFormat, openLog, withLogFields } from "../base/log.js";
import { present } from "../base/need.js";
import { lowerPriority } from "../base/priority.js";
import { setMasking } from "../masking/secrets.js";
import { createCurrentFill } from "../models/embedding/current-fill.js";
import type { VectorFill } from "../models/embedding/fill.js";
import { createEmbedderSource, type EmbeddingSettings } from "../models/embedding/open.js";
import type { SkipSettings } from "../repository/skip/settings.js";
import type { Db } from "../store/db/db.js";
import { createPostgres } from "../store/db/postgres.js";
import type { SealKeys } from "../store/db/seal.js";
import { onRemoval } from "../store/forget-removed.js";
import type { BuildSummary } from "../store/jobs.js";
import { type LiveSettings, openSettings, type StartSettings } from "../store/live-settings.js";
import { connectPglite } from "../store/pglite/pglite.js";
import type { BuildProgress, BuildRequest } from "./build.js";
import { NoRoom } from "./build-memory.js";
import { createSearchFill, type SearchFill } from "./fill-search.js";
import { createIndexer, type Indexer } from "./indexer.js";
import { createParsePool } from "./parse-pool.js";
import { createProgramCache } from "./program-cache.js";

/** Where the thread gets its database connections: the embedded database's port, or a server. */
export type IndexerDatabase = MessagePort | { databaseUrl: string; directUrl: string | null };

export interface IndexerThreadData {
  skip: SkipSettings & { maxFileSize: number };
  settings: StartSettings;
  parseThreads: number;
  logLevel: string;
  logFormat: LogFormat;
  embedding: EmbeddingSettings;
  /** Chunks from which on a view is filled in for searches in the database; null or absent: none is. */
  leastFilled?: number | null;
  sealKeys: SealKeys;
}

/** `connect` comes first, once. */
export type IndexerRequest =
  | { connect: IndexerDatabase }
  | { run: number; request: BuildRequest; fields: Record<string, unknown> }
  | { cancel: number }
  | { close: { finish: boolean } };

export type IndexerReport =
  | { run: number; progress: BuildProgress }
  | { run: number; summary: BuildSummary }
  | { run: number; cancelled: true }
  | { run: number; hasNoRoom: true }
  | { run: number; error: ErrorEnvelope["error"] }
  | { closed: true };

/** Symbols of the programs that are kept in memory. */
const SYMBOLS = 100_000;
const POSTGRES_CONNECTIONS = 4;

if (!isMainThread && parentPort) runIndexer(parentPort, workerData as IndexerThreadData);

/** Runs the indexer behind a port, in this thread, until it is told to close. */
export function runIndexer(
  port: MessagePort,
  { skip, settings: started, parseThreads, logLevel, logFormat, embedding, leastFilled, sealKeys }: IndexerThreadData,
): void {
  setMasking(embedding.maskSecrets);
  const log = openLog({ logLevel, logFormat }).child({ scope: "indexer" });
  lowerPriority("builds");
  const pool = createParsePool({ threads: parseThreads });
  pool.warm();
  let db: Db | undefined;
  let indexer: Indexer | undefined;
  let settings: Promise<LiveSettings> | undefined;
  let searches: SearchFill | undefined;
  let vectors: VectorFill | undefined;
  let stopHearing: ReturnType<typeof onRemoval> | undefined;
  const running = new Map<number, AbortController>();
  const report = (message: IndexerReport): void => port.postMessage(message);

  async function run(id: number, request: BuildRequest): Promise<void> {
    const abort = new AbortController();
    running.set(id, abort);
    try {
      const onProgress = (progress: BuildProgress) => report({ run: id, progress });
      report({ run: id, summary: await present(indexer).run(request, { signal: abort.signal, onProgress }) });
    } catch (error) {
      if (abort.signal.aborted) report({ run: id, cancelled: true });
      else if (error instanceof NoRoom) report({ run: id, hasNoRoom: true });
      else report({ run: id, error: userError(error).toEnvelope().error });
    } finally {
      running.delete(id);
    }
  }

  function userError(thrown: unknown): CodeindexError {
    const error = publicFault(thrown);
    if (error instanceof CodeindexError) return error;
    log.error({ err: error }, "failed to build a project");
    return new CodeindexError("index_error", "The build failed on our side; the log says why.");
  }

  port.on("message", async (message: IndexerRequest) => {
    if ("connect" in message) {
      const { connect } = message;
      db =
        "databaseUrl" in connect
          ? createPostgres(connect.databaseUrl, { max: POSTGRES_CONNECTIONS, directUrl: connect.directUrl, sealKeys })
          : connectPglite(connect, sealKeys);
      const programs = createProgramCache(SYMBOLS);
      const opening = openSettings(db, started, log);
      settings = opening;
      const { chunkSize } = started.values;
      indexer = createIndexer({ db, pool, programs, log, skip, chunkSize }, async () => (await opening).read());
      stopHearing = onRemoval(db, programs.forget, log);
      vectors = createCurrentFill(
        db,
        await opening,
        ({ embeddingProvider }) => createEmbedderSource({ ...embedding, embeddingProvider }, "index"),
        log,
      );
      if (leastFilled !== undefined && leastFilled !== null)
        searches = createSearchFill(db, { leastChunks: leastFilled }, log);
      await vectors.begin();
      return searches?.begin();
    }
    if ("run" in message) return withLogFields(message.fields, () => run(message.run, message.request));
    if ("cancel" in message) return running.get(message.cancel)?.abort();
    await indexer?.close(message.close);
    const opened = await settings?.catch(() => undefined);
    await vectors?.close(message.close);
    await searches?.close(message.close);
    await opened?.close();
    await pool.close();
    await (await stopHearing?.catch(() => undefined))?.();
    await db?.close();
    report({ closed: true });
    port.close();
  });
}

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
import { type CurrentFill, createCurrentFill } from "../models/embedding/current-fill.js";
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
  /** The time without a build, in milliseconds, after which the thread of an embedded service asks for its end, at least; absent: it never does. */
  restMs?: number;
  /** Whether it starts before there is a build, and so starts a thread that parses, too. */
  isAhead?: boolean;
}

/** `connect` comes first, once. */
export type IndexerRequest =
  | { connect: IndexerDatabase }
  | { run: number; request: BuildRequest; fields: Record<string, unknown> }
  | { cancel: number }
  | { close: { finish: boolean } };

/** `rest`: there was nothing to do for a while, and the thread can be closed until there is. */
export type IndexerReport =
  | { rest: true }
  | { run: number; progress: BuildProgress }
  | { run: number; summary: BuildSummary }
  | { run: number; cancelled: true }
  | { run: number; hasNoRoom: true }
  | { run: number; error: ErrorEnvelope["error"] }
  | { closed: true };

/** Symbols of the programs that are kept in memory. */
const SYMBOLS = 100_000;
const POSTGRES_CONNECTIONS = 4;
/** How much longer a thread waits before it asks for its end, for each symbol that the next build would have to read anew. */
const REST_MS_OF_SYMBOL = 2;

if (!isMainThread && parentPort) runIndexer(parentPort, workerData as IndexerThreadData);

function openDatabase(database: IndexerDatabase, sealKeys: SealKeys): Db {
  if (!("databaseUrl" in database)) return connectPglite(database, sealKeys);
  const { databaseUrl, directUrl } = database;
  return createPostgres(databaseUrl, { max: POSTGRES_CONNECTIONS, directUrl, sealKeys });
}

/** Whether anybody may ask while it builds. A process that answers nothing runs it in its main thread, and no other can ask an embedded database. */
const isAsked = (database: IndexerDatabase): boolean => "databaseUrl" in database || !isMainThread;

/** Runs the indexer behind a port, in this thread, until it is told to close. */
export function runIndexer(port: MessagePort, data: IndexerThreadData): void {
  const { skip, settings: started, parseThreads, logLevel, logFormat, embedding, leastFilled, sealKeys, restMs } = data;
  setMasking(embedding.maskSecrets);
  const log = openLog({ logLevel, logFormat }).child({ scope: "indexer" });
  lowerPriority("builds");
  const pool = createParsePool({ threads: parseThreads });
  if (data.isAhead) pool.warm();
  let db: Db | undefined;
  let indexer: Indexer | undefined;
  let settings: Promise<LiveSettings> | undefined;
  let searches: SearchFill | undefined;
  let vectors: CurrentFill | undefined;
  let stopHearing: ReturnType<typeof onRemoval> | undefined;
  let isAlone = false;
  let rest: NodeJS.Timeout | undefined;
  const programs = createProgramCache(SYMBOLS);
  const running = new Map<number, AbortController>();
  const report = (message: IndexerReport): void => port.postMessage(message);

  /** Asks for the end of this thread in a while, where no other process has work for it and no provider has to be asked again. */
  function restLater(): void {
    clearTimeout(rest);
    if (!isAlone || restMs === undefined) return;
    rest = setTimeout(
      () => {
        const provider = vectors?.source()?.name;
        if (provider === undefined || provider === "local") report({ rest: true });
        else restLater();
      },
      restMs + REST_MS_OF_SYMBOL * programs.symbols(),
    );
  }

  async function run(id: number, request: BuildRequest): Promise<void> {
    const abort = new AbortController();
    clearTimeout(rest);
    running.set(id, abort);
    // Files that were saved are parsed; a scan may find that nothing has changed.
    if (request.paths) pool.warm();
    try {
      const onProgress = (progress: BuildProgress) => report({ run: id, progress });
      report({ run: id, summary: await present(indexer).run(request, { signal: abort.signal, onProgress }) });
    } catch (error) {
      if (abort.signal.aborted) report({ run: id, cancelled: true });
      else if (error instanceof NoRoom) report({ run: id, hasNoRoom: true });
      else report({ run: id, error: userError(error).toEnvelope().error });
    } finally {
      running.delete(id);
      if (running.size === 0) restLater();
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
      db = openDatabase(connect, sealKeys);
      const opening = openSettings(db, started, log);
      settings = opening;
      const { chunkSize } = started.values;
      const context = { db, pool, programs, log, skip, chunkSize, isAsked: isAsked(connect) };
      indexer = createIndexer(context, async () => (await opening).read());
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
      await searches?.begin();
      isAlone = !("databaseUrl" in connect);
      restLater();
      return;
    }
    if ("run" in message) return withLogFields(message.fields, () => run(message.run, message.request));
    if ("cancel" in message) return running.get(message.cancel)?.abort();
    clearTimeout(rest);
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

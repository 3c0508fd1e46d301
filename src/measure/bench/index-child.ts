/** Builds one index of a repository from nothing, with the parts of the service: database, queue, indexer. The phases are those of the build. */
import "../../base/heap.js";

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createLog } from "../../base/log.js";
import { skipSettings } from "../../config/config.js";
import { createIndexer, type Indexer } from "../../indexing/indexer.js";
import { createIndexerClient } from "../../indexing/indexer-client.js";
import { createIndexingService } from "../../indexing/jobs.js";
import { createParsePool, parseThreads } from "../../indexing/parse-pool.js";
import { createProgramCache } from "../../indexing/program-cache.js";
import { embeddingSettings } from "../../models/embedding/open.js";
import { createMemoryQueue } from "../../queue/memory.js";
import { createQueue } from "../../queue/queue.js";
import type { JobQueue } from "../../queue/queue-types.js";
import type { Db } from "../../store/db/db.js";
import { migrate } from "../../store/db/migrate.js";
import { createPostgres } from "../../store/db/postgres.js";
import { readSealKeys } from "../../store/db/seal-keys.js";
import type { Job } from "../../store/jobs.js";
import { startSettings } from "../../store/live-settings.js";
import { createPglite } from "../../store/pglite/pglite.js";
import { registerProject } from "../../store/projects.js";
import { indexedSize, serverState } from "../../store/samples.js";
import { ensureView } from "../../store/views.js";
import { answer } from "./child.js";
import { memoryOf, postgresCpu, sizeOnDisk } from "./machine.js";
import { createPhaseClock, type Phase } from "./phases.js";
import { defaultConfig } from "./repository.js";

export interface IndexInput {
  root: string;
  /** The folder of the embedded database; with `databaseUrl` it holds only other data. */
  dataDir: string;
  /** An empty database of a PostgreSQL server, instead of the embedded one. */
  databaseUrl: string | null;
  /** Whether chunks get vectors; benchmarks of the graph alone do without. */
  embed?: boolean;
}

export interface IndexResult {
  phases: Phase[];
  /** From the start of the process until the index could be read. */
  wallSeconds: number;
  /** CPU of the server's processes; null where they cannot be seen, or there is none. */
  serverCpuSeconds: number | null;
  /** Null where the system does not report it. */
  peakBytes: number | null;
  databaseBytes: number;
  /** The part of these that is PostgreSQL's write-ahead log; null on a server. */
  logBytes: number | null;
  size: { files: number; bytes: number; codeFiles: number; codeBytes: number };
  totals: { files: number; symbols: number; edges: number; chunks: number };
}

interface Store {
  db: Db;
  queue: JobQueue;
  indexer: Indexer;
  close(): Promise<void>;
}

await answer(async (input: IndexInput): Promise<IndexResult> => {
  const clock = createPhaseClock("start");
  const config = defaultConfig(input.root, input.dataDir);
  // The only variable that counts, so that the cost of encryption can be measured.
  const sealKeys = readSealKeys({
    encryptionKey: process.env.CODEINDEX_ENCRYPTION_KEY || null,
    encryptionKeyFile: null,
  });
  const log = createLog(config.logLevel);
  const skip = { ...skipSettings(config), dataDir: config.dataDir };
  const { chunkSize } = config;
  const { db, queue, indexer, close } = input.databaseUrl ? await server(input.databaseUrl) : await embedded();
  const serverBefore = input.databaseUrl ? await serverCpu(db) : null;
  const watched: Indexer = {
    ...indexer,
    run: (request, options) =>
      indexer.run(request, {
        ...options,
        onProgress(progress) {
          clock.enter(progress.phase);
          options.onProgress(progress);
        },
      }),
  };
  const indexing = createIndexingService({ db, queue, indexer: watched, log });
  const project = await registerProject(db, input.root);
  await indexing.begin({ alone: true });
  const started = await indexing.start(project, {});
  const job = await indexing.wait(started.jobId, new AbortController().signal);
  const totals = totalsOf(job);
  const wallSeconds = performance.now() / 1000;
  clock.enter("upkeep");
  await queue.close();
  await indexer.close({ finish: true });
  clock.enter("close");
  const size = await indexedSize(db, await ensureView(db, project.projectId));
  const serverAfter = input.databaseUrl ? await serverCpu(db) : null;
  const serverBytes = input.databaseUrl ? (await serverState(db)).bytes : null;
  await close();
  return {
    phases: clock.end(),
    wallSeconds,
    serverCpuSeconds: serverBefore === null || serverAfter === null ? null : serverAfter - serverBefore,
    peakBytes: memoryOf("self")?.peak ?? null,
    databaseBytes: serverBytes ?? sizeOnDisk(join(input.dataDir, "db")),
    logBytes: serverBytes === null ? sizeOnDisk(join(input.dataDir, "db", "pg_wal")) : null,
    size,
    totals,
  };

  async function embedded(): Promise<Store> {
    mkdirSync(config.dataDir, { recursive: true });
    const db = await createPglite(config.dataDir, { sealKeys });
    await migrate(db);
    const indexer = createIndexerClient(
      {
        skip,
        settings: startSettings({ ...config, ...(input.embed === false && { embeddingProvider: "none" }) }),
        parseThreads: parseThreads(config),
        logLevel: config.logLevel,
        logFormat: config.logFormat,
        embedding: embeddingSettings(config),
        sealKeys,
      },
      log,
      { ahead: true },
    );
    indexer.connect(() => db.controlPort());
    return { db, queue: createMemoryQueue(), indexer, close: () => db.close() };
  }

  async function server(url: string): Promise<Store> {
    const db = createPostgres(url, { sealKeys });
    await migrate(db);
    const pool = createParsePool({ threads: parseThreads(config) });
    const indexer = createIndexer({ db, pool, programs: createProgramCache(100_000), log, skip, chunkSize });
    return {
      db,
      queue: await createQueue({ url }),
      indexer,
      async close() {
        await pool.close();
        await db.close();
      },
    };
  }
});

async function serverCpu(db: Db): Promise<number | null> {
  return postgresCpu((await serverState(db)).processId);
}

function totalsOf({ status, result, error }: Job): IndexResult["totals"] {
  if (result) return result.totals;
  throw new Error(`the build ended as ${status}: ${error?.message ?? "without an error"}`);
}

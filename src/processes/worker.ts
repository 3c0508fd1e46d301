/** Assembles a worker, as service.ts assembles a service: it indexes and does not answer. */
import { createHash } from "node:crypto";
import { CodeindexError } from "../base/errors.js";
import { type Logger, openLog } from "../base/log.js";
import { lowerPriority } from "../base/priority.js";
import { collectAtRest } from "../base/rest.js";
import { type Config, skipSettings } from "../config/config.js";
import type { Spread } from "../indexing/build-context.js";
import { parsePartResult, partText } from "../indexing/build-part.js";
import { createSearchFill } from "../indexing/fill-search.js";
import { createIndexer } from "../indexing/indexer.js";
import { createIndexingService } from "../indexing/jobs.js";
import { createParsePool, parseThreads } from "../indexing/parse-pool.js";
import { createProgramCache } from "../indexing/program-cache.js";
import { setMasking } from "../masking/secrets.js";
import { createCurrentFill } from "../models/embedding/current-fill.js";
import { createEmbedderSource, embeddingSettings, refuseRemoteEmbedder } from "../models/embedding/open.js";
import { createQueue } from "../queue/queue.js";
import type { IndexQueue } from "../queue/queue-types.js";
import { checkSearch, leastFilled } from "../search/search-mode.js";
import type { Db } from "../store/db/db.js";
import { migrate, waitForMigrations } from "../store/db/migrate.js";
import { createPostgres } from "../store/db/postgres.js";
import { checkSealKeys, readSealKeys } from "../store/db/seal-keys.js";
import { redisSpace } from "../store/db/server.js";
import { onRemoval } from "../store/forget-removed.js";
import { openSettings, startSettings } from "../store/live-settings.js";
import { createGitSync } from "../watching/clones.js";
import { type Closings, closeAll } from "./closings.js";
import { openPresence } from "./presence.js";
import { createRetention } from "./retention.js";
import { startTelemetry } from "./telemetry.js";

/** The number of symbols of programs that a worker keeps in memory. */
const WORKER_SYMBOLS = 100_000;

/** A process that indexes queued jobs and runs parts of others' builds. Throws CodeindexError where it cannot start. */
export async function createWorker(
  config: Config,
): Promise<{ log: Logger; db: Db; queue: IndexQueue; close(): Promise<void> }> {
  const { databaseUrl, databaseDirectUrl: directUrl, redisUrl } = config;
  if (databaseUrl === null || redisUrl === null)
    throw new CodeindexError(
      "configuration",
      "A worker shares the database and the queue of a service: set DATABASE_URL and REDIS_URL.",
    );
  const closings: Closings = [];
  const close = () => closeAll(closings);
  try {
    const log = openLog(config);
    setMasking(config.maskSecrets);
    await refuseRemoteEmbedder(config);
    lowerPriority("builds");
    const db = createPostgres(databaseUrl, { directUrl, sealKeys: readSealKeys(config) });
    closings.push(() => db.close());
    await (config.migrate ? migrate(db) : waitForMigrations(db));
    await checkSealKeys(db);
    checkSearch(config.search, db);
    const queue = await createQueue({ redis: redisUrl, space: await redisSpace(db) }, db.now);
    // For more threads, start more workers.
    const pool = createParsePool({ threads: parseThreads(config, 1) });
    closings.push(() => pool.close());
    const programs = createProgramCache(WORKER_SYMBOLS);
    closings.push(await onRemoval(db, programs.forget, log));
    closings.push(createRetention(config, db, log.child({ scope: "retention" })));
    const settings = await openSettings(db, startSettings(config), log);
    closings.push(() => settings.close());
    const tools = {
      db,
      pool,
      programs,
      log: log.child({ scope: "indexer" }),
      chunkSize: config.chunkSize,
      skip: skipSettings(config),
      spread: spreadOver(queue),
    };
    const indexer = createIndexer(tools, settings.read);
    closings.push(() => indexer.close({ finish: false }));
    const vectors = createCurrentFill(
      db,
      settings,
      ({ embeddingProvider }) => createEmbedderSource({ ...embeddingSettings(config), embeddingProvider }, "index"),
      log.child({ scope: "vectors" }),
    );
    closings.push(() => vectors.close({ finish: false }));
    const leastChunks = leastFilled(config.search, config.memory);
    const searches =
      leastChunks === null ? null : createSearchFill(db, { leastChunks }, log.child({ scope: "search" }));
    closings.push(async () => searches?.close({ finish: false }));
    closings.push(() => queue.close());
    const operations = await startTelemetry({ role: "worker", config, db, queue, embedder: vectors.source, log });
    closings.push(() => operations.close(), collectAtRest());
    const self = await openPresence(db, { role: "worker", clonesDir: config.clonesDir }, log);
    closings.push(() => self.close());
    const indexing = createIndexingService({
      db,
      queue,
      indexer,
      log: log.child({ scope: "jobs" }),
      partsAtOnce: pool.threads + 1,
    });
    closings.push(() => indexing.close());
    const sync = createGitSync({ db, self, config, indexing, log: log.child({ scope: "git" }) });
    closings.push(() => sync.close());
    await indexing.begin({ alone: false });
    await sync.start();
    await vectors.begin();
    await searches?.begin();
    return { log, db, queue, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Spreads parts of builds over the workers of a queue. */
function spreadOver(queue: IndexQueue): Spread {
  return {
    isWorthwhile: async () => (await queue.partWorkers()) > 1,
    async run(part, signal) {
      const { files, contents, token, projectId } = part;
      const digest = createHash("sha256")
        .update(files.map(({ path }) => path).join("\0"))
        .digest("base64url");
      // The same files are sent again with their contents.
      const partId = `${token}-${digest.slice(0, 16)}${contents ? "c" : ""}`;
      const work = { partId, projectId, work: partText(part), isLarge: contents !== undefined };
      const result = await queue.runPart(work, signal);
      return result === null ? null : parsePartResult(result);
    },
  };
}

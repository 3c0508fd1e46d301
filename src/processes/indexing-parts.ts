/**
 * The parts that index, put together once: the whole of a run of `index`, and what a service stands on. They stand apart from service.ts because
 * that imports the tools, searches, callers and the web server: three times as much code, of no use for such a run.
 */
import { realpathSync, statSync } from "node:fs";
import { CodeindexError } from "../base/errors.js";
import { type Logger, openLog } from "../base/log.js";
import { type Config, skipSettings } from "../config/config.js";
import { createIndexerClient, type IndexerClient, type IndexerClientOptions } from "../indexing/indexer-client.js";
import type { IndexerDatabase } from "../indexing/indexer-thread.js";
import type { IndexingService } from "../indexing/indexing-types.js";
import { createIndexingService } from "../indexing/jobs.js";
import { parseThreads } from "../indexing/parse-pool.js";
import { setMasking } from "../masking/secrets.js";
import { embeddingSettings, refuseRemoteEmbedder } from "../models/embedding/open.js";
import { createMemoryQueue } from "../queue/memory.js";
import type { JobQueue } from "../queue/queue-types.js";
import { findRepositories, whoReads } from "../repository/discover.js";
import { checkSearch, leastFilled } from "../search/search-mode.js";
import type { Db } from "../store/db/db.js";
import { migrate, waitForMigrations } from "../store/db/migrate.js";
import { createPostgres } from "../store/db/postgres.js";
import type { SealKeys } from "../store/db/seal.js";
import { checkSealKeys, readSealKeys } from "../store/db/seal-keys.js";
import { redisSpace } from "../store/db/server.js";
import { type LiveSettings, openSettings, startSettings } from "../store/live-settings.js";
import { createPglite, hasDatabase } from "../store/pglite/pglite.js";
import { listProjects, type Project, registerFound, registerProject } from "../store/projects.js";
import { GENERATION_CHANNEL } from "../store/views.js";
import type { Closings } from "./closings.js";
import { createRetention } from "./retention.js";

/** The indexer's thread of an embedded service rests after this time without a build; a small program is read anew in a tenth of a second. */
const REST_MS = 30_000;

export interface IndexingParts {
  log: Logger;
  db: Db;
  sealKeys: SealKeys;
  settings: LiveSettings;
  queue: JobQueue;
  indexing: IndexingService;
  /** Whether this process indexes; others do where the queue is on Redis. */
  doesIndex: boolean;
  /** The projects that it was started for, by id: its repositories, and the ones that were found below its root. */
  own: Set<string>;
  /** The served projects that a caller may see. */
  projects(visible?: readonly string[] | null): Promise<Project[]>;
}

/** Parts that are being opened, and the closings of those that are open already. */
export interface OpeningParts {
  closings: Closings;
  parts: Promise<IndexingParts>;
}

/** Begins to open the parts, for a caller that has something else to do before it waits for them. */
export function beginIndexing(config: Config): OpeningParts {
  const closings: Closings = [];
  const parts = openIndexing(config, closings);
  // The caller learns of a failure when it waits.
  parts.catch(() => undefined);
  return { closings, parts };
}

/**
 * Opens the database, the queue and the indexer, and registers the repositories. `closings` gets the closing of each but `indexing.close`, which must come
 * first. Jobs run from `indexing.begin` on. Throws CodeindexError where it cannot start.
 */
export async function openIndexing(
  config: Config,
  closings: Closings,
  options: Pick<IndexerClientOptions, "inThisThread"> = {},
): Promise<IndexingParts> {
  const log = openLog(config);
  setMasking(config.maskSecrets);
  await refuseRemoteEmbedder(config);
  const roots = config.repos.map(repositoryRoot);
  const doesIndex = config.redisUrl === null;
  const sealKeys = readSealKeys(config);
  const foundRoots = await rootsIn(config, log);
  const skip = { ...skipSettings(config), dataDir: config.dataDir };
  const start = startSettings(config);
  const indexer = doesIndex
    ? createIndexerClient(
        {
          skip,
          settings: start,
          parseThreads: parseThreads(config),
          logLevel: config.logLevel,
          logFormat: config.logFormat,
          embedding: embeddingSettings(config),
          leastFilled: leastFilled(config.search, config.memory),
          sealKeys,
          restMs: REST_MS,
        },
        log.child({ scope: "indexer" }),
        { ...options, ahead: !mayBeIndexed(config) },
      )
    : null;
  const closeIndexer = async () => indexer?.close({ finish: !config.watchFiles });
  // For a failed start. In normal operation it is closed before the database, as below.
  closings.push(closeIndexer);
  const { db, openQueue, indexerDatabase } = await openDatabase(config, sealKeys);
  closings.push(() => db.close());
  await (config.migrate ? migrate(db) : waitForMigrations(db));
  await checkSealKeys(db);
  checkSearch(config.search, db);
  const settings = await openSettings(db, start, log);
  closings.push(() => settings.close());
  if (doesIndex) closings.push(createRetention(config, db, log.child({ scope: "retention" })));
  if (indexer) closings.push(await wakeForWork(indexer, db, settings));
  indexer?.connect(indexerDatabase);
  closings.push(closeIndexer);
  const queue = await openQueue();
  closings.push(() => queue.close());
  const indexing = createIndexingService({ db, queue, indexer, log: log.child({ scope: "jobs" }) });

  const own = new Set<string>();
  for (const root of roots) own.add((await registerProject(db, root)).projectId);
  for (const root of foundRoots) own.add((await registerFound(db, root))?.projectId ?? "");
  // An embedded service serves the repositories that it was started for, and added ones. It keeps projects of other starts in the data folder, and does not
  // serve them.
  const isServed = ({ projectId, isAdded }: Project) => db.kind === "postgres" || isAdded || own.has(projectId);
  const projects = async (visible: readonly string[] | null = null) =>
    (await listProjects(db, visible)).filter(isServed);
  return { log, db, sealKeys, settings, queue, indexing, doesIndex, own, projects };
}

/** Whether there may be an index already: its check may find nothing to do, and answers come before it. */
const mayBeIndexed = ({ databaseUrl, dataDir }: Config): boolean => databaseUrl === null && hasDatabase(dataDir);

/** Wakes the indexer where another part of this process has published something, or changed a setting: it makes the vectors. Gives what ends that. */
async function wakeForWork(indexer: IndexerClient, db: Db, settings: LiveSettings): Promise<() => Promise<void>> {
  settings.follow(settings.current(), async () => indexer.wake());
  return db.listen(GENERATION_CHANNEL, () => indexer.wake());
}

/** The repositories in the root, if there is one. A service that only answers may see none: the watcher may see other folders. */
async function rootsIn({ root, redisUrl }: Config, log: Logger): Promise<string[]> {
  if (root === null) return [];
  try {
    const { repositories, unreadable } = await findRepositories(root);
    if (unreadable.length > 0)
      log.warn({ folders: unreadable }, `failed to read folders of the root: ${whoReads()} may not look into them`);
    return repositories;
  } catch (error) {
    if (redisUrl === null || !(error instanceof CodeindexError)) throw error;
    log.error({ todo: error.suggestions }, error.message);
    return [];
  }
}

/** The real path of a repository. Throws `configuration` where it is not a folder. */
function repositoryRoot(path: string): string {
  try {
    const root = realpathSync(path);
    if (statSync(root).isDirectory()) return root;
  } catch {
    // Reported below, like a path that is not a folder.
  }
  throw new CodeindexError("configuration", `--repo: ${path} is not a folder that can be read.`);
}

/** The embedded database or the configured server, its queue, and how the indexer's thread reaches it. */
async function openDatabase(
  { databaseUrl, databaseDirectUrl: directUrl, redisUrl, dataDir }: Config,
  sealKeys: SealKeys,
): Promise<{
  db: Db;
  openQueue: () => Promise<JobQueue>;
  indexerDatabase: () => IndexerDatabase;
}> {
  if (databaseUrl !== null) {
    // BullMQ is much code, which an embedded service has no use for.
    const openQueue = async () =>
      (await import("../queue/queue.js")).createQueue(
        redisUrl === null ? { url: directUrl ?? databaseUrl } : { redis: redisUrl, space: await redisSpace(db) },
        db.now,
      );
    const db = createPostgres(databaseUrl, { directUrl, sealKeys });
    return { db, openQueue, indexerDatabase: () => ({ databaseUrl, directUrl }) };
  }
  const pglite = await createPglite(dataDir, { sealKeys });
  return { db: pglite, openQueue: async () => createMemoryQueue(), indexerDatabase: () => pglite.controlPort() };
}

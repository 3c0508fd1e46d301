/** Builds every part of the service once and passes it on; `close` undoes it in reverse order. */
import { realpathSync, statSync } from "node:fs";
import { createAudit } from "../auth/audit.js";
import { createAuthenticator } from "../auth/authenticate.js";
import { createLimits } from "../auth/limits.js";
import { CodeindexError } from "../base/errors.js";
import { type Logger, openLog } from "../base/log.js";
import { type Config, memoryLimit, skipSettings } from "../config/config.js";
import { createIndexerClient } from "../indexing/indexer-client.js";
import type { IndexerDatabase } from "../indexing/indexer-thread.js";
import type { IndexingService } from "../indexing/indexing-types.js";
import { createIndexingService } from "../indexing/jobs.js";
import { parseThreads } from "../indexing/parse-pool.js";
import { setMasking } from "../masking/secrets.js";
import { createMemoryExchange } from "../mcp/exchange/memory.js";
import { createRedisExchange } from "../mcp/exchange/redis.js";
import { sealMessages } from "../mcp/exchange/sealed.js";
import type { ServiceHost } from "../mcp/service-host.js";
import { createChat, refuseRemoteChat } from "../models/chat/chat.js";
import { createEmbedderSource, embeddingSettings, refuseRemoteEmbedder } from "../models/embedding/open.js";
import type { EmbedderSource } from "../models/embedding/source.js";
import type { QueueSource } from "../queue/postgres.js";
import { createQueue } from "../queue/queue.js";
import { findRepositories, whoReads } from "../repository/discover.js";
import { checkSearch, leastFilled } from "../search/choose-candidates.js";
import { createSearcher, type SearcherSettings } from "../search/search.js";
import type { Db } from "../store/db/db.js";
import { migrate, waitForMigrations } from "../store/db/migrate.js";
import { createPostgres } from "../store/db/postgres.js";
import type { SealKeys } from "../store/db/seal.js";
import { checkSealKeys, readSealKeys } from "../store/db/seal-keys.js";
import { onRemoval } from "../store/forget-removed.js";
import { sharedKey } from "../store/keys.js";
import { openSettings, type Settings, startSettings } from "../store/live-settings.js";
import { createPglite } from "../store/pglite/pglite.js";
import { findPreview } from "../store/previews.js";
import { listProjects, PROJECTS_CHANNEL, type Project, registerFound, registerProject } from "../store/projects.js";
import { createReadReplica, type ReadReplica } from "../store/read-replica.js";
import { onForgottenVectors, tellModelChanged } from "../store/vectors.js";
import { ensureView, ensureViews } from "../store/views.js";
import { TOOLS } from "../tools/index.js";
import { createGitSync } from "../watching/clones.js";
import { createFollowing, followSettings } from "../watching/follow-projects.js";
import { followRoot } from "../watching/follow-root.js";
import { openOperations } from "./operations.js";
import { openPresence } from "./presence.js";
import { createRetention } from "./retention.js";

/**
 * The service without its faces. With an embedded database, or with a database server alone, it also indexes and watches. With a queue on Redis it
 * only answers; workers and a watcher do the rest. Throws CodeindexError where it cannot start.
 */
export async function createApp(config: Config): Promise<App> {
  const closings: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const closing of closings.splice(0).reverse()) await closing();
  };
  try {
    const log = openLog(config);
    setMasking(config.maskSecrets);
    await refuseRemoteEmbedder(config);
    await refuseRemoteChat(config);
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
          },
          log.child({ scope: "indexer" }),
        )
      : null;
    const closeIndexer = async () => indexer?.close({ finish: !config.watchFiles });
    // For a failed start. In normal operation it is closed before the database, as below.
    closings.push(closeIndexer);
    const { db, queueSource, indexerDatabase } = await openDatabase(config, sealKeys);
    closings.push(() => db.close());
    await (config.migrate ? migrate(db) : waitForMigrations(db));
    await checkSealKeys(db);
    const replica = openReplica(config, db, sealKeys, log);
    if (replica) closings.push(() => replica.close());
    checkSearch(config.search, db);
    const settings = await openSettings(db, start, log);
    closings.push(() => settings.close());
    const startedWith = settings.current();
    let embedder = await openQuestionEmbedder(config, startedWith, db, log);
    const searching = ({ cacheSize }: Settings): SearcherSettings => ({
      cacheBytes: memoryLimit(config, cacheSize),
      embedder,
      keepsAnswers: config.enableCaching,
      mode: config.search,
      log: log.child({ scope: "search" }),
      tooLarge: (about) => log.warn({ ...about, setting: "CODEINDEX_MEMORY" }, "failed to keep a project in memory"),
    });
    const searcher = createSearcher(replica?.db ?? db, searching(startedWith));
    closings.push(() => searcher.close());
    settings.follow(startedWith, async (now, before) => {
      if (now.embeddingProvider !== before.embeddingProvider)
        embedder = await openQuestionEmbedder(config, now, db, log);
      searcher.reconfigure(searching(now));
    });
    closings.push(await onRemoval(db, searcher.forget, log));
    closings.push(await onForgottenVectors(db, (projectId) => searcher.meaning.forget(projectId)));
    if (doesIndex) closings.push(createRetention(config, db, log.child({ scope: "retention" })));
    indexer?.connect(indexerDatabase);
    closings.push(closeIndexer);
    const queue = await createQueue(queueSource, { recover: db.kind === "pglite" });
    closings.push(() => queue.close());
    const [role, memory] = ["service", () => searcher.memory] as const;
    const operations = await openOperations({
      role,
      config,
      db,
      queue,
      replica,
      embedder: () => embedder,
      memory,
      log,
    });
    closings.push(() => operations.close());
    const auth = await createAuthenticator(config, db, log.child({ scope: "auth" }));
    closings.push(() => auth.close());
    const limits = createLimits(config);
    closings.push(async () => limits.close());
    const audit = createAudit(config, db, log.child({ scope: "audit" }));
    closings.push(() => audit.close());
    const indexing = createIndexingService({ db, queue, indexer, log: log.child({ scope: "jobs" }) });
    closings.push(() => indexing.close());
    const exchange =
      config.redisUrl === null ? createMemoryExchange() : sealMessages(createRedisExchange(config.redisUrl), db.seal);
    closings.push(() => exchange.close());

    const own = new Set<string>();
    for (const root of roots) own.add((await registerProject(db, root)).projectId);
    for (const root of foundRoots) own.add((await registerFound(db, root))?.projectId ?? "");
    // An embedded service serves the repositories that it was started for, and those that were added. Projects in the data folder from other starts
    // are kept, and not served.
    const isServed = ({ projectId, isAdded }: Project) => db.kind === "postgres" || isAdded || own.has(projectId);
    const projects = async (visible: readonly string[] | null = null) =>
      (await listProjects(db, visible)).filter(isServed);
    const self = doesIndex ? await openPresence(db, { role: "worker", clonesDir: config.clonesDir }, log) : null;
    closings.push(async () => self?.close());
    await indexing.begin({ alone: db.kind === "pglite" });
    if (self && config.watchFiles) {
      const sync = createGitSync({ db, self, config, indexing, log: log.child({ scope: "git" }) });
      closings.push(() => sync.close());
      await sync.start();
      const watcherLog = log.child({ scope: "watcher" });
      const registry = await followRegistry(db, projects, indexing, config, watcherLog);
      closings.push(registry.close);
      const takeFound = async (repositories: readonly string[]): Promise<void> => {
        const before = own.size;
        for (const root of repositories) own.add((await registerFound(db, root))?.projectId ?? "");
        if (own.size > before) registry.look();
      };
      if (config.root !== null) closings.push(followRoot(config.root, takeFound, watcherLog));
    }
    return {
      config,
      log,
      tools: TOOLS,
      db,
      replica,
      metrics: operations.metrics,
      searcher,
      settings,
      auth,
      limits,
      audit,
      exchange,
      signingKey: await sharedKey(db, "mcp"),
      chat: createChat(config),
      indexing,
      projects,
      viewOf: (project) => ensureView(db, project.projectId),
      previewOf: (project) => findPreview(db, project.projectId),
      viewsOf: (some) =>
        ensureViews(
          db,
          some.map(({ projectId }) => projectId),
        ),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The embedder of questions; null where none is configured. A provider is contacted in the background. */
async function openQuestionEmbedder(
  config: Config,
  { embeddingProvider }: Settings,
  db: Db,
  log: Logger,
): Promise<EmbedderSource | null> {
  const source = createEmbedderSource({ ...embeddingSettings(config), embeddingProvider }, "questions", () => {
    tellModelChanged(db).catch((error) => log.warn({ err: error }, "failed to announce the new embedder"));
  });
  const isOpened = source
    ?.open()
    .catch((error) => log.warn({ reason: error.message, todo: error.suggestions }, "failed to open the embedder"));
  if (embeddingProvider === "local") await isOpened;
  return source;
}

/** Follows the folders of the registry, later ones included. `look` searches for new ones at once. */
async function followRegistry(
  db: Db,
  projects: () => Promise<Project[]>,
  indexing: IndexingService,
  config: Config,
  log: Logger,
): Promise<{ look(): void; close(): Promise<void> }> {
  const following = createFollowing(indexing, followSettings(config), log);
  let looking: Promise<void> = Promise.resolve();
  const look = (): void => {
    looking = looking
      // Clones are changed only by watching/clones.ts, which has them indexed.
      .then(async () => following.update((await projects()).filter(({ url }) => url === null)))
      .catch((error) => log.warn({ err: error }, "failed to list the projects"));
  };
  const stopListening = await db.listen(PROJECTS_CHANNEL, look);
  look();
  await looking;
  return {
    look,
    async close() {
      await stopListening();
      await looking;
      following.close();
    },
  };
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

/** The embedded database or the configured server, and how the queue and the indexer's thread reach it. */
async function openDatabase(
  { databaseUrl, databaseDirectUrl: directUrl, redisUrl, dataDir }: Config,
  sealKeys: SealKeys,
): Promise<{
  db: Db;
  queueSource: QueueSource;
  indexerDatabase: () => IndexerDatabase;
}> {
  if (databaseUrl !== null) {
    const queueSource = redisUrl === null ? { url: directUrl ?? databaseUrl } : { redis: redisUrl };
    const db = createPostgres(databaseUrl, { directUrl, sealKeys });
    return { db, queueSource, indexerDatabase: () => ({ databaseUrl, directUrl }) };
  }
  const pglite = await createPglite(dataDir, { sealKeys });
  return { db: pglite, queueSource: { pglite }, indexerDatabase: () => pglite.controlPort() };
}

/** The replica that answers are read from; null where none is configured. Throws `configuration` where there is no server that it could be of. */
function openReplica(
  { databaseUrl, databaseReadUrl }: Config,
  db: Db,
  sealKeys: SealKeys,
  log: Logger,
): ReadReplica | null {
  if (databaseReadUrl === null) return null;
  if (databaseUrl === null)
    throw new CodeindexError("configuration", "DATABASE_READ_URL is set, and DATABASE_URL is not.", {}, [
      "Set DATABASE_URL to the database that DATABASE_READ_URL is a replica of.",
    ]);
  return createReadReplica(db, databaseReadUrl, { sealKeys, log: log.child({ scope: "replica" }) });
}

/** The parts of the program, built once; `close` undoes that in reverse order. */
export interface App extends ServiceHost {
  close(): Promise<void>;
}

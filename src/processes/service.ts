/** Builds every part of the service once and passes it on; `close` undoes it in reverse order. */
import { createAudit } from "../auth/audit.js";
import { createAuthenticator } from "../auth/authenticate.js";
import { createLimits, type Limits } from "../auth/limits.js";
import { CodeindexError } from "../base/errors.js";
import type { Logger } from "../base/log.js";
import { collectAtRest } from "../base/rest.js";
import { type Config, memoryLimit } from "../config/config.js";
import type { IndexingService } from "../indexing/indexing-types.js";
import type { Exchange } from "../mcp/exchange/exchange.js";
import { createMemoryExchange } from "../mcp/exchange/memory.js";
import { createRedisExchange } from "../mcp/exchange/redis.js";
import { sealMessages } from "../mcp/exchange/sealed.js";
import type { ServiceHost } from "../mcp/service-host.js";
import { createChat, refuseRemoteChat } from "../models/chat/chat.js";
import { createEmbedderSource, embeddingSettings } from "../models/embedding/open.js";
import type { EmbedderSource } from "../models/embedding/source.js";
import { createSearcher, type SearcherSettings } from "../search/search.js";
import type { Db } from "../store/db/db.js";
import type { SealKeys } from "../store/db/seal.js";
import { redisSpace } from "../store/db/server.js";
import { onRemoval } from "../store/forget-removed.js";
import { sharedKey } from "../store/keys.js";
import type { Settings } from "../store/live-settings.js";
import { findPreview } from "../store/previews.js";
import { PROJECTS_CHANNEL, type Project, registerFound } from "../store/projects.js";
import { createReadReplica, type ReadReplica } from "../store/read-replica.js";
import { onForgottenVectors, tellModelChanged } from "../store/vectors.js";
import { ensureView, ensureViews } from "../store/views.js";
import { TOOLS } from "../tools/index.js";
import { createGitSync } from "../watching/clones.js";
import { createFollowing, followSettings } from "../watching/follow-projects.js";
import { followRoot } from "../watching/follow-root.js";
import { closeAll } from "./closings.js";
import { beginIndexing, type OpeningParts } from "./indexing-parts.js";
import { openPresence } from "./presence.js";
import { startTelemetry } from "./telemetry.js";

/**
 * The service without its faces. With an embedded database, or with a database server alone, it also indexes and watches. With a queue on Redis it
 * only answers; workers and a watcher do the rest. `opening`: its parts that index, where they are being opened already. Throws CodeindexError where it
 * cannot start.
 */
export async function createApp(config: Config, opening: OpeningParts = beginIndexing(config)): Promise<App> {
  const { closings, parts } = opening;
  const close = () => closeAll(closings);
  try {
    await refuseRemoteChat(config);
    const { log, db, sealKeys, settings, queue, indexing, doesIndex, own, projects } = await parts;
    const replica = openReplica(config, db, sealKeys, log);
    if (replica) closings.push(() => replica.close());
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
    const [role, memory] = ["service", () => searcher.memory] as const;
    const operations = await startTelemetry({
      role,
      config,
      db,
      queue,
      replica,
      embedder: () => embedder,
      memory,
      log,
    });
    closings.push(() => operations.close(), collectAtRest());
    const auth = await createAuthenticator(config, db, log.child({ scope: "auth" }));
    closings.push(() => auth.close());
    const { limits, exchange } = await openShared(config, db);
    closings.push(async () => limits.close());
    const audit = createAudit(config, db, log.child({ scope: "audit" }));
    closings.push(() => audit.close());
    closings.push(() => indexing.close());
    closings.push(() => exchange.close());
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
    await Promise.allSettled([parts]);
    await close();
    throw error;
  }
}

/** The parts that all replicas of the service share by way of Redis, where there is one: the limits of callers, and the exchange of MCP. */
async function openShared(config: Config, db: Db): Promise<{ limits: Limits; exchange: Exchange }> {
  const { redisUrl } = config;
  if (redisUrl === null) return { limits: createLimits(config), exchange: createMemoryExchange() };
  const space = await redisSpace(db);
  const exchange = sealMessages(createRedisExchange(redisUrl, space), db.seal);
  return { limits: createLimits({ ...config, redisSpace: space }), exchange };
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

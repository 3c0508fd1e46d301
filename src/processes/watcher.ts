/**
 * The watcher of a server: one process that follows all projects whose folders it sees, both those in its root and those of the registry.
 *
 * Several may run: they share the projects evenly. Each project is followed by one of them, and by another within seconds after that one ends. While
 * the database is away it goes on watching. When the database is back it scans the projects that changed meanwhile or shortly before, so that no
 * change is lost.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { CodeindexError } from "../base/errors.js";
import { addToList } from "../base/groups.js";
import { type Logger, openLog } from "../base/log.js";
import { pause } from "../base/promises.js";
import { collectAtRest } from "../base/rest.js";
import { toUserError } from "../base/user-error.js";
import type { Config } from "../config/config.js";
import { createIndexingService } from "../indexing/jobs.js";
import { createQueue } from "../queue/queue.js";
import type { IndexQueue } from "../queue/queue-types.js";
import { type FoundRepositories, findRepositories, whoReads } from "../repository/discover.js";
import { identityOf } from "../repository/folder-identity.js";
import type { Db } from "../store/db/db.js";
import { migrate, waitForMigrations } from "../store/db/migrate.js";
import { createPostgres } from "../store/db/postgres.js";
import { redisSpace } from "../store/db/server.js";
import { listWatchers } from "../store/processes.js";
import { listProjects, noteUnwatched, type Project, registerFound, touchWatched } from "../store/projects.js";
import { askForProjects, listWatchShares, type WatchLease, withWatchLease } from "../store/watch-lease.js";
import { createGitSync } from "../watching/clones.js";
import { createFollowing, FOLDER_GONE, followSettings } from "../watching/follow-projects.js";
import { shareProjects } from "../watching/share-projects.js";
import { type Closings, closeAll } from "./closings.js";
import { openPresence, type Self } from "./presence.js";
import { startTelemetry } from "./telemetry.js";

/** The interval between two looks at the registry and the projects' folders, in milliseconds. Within that time a watcher takes over from another. */
const ROUND_EVERY = 2000;
/** The pause between two searches for repositories, which take at most a twentieth of the time. The age after which all are registered once more. */
const SEARCH_EVERY = 7000;
const SEARCH_SHARE = 20;
const REGISTER_AGAIN = 60_000;
/** The interval at which this watcher reports to the registry that it lives; a report is valid for three times as long. */
const TELL_EVERY = 20_000;
/** The pause before a database that is away is tried again. */
const TRY_AGAIN = 1000;
/** How long a stop waits for a database that does not answer. */
const PATIENCE = 2000;

export interface WatcherProcess {
  log: Logger;
  db: Db;
  queue: IndexQueue;
  close(): Promise<void>;
}

/** Starts to watch. Throws CodeindexError where it cannot. */
export async function createWatcher(config: Config): Promise<WatcherProcess> {
  const { databaseUrl, databaseDirectUrl: directUrl, redisUrl } = config;
  if (databaseUrl === null || redisUrl === null)
    throw new CodeindexError(
      "configuration",
      "A watcher shares the database and the queue of a service: set DATABASE_URL and REDIS_URL. Without them `serve` watches by itself.",
    );
  const closings: Closings = [];
  const close = () => closeAll(closings);
  try {
    const log = openLog(config);
    const db = createPostgres(databaseUrl, { max: 4, directUrl });
    closings.push(() => db.close());
    await (config.migrate ? migrate(db) : waitForMigrations(db));
    const queue = await createQueue({ redis: redisUrl, space: await redisSpace(db) }, db.now);
    closings.push(() => queue.close());
    const operations = await startTelemetry({ role: "watcher", config, db, queue, log });
    closings.push(() => operations.close(), collectAtRest());
    const indexing = createIndexingService({ db, queue, indexer: null, log: log.child({ scope: "jobs" }) });
    closings.push(() => indexing.close());
    const following = createFollowing(indexing, followSettings(config), log.child({ scope: "watcher" }));
    closings.push(() => following.close());
    const self = await openPresence(db, { role: "watcher", clonesDir: config.clonesDir }, log);
    closings.push(() => Promise.race([self.close(), patience()]));
    const sync = createGitSync({ db, self, config, indexing, log: log.child({ scope: "git" }) });
    closings.push(() => Promise.race([sync.close(), patience()]));
    await sync.start();
    // A connection of its own, because it stays in one transaction.
    const leases = createPostgres(directUrl ?? databaseUrl, { max: 1 });
    closings.push(() => Promise.race([leases.close(), patience()]));
    const stop = new AbortController();
    const done = keepWatching(
      { db, self, leases, following, config, log: log.child({ scope: "watcher" }) },
      stop.signal,
    );
    closings.push(() => {
      stop.abort();
      return Promise.race([done, patience()]);
    });
    return { log, db, queue, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const patience = () => sleep(PATIENCE, undefined, { ref: false });

interface Watching {
  db: Db;
  self: Self;
  leases: Db;
  following: ReturnType<typeof createFollowing>;
  config: Config;
  log: Logger;
}

/** Watches until `signal` aborts, across all losses of the database. */
async function keepWatching(watching: Watching, signal: AbortSignal): Promise<void> {
  const lease: LastLease = { heldAt: performance.now(), history: null };
  while (!signal.aborted) {
    try {
      await withWatchLease(watching.leases, (held) => watchWithLease(watching, held, lease, signal));
    } catch (error) {
      if (signal.aborted) return;
      const { message } = toUserError(error, watching.log);
      watching.log.warn(
        { reason: message },
        "failed to keep the watch lease; retrying, and then scanning recently changed projects",
      );
      await pause(TRY_AGAIN, signal);
    }
  }
}

interface LastLease {
  /** The last time the lease was known to be held, by performance.now(). */
  heldAt: number;
  /** The history of the database (store/db/history.ts) under it. */
  history: string | null;
}

async function watchWithLease(
  watching: Watching,
  lease: WatchLease,
  last: LastLease,
  signal: AbortSignal,
): Promise<void> {
  const { db, self, leases, following, config, log } = watching;
  const held = new Set<string>();
  /** Projects followed since before this lease. Changes seen shortly before the earlier lease was lost may be lost as well. */
  const before = new Set(following.notes().keys());
  const history = leases.history();
  // A server that took over may lack whatever was queued through the former one, however long ago.
  const isOther = last.history !== null && history !== last.history;
  const awaySince = isOther ? Number.NEGATIVE_INFINITY : last.heldAt;
  if (isOther) log.warn("another database server took over; scanning all projects that changed");
  last.history = history;
  let nextSearch = 0;
  let nextTell = 0;
  let told = "";
  const search: Search = { registered: new Set(), registeredAt: 0, toldUnreadable: new Set() };

  for (;;) {
    const now = performance.now();
    if (now >= nextSearch) {
      nextSearch = Number.POSITIVE_INFINITY;
      // Repositories found now are followed from the next round on. The lease must not wait for a slow disk.
      registerRepositories(db, config, search, log)
        .catch((error) => {
          const { message, suggestions } = toUserError(error, log);
          log.warn({ reason: message, todo: suggestions }, "failed to search for repositories; trying again");
        })
        .finally(() => {
          const end = performance.now();
          nextSearch = end + Math.max(SEARCH_EVERY, SEARCH_SHARE * (end - now));
        });
    }
    // The process that fetches clones knows their changes.
    const projects = (await listProjects(db)).filter(({ url }) => url === null);
    const { there, gone } = byPresence(projects);
    await claim(there);
    following.update(there.filter(({ projectId }) => held.has(projectId)));
    following.rescanChanged(
      [...held].filter((projectId) => before.delete(projectId)),
      awaySince,
    );
    last.heldAt = performance.now();
    const state = JSON.stringify([[...following.notes()], gone.map(({ projectId }) => projectId)]);
    if (now >= nextTell || state !== told) {
      if (state !== told) log.info({ projects: held.size, elsewhere: there.length - held.size }, "watching projects");
      nextTell = now + TELL_EVERY;
      told = state;
      await tell(db, self, following.notes(), gone);
    }
    await sleep(ROUND_EVERY, undefined, { signal });
  }

  /** Claims its share of the projects whose folders are there. It gives up projects that another watcher is to have, and projects without a folder. */
  async function claim(there: readonly Project[]): Promise<void> {
    const seen = there.map(({ projectId }) => projectId);
    const isThere = new Set(seen);
    const left = [...held].filter((projectId) => !isThere.has(projectId));
    if (left.length > 0) {
      await release(left);
      log.warn({ projects: left }, "stopped watching projects that were removed or whose folders are gone");
    }
    const watcher = self.processId;
    const [watchers, shares] = await Promise.all([listWatchers(db), listWatchShares(db)]);
    const moves = shareProjects({ watcher, watchers, seen, held, shares });
    if (moves.release.length > 0) {
      await release(moves.release);
      log.info({ projects: moves.release.length }, "gave projects to another watcher");
    }
    if (moves.ask.length > 0) await askForProjects(db, watcher, moves.ask);
    for (const projectId of await lease.claim(moves.claim, moves.mostClaims)) held.add(projectId);
  }

  /** Lets go of projects. Their watches end first: whoever takes one over scans all of it. */
  async function release(projectIds: readonly string[]): Promise<void> {
    for (const projectId of projectIds) held.delete(projectId);
    following.drop(projectIds);
    await lease.release(projectIds);
  }
}

/** Kept between searches of one watcher. */
interface Search {
  /** The folders that were registered since `registeredAt`. */
  registered: Set<string>;
  registeredAt: number;
  /** Unreadable folders that were said. */
  toldUnreadable: Set<string>;
}

/** Registers new repositories in the root, except those that a user has removed. Reports each unreadable folder once. */
async function registerRepositories(db: Db, { root, repos }: Config, search: Search, log: Logger): Promise<void> {
  const { repositories, unreadable } = root === null ? NOTHING : await findRepositories(root);
  if (root !== null && repositories.length === 0 && unreadable.length === 0)
    log.warn({ root }, "failed to find repositories in the root");
  const news = unreadable.filter((folder) => !search.toldUnreadable.has(folder));
  if (news.length > 0)
    log.warn({ folders: news }, `failed to read folders of the root: ${whoReads()} may not look into them`);
  for (const folder of news) search.toldUnreadable.add(folder);
  if (performance.now() - search.registeredAt > REGISTER_AGAIN) {
    search.registered.clear();
    search.registeredAt = performance.now();
  }
  for (const folder of [...repositories, ...repos]) {
    if (search.registered.has(folder)) continue;
    await registerFound(db, folder);
    search.registered.add(folder);
  }
}

const NOTHING: FoundRepositories = { repositories: [], unreadable: [] };

function byPresence(projects: readonly Project[]): { there: Project[]; gone: Project[] } {
  const there: Project[] = [];
  const gone: Project[] = [];
  for (const project of projects) (identityOf(project.root) === null ? gone : there).push(project);
  return { there, gone };
}

/** Reports to the registry the projects that are watched, with notes on the limits of watching, and the ones without a folder. */
async function tell(
  db: Db,
  { processId }: Self,
  notes: Map<string, string | null>,
  gone: readonly Project[],
): Promise<void> {
  const byNote = new Map<string | null, string[]>();
  for (const [projectId, note] of notes) addToList(byNote, note, projectId);
  for (const [note, projectIds] of byNote) await touchWatched(db, projectIds, note, processId);
  if (gone.length > 0) {
    const ids = gone.map(({ projectId }) => projectId);
    await noteUnwatched(db, ids, FOLDER_GONE);
  }
}

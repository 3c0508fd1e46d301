/**
 * The watcher of a server: one process that follows all projects whose folders it sees, those in its root and those of the registry.
 *
 * Several may run: each project is followed by one of them, and by another one within seconds when that is gone. While the database is away it
 * goes on watching; then the projects are scanned in which something changed meanwhile or shortly before, so that no change is lost.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { CodeindexError } from "../base/errors.js";
import { createLog, type Logger } from "../base/log.js";
import { toUserError } from "../base/user-error.js";
import type { Config } from "../config/config.js";
import { createIndexingService } from "../indexing/jobs.js";
import { createQueue, type IndexQueue } from "../queue/queue.js";
import { type FoundRepositories, findRepositories, whoReads } from "../repository/discover.js";
import { identityOf } from "../repository/folder-identity.js";
import type { Db } from "../store/db/db.js";
import { migrate, waitForMigrations } from "../store/db/migrate.js";
import { createPostgres } from "../store/db/postgres.js";
import { listProjects, noteUnwatched, type Project, registerFound, touchWatched } from "../store/projects.js";
import { type WatchLease, withWatchLease } from "../store/watch-lease.js";
import { createGitSync } from "../watching/clones.js";
import { createFollowing, FOLDER_GONE, followSettings } from "../watching/follow-projects.js";
import { openOperations } from "./operations.js";

/** How often the registry and the projects' folders are looked at, in milliseconds: within that time a watcher takes over from another. */
const ROUND_EVERY = 2000;
/** How often repositories are looked for. */
const SEARCH_EVERY = 60_000;
/** How often the registry is told that this watcher lives; it believes so for three times as long. */
const TELL_EVERY = 20_000;
/** How long a database that is away is left in peace. */
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
  const { databaseUrl, redisUrl } = config;
  if (databaseUrl === null || redisUrl === null)
    throw new CodeindexError(
      "configuration",
      "A watcher shares the database and the queue of a service: set DATABASE_URL and REDIS_URL. Without them `serve` watches by itself.",
    );
  const closings: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const closing of closings.splice(0).reverse()) await closing();
  };
  try {
    const log = createLog(config.logLevel);
    const db = createPostgres(databaseUrl, { max: 4 });
    closings.push(() => db.close());
    await (config.migrate ? migrate(db) : waitForMigrations(db));
    const queue = await createQueue({ redis: redisUrl });
    closings.push(() => queue.close());
    const operations = await openOperations({ role: "watcher", config, db, queue, log });
    closings.push(() => operations.close());
    const indexing = createIndexingService({ db, queue, indexer: null, log: log.child({ scope: "jobs" }) });
    closings.push(() => indexing.close());
    const following = createFollowing(indexing, followSettings(config), log.child({ scope: "watcher" }));
    closings.push(() => following.close());
    const sync = createGitSync({ db, config, indexing, log: log.child({ scope: "git" }) });
    closings.push(() => Promise.race([sync.close(), patience()]));
    await sync.start();
    // A connection of its own: it is in one transaction all the time.
    const leases = createPostgres(databaseUrl, { max: 1 });
    closings.push(() => Promise.race([leases.close(), patience()]));
    const stop = new AbortController();
    const done = keepWatching({ db, leases, following, config, log: log.child({ scope: "watcher" }) }, stop.signal);
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
  leases: Db;
  following: ReturnType<typeof createFollowing>;
  config: Config;
  log: Logger;
}

/** Watches until `signal` aborts, however often the database goes away meanwhile. */
async function keepWatching(watching: Watching, signal: AbortSignal): Promise<void> {
  const lease: { heldAt: number } = { heldAt: performance.now() };
  while (!signal.aborted) {
    try {
      await withWatchLease(watching.leases, (held) => watchWithLease(watching, held, lease, signal));
    } catch (error) {
      if (signal.aborted) return;
      const { message } = toUserError(error, watching.log);
      watching.log.warn(
        { reason: message },
        "the watcher goes on and tries again; then what changed lately is scanned",
      );
      await sleep(TRY_AGAIN, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** `last.heldAt`: when the lease was last known to be held, by performance.now(). */
async function watchWithLease(
  watching: Watching,
  lease: WatchLease,
  last: { heldAt: number },
  signal: AbortSignal,
): Promise<void> {
  const { db, following, config, log } = watching;
  const held = new Set<string>();
  /** Followed since before the lease, by an earlier one: what they saw since shortly before that was lost may be lost as well. */
  const before = new Set(following.notes().keys());
  const awaySince = last.heldAt;
  let nextSearch = 0;
  let nextTell = 0;
  let told = "";
  const toldUnreadable = new Set<string>();

  for (;;) {
    const now = performance.now();
    if (now >= nextSearch) {
      nextSearch = now + SEARCH_EVERY;
      // What it finds is followed from the next round on. The lease must not wait for a slow disk.
      registerRepositories(db, config, toldUnreadable, log).catch((error) => {
        const { message, suggestions } = toUserError(error, log);
        log.error({ todo: suggestions }, `${message} Repositories are looked for again in ${SEARCH_EVERY / 1000} s.`);
      });
    }
    // Clones are fetched by whoever keeps them, who knows what has changed.
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
      if (state !== told)
        log.info({ projects: held.size, elsewhere: there.length - held.size }, "projects are watched");
      nextTell = now + TELL_EVERY;
      told = state;
      await tell(db, following.notes(), gone);
    }
    await sleep(ROUND_EVERY, undefined, { signal });
  }

  /** Takes those that are nobody's, and leaves those whose folder is gone to whoever sees it. */
  async function claim(there: readonly Project[]): Promise<void> {
    const ids = there.map(({ projectId }) => projectId);
    const left = [...held].filter((projectId) => !ids.includes(projectId));
    for (const projectId of left) held.delete(projectId);
    if (left.length > 0) {
      await lease.release(left);
      log.warn({ projects: left }, "projects that were removed, or whose folders are gone, are watched no more");
    }
    for (const projectId of await lease.claim(ids.filter((id) => !held.has(id)))) held.add(projectId);
  }
}

/** Registers what is in the root and new, except what a user has removed. Says once which folders may not be looked into. */
async function registerRepositories(
  db: Db,
  { root, repos }: Config,
  toldUnreadable: Set<string>,
  log: Logger,
): Promise<void> {
  const { repositories, unreadable } = root === null ? NOTHING : await findRepositories(root);
  if (root !== null && repositories.length === 0 && unreadable.length === 0)
    log.warn({ root }, "there are no repositories in the root");
  const news = unreadable.filter((folder) => !toldUnreadable.has(folder));
  if (news.length > 0) log.warn({ folders: news }, `${whoReads()} may not look into folders of the root`);
  for (const folder of news) toldUnreadable.add(folder);
  for (const folder of [...repositories, ...repos]) await registerFound(db, folder);
}

const NOTHING: FoundRepositories = { repositories: [], unreadable: [] };

function byPresence(projects: readonly Project[]): { there: Project[]; gone: Project[] } {
  const there: Project[] = [];
  const gone: Project[] = [];
  for (const project of projects) (identityOf(project.root) === null ? gone : there).push(project);
  return { there, gone };
}

/** Tells the registry who is watched, what watches cannot do, and whose folder is gone. */
async function tell(db: Db, notes: Map<string, string | null>, gone: readonly Project[]): Promise<void> {
  const byNote = new Map<string | null, string[]>();
  for (const [projectId, note] of notes) byNote.set(note, [...(byNote.get(note) ?? []), projectId]);
  for (const [note, projectIds] of byNote) await touchWatched(db, projectIds, note);
  if (gone.length > 0) {
    const ids = gone.map(({ projectId }) => projectId);
    await noteUnwatched(db, ids, FOLDER_GONE);
  }
}

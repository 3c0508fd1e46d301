/** Follows projects: watches their folders, has what changes indexed, and begins anew where a folder is replaced or comes back. */
import type { Logger } from "../base/log.js";
import { toUserError } from "../base/user-error.js";
import { type Config, skipSettings } from "../config/config.js";
import type { IndexingService } from "../indexing/indexing-types.js";
import { identityOf } from "../repository/folder-identity.js";
import { createSkipRules } from "../repository/skip/rules.js";
import { projectSkip, type SkipSettings } from "../repository/skip/settings.js";
import type { Project } from "../store/projects.js";
import { watch } from "./watch-repository.js";
import type { Polling, Watcher } from "./watch-state.js";

/** How often the folder is looked for, in milliseconds. */
const LOOK_EVERY = 2000;
/** After how long changes that could not be queued are looked for again. Those that the database did not take are the service's to bring in. */
const TRY_AGAIN = 5000;

export const FOLDER_GONE = "The repository's folder is not there.";

export interface FollowSettings {
  /** Rules of what is left out, for every project. */
  skip: SkipSettings;
  polling: Polling;
  /** Milliseconds. */
  pollInterval: number;
}

/** The settings by which projects are followed. */
export function followSettings(config: Config): FollowSettings {
  const { dataDir, watchPolling, watchInterval } = config;
  return { skip: { ...skipSettings(config), dataDir }, polling: watchPolling, pollInterval: watchInterval };
}

/** How long what was queued before a database went away may be missing when it is back, in milliseconds: it may be a replica that took over. */
const MAY_BE_LOST = 60_000;

/** The projects that this process follows. */
export interface Following {
  /** Follows these from now on, and no others. One with other settings than before is begun anew. */
  update(projects: readonly Project[]): void;
  /** Follows these no more. */
  drop(projectIds: readonly string[]): void;
  /** The limits of each watch in words, by project; null: it has none. */
  notes(): Map<string, string | null>;
  /** Has those of these projects scanned whose changes the database may have lost. `awaySince`: when it last answered, by performance.now(). */
  rescanChanged(projectIds: Iterable<string>, awaySince: number): void;
  close(): void;
}

/** Follows no project yet. Pending changes are told to callers of `indexing`. */
export function createFollowing(
  indexing: Pick<IndexingService, "start" | "setWatcher">,
  settings: FollowSettings,
  log: Logger,
): Following {
  const followers = new Map<string, { follower: Follower; about: string }>();

  function drop(projectId: string): void {
    followers.get(projectId)?.follower.close();
    followers.delete(projectId);
    indexing.setWatcher(projectId, null);
  }

  return {
    update(projects) {
      const wanted = new Map(projects.map((project) => [project.projectId, project]));
      for (const projectId of followers.keys()) if (!wanted.has(projectId)) drop(projectId);
      for (const [projectId, project] of wanted) {
        const about = JSON.stringify([project.root, project.settings]);
        if (followers.get(projectId)?.about === about) continue;
        drop(projectId);
        const follower = followProject(project, indexing, settings, log);
        followers.set(projectId, { follower, about });
        indexing.setWatcher(projectId, follower);
      }
    },
    drop(projectIds) {
      for (const projectId of projectIds) drop(projectId);
    },
    notes: () => new Map([...followers].map(([projectId, { follower }]) => [projectId, follower.note()])),
    rescanChanged(projectIds, awaySince) {
      for (const projectId of projectIds) {
        const follower = followers.get(projectId)?.follower;
        if (follower && follower.lastChange() > awaySince - MAY_BE_LOST) follower.rescan();
      }
    },
    close() {
      for (const projectId of followers.keys()) drop(projectId);
    },
  };
}

export interface Follower extends Pick<Watcher, "note" | "pending" | "rescan" | "close"> {
  /** When changes were last handed on, by performance.now(); -Infinity: never. */
  lastChange(): number;
}

/** Follows the project until `close`. All of it is scanned when the watch is complete. */
export function followProject(
  project: Project,
  indexing: Pick<IndexingService, "start">,
  settings: FollowSettings,
  log: Logger,
): Follower {
  const context = { project: project.projectId };
  let watcher: Watcher | undefined;
  let watched: string | null = null;
  let isClosed = false;
  let lastChange = Number.NEGATIVE_INFINITY;
  let retry: NodeJS.Timeout | undefined;
  const timer = setInterval(look, LOOK_EVERY);
  look();

  function look(): void {
    const folder = identityOf(project.root);
    if (folder === watched) return;
    // The old watches go first: they are of another folder under the same name.
    watcher?.close();
    watcher = undefined;
    const wasThere = watched !== null;
    watched = folder;
    if (folder !== null) open();
    else if (wasThere) log.warn(context, FOLDER_GONE);
  }

  function open(): void {
    try {
      const { polling, pollInterval } = settings;
      const opened = watch(project.root, createSkipRules(project.root, projectSkip(settings.skip, project)), {
        onBatch: ({ paths, rescan }) => void index(rescan ? undefined : paths),
        onError: (error) => log.warn({ err: error, ...context }, "failed to watch the repository"),
        polling,
        pollInterval,
      });
      watcher = opened;
      const note = opened.note();
      if (note !== null) log.warn(context, note);
      void opened.ready.then(() => (opened === watcher ? index(undefined) : undefined));
    } catch (error) {
      // It went while it was opened, or may not be read: the next look tries again.
      log.warn({ err: error, ...context }, "failed to open the watch of the repository; it is tried again");
      watched = null;
    }
  }

  async function index(paths: string[] | undefined): Promise<void> {
    lastChange = performance.now();
    try {
      await indexing.start(project, paths ? { paths, watched: true } : {});
    } catch (error) {
      const { code } = toUserError(error, log, context);
      log.error({ err: error, ...context }, "failed to queue changes; they are looked for again");
      if (isClosed || code === "engine_unavailable" || code === "project_not_found") return;
      retry ??= setTimeout(() => {
        retry = undefined;
        watcher?.rescan();
      }, TRY_AGAIN);
    }
  }

  return {
    note: () => (watched === null ? FOLDER_GONE : (watcher?.note() ?? null)),
    pending: () => watcher?.pending() ?? 0,
    lastChange: () => lastChange,
    rescan: () => watcher?.rescan(),
    close() {
      isClosed = true;
      clearInterval(timer);
      clearTimeout(retry);
      watcher?.close();
      watcher = undefined;
    },
  };
}

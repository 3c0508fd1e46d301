/** Follows projects: watches their folders, has what changes indexed, and begins anew where a folder is replaced or comes back. */
import { statSync } from "node:fs";
import { type Config, skipSettings } from "../config.js";
import type { Logger } from "../log.js";
import type { Project } from "../store/projects.js";
import { toUserError } from "../user-error.js";
import type { IndexingService } from "./service.js";
import { createSkipRules, projectSkip, type SkipSettings } from "./skip.js";
import { type Polling, type Watcher, watch } from "./watch.js";

/** How often the folder is looked for, in milliseconds. */
const LOOK_EVERY = 2000;
/** After how long changes that could not be queued are looked for again. Those that the database did not take are the service's to bring in. */
const TRY_AGAIN = 5000;

export const FOLDER_GONE = "The repository's folder is not there.";

export interface FollowSettings {
  /** What is left out, for every project. */
  skip: SkipSettings;
  polling: Polling;
  /** Milliseconds. */
  pollInterval: number;
}

export function followSettings(config: Config): FollowSettings {
  const { dataDir, watchPolling, watchInterval } = config;
  return { skip: { ...skipSettings(config), dataDir }, polling: watchPolling, pollInterval: watchInterval };
}

/** The projects that this process follows. */
export interface Following {
  /** Follows these from now on, and no others. One with other settings than before is begun anew. */
  update(projects: readonly Project[]): void;
  /** What the watch of each cannot do, by project; null: nothing. */
  notes(): Map<string, string | null>;
  /** Has all of a project scanned. */
  rescan(projectId: string): void;
  close(): void;
}

/** Follows no project yet. Whoever asks `indexing` for what is pending hears it. */
export function createFollowing(
  indexing: Pick<IndexingService, "start" | "watchedBy">,
  settings: FollowSettings,
  log: Logger,
): Following {
  const followers = new Map<string, { follower: Follower; about: string }>();

  function drop(projectId: string): void {
    followers.get(projectId)?.follower.close();
    followers.delete(projectId);
    indexing.watchedBy(projectId, null);
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
        indexing.watchedBy(projectId, follower);
      }
    },
    notes: () => new Map([...followers].map(([projectId, { follower }]) => [projectId, follower.note()])),
    rescan: (projectId) => followers.get(projectId)?.follower.rescan(),
    close() {
      for (const projectId of followers.keys()) drop(projectId);
    },
  };
}

export type Follower = Pick<Watcher, "note" | "pending" | "rescan" | "close">;

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
        onError: (error) => log.warn({ err: error, ...context }, "the watcher met an error"),
        polling,
        pollInterval,
      });
      watcher = opened;
      const note = opened.note();
      if (note !== null) log.warn(context, note);
      void opened.ready.then(() => (opened === watcher ? index(undefined) : undefined));
    } catch (error) {
      // It went while it was opened, or may not be read: the next look tries again.
      log.warn({ err: error, ...context }, "the repository cannot be watched; it is tried again");
      watched = null;
    }
  }

  async function index(paths: string[] | undefined): Promise<void> {
    try {
      await indexing.start(project, paths ? { paths, watched: true } : {});
    } catch (error) {
      const { code } = toUserError(error, log, context);
      log.error({ err: error, ...context }, "changes could not be queued; they are looked for again");
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

const proc = statSync("/proc", { bigint: true, throwIfNoEntry: false });
/**
 * Whether times of birth are such, or none (0). Without statx, as under an old kernel, Node gives the time of the last change in their
 * place: for /proc too, which has none.
 */
const KNOWS_BIRTHS = proc === undefined || proc.birthtimeNs !== proc.ctimeNs;

/** What tells a folder from another one at its place; null where there is none. */
export function identityOf(folder: string): string | null {
  try {
    const stats = statSync(folder, { bigint: true });
    if (!stats.isDirectory()) return null;
    // A number may be given again to the next folder.
    return `${stats.dev}:${stats.ino}:${KNOWS_BIRTHS ? stats.birthtimeNs : 0n}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}

/**
 * Reports changes of the resources that clients watch. Every replica hears of a publication from the database, and informs the clients whose streams
 * it holds.
 */
import { CodeindexError } from "../base/errors.js";
import { isFault } from "../base/faults.js";
import { sees } from "../model/principal.js";
import { PROJECTS_CHANNEL } from "../store/projects.js";
import { GENERATION_CHANNEL } from "../store/views.js";
import type { Caller, ToolHost } from "../tools/running/tool-host.js";
import { changedResources, type WatchedResource } from "./resources/changes.js";

/** News for a client: a changed resource, or a changed list of resources. */
export type Update = { uri: string } | { list: true };

/** An update as a message of the older era. */
export function updateMessage(update: Update): Record<string, unknown> {
  return "uri" in update
    ? { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: update.uri } }
    : { jsonrpc: "2.0", method: "notifications/resources/list_changed" };
}

/** A follower of changes, until `end`. */
export interface Following {
  /** Ignores a resource that does not exist or that the follower may not see. Never throws. */
  watch(uri: string): Promise<void>;
  unwatch(uri: string): void;
  end(): void;
}

/** A follower's identity, and its project for URIs without one. */
export type Watcher = Pick<Caller, "principal" | "pinnedProject">;

export interface Updates {
  follow(who: Watcher, heard: (update: Update) => void): Following;
  close(): Promise<void>;
}

/** The facts by which a change of a resource is noticed; undefined where it does not exist. */
export type Watch = (who: Watcher, uri: string) => Promise<WatchedResource | undefined>;

/** Changes within this time are reported together, in milliseconds. */
const GATHER = 200;

/** Listens to the database from the first follower on. */
export function createUpdates(host: ToolHost, watchResource: Watch): Updates {
  const { db, log } = host;
  interface Follower {
    who: Watcher;
    watched: Map<string, WatchedResource>;
    heard(update: Update): void;
  }
  const followers = new Set<Follower>();
  const waiting = new Map<string, NodeJS.Timeout>();

  async function tell(projectId: string): Promise<void> {
    waiting.delete(projectId);
    for (const { who, watched, heard } of followers) {
      // Resources of all projects change only with projects that the follower sees.
      if (watched.size === 0 || (projectId !== "" && !sees(who.principal, projectId))) continue;
      // After a lost connection any resource may have changed unnoticed.
      const news = projectId === "" ? [...watched.values()] : await changedResources(host, projectId, watched.values());
      for (const resource of news) {
        // It may have been dropped meanwhile.
        if (!watched.has(resource.uri)) continue;
        watched.set(resource.uri, resource);
        heard({ uri: resource.uri });
      }
    }
  }

  const soon = (projectId: string): void => {
    if (followers.size === 0 || waiting.has(projectId)) return;
    const timer = setTimeout(() => {
      tell(projectId).catch((error) => log.warn({ err: error }, "failed to report changed resources"));
    }, GATHER);
    waiting.set(projectId, timer);
  };
  const listen = () =>
    Promise.all([
      db.listen(GENERATION_CHANNEL, soon),
      db.listen(PROJECTS_CHANNEL, (projectId) => {
        for (const { who, heard } of followers)
          if (projectId === "" || sees(who.principal, projectId)) heard({ list: true });
      }),
    ]);
  let listening: ReturnType<typeof listen> | undefined;

  function start(): void {
    listening ??= listen();
    listening.catch((error) => {
      listening = undefined;
      log.warn({ err: error }, "failed to follow changes of resources");
    });
  }

  /**
   * The notes about a resource that could not be looked at: any change counts then, so that its follower is told too much rather than nothing. Undefined
   * for one that does not exist or that the follower may not see.
   */
  function unnoted(error: unknown, uri: string): WatchedResource | undefined {
    if (error instanceof CodeindexError && !isFault(error)) return undefined;
    log.warn({ err: error, uri }, "failed to look at a watched resource; any change counts as one of it");
    return { uri, projectId: null, path: null, state: "" };
  }

  return {
    follow(who, heard) {
      const watched = new Map<string, WatchedResource>();
      const follower: Follower = { who, watched, heard };
      followers.add(follower);
      start();
      const looking = new Set<string>();
      return {
        async watch(uri) {
          looking.add(uri);
          const resource = await watchResource(who, uri).catch((error) => unnoted(error, uri));
          // It may have been dropped meanwhile.
          if (looking.delete(uri) && resource) watched.set(uri, resource);
        },
        unwatch(uri) {
          looking.delete(uri);
          watched.delete(uri);
        },
        end: () => void followers.delete(follower),
      };
    },
    async close() {
      for (const stop of (await listening?.catch(() => undefined)) ?? []) await stop();
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}

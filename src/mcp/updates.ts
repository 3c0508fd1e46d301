/**
 * Which of the resources that clients watch have changed. Every replica hears of a publish from the database, and tells the clients whose streams it
 * holds; who watches what is counted here, for both eras.
 */
import type { Logger } from "../log.js";
import type { Db } from "../store/db.js";
import { PROJECTS_CHANNEL } from "../store/projects.js";
import { GENERATION_CHANNEL } from "../store/views.js";

/** Something to tell a client: a resource has changed, or the list of resources. */
export type Update = { uri: string } | { list: true };

/** An update as a message of the older era. */
export function updateMessage(update: Update): Record<string, unknown> {
  return "uri" in update
    ? { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: update.uri } }
    : { jsonrpc: "2.0", method: "notifications/resources/list_changed" };
}

export interface Updates {
  /** Hears of changes of the resources that it watches until `end`. */
  follow(heard: (update: Update) => void): { watch(uri: string): void; unwatch(uri: string): void; end(): void };
  close(): Promise<void>;
}

/** Which of these resources are about a project, and have changed since this was last asked. */
export type ChangedResources = (projectId: string, uris: readonly string[]) => Promise<string[]>;

/** Changes that come together are told together, in milliseconds. */
const GATHER = 200;

/** Listens to the database from the first follower on. */
export function createUpdates(db: Db, changed: ChangedResources, log: Logger): Updates {
  interface Follower {
    uris: Set<string>;
    heard(update: Update): void;
  }
  const followers = new Set<Follower>();
  const waiting = new Map<string, NodeJS.Timeout>();

  async function tell(projectId: string): Promise<void> {
    waiting.delete(projectId);
    const watched = [...new Set([...followers].flatMap(({ uris }) => [...uris]))];
    if (watched.length === 0) return;
    // Nobody knows what was missed while the connection was lost: then all may have changed.
    const news = new Set(projectId === "" ? watched : await changed(projectId, watched));
    for (const { uris, heard } of followers) for (const uri of uris) if (news.has(uri)) heard({ uri });
  }

  const soon = (projectId: string): void => {
    if (followers.size === 0 || waiting.has(projectId)) return;
    waiting.set(
      projectId,
      setTimeout(() => {
        tell(projectId).catch((error) => log.warn({ err: error }, "changed resources could not be told"));
      }, GATHER),
    );
  };
  const listen = () =>
    Promise.all([
      db.listen(GENERATION_CHANNEL, soon),
      db.listen(PROJECTS_CHANNEL, () => {
        for (const { heard } of followers) heard({ list: true });
      }),
    ]);
  let listening: ReturnType<typeof listen> | undefined;

  function start(): void {
    listening ??= listen();
    listening.catch((error) => {
      listening = undefined;
      log.warn({ err: error }, "changes of resources cannot be followed");
    });
  }

  return {
    follow(heard) {
      const follower: Follower = { uris: new Set(), heard };
      followers.add(follower);
      start();
      return {
        watch: (uri) => void follower.uris.add(uri),
        unwatch: (uri) => void follower.uris.delete(uri),
        end: () => void followers.delete(follower),
      };
    },
    async close() {
      for (const stop of (await listening?.catch(() => undefined)) ?? []) await stop();
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}

/** Finds repositories that come into a root while the service runs: soon those that are direct children of it, and all of them at intervals. */
import { type FSWatcher, watch } from "node:fs";
import type { Logger } from "../base/log.js";
import { systemCode } from "../base/system-code.js";
import { findRepositories } from "../repository/discover.js";

/** How often the root is looked through, and how long after a change in it, in milliseconds. */
const LOOK_EVERY = 8000;
const SETTLED = 500;

/** Calls `found` with all repositories of the root whenever there may be others. Gives what ends it. */
export function followRoot(
  root: string,
  found: (repositories: readonly string[]) => Promise<void>,
  log: Logger,
): () => Promise<void> {
  let looking: Promise<void> = Promise.resolve();
  let pending: NodeJS.Timeout | undefined;
  let isClosed = false;
  const look = (): void => {
    looking = looking
      .then(async () => {
        const { repositories } = await findRepositories(root);
        if (!isClosed) await found(repositories);
      })
      .catch((error) => log.warn({ err: error, root }, "failed to look for repositories in the root"));
  };
  const changed = (): void => {
    clearTimeout(pending);
    pending = setTimeout(look, SETTLED);
  };
  const timer = setInterval(look, LOOK_EVERY);
  const watcher = watchFolder(root, changed);
  return async () => {
    isClosed = true;
    clearInterval(timer);
    clearTimeout(pending);
    watcher?.close();
    await looking;
  };
}

/** Undefined where the system grants no more watches: the intervals find everything, a little later. */
function watchFolder(folder: string, changed: () => void): FSWatcher | undefined {
  try {
    return watch(folder, changed).on("error", () => undefined);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

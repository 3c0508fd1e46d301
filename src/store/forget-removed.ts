/** Tells caches when a project is removed: another project may later have its id. */
import type { Logger } from "../base/log.js";
import type { Db } from "./db/db.js";
import { listBirths, PROJECTS_CHANNEL } from "./projects.js";

/** Delay of a second forgetting: reads that were under way when a project was removed may have kept its data once more. */
const AGAIN_MS = 45_000;
/** The interval of further looks, in case a notification was lost. */
const LOOK_EVERY_MS = 30_000;

/** Calls `forget` with the id of each project that is removed, until the returned function is called. */
export async function onRemoval(
  db: Db,
  forget: (projectId: string) => void,
  log: Logger,
): Promise<() => Promise<void>> {
  let births = await listBirths(db);
  let looking = Promise.resolve();
  const again = new Set<NodeJS.Timeout>();
  const look = (): void => {
    looking = looking
      .then(async () => {
        const now = await listBirths(db);
        for (const [projectId, birth] of births) {
          if (now.get(projectId) === birth) continue;
          forget(projectId);
          const timer = setTimeout(() => {
            again.delete(timer);
            forget(projectId);
          }, AGAIN_MS).unref();
          again.add(timer);
        }
        births = now;
      })
      .catch((error) => log.debug({ err: error }, "removed projects could not be looked for"));
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  const stopListening = await db.listen(PROJECTS_CHANNEL, look);
  return async () => {
    clearInterval(timer);
    for (const each of again) clearTimeout(each);
    await stopListening();
    await looking;
  };
}

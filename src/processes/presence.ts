/** Says of this process, as long as it runs, that it lives and what it can do: others leave work to it, or take its work over when it is silent. */
import { randomUUID } from "node:crypto";
import type { Logger } from "../base/log.js";
import { ROW_FORMAT } from "../indexing/row-format.js";
import { openCloneFolder, readCloneFolder } from "../repository/git/clone-folder.js";
import type { Db } from "../store/db/db.js";
import { endPresence, type Presence, TELL_EVERY, tellPresence } from "../store/processes.js";

/** This process among those of the installation. */
export interface Self extends Pick<Presence, "processId" | "role"> {
  close(): Promise<void>;
}

/** Begins to tell of this process. One with an embedded database has no others to tell. */
export async function openPresence(
  db: Db,
  { role, clonesDir }: { role: Presence["role"]; clonesDir: string },
  log: Logger,
): Promise<Self> {
  const processId = randomUUID();
  if (db.kind === "pglite") return { processId, role, close: async () => undefined };
  let isClosed = false;
  let telling: Promise<void> = Promise.resolve();

  async function tell(): Promise<void> {
    // A folder that this process may only read has an id when another one has written it.
    const cloneFolder = await openCloneFolder(clonesDir).catch(() => readCloneFolder(clonesDir));
    if (isClosed) return;
    const rowFormat = role === "worker" ? ROW_FORMAT.number : null;
    await tellPresence(db, { processId, role, rowFormat, cloneFolder });
  }

  await tell();
  const timer = setInterval(() => {
    telling = tell().catch((error) => log.warn({ err: error }, "failed to tell other processes that this one lives"));
  }, TELL_EVERY);
  return {
    processId,
    role,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await telling;
      // A watcher is not forgotten at once: workers would begin to fetch what it fetches again after its restart.
      // One that cannot say goodbye is silent, and so is gone soon.
      if (role === "worker") await endPresence(db, processId).catch(() => undefined);
    },
  };
}

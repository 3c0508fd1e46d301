/** A job that another process ends: a waiting caller looks again and again until it sees the end. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../src/base/log.js";
import type { IndexingService } from "../../src/indexing/indexing-types.js";
import { createIndexingService } from "../../src/indexing/jobs.js";
import { createQueue } from "../../src/queue/queue.js";
import type { IndexQueue } from "../../src/queue/queue-types.js";
import { cancelJob } from "../../src/store/jobs.js";
import { registerProject } from "../../src/store/projects.js";
import { collectGarbage } from "../helpers/garbage.js";
import { openPglite } from "../helpers/store.js";

let store: Awaited<ReturnType<typeof openPglite>>;
let queue: IndexQueue;
let indexing: IndexingService;
beforeAll(async () => {
  store = await openPglite();
  queue = await createQueue({ pglite: store.db });
  indexing = createIndexingService({ db: store.db, queue, indexer: null, log: createLog("silent") });
});
afterAll(async () => {
  await indexing.close();
  await queue.close();
  await store.remove();
});

test("garbage that is collected between two looks does not end them", async () => {
  const project = await registerProject(store.db, "/srv/shop");
  const { jobId } = await indexing.start(project, {});
  let ended: string | undefined;
  void indexing.wait(jobId, new AbortController().signal).then(({ status }) => {
    ended = status;
  });
  await collectGarbage();
  await cancelJob(store.db, jobId);
  await expect.poll(() => ended, { timeout: 5000 }).toBe("cancelled");
});

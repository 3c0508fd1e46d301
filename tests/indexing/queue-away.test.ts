/** A queue that was never reached answers nothing, not even no: whoever asks is not held up by it, and nothing is lost. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "../../src/base/log.js";
import type { IndexingService } from "../../src/indexing/indexing-types.js";
import { createIndexingService } from "../../src/indexing/jobs.js";
import type { IndexQueue } from "../../src/queue/queue-types.js";
import { registerProject } from "../../src/store/projects.js";
import { openPglite } from "../helpers/store.js";

let store: Awaited<ReturnType<typeof openPglite>>;
let indexing: IndexingService;
beforeAll(async () => {
  store = await openPglite();
  const never = () => new Promise<never>(() => undefined);
  const queue = { patience: 100, add: never, remove: never } as unknown as IndexQueue;
  indexing = createIndexingService({ db: store.db, queue, indexer: null, log: createLog("silent") });
});
afterAll(async () => {
  await indexing.close();
  await store.remove();
});

test("a build is recorded, and can be cancelled", async () => {
  const project = await registerProject(store.db, "/srv/shop");
  const { jobId } = await indexing.start(project, {});
  expect(await indexing.get(jobId)).toMatchObject({ status: "queued" });
  expect(await indexing.cancel(jobId)).toMatchObject({ status: "cancelled" });
});

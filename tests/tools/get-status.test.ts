/** get_status where a service only answers, and workers index. */
import { expect, test } from "vitest";
import { createLog } from "../../src/base/log.js";
import { createIndexingService } from "../../src/indexing/jobs.js";
import { createQueue } from "../../src/queue/queue.js";
import { createSearcher } from "../../src/search/search.js";
import { openSettings, startSettings } from "../../src/store/live-settings.js";
import { listProjects } from "../../src/store/projects.js";
import { ensureView } from "../../src/store/views.js";
import { TOOLS } from "../../src/tools/index.js";
import { asker } from "../helpers/app.js";
import { openPglite } from "../helpers/store.js";
import { tableHost, viewsBy } from "../mcp/table.js";
import { indexFiles } from "../search/index-files.js";

const redis = process.env.TEST_REDIS_URL;

test.runIf(redis)("nobody works: it says what waits, and who is missing", async () => {
  const { db, remove } = await openPglite();
  await indexFiles(db, { "a.ts": "export class Cart {}\n" }, { projectId: "shop" });
  // The highest databases are other tests'.
  const queue = await createQueue({
    redis: Object.assign(new URL(redis!), { pathname: "/13" }).href,
    space: "codeindex:test",
  });
  const indexing = createIndexingService({ db, queue, indexer: null, log: createLog("silent") });
  const searcher = createSearcher(db, { cacheBytes: 1_000_000 });
  const settings = await openSettings(db, startSettings(tableHost().config), createLog("silent"));
  const host = {
    ...tableHost(),
    ...{ tools: TOOLS, db, searcher, indexing, settings, projects: () => listProjects(db) },
    ...viewsBy(({ projectId }) => ensureView(db, projectId)),
  };
  const status = () => asker(() => host)("get_status");
  try {
    const alone = await status();
    expect(alone.structured).toMatchObject({ worker_note: expect.stringContaining("codeindex worker") });
    expect(alone.text).toContain("No worker runs");
    queue.process({ job: async () => "done", failed: () => undefined }, { parts: 0 });
    await expect.poll(async () => (await status()).structured).toMatchObject({ worker_note: null });
  } finally {
    await Promise.all([indexing.close(), searcher.close(), settings.close()]);
    await queue.close();
    await remove();
  }
});

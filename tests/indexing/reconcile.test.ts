/** Changes that nobody brings in any more are looked for, and a project is one job's at a time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { CodeindexError } from "../../src/base/errors.js";
import { createLog } from "../../src/base/log.js";
import type { Indexer } from "../../src/indexing/indexer.js";
import type { IndexingService } from "../../src/indexing/indexing-types.js";
import { createIndexingService } from "../../src/indexing/jobs.js";
import type { IndexQueue, QueueHandlers, QueueJob } from "../../src/queue/queue-types.js";
import type { Db } from "../../src/store/db/db.js";
import { type Project, registerProject } from "../../src/store/projects.js";
import { openPglite } from "../helpers/store.js";

let store: Awaited<ReturnType<typeof openPglite>>;
const lines: string[] = [];
let indexing: IndexingService;
let shop: Project;
let handlers: QueueHandlers;
const queued: QueueJob[] = [];
const run = { signal: new AbortController().signal, isLastAttempt: false };

beforeAll(async () => {
  store = await openPglite();
  shop = await registerProject(store.db, "/srv/shop");
  const queue = {
    patience: 1000,
    add: async (job: QueueJob) => void queued.push(job),
    remove: async () => undefined,
    process: (given: QueueHandlers) => {
      handlers = given;
    },
  } as unknown as IndexQueue;
  // It is never done.
  const indexer = { run: () => new Promise(() => undefined) } as unknown as Indexer;
  const log = createLog("debug", { write: (line) => void lines.push(line) }, false);
  indexing = createIndexingService({ db: store.db, queue, indexer, log });
  await indexing.begin({ alone: true });
});
afterAll(async () => {
  await indexing.close();
  await store.remove();
});

test("changes that a watcher saw are brought in by a build when their job was cancelled", async () => {
  const { jobId } = await indexing.start(shop, { paths: ["a.ts"], watched: true });
  await indexing.cancel(jobId);
  await expect.poll(() => queued.map(({ lane }) => lane), { timeout: 15_000 }).toEqual(["interactive", "bulk"]);
});

test("a job under way keeps its project, whatever the clock says", async () => {
  const [first, second] = [await indexing.start(shop, { force: true }), await indexing.start(shop, { force: true })];
  const job = ({ jobId }: { jobId: string }): QueueJob => ({ jobId, projectId: shop.projectId, lane: "bulk" });
  void handlers.job(job(first), run);
  await expect.poll(async () => (await indexing.get(first.jobId))?.status).toBe("running");
  await store.db.query("update jobs set heartbeat_at = heartbeat_at - interval '1 hour' where status = 'running'");
  expect(await handlers.job(job(first), run)).toBe("busy");
  expect(await handlers.job(job(second), run)).toBe("busy");
});

test("a job that takes every worker with it is given up in the end, and may be tried again", async () => {
  const project = await registerProject(store.db, "/srv/deadly");
  const { jobId } = await indexing.start(project, { force: true });
  await store.db.query("update jobs set deaths = 20 where job_id = $1", [jobId]);
  const job: QueueJob = { jobId, projectId: project.projectId, lane: "bulk" };
  await expect(handlers.job(job, { ...run, isLastAttempt: true })).rejects.toThrow("20 workers have died");
  expect(await indexing.get(jobId)).toMatchObject({ status: "failed", error: { code: "index_error" } });
  const said = lines.map((line) => JSON.parse(line)).filter(({ job }) => job === jobId);
  expect(said).toMatchObject([
    { msg: "began a job", kind: "build", project: "deadly" },
    { msg: "ended a job", outcome: "failed", code: "index_error" },
  ]);
  await indexing.retry(jobId);
  void handlers.job(job, run);
  await expect.poll(async () => (await indexing.get(jobId))?.status).toBe("running");
});

test("the end of a run is recorded as soon as the database is back, and not when others miss the run", async () => {
  const project = await registerProject(store.db, "/srv/blip");
  let isAway = false;
  const whileThere = <T>(work: () => Promise<T>): Promise<T> =>
    isAway ? Promise.reject(new CodeindexError("engine_unavailable", "The database cannot be reached.")) : work();
  const db: Db = {
    ...store.db,
    query: (text, values, signal) => whileThere(() => store.db.query(text, values, signal)),
    transaction: (work) => whileThere(() => store.db.transaction(work)),
  };
  let taken: QueueHandlers | undefined;
  const queue = {
    patience: 1000,
    add: async () => undefined,
    remove: async () => undefined,
    process: (given: QueueHandlers) => {
      taken = given;
    },
  } as unknown as IndexQueue;
  const indexer = {
    async run() {
      isAway = true;
      throw new CodeindexError("engine_unavailable", "The database cannot be reached.");
    },
  } as unknown as Indexer;
  const other = createIndexingService({ db, queue, indexer, log: createLog("silent") });
  await other.begin({ alone: false });
  try {
    const { jobId } = await other.start(project, { force: true });
    const record = async () => (await indexing.get(jobId))!.status;
    const ended = taken!.job({ jobId, projectId: project.projectId, lane: "bulk" }, run);
    ended.catch(() => undefined);
    await expect.poll(() => isAway).toBe(true);
    expect(await record()).toBe("running");
    isAway = false;
    await expect(ended).rejects.toMatchObject({ code: "engine_unavailable" });
    expect(await record()).toBe("queued");
    const [{ deaths }] = (await store.db.query("select deaths from jobs where job_id = $1", [jobId])) as [
      { deaths: number },
    ];
    expect(deaths).toBe(0);
  } finally {
    await other.close();
  }
});

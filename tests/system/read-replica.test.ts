/** Answers come from a replica of the database once it has the published generation, and never from an older state. */
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createLog } from "../../src/base/log.js";
import { readConfig } from "../../src/config/config.js";
import { type App, createApp } from "../../src/processes/service.js";
import type { Db } from "../../src/store/db/db.js";
import { createPostgres } from "../../src/store/db/postgres.js";
import { registerProject } from "../../src/store/projects.js";
import { createReadReplica, type ReadReplica } from "../../src/store/read-replica.js";
import { ensureView } from "../../src/store/views.js";
import { readReadiness } from "../../src/telemetry/readiness.js";
import { type FaultProxy, openFaultProxy } from "../faults/fault-proxy.js";
import { asker } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { openPostgres } from "../helpers/store.js";
import { until } from "../helpers/until.js";

const { TEST_REPLICATED_URL: server, TEST_REPLICA_URL: replicaServer } = process.env;

describe.runIf(server && replicaServer)("a service with a replica", () => {
  let database: Awaited<ReturnType<typeof openPostgres>>;
  let proxy: FaultProxy;
  /** A superuser of the replica. */
  let operator: Db;
  let app: App;
  let repository: string;
  const ask = asker(() => app);

  beforeAll(async () => {
    database = await openPostgres(server!);
    operator = createPostgres(replicaServer!, { max: 1 });
    const { hostname, port } = new URL(replicaServer!);
    proxy = await openFaultProxy(hostname, Number(port));
    repository = join(temporaryFolder(), "shop");
    writeFiles(repository, {
      "basket.ts": dedent`
        export function addToBasket(item: string) {
          return [item];
        }
      `,
    });
    const flags = { repos: [repository], watchFiles: false, logLevel: "silent", port: 0 };
    const settings = {
      DATABASE_URL: database.url,
      DATABASE_READ_URL: urlOf(proxy),
      CODEINDEX_EMBEDDING_PROVIDER: "none",
    };
    app = await createApp(readConfig(flags, settings));
    await index();
    await level();
  });
  afterEach(async () => {
    proxy.restore();
    await replay(true);
    await level();
  });
  afterAll(async () => {
    await app?.close();
    await proxy?.close();
    await operator?.close();
    await database?.remove();
  });

  function urlOf({ port }: FaultProxy): string {
    const url = new URL(database.url);
    url.host = `127.0.0.1:${port}`;
    return url.href;
  }

  /** Whether the replica replays what the database writes. */
  async function replay(isOn: boolean): Promise<void> {
    await operator.query(`select pg_wal_replay_${isOn ? "resume" : "pause"}()`);
    const wanted = isOn ? "not paused" : "paused";
    await until(async () => {
      const [row] = await operator.query<{ state: string }>("select pg_get_wal_replay_pause_state() as state");
      return row!.state === wanted;
    });
  }

  /** Resolves when the replica has all that the database has, and the service knows. */
  async function level(): Promise<void> {
    const [end] = await database.db.query<{ lsn: string }>("select pg_current_wal_lsn()::text as lsn");
    await until(async () => {
      const ask = "select pg_last_wal_replay_lsn() >= $1::pg_lsn as has";
      const [row] = await operator.query<{ has: boolean }>(ask, [end!.lsn]);
      return row!.has;
    });
    await until(() =>
      app.replica!.check().then(
        () => true,
        () => false,
      ),
    );
  }

  async function index(id = "shop"): Promise<void> {
    const project = (await app.projects()).find(({ projectId }) => projectId === id);
    const { jobId } = await app.indexing.start(project!, { force: false });
    await app.indexing.wait(jobId, AbortSignal.timeout(60_000));
  }

  async function named(query: string, project_id = "shop"): Promise<string[]> {
    const { structured } = await ask("search_symbols", { query, project_id });
    return (structured as { results: { name: string }[] }).results.map(({ name }) => name);
  }

  /** The statements of some work's answers, by where they ran. */
  async function statementsOf(work: () => Promise<unknown>): Promise<{ replica: number; database: number }> {
    const before = app.replica!.figures().statements;
    await work();
    const after = app.replica!.figures().statements;
    return { replica: after.replica - before.replica, database: after.database - before.database };
  }

  test("reads answers from the replica alone", async () => {
    const { replica, database: own } = await statementsOf(async () => {
      expect(await named("addToBasket")).toEqual(["addToBasket"]);
    });
    expect(replica).toBeGreaterThan(0);
    expect(own).toBe(0);
  });

  test("reads from the database what the replica has not replayed yet, and from the replica again as soon as it has", async () => {
    await replay(false);
    writeFiles(repository, { "order.ts": "export function placeOrder() {}\n" });
    const behind = await statementsOf(async () => {
      await index();
      expect(await named("placeOrder")).toEqual(["placeOrder"]);
    });
    expect(behind.replica).toBe(0);
    expect(behind.database).toBeGreaterThan(0);
    await replay(true);
    await level();
    const levelled = await statementsOf(() => ask("get_file_context", { path: "order.ts", project_id: "shop" }));
    expect(levelled).toMatchObject({ database: 0 });
    expect(levelled.replica).toBeGreaterThan(0);
  });

  test("shows a project that was just added, and asks the database about it", async () => {
    await replay(false);
    const folder = join(temporaryFolder(), "wine");
    writeFiles(folder, { "cork.ts": "export function pullCork() {}\n" });
    const { projectId } = await registerProject(database.db, folder);
    await index(projectId);
    expect((await ask("list_projects")).structured).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining({ project_id: projectId })]),
    });
    expect(await named("pullCork", projectId)).toEqual(["pullCork"]);
  });

  test("reads the rest of a call from the database once it meets files of a later publish", async () => {
    const view = await ensureView(database.db, "shop");
    const { replica, db } = { replica: app.replica!, db: app.replica!.db };
    const { database: own } = await statementsOf(() =>
      replica.about(view, async () => {
        await db.query("select 1");
        // Another call has brought the snapshot of a later generation from the database.
        await app.searcher.snapshot({ ...view, generation: view.generation - 1 });
        await db.query("select 1");
      }),
    );
    expect(own).toBe(1);
  });

  test.each<[string, (proxy: FaultProxy) => void]>([
    ["is gone", (broken) => broken.stop()],
    ["hangs", (broken) => broken.stall()],
  ])("answers from the database while the replica %s, says so, and goes back to it", async (_, breakIt) => {
    breakIt(proxy);
    const { replica } = await statementsOf(async () => expect(await named("addToBasket")).toEqual(["addToBasket"]));
    expect(replica).toBe(0);
    await expect
      .poll(() => readyOf(app), { timeout: 30_000 })
      .toMatchObject({
        down: ["replica"],
        parts: { replica: { code: "engine_unavailable", message: expect.stringContaining("does not answer") } },
      });
    const { text } = await app.metrics.read();
    expect(text).toContain('codeindex_up{part="replica"} 0');
    expect(text).toContain("codeindex_replica_lag_seconds Nan");
    proxy.restore();
    await level();
    const back = await statementsOf(() => named("addToBasket"));
    expect(back.replica).toBeGreaterThan(0);
  });

  test("says how far the replica is behind", async () => {
    await replay(false);
    // A replica that no process has seen level: the last transaction that it has replayed tells.
    const late = createReadReplica(database.db, urlOf(proxy), {
      sealKeys: { isOn: false, keys: [] },
      log: createLog("silent"),
      interval: 100,
      late: 0.5,
    });
    onTestFinished(() => late.close());
    await late.check();
    await registerProject(database.db, temporaryFolder());
    await expect
      .poll(() => readyOf({ ...app, replica: late }), { timeout: 30_000 })
      .toMatchObject({
        down: ["replica"],
        parts: { replica: { message: expect.stringMatching(/is \d+ s behind/) } },
      });
    expect(late.figures().lagSeconds).toBeGreaterThan(0.5);
  });

  function readyOf({ db, replica, log }: Pick<App, "db" | "log"> & { replica?: ReadReplica | null }) {
    return readReadiness({ db, replica, checkQueue: null, log });
  }
});

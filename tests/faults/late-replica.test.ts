/**
 * A replica that replays hours later (recovery_min_apply_delay), or not at all (pg_wal_replay_pause): the database gives all answers that the replica
 * cannot, and it is told how far the replica is behind.
 */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { mergeIfNeeded } from "../../src/indexing/merge-segments.js";
import { type App, createApp } from "../../src/processes/service.js";
import { createPostgres } from "../../src/store/db/postgres.js";
import { readReadiness } from "../../src/telemetry/readiness.js";
import { asker } from "../helpers/app.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { until } from "../helpers/until.js";
import { type OwnPostgres, postgresPrograms, startPostgres } from "./own-postgres.js";
import { PATIENCE } from "./team.js";

const isSkipped = postgresPrograms === undefined;

describe.skipIf(isSkipped)(`a replica hours behind${isSkipped ? " (skipped: no PostgreSQL to start)" : ""}`, () => {
  let primary: OwnPostgres;
  let replica: OwnPostgres;
  let app: App;
  const repository = join(temporaryFolder(), "shop");
  const ask = asker(() => app);

  async function open(): Promise<void> {
    const flags = { repos: [repository], watchFiles: false, logLevel: "silent", port: 0 };
    const settings = {
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: replica.url,
      CODEINDEX_EMBEDDING_PROVIDER: "none",
    };
    app = await createApp(readConfig(flags, settings));
  }

  async function save(name: string): Promise<void> {
    writeFiles(repository, { [`${name}.ts`]: `export function ${name}() {}\n` });
    const [project] = await app.projects();
    const { jobId } = await app.indexing.start(project!, {});
    await app.indexing.wait(jobId, AbortSignal.timeout(60_000));
  }

  async function found(query: string): Promise<string[]> {
    const { structured } = await ask("search_symbols", { query, project_id: "shop" });
    return (structured as { results: { name: string }[] }).results.map(({ name }) => name);
  }

  const lag = async () => {
    const { text } = await app.metrics.read();
    return Number(/^codeindex_replica_lag_seconds (\S+)$/m.exec(text)?.[1]);
  };
  const ready = () => readReadiness({ db: app.db, replica: app.replica, checkQueue: null, log: app.log });

  beforeAll(async () => {
    primary = await startPostgres();
    replica = await primary.replica();
    writeFiles(repository, { "first.ts": "export function first() {}\n" });
    await open();
  }, PATIENCE);
  afterAll(async () => {
    await app?.close();
    for (const server of [replica, primary]) server?.remove();
  });

  test(
    "that replays nothing any more gives the answers of its publish, whatever the database has merged since, and the database the later ones",
    async () => {
      for (let file = 0; file < 9; file++) await save(`parcel${file}`);
      await until(async () => (await lag()) === 0);
      const isOnReplica = async (work: () => Promise<unknown>) => {
        const before = app.replica!.figures().statements;
        await work();
        return app.replica!.figures().statements.replica > before.replica;
      };
      await until(() => isOnReplica(() => found("parcel0")));
      const operator = createPostgres(replica.url, { max: 1 });
      await operator.query("select pg_wal_replay_pause()");
      await until(async () => {
        const [row] = await operator.query<{ state: string }>("select pg_get_wal_replay_pause_state() as state");
        return row!.state === "paused";
      });
      // Nothing was published: the replica goes on to answer, by the segments that the database has merged.
      expect(await mergeIfNeeded(app.db, "shop", () => true)).toBeGreaterThan(0);
      const expectAll = async (...names: string[]) => {
        for (const name of names) expect(await found(name)).toContain(name);
      };
      expect(await isOnReplica(() => expectAll("parcel1", "parcel2", "parcel8"))).toBe(true);
      await save("fourth");
      expect(await isOnReplica(() => expectAll("fourth", "parcel3", "parcel7"))).toBe(false);
      await until(async () => (await lag()) > 0);
      // A service that never saw the replica level: the last transaction that it has replayed tells.
      await app.close();
      await open();
      await until(async () => (await lag()) > 0);
      await expectAll("fourth", "parcel4");
      await operator.query("select pg_wal_replay_resume()");
      await operator.close();
      await until(async () => (await lag()) === 0);
      await until(() => isOnReplica(() => expectAll("fourth", "parcel5")));
    },
    PATIENCE,
  );

  test(
    "leaves all answers to the database, and its lag is told",
    async () => {
      await save("second");
      await until(async () => (await lag()) === 0);
      replica.set("recovery_min_apply_delay", "3h");
      await save("third");
      const before = app.replica!.figures().statements;
      expect(await found("third")).toContain("third");
      const after = app.replica!.figures().statements;
      expect(after.replica).toBe(before.replica);
      expect(after.database).toBeGreaterThan(before.database);
      await until(async () => (await lag()) > 0);
      // Longer than a minute.
      await until(async () => (await ready()).down.includes("replica"), { within: 120_000, every: 1000 });
      expect((await ready()).parts.replica).toMatchObject({
        message: expect.stringMatching(/is \d+ (s|minutes) behind/),
      });
      expect(await found("third")).toContain("third");
    },
    PATIENCE,
  );

  test(
    "is told by a service that never saw it level, and of a replica that has replayed nothing since its start",
    async () => {
      await app.close();
      replica.remove();
      replica = await primary.replica();
      replica.set("recovery_min_apply_delay", "3h");
      const own = createPostgres(replica.url, { max: 1 });
      expect(await own.query("select pg_last_xact_replay_timestamp() as at")).toEqual([{ at: null }]);
      await own.close();
      const writer = createPostgres(primary.url, { max: 1 });
      await writer.query("create table later ()");
      await writer.close();
      await open();
      await until(async () => (await lag()) > 0);
    },
    PATIENCE,
  );
});

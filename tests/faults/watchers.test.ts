/** Three watchers and thirty projects: they share them evenly, and what a dead one followed is followed again within half a minute. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeFiles } from "../helpers/folders.js";
import { commitAll, git } from "../helpers/git.js";
import { until } from "../helpers/until.js";
import { type Cluster, openCluster } from "./cluster.js";
import { hasServers, LONG_WAIT, PATIENCE } from "./team.js";

const PROJECTS = 30;
const WATCHERS = ["watcher", "watcher2", "watcher3"] as const;

describe.runIf(hasServers)("three watchers", () => {
  let cluster: Cluster;
  const folderOf = (at: number) => join(cluster.root, `p${at}`);

  beforeAll(async () => {
    cluster = await openCluster({ database: process.env.TEST_DATABASE_URL!, redis: process.env.TEST_REDIS_URL! });
    for (let index = 0; index < PROJECTS; index++) {
      mkdirSync(folderOf(index));
      git(folderOf(index), "init", "-q", "-b", "main");
      writeFiles(folderOf(index), { "a.ts": `export const first${index} = 1;\n` });
      commitAll(folderOf(index), "first");
    }
    await Promise.all((["service1", "worker1", "worker2", ...WATCHERS] as const).map((role) => cluster.start(role)));
  }, PATIENCE);
  afterAll(() => cluster?.close(), PATIENCE);

  /** The projects of each watcher. */
  async function followed(): Promise<string[][]> {
    const rows = await cluster.db.query<{ ids: string[] }>(
      "select array_agg(project_id) as ids from projects where watched_by is not null group by watched_by order by count(*)",
    );
    return rows.map(({ ids }) => ids);
  }
  const patience = { within: LONG_WAIT, every: 250, but: () => cluster.output().slice(-4000) };

  test(
    "share thirty projects evenly, and two take over what the third followed",
    async () => {
      let counts = "";
      const isEven = async () => {
        counts = (await followed()).map(({ length }) => length).join();
        return counts === "10,10,10";
      };
      await until(isEven, { ...patience, but: () => `${counts} ${cluster.output().slice(-4000)}` });
      await cluster.settle(LONG_WAIT);
      const before = new Map(
        (
          await cluster.db.query<{ id: string; by: string }>("select project_id as id, watched_by as by from projects")
        ).map(({ id, by }) => [id, by]),
      );
      await cluster.kill("watcher3");
      const killedAt = performance.now();
      for (let index = 0; index < PROJECTS; index++)
        writeFiles(folderOf(index), { "b.ts": `export const later${index} = 1;\n` });
      await until(async () => {
        const [row] = await cluster.db.query<{ count: number }>(
          "select count(distinct watched_by) as count from projects",
        );
        return row!.count === 2;
      }, patience);
      const taken = performance.now() - killedAt;
      const after = await cluster.db.query<{ id: string; by: string }>(
        "select project_id as id, watched_by as by from projects",
      );
      expect(after.filter(({ id, by }) => before.get(id) !== by).length).toBeGreaterThanOrEqual(10);
      expect(taken).toBeLessThan(30_000);
      for (let index = 0; index < PROJECTS; index++)
        await until(async () => {
          const { body } = await cluster.call("service1", "search_symbols", `p${index}`, { query: `later${index}` });
          return ((body.results as unknown[] | undefined) ?? []).length > 0;
        }, patience);
    },
    PATIENCE,
  );
});

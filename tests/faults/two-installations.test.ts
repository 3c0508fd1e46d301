/** Two installations with one Redis and one PostgreSQL server, as two releases in one namespace: each has its own jobs, and answers from its own. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeFiles } from "../helpers/folders.js";
import { commitAll, git } from "../helpers/git.js";
import { until } from "../helpers/until.js";
import { type Cluster, openCluster } from "./cluster.js";
import { hasServers, LONG_WAIT, PATIENCE } from "./team.js";

const NAMES = ["red", "blue"] as const;

describe.runIf(hasServers)("two installations", () => {
  const clusters: Cluster[] = [];

  beforeAll(async () => {
    for (const name of NAMES) {
      const [first] = clusters;
      const cluster = await openCluster({
        database: process.env.TEST_DATABASE_URL!,
        redis: process.env.TEST_REDIS_URL!,
        ...(first && { beside: first }),
      });
      clusters.push(cluster);
      save(cluster, `${name}First`);
      git(join(cluster.root, "shop"), "init", "-q", "-b", "main");
      commitAll(join(cluster.root, "shop"), "first");
      for (const role of ["service1", "worker1", "watcher"] as const) await cluster.start(role);
    }
  }, PATIENCE);
  afterAll(async () => {
    for (const cluster of clusters.reverse()) await cluster.close();
  }, PATIENCE);

  const save = ({ root }: Cluster, name: string) =>
    writeFiles(join(root, "shop"), { "a.ts": `export const ${name} = 1;\n` });

  async function named(cluster: Cluster, query: string): Promise<unknown> {
    const { body } = await cluster.call("service1", "search_symbols", "shop", { query });
    return ((body.results as { name: string }[] | undefined) ?? []).map(({ name }) => name);
  }

  test(
    "keep their projects of one name apart, and no job of one goes to a worker of the other",
    async () => {
      for (let round = 0; round < 5; round++) {
        for (const [at, cluster] of clusters.entries()) save(cluster, `${NAMES[at]}Round${round}`);
        for (const [at, cluster] of clusters.entries()) {
          const wanted = `${NAMES[at]}Round${round}`;
          await until(async () => String(await named(cluster, wanted)) === wanted, {
            within: LONG_WAIT,
            every: 250,
            but: () => cluster.output().slice(-4000),
          });
        }
      }
      for (const [at, cluster] of clusters.entries()) {
        expect(await named(cluster, `${NAMES[1 - at]}Round4`)).toEqual([]);
        expect(await cluster.db.query("select status from jobs where status <> 'completed'")).toEqual([]);
        expect(cluster.output()).not.toContain("failed to use the queue");
        expect(await cluster.ready("service1")).toMatchObject({ body: { ready: true, degraded: false } });
      }
      // A worker that is gone is missed by its own installation, and the other's is not taken for it.
      const [red, blue] = clusters;
      await blue!.kill("worker1");
      save(blue!, "blueLater");
      save(red!, "redLater");
      await until(async () => String(await named(red!, "redLater")) === "redLater", { within: LONG_WAIT, every: 250 });
      expect(await named(blue!, "blueLater")).toEqual([]);
      await blue!.start("worker1");
      await until(async () => String(await named(blue!, "blueLater")) === "blueLater", {
        within: LONG_WAIT,
        every: 250,
      });
    },
    PATIENCE,
  );
});

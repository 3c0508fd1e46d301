/** A team at work on a repository that an installation indexes: it saves files and asks, and its index is to be whole whatever happens. */
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { brokenRows, expectSameIndex } from "../system/dump.js";
import { createRandom, type Random } from "../system/random.js";
import { commitTwoBranches, editOnce, put, writeRepository } from "../system/repository.js";
import { type Cluster, type ClusterOptions, openCluster, type Reply, type Role } from "./cluster.js";

const ROLES: readonly Role[] = ["service1", "service2", "worker1", "worker2", "watcher"];
/** Of tests that wait for a whole installation, in milliseconds. */
export const PATIENCE = 600_000;
/** Of one thing that such a test waits for. */
export const LONG_WAIT = 180_000;

export interface Team {
  cluster: Cluster;
  /** The repository's folder. */
  shop: string;
  random: Random;
  /** Saves files for a while, as a team does. */
  editFor(milliseconds: number): Promise<void>;
  /** Asks both services over and over until `work` is done; gives the replies. */
  whileAsking(work: () => Promise<void>): Promise<Reply[]>;
  /** A save, and a question whether it can be found. If it is found, all before it has arrived. */
  saveMark(): { isFound(): Promise<boolean> };
  /** Waits until all has arrived, and compares the index with one built from nothing. */
  expectWhole(): Promise<void>;
  close(): Promise<void>;
}

const { TEST_DATABASE_URL: database, TEST_REDIS_URL: redis } = process.env;
export const hasServers = database !== undefined && redis !== undefined;

export interface TeamOptions extends Omit<ClusterOptions, "database" | "redis"> {
  /** Gives the URL of another server than TEST_DATABASE_URL, once the tests have begun. */
  database?: () => string;
  /** Gives the URL of another Redis than TEST_REDIS_URL, likewise. */
  redis?: () => string;
  /** The processes of the installation. Without a watcher only what a test asks for is indexed. */
  roles?: readonly Role[];
  /** The repository has about four times as many files. */
  size?: number;
}

/**
 * A team for the tests of a `describe`, from the first to the last. Faults that a failed test left are mended after it: others do not fail with it.
 * `closed` runs when the team is gone.
 */
export function useTeam(options: TeamOptions = {}, closed?: () => Promise<void>): () => Team {
  const { roles = ROLES } = options;
  let team: Team | undefined;
  beforeAll(async () => {
    const servers = { redis: options.redis?.() ?? redis!, database: options.database?.() ?? database! };
    team = await openTeam({ ...options, ...servers });
  }, PATIENCE);
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") console.error(team!.cluster.output().slice(-6000));
    await team!.cluster.mend(roles);
  }, PATIENCE);
  afterAll(async () => {
    await team?.close();
    await closed?.();
  }, PATIENCE);
  return () => team!;
}

/** Starts all processes and waits for the first index. */
async function openTeam({
  roles = ROLES,
  size = 12,
  ...options
}: ClusterOptions & Pick<TeamOptions, "roles" | "size">): Promise<Team> {
  const cluster = await openCluster(options);
  const shop = join(cluster.root, "shop");
  const random = createRandom(Number(process.env.CODEINDEX_TEST_SEED ?? 1));
  writeRepository(shop, size);
  commitTwoBranches(shop, random);
  await Promise.all(roles.map((role) => cluster.start(role)));
  if (!roles.includes("watcher")) await cluster.post("service1", "/projects", { path: shop });
  await built();
  let marks = 0;

  async function built(): Promise<void> {
    for (let waited = 0; waited < LONG_WAIT; waited += 200) {
      const { status } = await cluster.call("service1", "get_status", "shop");
      const { body } = await cluster.call("service1", "search_symbols", "shop", { query: "helper1" });
      // A preview answers before.
      const generation = (body.index as { generation?: number } | undefined)?.generation ?? 0;
      if (status === 200 && generation > 0) return;
      await setTimeout(200);
    }
    throw new Error(`the first index was not built:\n${cluster.output()}`);
  }

  function saveMark(): { isFound(): Promise<boolean> } {
    const mark = `mark${Date.now()}x${marks++}`;
    put(shop, "mark.ts", `export const ${mark} = 1;\n`);
    return {
      async isFound() {
        const { body } = await cluster.call("service2", "search_symbols", "shop", { query: mark });
        return ((body.results as { name?: string }[] | undefined) ?? []).some(({ name }) => name === mark);
      },
    };
  }

  return {
    cluster,
    shop,
    random,
    async editFor(milliseconds) {
      for (const end = performance.now() + milliseconds; performance.now() < end; await setTimeout(random.int(150)))
        editOnce(shop, random);
    },
    async whileAsking(work) {
      const replies: Reply[] = [];
      let isDone = false;
      const asking = (["service1", "service2"] as const).map(async (role) => {
        while (!isDone) {
          replies.push(await cluster.call(role, "search_symbols", "shop", { query: "helper" }));
          await setTimeout(100);
        }
      });
      try {
        await work();
      } finally {
        isDone = true;
        await Promise.all(asking);
      }
      return replies;
    },
    saveMark,
    async expectWhole() {
      const { isFound } = saveMark();
      const fresh = cluster.fresh("shop");
      fresh.catch(() => undefined);
      await expect.poll(isFound, { timeout: LONG_WAIT, interval: 250 }).toBe(true);
      await cluster.settle(LONG_WAIT);
      expect(await brokenRows(cluster.db, "shop")).toEqual([]);
      expectSameIndex(await cluster.dump("shop"), await fresh);
    },
    close: () => cluster.close(),
  };
}

/** Answered, or refused with an error that may be tried again. */
export function expectHonest(replies: readonly Reply[]): void {
  const bad = replies.filter(({ status, body }) => {
    const error = body.error as { retryable?: boolean } | undefined;
    return status !== 200 && error?.retryable !== true;
  });
  expect(bad).toEqual([]);
}

/**
 * Faults that servers meet, on real processes. After each: no change is lost, no generation is mixed, no lock stays, every request was answered or
 * refused with an error that may be tried again, and the index equals one built from nothing.
 */
import { cpSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { brokenRows, expectSameIndex } from "../system/dump.js";
import { createRandom } from "../system/random.js";
import { commitTwoBranches, editOnce, git, put, writeRepository } from "../system/repository.js";
import { type Cluster, openCluster, type Reply, type Role } from "./cluster.js";

const { TEST_DATABASE_URL: database, TEST_REDIS_URL: redis } = process.env;
const ROLES: Role[] = ["service1", "service2", "worker1", "worker2", "watcher"];
const PATIENCE = 300_000;

describe.runIf(database && redis)("faults", () => {
  let cluster: Cluster;
  let shop: string;
  const random = createRandom(Number(process.env.CODEINDEX_TEST_SEED ?? 1));

  beforeAll(async () => {
    cluster = await openCluster(database!, redis!);
    shop = join(cluster.root, "shop");
    writeRepository(shop, 12);
    commitTwoBranches(shop, random);
    for (const role of ROLES) await cluster.start(role);
    await built();
  }, PATIENCE);
  afterEach((context) => {
    if (context.task.result?.state === "fail") console.error(cluster.output().slice(-6000));
  });
  afterAll(() => cluster?.close(), PATIENCE);

  async function built(): Promise<void> {
    for (let waited = 0; waited < 120_000; waited += 200) {
      const { status } = await cluster.call("service1", "get_status", "shop");
      const { body } = await cluster.call("service1", "search_symbols", "shop", { query: "helper1" });
      if (status === 200 && !("error" in body)) return;
      await setTimeout(200);
    }
    throw new Error("the first index was not built");
  }

  /** Saves files for a while, as a team does. */
  async function editFor(milliseconds: number): Promise<void> {
    for (const end = Date.now() + milliseconds; Date.now() < end; await setTimeout(random.int(150)))
      editOnce(shop, random);
  }

  /** Asks both services over and over until `work` is done; gives the replies. */
  async function whileAsking(work: () => Promise<void>): Promise<Reply[]> {
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
  }

  /** Answered, or refused with an error that may be tried again. */
  function expectHonest(replies: Reply[]): void {
    const bad = replies.filter(({ status, body }) => {
      const error = body.error as { retryable?: boolean } | undefined;
      return status !== 200 && error?.retryable !== true;
    });
    expect(bad).toEqual([]);
  }

  async function expectWhole(): Promise<void> {
    // Reaches the watcher whatever it was doing, and says that everything before it has arrived.
    const mark = `mark${Date.now()}`;
    put(shop, "mark.ts", `export const ${mark} = 1;\n`);
    await expect
      .poll(
        async () => {
          const { body } = await cluster.call("service2", "search_symbols", "shop", { query: mark });
          return ((body.results as { name?: string }[] | undefined) ?? []).some(({ name }) => name === mark);
        },
        { timeout: 150_000, interval: 500 },
      )
      .toBe(true);
    await cluster.settle();
    expect(await brokenRows(cluster.db, "shop")).toEqual([]);
    expectSameIndex(await cluster.dump("shop"), await cluster.fresh("shop"));
  }

  test.each(["scan", "parse", "resolve", "publish"])(
    "a worker is killed while it is in %s",
    async (phase) => {
      const replies = await whileAsking(async () => {
        const build = await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
        expect(build).toMatchObject({ status: 200 });
        for (let waited = 0; waited < 20_000; waited += 5) {
          const [job] = await cluster.db.query<{ phase: string }>(
            "select phase from jobs where status = 'running' order by created_at limit 1",
          );
          if (job?.phase === phase) break;
          await setTimeout(5);
        }
        for (const role of ["worker1", "worker2"] as const) await cluster.kill(role);
        await editFor(1000);
        for (const role of ["worker1", "worker2"] as const) await cluster.start(role);
      });
      expectHonest(replies);
      await expectWhole();
    },
    PATIENCE,
  );

  test(
    "a service is killed in the middle of requests, and the other answers",
    async () => {
      const asking = Array.from({ length: 20 }, () =>
        cluster.call("service1", "search_code", "shop", { query: "helper order" }),
      );
      await setTimeout(5);
      await cluster.kill("service1");
      await Promise.all(asking);
      expect(await cluster.call("service2", "search_code", "shop", { query: "helper order" })).toMatchObject({
        status: 200,
      });
      await cluster.start("service1");
      await expectWhole();
    },
    PATIENCE,
  );

  test(
    "the watcher is killed during a storm",
    async () => {
      const storm = editFor(4000);
      await setTimeout(1500);
      await cluster.kill("watcher");
      await storm;
      await cluster.start("watcher");
      await expectWhole();
    },
    PATIENCE,
  );

  test(
    "two watchers by mistake",
    async () => {
      await cluster.start("watcher2");
      await setTimeout(2000);
      await editFor(3000);
      await cluster.kill("watcher");
      await editFor(2000);
      await cluster.start("watcher");
      await cluster.kill("watcher2", "SIGTERM");
      await expectWhole();
    },
    PATIENCE,
  );

  test(
    "Redis is away for a while, comes back, and is wiped",
    async () => {
      const replies = await whileAsking(async () => {
        cluster.redisProxy.stop();
        await editFor(8000);
        expect(await cluster.ready("service1")).toMatchObject({ status: 503, body: { ready: false } });
        cluster.redisProxy.restore();
        await editFor(1000);
        await cluster.redis.flushdb();
        await editFor(1000);
        cluster.redisProxy.cut();
      });
      // Answers need no queue.
      expect(replies.every(({ status }) => status === 200)).toBe(true);
      await expectWhole();
    },
    PATIENCE,
  );

  test(
    "Redis is wiped in the middle of a build",
    async () => {
      await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
      await setTimeout(500);
      await cluster.redis.flushdb();
      await expectWhole();
    },
    PATIENCE,
  );

  test(
    "PostgreSQL is stopped and comes back, and its connections are cut",
    async () => {
      const replies = await whileAsking(async () => {
        cluster.postgresProxy.stop();
        await editFor(4000);
        expect(await cluster.ready("service1")).toMatchObject({ status: 503, body: { ready: false } });
        cluster.postgresProxy.restore();
        await editFor(2000);
        cluster.postgresProxy.cut();
        await editFor(1000);
      });
      expectHonest(replies);
      await expectWhole();
    },
    PATIENCE,
  );

  test(
    "a worker sleeps in the middle of a build, is taken for dead and comes back",
    async () => {
      await cluster.kill("worker2");
      await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
      await setTimeout(700);
      cluster.signal("worker1", "SIGSTOP");
      await cluster.start("worker2");
      await editFor(1000);
      await expectWhole();
      cluster.signal("worker1", "SIGCONT");
      await editFor(1000);
      await expectWhole();
    },
    PATIENCE,
  );

  test(
    "the network between everybody and Redis holds everything back",
    async () => {
      await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
      await setTimeout(300);
      cluster.redisProxy.stall();
      await editFor(6000);
      cluster.redisProxy.restore();
      await expectWhole();
    },
    PATIENCE,
  );

  test(
    "a repository is switched, replaced and deleted in the middle of a build",
    async () => {
      await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
      git(shop, "stash", "-qu");
      git(shop, "checkout", "-q", "-");
      await expectWhole();
      await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
      cpSync(shop, `${shop}.copy`, { recursive: true });
      rmSync(shop, { recursive: true });
      await setTimeout(1500);
      expect(await cluster.call("service1", "search_symbols", "shop", { query: "helper1" })).toMatchObject({
        status: 200,
      });
      renameSync(`${shop}.copy`, shop);
      await editFor(1000);
      await expectWhole();
    },
    PATIENCE,
  );

  test(
    "a rolling restart under load",
    async () => {
      const replies = await whileAsking(async () => {
        const storm = editFor(12_000);
        for (const role of ["worker1", "worker2", "watcher"] as const) {
          await cluster.kill(role, "SIGTERM");
          await cluster.start(role);
          await setTimeout(500);
        }
        await storm;
      });
      expect(replies.every(({ status }) => status === 200)).toBe(true);
      for (const [role, other] of [
        ["service1", "service2"],
        ["service2", "service1"],
      ] as const) {
        const stopping = cluster.kill(role, "SIGTERM");
        expect(await cluster.call(other, "search_symbols", "shop", { query: "helper" })).toMatchObject({ status: 200 });
        await stopping;
        await cluster.start(role);
      }
      await expectWhole();
    },
    PATIENCE,
  );
});

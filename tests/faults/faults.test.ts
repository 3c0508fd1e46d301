/**
 * Faults that servers meet, on real processes. After each: no change is lost, no generation is mixed, no lock stays, every request was answered or
 * refused with an error that may be tried again, and the index equals one built from nothing.
 */
import { cpSync, renameSync, rmSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { git } from "../system/repository.js";
import type { Cluster } from "./cluster.js";
import { expectHonest, openTeam, PATIENCE, type Team } from "./team.js";

const { TEST_DATABASE_URL: database, TEST_REDIS_URL: redis } = process.env;

describe.runIf(database && redis)("faults", () => {
  let team: Team;
  let cluster: Cluster;
  let shop: string;
  beforeAll(async () => {
    team = await openTeam({ database: database!, redis: redis! });
    ({ cluster, shop } = team);
  }, PATIENCE);
  afterEach((context) => {
    if (context.task.result?.state === "fail") console.error(cluster.output().slice(-6000));
  });
  afterAll(() => team?.close(), PATIENCE);

  test.each(["scan", "parse", "resolve", "publish"])(
    "a worker is killed while it is in %s",
    async (phase) => {
      const replies = await team.whileAsking(async () => {
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
        await team.editFor(1000);
        for (const role of ["worker1", "worker2"] as const) await cluster.start(role);
      });
      expectHonest(replies);
      await team.expectWhole();
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
      await team.expectWhole();
    },
    PATIENCE,
  );

  test(
    "the watcher is killed during a storm",
    async () => {
      const storm = team.editFor(4000);
      await setTimeout(1500);
      await cluster.kill("watcher");
      await storm;
      await cluster.start("watcher");
      await team.expectWhole();
    },
    PATIENCE,
  );

  test(
    "two watchers by mistake",
    async () => {
      await cluster.start("watcher2");
      await setTimeout(2000);
      await team.editFor(3000);
      await cluster.kill("watcher");
      await team.editFor(2000);
      await cluster.start("watcher");
      await cluster.kill("watcher2", "SIGTERM");
      await team.expectWhole();
    },
    PATIENCE,
  );

  test(
    "Redis is away for a while, comes back, and is wiped",
    async () => {
      const replies = await team.whileAsking(async () => {
        cluster.redisProxy.stop();
        await team.editFor(8000);
        expect(await cluster.ready("service1")).toMatchObject({ status: 503, body: { ready: false } });
        cluster.redisProxy.restore();
        await team.editFor(1000);
        await cluster.redis.flushdb();
        await team.editFor(1000);
        cluster.redisProxy.cut();
      });
      // Answers need no queue.
      expect(replies.every(({ status }) => status === 200)).toBe(true);
      await team.expectWhole();
    },
    PATIENCE,
  );

  test(
    "Redis is wiped in the middle of a build",
    async () => {
      await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
      await setTimeout(500);
      await cluster.redis.flushdb();
      await team.expectWhole();
    },
    PATIENCE,
  );

  test(
    "PostgreSQL is stopped and comes back, and its connections are cut",
    async () => {
      const replies = await team.whileAsking(async () => {
        cluster.postgresProxy.stop();
        await team.editFor(4000);
        expect(await cluster.ready("service1")).toMatchObject({ status: 503, body: { ready: false } });
        cluster.postgresProxy.restore();
        await team.editFor(2000);
        cluster.postgresProxy.cut();
        await team.editFor(1000);
      });
      expectHonest(replies);
      await team.expectWhole();
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
      await team.editFor(1000);
      await team.expectWhole();
      cluster.signal("worker1", "SIGCONT");
      await team.editFor(1000);
      await team.expectWhole();
    },
    PATIENCE,
  );

  test(
    "the network between everybody and Redis holds everything back",
    async () => {
      await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
      await setTimeout(300);
      cluster.redisProxy.stall();
      await team.editFor(6000);
      cluster.redisProxy.restore();
      await team.expectWhole();
    },
    PATIENCE,
  );

  test(
    "a repository is switched, replaced and deleted in the middle of a build",
    async () => {
      await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
      git(shop, "stash", "-qu");
      git(shop, "checkout", "-q", "-");
      await team.expectWhole();
      await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
      cpSync(shop, `${shop}.copy`, { recursive: true });
      rmSync(shop, { recursive: true });
      await setTimeout(1500);
      expect(await cluster.call("service1", "search_symbols", "shop", { query: "helper1" })).toMatchObject({
        status: 200,
      });
      renameSync(`${shop}.copy`, shop);
      await team.editFor(1000);
      await team.expectWhole();
    },
    PATIENCE,
  );

  test(
    "a rolling restart under load",
    async () => {
      const replies = await team.whileAsking(async () => {
        const storm = team.editFor(12_000);
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
      await team.expectWhole();
    },
    PATIENCE,
  );
});

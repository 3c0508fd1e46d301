/** Redis and PostgreSQL go away, lose what they held, or cannot be reached. */
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { expectHonest, hasServers, PATIENCE, useTeam } from "./team.js";

describe.runIf(hasServers)("stores", () => {
  const team = useTeam();
  const rebuild = () => team().cluster.call("service1", "index_codebase", "shop", { force: true, async: true });

  test(
    "Redis is away for a while, comes back, and is wiped",
    async () => {
      const { cluster, editFor, expectWhole, whileAsking } = team();
      const replies = await whileAsking(async () => {
        cluster.redisProxy.stop();
        await editFor(8000);
        const degraded = { status: 200, body: { ready: true, degraded: true, down: ["queue"] } };
        expect(await cluster.ready("service1")).toMatchObject(degraded);
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
      await rebuild();
      await setTimeout(500);
      await team().cluster.redis.flushdb();
      await team().expectWhole();
    },
    PATIENCE,
  );

  test(
    "PostgreSQL is stopped and comes back, and its connections are cut",
    async () => {
      const { cluster, editFor, expectWhole, whileAsking } = team();
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
    "the network between everybody and Redis holds everything back",
    async () => {
      const { cluster, editFor, expectWhole } = team();
      await rebuild();
      await setTimeout(300);
      cluster.redisProxy.stall();
      await editFor(6000);
      cluster.redisProxy.restore();
      await expectWhole();
    },
    PATIENCE,
  );
});

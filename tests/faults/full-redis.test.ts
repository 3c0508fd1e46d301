/** The queue's Redis has no room in memory, or cannot save: answers come, changes wait and are told of, and no job is lost. */
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { type OwnRedis, redisProgram, startRedis } from "./own-redis.js";
import { expectHonest, hasServers, LONG_WAIT, PATIENCE, useTeam } from "./team.js";

const isSkipped = !hasServers || redisProgram === undefined;

describe.skipIf(isSkipped)(`a full Redis${isSkipped ? " (skipped: no Redis to start)" : ""}`, () => {
  let redis: OwnRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  const team = useTeam({ redis: () => redis.url }, () => redis.remove());
  afterEach(() => redis.makeRoom());

  test.each([
    { name: "in memory", fill: () => redis.fillMemory(), problem: "The queue's Redis has no memory left." },
    {
      name: "on its disk",
      fill: () => redis.failToSave(),
      problem: "The queue's Redis takes no writes, because it cannot save to its disk.",
    },
  ])(
    "$name, in the middle of a build and of saves",
    async ({ fill, problem }) => {
      const { cluster, editFor, expectWhole, whileAsking } = team();
      const ready = () => cluster.ready("service2");
      const replies = await whileAsking(async () => {
        await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
        await fill();
        await expect.poll(ready, { timeout: LONG_WAIT, interval: 500 }).toMatchObject({
          status: 200,
          body: { degraded: true, down: ["queue"], queue: { message: problem, suggestions: [expect.any(String)] } },
        });
        // Longer than workers hold a job without a word.
        await editFor(20_000);
        const { body } = await cluster.call("service1", "get_status", "shop");
        expect(JSON.stringify(body)).toContain(problem);
        await redis.makeRoom();
        await expect.poll(ready, { timeout: LONG_WAIT, interval: 500 }).toMatchObject({ body: { degraded: false } });
      });
      expectHonest(replies);
      expect(replies.every(({ status }) => status === 200)).toBe(true);
      await expectWhole();
      expect(await cluster.db.query("select * from jobs where status in ('failed', 'cancelled')")).toEqual([]);
      expect(cluster.output()).toContain(problem);
    },
    PATIENCE,
  );
});

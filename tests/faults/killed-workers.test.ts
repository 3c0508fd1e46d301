/** Workers that die without a word, in each phase of a build. */
import { describe, expect, test } from "vitest";
import { expectHonest, hasServers, LONG_WAIT, PATIENCE, useTeam } from "./team.js";

describe.runIf(hasServers)("workers are killed", () => {
  const team = useTeam();

  test.each(["scan", "parse", "resolve", "publish"])(
    "while a build is in %s",
    async (phase) => {
      const { cluster, editFor, expectWhole, whileAsking } = team();
      const replies = await whileAsking(async () => {
        cluster.postgresProxy.slow(20);
        const build = await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
        expect(build).toMatchObject({ status: 200 });
        await expect.poll(phaseNow, { timeout: LONG_WAIT, interval: 2 }).toBe(phase);
        await Promise.all([cluster.kill("worker1"), cluster.kill("worker2")]);
        cluster.postgresProxy.restore();
        await editFor(1000);
        await Promise.all([cluster.start("worker1"), cluster.start("worker2")]);
      });
      expectHonest(replies);
      await expectWhole();
    },
    PATIENCE,
  );

  async function phaseNow(): Promise<string | undefined> {
    const [job] = await team().cluster.db.query<{ phase: string }>(
      "select phase from jobs where status = 'running' order by created_at limit 1",
    );
    return job?.phase;
  }
});

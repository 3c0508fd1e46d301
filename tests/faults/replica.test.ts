/** A replica that answers are read from goes away, hangs and comes back, while a team edits and asks. */
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { hasReplica } from "./cluster.js";
import { hasServers, PATIENCE, useTeam } from "./team.js";

describe.runIf(hasServers && hasReplica)("a replica", () => {
  const team = useTeam();

  test(
    "is gone, hangs, and its connections are cut, and every question is answered",
    async () => {
      const { cluster, editFor, expectWhole, whileAsking } = team();
      const replica = cluster.replicaProxy!;
      const replies = await whileAsking(async () => {
        replica.stop();
        await editFor(3000);
        await setTimeout(5000);
        const degraded = { status: 200, body: { ready: true, degraded: true, down: ["replica"] } };
        expect(await cluster.ready("service1")).toMatchObject(degraded);
        replica.restore();
        await editFor(6000);
        replica.stall();
        await editFor(6000);
        replica.restore();
        for (let times = 0; times < 5; times++) {
          await editFor(1000);
          replica.cut();
        }
      });
      expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
      await expectWhole();
    },
    PATIENCE,
  );

  test(
    "shows each save as soon as its build has ended",
    async () => {
      const { cluster, saveMark } = team();
      for (let times = 0; times < 10; times++) {
        const { isFound } = saveMark();
        await cluster.call("service1", "index_codebase", "shop", {});
        expect(await isFound()).toBe(true);
      }
    },
    PATIENCE,
  );
});

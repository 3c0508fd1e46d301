/** Services and watchers that die, are started twice or restarted, and a repository that is not there any more, or another one. */
import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { git } from "../helpers/git.js";
import { hasServers, PATIENCE, useTeam } from "./team.js";

describe.runIf(hasServers)("processes", () => {
  const team = useTeam();

  test(
    "a service is killed in the middle of requests, and the other answers",
    async () => {
      const { cluster, expectWhole } = team();
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
      const { cluster, editFor, expectWhole } = team();
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
      const { cluster, editFor, expectWhole } = team();
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
    "a repository is switched, replaced and deleted in the middle of a build",
    async () => {
      const { cluster, shop, editFor, expectWhole } = team();
      const copy = `${shop}.copy`;
      await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
      git(shop, "stash", "-qu");
      git(shop, "checkout", "-q", "-");
      await expectWhole();
      await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
      try {
        cpSync(shop, copy, { recursive: true });
        rmSync(shop, { recursive: true });
        await setTimeout(1500);
        expect(await cluster.call("service1", "search_symbols", "shop", { query: "helper1" })).toMatchObject({
          status: 200,
        });
      } finally {
        if (!existsSync(shop)) renameSync(copy, shop);
      }
      await editFor(1000);
      await expectWhole();
    },
    PATIENCE,
  );

  test(
    "a rolling restart under load",
    async () => {
      const { cluster, editFor, expectWhole, whileAsking } = team();
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

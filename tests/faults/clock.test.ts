/** Wall clocks that are set in the middle of work: no job is lost or done twice, nobody is taken for dead, and what happens at intervals goes on. */
import { createHmac } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Queue } from "bullmq";
import { describe, expect, test } from "vitest";
import { redisSpace } from "../../src/store/db/server.js";
import { git } from "../helpers/git.js";
import { put } from "../system/repository.js";
import type { Role } from "./cluster.js";
import { hasServers, LONG_WAIT, PATIENCE, useTeam } from "./team.js";

const HOUR = 3600_000;
const SECRET = "a secret";
/** Longer than the queue keeps a worker that does not say that it lives, and looks for such. */
const LONG = 22_000;

describe.runIf(hasServers)("a clock that jumps", () => {
  const team = useTeam({
    env: (role, folder) => ({
      NODE_OPTIONS: `--import=${fileURLToPath(new URL("jumping-clock.js", import.meta.url))}`,
      CODEINDEX_TEST_CLOCK: clockOf(role, folder),
      CODEINDEX_GIT_PROTOCOLS: "file",
      CODEINDEX_GIT_INTERVAL: "60m",
      CODEINDEX_WEBHOOK_SECRET: SECRET,
    }),
  });
  const clockOf = (role: Role, folder = team().cluster.folder) => join(folder, `clock-${role}`);

  /** Sets the clocks of these processes, relative to the right time. */
  function set(ahead: number, ...roles: Role[]): void {
    for (const role of roles) {
      writeFileSync(`${clockOf(role)}.new`, String(ahead));
      renameSync(`${clockOf(role)}.new`, clockOf(role));
    }
  }

  /** A build that takes longer than the queue's patience with the dead. */
  async function buildWhile(work: () => Promise<void>): Promise<void> {
    const { cluster } = team();
    const { body } = await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
    const jobId = (body.job as { job_id: string } | undefined)?.job_id ?? String(body.job_id);
    const runs = new Set<string>();
    const look = async () => {
      const [job] = await cluster.db.query<{ status: string; run: string | null }>(
        "select status, run_id as run from jobs where job_id = $1",
        [jobId],
      );
      if (job!.run) runs.add(job!.run);
      return job!.status;
    };
    cluster.postgresProxy.slow(400);
    try {
      await expect.poll(look, { timeout: LONG_WAIT }).toBe("running");
      await work();
      for (const end = performance.now() + LONG; performance.now() < end; await setTimeout(100)) {
        // Otherwise this proves nothing.
        expect(await look()).toBe("running");
      }
    } finally {
      cluster.postgresProxy.restore();
    }
    await expect.poll(look, { timeout: LONG_WAIT }).toBe("completed");
    expect(runs.size).toBe(1);
    const queue = new Queue("bulk", {
      prefix: await redisSpace(cluster.db),
      connection: cluster.redis.duplicate() as never,
    });
    expect((await queue.getJob(jobId))?.stalledCounter ?? 0).toBe(0);
    await queue.close();
  }

  test.each([
    { name: "forward by an hour", ahead: HOUR },
    { name: "back by two hours", ahead: -HOUR },
    { name: "to the right time", ahead: 0 },
  ])(
    "$name in the middle of a build",
    async ({ ahead }) => {
      await buildWhile(async () => {
        set(ahead, "service1", "worker1", "worker2", "watcher");
        await team().editFor(2000);
      });
      await team().expectWhole();
      expect(await team().cluster.db.query("select * from jobs where status in ('failed', 'cancelled')")).toEqual([]);
    },
    PATIENCE,
  );

  test(
    "of one worker and one service only, over and over",
    async () => {
      for (const ahead of [HOUR, -HOUR, 24 * HOUR, 0]) {
        set(ahead, "service1", "worker1");
        await team().cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
        await team().editFor(2000);
      }
      await team().expectWhole();
    },
    PATIENCE,
  );

  test(
    "stays apart from the others, half of them an hour ahead and half behind",
    async () => {
      const { cluster, editFor, expectWhole } = team();
      set(HOUR, "service1", "worker1");
      set(-HOUR, "service2", "worker2");
      for (const role of ["service1", "service2"] as const) {
        const { status } = await cluster.call(role, "index_codebase", "shop", { force: true, async: true });
        expect(status).toBe(200);
        await editFor(2000);
      }
      await expectWhole();
      expect(await cluster.db.query("select * from jobs where status in ('failed', 'cancelled')")).toEqual([]);
      const [{ published }] = (await cluster.db.query(
        "select abs(extract(epoch from now() - max(indexed_at)))::float8 as published from views",
      )) as [{ published: number }];
      expect(published).toBeLessThan(HOUR / 2000);
      // Each process looks at its clock every minute.
      for (const told of [/clock is ahead of the database's/, /clock is behind the database's/])
        await expect.poll(() => cluster.output(), { timeout: LONG_WAIT, interval: 500 }).toMatch(told);
    },
    PATIENCE,
  );

  test(
    "while clones are fetched and webhooks come",
    async () => {
      const { cluster } = team();
      const origin = join(cluster.folder, "origin");
      mkdirSync(origin);
      const commit = (name: string) => {
        put(origin, "a.ts", `export const ${name} = 1;\n`);
        git(origin, "add", "-A");
        git(origin, "commit", "-qm", name);
      };
      git(origin, "init", "-q", "-b", "main");
      commit("first");
      const url = `file://${origin}`;
      expect(await cluster.post("service2", "/projects", { url })).toMatchObject({ status: 201 });
      const expectFound = (name: string) =>
        expect
          .poll(
            async () => (await cluster.call("service2", "search_symbols", "origin", { query: name })).body.results,
            {
              timeout: LONG_WAIT,
              interval: 500,
            },
          )
          .toMatchObject([{ name }]);
      await expectFound("first");
      for (const [number, ahead] of [HOUR, -HOUR, 0].entries()) {
        set(ahead, "service1", "worker1", "worker2", "watcher");
        commit(`next${number}`);
        const push = { ref: "refs/heads/main", repository: { clone_url: url, default_branch: "main" } };
        const signed = createHmac("sha256", SECRET).update(JSON.stringify(push)).digest("hex");
        expect(
          await cluster.post("service1", "/webhooks/git", push, { "x-hub-signature-256": `sha256=${signed}` }),
        ).toMatchObject({ status: 202, body: { queued: ["origin"] } });
        await expectFound(`next${number}`);
      }
    },
    PATIENCE,
  );
});

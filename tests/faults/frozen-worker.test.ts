/** A worker that sleeps (a paused container, a machine in standby) while it holds locks of the database, is taken for dead, and comes back. */
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { hasServers, LONG_WAIT, PATIENCE, useTeam } from "./team.js";

describe.runIf(hasServers)("a worker sleeps in a transaction", () => {
  const team = useTeam();

  test.each([
    { work: "stores files", table: "file_versions" },
    { work: "publishes", table: "files" },
  ])(
    "that $work, and comes back when another one has done its work",
    async ({ table }) => {
      const { cluster, editFor, expectWhole } = team();
      await cluster.kill("worker2");
      const sessions = await freezeWriting(table);
      await cluster.start("worker2");
      await editFor(1000);
      await expectWhole();
      // The other worker may be done before the sessions are taken for stuck.
      await expect
        .poll(() => sessionsWriting(table), { timeout: LONG_WAIT })
        .not.toEqual(expect.arrayContaining(sessions));
      cluster.signal("worker1", "SIGCONT");
      await editFor(1000);
      await expectWhole();
    },
    PATIENCE,
  );

  /** Stops the only worker while it writes into a table and has not committed; gives its sessions that are left so. */
  async function freezeWriting(table: string): Promise<number[]> {
    const { cluster } = team();
    // Everything that it has sent has arrived when this is over several times.
    const way = 20;
    cluster.postgresProxy.slow(way);
    try {
      for (;;) {
        await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
        await expect.poll(() => sessionsWriting(table), { timeout: LONG_WAIT, interval: 2 }).not.toEqual([]);
        cluster.signal("worker1", "SIGSTOP");
        await setTimeout(way * 5);
        const sessions = await sessionsWriting(table);
        if (sessions.length > 0) return sessions;
        // It was about to commit.
        cluster.signal("worker1", "SIGCONT");
      }
    } finally {
      cluster.postgresProxy.restore();
    }
  }

  async function sessionsWriting(table: string): Promise<number[]> {
    const rows = await team().cluster.db.query<{ pid: number }>(
      `select pid from pg_locks join pg_database on pg_database.oid = database
       where datname = current_database() and relation = to_regclass($1) and mode = 'RowExclusiveLock'`,
      [table],
    );
    return rows.map(({ pid }) => pid);
  }
});

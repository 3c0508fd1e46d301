/**
 * Outages in each phase of a build: PostgreSQL, Redis or the workers are away for a while. The published index is the one before or the one after at any
 * moment, and in the end equal to one that was built from nothing.
 *
 * A few short ones are always tried. CODEINDEX_TEST_OUTAGES=all tries every part in every phase for 5, 40 and 120 s, which takes an hour;
 * CODEINDEX_TEST_OUTAGES=PostgreSQL (or Redis, or workers) those of one part.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { dedent } from "../helpers/dedent.js";
import { brokenRows, expectSameIndex } from "../system/dump.js";
import { listFiles, put } from "../system/repository.js";
import { hasServers, LONG_WAIT, useTeam } from "./team.js";

const ROLES = ["service1", "service2", "worker1", "worker2"] as const;
/** More files than a build does without sending them round in parts. */
const SIZE = 30;
const PHASES = ["scan", "parse", "resolve", "publish", "vectors and upkeep"] as const;
const PARTS = ["PostgreSQL", "Redis", "workers"] as const;
/** Seconds. */
const OUTAGES = [5, 40, 120];
/** How long after a build its upkeep begins, in milliseconds, less a little. */
const UPKEEP_DELAY = 1800;
const PATIENCE = 900_000;

interface Outage {
  part: (typeof PARTS)[number];
  phase: (typeof PHASES)[number];
  seconds: number;
}

const chosen = process.env.CODEINDEX_TEST_OUTAGES;
const outages: Outage[] = chosen
  ? PARTS.filter((part) => chosen === "all" || chosen === part).flatMap((part) =>
      PHASES.flatMap((phase) => OUTAGES.map((seconds) => ({ part, phase, seconds }))),
    )
  : [
      { part: "PostgreSQL", phase: "scan", seconds: 1 },
      { part: "PostgreSQL", phase: "parse", seconds: 5 },
      { part: "PostgreSQL", phase: "publish", seconds: 1 },
      { part: "PostgreSQL", phase: "vectors and upkeep", seconds: 1 },
      { part: "Redis", phase: "parse", seconds: 5 },
    ];

describe.runIf(hasServers)("outages", () => {
  const team = useTeam({ roles: ROLES, size: SIZE });
  let edits = 0;

  test.each(outages)(
    "$part away for $seconds s in $phase",
    async ({ part, phase, seconds }) => {
      const { cluster } = team();
      await expect.poll(hasVectors, { timeout: LONG_WAIT, interval: 500 }).toBe(true);
      const before = await cluster.digest("shop");
      edit();
      const { seen, result: after } = await digestsDuring(async () => {
        cluster.postgresProxy.slow(20);
        const started = await cluster.call("service1", "index_codebase", "shop", { force: true, async: true });
        expect(started).toMatchObject({ status: 200 });
        await reach(phase);
        cluster.postgresProxy.restore();
        await takeAway(part);
        const [fresh] = await Promise.all([cluster.fresh("shop"), setTimeout(seconds * 1000)]);
        await giveBack(part);
        await expect.poll(() => cluster.digest("shop"), { timeout: LONG_WAIT, interval: 250 }).toBe(fresh.digest);
        await cluster.settle(LONG_WAIT);
        await expect.poll(hasVectors, { timeout: LONG_WAIT, interval: 500 }).toBe(true);
        return fresh;
      });
      expect([...seen].filter((digest) => digest !== before && digest !== after.digest)).toEqual([]);
      expect(await brokenRows(cluster.db, "shop")).toEqual([]);
      expectSameIndex(await cluster.dump("shop"), after);
    },
    PATIENCE,
  );

  /** Files of both languages change, and one is new. */
  function edit(): void {
    const { shop } = team();
    edits++;
    for (const [number, path] of listFiles(shop).entries())
      if (number % 40 === edits % 40)
        appendFileSync(join(shop, path), path.endsWith(".md") ? "More.\n" : `// edit ${edits}\n`);
    put(
      shop,
      `src/edits/edit${edits}.ts`,
      dedent`
        import { loadOrders1 } from "@/orders/index.js";
        export const edit${edits} = loadOrders1(${edits});
      `,
    );
  }

  /** The digests of the published index that are seen while `work` is done, and its result. No look outlives `work`, also where that fails. */
  async function digestsDuring<T>(work: () => Promise<T>): Promise<{ seen: Set<string>; result: T }> {
    const seen = new Set<string>();
    let isDone = false;
    const looking = (async () => {
      for (; !isDone; await setTimeout(100)) seen.add(await team().cluster.digest("shop"));
    })();
    // An error of a look is told when `work` is done.
    looking.catch(() => undefined);
    try {
      return { seen, result: await work() };
    } finally {
      isDone = true;
      await looking;
    }
  }

  async function reach(phase: Outage["phase"]): Promise<void> {
    const wanted = phase === "vectors and upkeep" ? "completed" : phase;
    await expect.poll(stateOfLastJob, { timeout: LONG_WAIT, interval: 2 }).toBe(wanted);
    if (wanted === "completed") await setTimeout(UPKEEP_DELAY);
  }

  /** The phase of the last job while it runs; its status before and after. */
  async function stateOfLastJob(): Promise<string | undefined> {
    const [job] = await team().cluster.db.query<{ state: string }>(
      "select case when status = 'running' then coalesce(phase, status) else status end as state from jobs order by created_at desc limit 1",
    );
    return job?.state;
  }

  async function takeAway(part: Outage["part"]): Promise<void> {
    const { cluster } = team();
    if (part === "PostgreSQL") cluster.postgresProxy.stop();
    else if (part === "Redis") cluster.redisProxy.stop();
    else await Promise.all([cluster.kill("worker1"), cluster.kill("worker2")]);
  }

  async function giveBack(part: Outage["part"]): Promise<void> {
    const { cluster } = team();
    if (part === "PostgreSQL") cluster.postgresProxy.restore();
    else if (part === "Redis") cluster.redisProxy.restore();
    else await Promise.all([cluster.start("worker1"), cluster.start("worker2")]);
  }

  /** Whether everything that is published can be found by meaning as well. */
  async function hasVectors(): Promise<boolean> {
    const { status, body } = await team().cluster.call("service1", "search_symbols", "shop", { query: "helper1" });
    const missing = (body.index as { missing?: Record<string, string> } | undefined)?.missing;
    return status === 200 && missing?.vectors === undefined;
  }
});

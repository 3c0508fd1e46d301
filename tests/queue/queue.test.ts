/** Queues of jobs and parts, by src/queue/queue.ts, on PGlite, and on PostgreSQL and Redis where the tests have them. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { CodeindexError } from "../../src/base/errors.js";
import type { QueueSource } from "../../src/queue/postgres.js";
import { createQueue } from "../../src/queue/queue.js";
import type { IndexQueue, QueueJob, QueueRun } from "../../src/queue/queue-types.js";
import { openPglite, openPostgres } from "../helpers/store.js";

type Opened = { source: QueueSource; remove(): Promise<void> };

const backends: [string, () => Promise<Opened>][] = [
  [
    "PGlite",
    async () => {
      const { db, remove } = await openPglite();
      return { source: { pglite: db }, remove };
    },
  ],
];
const { TEST_DATABASE_URL: server, TEST_REDIS_URL: redis } = process.env;
if (server) {
  backends.push([
    "PostgreSQL",
    async () => {
      const { url, remove } = await openPostgres(server);
      return { source: { url }, remove };
    },
  ]);
}
if (redis) backends.push(["Redis", () => openRedisDatabase(redis)]);

const PGLITE = { user: "postgres", database: "postgres" };
const HOUR = 3600_000;
/** Each ends a millisecond after the one before, around the second after which a part is looked at: some end in that moment. */
const PARTS_THAT_END = 200;
const realNow = Date.now;
/** Sets this process's wall clock, relative to the right time. */
const setClock = (ahead: number) => vi.spyOn(Date, "now").mockImplementation(() => realNow() + ahead);

/** The highest database of the server, emptied. */
async function openRedisDatabase(url: string): Promise<Opened> {
  const own = new URL(url);
  own.pathname = "/15";
  const client = new Redis(own.href);
  await client.flushdb();
  return {
    source: { redis: own.href, space: "codeindex:test" },
    async remove() {
      await client.flushdb();
      client.disconnect();
    },
  };
}

/** All that the queue has stored, as text. */
async function contentOf(source: QueueSource): Promise<string> {
  if (!("redis" in source)) {
    const config = "url" in source ? { connectionString: source.url } : { ...PGLITE, stream: source.pglite.openStream };
    const client = new pg.Client(config);
    await client.connect();
    const { rows } = await client.query(
      "select table_name from information_schema.tables where table_schema = 'bullmq'",
    );
    let text = "";
    for (const { table_name } of rows)
      text += JSON.stringify((await client.query(`select * from bullmq."${table_name}"`)).rows);
    await client.end();
    return text.replaceAll('\\"', '"');
  }
  const client = new Redis(source.redis);
  let text = "";
  for (const key of await client.keys("*")) {
    const type = await client.type(key);
    const content =
      type === "hash"
        ? await client.hgetall(key)
        : type === "stream"
          ? await client.xrange(key, "-", "+")
          : type === "zset"
            ? await client.zrange(key, 0, -1)
            : [key];
    text += JSON.stringify(content);
  }
  client.disconnect();
  return text.replaceAll('\\"', '"');
}

describe.each(backends)("the queue on %s", (_name, open) => {
  let opened: Opened;
  let queue: IndexQueue;
  const started: string[] = [];
  const ended: string[] = [];
  const partsTried = new Set<string>();
  let faults = 0;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });

  beforeAll(async () => {
    opened = await open();
    queue = await createQueue(opened.source);
    queue.process(
      {
        async job({ jobId }) {
          started.push(jobId);
          const runs = started.filter((id) => id === jobId).length;
          if (jobId === "busy" && runs < 3) return "busy";
          if (jobId === "later" && runs === 1) {
            setClock(HOUR);
            return "busy";
          }
          if (jobId === "flaky" && runs === 1) throw new Error("passes");
          if (jobId === "bad") throw new CodeindexError("configuration", "will never work");
          if (jobId === "long") await released;
          ended.push(jobId);
          return "done";
        },
        async part(work) {
          if (work === "late" && !partsTried.has(work)) {
            partsTried.add(work);
            setClock(HOUR);
            throw new Error("passes");
          }
          if (work === "fault" && faults-- > 0) throw new CodeindexError("engine_unavailable", "away");
          if (work.startsWith("ends ")) await sleep(Number(work.slice(5)));
          if (work === "poison") throw new CodeindexError("configuration", "cannot be done");
          return work.toUpperCase();
        },
        failed: () => undefined,
      },
      { parts: PARTS_THAT_END },
    );
  });
  afterAll(async () => {
    release();
    await queue.close();
    await opened.remove();
  });

  const job = (jobId: string, lane: QueueJob["lane"] = "interactive"): QueueJob => ({ jobId, projectId: "p", lane });
  const part = (work: string) => ({ partId: randomUUID(), projectId: "p", work });
  const timesStarted = (jobId: string) => started.filter((id) => id === jobId).length;
  const never = new AbortController().signal;

  test("tries again what may pass or is busy, and not what cannot pass", async () => {
    for (const id of ["bad", "flaky", "busy"]) await queue.add(job(id));
    await expect.poll(() => ended, { timeout: 15_000 }).toEqual(expect.arrayContaining(["flaky", "busy"]));
    expect([timesStarted("bad"), timesStarted("flaky"), timesStarted("busy")]).toEqual([1, 2, 3]);
  });

  test("lets what someone waits for pass a large job, and takes out what was not begun", async () => {
    await queue.add(job("long", "bulk"));
    await expect.poll(() => started).toContain("long");
    await queue.add(job("never", "bulk"));
    await queue.add(job("quick"));
    await expect.poll(() => ended).toContain("quick");
    const counts = async () => (await queue.depth()).map(({ lane, waiting, active }) => [lane, waiting, active]);
    await expect.poll(counts).toEqual([
      ["interactive", 0, 0],
      ["bulk", 1, 1],
      ["parts", 0, 0],
    ]);
    await queue.remove("never");
    release();
    await expect.poll(() => ended).toContain("long");
    expect(started).not.toContain("never");
  });

  test("takes a job once, and again when it has ended", async () => {
    await queue.add(job("twice"));
    await expect.poll(() => timesStarted("twice")).toBe(1);
    await expect
      .poll(async () => {
        await queue.add(job("twice"));
        return timesStarted("twice");
      })
      .toBeGreaterThan(1);
  });

  test("has parts done, and tells of those that fail", async () => {
    const results = await Promise.all(["a", "b", "c"].map((work) => queue.runPart(part(work), never)));
    expect(results).toEqual(["A", "B", "C"]);
    await expect(queue.runPart(part("poison"), never)).rejects.toThrow("cannot be done");
    const gone = new AbortController();
    gone.abort(new Error("nobody waits any more"));
    await expect(queue.runPart(part("d"), gone.signal)).rejects.toThrow("nobody waits any more");
  });

  test("gives what each part came to, however its end and the look at it coincide", async () => {
    const results = await Promise.all(
      Array.from({ length: PARTS_THAT_END }, (_, number) => queue.runPart(part(`ends ${900 + number}`), never)),
    );
    expect(results).toEqual(Array.from({ length: PARTS_THAT_END }, (_, number) => `ENDS ${900 + number}`));
  });

  test("tries a part again that the database keeps from being done, more often than a job", async () => {
    faults = 4;
    expect(await queue.runPart(part("fault"), never)).toBe("FAULT");
    expect(faults).toBe(-1);
  });

  test("forgets what it keeps of a project, and no other's", async () => {
    const partOf = (projectId: string) => ({
      partId: `of-${projectId}`,
      projectId,
      work: projectId,
    });
    await Promise.all(["gone", "kept"].map((projectId) => queue.runPart(partOf(projectId), never)));
    for (const projectId of ["gone", "kept"]) await queue.add({ ...job(`build-${projectId}`), projectId });
    await expect.poll(() => ended).toEqual(expect.arrayContaining(["build-gone", "build-kept"]));
    const isKept = async (projectId: string) => (await contentOf(opened.source)).includes(`"projectId":"${projectId}"`);
    expect([await isKept("gone"), await isKept("kept")]).toEqual([true, true]);
    await queue.forget("gone");
    expect([await isKept("gone"), await isKept("kept")]).toEqual([false, true]);
    expect(await contentOf(opened.source)).not.toContain("GONE");
  });

  test("does not wait for the time of day of a clock that was set back", async () => {
    const isDelayed = (lane: string) => async () => (await queue.depth()).find((depth) => depth.lane === lane)?.delayed;
    try {
      await queue.add(job("later"));
      await expect.poll(isDelayed("interactive"), { interval: 10 }).toBe(1);
      setClock(0);
      const result = queue.runPart({ partId: randomUUID(), projectId: "p", work: "late" }, never);
      await expect.poll(isDelayed("parts"), { interval: 10 }).toBe(1);
      setClock(0);
      // As those are that have waited for long.
      await queue.add(job("later"));
      await expect.poll(() => ended, { timeout: 15_000 }).toContain("later");
      expect(await result).toBe("LATE");
    } finally {
      vi.restoreAllMocks();
    }
  });

  test("counts who takes jobs and parts", async () => {
    await expect.poll(() => Promise.all([queue.jobWorkers(), queue.partWorkers()])).toEqual([1, 1]);
  });

  test("answers whether it is there", async () => {
    await expect(queue.check()).resolves.toBeUndefined();
  });
});

describe.each(backends)("jobs of a lane on %s", (_name, open) => {
  const job = (jobId: string): QueueJob => ({ jobId, projectId: jobId, lane: "bulk" });
  const turns = { most: 2, long: 200, look: 50 };

  test("take turns: one that takes long keeps the next from nothing, and what is put off keeps nobody waiting", async () => {
    const { source, remove } = await open();
    const queue = await createQueue(source);
    const ended: string[] = [];
    const tries = new Map<string, number>();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    queue.process(
      {
        async job({ jobId }) {
          const tried = (tries.get(jobId) ?? 0) + 1;
          tries.set(jobId, tried);
          if (jobId === "giant") await released;
          if (jobId === "crowded" && !ended.includes("giant")) return "busy";
          if (jobId === "flaky" && tried === 1) throw new Error("passes");
          if (jobId === "bad") throw new CodeindexError("configuration", "will never work");
          ended.push(jobId);
          return "done";
        },
        failed: () => undefined,
      },
      { jobs: turns, parts: 0 },
    );
    try {
      await queue.add(job("giant"));
      await expect.poll(() => tries.get("giant")).toBe(1);
      for (const id of ["crowded", "bad", "flaky", "small"]) await queue.add(job(id));
      await expect.poll(() => ended, { timeout: 20_000 }).toEqual(expect.arrayContaining(["flaky", "small"]));
      expect(ended).not.toContain("giant");
      expect([tries.get("giant"), tries.get("bad"), tries.get("flaky"), tries.get("small")]).toEqual([1, 1, 2, 1]);
      release();
      await expect.poll(() => ended, { timeout: 20_000 }).toEqual(expect.arrayContaining(["giant", "crowded"]));
      const bulk = async () => (await queue.depth()).find(({ lane }) => lane === "bulk");
      await expect.poll(bulk).toMatchObject({ waiting: 0, active: 0, delayed: 0, failed: 1 });
    } finally {
      release();
      await queue.close();
      await remove();
    }
  });

  test("are as many at once as a process may do, and are given back when it stops", async () => {
    const { source, remove } = await open();
    const queue = await createQueue(source);
    const started: string[] = [];
    const aborted: string[] = [];
    queue.process(
      {
        async job({ jobId }, { signal }) {
          started.push(jobId);
          await once(signal, "abort");
          aborted.push(jobId);
          throw new Error("stopped");
        },
        failed: () => undefined,
      },
      { jobs: turns, parts: 0 },
    );
    for (const id of ["one", "two", "three"]) await queue.add(job(id));
    await expect.poll(() => started, { timeout: 10_000 }).toHaveLength(2);
    await sleep(3 * (turns.long + turns.look));
    expect(started).toHaveLength(2);
    await queue.close();
    expect(aborted.sort()).toEqual(started.sort());
    const other = await createQueue(source);
    const again: string[] = [];
    const runAgain = async ({ jobId }: QueueJob) => {
      again.push(jobId);
      return "done" as const;
    };
    other.process({ job: runAgain, failed: () => undefined }, { parts: 0 });
    await expect.poll(() => again.sort(), { timeout: 20_000 }).toEqual(["one", "three", "two"]);
    await other.close();
    await remove();
  });
});

describe.each(backends)("parts on %s", (_name, open) => {
  test("that a process leaves to others are done by one that knows them, and large ones do not stay", async () => {
    const { source, remove } = await open();
    const left: string[] = [];
    const process = async (version: string) => {
      const queue = await createQueue(source);
      const part = async (work: string) => {
        if (work.startsWith(version)) return `${work} done`;
        left.push(work);
        return null;
      };
      queue.process({ job: async () => "done", part, failed: () => undefined }, { parts: 1 });
      return queue;
    };
    const older = await process("v1");
    const { signal } = new AbortController();
    const run = (work: string) =>
      older.runPart({ partId: work.replace(" ", "-"), projectId: "p", work, isLarge: true }, signal);
    const newer = Promise.all(["v2 a", "v2 b"].map(run));
    expect(await run("v1 a")).toBe("v1 a done");
    await expect.poll(() => left, { timeout: 15_000 }).toEqual(expect.arrayContaining(["v2 a", "v2 b"]));
    const other = await process("v2");
    expect(await newer).toEqual(["v2 a done", "v2 b done"]);
    expect(await contentOf(source)).not.toContain('"work":"v');
    await Promise.all([older.close(), other.close()]);
    await remove();
  });

  test("are done in turn for the builds that wait for them", async () => {
    const { source, remove } = await open();
    const queue = await createQueue(source);
    const done: string[] = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const part = async (work: string) => {
      await released;
      done.push(work);
      return work;
    };
    queue.process({ job: async () => "done", part, failed: () => undefined }, { parts: 1 });
    const { signal } = new AbortController();
    const run = (projectId: string, work: string) => queue.runPart({ partId: randomUUID(), projectId, work }, signal);
    const waiting = async () => (await queue.depth()).find(({ lane }) => lane === "parts")?.waiting;
    const active = async () => (await queue.depth()).find(({ lane }) => lane === "parts")?.active;
    const giant = [run("giant", "a1")];
    // Parts that are added at once reach the queue in any order.
    await expect.poll(active, { timeout: 10_000 }).toBe(1);
    giant.push(...["a2", "a3", "a4", "a5"].map((work) => run("giant", work)));
    await expect.poll(waiting, { timeout: 10_000 }).toBe(4);
    const small = ["b1", "b2"].map((work) => run("small", work));
    await expect.poll(waiting, { timeout: 10_000 }).toBe(6);
    release();
    await Promise.all([...giant, ...small]);
    expect(done.slice(0, 2)).toContain("b1");
    expect(done.slice(0, 4)).toContain("b2");
    await queue.close();
    await remove();
  });
});

describe.runIf(redis)("a queue without workers", () => {
  test("is known to have none, and keeps its jobs, whoever takes those of another installation from the same Redis", async () => {
    const { source, remove } = await openRedisDatabase(redis!);
    const other = await createQueue({ redis: (source as { redis: string }).redis, space: "codeindex:other" });
    const taken: string[] = [];
    const job = async ({ projectId }: QueueJob) => {
      taken.push(projectId);
      return "done" as const;
    };
    other.process({ job, failed: () => undefined }, { parts: 0 });
    const queue = await createQueue(source);
    await expect.poll(() => other.jobWorkers()).toBe(1);
    expect(await queue.jobWorkers()).toBe(0);
    await queue.add({ jobId: "one", projectId: "ours", lane: "bulk" });
    await other.add({ jobId: "one", projectId: "theirs", lane: "bulk" });
    await expect.poll(() => taken).toEqual(["theirs"]);
    expect((await queue.depth()).find(({ lane }) => lane === "bulk")).toMatchObject({ waiting: 1 });
    expect(taken).toEqual(["theirs"]);
    await Promise.all([queue.close(), other.close()]);
    await remove();
  });
});

describe.runIf(redis)("processes whose clocks are apart", () => {
  afterEach(() => vi.restoreAllMocks());

  test("tell how long an entry has waited by the clock that they share", async () => {
    const { source, remove } = await openRedisDatabase(redis!);
    const queue = await createQueue(source, realNow);
    for (const [jobId, ahead] of Object.entries({ behind: -HOUR, ahead: HOUR })) {
      setClock(ahead);
      await queue.add({ jobId, projectId: "p", lane: jobId === "ahead" ? "bulk" : "interactive" });
      setClock(-ahead);
      for (const { oldestMs } of await queue.depth()) expect(oldestMs).toBeLessThan(HOUR / 2);
    }
    await queue.close();
    await remove();
  });

  test("leave each other's results to those who wait for them", async () => {
    const { source, remove } = await openRedisDatabase(redis!);
    const queue = await createQueue(source);
    const tries = new Map<string, number>();
    const part = async (work: string) => {
      tries.set(work, (tries.get(work) ?? 0) + 1);
      // By the clock of the process that ends it.
      setClock(work === "ahead" ? HOUR : 0);
      return work;
    };
    queue.process({ job: async () => "done", part, failed: () => undefined }, { parts: 1 });
    const { signal } = new AbortController();
    const run = (work: string) => queue.runPart({ partId: work, projectId: "p", work }, signal);
    expect(await run("right")).toBe("right");
    expect(await run("ahead")).toBe("ahead");
    // Somebody who waits for it, and was not quick enough to read it.
    expect(await run("right")).toBe("right");
    expect(tries.get("right")).toBe(1);
    await queue.close();
    await remove();
  });
});

describe.runIf(redis)("a part whose workers died", () => {
  test("gives null once too many died", async () => {
    const { source, remove } = await openRedisDatabase(redis!);
    const client = new Redis((source as { redis: string }).redis);
    const queue = await createQueue(source);
    queue.process(
      { job: async () => "done", part: (_, signal) => once(signal, "abort").then(String), failed: () => undefined },
      { parts: 2 },
    );
    const result = queue.runPart({ partId: "deadly", projectId: "p", work: "x" }, new AbortController().signal);
    await expect.poll(() => client.exists("codeindex:test:parts-2:deadly:lock"), { timeout: 15_000 }).toBe(1);
    await client.hset("codeindex:test:parts-2:deadly", "stc", 2);
    await client.del("codeindex:test:parts-2:deadly:lock");
    expect(await result).toBeNull();
    await queue.close();
    client.disconnect();
    await remove();
  });
});

describe.runIf(redis)("a job whose workers died", () => {
  test("is taken by the next, however many they were", async () => {
    const { source, remove } = await openRedisDatabase(redis!);
    const client = new Redis((source as { redis: string }).redis);
    const takers: string[] = [];
    const worker = async (name: string, end: (signal: AbortSignal) => Promise<unknown>) => {
      const queue = await createQueue(source);
      const job = async (_job: QueueJob, { signal }: QueueRun) => {
        takers.push(name);
        await end(signal);
        return "done" as const;
      };
      queue.process({ job, failed: () => undefined }, { parts: 0 });
      return queue;
    };
    const silent = await worker("silent", (signal) => once(signal, "abort"));
    await silent.add({ jobId: "heavy", projectId: "p", lane: "bulk" });
    await expect.poll(() => takers, { timeout: 15_000 }).toEqual(["silent"]);
    await client.hset("codeindex:test:bulk:heavy", "stc", 10);
    await client.del("codeindex:test:bulk:heavy:lock");
    const next = await worker("next", async () => undefined);
    await expect.poll(() => takers, { timeout: 30_000 }).toEqual(["silent", "next"]);
    await Promise.all([silent.close(), next.close()]);
    client.disconnect();
    await remove();
  });
});

/** The queue of an embedded service, by src/queue/memory.ts: the rules of the shared ones (queue.test.ts), without a place outside of the process. */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CodeindexError } from "../../src/base/errors.js";
import { createMemoryQueue } from "../../src/queue/memory.js";
import type { JobQueue, QueueHandlers, QueueJob } from "../../src/queue/queue-types.js";

const turns = { most: 2, long: 100, look: 10 };
let queue: JobQueue;
let started: string[];
let ended: string[];
let lastAttempts: string[];
let release: () => void;
let released: Promise<void>;

beforeEach(() => {
  queue = createMemoryQueue();
  [started, ended, lastAttempts] = [[], [], []];
  released = new Promise((resolve) => {
    release = resolve;
  });
});
afterEach(async () => {
  release();
  await queue.close();
});

const job = (jobId: string, lane: QueueJob["lane"] = "bulk", projectId = "p"): QueueJob => ({ jobId, projectId, lane });
const timesStarted = (jobId: string) => started.filter((id) => id === jobId).length;
const depthOf = async (lane: string) => (await queue.depth()).find((depth) => depth.lane === lane);

const runJob: QueueHandlers["job"] = async ({ jobId }, { isLastAttempt }) => {
  started.push(jobId);
  if (isLastAttempt) lastAttempts.push(jobId);
  const runs = timesStarted(jobId);
  if (jobId === "busy" && runs < 3) return "busy";
  if (jobId === "flaky" && runs === 1) throw new Error("passes");
  if (jobId === "hopeless") throw new CodeindexError("engine_unavailable", "away");
  if (jobId === "bad") throw new CodeindexError("configuration", "will never work");
  if (jobId.startsWith("long")) await released;
  ended.push(jobId);
  return "done";
};
const take = () => queue.process({ job: runJob, failed: () => undefined }, { jobs: turns, parts: 0 });

test("tries again what may pass or is busy, three times at most, and not what cannot pass", async () => {
  take();
  for (const id of ["bad", "flaky", "busy", "hopeless"]) await queue.add(job(id));
  await expect.poll(() => ended, { timeout: 5000 }).toEqual(expect.arrayContaining(["flaky", "busy"]));
  await expect.poll(async () => (await depthOf("bulk"))?.failed, { timeout: 8000 }).toBe(2);
  expect(["bad", "flaky", "busy", "hopeless"].map(timesStarted)).toEqual([1, 2, 3, 3]);
  expect(lastAttempts).toEqual(["hopeless"]);
});

test("lets what someone waits for pass a large job, and takes out what was not begun", async () => {
  take();
  await queue.add(job("long"));
  await queue.add(job("never"));
  await queue.add(job("quick", "interactive"));
  await expect.poll(() => ended).toEqual(["quick"]);
  expect(await depthOf("bulk")).toMatchObject({ waiting: 1, active: 1 });
  expect((await depthOf("bulk"))?.oldestMs).toBeGreaterThan(0);
  await queue.remove("never");
  release();
  await expect.poll(() => ended).toContain("long");
  await sleep(2 * turns.long);
  expect(started).not.toContain("never");
});

test("takes a job once while it waits or runs, at once where it was delayed, and again when it has ended", async () => {
  await queue.add(job("long"));
  await queue.add(job("long"));
  expect(await depthOf("bulk")).toMatchObject({ waiting: 1 });
  take();
  await expect.poll(() => started).toEqual(["long"]);
  await queue.add(job("long"));
  release();
  await expect.poll(() => ended).toEqual(["long"]);
  expect(await depthOf("bulk")).toMatchObject({ waiting: 0, active: 0 });
  await queue.add(job("long"));
  await expect.poll(() => ended).toEqual(["long", "long"]);
  await queue.add(job("flaky"));
  await expect.poll(async () => (await depthOf("bulk"))?.delayed, { interval: 5 }).toBe(1);
  await queue.add(job("flaky"));
  await expect.poll(() => ended, { timeout: 500 }).toContain("flaky");
  await queue.add(job("bad"));
  await expect.poll(async () => (await depthOf("bulk"))?.failed).toBe(1);
  await queue.add(job("bad"));
  await expect.poll(() => timesStarted("bad")).toBe(2);
});

test("runs the next job beside one that takes long, and no more at once than it may", async () => {
  take();
  for (const id of ["long 1", "long 2", "long 3"]) await queue.add(job(id));
  expect(started).toEqual(["long 1"]);
  await expect.poll(() => started).toEqual(["long 1", "long 2"]);
  await sleep(3 * turns.long);
  expect(started).toEqual(["long 1", "long 2"]);
  release();
  await expect.poll(() => ended).toEqual(["long 1", "long 2", "long 3"]);
});

test("forgets a project's jobs that do not run, and no other's", async () => {
  for (const id of ["gone", "kept"]) await queue.add(job(`build-${id}`, "bulk", id));
  await queue.forget("gone");
  take();
  await expect.poll(() => ended).toEqual(["build-kept"]);
});

test("aborts what runs when it closes, waits for its end, and begins nothing more", async () => {
  expect(await queue.jobWorkers()).toBe(0);
  const aborted: string[] = [];
  queue.process(
    {
      async job({ jobId }, { signal }) {
        started.push(jobId);
        await once(signal, "abort");
        await sleep(50);
        aborted.push(jobId);
        throw signal.reason;
      },
      failed: () => undefined,
    },
    { jobs: turns, parts: 0 },
  );
  expect(await queue.jobWorkers()).toBe(1);
  for (const id of ["one", "two"]) await queue.add(job(id));
  await queue.close();
  expect([started, aborted]).toEqual([["one"], ["one"]]);
  await queue.add(job("three"));
  expect(started).toEqual(["one"]);
});

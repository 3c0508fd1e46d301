/** Garbage that is collected at rest, by src/base/rest.ts. */
import { constants, PerformanceObserver } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { collectAtRest } from "../../src/base/rest.js";
import { until } from "../helpers/until.js";

const QUICK = { lookMs: 100, restMs: 200, busy: 0.25 };

test("a thread that rests collects its garbage, and again after it has worked", async () => {
  const collections = countCollections();
  onTestFinished(collectAtRest(QUICK));
  for (let time = 0; time < 2; time++) {
    const before = collections();
    await work();
    await until(() => collections() > before);
  }
});

test("a thread that works collects nothing", async () => {
  const collections = countCollections();
  onTestFinished(collectAtRest(QUICK));
  for (let time = 0; time < 20; time++) await work();
  expect(collections()).toBe(0);
});

/** Counts the collections from now on that were asked for. */
function countCollections(): () => number {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { detail: { flags: number } }[])
      if (entry.detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) count++;
  });
  observer.observe({ entryTypes: ["gc"] });
  onTestFinished(() => observer.disconnect());
  return () => count;
}

/** Keeps this thread busy for most of 50 milliseconds. */
async function work(): Promise<void> {
  for (const start = performance.now(); performance.now() - start < 30; );
  await sleep(20);
}

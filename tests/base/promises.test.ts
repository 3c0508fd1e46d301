import { expect, test } from "vitest";
import { pause } from "../../src/base/promises.js";

test("a pause ends with its time, or at once when its signal aborts", async () => {
  const stop = new AbortController();
  await pause(1, stop.signal);
  const started = performance.now();
  const paused = pause(60_000, stop.signal);
  stop.abort();
  await paused;
  await pause(60_000, stop.signal);
  expect(performance.now() - started).toBeLessThan(5000);
});

import { test } from "vitest";
import { pause } from "../../src/base/promises.js";

test("a pause ends with its time, or at once when its signal aborts", async () => {
  const stop = new AbortController();
  await pause(1, stop.signal);
  const paused = pause(2 ** 31 - 1, stop.signal);
  stop.abort();
  await paused;
  await pause(2 ** 31 - 1, stop.signal);
});

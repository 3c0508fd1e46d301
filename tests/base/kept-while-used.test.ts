/** Values that are kept while they are used, by src/base/kept-while-used.ts. */
import { expect, test, vi } from "vitest";
import { keptWhileUsed } from "../../src/base/kept-while-used.js";

test("a value is made once while it is used, and anew after a pause", async () => {
  vi.useFakeTimers();
  let made = 0;
  const use = keptWhileUsed(async () => ++made, 1000);
  expect(await use()).toBe(1);
  vi.advanceTimersByTime(900);
  expect(await use()).toBe(1);
  vi.advanceTimersByTime(900);
  expect(await use()).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(await use()).toBe(2);
  vi.useRealTimers();
});

test("a value that could not be made is tried again", async () => {
  let tries = 0;
  const use = keptWhileUsed(async () => {
    if (++tries === 1) throw new Error("away");
    return tries;
  }, 1000);
  await expect(use()).rejects.toThrow("away");
  expect(await use()).toBe(2);
});

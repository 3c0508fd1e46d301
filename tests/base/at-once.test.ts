/** Limits on how many pieces of work run at once, by src/base/at-once.ts: their order, and failures. */
import { expect, test } from "vitest";
import { createAtOnce } from "../../src/base/at-once.js";

test("a few pieces of work run at once, in the order in which they came, and a failure gives its place on", async () => {
  const two = createAtOnce(2);
  const begun: number[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const done = [0, 1, 2, 3].map((at) =>
    two.run(() => {
      begun.push(at);
      return new Promise<number>((end, fail) => {
        ends[at] = (error) => (error ? fail(error) : end(at));
      });
    }),
  );
  expect(begun).toEqual([0, 1]);
  ends[1]!(new Error("no"));
  await expect(done[1]).rejects.toThrow("no");
  expect(begun).toEqual([0, 1, 2]);
  ends[0]!();
  expect(await done[0]).toBe(0);
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[2]!();
  ends[3]!();
  expect(await Promise.all([done[2], done[3]])).toEqual([2, 3]);
});

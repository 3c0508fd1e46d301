/** The renewal of a job's lock: it outlasts neither the job nor the queue. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { renewLock } from "../../src/queue/renew-lock.js";

/** A job whose renewals take a while; each ends as `end` says. */
function slowJob(end: () => void) {
  const job = {
    begun: 0,
    ended: 0,
    async extendLock() {
      job.begun++;
      await sleep(30);
      job.ended++;
      end();
      return 1;
    },
  };
  return job;
}

const lost = () => {
  throw new Error("Missing lock for job 1. extendLock");
};

test("it ends before its job does, with the renewal that is under way", async () => {
  const errors: string[] = [];
  const job = slowJob(() => undefined);
  const closing = new AbortController();
  const options = { duration: 40, closing: closing.signal, failed: ({ message }: Error) => errors.push(message) };
  const renewal = renewLock(job, "token", options);
  await expect.poll(() => job.begun, { interval: 2 }).toBeGreaterThan(0);
  await renewal.stop();
  expect(job.ended).toBeGreaterThan(0);
  expect(job.ended).toBe(job.begun);
  await sleep(40);
  expect(job.ended).toBe(job.begun);
  expect(errors).toEqual([]);
});

test.each([
  { isClosing: false, want: ["Missing lock for job 1. extendLock"] },
  { isClosing: true, want: [] },
])("a lock that is lost is told of, unless the queue closes: $isClosing", async ({ isClosing, want }) => {
  const errors: string[] = [];
  const job = slowJob(lost);
  const closing = new AbortController();
  if (isClosing) closing.abort();
  const failed = ({ message }: Error) => errors.push(message);
  const renewal = renewLock(job, "token", { duration: 100, closing: closing.signal, failed });
  await expect.poll(() => job.ended, { interval: 2 }).toBe(1);
  await renewal.stop();
  expect(errors.slice(0, 1)).toEqual(want);
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { CodeindexError } from "../../src/errors.js";
import { createQueue, type IndexQueue, type QueueJob } from "../../src/queue/queue.js";
import { openPglite } from "../helpers/store.js";

let store: Awaited<ReturnType<typeof openPglite>>;
let queue: IndexQueue;
const started: string[] = [];
const ended: string[] = [];
let atOnce = 0;
let mostAtOnce = 0;

beforeAll(async () => {
  store = await openPglite();
  queue = await createQueue({ pglite: store.db });
  await queue.process(
    async ({ jobId }, { signal }) => {
      started.push(jobId);
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      try {
        if (jobId === "flaky" && started.filter((id) => id === jobId).length === 1) throw new Error("passes");
        if (jobId.startsWith("bad")) throw new CodeindexError("configuration", "will never work");
        const length = jobId.startsWith("long") ? 60_000 : 20;
        await new Promise<void>((resolve, reject) => {
          const timer = setTimeout(resolve, length);
          signal.addEventListener("abort", () => {
            clearTimeout(timer);
            reject(new CodeindexError("cancelled", "Cancelled."));
          });
        });
        ended.push(jobId);
      } finally {
        atOnce--;
      }
    },
    { concurrency: 4, failed: () => undefined },
  );
});
afterAll(async () => {
  await queue.close();
  await store.remove();
});

const job = (jobId: string): QueueJob => ({ jobId, projectId: "p", kind: "changes", priority: "interactive" });

it("runs jobs of one project one after the other", async () => {
  for (const id of ["a", "b", "c"]) await queue.add(job(id));
  await expect.poll(() => ended).toEqual(["a", "b", "c"]);
  expect(mostAtOnce).toBe(1);
});

it("tries again what may pass, and not what cannot", async () => {
  await queue.add(job("bad"));
  await queue.add(job("flaky"));
  await expect.poll(() => ended, { timeout: 10_000 }).toContain("flaky");
  expect(started.filter((id) => id === "flaky")).toHaveLength(2);
  expect(started.filter((id) => id === "bad")).toHaveLength(1);
});

it("cancels a running job", async () => {
  await queue.add(job("long"));
  await expect.poll(() => started).toContain("long");
  await queue.cancel("long");
  await queue.add(job("after"));
  await expect.poll(() => ended).toContain("after");
  expect(ended).not.toContain("long");
});

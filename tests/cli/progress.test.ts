/** Progress where the output is not a terminal. */
import { expect, test } from "vitest";
import { lines, showJob } from "../../src/cli/progress.js";
import type { Indexing } from "../../src/indexing/indexing-types.js";
import type { Job } from "../../src/store/jobs.js";
import { until } from "../helpers/until.js";

test("a line for each phase and every few seconds, and none twice", () => {
  const said: string[] = [];
  let seconds = 0;
  const display = lines(
    "shop",
    (line) => said.push(line),
    () => seconds * 1000,
  );
  const look = (at: number, phase: string | null, filesDone: number, status = "running") => {
    seconds = at;
    display.update({ phase, filesDone, filesTotal: 90, status } as Parameters<typeof display.update>[0]);
  };
  look(1, null, 0, "queued");
  look(3, null, 0, "queued");
  look(3.5, null, 0, "queued");
  look(3.7, "scan", 0);
  look(4, "parse", 10);
  look(5, "parse", 12);
  look(8, "parse", 40);
  look(12, "parse", 40);
  look(16, "parse", 40);
  look(17, "resolve", 40);
  look(18, "publish", 90);
  look(30, "publish", 90, "completed");
  expect(said).toEqual([
    "shop: waiting, 0 of 90 files",
    "shop: scan, 0 of 90 files",
    "shop: parse, 10 of 90 files",
    "shop: parse, 40 of 90 files",
    "shop: resolve, 40 of 90 files",
    "shop: publish, 90 of 90 files",
  ]);
});

test("while a job waits, the one before it in its project is shown", async () => {
  const job = { jobId: "job", projectId: "shop", status: "queued", filesDone: 0, filesTotal: 0 } as Job;
  const before = { ...job, jobId: "before", status: "running", phase: "parse", filesDone: 10, filesTotal: 90 } as Job;
  const asked: string[] = [];
  const indexing: Pick<Indexing, "get" | "wait" | "current"> = {
    get: async () => job,
    current: async (projectId) => {
      asked.push(projectId);
      return before;
    },
    wait: async () => {
      await until(() => asked.length === 2);
      return { ...job, status: "completed" };
    },
  };
  const shown: unknown[] = [];
  await showJob(indexing, job, "shop", new AbortController().signal, {
    update: (one) => void shown.push(one),
    stop: () => undefined,
  });
  expect(shown[0]).toBe(before);
});

test("a look that the database does not answer ends neither the wait nor the process", async () => {
  const job = { jobId: "job", status: "completed" } as Job;
  let looks = 0;
  const away: Pick<Indexing, "get" | "wait" | "current"> = {
    current: async () => null,
    get: async () => {
      looks++;
      throw new Error("timeout exceeded when trying to connect");
    },
    wait: async () => {
      await until(() => looks === 2);
      return job;
    },
  };
  expect(await showJob(away, job, "shop", new AbortController().signal)).toBe(job);
});

/** Progress as clients get it: whole numbers that grow, of a total, with words. */
import { expect, test, vi } from "vitest";
import { type McpCall, whileReporting } from "../../src/mcp/request-form.js";
import { ANYONE } from "../../src/model/principal.js";
import { stepsOf } from "../../src/tools/shared/jobs.js";

interface Sent {
  progress: number;
  total?: number;
  message: string;
}

/** Notifications to a client while work reports its progress. */
async function sentWhile(work: (progress: (done: number, total: number, message: string) => void) => Promise<void>) {
  const sent: Sent[] = [];
  const call = {
    principal: ANYONE,
    signal: new AbortController().signal,
    progressToken: 7,
    notify: async (_method: string, { progressToken: _token, ...rest }: Record<string, unknown>) =>
      void sent.push(rest as unknown as Sent),
  } as unknown as McpCall;
  await whileReporting(call, undefined, ({ progress }) => work(progress!));
  return sent;
}

test("a phase that counts again goes on by whole numbers, and never beyond the total", async () => {
  vi.useFakeTimers();
  try {
    const sent = await sentWhile(async (progress) => {
      for (const [done, total, message] of [
        [0, 0, "scan"],
        [3, 6, "parse"],
        [3, 6, "parse"],
        [1, 4, "resolve"],
        [2, 4, "resolve, on"],
        [4, 4, "publish"],
        [4, 4, "publish"],
      ] as const) {
        progress(done, total, message);
        await vi.advanceTimersByTimeAsync(200);
      }
    });
    expect(sent).toEqual([
      { progress: 0, message: "scan" },
      { progress: 3, total: 6, message: "parse" },
      { progress: 4, total: 4, message: "resolve" },
      { progress: 5, total: 5, message: "resolve, on" },
      { progress: 6, total: 6, message: "publish" },
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test("work that says nothing is told of all the same", async () => {
  vi.useFakeTimers();
  try {
    const sent = await sentWhile(async (progress) => {
      progress(1, 9, "parse");
      await vi.advanceTimersByTimeAsync(31_000);
    });
    expect(sent.map(({ progress, total }) => `${progress} of ${total}`)).toEqual(["1 of 9", "2 of 9", "3 of 9"]);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  {
    job: { status: "queued", phase: null, filesDone: 0, filesTotal: 0 },
    want: { done: 0, total: 0, message: "queued" },
  },
  {
    job: { status: "running", phase: "scan", filesDone: 0, filesTotal: 0, path: null },
    want: { done: 0, total: 0, message: "scan" },
  },
  {
    job: { status: "running", phase: "parse", filesDone: 120, filesTotal: 340, path: "src/a.ts" },
    want: { done: 120, total: 681, message: "parse: 120 of 340 files, at src/a.ts" },
  },
  {
    job: { status: "running", phase: "resolve", filesDone: 10, filesTotal: 340, path: "src/b.ts" },
    want: { done: 350, total: 681, message: "resolve: 10 of 340 files, at src/b.ts" },
  },
  {
    job: { status: "running", phase: "publish", filesDone: 340, filesTotal: 340, path: null },
    want: { done: 680, total: 681, message: "publish: 340 of 340 files" },
  },
] as const)("$want.message", ({ job, want }) => {
  expect(stepsOf(job)).toEqual(want);
});

/** When a batch of changes is due, by src/watching/pending.ts: by a clock that the test moves. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteChange, noteRescan, QUIET, RESCAN, takeBatch } from "../../src/watching/pending.js";
import type { Pending, WatchState } from "../../src/watching/watch-state.js";

let sent: { paths: number; rescan: boolean; at: number }[];
let state: WatchState;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const began = performance.now();
  sent = [];
  const pending: Pending = {
    changed: new Set(),
    isRescanDue: false,
    isHeadDue: false,
    areRulesNew: false,
    firstChange: null,
    lastChange: 0,
    timer: undefined,
    due: () => {
      const { paths, rescan } = takeBatch(state);
      sent.push({ paths: paths.length, rescan, at: Math.round(performance.now() - began) });
    },
  };
  state = { pending, isClosed: false } as WatchState;
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

/** Changes `count` files, one every `every` milliseconds. */
function change(count: number, every: number): void {
  for (let number = 0; number < count; number++) {
    noteChange(state, `src/${number}.ts`);
    vi.advanceTimersByTime(every);
  }
}

test("one save is sent when it has been quiet", () => {
  change(1, 1000);
  expect(sent).toEqual([{ paths: 1, rescan: false, at: QUIET }]);
});

test("saves that go on are sent after a quarter of a second", () => {
  change(20, 20);
  expect(sent[0]).toMatchObject({ rescan: false, at: 250 });
});

test("a storm is sent after two seconds, and asks for a scan above its limit", () => {
  change(2000, 1);
  expect(sent[0]).toEqual({ paths: 0, rescan: true, at: 2000 });
  expect(RESCAN).toBeLessThan(2000);
});

test("a scan that is due names no files", () => {
  noteChange(state, "src/a.ts");
  noteRescan(state);
  vi.advanceTimersByTime(QUIET);
  expect(sent).toEqual([{ paths: 0, rescan: true, at: QUIET }]);
});

/** Log lines as JSON and for people, by src/base/log.ts: scopes, stacks, levels, and secrets that stay out. */
import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "../../src/base/log.js";

function logged(isForPeople: boolean, level = "info") {
  const lines: string[] = [];
  return { lines, log: createLog(level, { write: (line) => void lines.push(line) }, isForPeople) };
}

test("JSON lines, with the scope of the part that wrote them", () => {
  const { lines, log } = logged(false);
  log.child({ scope: "http" }).warn({ status: 503 }, "down");
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: "warn", scope: "http", status: 503, msg: "down" });
});

test("lines for people, with the stack of an error below", () => {
  const { lines, log } = logged(true);
  log.error({ err: new Error("boom"), file: "a.ts" }, "failed");
  expect(lines.join("")).toMatch(/^\d\d:\d\d:\d\d error failed file=a\.ts\nError: boom\n {4}at /);
});

test("control characters for a terminal are shown", () => {
  for (const isForPeople of [true, false]) {
    const { lines, log } = logged(isForPeople);
    log.info({ path: "a\u009b31m\u202e" }, "read");
    expect(lines.join("")).toContain("a<U+009B>31m<U+202E>");
  }
});

test("a token is never written", () => {
  const { lines, log } = logged(false);
  log.info({ token: "hunter2" }, "hello");
  expect(lines[0]).not.toContain("hunter2");
});

test("below the level nothing is written", () => {
  const { lines, log } = logged(false, "warn");
  log.info("hello");
  expect(lines).toEqual([]);
});

test("a warning that comes again within a minute is counted, and said once more with the count", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { lines, log } = logged(false);
  for (const project of ["shop", "shop", "shop", "cart"]) log.warn({ project }, "failed to fetch a project");
  for (let time = 0; time < 2; time++) log.error("failed to listen");
  const said = () => lines.splice(0).map((line) => JSON.parse(line));
  expect(said().map(({ project, msg }) => project ?? msg)).toEqual([
    "shop",
    "cart",
    "failed to listen",
    "failed to listen",
  ]);
  vi.advanceTimersByTime(60_000);
  expect(said()).toMatchObject([{ project: "shop", repeated: 2, msg: "failed to fetch a project" }]);
  log.warn({ project: "shop" }, "failed to fetch a project");
  expect(said()).toHaveLength(1);
});

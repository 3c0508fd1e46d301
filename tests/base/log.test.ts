import { expect, test } from "vitest";
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

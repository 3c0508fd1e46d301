/** Memory, disk and phases of a measured process, by src/measure/bench/machine.ts and phases.ts. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { memoryOf, postgresCpu, sizeOnDisk } from "../../../src/measure/bench/machine.js";
import { createPhaseClock } from "../../../src/measure/bench/phases.js";
import { temporaryFolder } from "../../helpers/folders.js";

test("a folder takes what the files below it take", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "deep"));
  writeFileSync(join(folder, "deep", "file"), Buffer.alloc(200_000, 1));
  expect(sizeOnDisk(folder)).toBeGreaterThanOrEqual(200_000);
  expect(sizeOnDisk(folder)).toBeLessThan(400_000);
});

test.runIf(process.platform === "linux")("a process's memory is known while it lives", () => {
  const { now, peak } = memoryOf(process.pid)!;
  expect(now).toBeGreaterThan(10e6);
  expect(peak).toBeGreaterThanOrEqual(now * 0.5);
  expect(memoryOf(2 ** 22 + 1)).toBeNull();
});

test("a process that is not PostgreSQL's is not counted as such", () => {
  expect(postgresCpu(process.pid)).toBeNull();
});

test("phases that come again are summed up, and together are the whole", () => {
  const clock = createPhaseClock("start");
  clock.enter("parse");
  clock.enter("parse");
  clock.enter("resolve");
  clock.enter("parse");
  const phases = clock.end();
  expect(phases.map(({ name }) => name)).toEqual(["start", "parse", "resolve"]);
  const wall = phases.reduce((sum, { wallSeconds }) => sum + wallSeconds, 0);
  expect(wall).toBeCloseTo(performance.now() / 1000, 1);
});

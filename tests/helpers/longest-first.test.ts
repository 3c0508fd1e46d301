/** Order of the test files in a run, by tests/helpers/longest-first.ts. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import type { TestSpecification, Vitest } from "vitest/node";
import { LongestFirst, SECONDS } from "./longest-first.js";

/** A run of Vitest that has no record of runs before. */
const fresh = {
  config: { root: "/tests" },
  cache: { getFileTestResults: () => undefined, getFileStats: () => undefined },
} as unknown as Vitest;

const specification = (path: string, name: string) =>
  ({
    moduleId: `/tests/${path}`,
    project: { name, config: { root: "/tests", isolate: name === "alone", sequence: { groupOrder: 0 } } },
  }) as unknown as TestSpecification;

test("the rooms come last, and of each project the longest first", async () => {
  const files = [
    specification("base/log.test.ts", "rooms"),
    specification("auth/audit-hang-up.test.ts", "rooms"),
    specification("cli/docs.test.ts", "systems"),
    specification("cli/bin.test.ts", "systems"),
    specification("system/kill.test.ts", "systems"),
    specification("hostile/fuzz.test.ts", "alone"),
  ];
  const sorted = await new LongestFirst(fresh).sort(files);
  expect(sorted.map(({ moduleId }) => moduleId.replace("/tests/", ""))).toEqual([
    "hostile/fuzz.test.ts",
    "system/kill.test.ts",
    "cli/bin.test.ts",
    "cli/docs.test.ts",
    "auth/audit-hang-up.test.ts",
    "base/log.test.ts",
  ]);
});

test("each file of the list exists", () => {
  const missing = Object.keys(SECONDS).filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)));
  expect(missing).toEqual([]);
});

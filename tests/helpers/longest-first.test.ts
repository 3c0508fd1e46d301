import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import type { TestSpecification, Vitest } from "vitest/node";
import { LongestFirst, SECONDS } from "./longest-first.js";

/** A run of Vitest that has no record of runs before. */
const fresh = {
  config: { root: "/tests" },
  cache: { getFileTestResults: () => undefined, getFileStats: () => undefined },
} as unknown as Vitest;

const specification = (path: string, isolate: boolean) =>
  ({
    moduleId: `/tests/${path}`,
    project: { name: isolate ? "systems" : "rooms", config: { root: "/tests", isolate, sequence: { groupOrder: 0 } } },
  }) as unknown as TestSpecification;

test("files with processes of their own begin before the others, and of each the longest", async () => {
  const files = [
    specification("base/log.test.ts", false),
    specification("auth/audit-hang-up.test.ts", false),
    specification("cli/docs.test.ts", true),
    specification("cli/bin.test.ts", true),
    specification("system/kill.test.ts", true),
  ];
  const sorted = await new LongestFirst(fresh).sort(files);
  expect(sorted.map(({ moduleId }) => moduleId.replace("/tests/", ""))).toEqual([
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

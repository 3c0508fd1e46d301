/** Call sites that were read by hand: how they are judged, and that small samples of Kotlin and Swift stay right. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { measureSites, SURE, sitesTable } from "../../../src/measure/graph/sites.js";

const SAMPLES = fileURLToPath(new URL("../../corpus/samples/", import.meta.url));

test("the samples of Kotlin and Swift are read as they were by hand", async () => {
  const tallies = await measureSites(SAMPLES, SAMPLES, SURE);

  expect(tallies.flatMap(({ faults }) => faults)).toEqual([]);
  expect(tallies.map(({ repository, declared, found }) => [repository, declared, found])).toEqual([
    ["garden", 8, 8],
    ["kitchen", 3, 3],
  ]);
});

test("the table counts what is found and what is wrong over all repositories", () => {
  const table = sitesTable([
    { repository: "one", declared: 4, found: 3, wrong: 1, faults: [] },
    { repository: "two", declared: 6, found: 6, wrong: 0, faults: [] },
  ]);

  expect(table.split("\n").at(-1)?.split(/[ |]+/)).toEqual(["", "all", "10", "9", "1", "0.900", "0.900", ""]);
});

/** Test files in words. */
import { expect, test } from "vitest";
import { testFilesLines } from "../../src/format/tests.js";

const fileOf = (name: string, more: object = {}) => ({
  file_path: `tests/${name}.test.ts`,
  hops: 3,
  confidence: "exact" as const,
  via_name: "Controller.run",
  edge_type: "calls" as const,
  cases: [{ kind: "it", name, line_start: 4, lines: [5] }],
  ...more,
});

test("files in a row that are reached in one way have it once", () => {
  const reaches = ["Store.put", "Store.get"];
  const files = ["a", "b", "c"].map((name) => fileOf(name, { reaches }));
  expect(testFilesLines([fileOf("near", { hops: 1 }), ...files, fileOf("far", { reaches: ["Store.get"] })])).toEqual([
    'tests/near.test.ts  via Controller.run  it "near" (line 4, by line 5)',
    "[Store.put, Store.get]  3 steps, via Controller.run:",
    '  tests/a.test.ts  it "a" (line 4, by line 5)',
    '  tests/b.test.ts  it "b" (line 4, by line 5)',
    '  tests/c.test.ts  it "c" (line 4, by line 5)',
    'tests/far.test.ts [Store.get]  3 steps, via Controller.run  it "far" (line 4, by line 5)',
  ]);
});

/** Sets of queries, as they are read. */
import { expect, test } from "vitest";
import { readQueries } from "../../../src/measure/eval/query-set.js";

const asked = '{"query": "where are tokens rotated", "gold": [], "kind": "search_code", "repo": "shop"}';
const known = '{"query": "how is a price found", "gold": [{"file": "src/price.ts"}]}';

test("a query of which nobody has said what is right is left out", () => {
  expect(readQueries(`${asked}\n${known}\n`).map(({ query }) => query)).toEqual(["how is a price found"]);
});

test("a set of nothing but these cannot be asked", () => {
  expect(() => readQueries(asked, "questions.jsonl")).toThrow("questions.jsonl has no queries with gold.");
});

test("a line that is not a query is named", () => {
  expect(() => readQueries(`${known}\n{"query": ""}`, "set")).toThrow(/^set, line 2: query:/);
});

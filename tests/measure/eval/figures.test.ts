/** Figures of search held against the committed ones, by src/measure/eval/figures.ts. */
import { expect, test } from "vitest";
import { checkFigures } from "../../../src/measure/eval/figures.js";
import type { Row } from "../../../src/measure/eval/report.js";

const row = (of: string, file: number, span: number | null): Row => {
  const scores = (mrr10: number) => ({
    queries: 10,
    recall1: 0,
    recall5: 0,
    recall10: 0,
    mrr10,
    ndcg10: 0,
    within: [],
  });
  return { of, file: scores(file), span: span === null ? null : scores(span), ms: { p50: 0, p95: 0 } };
};
const committed = { "function a": { file: 0.8, span: 0.6 }, commit: { file: 0.5, span: null } };

test("answers as good as committed pass, and a little worse", () => {
  expect(
    checkFigures([row("function a", 0.795, 0.61), row("commit", 0.5, null), row("new", 0.1, 0.1)], committed),
  ).toEqual([]);
});

test("worse ones are named", () => {
  expect(checkFigures([row("function a", 0.7, 0.6), row("commit", 0.4, null)], committed)).toEqual([
    "function a, by file: MRR@10 0.700, committed 0.800",
    "commit, by file: MRR@10 0.400, committed 0.500",
  ]);
});

test("a check of nothing is none", () => {
  expect(() => checkFigures([row("new", 1, 1)], committed)).toThrow("No figures");
});

/** Percentiles and targets of measured times, by src/measure/bench/figures.ts. */
import { describe, expect, test } from "vitest";
import { spread, spreadFigures } from "../../../src/measure/bench/figures.js";

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("percentiles", () => {
  const cases = [
    { name: "of a hundred", input: upTo(100), want: { count: 100, p50: 50, p95: 95, max: 100 } },
    { name: "in any order", input: upTo(20).reverse(), want: { count: 20, p50: 10, p95: 19, max: 20 } },
    { name: "numbers, not words, are sorted", input: [9, 10, 100], want: { count: 3, p50: 10, p95: 100, max: 100 } },
    { name: "of one", input: [7], want: { count: 1, p50: 7, p95: 7, max: 7 } },
  ];
  test.each(cases)("$name", ({ input, want }) => {
    expect(spread(input)).toEqual(want);
  });

  test("there are none of nothing", () => {
    expect(() => spread([])).toThrow(RangeError);
  });

  test("the target is that of p95", () => {
    const figures = spreadFigures("save", [1, 2, 3], { most: 2 });
    expect(figures.map(({ name, value, target }) => [name, value, target?.most])).toEqual([
      ["save, p50", 2, undefined],
      ["save, p95", 3, 2],
      ["save, max", 3, undefined],
    ]);
  });
});

/** The first index of a sorted range that passes a test, found by halving in src/base/first-index.ts. */
import { expect, test } from "vitest";
import { firstIndex } from "../../src/base/first-index.js";

const NUMBERS = [1, 3, 3, 3, 8];
const firstFrom = (least: number, from = 0) => firstIndex(from, NUMBERS.length, (index) => NUMBERS[index]! >= least);

test.each([
  { least: 0, index: 0 },
  { least: 1, index: 0 },
  { least: 2, index: 1 },
  { least: 3, index: 1 },
  { least: 8, index: 4 },
  { least: 9, index: 5 },
])("the first number from $least on is at $index", ({ least, index }) => {
  expect(firstFrom(least)).toBe(index);
});

test("a search may begin behind some, and in nothing it ends where it begins", () => {
  expect(firstFrom(3, 2)).toBe(2);
  expect(firstFrom(1, 5)).toBe(5);
  expect(firstIndex(0, 0, () => true)).toBe(0);
});

/** Weighted sums of rows of bytes, by src/models/embedding/row-sums.ts. */
import { expect, test } from "vitest";
import { createRowSums, type RowSums } from "../../../src/models/embedding/row-sums.js";

const DIMENSIONS = 64;

function sumsOf(table: Int8Array): RowSums {
  const sums = createRowSums(table.length / DIMENSIONS, DIMENSIONS);
  sums.table.set(table);
  return sums;
}

/** The sum of the kernel, in plain floats. */
function plainSum(table: Int8Array, rows: Int32Array, weights: Float32Array): number[] {
  const sums = Array.from({ length: DIMENSIONS }, (_, column) =>
    rows.reduce((sum, row, index) => sum + weights[index]! * table[row * DIMENSIONS + column]!, 0),
  );
  const length = Math.hypot(...sums);
  return sums.map((sum) => sum / length);
}

for (const count of [1, 2, 100, 900]) {
  test(`${count} rows sum as they do without SIMD`, () => {
    const table = Int8Array.from({ length: 1000 * DIMENSIONS }, (_, index) => ((index * 7919) % 255) - 127);
    const rows = Int32Array.from({ length: count }, (_, index) => (index * 37) % 1000);
    const weights = Float32Array.from({ length: count }, (_, index) => 0.01 + (index % 13) / 3);
    const got = sumsOf(table).sum(rows, weights, count);
    for (const [column, want] of plainSum(table, rows, weights).entries()) expect(got[column]).toBeCloseTo(want, 3);
  });
}

test("the largest bytes under the largest weights do not overflow", () => {
  const table = new Int8Array(5000 * DIMENSIONS).fill(-128);
  const rows = Int32Array.from({ length: 5000 }, (_, index) => index);
  const got = sumsOf(table).sum(rows, new Float32Array(5000).fill(1e6), 5000);
  for (const value of got) expect(value).toBeCloseTo(-1 / Math.sqrt(DIMENSIONS), 4);
});

test("cosines of a row are those of plain floats, and of nothing where a row is empty", () => {
  const table = Int8Array.from({ length: 50 * DIMENSIONS }, (_, index) =>
    index < DIMENSIONS ? 0 : ((index * 7919) % 256) - 128,
  );
  const row = (index: number) => [...table.subarray(index * DIMENSIONS, (index + 1) * DIMENSIONS)];
  const product = (a: number[], b: number[]) => a.reduce((sum, value, index) => sum + value * b[index]!, 0);
  const got = sumsOf(table).cosines(3);
  expect(got[0]).toBe(0);
  for (let other = 1; other < 50; other++) {
    const lengths = Math.hypot(...row(3)) * Math.hypot(...row(other));
    expect(got[other]).toBeCloseTo(product(row(3), row(other)) / lengths, 5);
  }
});

test("no rows, or weights of nothing, give zeros", () => {
  const sums = sumsOf(new Int8Array(DIMENSIONS).fill(1));
  const zeros = new Float32Array(DIMENSIONS);
  expect(sums.sum(new Int32Array(1), new Float32Array(1), 0)).toEqual(zeros);
  expect(sums.sum(new Int32Array(1), new Float32Array(1), 1)).toEqual(zeros);
});

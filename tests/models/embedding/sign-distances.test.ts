/** Distances between codes of signs, by src/models/embedding/sign-distances.ts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSignDistances } from "../../../src/models/embedding/sign-distances.js";

/** The distances of all codes, a piece after the other. */
function distancesOf(width: number, codes: Uint32Array, query: Uint32Array): number[] {
  const { most, load, measure } = createSignDistances(width);
  const distances: number[] = [];
  for (let from = 0; from < codes.length / width; from += most) {
    const piece = codes.subarray(from * width, (from + most) * width);
    load(piece);
    distances.push(...measure(query, piece.length / width));
  }
  return distances;
}

const bits = (word: number) => word.toString(2).replaceAll("0", "").length;

test("signs that differ are counted, in codes of any width", () => {
  const word = fc.oneof(fc.nat(0xffffffff), fc.constantFrom(0, 0xffffffff));
  const code = (width: number) => fc.array(word, { minLength: width, maxLength: width });
  const sets = fc
    .integer({ min: 1, max: 130 })
    .chain((width) => fc.tuple(code(width), fc.array(code(width), { minLength: 1, maxLength: 5 })));
  fc.assert(
    fc.property(sets, ([query, codes]) => {
      const distances = distancesOf(query.length, Uint32Array.from(codes.flat()), Uint32Array.from(query));
      const expected = codes.map((one) => one.reduce((sum, own, index) => sum + bits((own ^ query[index]!) >>> 0), 0));
      expect(distances).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

test("more codes than are measured at once are all measured", () => {
  const codes = Uint32Array.from({ length: 100_000 }, (_, index) => index);
  const distances = distancesOf(1, codes, Uint32Array.of(0));
  expect(distances.findIndex((distance, index) => distance !== bits(index))).toBe(-1);
});

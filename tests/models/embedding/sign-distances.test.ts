import fc from "fast-check";
import { expect, test } from "vitest";
import { createSignDistances } from "../../../src/models/embedding/sign-distances.js";

const bits = (word: number) => word.toString(2).replaceAll("0", "").length;

test("signs that differ are counted, in codes of any width", () => {
  const word = fc.oneof(fc.nat(0xffffffff), fc.constantFrom(0, 0xffffffff));
  const code = (width: number) => fc.array(word, { minLength: width, maxLength: width });
  const sets = fc
    .integer({ min: 1, max: 130 })
    .chain((width) => fc.tuple(code(width), fc.array(code(width), { minLength: 1, maxLength: 5 })));
  fc.assert(
    fc.property(sets, ([query, codes]) => {
      const distances = new Uint16Array(codes.length);
      createSignDistances(query.length)(Uint32Array.from(codes.flat()), Uint32Array.from(query), distances);
      const expected = codes.map((one) => one.reduce((sum, own, at) => sum + bits((own ^ query[at]!) >>> 0), 0));
      expect([...distances]).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

test("more codes than are measured at once are all measured", () => {
  const codes = Uint32Array.from({ length: 100_000 }, (_, at) => at);
  const distances = new Uint16Array(100_000);
  createSignDistances(1)(codes, Uint32Array.of(0), distances);
  expect(distances.findIndex((distance, at) => distance !== bits(at))).toBe(-1);
});

import fc from "fast-check";
import { test } from "vitest";
import { bitsIn } from "../../src/embedding/packed.js";

test("the bits of three words are counted", () => {
  const bits = (word: number) => word.toString(2).replaceAll("0", "").length;
  const word = fc.oneof(fc.nat(0xffffffff), fc.constantFrom(0, 0xffffffff));
  fc.assert(fc.property(word, word, word, (a, b, c) => bitsIn(a, b, c) === bits(a) + bits(b) + bits(c)));
});

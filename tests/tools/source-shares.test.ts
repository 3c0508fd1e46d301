/** Room for the source of a list's lines: short ones leave theirs to the others. */
import { expect, test } from "vitest";
import { cutToShares, MOST_CODE } from "../../src/tools/shared/source-shares.js";

const short = "pay(cart);";
const long = "x".repeat(MOST_CODE);

test("a line is whole where the others leave it the room", () => {
  const line = "y".repeat(MOST_CODE - 20 * short.length);
  expect(cutToShares([...Array<string>(20).fill(short), line])(line)).toBe(line);
});

test("long lines share what the short ones leave", () => {
  const cut = cutToShares([...Array<string>(20).fill(short), long, long]);
  expect(cut(short)).toBe(short);
  expect(cut(long)).toHaveLength((MOST_CODE - 20 * short.length) / 2);
});

test("a share is long enough for the first words of a call", () => {
  expect(cutToShares(Array<string>(500).fill(long))(long)).toHaveLength(72);
});

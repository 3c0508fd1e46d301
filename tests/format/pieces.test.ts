/** Pieces of code in less room, by src/format/pieces.ts, and fair shares of a budget, by src/format/share.ts. */
import { expect, test } from "vitest";
import { fitPiece, type PieceDraft, sizeOf } from "../../src/format/pieces.js";
import { fairShares } from "../../src/format/share.js";

test.each([
  { name: "small texts are whole, large ones equal", sizes: [10, 500, 500], budget: 410, want: [10, 200, 200] },
  { name: "the rest of rounding goes to the first", sizes: [9, 9], budget: 7, want: [4, 3] },
  { name: "nothing is given where there is nothing", sizes: [5, 5], budget: -3, want: [0, 0] },
  { name: "there is room for all", sizes: [5, 6], budget: 100, want: [5, 6] },
])("$name", ({ sizes, budget, want }) => {
  expect(fairShares(sizes, budget)).toEqual(want);
});

const body: PieceDraft = {
  start: 10,
  headLine: 10,
  lines: ["function add(item) {", "  const total = sum(item);", "", "  return total + taxes(total);", "}"],
  isFolded: false,
  members: null,
  hasSteps: false,
  form: "whole",
  signature: "function add(item)",
};

test("a body is shortened to its first lines, and says which are left out", () => {
  expect(fitPiece(body, sizeOf(body))).toMatchObject({ form: "whole", line_end: 14 });
  const { form, code, line_end } = fitPiece(body, 28);
  expect({ form, line_end }).toEqual({ form: "part", line_end: 11 });
  expect(code.split("\n")).toEqual([
    "10\tfunction add(item) {",
    "11\t  const total = sum(item);",
    "… 3 more lines, 12-14",
  ]);
  expect(fitPiece(body, 0)).toEqual({ form: "signature", code: "10\tfunction add(item)", line_end: 14 });
});

test("a type is shown by its members before lines of it are", () => {
  const members = Array.from({ length: 20 }, (_, index) => ({ line: 11 + index, text: `method m${index}()` }));
  const type: PieceDraft = { ...body, lines: Array.from({ length: 30 }, () => "  some long line of code();"), members };
  const { form, code } = fitPiece(type, 40);
  expect(form).toBe("members");
  expect(code.split("\n")[0]).toBe("11\tmethod m0()");
  expect(code).toMatch(/… \d+ more members$/);
});

test("a type whose lines were asked for is shown by them, and then by the members behind", () => {
  const members = Array.from({ length: 20 }, (_, index) => ({ line: 11 + index, text: `method m${index}()` }));
  const lines = Array.from({ length: 30 }, () => "  some long line of code();");
  const { form, code, line_end } = fitPiece({ ...body, lines, members, isWholeAsked: true }, 130);
  expect({ form, line_end }).toEqual({ form: "part", line_end: 17 });
  expect(code.split("\n").slice(7, 11)).toEqual([
    "17\t  some long line of code();",
    "… 22 more lines, 18-39; members there:",
    "18\tmethod m7()",
    "19\tmethod m8()",
  ]);
});

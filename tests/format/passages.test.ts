/** Passages that share a budget, by src/format/passages.ts: code for the best, a line for the others. */
import { expect, test } from "vitest";
import { estimateTokens } from "../../src/base/estimate-tokens.js";
import { fitPassages, type PassageDraft } from "../../src/format/passages.js";

const lineOf = (at: number) => `  const value${at} = read(value${at - 1});`;
const lines = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => lineOf(first + index)).join("\n");
/** The same lines as they are shown. */
const rowOf = (at: number) => `${at}\t${lineOf(at).trim()}`;
const rows = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => rowOf(first + index)).join("\n");

/** A passage of these lines of its file, found by `core`. */
function draft(startLine: number, endLine: number, over: Partial<PassageDraft> = {}): PassageDraft {
  return {
    startLine,
    text: lines(startLine, endLine),
    isCode: true,
    core: { startLine, endLine },
    parts: [{ startLine, endLine, symbolNames: [] }],
    line: `read${startLine}(value: number): number`,
    beside: 20,
    ...over,
  };
}
const tokensOf = (drafts: PassageDraft[], shown: { content: string }[]) =>
  drafts.reduce((sum, { beside }, index) => sum + beside + estimateTokens(shown[index]!.content), 0);
const fitted = (drafts: PassageDraft[], budget: number, words: string[] = []) => fitPassages(drafts, { words, budget });

test("all are whole where there is room", () => {
  const drafts = [draft(1, 10), draft(20, 30)];
  expect(fitted(drafts, 2000)).toEqual([rows(1, 10), rows(20, 30)].map((content) => ({ form: "whole", content })));
  expect(fitted([], 100)).toEqual([]);
});

test("the best have their code, the others a line", () => {
  const drafts = Array.from({ length: 8 }, (_, index) => draft(index * 100 + 1, index * 100 + 20));
  const shown = fitted(drafts, 1000);
  expect(shown.map(({ form }) => form).join(" ")).toMatch(/^(whole ){2,4}(line ?){4,6}$/);
  expect(shown[7]!.content).toBe("read701(value: number): number");
  expect(tokensOf(drafts, shown)).toBeLessThanOrEqual(1000);
});

test("every budget is kept to, or lines alone are shown", () => {
  const drafts = Array.from({ length: 10 }, (_, index) => draft(index * 100 + 1, index * 100 + 5 + index * 9));
  const least = tokensOf(
    drafts,
    drafts.map(({ line }) => ({ content: line })),
  );
  for (let budget = 0; budget < 4000; budget += 37) {
    const shown = fitted(drafts, budget, ["value402"]);
    expect(shown).toHaveLength(10);
    expect(tokensOf(drafts, shown)).toBeLessThanOrEqual(Math.max(budget, least));
  }
});

test("of a passage that is too long the piece that was found is shown, and what is left out named", () => {
  const parts = [
    { startLine: 1, endLine: 20, symbolNames: ["open", "close"] },
    { startLine: 21, endLine: 30, symbolNames: ["read"] },
    { startLine: 32, endLine: 60, symbolNames: ["a", "b", "c", "d", "e"] },
  ];
  const [shown] = fitted([draft(1, 60, { core: { startLine: 21, endLine: 30 }, parts })], 300);
  expect(shown).toEqual({
    form: "part",
    content: ["… 1-20 open, close", rows(21, 30), "… 31-60 a, b, c, d, …"].join("\n"),
  });
});

test("of a piece that is too long itself, the lines that hold the words", () => {
  const [shown] = fitted([draft(1, 200)], 200, ["value120"]);
  expect(shown!.form).toBe("part");
  const [before, ...rest] = shown!.content.split("\n");
  expect(before).toMatch(/^… 1-1\d\d$/);
  expect(rest).toContain(rowOf(120));
  expect(rest.at(-1)).toMatch(/^… 1\d\d-200$/);
});

test("room that is left widens what was shortened", () => {
  const part = draft(1, 60, { core: { startLine: 21, endLine: 30 } });
  const whole = estimateTokens(rows(1, 60)) + 20;
  expect(fitted([part], whole)).toEqual([{ form: "whole", content: rows(1, 60) }]);
  expect(fitted([part], whole - 1)[0]!.form).toBe("part");
});

test("a line is one line, and short", () => {
  const [, shown] = fitted([draft(1, 200), draft(300, 400, { line: `read(\n  ${"value, ".repeat(40)})` })], 300);
  expect(shown!.content).toMatch(/^read\( value, .{1,90}…$/);
});

test("a function that is too long is shown by its steps", () => {
  const source = [
    "function pay(cart: Cart) {",
    ...Array.from({ length: 30 }, (_, index) => `  const price${index} = cart.prices[${index}] / 100;`),
    "  charge(cart.card, price0);",
    "  return price0;",
    "}",
  ];
  const own = { text: source.join("\n"), line: "pay(cart: Cart)" };
  expect(fitted([draft(11, 44, own)], 100)).toEqual([
    {
      form: "steps",
      content: [
        "11\tfunction pay(cart: Cart) {  … 30 lines",
        "42\t charge(cart.card, price0);",
        "43\t return price0;",
      ].join("\n"),
    },
  ]);
});

test("prose stands as it is written, with the numbers of its lines", () => {
  const own = { text: "# Carts\n\n  A cart.", isCode: false };
  expect(fitted([draft(3, 5, own)], 100)).toEqual([{ form: "whole", content: "3\t# Carts\n4\t\n5\t  A cart." }]);
});

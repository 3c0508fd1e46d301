import { expect, test } from "vitest";
import { fitPiece, type PieceDraft } from "../../src/format/pieces.js";
import { stepRows } from "../../src/format/steps.js";

const PAY = `
export async function pay(
  cart: Cart,
  options: Options,
): Promise<Receipt> {
  // Free carts need no card.
  const { total, currency } = cart;
  const request = {
    amount: total,
    currency,
    card: options.card ?? defaultCard(cart.owner),
  };
  const isFree = total === 0;
  if (isFree) {
    return emptyReceipt;
  } else if (total < 0) {
    throw new Error("negative");
  }
  const retry = (error: Error) => {
    cart.attempts += 1;
    return error.isTemporary
      ? cart.attempts < MOST
      : false;
  };
  for (const item of cart.items) {
    item.paid = true;
    const name = item.name;
  }
  return await send(request, retry);
}`.trimStart();

const stepsOf = (source: string, kept?: ReadonlySet<number>) =>
  stepRows(1, source.split("\n"), kept).map(({ text }) => text.replace(/\t\s*/, " "));

test("the lines that decide, call, assign to members, return or throw", () => {
  expect(stepsOf(PAY)).toEqual([
    "1 export async function pay(",
    "2 cart: Cart,",
    "3 options: Options,",
    "4 ): Promise<Receipt> {",
    "10 card: options.card ?? defaultCard(cart.owner),",
    "13 if (isFree) {",
    "14 return emptyReceipt;",
    "15 } else if (total < 0) {",
    '16 throw new Error("negative");',
    "18 const retry = (error: Error) => {",
    "19 cart.attempts += 1;",
    "20 return error.isTemporary",
    "21 ? cart.attempts < MOST",
    "22 : false;",
    "24 for (const item of cart.items) {",
    "25 item.paid = true;",
    "28 return await send(request, retry);",
  ]);
});

test("lines that were asked for are kept, and components of JSX are calls", () => {
  expect(stepsOf("function f() {\n  const a = 1;\n  const b = 2;\n}", new Set([3]))).toEqual([
    "1 function f() {",
    "3 const b = 2;",
  ]);
  expect(
    stepsOf('function F() {\n  const width = 1;\n  return (\n    <Dialog\n      width="1"\n    />\n  );\n}'),
  ).toEqual(["1 function F() {", "3 return (", "4 <Dialog"]);
});

test("long lines cost no time", () => {
  const hostile = ["function f() {", "a.".repeat(400), "(".repeat(200_000), `${"a.b".repeat(100_000)} =`, "}"];
  expect(stepRows(1, hostile)).toHaveLength(1);
});

test("a function that does not fit is shown by its steps, unless its lines were asked for", () => {
  const draft: PieceDraft = {
    start: 1,
    headLine: 1,
    lines: PAY.split("\n"),
    isFolded: true,
    members: null,
    hasSteps: true,
    form: "whole",
    signature: "function pay",
  };
  expect(fitPiece(draft, 1000).form).toBe("whole");
  const steps = fitPiece(draft, 200);
  expect(steps).toMatchObject({ form: "steps", line_end: 29 });
  expect(steps.code).toContain("28\t  return await send(request, retry);");
  const first = fitPiece(draft, 60);
  expect(first.form).toBe("steps");
  expect(first.code).toMatch(/… \d+ more lines, \d+-29$/);
  expect(fitPiece({ ...draft, isWholeAsked: true }, 200).form).toBe("part");
  const below: PieceDraft = {
    ...draft,
    lines: ["/** Pays, in this order:", " * by card. */", ...draft.lines],
    headLine: 3,
  };
  expect(fitPiece({ ...below, form: "steps" }, 1000).code).toMatch(
    /^3\texport async function pay\(\n4\t {2}cart: Cart,\n/,
  );
});

test("a value that changes, with or without an object before it", () => {
  const source = [
    "void Close()",
    "{",
    "    var count = 1;",
    "    _open--;",
    "    ++Closed;",
    "    isOpen = false;",
    "    int rest = _open;",
    "    counts[key] += 2;",
    "}",
  ];
  expect(stepsOf(source.join("\n"))).toEqual([
    "1 void Close()",
    "2 {",
    "4 _open--;",
    "5 ++Closed;",
    "6 isOpen = false;",
    "8 counts[key] += 2;",
  ]);
});

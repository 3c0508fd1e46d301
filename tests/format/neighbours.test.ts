/** The line of callers and callees under a symbol, by src/format/neighbours.ts. */
import { expect, test } from "vitest";
import { neighbourLines, neighbourText } from "../../src/format/neighbours.js";
import type { Neighbour, Neighbours } from "../../src/graph/neighbours.js";

const neighbour = (name: string, path: string, lines: number[], isLikely = false): Neighbour => ({
  name,
  path,
  lines,
  isLikely,
});
const inWords = (over: Partial<Neighbours>) =>
  neighbourText(
    neighbourLines({ of: null, isCalled: true, callers: [], isCapped: false, callees: [], ...over }, "src/cart.ts"),
  );

test("names the first callers and callees with their lines, those of the same file by these alone", () => {
  expect(
    inWords({
      callers: [neighbour("App.Shop.Till.pay", "src/till.ts", [9]), neighbour("Cart.pay", "src/cart.ts", [12, 40])],
      callees: [neighbour("Money.Money", "src/money.ts", [3])],
    }),
  ).toEqual(["called by: Till.pay src/till.ts:9, pay :12,40", "calls: Money src/money.ts:3"]);
});

test("less sure ones stand behind the others, and more are counted", () => {
  const callers = [
    neighbour("a", "a.ts", [1], true),
    neighbour("b", "b.ts", [1, 2, 3, 4]),
    neighbour("", "c.test.ts", [7]),
    neighbour("d", "d.ts", [1], true),
    neighbour("e", "e.ts", [1]),
    neighbour("f", "f.ts", [1]),
  ];
  expect(inWords({ callers, of: "add" })).toEqual([
    "called by: b b.ts:1,2,3,…, c.test.ts:7; likely a a.ts:1, d d.ts:1; 2 more (add)",
  ]);
  expect(inWords({ callers, isCapped: true })[0]).toMatch(/; 2\+ more$/);
});

test("a symbol without calls is used; nothing is said of nobody", () => {
  expect(inWords({ isCalled: false, callers: [neighbour("a", "a.ts", [1])] })).toEqual(["used by: a a.ts:1"]);
  expect(inWords({ of: "add" })).toEqual([]);
});

/** Places in a question, such as `cart.ts:9` of a stack trace, found by src/search/code/locations.ts. */
import { expect, test } from "vitest";
import { locationsIn } from "../../../src/search/code/locations.js";

const FILES = [
  "index.js",
  "lib/cart.js",
  "lib/cart/total.js",
  "packages/shop/src/cart.ts",
  "packages/till/src/cart.ts",
  "Core/Logger.cs",
  "src/(app)/page.tsx",
  "src/(admin)/page.tsx",
];
const files = FILES.map((path, versionId) => ({ path, versionId, lineCount: 600 }));
const found = (text: string) =>
  locationsIn(text, { files }).locations.map(({ versionId, line }) => `${FILES[versionId]}:${line}`);

test.each<[written: string, means: string[]]>([
  ["lib/cart.js:12", ["lib/cart.js:12"]],
  ["why does ./lib/cart.js:12:5 throw", ["lib/cart.js:12"]],
  ["at total (/app/node_modules/shop/lib/cart/total.js:530:20)", ["lib/cart/total.js:530"]],
  ["at total (file:///C:/shop/lib/cart/total.js?v=1)", []],
  ["fetch@http://localhost:5173/lib/cart.js?v=abc123:380:12", ["lib/cart.js:380"]],
  ["lib/cart.js line 200 and lib/cart.js:12-20", ["lib/cart.js:200", "lib/cart.js:12"]],
  ["(src/(app)/page.tsx:12)", ["src/(app)/page.tsx:12"]],
  ["webpack-internal:///./lib/cart.js:7", ["lib/cart.js:7"]],
  ["at Logger.Write() in C:\\src\\Serilog\\Core\\Logger.cs:line 390", ["Core/Logger.cs:390"]],
  ["Core\\Logger.cs(12,34): error CS1002: ; expected", ["Core/Logger.cs:12"]],
  ["https://host/blob/main/lib/cart.js#L12-L20", ["lib/cart.js:12"]],
  ['File "lib/cart.js", line 3, in total', ["lib/cart.js:3"]],
  // A package of a monorepo as it stands in a container; the shortest end that tells it from others.
  ["/app/shop/src/cart.ts:9", ["packages/shop/src/cart.ts:9"]],
  ["src/cart.ts:9", ["packages/shop/src/cart.ts:9", "packages/till/src/cart.ts:9"]],
  ["total.js:1 and Logger.cs:2", ["lib/cart/total.js:1", "Core/Logger.cs:2"]],
  ["/app/node_modules/other/dist/cart.js:12", []],
  ["lib/cart.js:12345678901", []],
  ["example.com:8080, items.slice(1, 2), 10:30, v1.2:3, cart.js", []],
])("%s", (written, means) => {
  expect(found(written)).toEqual(means);
});

const missed = (text: string) =>
  locationsIn(text, { files }).missed.map(({ path, line, fileCount, frame }) => [`${path}:${line}`, fileCount, frame]);

test.each<[written: string, missed: [place: string, files: number, frame: string | null][]]>([
  ["lib/cart.js:602", [["lib/cart.js:602", 1, null]]],
  ["see src/cart.ts:9999 and again src/cart.ts:9999", [["src/cart.ts:9999", 2, null]]],
  ["does it fail at ./lib/till.ts:12", [["lib/till.ts:12", 0, null]]],
  ["    at async /app/dist/till.mjs:1:2", [["dist/till.mjs:1", 0, ""]]],
  ["at Cart.total (/app/lib/cart.js:9999:3)", [["lib/cart.js:9999", 1, "Cart.total"]]],
  ["at new Cart (file:///C:/shop/lib/cart.js:9999:3)", [["lib/cart.js:9999", 1, "Cart"]]],
  ["at Object.total [as sum] (/app/lib/cart.js:9999:3)", [["lib/cart.js:9999", 1, "total"]]],
  ["at Object.<anonymous> (/app/lib/cart.js:9999:3)", [["lib/cart.js:9999", 1, ""]]],
  ["total@http://localhost:5173/lib/cart.js?v=1:9999:3", [["lib/cart.js:9999", 1, "total"]]],
  [
    "   at Shop.Cart.Add(String x, Int32 n) in C:\\x\\Baz.cs:line 900\n   at Shop.Cart`1..ctor()",
    [["x/Baz.cs:900", 0, "Shop.Cart.Add"]],
  ],
  ["at Shop.Cart.<>c.<<Add>b__0>d.MoveNext() in Logger.cs:line 900", [["Core/Logger.cs:900", 1, ""]]],
  ["at Shop.Cart.<AddAsync>d__5.MoveNext() in Logger.cs:line 900", [["Core/Logger.cs:900", 1, "Shop.Cart.AddAsync"]]],
  ["at next (/app/node_modules/router/index.mjs:12:3), res.json(200), list.ts(1)", [["list.ts:1", 0, null]]],
])("%s is not there", (written, want) => {
  expect(missed(written)).toEqual(want);
});

test("the rest is to be looked for in words", () => {
  expect(locationsIn("TypeError at lib/cart.js:12:5, list.slice(1)", { files }).rest).toBe(
    "TypeError at lib/cart.js, list.slice(1)",
  );
  expect(locationsIn("lib/cart.js:9999 and lib/till.ts:12", { files }).rest).toBe("lib/cart.js and lib/till.ts");
});

test("texts that are not locations in a large repository are passed over at once", () => {
  const many = Array.from({ length: 100_000 }, (_, at) => ({
    path: `src/${at}/index.ts`,
    versionId: at,
    lineCount: 600,
  }));
  for (const text of ["x.ts:1 ", "index.ts:1 ", "/a/a/a/index.ts:1 ", "a.b#L1"])
    expect(locationsIn(text.repeat(500), { files: many }).locations).toEqual([]);
  expect(locationsIn("index.ts:1", { files: many }).missed).toMatchObject([{ path: "index.ts", fileCount: 100_000 }]);
});

test("a long text without an end of words costs no more than its length", () => {
  expect(found(`${"a".repeat(200_000)}.js:${"1".repeat(200_000)}`)).toEqual([]);
  expect(found("lib/cart.js:1 ".repeat(20_000))).toHaveLength(10);
});

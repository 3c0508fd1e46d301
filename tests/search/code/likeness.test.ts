/** Likeness of two pieces of code, by src/search/code/likeness.ts. */
import { expect, test } from "vitest";
import { comparable, likenessOf } from "../../../src/search/code/likeness.js";
import { dedent } from "../../helpers/dedent.js";

const CODE = `function totalOf(cart: Cart): number {
  let sum = 0;
  for (const item of cart.items) {
    if (item.isFree) continue;
    sum += item.price * item.count;
  }
  return sum - discountOf(cart, sum);
}`;
const of = (one: string, other: string) => likenessOf(comparable(one), comparable(other), () => 1);

test.each<[string, string, string]>([
  ["itself", CODE, "identical"],
  ["other white space and comments", CODE.replaceAll("\n  ", "\n\n      // Next.\n      "), "identical"],
  ["a line more", CODE.replace("return", "log(sum);\n  return"), "near_duplicate"],
  ["a part of it", CODE.split("\n").slice(2, 6).join("\n"), "near_duplicate"],
  [
    "other names and values",
    CODE.replaceAll(/totalOf|cart|sum|item|price|count|discountOf/g, (name) => `other${name.length}${name}`).replace(
      "= 0",
      "= 1",
    ),
    "same_shape",
  ],
  [
    "some of its words",
    dedent`
      const price = item.price;
      return cart.items.length;`,
    "similar",
  ],
])("%s", (_name, other, want) => {
  const { likeness, similarity } = of(CODE, other);
  expect(likeness).toBe(want);
  expect(similarity > 0 && similarity <= 1).toBe(true);
  expect(of(other, CODE)).toEqual({ likeness, similarity });
});

test("texts without a common word are not alike, and neither are empty ones", () => {
  for (const other of ["", "   ", "// only a comment", "日本語"]) expect(of(CODE, other).similarity).toBe(0);
  expect(of("", "").likeness).toBe("similar");
});

test.each([
  [
    dedent`
      import {
        alpha,
        beta,
      } from "./names.js";
      import fs from "node:fs";
    `,
    CODE,
  ],
  [
    dedent`
      using System.Linq;
      global using static Alpha.Beta;
      using Names = Alpha.Names;
    `,
    dedent`
      class Cart
      {
          int Sum() => items.Count();
      }`,
  ],
])("imports are like other imports, and not like what stands below them: %j", (imports, code) => {
  expect(of(imports, imports).likeness).toBe("identical");
  expect(of(imports + code, imports).similarity).toBe(0);
  expect(of(imports + code, code).likeness).toBe("identical");
});

test("rare words count more than common ones", () => {
  const weight = (term: string) => (term === "rotate" ? 5 : 1);
  const like = (other: string) => likenessOf(comparable("get(rotate)"), comparable(other), weight).similarity;
  expect(like("put(rotate)")).toBeGreaterThan(like("get(other)"));
});

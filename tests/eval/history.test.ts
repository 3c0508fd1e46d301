import { describe, expect, it } from "vitest";
import { queriesOf } from "../../src/eval/history.js";

const commit = (subject: string, files = ["src/cart.ts"]) => ({ hash: "0123456789abcdef", subject, files });
const asked = (subject: string, files?: string[]) =>
  queriesOf([commit(subject, files)], (path) => path !== "src/gone.ts", 10).map(({ query, gold }) => [
    query,
    ...gold.map(({ file }) => file),
  ]);

describe("queriesOf", () => {
  it("asks what a commit says, without the marks of tools, for the sources that it changed and that are still there", () => {
    expect(
      asked("fix(cart): Keep the discount when an item is removed (#123)", [
        "src/cart.ts",
        "src/gone.ts",
        "tests/cart.test.ts",
        "README.md",
      ]),
    ).toEqual([["Keep the discount when an item is removed", "src/cart.ts"]]);
  });

  for (const subject of [
    'Revert "Keep the discount of a cart"',
    "Bump left-pad from 1.0.0 to 1.0.1",
    "chore: move all the things around",
    "Merge branch main into the feature",
    "fix cart",
  ])
    it(`leaves out: ${subject}`, () => expect(asked(subject)).toEqual([]));

  it("leaves out commits about everything or nothing, and what was said before", () => {
    const files = Array.from({ length: 9 }, (_, at) => `src/${at}.ts`);
    expect(asked("Rename the carts of all shops", files)).toEqual([]);
    expect(asked("Rename the carts of all shops", ["src/gone.ts"])).toEqual([]);
    const twice = [commit("Keep the discount of a cart"), commit("keep the discount of a cart")];
    expect(queriesOf(twice, () => true, 10)).toHaveLength(1);
  });
});

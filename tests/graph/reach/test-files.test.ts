/** Order of the test files that reach a symbol, by src/graph/reach/test-files.ts. */
import { expect, test } from "vitest";
import { byFile } from "../../../src/graph/reach/test-files.js";
import type { TestUse } from "../../../src/graph/reach/test-walk.js";

const use = (path: string, hops: number, line = 1) => ({ path, line, hops, tier: "exact", kind: "calls" }) as TestUse;

test("nearest first; of equals what is named as a file on the way, then what stands in a folder named alike", () => {
  const reached = new Map([
    ["src/orders/cart.ts", 0],
    ["src/http/checkout-route.ts", 2],
  ]);
  const uses = [
    use("tests/z.test.ts", 1),
    use("tests/a.test.ts", 3),
    use("tests/a.test.ts", 3, 2),
    use("tests/b.test.ts", 3),
    use("tests/orders/b.test.ts", 3),
    use("tests/checkout-route.spec.ts", 3),
    use("tests/CartTests.cs", 3),
  ];
  expect(byFile(uses, reached).map(({ path }) => path)).toEqual([
    "tests/z.test.ts",
    "tests/CartTests.cs",
    "tests/checkout-route.spec.ts",
    "tests/orders/b.test.ts",
    "tests/a.test.ts",
    "tests/b.test.ts",
  ]);
});

/** search_text with the functions around the lines that match: each line of source stands once. */
import { expect, test } from "vitest";
import { blockAround } from "../../src/graph/block-around.js";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const call = useProject({
  "tests/test_shop.py": dedent`
    class ShopTest:
        rate = "SHOP_RATE"

        @override(SHOP_RATE=1)
        def test_one(self):
            assert self.total() == 1

        def total(self):
            return 2
  `,
  "tests/test_cart.py": dedent`
    class CartTest:
        @override(SHOP_RATE=2)
        def test_two(self):
            assert True

        def total(self):
            return 3
  `,
});

test("of a decorator the function below it is shown, and nothing of the class around; a function in a class that is shown is not a piece of its own", async () => {
  const { text } = await call("search_text", { query: "SHOP_RATE", functions: true });
  expect(text).toContain("tests/test_cart.py:2-4  CartTest.test_two  (matches 2)");
  expect(text).not.toContain("return 3");
  expect(text).toContain("tests/test_shop.py:1-9  ShopTest  (match 2, 4)");
  expect(text.match(/self\.total\(\) == 1/g)).toHaveLength(1);
});

test("at the top level the innermost brackets around a line are shown, unless they are long", () => {
  const lines = [
    "var flags = []Flag{",
    "  {",
    '    Env: "SHOP_RATE",',
    '    Name: "rate",',
    "  },",
    "}",
    "var last = 1",
  ];
  expect(blockAround(lines, 3)).toEqual({ start: 2, lines: lines.slice(1, 5) });
  expect(blockAround(lines, 7)).toBeNull();
  expect(blockAround(["x = [", ...Array.from({ length: 60 }, (_, index) => `  ${index},`), "]"], 30)).toBeNull();
});

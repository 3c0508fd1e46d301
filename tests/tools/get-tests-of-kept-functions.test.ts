/** Functions in the object of a constant may be called by any code that is handed the constant: its users among the tests may reach them. */
import { expect, test } from "vitest";
import getTests from "../../src/tools/get-tests.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

describeStores("get_tests of functions that a constant keeps", (store) => {
  const FILES = {
    "src/define.ts": "export const define = <T>(tool: T): T => tool;\n",
    "src/total.ts": "export const total = (prices: number[]) => prices.length;\n",
    "src/cart.ts": dedent`
      import { define } from "./define";
      import { total } from "./total";
      export default define({
        name: "cart",
        run(prices: number[]) {
          return total(prices);
        },
      });
    `,
    "src/order.ts": dedent`
      import { define } from "./define";
      import { total } from "./total";
      export const order = define({
        run: (prices: number[]) => total(prices),
      });
    `,
    "tests/cart.test.ts": dedent`
      import cart from "../src/cart";
      import { runTool } from "./run-tool";
      it("adds up", async () => {
        await runTool(cart, [1, 2]);
      });
    `,
    "tests/run-tool.ts": "export const runTool = (tool: any, input: unknown) => tool.run(input);\n",
  };

  const linesOf = async (files: Record<string, string>, symbol: string) => {
    const { text } = await runTool(getTests, { symbols: [symbol] }, await buildRepository(store(), files));
    return text.split("\n").filter((line) => line.startsWith("tests/"));
  };

  test("a test that hands the constant on reaches what they call, where nothing surer is known", async () => {
    expect(await linesOf(FILES, "total")).toEqual([
      expect.stringMatching(
        /^tests\/cart\.test\.ts .*via default of src\/cart\.ts \(likely: handed to code that may call it\) {2}it "adds up" \(line 3, by line 4\)$/,
      ),
    ]);
  });

  test("a test that calls the function itself stands in its place", async () => {
    const files = {
      ...FILES,
      "tests/total.test.ts": dedent`
        import { total } from "../src/total";
        it("counts", () => {
          total([1]);
        });
      `,
    };
    expect(await linesOf(files, "total")).toEqual([expect.stringContaining("tests/total.test.ts")]);
  });

  test("a call of a member that alone has its name is told in other words", async () => {
    const files = {
      "src/till.ts": "export class Till { closeTill() {} }\n",
      "tests/till.test.ts": dedent`
        import { Till } from "../src/till";
        it("closes", () => {
          const till = find(Till);
          till.closeTill();
        });
      `,
    };
    expect(await linesOf(files, "closeTill")).toEqual([
      'tests/till.test.ts  direct (likely: by its name alone)  it "closes" (line 2, by line 4)',
    ]);
  });
});

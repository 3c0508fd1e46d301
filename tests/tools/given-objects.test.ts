/** Objects that are made and given to a library, which runs members of them: `executor.execute(new Store(order))`. */
import { describe, expect, test } from "vitest";
import { isGivenAway } from "../../src/graph/leads/given-objects.js";
import getCallers from "../../src/tools/get-callers.js";
import getSource from "../../src/tools/get-source.js";
import getTests from "../../src/tools/get-tests.js";
import trace from "../../src/tools/trace.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

const SHOP = {
  "pom.xml": "<project/>",
  "src/main/java/shop/Shop.java": dedent`
    package shop;
    import java.util.concurrent.Executor;
    class Shop {
      private final Executor executor;
      void order(int id) {
        executor.execute(new SaveOrder(id));
        new Audit(id).write();
      }
    }
  `,
  "src/main/java/shop/SaveOrder.java": dedent`
    package shop;
    class SaveOrder implements Runnable {
      private final int id;
      SaveOrder(int id) { this.id = id; }
      @Override public void run() { Disk.write(id); }
      @Override public String toString() { return "SaveOrder " + id; }
      void retry() { Disk.write(id); }
    }
  `,
  "src/main/java/shop/Audit.java": dedent`
    package shop;
    class Audit implements AutoCloseable {
      Audit(int id) {}
      void write() {}
      @Override public void close() { Disk.write(0); }
    }
  `,
  "src/main/java/shop/Disk.java": dedent`
    package shop;
    class Disk { static void write(int id) {} }
  `,
  "src/test/java/shop/ShopTest.java": dedent`
    package shop;
    import org.junit.jupiter.api.Test;
    class ShopTest {
      @Test void orders() { new Shop().order(1); }
    }
  `,
};

describeStores("objects that are given away", (store) => {
  test("trace goes through them, likely", async () => {
    const built = await buildRepository(store(), SHOP);
    const { text } = await runTool(trace, { from: "Shop.order", to: "Disk.write" }, built);
    expect(text.split("\n").slice(0, 3)).toEqual([
      "Shop.order → SaveOrder.run → Disk.write: 2 steps, likely",
      "src/main/java/shop/Shop.java:6  makes and gives away what has SaveOrder.run  (likely: it derives from a type outside, which may run it)",
      "    executor.execute(new SaveOrder(id));",
    ]);
  });

  test("get_callers names the places, get_tests goes on there, and get_source with depth shows the member", async () => {
    const built = await buildRepository(store(), SHOP);
    const run = { node_id: "src/main/java/shop/SaveOrder.java:5" };
    const callers = await runTool(getCallers, run, built);
    expect(callers.text).toContain(
      "src/main/java/shop/Shop.java:6  Shop.order  likely, gives a SaveOrder away: executor.execute(new SaveOrder(id));",
    );
    const tests = await runTool(getTests, { symbols: ["SaveOrder.run"] }, built);
    expect(tests.text).toContain("via Shop.order (likely: handed to code that may call it)  orders (line 4)");
    const flow = await runTool(getSource, { symbols: ["Shop.order"], depth: 2 }, built);
    expect(flow.text).toContain("> possible from Shop.order, line 6:\nsrc/main/java/shop/SaveOrder.java:5");
    expect(flow.text).not.toMatch(/SaveOrder\.(?:toString|retry)|Audit\.close/);
  });
});

describe("an object is given away", () => {
  test.each([
    ["run(new Store(1));", true],
    ["run(1, new Store<Order>(1));", true],
    ["run(Store(1))", true],
    ["Store store = new Store(1);\nrun(store);", true],
    ["var store: Store = Store(1)\nstore.start()", true],
    ["Thread store = new shop.Store(1);\nstore.start();", true],
    ["run(\nnew Store(1));", true, 2],
    ["new Store(1).write();", false],
    ["throw new Store(1);", false],
    ["Store store = new Store(1);\nstore.write();", false],
    ["Restore(new Restore(1));", false],
  ])("%s", (text, isGiven, line = 1) => {
    expect(isGivenAway(text.split("\n"), line, "Store")).toBe(isGiven);
  });
});

/** Uses of fields: those that write before those that read, each with its condition. */
import { expect, test } from "vitest";
import getReferences from "../../src/tools/get-references.js";
import getRelations from "../../src/tools/get-relations.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

describeStores("uses of a field", (store) => {
  test("of TypeScript: assignments and keys write, patterns and conditions read", async () => {
    const built = await buildRepository(store(), {
      "src/order.ts": dedent`
        export interface Order {
          id: string;
          total: number;
        }
        export function tax(order: Order, rate: number) {
          if (rate > 0) {
            order.total = order.total * rate;
          }
        }
        export function make(id: string): Order {
          return { id, total: 0 };
        }
      `,
      "src/report.ts": dedent`
        import type { Order } from "./order.js";
        export function sum(orders: Order[]) {
          const { total } = orders[0];
          return { total };
        }
      `,
    });
    const { output, text } = await runTool(getRelations, { symbols: ["Order.total"] }, built);
    expect(text).toContain(
      dedent`
      Written at:
      src/order.ts
        7  tax  references
            order.total = order.total * rate; (if rate > 0)
        11  make  references
            return { id, total: 0 };
      Read at:
      src/report.ts:
    `.trimEnd(),
    );
    expect(output.groups?.[0]).toMatchObject({
      results: [{ access: "written", line: 7 }, { access: "written", line: 11 }, { access: "read" }],
    });
  });

  test("in more files than are read are one list: a line that was not read may write", async () => {
    const use = (number: number) => [
      `src/use${number}.ts`,
      `import type { Order } from "./order.js";\nexport const set = (order: Order) => { order.total = ${number}; };\n`,
    ];
    const files = Object.fromEntries(Array.from({ length: 120 }, (_, number) => use(number)));
    const built = await buildRepository(store(), {
      "src/order.ts": "export interface Order {\n  total: number;\n}\n",
      ...files,
    });
    const { text } = await runTool(getReferences, { node_id: "src/order.ts:2" }, built);
    expect(text).toContain("120 users of Order.total");
    expect(text).not.toMatch(/Written at|Read at/);
  });

  test("of C#, Go, Java and Python", async () => {
    const built = await buildRepository(store(), {
      "Order.cs": dedent`
        public class Order { public int Total { get; set; } }
        public class Shop {
          public Order Make(bool isPaid) {
            var order = new Order { Total = 1 };
            if (isPaid) {
              order.Total += 2;
            }
            return order;
          }
          public int Sum(Order order) => order.Total;
        }
      `,
      "go.mod": "module shop\n",
      "order.go": dedent`
        package shop

        type Bill struct {
        \tTotal int
        }

        func Make(paid bool) *Bill {
        \tbill := &Bill{Total: 1}
        \tif paid {
        \t\tbill.Total = 2
        \t}
        \treturn bill
        }

        func Sum(bill *Bill) int {
        \treturn bill.Total
        }
      `,
      "Cart.java": dedent`
        class Cart {
          int total;
          void pay(boolean isPaid) {
            if (isPaid) {
              this.total = 0;
            }
          }
          int sum() {
            return total;
          }
        }
      `,
      "basket.py": dedent`
        class Basket:
            def __init__(self):
                self.total = 0

            def pay(self, paid):
                if paid:
                    self.total -= 1

            def sum(self):
                return self.total
      `,
    });
    const partsOf = async (symbol: string) => {
      const { text } = await runTool(getRelations, { symbols: [symbol], relations: ["references"] }, built);
      const [, written = "", read = ""] = text.split(/^(?:Written|Read) at:$/m);
      return { written, read };
    };
    const ofCsharp = await partsOf("Order.Total");
    expect(ofCsharp.written).toContain("order.Total += 2; (if isPaid)");
    expect(ofCsharp.written).toContain("new Order { Total = 1 }");
    expect(ofCsharp.read).toContain("Shop.Sum");
    const ofGo = await partsOf("Bill.Total");
    expect(ofGo.written).toContain("bill.Total = 2 (if paid)");
    expect(ofGo.written).toContain("&Bill{Total: 1}");
    expect(ofGo.read).toContain("return bill.Total");
    const ofJava = await partsOf("Cart.total");
    expect(ofJava.written).toContain("this.total = 0; (if isPaid)");
    expect(ofJava.read).toContain("return total;");
    const ofPython = await partsOf("Basket.total");
    expect(ofPython.written).toContain("self.total -= 1 (if paid)");
    expect(ofPython.read).toContain("return self.total");
  });

  test("without a line that writes are one list, as before", async () => {
    const built = await buildRepository(store(), {
      "src/order.ts": dedent`
        export interface Order {
          total: number;
        }
        export const sum = (order: Order) => order.total;
      `,
    });
    const { text } = await runTool(getReferences, { node_id: "src/order.ts:2" }, built);
    expect(text).toContain("order.total;");
    expect(text).not.toMatch(/Written|Read at/);
  });

  test("of a schema are told apart by name", async () => {
    const built = await buildRepository(store(), {
      "prisma/schema.prisma": dedent`
        model Link {
          id           Int @id
          indexVersion Int?
        }
      `,
      "src/links.ts": dedent`
        export async function markLinks(prisma: any, isStale: boolean) {
          if (isStale) {
            await prisma.link.updateMany({ data: { indexVersion: null } });
          }
          return prisma.link.findMany({ where: { indexVersion: 3 } });
        }
      `,
    });
    const { text } = await runTool(getReferences, { node_id: "prisma/schema.prisma:3" }, built);
    expect(text).toContain(
      dedent`
      By name, in 1 file:
      Written at:
      src/links.ts
        3 in markLinks: await prisma.link.updateMany({ data: { indexVersion: null } }); (if isStale)
      Read at:
      src/links.ts
        5 in markLinks: return prisma.link.findMany({ where: { indexVersion: 3 } });
    `.trimEnd(),
    );
  });
});

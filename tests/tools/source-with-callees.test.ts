/** How something works, in one answer: `get_source` with `depth` shows the steps of what a function calls. */
import { expect, test } from "vitest";
import getSource from "../../src/tools/get-source.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

const SHOP = {
  "src/checkout.ts": dedent`
    import { Mailer } from "./mailer.js";
    import type { Store } from "./store.js";
    import { total } from "./total.js";

    export class Checkout {
      constructor(private readonly store: Store, private readonly mailer: Mailer) {}

      async pay(cart: number[]) {
        const sum = total(cart);
        await this.store.save(sum);
        jobs.trigger({ name: "receipt.send", sum });
        this.mailer.later(remind);
      }
    }
    function remind() {}
    declare const jobs: { trigger(job: { name: string; sum: number }): void };
  `,
  "src/mailer.ts": dedent`
    export class Mailer {
      later(send: () => void) {
        send();
      }
    }
  `,
  "src/receipt.ts": 'export const receipt = { name: "receipt.send", run() {} };\n',
  "src/store.ts": dedent`
    import { write } from "./disk.js";
    export interface Store {
      save(sum: number): Promise<void>;
    }
    export class FileStore implements Store {
      async save(sum: number) {
        await write(String(sum));
      }
    }
  `,
  "src/disk.ts": dedent`
    export async function write(text: string) {
      return text;
    }
  `,
  "src/total.ts": dedent`
    export function total(cart: number[]) {
      return cart.reduce((sum, price) => sum + price, 0);
    }
  `,
  "src/total.test.ts": dedent`
    import { total } from "./total.js";
    test("total", () => total([1]));
  `,
};

describeStores("get_source with depth", (store) => {
  const ask = async (files: Record<string, string>, input: Record<string, unknown>) => {
    const built = await buildRepository(store(), files);
    return (await runTool(getSource, input, built)).text;
  };
  /** `> called from Checkout.pay, line 9: total`, of each function that is shown. */
  const calls = (text: string) =>
    [...text.matchAll(/^(>+ (?:called|possible) from .+):\n\S+ {2}\w+ (\S+)/gm)].map(
      ([, how, name]) => `${how}: ${name}`,
    );

  test("shows what a function calls in the order of its lines, through an interface", async () => {
    expect(calls(await ask(SHOP, { symbols: ["Checkout.pay"], depth: 2 }))).toEqual([
      "> called from Checkout.pay, line 9: total",
      "> called from Checkout.pay, line 10: FileStore.save",
      ">> called from FileStore.save, line 7: write",
      "> called from Checkout.pay, line 12: Mailer.later",
      "> called from Checkout.pay, line 12: remind",
    ]);
  });

  test("of many overriding members those run whose types the flow names", async () => {
    const plugins = Array.from(
      { length: 7 },
      (_, index) => dedent`
        class Plugin${index} extends Plugin {
          run() {
            work${index}();
          }
        }`,
    );
    const works = plugins.map((_, index) => `function work${index}() {}`);
    const files = {
      "src/plugins.ts": [
        dedent`
          abstract class Plugin {
            abstract run(): void;
          }`,
        ...plugins,
        ...works,
        dedent`
          export function consume() {
            const plugins: (new () => Plugin)[] = [Plugin2, Plugin5];
            for (const each of plugins) new each().run();
          }
        `,
      ].join("\n"),
    };
    expect(calls(await ask(files, { symbols: ["consume"], depth: 2 }))).toEqual([
      "> called from consume, line 48: Plugin2.run",
      ">> called from Plugin2.run, line 16: work2",
      "> called from consume, line 48: Plugin5.run",
      ">> called from Plugin5.run, line 31: work5",
    ]);
  });

  test("of more overriding members than are followed it says which there are", async () => {
    const stores = Array.from(
      { length: 7 },
      (_, index) => dedent`
      class Store${index} implements Store {
        save() {}
      }`,
    );
    const files = {
      "src/store.ts": `export interface Store {\n  save(): void;\n}\n${stores.join("\n")}`,
      "src/pay.ts": dedent`
        import type { Store } from "./store.js";
        export function pay(store: Store) {
          store.save();
        }
      `,
    };
    const built = await buildRepository(store(), files);
    const { text } = await runTool(getSource, { symbols: ["pay"], depth: 1 }, built);
    expect(text).toContain(
      "Called, and not shown: Store.save src/store.ts:2, overridden by 7 (Store0.save, Store1.save, Store2.save, Store3.save, Store4.save, Store5.save, … 1 more)",
    );
  });

  test("goes on in an object that a function makes, and in what a constant was made of", async () => {
    const files = {
      "src/api.ts": dedent`
        import { makeProducer } from "./jobs.js";
        const withErrors = (parts: { handler: () => Promise<void> }) => () => parts.handler();
        export const POST = withErrors({
          handler: async () => {
            const producer = makeProducer();
            await producer.enqueue(1);
          },
        });
      `,
      "src/jobs.ts": dedent`
        export interface Producer {
          enqueue(id: number): Promise<void>;
        }
        export const makeProducer = (): Producer => ({
          enqueue: async (id) => add(id),
        });
        async function add(id: number) {}
      `,
    };
    expect(calls(await ask(files, { symbols: ["POST"], depth: 2 }))).toEqual([
      "> called from POST, line 3: withErrors",
      "> called from POST, line 5: makeProducer",
      ">> called from POST, line 6: add",
    ]);
  });

  test("shows no member of an interface, however many lines it takes", async () => {
    const files = {
      "src/a.ts": dedent`
        interface Store {
          save(
            sum: number,
            name: string,
            to: string,
          ): void;
        }
        class Disk implements Store {
          save(sum: number, name: string, to: string) {
            write(sum);
          }
        }
        function write(sum: number) {}
        export function pay(store: Store) {
          store.save(1, "a", "b");
        }
      `,
    };
    expect(calls(await ask(files, { symbols: ["pay"], depth: 2 }))).toEqual([
      "> called from pay, line 15: Disk.save",
      ">> called from Disk.save, line 10: write",
    ]);
  });

  test("goes no deeper than it is told, and nowhere by default", async () => {
    expect(calls(await ask(SHOP, { symbols: ["Checkout.pay"], depth: 1 }))).not.toContainEqual(
      expect.stringMatching(/^>>/),
    );
    expect(calls(await ask(SHOP, { symbols: ["Checkout.pay"] }))).toEqual([]);
  });

  test("names the other places of a job's name", async () => {
    const text = await ask(SHOP, { symbols: ["Checkout.pay"], depth: 1 });
    expect(text).toContain('"receipt.send" also stands at src/receipt.ts:1');
  });

  test("names what there is no room for, and shows the nearest", async () => {
    const long = Array.from({ length: 60 }, (_, index) => `  if (step${index}()) return ${index};`).join("\n");
    const files = {
      "src/a.ts": dedent`
        export function near() {
          return far();
        }
        export function start() {
          return near();
        }
      `.concat(`function far() {\n${long}\n  return further();\n}\nfunction further() {\n${long}\n}\n`),
    };
    const text = await ask(files, { symbols: ["start"], depth: 3, max_tokens: 300 });
    expect(calls(text)).toContain("> called from start, line 5: near");
    expect(text).toMatch(/^Called, and not shown: .*further src\/a\.ts:\d+/m);
  });

  test("shows the long function that goes on before the details that are called first", async () => {
    const details = Array.from({ length: 12 }, (_, index) => index);
    const steps = Array.from({ length: 30 }, (_, index) => `  if (cart[${index}] > ${index}) log("${index}");`).join(
      "\n",
    );
    const files = {
      "src/order.ts": [
        ...details.map(
          (at) => dedent`
            function detail${at}(cart: number[]) {
              const name = "${at}";
              return cart[${at}] + name;
            }`,
        ),
        `export function order(cart: number[]) {\n${details.map((at) => `  detail${at}(cart);`).join("\n")}\n  ship(cart);\n}`,
        dedent`
          function ship(cart: number[]) {
          ${steps}
            hand(cart);
          }`,
        dedent`
          function hand(cart: number[]) {
            return queue.send(cart);
          }`,
        "declare const queue: { send(cart: number[]): void };\ndeclare function log(text: string): void;\n",
      ].join("\n"),
    };
    const text = await ask(files, { symbols: ["order"], depth: 2, max_tokens: 900 });
    expect(calls(text)).toContain("> called from order, line 62: ship");
    expect(calls(text)).toContain(">> called from ship, line 95: hand");
    expect(text).toMatch(/^Called, and not shown: .*detail\d/m);
  });

  test("shows the constructor of an error that is raised behind all others", async () => {
    const filled = Array.from(
      { length: 24 },
      (_, index) => `    this.text${index} = String(status).padStart(${index});`,
    );
    const files = {
      "src/pay.ts": [
        'import { Refused } from "./refused.js";',
        "export async function pay(sum: number) {",
        "  if (sum < 0) throw new Refused(sum);",
        "  return send(sum);",
        "}",
        "async function send(sum: number) {",
        ...Array.from({ length: 12 }, (_, index) => `  await fetch("https://bank.example/${index}?sum=" + sum);`),
        "}",
      ].join("\n"),
      "src/refused.ts": [
        "export class Refused extends Error {",
        "  constructor(status: number) {",
        "    super();",
        ...filled,
        "  }",
        "}",
      ].join("\n"),
    };
    const text = await ask(files, { symbols: ["pay"], depth: 1, max_tokens: 420 });
    expect(calls(text)).toEqual(["> called from pay, line 4: send"]);
    expect(text).toContain("Called, and not shown: Refused.constructor");
  });

  test("a message comes to the handler that takes it, as a possibility", async () => {
    const files = {
      "Orders.cs": dedent`
        namespace Shop;
        public class PlaceOrder { }
        public class Orders
        {
            private readonly IMediator mediator;
            public void Place() => mediator.Send(new PlaceOrder());
        }
        public class PlaceOrderHandler
        {
            public void Handle(PlaceOrder order) { }
        }
      `,
    };
    expect(calls(await ask(files, { symbols: ["Orders.Place"], depth: 1 }))).toEqual([
      "> possible from Orders.Place, line 6: PlaceOrderHandler.Handle",
    ]);
  });

  test("a message comes to its handler, though tests call the handler", async () => {
    const files = {
      "Orders.cs": dedent`
        namespace Shop;
        public class PlaceOrder { }
        public class Orders(IMediator mediator)
        {
            public void Place() => mediator.Send(new PlaceOrder());
        }
        public class PlaceOrderHandler
        {
            public void Handle(PlaceOrder order) { }
        }
      `,
      "tests/OrderTests.cs": dedent`
        namespace Shop.Tests;
        public class OrderTests
        {
            [Fact] public void Places() => new PlaceOrderHandler().Handle(new PlaceOrder());
        }
      `,
    };
    expect(calls(await ask(files, { symbols: ["Orders.Place"], depth: 1 }))).toEqual([
      "> possible from Orders.Place, line 5: PlaceOrderHandler.Handle",
    ]);
  });

  test("an object that many take is handed on, and is not a message", async () => {
    const takers = Array.from({ length: 6 }, (_, index) => `    public void Use${index}(Context context) { }`).join(
      "\n",
    );
    const files = {
      "Orders.cs": [
        "namespace Shop;",
        "public class Context { }",
        "public class Orders",
        "{",
        "    public Context Open() => new Context();",
        takers,
        "}",
        "public class Migrator",
        "{",
        "    public void ProcessAll(Context context) { }",
        "}",
        "",
      ].join("\n"),
    };
    expect(calls(await ask(files, { symbols: ["Orders.Open"], depth: 1 }))).toEqual([]);
  });

  test("a function within another is shown there, and what it calls below", async () => {
    const files = {
      "src/a.ts": dedent`
        export function outer() {
          function inner() {
            return helper();
          }
          return inner();
        }
        function helper() {
          return outer();
        }
      `,
    };
    expect(calls(await ask(files, { symbols: ["outer"], depth: 2 }))).toEqual(["> called from outer, line 3: helper"]);
  });

  test("another project's functions stay out", async () => {
    await buildRepository(store(), SHOP);
    const { "src/disk.ts": _, ...others } = SHOP;
    expect(await ask(others, { symbols: ["Checkout.pay"], depth: 3 })).not.toContain("disk.ts:1");
  });
});

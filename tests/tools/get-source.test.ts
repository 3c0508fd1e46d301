/** Many pieces of source in one answer, against a real index. */
import { describe, expect, test } from "vitest";
import { estimateTokens } from "../../src/base/estimate-tokens.js";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const overloads = Array.from(
  { length: 40 },
  (_, index) => `  public void Put(T${index} value) { Count += ${index}; }`,
).join("\n");
const updates = Array.from({ length: 14 }, (_, index) => `    Refresh(all[${index}]);`).join("\n");
const long = Array.from({ length: 400 }, (_, index) => `  total += step(${index}); // a line of a long body`).join(
  "\n",
);

const FILES = {
  "src/cart.ts": `import { tax } from "./tax.js";

/** A cart. */
export class Cart {
  items: number[] = [];
  /** Adds a price. */
  add(price: number): number {
    this.items.push(price);
    return tax(price);
  }
  clear(): void {
    this.items = [];
  }
}
`,
  "src/keeper.ts": dedent`
    interface Keeper {
      keep(key: string): void;
    }
    class FileKeeper implements Keeper {
      keep(key: string) {
        files.add(key);
      }
    }
    export function run(keeper: Keeper) {
      keeper.keep("a");
    }
    export function own(keeper: FileKeeper) {
      keeper.keep("b");
    }
    const files = new Set<string>();
  `,
  "src/pets.ts": dedent`
    import { Router } from "express";
    const pets = Router();
    function groom(name: string) {}
    pets.get("/pets/:name", (req, res) => {
      groom(req.params.name);
    ${Array.from({ length: 260 }, (_, index) => `  res.write("${index}");`).join("\n")}
    });
    pets.delete("/pets", (req, res) => res.end());
  `,
  "src/panel.js": dedent`
    function Panel(root) {
      const shown = () => root.hidden;
      this.shown = shown();
    }
    Panel.prototype.show = function (options) {
      this.root.hidden = false;
    };
    Panel.prototype.hide = function () {};
  `,
  "src/tax.ts": dedent`
    /** One fifth. */
    export function tax(price: number): number {
      return price / 5;
    }
  `,
  "src/shop.ts": `import { Cart } from "./cart.js";
const cart = new Cart();
export function checkout() {
  return cart.add(5);
}
`,
  "src/carts.controller.ts": dedent`
    import { Controller, Get, Post } from "@nestjs/common";
    import { audited } from "./audited.js";
    import { checkout } from "./shop.js";
    @Controller("/carts")
    export class CartsController {
      @Get()
      list() {
        return [];
      }
      @audited("pay")
      @Post("/:id/checkout")
      pay() {
        return checkout();
      }
    }
  `,
  "src/audited.ts": dedent`
    export function audited(name: string) {
      return (target: object, key: string) => console.log(name, target, key);
    }
  `,
  "src/desk.ts": dedent`
    import { keepAll } from "./rest.js";
    import { Shelf } from "./rest.js";
    export class Desk {
      shelf = new Shelf();
      open(): void {
        this.sell(5);
      }
      sell(price: number): number {
        this.shelf.put(price);
    ${Array.from({ length: 260 }, (_, index) => `    const part${index} = price;`).join("\n")}
        return keepAll(price) + keepAll(1);
      }
    }
  `,
  "src/rest.ts": dedent`
    export class Shelf {
      put(price: number) {}
    }
    export function keepAll(price: number) {
      return price;
    }
  `,
  "src/long.ts": dedent`
    declare function step(at: number): number;
    export function run() {
      let total = 0;
    ${long}
    }
  `,
  "Store.cs": dedent`
    namespace Shop;

    public class Store {
      int Count;
    ${overloads}
    }
  `,
  "Library.cs": dedent`
    namespace Shop;

    public class Library {
      public void Update(Series series) {
        Update(new[] { series });
      }
      public void Update(Series[] all) {
    ${updates}
      }
    }
  `,
  "docs/notes.txt": dedent`
    one
    two
    token: ghp_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX
    four
  `,
  "tests/tax.test.ts": "export function tax() {}\n",
  "src/format.ts": "export enum Format { Short }\n",
  "Format.cs": dedent`
    namespace Shop.Print;

    public enum Format { Long }
  `,
};

const call = useProject(FILES);

async function source(symbols: unknown, rest: object = {}) {
  const { structured, text, isError } = await call("get_source", { symbols, ...rest });
  if (isError) throw new Error(text);
  return { text, ...(structured as { results: Record<string, unknown>[]; not_found?: { symbol: string }[] }) };
}

test("gives each in the order asked, with its comment, line numbers and neighbours", async () => {
  const { text } = await source(["Cart.add", "tax"]);
  expect(text.split("\n")).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^src\/cart\.ts:7-10 {2}method Cart\.add \[.{11}\]$/),
      "calls: tax src/tax.ts:2",
      "called by: checkout src/shop.ts:4",
      "6\t/** Adds a price. */",
      "called by: Cart.add src/cart.ts:9",
      "1\t/** One fifth. */",
    ]),
  );
  expect(text.indexOf("Cart.add [")).toBeLessThan(text.indexOf("function tax ["));
  expect(text).not.toContain("tests/tax.test.ts");
});

test("names callers through the interface that a method implements", async () => {
  const { text, results } = await source(["FileKeeper.keep"]);
  expect(text).toContain("called by: own src/keeper.ts:13, through Keeper.keep: run src/keeper.ts:10\n");
  expect(results[0]!.called_by).toEqual(["own src/keeper.ts:13", "through Keeper.keep: run src/keeper.ts:10"]);
});

test("takes names, ids, paths, lines and places, in a list or alone", async () => {
  const { results } = await source("tax");
  const id = String(results[0]!.node_id);
  const same = await source([id, "src/tax.ts:3", " tax "], { neighbours: false });
  expect(same.results.map(({ node_id }) => node_id)).toEqual([id, id, id]);
  const lines = await source(["src/cart.ts:5-6", "docs/notes.txt:2", "./src/tax.ts"]);
  expect(lines.results.map(({ code }) => code)).toEqual([
    "5\titems: number[] = [];\n6\t/** Adds a price. */",
    expect.stringMatching(/^1\tone\n2\ttwo\n3\ttoken: (?!ghp_0)/),
    "1\t/** One fifth. */\n2\texport function tax(price: number): number {\n3\t return price / 5;",
  ]);
});

test("takes names as other tools and languages write them", async () => {
  const words = [
    "src/cart.ts:add",
    "cart.ts#Cart.add",
    "Cart#add",
    "Cart::add",
    "Cart.add(price)",
    "Cart.prototype.add",
    "func (c *Cart) add(price int) error",
    "src.cart.Cart.add",
    "name:Cart.add",
  ];
  const { results, not_found } = await source(words, { neighbours: false });
  expect(not_found).toBeUndefined();
  expect(results.map((one) => one.qualified_name)).toEqual(words.map(() => "Cart.add"));
});

test("takes a function by its module, as code calls it", async () => {
  const { results } = await source(["tax.tax"], { neighbours: false });
  expect(results.map((one) => one.file_path)).toEqual(["src/tax.ts"]);
});

test("a bare name means the types of all languages that have it", async () => {
  const { results } = await source(["Format"], { form: "signature", neighbours: false });
  expect(results.map((one) => one.file_path)).toEqual(["src/format.ts", "Format.cs"]);
});

test("of the symbols of a name those in path_filter are shown, or all where none is there", async () => {
  const shown = async (filter: string) =>
    (await source(["tax"], { path_filter: filter })).results.map((one) => one.file_path);
  expect(await shown("tests")).toEqual(["tests/tax.test.ts"]);
  expect(await shown("!tests")).toEqual(["src/tax.ts"]);
  expect(await shown("docs")).toEqual(["src/tax.ts"]);
});

test("lines that stand in another piece are not shown twice", async () => {
  const { results } = await source(["src/cart.ts:1-14", "Cart.add"], { neighbours: false });
  expect(results.map((one) => one.form)).toEqual(["whole", "signature"]);
  expect(results[1]!.code).toMatch(/; above, in src\/cart\.ts:1-14$/);
});

test("the whole of a long type is its first lines as far as they fit, and the members behind them", async () => {
  const { results } = await source(["Store"], { form: "whole", max_tokens: 700 });
  const [store] = results as [{ form: string; code: string; line_end: number }];
  expect(store.form).toBe("part");
  expect(store.code).toMatch(/^3\tpublic class Store \{\n4\t int Count;\n5\t/);
  expect(store.code).toMatch(new RegExp(`\n… \\d+ more lines, ${store.line_end + 1}-45; members there:\n`));
  expect(estimateTokens(store.code)).toBeGreaterThan(400);
  expect((await source(["Store"], { max_tokens: 700 })).results[0]).toMatchObject({ form: "members" });
});

test("a long file is whole where max_tokens has room for it", async () => {
  const form = async (rest: object) => (await source(["src/long.ts"], { neighbours: false, ...rest })).results[0]!.form;
  expect(await form({ max_tokens: 12_000 })).toBe("whole");
  expect(await form({ max_tokens: 2000 })).toBe("members");
  expect(await form({})).toBe("members");
});

test("a long type by its steps is its members and the functions that each calls, where no room is given for more", async () => {
  const asked = { form: "steps", neighbours: false };
  const [desk] = (await source(["Desk"], asked)).results as [{ form: string; code: string }];
  expect(desk.form).toBe("members");
  expect(desk.code.split("\n")).toEqual([
    "4\tfield shelf",
    "5-7\tmethod open(): void → sell 6",
    "8-271\tmethod sell(price: number): number → Shelf.put 9, keepAll 270",
  ]);
  const roomy = (await source(["Desk"], { ...asked, max_tokens: 12_000 })).results[0] as { form: string; code: string };
  expect(roomy.form).toBe("steps");
  expect(roomy.code).toContain("9\t  this.shelf.put(price);  … 260 lines");
});

test("routes without a named handler stand among the members of a file, with what each calls", async () => {
  const [pets] = (await source(["src/pets.ts"], { form: "steps" })).results as [{ code: string }];
  expect(pets.code.split("\n")).toEqual([
    "2\tconstant pets",
    "3\tfunction groom(name: string)",
    "4-266\tGET /pets/:name → groom 5",
    "267\tDELETE /pets",
  ]);
});

test("decorators are not calls of what they decorate", async () => {
  const { results } = await source(["CartsController.pay"], { depth: 2 });
  expect(results[0]!.code).toContain('@audited("pay")');
  expect(results[0]!.calls).toEqual(["checkout src/shop.ts:3"]);
  expect(results.map(({ symbol }) => symbol)).toEqual(["CartsController.pay", "checkout", "add"]);
});

test("with form signature lines are the declarations that begin there, with the routes that they handle", async () => {
  const { results } = await source(["src/carts.controller.ts:6-14", "docs/notes.txt:1-2"], { form: "signature" });
  expect(results.map(({ form, code }) => [form, code])).toEqual([
    ["members", "7\t  method list()  GET /carts\n12\t  method pay()  POST /carts/:id/checkout"],
    ["whole", expect.stringMatching(/^1\tone/)],
  ]);
});

test("members that a function is given outside of it are members of the file", async () => {
  const { results } = await source(["src/panel.js"], { form: "signature" });
  expect(results[0]?.code).toBe(
    ["1\tfunction Panel(root)", "5\t  method show(options)", "8\t  method hide()"].join("\n"),
  );
});

test("with form signature there are no bodies: of a type its members, of a method its head", async () => {
  const { results } = await source(["Cart", "tax"], { form: "signature" });
  expect(results.map(({ form, code }) => [form, code])).toEqual([
    ["members", "5\tfield items\n7\tmethod add(price: number): number\n11\tmethod clear(): void"],
    ["signature", "2\tfunction tax(price: number): number"],
  ]);
});

test("overloads of a name are shown where there is room for them", async () => {
  const { results } = await source(["Library.Update"]);
  expect(results.map(({ form, code }) => [form, String(code).includes("Refresh(all[13])")])).toEqual([
    ["whole", false],
    ["whole", true],
  ]);
  const { results: short } = await source(["Library.Update"], { max_tokens: 250 });
  expect(short.map(({ form }) => form)).toEqual(["whole", "signature"]);
});

describe("bad input", () => {
  test("of a name that several have, the longer ones behind the first are heads", async () => {
    const { text } = await source(["run"]);
    expect(text).toContain('keeper.keep("a");');
    expect(text).toMatch(/^src\/long\.ts:2-404 {2}function run \[\S+\]\n2\tfunction run\(\)$/m);
  });

  test("of thirty words each is answered or named in a line, within the budget", async () => {
    const unknown = Array.from({ length: 25 }, (_, index) => `noSuchThing${index}`);
    const asked = ["src/long.ts:run", "Store.Put", "src/cart.ts", ...unknown, "Cart", "checkout"];
    const { text, results, not_found } = await source(asked, { max_tokens: 2500 });
    expect(new Set(results.map(({ symbol }) => symbol))).toEqual(
      new Set(["src/long.ts:run", "Store.Put", "src/cart.ts", "Cart", "checkout"]),
    );
    expect(not_found?.map(({ symbol }) => symbol)).toEqual(unknown);
    expect(text).toMatch(/… \d+ more lines, \d+-404$/m);
    expect(text).toMatch(/^Also named Store\.Put: Shop\.Store\.Put\(T3 value\) Store\.cs:8, .* and 32 more/m);
    expect(estimateTokens(text)).toBeLessThanOrEqual(2500);
  });

  test("a name that is none is told with those near to it", async () => {
    expect((await source(["checkot"])).text).toContain("checkot: no such symbol. Near it: checkout (src/shop.ts:3).");
    for (const odd of ["?", '"', "a\0b", "../../etc/passwd", "src/cart.ts:900-950", "src/none.ts:3"])
      expect((await source([odd])).not_found).toHaveLength(1);
  });

  test("a path with another extension, a letter less or a folder too many gives the file that is there, and says so", async () => {
    for (const near of ["src/cart.js", "src/crat.ts", "packages/shop/src/cart.ts", "lib/cart.ts"]) {
      const { text } = await source([`${near}:5-6`]);
      expect(text).toContain("src/cart.ts:5-6\n5\titems: number[] = [];\n6\t/** Adds a price. */");
      expect(text).toContain(`${near}:5-6: no such file. Shown is src/cart.ts.`);
    }
    expect((await source(["src/cart.js:8"])).text).toContain("src/cart.ts:7-10  method Cart.add [");
  });

  test("a file's name without its folder is the one file of that name", async () => {
    for (const given of ["cart.ts:5-6", "src/cart.ts:5-6"])
      expect((await source([given])).text).toContain("src/cart.ts:5-6\n5\titems: number[] = [];");
    expect((await source(["cart.ts"])).text).toContain("items: number[] = [];");
  });

  test("of a file that has the name alone the outline is shown", async () => {
    const { text } = await source(["lib/cart.ts"]);
    expect(text).toContain("class Cart");
    expect(text).not.toContain("items: number[] = [];");
    expect(text).toContain("lib/cart.ts: no such file. Shown is src/cart.ts.");
  });

  test("a path that several files may mean is told with these", async () => {
    for (const place of ["lib/lang.ts", "lib/lang.ts:3-9"])
      expect((await source([place])).text).toContain("Near it: src/long.ts.");
  });
});

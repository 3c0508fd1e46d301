/** The tool get_tests (src/tools/get-tests.ts): tests that reach a symbol, and how to run them. */
import { describe, expect, test } from "vitest";
import getTests from "../../src/tools/get-tests.js";
import { errorOf, runTool } from "../graph/run-tool.js";
import { type BuiltRepository, buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

const SHOP = {
  "package.json": '{ "scripts": { "test": "vitest run" } }',
  "src/discount.ts": `export function applyDiscount(total: number) {
  return total * rate();
}
function rate() {
  return 0.9;
}
export function unused() {}
export interface Pricing {
  price(): number;
}
export class Flat implements Pricing {
  price() {
    return applyDiscount(1);
  }
}
export function registered() {}
`,
  "src/cart.ts": `import { applyDiscount, type Pricing, registered } from "./discount";
export class Cart {
  constructor(private pricing: Pricing) {
    applyDiscount(2);
  }
  total() {
    return this.pricing.price();
  }
}
export function checkout(run: (total: number) => number) {
  return run(1);
}
export function sell() {
  return checkout(applyDiscount);
}
export const handlers: unknown[] = [];
handlers.push(registered);
`,
  "tests/helpers.ts": `import { sell } from "../src/cart";
export function sold() {
  return sell();
}
`,
  "tests/discount.test.ts": `import { applyDiscount, Flat } from "../src/discount";
describe("discounts", () => {
  const flat = new Flat();
  it("are applied", () => {
    applyDiscount(3);
    applyDiscount(4);
  });
  it.each([1, 2])("of %s", (n) => {
    flat.price();
  });
});
`,
  "tests/cart.test.ts": `import { Cart } from "../src/cart";
import { sold } from "./helpers";
test("totals", () => {
  new Cart(null!).total();
});
test("sells", () => {
  sold();
});
`,
};

const linesOf = async (built: BuiltRepository, input: Record<string, unknown>) => {
  const { text } = await runTool(getTests, input, built);
  return text.split("\n").filter((line) => line !== "");
};

describeStores("get_tests", (store) => {
  describe("in TypeScript", () => {
    test("a test that mocks a file on the way is marked", async () => {
      const mocking = `vi.mock("../src/discount");\n${SHOP["tests/cart.test.ts"]}`;
      const built = await buildRepository(store(), { ...SHOP, "tests/cart.test.ts": mocking });
      const { output, text } = await runTool(getTests, { symbols: ["applyDiscount"] }, built);
      expect(output.results.map(({ file_path, mocks }) => [file_path, mocks])).toEqual([
        ["tests/discount.test.ts", undefined],
        ["tests/cart.test.ts", ["src/discount.ts"]],
      ]);
      expect(text).toContain("    mocks src/discount.ts: what is behind may not run");
    });

    test("cases of a function: direct ones first, then by constructors, interfaces, callbacks and helpers", async () => {
      const built = await buildRepository(store(), SHOP);
      expect(await linesOf(built, { symbols: ["applyDiscount"] })).toEqual([
        "2 test files reach applyDiscount (src/discount.ts:1), 1 of them directly",
        'tests/discount.test.ts  direct  it "are applied" (line 4, by lines 5, 6)',
        '     2 steps, via Flat.price  it "of %s" (line 8, by line 9, 2 cases)',
        'tests/cart.test.ts  2 steps, via Cart.constructor  test "totals" (line 3, by line 4)',
        '     3 steps, via sold  test "sells" (line 6, by line 7)',
        "Run: npx vitest run tests/discount.test.ts tests/cart.test.ts",
        "Among tests, and no tests themselves: 1 file that reaches it: tests/helpers.ts",
      ]);
      const { output } = await runTool(getTests, { symbols: ["src/discount.ts:12"] }, built);
      // A call of the interface's member may come to it.
      expect(output.results.find(({ file_path }) => file_path === "tests/cart.test.ts")).toMatchObject({
        hops: 2,
        via_name: "Cart.total",
        cases: [{ kind: "test", name: "totals", line_start: 3, lines: [4] }],
      });
      const near = await runTool(getTests, { symbols: ["applyDiscount"], depth: 1 }, built);
      expect(near.output.results.map(({ cases }) => cases.map(({ name }) => name))).toEqual([["are applied"]]);
    });

    test("of files: all that they declare; pages and filters; what means nothing is named", async () => {
      const built = await buildRepository(store(), SHOP);
      const all = await runTool(getTests, { files: ["src/cart.ts", "src/gone.ts"], symbols: ["nothing"] }, built);
      expect(all.output).toMatchObject({ total: 1, direct: 1, symbols: [{ file_path: "src/cart.ts", test_files: 1 }] });
      expect(all.output.unknown.map(({ given }) => given)).toEqual(["nothing", "src/gone.ts"]);
      const page = await runTool(getTests, { files: ["src/discount.ts"], limit: 1 }, built);
      expect(page.output).toMatchObject({ total: 2, results: [{ file_path: "tests/discount.test.ts" }] });
      const next = { files: ["src/discount.ts"], limit: 1, cursor: page.output.next_cursor };
      expect((await runTool(getTests, next, built)).output.results[0]!.file_path).toBe("tests/cart.test.ts");
      const filtered = await runTool(getTests, { files: ["src/discount.ts"], path_filter: "**/cart.*" }, built);
      expect(filtered.output.results.map(({ file_path }) => file_path)).toEqual(["tests/cart.test.ts"]);
      const itself = await linesOf(built, { files: ["tests/cart.test.ts"] });
      expect(itself.slice(1)).toEqual(["tests/cart.test.ts  itself  line 1", "Run: npx vitest run tests/cart.test.ts"]);
    });

    test("without a call the imports of its file are told, and that no call is known; of several, which has no test", async () => {
      const built = await buildRepository(store(), SHOP);
      expect(await linesOf(built, { symbols: ["registered"] })).toEqual([
        "2 test files reach registered (src/discount.ts:16), 0 of them directly",
        "tests/discount.test.ts  imports src/discount.ts (no call is known)  line 1",
        "tests/cart.test.ts  imports src/cart.ts (no call is known)  line 1",
        "Run: npx vitest run tests/discount.test.ts tests/cart.test.ts",
        "Among tests, and no tests themselves: 1 file that reaches it: tests/helpers.ts",
      ]);
      const alone = await buildRepository(store(), {
        "src/a.ts": dedent`
          export function used() {}
          export function handle() {
            used();
          }
          export function other() {}
        `,
        "src/b.test.ts": dedent`
          import { ready } from "./c";
          it("b", () => ready());
        `,
        "src/c.ts": "export function ready() {}\n",
      });
      expect(await linesOf(alone, { symbols: ["used", "ready"] })).toEqual([
        "1 test file reaches 2 symbols (used (src/a.ts:1), ready (src/c.ts:1)), 1 of them directly",
        'src/b.test.ts [ready]  direct  it "b" (line 2)',
        "No test of used (src/a.ts:1) is known within 4 steps at confidence exact, import or unique.",
        "The callers of used end in handle (src/a.ts:2): a framework may call these by route, name or registration.",
      ]);
    });

    test("where few tests are near, those farther away are named", async () => {
      const files = {
        "src/chain.ts": dedent`
          export const f0 = () => 1;
          export const f1 = () => f0();
          export const f2 = () => f1();
        `,
        "tests/near.test.ts": dedent`
          import { f0 } from "../src/chain";
          test("is near", () => f0());
        `,
        "tests/far.test.ts": dedent`
          import { f2 } from "../src/chain";
          test("is far", () => f2());
        `,
      };
      const { output, text } = await runTool(
        getTests,
        { symbols: ["f0"], depth: 2 },
        await buildRepository(store(), files),
      );
      expect(output.results).toMatchObject([{ file_path: "tests/near.test.ts" }]);
      expect(output.symbols[0]!.test_files).toBe(1);
      expect(text).toContain(
        "Not listed: 1 test file that reaches it in more than 2 steps, which a greater depth lists: tests/far.test.ts",
      );
    });

    test("where no test is near more steps are taken; a chain that goes on is not an end", async () => {
      const chain = Array.from(
        { length: 8 },
        (_, index) => dedent`
          export function f${index}() {
            f${index - 1}();
          }
        `,
      ).slice(1);
      const built = await buildRepository(store(), {
        "src/f.ts": dedent`
          export function f0() {}
          ${chain.join("")}`,
        "tests/far.test.ts": dedent`
          import { f5, f7 } from "../src/f";
          it("is far", () => {
            f5();
            f7();
          });
        `,
      });
      const { output, text } = await runTool(getTests, { symbols: ["f0"], depth: 2 }, built);
      expect(output).toMatchObject({ steps: 6, results: [{ hops: 6, via_name: "f5" }] });
      expect(text).toContain('tests/far.test.ts  6 steps, via f5  it "is far" (line 2, by line 3)');
      const none = await runTool(getTests, { symbols: ["f0"], path_filter: "other" }, built);
      expect(none.text).not.toContain("end in");
      expect((await runTool(getTests, { symbols: ["f6"], depth: 1 }, built)).output.steps).toBe(6);
    });

    test("calls of the name on values of unknown type are counted", async () => {
      const built = await buildRepository(store(), {
        "src/a.ts": dedent`
          export class A {
            load() {}
          }
          export class B {
            load() {}
          }
        `,
        "tests/a.test.ts": dedent`
          it("loads", (given) => {
            given.load();
          });
        `,
      });
      const { output, text } = await runTool(getTests, { symbols: ["A.load"] }, built);
      expect(output).toMatchObject({ total: 0, commands: [] });
      expect(text).toMatch(/^No test that reaches A\.load \(src\/a\.ts:2\) is known within 4 steps/);
      const unsure = await runTool(getTests, { symbols: ["A.load"], min_confidence: "candidate" }, built);
      expect(output.unresolved.count + unsure.output.total).toBeGreaterThan(0);
    });

    test("many tests of one symbol: a bounded answer", async () => {
      const cases = Array.from(
        { length: 300 },
        (_, index) => dedent`
        it("case ${index}", () => {
          f();
        });
      `,
      ).join("");
      const files = Array.from({ length: 30 }, (_, index) => [
        `tests/t${index}.test.ts`,
        dedent`
          import { f } from "../src/f";
          ${cases}`,
      ]);
      const built = await buildRepository(store(), {
        "src/f.ts": "export function f() {}\n",
        ...Object.fromEntries(files),
      });
      const { output } = await runTool(getTests, { symbols: ["f"] }, built);
      expect(output.results).toHaveLength(20);
      expect(output.results[0]!.cases.length + output.results[0]!.cases_left_out!).toBe(300);
      const one = await runTool(getTests, { symbols: ["f"], path_filter: "tests/t7.test.ts" }, built);
      expect(one.output.results[0]!.cases).toHaveLength(200);
      const more = await runTool(getTests, { symbols: ["f"], limit: 21 }, built);
      expect(more.output.results[20]!.cases).toHaveLength(200);
    });
  });

  test("in C#: methods with attributes, set-up by constructors and fields, calls of overridden members", async () => {
    const built = await buildRepository(store(), {
      "src/Shop.csproj": '<Project Sdk="Microsoft.NET.Sdk"></Project>',
      "src/Cart.cs": `namespace Shop;
public interface IPricing { decimal Price(); }
public class Flat : IPricing
{
    public decimal Price() => Rates.Rate();
}
public static class Rates
{
    public static decimal Rate() => 1;
}
public class Store
{
    private readonly decimal rate = Rates.Rate();
    public void Open() { }
}
`,
      "tests/Shop.Tests/Shop.Tests.csproj":
        '<Project><ItemGroup><ProjectReference Include="../../src/Shop.csproj" /></ItemGroup></Project>',
      "tests/Shop.Tests/CartTests.cs": `namespace Shop.Tests;
public class CartTests
{
    private readonly Store store = new Store();
    [Fact]
    public void Prices()
    {
        IPricing pricing = new Flat();
        pricing.Price();
    }
    [Theory]
    [InlineData(1)]
    public void Rated(int n) => Helper();
    private static void Helper() => Rates.Rate();
}
`,
    });
    expect(await linesOf(built, { symbols: ["Rates.Rate"] })).toEqual([
      "1 test file reaches Rates.Rate (src/Cart.cs:9), 0 of them directly",
      'tests/Shop.Tests/CartTests.cs  2 steps, via Store  class "CartTests", set-up (line 2, by line 4, for 2 cases)',
      "     2 steps, via IPricing.Price  Prices (line 6, by line 9)",
      "     2 steps, via CartTests.Helper  Rated (line 13)",
      'Run: dotnet test tests/Shop.Tests/Shop.Tests.csproj --filter "FullyQualifiedName~Tests.CartTests"',
    ]);
  });

  test("tests that only run what registers a class in a container stand apart from those that run the class", async () => {
    const built = await buildRepository(store(), {
      "src/Shop.csproj": '<Project Sdk="Microsoft.NET.Sdk"></Project>',
      "src/Shop.cs": dedent`
        namespace Shop;
        public interface IStore { void Open(); }
        public class Store : IStore { public void Open() { } }
        public class Clerk : IClerk { }
        public interface IFeature { void Apply(IServiceCollection services); }
        public class ShopFeature : IFeature
        {
            public void Apply(IServiceCollection services)
            {
                services.AddScoped<IStore, Store>();
                services.AddSingleton(typeof(IClerk), typeof(Clerk));
            }
        }
      `,
      "tests/Shop.Tests/Shop.Tests.csproj":
        '<Project><ItemGroup><ProjectReference Include="../../src/Shop.csproj" /></ItemGroup></Project>',
      "tests/Shop.Tests/StoreTests.cs": dedent`
        namespace Shop.Tests;
        public class StoreTests
        {
            [Fact]
            public void Opens(IStore store) => store.Open();
        }
      `,
      "tests/Shop.Tests/OtherTests.cs": dedent`
        namespace Shop.Tests;
        public class OtherTests
        {
            [Fact]
            public void Starts(IFeature feature) => feature.Apply(null);
        }
      `,
    });
    const lines = await linesOf(built, { symbols: ["Shop.Store"] });
    expect(lines.slice(0, 2)).toEqual([
      "1 test file reaches Store (src/Shop.cs:3), 1 of them directly",
      "tests/Shop.Tests/StoreTests.cs  via IStore.Open  Opens (line 5)",
    ]);
    expect(lines).toContain(
      "Not listed: 1 test file that only runs what registers it (ShopFeature.Apply (src/Shop.cs:8)): tests/Shop.Tests/OtherTests.cs",
    );
    // Where nothing else is known, they are better than nothing.
    const [first, second] = await linesOf(built, { symbols: ["Shop.Clerk"] });
    expect(first).toBe("1 test file reaches Clerk (src/Shop.cs:4), 0 of them directly");
    expect(second).toBe("tests/Shop.Tests/OtherTests.cs  2 steps, via IFeature.Apply  Starts (line 5)");
  });

  test("tests that only meet a mock stand apart, and are listed where there are no others", async () => {
    const built = await buildRepository(store(), {
      "src/Shop.cs": dedent`
        namespace Shop;
        public interface IStore { void Open(); }
        public class Store : IStore { public void Open() { } }
        public class Clerk(IStore store) { public void Work() { store.Open(); } }
      `,
      "tests/Shop.Tests/StoreTests.cs": dedent`
        namespace Shop.Tests;
        public class StoreTests
        {
            [Fact]
            public void Opens() => new Clerk(new Store()).Work();
        }
      `,
      "tests/Shop.Tests/ClerkTests.cs": dedent`
        namespace Shop.Tests;
        public class ClerkTests
        {
            [Fact]
            public void Works() => new Clerk(Substitute.For<IStore>()).Work();
        }
      `,
    });
    const lines = await linesOf(built, { symbols: ["Store.Open"] });
    expect(lines[0]).toBe("1 test file reaches Store.Open (src/Shop.cs:3), 0 of them directly");
    expect(lines[1]).toContain("tests/Shop.Tests/StoreTests.cs");
    expect(lines).toContain(
      "Not listed: 1 test file that only meets a mock of it, or of what leads to it: tests/Shop.Tests/ClerkTests.cs",
    );
    // Both run the clerk.
    expect((await linesOf(built, { symbols: ["Clerk"] }))[0]).toContain("2 test files reach Clerk");
    const alone = await linesOf(built, { symbols: ["Store.Open"], path_filter: "**/ClerkTests.cs" });
    expect(alone[1]).toContain("tests/Shop.Tests/ClerkTests.cs");
  });

  test("tests that replace the code between stand apart, too", async () => {
    const built = await buildRepository(store(), {
      "src/Stock.cs": "namespace Shop; public class Stock { public int Count() => 1; }",
      "src/IInventory.cs": "namespace Shop; public interface IInventory { int Left(); }",
      "src/Inventory.cs": dedent`
        namespace Shop;
        public class Inventory(Stock stock) : IInventory { public int Left() => stock.Count(); }
      `,
      "src/Clerk.cs": dedent`
        namespace Shop;
        public class Clerk(IInventory inventory) { public int Sell() => inventory.Left(); }
      `,
      "tests/Shop.Tests/InventoryTests.cs": dedent`
        namespace Shop.Tests;
        public class InventoryTests
        {
            [Fact]
            public void Counts() => new Inventory(new Stock()).Left();
        }
      `,
      "tests/Shop.Tests/ClerkTests.cs": dedent`
        namespace Shop.Tests;
        public class ClerkTests
        {
            [Fact]
            public void Sells() => new Clerk(new Mock<IInventory>().Object).Sell();
        }
      `,
    });
    const lines = await linesOf(built, { symbols: ["Stock.Count"] });
    expect(lines[0]).toContain("1 test file reaches Stock.Count");
    expect(lines[1]).toContain("tests/Shop.Tests/InventoryTests.cs");
    expect(lines).toContain(
      "Not listed: 1 test file that only meets a mock of it, or of what leads to it: tests/Shop.Tests/ClerkTests.cs",
    );
    // The clerk itself is run.
    expect((await linesOf(built, { symbols: ["Clerk.Sell"] }))[1]).toContain("tests/Shop.Tests/ClerkTests.cs");
  });

  test("of several symbols each file says which it reaches, and how a class is used", async () => {
    const built = await buildRepository(store(), {
      "src/cart.ts": dedent`
        export class Cart {
          total() {
            return 1;
          }
        }
        export function sell() {}
      `,
      "tests/runs.test.ts": `import { Cart, sell } from "../src/cart";
it("totals", () => { new Cart().total(); });
it("sells", () => { sell(); });
`,
      "tests/makes.test.ts": `import { Cart } from "../src/cart";
it("makes", () => { new Cart(); });
`,
      "tests/names.test.ts": `import { Cart } from "../src/cart";
it("names", () => { expect(Cart).toBeDefined(); });
`,
    });
    const lines = await linesOf(built, { symbols: ["Cart", "sell"] });
    expect(lines).toContain('tests/runs.test.ts [Cart, sell]  direct  it "totals" (line 2), it "sells" (line 3)');
    expect(lines).toContain(
      'tests/makes.test.ts [Cart]  direct, constructs it and calls no member  it "makes" (line 2)',
    );
    expect(lines).toContain('tests/names.test.ts [Cart]  direct, names it without a call  it "names" (line 2)');
    expect(await linesOf(built, { symbols: ["sell"] })).toContain('tests/runs.test.ts  direct  it "sells" (line 3)');
  });

  test("says what is missing: nothing asked about, nothing found", async () => {
    const built = await buildRepository(store(), { "src/a.ts": "export function applies() {}\n" });
    expect(await errorOf(runTool(getTests, {}, built))).toMatchObject({ code: "invalid_parameter" });
    expect(await errorOf(runTool(getTests, { symbols: ["nothing"] }, built))).toMatchObject({ code: "not_found" });
    const broken = await errorOf(runTool(getTests, { symbols: ["applies"], path_filter: "[" }, built));
    expect(broken.code).toBe("invalid_parameter");
  });
});

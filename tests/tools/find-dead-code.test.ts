/** find_dead_code on small repositories, built as the product builds them. */
import { expect, test } from "vitest";
import findDeadCode from "../../src/tools/find-dead-code.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

type Files = Record<string, string>;

const APP = { "package.json": '{ "name": "shop", "private": true, "main": "src/main.ts" }' };

const TYPESCRIPT: Files = {
  ...APP,
  "src/main.ts": dedent`
    import { total } from "./cart.js";
    console.log(total([1, 2]));
    export function start() {}
  `,
  "src/cart.ts": dedent`
    import { addTax } from "./tax.js";
    export function total(prices: number[]) {
      return prices.reduce(plus, 0);
    }
    function plus(a: number, b: number) { return a + b; }
    /** Not total: the old way of oldTotal. */
    export function oldTotal(prices: number[]) {
      return addTax(prices.length);
    }
    export function roundDown(value: number) { return value | 0; }
    export function fromTemplate() {}
    export class Basket {
      fill() { return 1; }
    }
  `,
  "src/tax.ts": dedent`
    export function addTax(value: number) { return value * 1.2; }
    export const dispatch = (name: string, handlers: any) => handlers[name]();
  `,
  "src/page.html": '<button onclick="fromTemplate()">',
  "tests/cart.test.ts": dedent`
    import { roundDown } from "../src/cart.js";
    test("rounds", () => expect(roundDown(1.5)).toBe(1));
  `,
};

const GO: Files = {
  "go.mod": "module example.com/shop\n",
  "main.go": dedent`
    package main

    import "example.com/shop/money"

    func main() { money.Sum(1, 2) }

    func unusedHelper() int { return 1 }

    func init() {}
  `,
  "money/money.go": dedent`
    package money

    type coin struct{ value int }

    func (c coin) String() string { return "" }

    func (c coin) double() int { return c.value * 2 }

    func Sum(a, b int) int { return plus(a, b) }

    func plus(a, b int) int { return coin{a}.value + b }

    func Exported() {}
  `,
};

const CSHARP: Files = {
  "App.csproj":
    '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType></PropertyGroup></Project>',
  "Program.cs": dedent`
    namespace Shop;
    public static class Program
    {
        public static void Main() => System.Console.WriteLine(Prices.Sum(1, 2));
    }
    public static class Prices
    {
        public static int Sum(int a, int b) => Plus(a, b);
        private static int Plus(int a, int b) => a + b;
        private static int Minus(int a, int b) => a - b;
        public static int Product(int a, int b) => a * b;
        [System.Runtime.InteropServices.DllExport]
        public static int Native() => 1;
    }
    public class Handler : System.IDisposable
    {
        public void Dispose() { }
    }
  `,
};

const PYTHON: Files = {
  "requirements.txt": "flask\n",
  "app.py": dedent`
    from prices import HANDLERS, total

    def unused_helper():
        return 1

    @route("/")
    def index():
        return total([1])

    class Visitor:
        def visit_name(self):
            return 1
        def _walk(self):
            return 1

    print(Visitor(), total([2]), HANDLERS)
  `,
  "prices.py": dedent`
    def total(prices):
        """Sums; see also unused_helper."""
        return sum(prices)

    def by_reflection():
        return 1

    HANDLERS = {"x": "by_reflection"}
  `,
};

const JAVA: Files = {
  "pom.xml": "<project><packaging>war</packaging></project>",
  "src/main/java/shop/Main.java": dedent`
    package shop;
    import java.util.HashMap;
    public class Main {
      public static void main(String[] args) {
        System.out.println(new HashMap<String, Page>() {{ put("a", new Page()); }});
      }
      private void unusedHelper() {}
    }
  `,
  "src/main/java/shop/Page.java": dedent`
    package shop;
    @lombok.Data
    public class Page {
      private long total;
    }
  `,
};

const VUE: Files = {
  ...APP,
  "src/main.ts": dedent`
    import App from "./App.vue";
    console.log(App);
  `,
  "src/App.vue": dedent`
    <script setup>import NavBar from "./bars/NavBar.vue"</script>
    <template><NavBar/></template>
  `,
  "src/bars/NavBar.vue": "<template><p/></template>\n",
  "src/bars/OldBar.vue": "<template><p/></template>\n",
  "src/pages/HomePage.vue": "<template><p/></template>\n",
};

describeStores("find_dead_code", (store) => {
  const found = async (files: Files, input: Record<string, unknown> = {}) => {
    const built = await buildRepository(store(), files);
    return runTool(findDeadCode, input, built);
  };
  const named = async (files: Files, classes: string[]) => {
    const { output } = await found(files, { classes });
    return output.results.map(({ qualified_name }) => qualified_name).sort();
  };

  for (const { language, files, nobody, tests, unsure } of [
    {
      language: "TypeScript",
      files: TYPESCRIPT,
      nobody: ["Basket", "addTax", "dispatch", "oldTotal"],
      tests: ["roundDown"],
      unsure: ["fromTemplate", "start"],
    },
    { language: "Vue", files: VUE, nobody: ["OldBar"], tests: [], unsure: ["HomePage"] },
    {
      language: "Vue with a pattern",
      files: { ...VUE, "src/all.ts": 'export const all = import.meta.glob("./bars/*.vue");\nconsole.log(all);' },
      nobody: [],
      tests: [],
      unsure: ["HomePage", "OldBar"],
    },
    {
      language: "Go",
      files: GO,
      nobody: ["coin.double", "unusedHelper"],
      tests: [],
      unsure: ["Exported", "coin.String"],
    },
    {
      language: "C#",
      files: CSHARP,
      nobody: ["Shop.Prices.Minus", "Shop.Prices.Product"],
      tests: [],
      unsure: ["Shop.Handler", "Shop.Prices.Native"],
    },
    {
      language: "Python",
      files: PYTHON,
      nobody: ["Visitor._walk", "unused_helper"],
      tests: [],
      unsure: ["Visitor.visit_name", "by_reflection", "index"],
    },
    {
      language: "Java",
      files: JAVA,
      nobody: ["shop.Main.unusedHelper"],
      tests: [],
      unsure: ["shop.Main.main.$HashMap", "shop.Page.total"],
    },
  ])
    test(`${language}: what nobody uses, what only tests use, and what leaves a doubt`, async () => {
      const { output } = await found(files, { classes: ["nobody", "tests", "unsure"] });
      const of = (own: string) =>
        output.results.filter((each) => each.class === own).map(({ qualified_name }) => qualified_name);
      expect([of("nobody").sort(), of("tests").sort(), of("unsure").sort()]).toEqual([nobody, tests, unsure]);
    });

  test("the answer in words: the largest first, with what uses it, and the reasons of doubts", async () => {
    const { text } = await found(TYPESCRIPT, { classes: ["nobody", "tests", "unsure"] });
    expect(text).toMatchInlineSnapshot(`
      "7 declarations, 11 lines: nobody uses 4, only tests use 1, 2 unsure; 10 were judged.

      Nobody uses:
      src/cart.ts:7-9 function oldTotal, 3 lines
      src/cart.ts:12-14 class Basket, 3 lines
      src/tax.ts:1-1 function addTax, 1 line through oldTotal
      src/tax.ts:2-2 function dispatch, 1 line

      Only tests use:
      src/cart.ts:10-10 function roundDown, 1 line (tests/cart.test.ts:1)

      Unsure:
      src/cart.ts:11-11 function fromTemplate, 1 line: a text names it (src/page.html:1)
      src/main.ts:3-3 function start, 1 line: nothing imports its file, which a tool may load (src/main.ts:3)

      Unsure, by reason:
      1: a text names it
      1: nothing imports its file, which a tool may load

      Not judged either: whole files, fields that others may read as data, and members of literals."
    `);
  });

  test("filters by path, kind and lines", async () => {
    const built = await buildRepository(store(), TYPESCRIPT);
    const names = async (input: Record<string, unknown>) =>
      (await runTool(findDeadCode, input, built)).output.results.map(({ qualified_name }) => qualified_name);
    expect(await names({ path_filter: "src/tax.ts" })).toEqual(["addTax", "dispatch"]);
    expect(await names({ kinds: ["class"] })).toEqual(["Basket"]);
    expect(await names({ min_lines: 3 })).toEqual(["oldTotal", "Basket"]);
  });

  test("an alias that is not resolved, a namespace and a key of a string leave a doubt", async () => {
    const files = {
      ...APP,
      "src/main.ts": dedent`
        import { hidden } from "@gone/tools";
        import * as all from "./tools.js";
        hidden();
        all["keyed"]();
        all.dotted();
      `,
      "src/tools.ts": dedent`
        export function hidden() {}
        export function keyed() {}
        export function dotted() {}
        export function gone() {}
      `,
    };
    expect(await named(files, ["nobody"])).toEqual(["gone"]);
  });

  test("a module that is used as a value may have any export read, as by Drizzle", async () => {
    const files = {
      ...APP,
      "src/main.ts": dedent`
        import * as schema from "./schema.js";
        import * as prices from "./prices.js";
        // prices is read by name alone, and "prices" is a text
        connect("prices", { schema });
        console.log(prices.total, prices["rest"]);
      `,
      "src/schema.ts": dedent`
        export const orders = table();
        export const carts = table();
      `,
      "src/prices.ts": dedent`
        export const total = 1;
        export const rest = 2;
        export const unread = 3;
      `,
    };
    expect(await named(files, ["nobody"])).toEqual(["unread"]);
    expect(await named(files, ["unsure"])).toEqual(["carts", "orders"]);
  });

  test("members that something outside asks for by their form are not said to be dead", async () => {
    const csharp = {
      "App.csproj": CSHARP["App.csproj"] ?? "",
      "Program.cs": dedent`
        namespace Shop;
        public static class Program
        {
            public static void Main() => System.Console.WriteLine(new Job());
        }
        public class Job : IHostedService, IList<string>
        {
            async Task IHostedService.StartAsync(CancellationToken token) { }
            string IList<string>.this[int index] => "";
            System.String Left() => "";
        }
      `,
    };
    expect(await named(csharp, ["nobody"])).toEqual(["Shop.Job.Left"]);
    const java = {
      "pom.xml": JAVA["pom.xml"] ?? "",
      "src/main/java/shop/Main.java": dedent`
        package shop;
        public class Main {
          private static final long serialVersionUID = 1L;
          private static final long LEFT = 1L;
          public static void main(String[] args) { }
        }
      `,
    };
    expect(await named(java, ["nobody"])).toEqual(["shop.Main.LEFT"]);
    const actions = {
      ...APP,
      "src/main.tsx": dedent`
        import { action } from "./action.js";
        console.log(action().key);
      `,
      "src/action.tsx": dedent`
        export const action = () => ({
          key: "a",
          Row() {
            return <b>1</b>;
          },
        });
      `,
    };
    expect(await named(actions, ["nobody"])).toEqual([]);
    const chosen = {
      ...APP,
      "src/main.ts": dedent`
        import { createMethods } from "./methods.js";
        createMethods()[String(process.argv[2])]?.();
      `,
      "src/methods.ts": dedent`
        export function createMethods(): Record<string, () => void> {
          return {
            "tools/list": () => listTools(),
            'GET /cats/:id'() {
              showCat();
            },
          };
        }
        function listTools() {}
        function showCat() {}
      `,
    };
    expect(await named(chosen, ["nobody"])).toEqual([]);
    expect(await named(chosen, ["unsure"])).toEqual(["createMethods.GET /cats/:id", "createMethods.tools/list"]);
    const config = {
      ...APP,
      "src/main.js": dedent`
        const merge = require("deepmerge");
        const shared = require("./shared.config");
        merge(shared, {});
      `,
      "src/shared.config.js": dedent`
        module.exports = {
          shownInDark: ["class"],
          // Folders.
          foldersRead: ["src"],
        };
        const neverRead = 1;
      `,
    };
    expect(await named(config, ["nobody"])).toEqual(["neverRead"]);
    expect(await named(config, ["unsure"])).toEqual(["foldersRead", "shownInDark"]);
  });

  test("a program of Python that nobody installs has no names for others", async () => {
    const { "requirements.txt": _, ...files } = PYTHON;
    const of = async (more: string) =>
      named({ ...files, "pyproject.toml": `[project]\nname = "shop"\n${more}` }, ["nobody"]);
    expect(await of("")).toEqual(["Visitor._walk"]);
    expect(await of("\n[tool.uv]\npackage = false\n")).toEqual(["Visitor._walk", "unused_helper"]);
    expect(await of('classifiers = ["Private :: Do Not Upload"]\n')).toEqual(["Visitor._walk", "unused_helper"]);
  });

  test("in Python, a module that is imported by a computed name, and a base that a variable holds, leave a doubt", async () => {
    const files = {
      "app.py": dedent`
        import importlib, os
        from rq.worker import HerokuWorker, Worker as Plain
        from settings import dynamic

        Base = Plain if os.name == "nt" else HerokuWorker

        class Hurried(Base):
            def monitor_horse(self):
                return 1

        print(Hurried(), dynamic.periodic_jobs())
      `,
      "settings.py": dedent`
        import importlib, os

        dynamic = importlib.import_module(os.environ["SETTINGS"])
      `,
      "dynamic.py": dedent`
        def periodic_jobs():
            return []

        def left():
            return 1
      `,
    };
    expect(await named(files, ["nobody"])).toEqual(["left"]);
  });

  test("brackets in the text of an attribute are none of it", async () => {
    const source = (CSHARP["Program.cs"] ?? "").replace(
      "[System.Runtime.InteropServices.DllExport]",
      '[Obsolete("call Sum(a, b) instead")]',
    );
    expect(await named({ ...CSHARP, "Program.cs": source }, ["nobody"])).toContain("Shop.Prices.Native");
  });

  test("a submodule that is not there may use what the package around it exports", async () => {
    const module = (path: string) => `[submodule "${path}"]\n\tpath = ${path}\n\turl = https://example.com/x\n`;
    const files = {
      "server/package.json": '{ "name": "server", "private": true, "main": "src/main.ts" }',
      "server/src/main.ts": dedent`
        import { used } from "./tools.js";
        used();
      `,
      "server/src/tools.ts": dedent`
        export function used() {}
        export function open() {}
        function own() {}
      `,
      "client/package.json": '{ "name": "client", "private": true, "main": "main.ts" }',
      "client/main.ts": 'import "./tools.js";\n',
      "client/tools.ts": "export function left() {}\n",
    };
    const beside = { ...files, ".gitmodules": module("client/vendor/lib") + module("server/docs") };
    expect(await named(beside, ["nobody"])).toEqual(["left", "open", "own"]);
    const among = { ...files, ".gitmodules": module("server/src/enterprise") };
    expect(await named(among, ["nobody"])).toEqual(["left", "own"]);
    const there = { ...among, "server/src/enterprise/index.ts": "console.log(1);\n" };
    expect(await named(there, ["nobody"])).toEqual(["left", "open", "own"]);
  });

  test("a call that is taken for a library's for its name may be one of the project's own, as in fastify", async () => {
    const files = {
      "package.json": '{ "name": "shop", "private": true, "main": "main.js" }',
      "main.js": dedent`
        const { buildController } = require("./schema-controller");
        buildController().keep({ id: 1 });
      `,
      "schema-controller.js": dedent`
        const { buildSchemas } = require("./schemas");
        function buildController(options) {
          return new SchemaController({ bucket: (options && options.bucket) || buildSchemas });
        }
        class SchemaController {
          constructor(options) {
            this.schemaBucket = options.bucket();
          }
          keep(schema) {
            return this.schemaBucket.add(schema);
          }
        }
        module.exports = { buildController };
      `,
      "schemas.js": dedent`
        function Schemas(store) {
          this.store = store || {};
        }
        Schemas.prototype.add = function (schema) {
          this.store[schema.id] = schema;
        };
        Schemas.prototype.drop = function (schema) {
          delete this.store[schema.id];
        };
        function buildSchemas(store) {
          return new Schemas(store);
        }
        module.exports = { Schemas, buildSchemas };
      `,
    };
    expect(await named(files, ["nobody"])).toEqual(["Schemas.drop"]);
  });

  test("a member that is called through a library's type leaves a doubt: types fit by their members", async () => {
    const files = {
      "package.json": '{ "name": "shop", "private": true, "main": "src/main.ts", "dependencies": { "buckets": "1" } }',
      "src/main.ts": dedent`
        import type { Bucket } from "buckets";
        import { OwnBucket } from "./bucket.js";
        function fill(bucket: Bucket) {
          bucket.keep(1);
        }
        fill(new OwnBucket());
      `,
      "src/bucket.ts": dedent`
        export class OwnBucket {
          keep(value: number) { return value; }
          drop() { return 1; }
        }
      `,
    };
    expect(await named(files, ["nobody"])).toEqual(["OwnBucket.drop"]);
  });

  test("a private handler that the markup beside its file names is not said to be dead", async () => {
    const files = {
      "App.csproj": CSHARP["App.csproj"] ?? "",
      "Program.cs": dedent`
        namespace Shop;
        public static class Program { public static void Main() => new Map().Show(); }
      `,
      "Map.xaml": '<Page x:Class="Shop.Map"><Pin Clicked="PinClicked" /></Page>\n',
      "Map.xaml.cs": dedent`
        namespace Shop;
        public partial class Map
        {
            public void Show() { }
            private void PinClicked(object sender) { }
            private void GoneClicked(object sender) { }
        }
      `,
      "Other.xaml": '<Page x:Class="Shop.Other"><Pin Clicked="GoneClicked" /></Page>\n',
    };
    expect(await named(files, ["nobody"])).toEqual(["Shop.Map.GoneClicked"]);
  });

  test("a member whose name the language calls is not said to be dead", async () => {
    const files = {
      ...APP,
      "src/main.ts": dedent`
        import { Bucket } from "./bucket.js";
        console.log(...new Bucket());
      `,
      "src/bucket.ts": dedent`
        export class Bucket {
          drop() { return 1; }
          [Symbol.iterator]() { return [].values(); }
        }
      `,
    };
    expect(await named(files, ["nobody"])).toEqual(["Bucket.drop"]);
  });

  test("names that the entry of a package passes on are for others", async () => {
    const files = {
      "package.json": '{ "name": "lib", "exports": "./dist/index.js" }',
      "src/index.ts": dedent`
        export * from "./api.js";
        export { one } from "./parts.js";
      `,
      "src/api.ts": "export function offered() {}\n",
      "src/parts.ts": dedent`
        export function one() {}
        export function two() {}
      `,
      "src/use.ts": 'import { offered } from "./api.js";\n',
    };
    expect(await named(files, ["nobody"])).toEqual(["two"]);
  });

  test("a name that is passed on and imported by nobody is not used, also where it is a default export", async () => {
    const files = {
      ...APP,
      "src/main.ts": dedent`
        import { Cog as Gear, half } from "./parts/index.js";
        console.log(Gear, half(2), "Bolt");
      `,
      "src/parts/index.ts": dedent`
        export { default as Cog } from "./cog.js";
        export { default as Bolt } from "./bolt.js";
        export { default as Screw } from "./screw.js";
        export { half, third as part } from "./numbers.js";
        export * from "./round.js";
      `,
      "src/parts/cog.ts": dedent`
        const Wheel = () => 1;
        export default Wheel;
      `,
      "src/parts/bolt.ts": dedent`
        const Pin = () => 2;
        export default Pin;
      `,
      "src/parts/screw.ts": "export default function turn() {}\n",
      "src/parts/numbers.ts": dedent`
        export const half = (value: number) => value / 2;
        export const third = (value: number) => value / 3;
      `,
      "src/parts/round.ts": "export const round = (value: number) => value | 0;\n",
    };
    expect(await named(files, ["nobody"])).toEqual(["Pin", "round", "third", "turn"]);
    // A further name that a text has leaves a doubt.
    const told = { ...files, "src/page.html": "<script>parts.Bolt(), parts.part(1)</script>" };
    expect(await named(told, ["nobody"])).toEqual(["round", "turn"]);
    // An import of the whole file may take any name from it.
    const all = {
      ...files,
      "src/all.ts": dedent`
        import * as parts from "./parts/index.js";
        export const get = (name: string) => parts[name];
      `,
    };
    expect(await named(all, ["nobody"])).toEqual([]);
    // A tool that loads a file by its place takes what it passes on, and so does whoever has the package.
    const { "src/parts/index.ts": list, ...others } = files;
    const routes = {
      ...others,
      "src/main.ts": dedent`
        import { half } from "./routes/index.js";
        half(1);
      `,
      "src/routes/index.ts": list.replaceAll("./", "../parts/"),
    };
    expect(await named(routes, ["nobody"])).toEqual(["round"]);
    const open = { ...files, "package.json": '{ "name": "shop", "main": "src/parts/index.ts" }' };
    expect(await named(open, ["nobody"])).toEqual([]);
  });

  test("a list of exports passes on the imports that it names, and no others", async () => {
    const files = {
      "package.json": '{ "name": "lib", "exports": "./dist/index.js" }',
      "src/index.ts": dedent`
        import { one as first, helper } from "./parts.js";
        import * as shapes from "./shapes.js";
        import main from "./main.js";
        console.log(helper());
        export { first, shapes, main };
      `,
      "src/parts.ts": dedent`
        export function one() {}
        export function helper() { return 1; }
        export function two() {}
      `,
      "src/shapes.ts": "export function square() {}\n",
      "src/main.ts": "export default function run() {}\n",
    };
    expect(await named(files, ["nobody"])).toEqual(["two"]);
  });
});

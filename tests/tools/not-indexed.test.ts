/** Answers of the graph about code that is not in the index, or not whole. */
import { expect, test } from "vitest";
import getCallees from "../../src/tools/get-callees.js";
import getCallers from "../../src/tools/get-callers.js";
import getDependencies from "../../src/tools/get-dependencies.js";
import getDependents from "../../src/tools/get-dependents.js";
import getImplementations from "../../src/tools/get-implementations.js";
import getReferences from "../../src/tools/get-references.js";
import getSymbol from "../../src/tools/get-symbol.js";
import lookupSymbol from "../../src/tools/lookup-symbol.js";
import trace from "../../src/tools/trace.js";
import { errorOf, runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

const CART = dedent`
  export function total() {
    return 1;
  }
  export function other() {}
`;
const CALL = dedent`
  import { total } from "../src/cart";
  total();
`;
/** Of 300 KB: its insides are kept no more than itself. */
const BUNDLE = `(()=>{${'total("a");'.repeat(30_000)}})();\n`;

describeStores("code that is not in the index", (store) => {
  test("every answer about a symbol tells which files have its name, and why they are left out", async () => {
    const built = await buildRepository(
      store(),
      {
        "src/cart.ts": CART,
        "src/use.ts": dedent`
          import { total } from "./cart";
          total();
        `,
        "legacy/old.ts": CALL,
        "legacy/none.ts": "export const none = 1;\n",
        "legacy/untracked.ts": CALL,
        "src/left.ts": CALL,
        "vendor/bundle.js": BUNDLE,
        "src/broken.ts": dedent`
          export const fine = 1;
          const = = total( ;;; {{{
        `,
        ".codeindexignore": "src/left.ts\n",
        "build/out.ts": CALL,
      },
      {
        tracked: ["src/cart.ts", "src/use.ts", "legacy/old.ts", "legacy/none.ts", "src/left.ts"],
        skip: { exclude: ["legacy/**"], defaultExclude: ["build/**"] },
      },
    );
    const want = {
      files: 4,
      by_reason: { excluded: 1, ignored: 1, minified: 1, partial: 1 },
      paths: ["legacy/old.ts", "src/left.ts", "vendor/bundle.js", "src/broken.ts"],
    };
    for (const tool of [getCallers, getReferences, getDependents, getImplementations, getSymbol, trace]) {
      const { output, text } = await runTool(tool as typeof getCallers, { node_id: "src/cart.ts:1" }, built);
      expect(output.not_indexed, tool.name).toEqual(want);
      expect(text, tool.name).toContain(
        "Not in the index, or not whole, and has the name: 4 files (excluded 1, ignored 1, minified 1, partial 1): legacy/old.ts, src/left.ts",
      );
    }
    const other = await runTool(getCallers, { node_id: "src/cart.ts:4" }, built);
    expect(other.output).not.toHaveProperty("not_indexed");
    expect(other.text).not.toContain("Not in the index");
    const error = await errorOf(runTool(lookupSymbol, { qualified_name: "none" }, built));
    expect(error.suggestions.join("\n")).toContain("Not in the index, or not whole, and has the name: 1 file");
  });

  test("without git, code in a folder that people leave out has names, and libraries, build output and ignored files have none", async () => {
    const built = await buildRepository(
      store(),
      {
        "src/cart.ts": CART,
        "legacy/old.ts": CALL,
        "legacy/deep/old.js": CALL,
        "legacy/notes.md": "total\n",
        "legacy/node_modules/cart/index.js": CALL,
        "legacy/dist/out.js": CALL,
        "legacy/tmp/ignored.ts": CALL,
        ".gitignore": "tmp/\n",
      },
      { skip: { exclude: ["legacy/**"], defaultExclude: ["node_modules/**", "**/dist/**"] } },
    );
    const paths = async (view: typeof built.view) =>
      (await runTool(getCallers, { node_id: "src/cart.ts:1" }, { ...built, view })).output.not_indexed?.paths;
    expect(await paths(built.view)).toEqual(["legacy/deep/old.js", "legacy/old.ts"]);
    expect(
      await paths(await built.rebuild({ "legacy/old.ts": "export const total = 2;\n", "legacy/new.ts": CALL })),
    ).toEqual(["legacy/deep/old.js", "legacy/new.ts", "legacy/old.ts"]);
  });

  test("files that are left out are looked into again when they change, and forgotten when they are taken in", async () => {
    const built = await buildRepository(
      store(),
      {
        "src/cart.ts": CART,
        "legacy/old.ts": "export const old = 1;\n",
        "src/left.ts": "let none = 100;\n",
        ".codeindexignore": "src/left.ts\n",
      },
      { tracked: ["src/cart.ts", "legacy/old.ts"], skip: { exclude: ["legacy/**"] } },
    );
    const pathsIn = async (view: typeof built.view) =>
      (await runTool(getCallers, { node_id: "src/cart.ts:1" }, { ...built, view })).output.not_indexed?.paths;
    expect(await pathsIn(built.view)).toBeUndefined();
    // The one that is left out keeps its size.
    const changed = await built.rebuild({ "legacy/old.ts": CALL, "src/left.ts": "let a = total();\n".slice(0, 16) });
    expect(await pathsIn(changed)).toEqual(["legacy/old.ts", "src/left.ts"]);
    expect(await pathsIn(await built.rebuild({ ".codeindexignore": "" }))).toEqual(["legacy/old.ts"]);
  });

  test("imports of files and packages of the project that are not in the index are told, and where they stand", async () => {
    const built = await buildRepository(store(), {
      "package.json": '{"name":"root","workspaces":["packages/*"]}',
      "packages/core/package.json": '{"name":"@acme/core","main":"./lib/core.wasm"}',
      "src/use.ts": dedent`
        import { total } from "@acme/core";
        import { send } from "./gen/client";
        import { readFile } from "node:fs";
        import "./style.css";
        export function pay() {
          total();
          send();
          readFile();
        }
      `,
      "src/cart.ts": CART,
      "app/use.ts": dedent`
        import { total } from "lodash";
        total();
      `,
    });
    const callers = await runTool(getCallers, { node_id: "src/cart.ts:1" }, built);
    expect(callers.output.not_indexed).toEqual({
      files: 0,
      by_reason: {},
      paths: [],
      absent: {
        references: 1,
        locations: [{ file_path: "src/use.ts", line: 6, module: "@acme/core" }],
      },
    });
    expect(callers.text).toContain(
      "1 reference goes to a file or package of the project that is not in the index: src/use.ts:6 (@acme/core)",
    );
    for (const tool of [getCallees, getDependencies]) {
      const { output } = await runTool(tool as typeof getCallees, { node_id: "src/use.ts:5" }, built);
      expect(output.not_indexed?.absent).toEqual({
        references: 2,
        locations: [
          { file_path: "src/use.ts", line: 6, module: "@acme/core" },
          { file_path: "src/use.ts", line: 7, module: "src/gen/client" },
        ],
      });
      expect(output.results.filter(({ rule }) => rule === "not-indexed").map(({ name }) => name)).toEqual([
        "total",
        "send",
      ]);
    }
  });

  test("usings and names of a C# project that is not in the index are told, and those of libraries are not", async () => {
    const project = (items: string) =>
      dedent`
        <Project Sdk="Microsoft.NET.Sdk">
        <ItemGroup>${items}</ItemGroup>
        </Project>
      `;
    const built = await buildRepository(
      store(),
      {
        "src/Web/Acme.Web.csproj": project(
          '<ProjectReference Include="..\\Core\\Acme.Core.csproj" /><PackageReference Include="Acme.Contracts" />',
        ),
        "src/Web/Pay.cs": dedent`
          using System;
          using Acme.Core.Money;
          namespace Acme.Web;
          public class Pay
          {
              public void Run() { var cart = new Cart(); Console.WriteLine(new Uri("x:")); }
          }
        `,
        "src/Web/Other.cs": dedent`
          using Serilog;
          using Acme.Contracts;
          using Acme.Core;
          namespace Acme.Web;
          public class Other
          {
              public void Run() { new Logger(); Acme.Core.Clock.Start(); }
          }
        `,
        "src/Shop/Acme.Shop.csproj": project(""),
        "src/Shop/Cart.cs": dedent`
          namespace Acme.Shop;
          public class Cart { }
        `,
        "src/Core/Acme.Core.csproj": project(""),
        "src/Core/Cart.cs": dedent`
          namespace Acme.Core.Money;
          public class Cart { }
        `,
        "src/Core/Clock.cs": dedent`
          namespace Acme.Core;
          public static class Clock { public static void Start() { } }
        `,
      },
      { skip: { exclude: ["src/Core/**"] } },
    );
    const absentOf = async (tool: typeof getCallers, node_id: string) =>
      (await runTool(tool, { node_id }, built)).output.not_indexed?.absent?.locations.map(
        ({ file_path, line, module }) => `${file_path}:${line} ${module}`,
      );
    const callees = getCallees as unknown as typeof getCallers;
    expect(await absentOf(callees, "src/Web/Pay.cs:6")).toEqual([
      "src/Web/Pay.cs:2 Acme.Core",
      "src/Web/Pay.cs:6 Acme.Core.Money",
    ]);
    // With a using of a library a plain name may be of either; a qualified one says whose it is.
    expect(await absentOf(callees, "src/Web/Other.cs:7")).toEqual([
      "src/Web/Other.cs:3 Acme.Core",
      "src/Web/Other.cs:7 Acme.Core",
    ]);
    expect(await absentOf(getCallers, "src/Shop/Cart.cs:2")).toEqual(["src/Web/Pay.cs:6 Acme.Core.Money"]);
  });

  test("get_callees of a function with lines that did not parse says so", async () => {
    const built = await buildRepository(store(), {
      "src/odd.ts": dedent`
        export function fine() {
          return 1;
        }
        export function odd() {
          const = = call( ;;; 
        }
      `,
    });
    const of = async (line: number) =>
      (await runTool(getCallees, { node_id: `src/odd.ts:${line}` }, built)).output.not_indexed;
    expect(await of(4)).toMatchObject({ by_reason: { partial: 1 }, paths: ["src/odd.ts"] });
    expect(await of(1)).toBeUndefined();
  });

  test("calls that may be to a symbol though they are under another name are counted", async () => {
    const built = await buildRepository(store(), {
      "src/a.ts": dedent`
        import { Readable } from "node:stream";
        const bound = Function.prototype.bind;
        export class Shop {
          pipe() {}
        }
        export function go(stream: Readable, handlers: any) {
          stream.pipe(handlers);
          bound.call(handlers, 1);
          const [first] = handlers;
          first();
        }
      `,
    });
    const pipe = await runTool(getCallers, { node_id: "src/a.ts:4" }, built);
    expect(pipe.output.unresolved).toMatchObject({ outside: 1, unnamed: 1 });
    expect(pipe.text).toContain(
      "Not counted as unresolved: 1 call of members of this name taken for a library's (src/a.ts:7); 1 call in the whole project of values without a name.",
    );
    expect(pipe.output.unresolved.outside_at).toEqual(["src/a.ts:7"]);
    const bound = await runTool(getReferences, { node_id: "src/a.ts:2" }, built);
    expect(bound.output.unresolved.locations).toContainEqual({
      name: "bound",
      file_path: "src/a.ts",
      line: 8,
      reason: "unknown-value",
    });
  });
});

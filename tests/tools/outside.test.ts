/** Types of libraries, which no file here declares: what derives from them and uses them is known all the same. */
import { expect, test } from "vitest";
import getCallers from "../../src/tools/get-callers.js";
import getRelations from "../../src/tools/get-relations.js";
import getSource from "../../src/tools/get-source.js";
import getTests from "../../src/tools/get-tests.js";
import searchSymbols from "../../src/tools/search-symbols.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

const SHOP = {
  "src/guards.ts": dedent`
    import { CanActivate, ExecutionContext } from "@nestjs/common";
    abstract class Guard implements CanActivate {
      abstract canActivate(context: ExecutionContext): boolean;
    }
    export class RolesGuard extends Guard {
      canActivate(context: ExecutionContext) {
        return this.isAllowed(context);
      }
      private isAllowed(context: ExecutionContext) {
        return context !== null;
      }
    }
    export class Roles {
      merge() {}
    }
  `,
  "src/routes.ts": dedent`
    import { CanActivate } from "@angular/router";
    export class Leave implements CanActivate {}
  `,
  "src/Mailer.cs": dedent`
    using Microsoft.Extensions.Hosting;
    namespace Shop;
    public class Mailer : IHostedService
    {
        public Task StartAsync(CancellationToken token) => Task.CompletedTask;
    }
  `,
  "src/Cart.java": dedent`
    package shop;
    import java.io.Serializable;
    public class Cart implements Serializable {}
  `,
};

describeStores("types outside of the index", (store) => {
  test("get_relations lists what derives from one and what else uses it, apart by its module", async () => {
    const built = await buildRepository(store(), SHOP);
    const { text } = await runTool(getRelations, { symbols: ["CanActivate"] }, built);
    // Not of `RolesGuard.canActivate`, which search is free to take for it.
    expect(text).not.toContain("canActivate");
    expect(text.split("\n\n").slice(0, 3)).toEqual([
      "1 implementation of external CanActivate (@angular/router, outside the index)\nsrc/routes.ts:2  class Leave  implements",
      "No known references other than implementations to CanActivate (@angular/router, outside the index).",
      [
        "2 implementations of external CanActivate (@nestjs/common, outside the index), 1 direct (each: class)",
        "src/guards.ts:2  Guard  implements",
        "  src/guards.ts:5  RolesGuard  inherits",
      ].join("\n"),
    ]);
  });

  test.each([
    ["IHostedService<Mail>", "src/Mailer.cs:3  class Mailer  implements"],
    ["Microsoft.Extensions.Hosting.IHostedService", "src/Mailer.cs:3  class Mailer  implements"],
    ["java.io.Serializable", "src/Cart.java:3  class Cart  implements"],
    ["io.Serializable", "src/Cart.java:3  class Cart  implements"],
  ])("%s is found by its name", async (name, line) => {
    const built = await buildRepository(store(), SHOP);
    const { text } = await runTool(getRelations, { symbols: [name], relations: ["implementations"] }, built);
    expect(text.split("\n")[1]).toBe(line);
  });

  test("a name behind another module means nothing", async () => {
    const built = await buildRepository(store(), SHOP);
    const { text } = await runTool(getRelations, { symbols: ["net.Serializable", "Mailer"] }, built);
    expect(text).toContain("No symbol is named net.Serializable.");
  });

  test("get_relations says of what they call that nothing is known, and search_symbols and get_source who uses them", async () => {
    const built = await buildRepository(store(), SHOP);
    const words =
      "Nothing here declares IHostedService (outside the index), a base of 1 type here. get_relations lists its uses.";
    const callees = await runTool(getRelations, { symbols: ["IHostedService"], relations: ["callees"] }, built);
    expect(callees.output.not_found).toEqual([{ symbol: "IHostedService", problem: words }]);
    expect((await runTool(searchSymbols, { query: "IHostedService" }, built)).text).toBe(words);
    expect((await runTool(getSource, { symbols: ["IHostedService", "Mailer"] }, built)).text).toContain(words);
  });

  test("get_callers and get_tests say that code outside may call a member by such a base", async () => {
    const built = await buildRepository(store(), SHOP);
    const words = "Guard derives from CanActivate (@nestjs/common), outside the index: code there may call it.";
    const at = async (node_id: string) => (await runTool(getCallers, { node_id }, built)).output.symbol.from_outside;
    expect(await at("src/guards.ts:6")).toBe(words);
    expect(await at("src/Mailer.cs:5")).toBe(
      "Mailer derives from IHostedService, outside the index: code there may call it.",
    );
    // A private member is called by its class alone, and Roles has no base.
    expect(await at("src/guards.ts:9")).toBeUndefined();
    expect(await at("src/guards.ts:14")).toBeUndefined();
    const { text } = await runTool(getTests, { symbols: ["RolesGuard.canActivate"] }, built);
    expect(text.split("\n")).toContain(words);
  });
});

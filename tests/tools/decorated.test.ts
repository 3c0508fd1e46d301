/** Functions without callers that a framework calls by their decorators. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const call = useProject({
  "src/collection.ts": dedent`
    import { AfterCreate, Index } from "sequelize-typescript";
    export class Collection {
      /** Keeps the index. */
      @AfterCreate
      @Index({
        unique: true,
      })
      static addToIndex(model: Collection) {}
      /** @deprecated */
      @deprecated
      static old() {}
      static used() {}
    }
    Collection.used();
  `,
  "src/Cats.cs": dedent`
    public class Cats
    {
        [HttpGet("/cats")]
        public string List() => "";
    }
  `,
});

/** A guard of a class runs before its handlers. */
const GUARDED = {
  "src/orders.controller.ts": dedent`
    import { Controller, Get, UseGuards } from "@nestjs/common";
    @Controller("orders")
    @UseGuards(AuthGuard)
    export class OrdersController {
      @Get(":id")
      find() {}
    }
  `,
  "src/Shop.cs": dedent`
    [Authorize(Roles = "admin")]
    public class ShopController
    {
        [HttpPost]
        public string Close() => "";
    }
  `,
};

const callGuarded = useProject(GUARDED);

test.each([
  ["OrdersController.find", 'Get(":id"), its class as Controller("orders"), UseGuards(AuthGuard)'],
  ["ShopController.Close", 'HttpPost, its class as Authorize(Roles = "admin")'],
])("of %s those of its class are told as well", async (symbol, decorators) => {
  const { text } = await callGuarded("get_relations", { symbols: [symbol], relations: ["callers"] });
  expect(text).toContain(`\nDecorated as ${decorators}: a framework may call it.`);
});

async function callersOf(symbol: string) {
  const { text } = await call("get_relations", { symbols: [symbol], relations: ["callers"] });
  return text;
}

test.each([
  ["Collection.addToIndex", "AfterCreate, Index"],
  ["Cats.List", 'HttpGet("/cats")'],
])("of %s the decorators are told", async (symbol, decorators) => {
  expect(await callersOf(symbol)).toContain(`\nDecorated as ${decorators}: a framework may call it.`);
});

test("a decorator that has nothing call its function is not told, and of a function that is called none", async () => {
  for (const symbol of ["Collection.old", "Collection.used"])
    expect(await callersOf(symbol)).not.toContain("Decorated");
});

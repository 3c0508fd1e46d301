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

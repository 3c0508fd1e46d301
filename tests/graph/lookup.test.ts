/** From a name to symbols: in as few queries as it takes. */
import { expect, test } from "vitest";
import { symbolsByQualifiedName, symbolsMeant, symbolsNamedLike } from "../../src/graph/lookup.js";
import type { CodeSymbol } from "../../src/graph/symbol.js";
import type { Db } from "../../src/store/db/db.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";
import { indexFiles } from "../search/index-files.js";

const FILES = {
  "src/cart.ts": dedent`
    export class Cart {
      add(): void {}
    }
    export function add(): void {}
  `,
  "src/other.ts": dedent`
    export function add(): void {}
    export class List {
      Add(): void {}
    }
  `,
  "src/Cart.cs": dedent`
    namespace Shop;
    public class Cart { public void Add() {} }
  `,
  "tests/cart.test.ts": "export class Cart {}\n",
};

describeStores("symbols that a name means", (store) => {
  const named = ({ primary }: CodeSymbol) => `${primary.path} ${primary.qualifiedName}`;

  /** The store, and how many queries were made of it. */
  function counted(): { db: Db; made: () => number } {
    let made = 0;
    const db = new Proxy(store(), {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name !== "query" || typeof value !== "function") return value;
        return (...given: unknown[]) => {
          made++;
          return value.apply(target, given) as unknown;
        };
      },
    });
    return { db, made: () => made };
  }

  test.each([
    { name: "Cart", want: ["src/cart.ts Cart", "tests/cart.test.ts Cart", "src/Cart.cs Shop.Cart"], queries: 1 },
    { name: "add", want: ["src/cart.ts add", "src/other.ts add"], queries: 1 },
    { name: "ADD", want: ["src/cart.ts add", "src/other.ts add"], queries: 1 },
    { name: "Shop.Cart", want: ["src/Cart.cs Shop.Cart"], queries: 1 },
    { name: "Market.Cart", want: [], queries: 2 },
    { name: "nothing", want: [], queries: 1 },
    { name: "a\0b", want: [], queries: 0 },
  ])("$name", async ({ name, want, queries }) => {
    const view = await indexFiles(store(), FILES);
    const { db, made } = counted();
    expect((await symbolsMeant(db, view, name, () => true)).map(named)).toEqual(want);
    expect(made()).toBe(queries);
  });

  test.each([
    { name: "Server.serve", want: ["Server.serve(_:)", "Server.serve(_:port:)"] },
    { name: "serve", want: ["Server.serve(_:)", "Server.serve(_:port:)"] },
    { name: "Server.serve(_:port:)", want: ["Server.serve(_:port:)"] },
    { name: "serve(_:)", want: ["Server.serve(_:)"] },
  ])("$name, a name that may have labels", async ({ name, want }) => {
    const source = dedent`
      struct Server {
        func serve(_ a: Int) {}
        func serve(_ a: Int, port: Int) {}
      }
    `;
    const view = await indexFiles(store(), { "server.swift": source });
    const meant = await symbolsMeant(store(), view, name, () => true);
    expect(meant.map(({ primary }) => primary.qualifiedName)).toEqual(want);
  });

  test("a member of an interface, without those that implement it by its name", async () => {
    const implementing = (name: string) => `class ${name} : IDeleter { void IDeleter.Delete() {} }`;
    const view = await indexFiles(store(), {
      "src/A.cs": implementing("A"),
      "src/B.cs": `namespace Shop; ${implementing("B")}`,
      "src/IDeleter.cs": "namespace Shop; public interface IDeleter { void Delete(); }",
    });
    const meant = async (name: string) =>
      (await symbolsMeant(store(), view, name, () => true)).map(({ primary }) => primary.qualifiedName);
    expect(await meant("IDeleter.Delete")).toEqual(["Shop.IDeleter.Delete"]);
    expect(await meant("B.IDeleter.Delete")).toEqual(["Shop.B.IDeleter.Delete"]);
  });

  test("one query gives what two give", async () => {
    const view = await indexFiles(store(), FILES);
    for (const name of ["Cart", "add", "Add", "cart", "Cart<T>", "%", "_dd"]) {
      const exact = await symbolsByQualifiedName(store(), view, name, undefined);
      const like = await symbolsNamedLike(store(), view, name, { limit: 1000 });
      const meant = await symbolsMeant(store(), view, name, () => true);
      expect(meant.slice(0, exact.length).map(named)).toEqual(exact.map(named));
      if (exact.length > 0) continue;
      const nearest = like.filter(({ likeness }) => likeness === like[0]!.likeness && likeness !== "shares parts");
      expect(meant.map(named)).toEqual(nearest.map(({ symbol }) => named(symbol)));
    }
  });
});

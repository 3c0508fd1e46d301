/** Which of many symbols of like names comes first. */
import { expect, test } from "vitest";
import { EDGE_KINDS } from "../../../src/model/edge.js";
import { createSearcher } from "../../../src/search/search.js";
import { dedent } from "../../helpers/dedent.js";
import { describeStores } from "../../helpers/store.js";
import { indexFiles } from "../index-files.js";

const FILES = {
  "src/SaveChangesEventArgs.cs": dedent`
    namespace App;
    public class SaveChangesEventArgs {}
  `,
  "src/Store.cs": dedent`
    namespace App;
    public class Store {
      public int SaveChanges() => 1;
    }
  `,
  "src/Unit.cs": dedent`
    namespace App.Work.Units;
    public class Unit {
      public int SaveChanges() => 2;
    }
  `,
  "tests/Fake.cs": dedent`
    namespace App;
    public class Fake {
      public int SaveChanges() => 3;
    }
  `,
  "src/Cart.Helper.cs": dedent`
    namespace App;
    public partial class Cart { void Help() {} }
  `,
  "src/Cart.cs": dedent`
    namespace App;
    public partial class Cart { void Add() {} }
  `,
  "src/Hooks.cs": dedent`
    namespace App;
    public class Hooks {
      void OnSendHookRunner() {}
      void BuildHooks() {}
      void RunHook() {}
      void RunHock() {}
      int order_hook;
    }
  `,
  "src/generated/Order.cs": dedent`
    namespace App;
    public class Order {}
  `,
  "src/Market/Order.cs": dedent`
    namespace App.Market.Goods;
    public class Order {}
  `,
  "test/Order.cs": dedent`
    namespace App;
    public class Order {}
  `,
  "src/Operator.cs": dedent`
    namespace App;
    public class Operator {}
  `,
  "src/Money.cs": dedent`
    namespace App;
    public struct Money {
      public static bool operator ==(Money a, Money b) => true;
      public static bool operator !=(Money a, Money b) => false;
      public static Money operator *(Money a, Money b) => a;
    }
  `,
};

describeStores("symbols of like names", (store) => {
  async function found(query: string): Promise<string[]> {
    const db = store();
    const view = await indexFiles(db, FILES);
    const used = (name: string, path: string, times: number) =>
      db.query(
        `insert into edges (project_id, edge_set_id, source_ordinal, kind, tier, line, target)
         select 'p', 1, 0, $4, 0, line, s.node_id
         from symbols s join files f using (project_id, version_id), generate_series(1, $3::int) as line
         where s.project_id = 'p' and s.name = $1 and f.path = $2`,
        [name, path, times, EDGE_KINDS.indexOf("calls")],
      );
    await used("SaveChanges", "src/Unit.cs", 40);
    await used("SaveChanges", "tests/Fake.cs", 90);
    const searcher = createSearcher(db, { cacheBytes: 1_000_000 });
    try {
      const hits = await searcher.searchSymbols(view, { text: query, limit: 20 });
      return hits.map(({ symbol }) => `${symbol.path}:${symbol.lineStart} ${symbol.name}`);
    } finally {
      await searcher.close();
    }
  }

  test.each([
    { name: "of exact matches the one that code uses most", query: "SaveChanges", want: "src/Unit.cs:3 SaveChanges" },
    { name: "an abbreviation of the whole name", query: "SavChanges", want: "src/Unit.cs:3 SaveChanges" },
    { name: "a partial class at its main part", query: "Cart", want: "src/Cart.cs:2 Cart" },
    { name: "an operator", query: "operator ==", want: "src/Money.cs:3 operator ==" },
    { name: "a quoted operator", query: '"operator !="', want: "src/Money.cs:4 operator !=" },
    { name: "an operator that looks like a prefix", query: "operator *", want: "src/Money.cs:5 operator *" },
    { name: "a type's operator", query: "Money.operator ==", want: "src/Money.cs:3 operator ==" },
    { name: "a prefix that looks like an operator", query: "operator*", want: "src/Operator.cs:2 Operator" },
    { name: "code before tests and what was generated", query: "Order", want: "src/Market/Order.cs:2 Order" },
    { name: "a beginning and an end", query: "OnSend*Runner", want: "src/Hooks.cs:3 OnSendHookRunner" },
    { name: "humps within a name", query: "HookRunner", want: "src/Hooks.cs:3 OnSendHookRunner" },
  ])("$name", async ({ query, want }) => expect((await found(query))[0]).toBe(want));

  test("names that are nearly the same are for a name that no symbol has", async () => {
    const names = async (query: string) => (await found(query)).map((hit) => hit.split(" ")[1]);
    expect(await names("BuildHoks")).toEqual(["BuildHooks"]);
    expect(await names("buildhook")).toContain("BuildHooks");
    expect(await names("RunHook")).not.toContain("RunHock");
    expect(await names("runhook")).not.toContain("RunHock");
  });

  test("an end that no name has is not there", async () => {
    expect(await found("OnSend*Walker")).toEqual([]);
  });

  test("finds names with a part that begins so", async () => {
    expect((await found("hook")).map((hit) => hit.split(" ")[1])).toEqual(
      expect.arrayContaining(["Hooks", "RunHook", "order_hook", "BuildHooks", "OnSendHookRunner"]),
    );
  });

  test("matches each alternative as it would alone", async () => {
    const names = async (query: string) => (await found(query)).map((hit) => hit.split(" ")[1]);
    for (const query of ["SaveChang", "HookRunner", "hook", "Order"])
      expect(await names(`${query} OR Cart OR nowhere`)).toEqual(expect.arrayContaining(await names(query)));
    expect(await names("SendRunner OR Cart")).toEqual(await names("Cart"));
    // Exact names of every alternative come before others.
    expect((await names("Chang OR Cart OR Unit")).slice(0, 2).sort()).toEqual(["Cart", "Unit"]);
  });

  test("of several names written out has each in turn, and near ones of those alone that no symbol has", async () => {
    const query = "SaveChanges OR OnSendHook OR Order";
    const named = (await found(query)).map((hit) => hit.split(" ")[1]);
    // SaveChangesEventArgs is only like a name that symbols have; OnSendHookRunner is like one that none has.
    expect(named).not.toContain("SaveChangesEventArgs");
    expect(named).toContain("OnSendHookRunner");
    expect(named.slice(0, 4).toSorted()).toEqual(["Order", "Order", "SaveChanges", "SaveChanges"]);
    // A beginning among the names is not a name.
    const begun = (await found("SaveChanges OR OnSendHook OR Hook*")).map((hit) => hit.split(" ")[1]);
    expect(begun).toEqual(expect.arrayContaining(["Hooks", "SaveChangesEventArgs"]));
  });

  test("takes no humps apart from one another for those of the query", async () => {
    expect(await found("SendRunner")).toEqual([]);
  });

  test("shows a partial class once", async () => {
    expect((await found("Cart")).filter((hit) => hit.endsWith(" Cart"))).toHaveLength(1);
  });
});

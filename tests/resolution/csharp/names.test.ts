/** C#: what calls on values whose type another file or the library decides lead to. */
import { describe, expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf } from "../helpers.js";

/** Code that the cases call into. Log.Write and Log.Save stand for the wrong answer. */
const MODEL = `
namespace Shop;
public class Order { public Line First() => null; public Money Total { get; } public void Ship() {} public Money this[int i] => null; }
public class Line { public Order Owner; public void Save() {} }
public class Money { public void Write() {} }
public interface IStore {
  Order Get(int id);
  Task<Order> GetAsync(int id);
  IEnumerable<Order> All();
  Dictionary<int, Line> Lines { get; }
  Lazy<Line> Late { get; }
}
public class Builder { public Builder A() => this; public Builder B(int x) => this; public Order Build() => null; }
public class Config { public void Setup(string name, Action<Line> set) {} public void Setup(string name, int size) {} }
public static class Extensions { public static void Each(this Config config, Expression<Func<Order, object>>? select) {} public static T Also<T>(this T value) => value; public static Line Last(this Order order) => null; }
public class Log { public void Write() {} public void Save() {} public void Ship() {} }
`;

const cases: { name: string; body: string; calls: string[]; not?: string[] }[] = [
  { name: "the result of a method", body: "store.Get(1).Ship();", calls: ["Order.Ship"], not: ["Log.Ship"] },
  {
    name: "a chain through a property",
    body: "store.Get(1).Total.Write();",
    calls: ["Money.Write"],
    not: ["Log.Write"],
  },
  {
    name: "a local set from a call",
    body: "var o = store.Get(1); o.First().Save();",
    calls: ["Order.First", "Line.Save"],
  },
  {
    name: "a fluent chain",
    body: "new Builder().A().B(2).A().Build().Ship();",
    calls: ["Builder.A", "Builder.B", "Order.Ship"],
  },
  { name: "an awaited result", body: "(await store.GetAsync(1)).Ship();", calls: ["Order.Ship"] },
  {
    name: "an awaited result with ConfigureAwait, in a local",
    body: "var o = await store.GetAsync(1).ConfigureAwait(false); o.Ship();",
    calls: ["Order.Ship"],
  },
  { name: "a task is not what it gives", body: "store.GetAsync(1).Ship();", calls: [], not: ["Order.Ship"] },
  { name: "an item of a loop", body: "foreach (var o in store.All()) o.Ship();", calls: ["Order.Ship"] },
  { name: "elements of an array", body: "Line[] all = null; all[0].Save();", calls: ["Line.Save"] },
  {
    name: "values of a dictionary",
    body: "store.Lines[3].Save(); foreach (var l in store.Lines.Values) l.Owner.Ship();",
    calls: ["Line.Save", "Order.Ship"],
  },
  {
    name: "a loop over a dictionary gives pairs",
    body: "foreach (var p in store.Lines) p.Save();",
    calls: [],
    not: ["Line.Save"],
  },
  { name: "an indexer", body: "store.Get(1)[0].Write();", calls: ["Money.Write"] },
  { name: "a wrapper's value", body: "store.Late.Value.Save();", calls: ["Line.Save"] },
  { name: "elements through the library", body: "store.All().Where(o => true).First().Ship();", calls: ["Order.Ship"] },
  {
    name: "a lambda that is given elements",
    body: "store.All().ToList().ForEach(o => o.First().Save());",
    calls: ["Order.First", "Line.Save"],
  },
  {
    name: "a lambda by the parameter it is given for, of overloads the one that takes a function",
    body: 'var c = new Config(); c.Setup("a", line => line.Save());',
    calls: ["Line.Save"],
  },
  {
    name: "a lambda with brackets, given to an extension method",
    body: "new Config().Each((order) => order.First());",
    calls: ["Extensions.Each", "Order.First"],
  },
  {
    name: "a range variable",
    body: "var q = from o in store.All() let l = o.First() select l.Owner.Last();",
    calls: ["Order.First", "Extensions.Last"],
  },
  {
    name: "an extension that gives what it is called on",
    body: "store.Get(1).Also().Ship();",
    calls: ["Extensions.Also", "Order.Ship"],
  },
  { name: "either side of ??", body: "(store.Get(1) ?? other).Ship();", calls: ["Order.Ship"] },
  { name: "a type parameter by its constraint", body: "given.Ship();", calls: ["Order.Ship"], not: ["Log.Ship"] },
  {
    name: "a type asked of a service provider",
    body: "provider.GetRequiredService<IStore>().Get(1);",
    calls: ["IStore.Get"],
  },
];

describe("calls on values", () => {
  test.each(cases)("$name", ({ body, calls, not = [] }) => {
    const use = dedent`
      namespace Shop;
      class Use { async Task Run<T>(IStore store, Order other, T given) where T : class, Order { ${body} } }`;
    const edges = edgesOf(programOf({ "Model.cs": MODEL, "Use.cs": use }), "Use.cs", ["calls"]);
    const sure = calls.map((name) => `Shop.Use.Run calls Model.cs#Shop.${name} (import)`);
    expect(edges).toEqual(expect.arrayContaining(sure));
    for (const name of not) expect(edges).not.toContain(`Shop.Use.Run calls Model.cs#Shop.${name} (import)`);
  });

  test("the wrong answer is one name away: an unknown receiver has candidates", () => {
    const use = dedent`
      namespace Shop;
      class Use { void Run() { Unknown().Ship(); } }`;
    const edges = edgesOf(programOf({ "Model.cs": MODEL, "Use.cs": use }), "Use.cs", ["calls"]);
    expect(edges).toContain("Shop.Use.Run calls Model.cs#Shop.Log.Ship (candidate)");
  });

  test("a class has no members by its interfaces", () => {
    const source = dedent`
      interface I { int Model { get; } }
      class Model { public static void Make() {} }
      class C : I { int I.Model => 1; void M() { Model.Make(); } }`;
    expect(edgesOf(programOf({ "A.cs": source }), "A.cs", ["calls"])).toEqual(["C.M calls A.cs#Model.Make (exact)"]);
  });

  test("of types that a project declares twice, those in the file's folder", () => {
    const sample = programOf({
      "App.csproj": "<Project/>",
      "one/Gen.cs": "static class Gen { public static void Run() {} }",
      "two/Gen.cs": "static class Gen { public static void Run() {} }",
      "two/Use.cs": "class Use { void M() { Gen.Run(); } }",
    });
    expect(edgesOf(sample, "two/Use.cs", ["calls"])).toEqual(["Use.M calls two/Gen.cs#Gen.Run (import)"]);
  });

  test("members that implement an interface explicitly are not found by name", () => {
    const source = dedent`
      interface I { int Size { get; } }
      class C : I { int I.Size => 1; public int Size => 2; void M() { var s = Size; } }`;
    const edges = edgesOf(programOf({ "A.cs": source }), "A.cs", ["references"]);
    expect(edges.filter((edge) => edge.startsWith("C.M"))).toEqual(["C.M references A.cs#C.Size (exact)"]);
  });
});

test("inside the member that has the name of its type, the name before a dot is the type", () => {
  const sample = programOf({
    "Level.cs":
      "namespace Log; public enum Level { Low, High } public class Mode { public static Mode Plain() => null; public int Size; }",
    "Use.cs": `
      namespace Log;
      class Use {
        Level Level = Level.High;
        Mode Mode => Mode.Plain();
        int Other() => Mode.Size;
      }`,
  });
  const uses = edgesOf(sample, "Use.cs", ["references"]);
  expect(uses.filter((edge) => edge.startsWith("Log.Use.Level") || edge.startsWith("Log.Use.Mode")).sort()).toEqual([
    "Log.Use.Level references Level.cs#Log.Level (import)",
    "Log.Use.Level references Level.cs#Log.Level.High (import)",
    "Log.Use.Mode references Level.cs#Log.Mode (import)",
  ]);
  expect(uses).toContain("Log.Use.Other references Use.cs#Log.Use.Mode (exact)");
});

test("named arguments of an attribute are its properties", () => {
  const sample = programOf({
    "Level.cs": "public class LevelAttribute : Attribute { public int Least { get; set; } public string Text = null; }",
    "Use.cs": `
      public class Use {
        [Level(Least = 3, Text = nameof(Other))] public void All() { }
        [LevelAttribute(Least = 3)] public int field;
        public void Other() { }
      }`,
  });
  const found = edgesOf(sample, "Use.cs", ["references"]).filter((edge) => /Least|Text/.test(edge));
  expect(found).toEqual([
    "Use.All references Level.cs#LevelAttribute.Least (import)",
    "Use.All references Level.cs#LevelAttribute.Text (import)",
    "Use.field references Level.cs#LevelAttribute.Least (import)",
  ]);
});

test("using static brings nested types", () => {
  const sample = programOf({
    "Jobs.cs": "namespace Shop; public class Jobs { public struct Step { public int Id; } }",
    "Use.cs": `
      using static Shop.Jobs;
      public class Use { public void All(Step given) { var step = new Step { Id = given.Id }; } }`,
  });
  const found = edgesOf(sample, "Use.cs", ["calls", "references"]);
  expect(found).toEqual([
    "Use.All calls Jobs.cs#Shop.Jobs.Step (import)",
    "Use.All references Jobs.cs#Shop.Jobs.Step.Id (import)",
  ]);
});

/** C#: what type arguments, the types of arguments and conversions decide. */
import { describe, expect, test } from "vitest";
import { resolveFile } from "../../../src/resolution/resolve-file.js";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf, put } from "../helpers.js";

const MODEL = `
using System; using System.Collections.Generic; using System.Threading.Tasks;
namespace Shop;
public interface IEntity { string Label(); }
public class Order : IEntity { public string Label() => ""; public int Id; public Money Price; public void Deconstruct(out Line line, out Money price) {} }
public class Line : IEntity { public string Label() => ""; public Order Owner; }
public record struct Money(decimal Amount, string Unit) {
  public static Money operator +(Money a, Money b) => a;
  public static implicit operator Money(decimal amount) => default;
  public void Print() {}
}
public class Repository<T> where T : class, IEntity {
  public T Find(int id) => null;
  public bool TryFind(int id, out T found) { found = null; return true; }
  public Task<List<T>> AllAsync() => null;
  public TResult Map<TResult>(Func<T, TResult> map) => default;
}
public class Orders : Repository<Order> {}
public class Log {
  public static void Write(Order order) {}
  public static void Write(Line line) {}
  public static void Write(IEntity entity, int level = 0) {}
  public static void Write(string text, params object[] values) {}
  public static void Add(string name, Func<Order, int> of) {}
  public static void Add(string name, Func<int> of) {}
  public static void Pay(Money money) {}
  public static void Pay(string text) {}
  public static T As<T>(object value) => default;
}
public static class Extensions {
  extension(Money money) { public static Money Zero => default; public static Money Of(int amount) => default; public bool IsNone => true; }
  public static void Each<T>(this IEnumerable<T> items, Action<T> action) {}
}
`;

const cases: { name: string; body: string; calls: string[] }[] = [
  {
    name: "a method of a generic base",
    body: "orders.Find(1).Label();",
    calls: ["Repository.Find(int id)", "Order.Label()"],
  },
  {
    name: "an out variable",
    body: "orders.TryFind(1, out var o); o.Label();",
    calls: ["Repository.TryFind", "Order.Label()"],
  },
  {
    name: "a loop over what is awaited",
    body: "foreach (var o in await orders.AllAsync()) Log.Write(o);",
    calls: ["Repository.AllAsync()", "Log.Write(Order order)"],
  },
  {
    name: "the result of a lambda",
    body: "var l = orders.Map(o => new Line()); l.Label();",
    calls: ["Repository.Map", "Line", "Line.Label()"],
  },
  {
    name: "the more derived of two parameters",
    body: "Log.Write(new Line());",
    calls: ["Line", "Log.Write(Line line)"],
  },
  {
    name: "a parameter that is known by its base alone",
    body: "Log.Write(entity);",
    calls: ["Log.Write(IEntity entity"],
  },
  { name: "a params array", body: 'Log.Write("{0}", 1, 2);', calls: ["Log.Write(string text"] },
  {
    name: "how many parameters a lambda has",
    body: 'Log.Add("a", o => o.Id); Log.Add("b", () => 1);',
    calls: ["Log.Add(string name, Func<Order", "Log.Add(string name, Func<int"],
  },
  { name: "a declared conversion", body: "Log.Pay(12m);", calls: ["Log.Pay(Money money)"] },
  { name: "an operator, and what it gives", body: "(a + b).Print();", calls: ["Money.operator +", "Money.Print()"] },
  {
    name: "parts of a value",
    body: "var (line, price) = orders.Find(1); line.Label(); price.Print();",
    calls: ["Repository.Find(int id)", "Line.Label()", "Money.Print()"],
  },
  { name: "a pattern", body: "if (entity is Order { Price: var price }) price.Print();", calls: ["Money.Print()"] },
  {
    name: "groups",
    body: "foreach (var g in (await orders.AllAsync()).GroupBy(o => o.Price)) { g.Key.Print(); g.First().Label(); }",
    calls: ["Repository.AllAsync()", "Money.Print()", "Order.Label()"],
  },
  {
    name: "a query",
    body: "var q = from o in await orders.AllAsync() select o.Price; q.First().Print();",
    calls: ["Repository.AllAsync()", "Money.Print()"],
  },
  {
    name: "an extension of a collection",
    body: "new List<Line>().Each(l => l.Owner.Label());",
    calls: ["Extensions.Each", "Order.Label()"],
  },
  { name: "named type arguments", body: "Log.As<Order>(entity).Label();", calls: ["Log.As", "Order.Label()"] },
  {
    name: "static members of an extension block",
    body: "Money.Of(1).Print(); Money.Zero.Print();",
    calls: ["Extensions.Of(int amount)", "Money.Print()"],
  },
  { name: "a delegate that is assigned", body: "Func<Order, string> f = o => o.Label();", calls: ["Order.Label()"] },
  { name: "the runtime's methods beside one of that name", body: "int.Parse(entity.ToString());", calls: [] },
  { name: "the right side of ??", body: "var s = text ?? entity?.Label();", calls: ["IEntity.Label()"] },
];

describe("C# calls", () => {
  test.each(cases)("$name", ({ body, calls }) => {
    const use = dedent`
      using System; using System.Linq; using System.Collections.Generic;
      namespace Shop;
      class Use { async void Run(Orders orders, IEntity entity, Money a, Money b, string text) { ${body} } }`;
    const sample = programOf({ "Model.cs": MODEL, "Use.cs": use });
    const signatures = new Map(
      sample.program.files.get("Model.cs")!.nodeIds.map((id, index) => {
        const { qualifiedName, parameterSignature } = sample.parses.get("Model.cs")!.symbols[index]!;
        return [id, `${qualifiedName}${parameterSignature ?? ""}`.replace(/^Shop\./, "")];
      }),
    );
    const found = edgesOf(sample, "Use.cs", ["calls"], (id) => signatures.get(id)).filter(
      (edge) => !edge.includes("!"),
    );
    const wanted = calls.map((call) => expect.stringContaining(call));
    expect(found.map((edge) => edge.replace(/^Shop.Use.Run calls (.*) \(import\)$/, "$1"))).toEqual(
      expect.arrayContaining(wanted),
    );
    expect(found).toHaveLength(calls.length);
  });
});

test("of overloads, the one that takes the same types is overridden", () => {
  const source = `
interface IVisitor<T> { T Visit(A a); T Visit(B b); }
class A {} class B {}
class Printer : IVisitor<string> { public string Visit(B b) => ""; public string Visit(A a) => ""; }`;
  const sample = programOf({ "A.cs": source });
  expect(
    edgesOf(sample, "A.cs", ["overrides"], (id) => {
      const at = sample.program.files.get("A.cs")!.nodeIds.indexOf(id);
      return sample.parses.get("A.cs")!.symbols[at]?.parameterSignature ?? undefined;
    }),
  ).toEqual(["Printer.Visit overrides (B b) (exact)", "Printer.Visit overrides (A a) (exact)"]);
});

test("a private type of a base is not seen in what derives from it", () => {
  const sample = programOf({
    "Log.cs": "namespace Log; public class Logger { public void Debug(string text) { } }",
    "Base.cs": `namespace Log.Tests; public class Base { void Own() { Logger own = null; own.Close(); }
      private sealed class Logger : System.IO.TextWriter { public void Close() { } } }`,
    "Tests.cs": `namespace Log.Tests; public class Tests : Base { Logger logger; void M() { logger.Debug("a"); } }`,
  });
  expect(edgesOf(sample, "Tests.cs", ["calls"])).toEqual(["Log.Tests.Tests.M calls Log.cs#Log.Logger.Debug (import)"]);
  expect(edgesOf(sample, "Base.cs", ["calls"])).toEqual([
    "Log.Tests.Base.Own calls Base.cs#Log.Tests.Base.Logger.Close (exact)",
  ]);
});

test("types that are their own bases or arguments come to an end", () => {
  const source = `
class A<T> : B<A<A<T>>> { void Run() { Foo(); this.Bar().Baz(); } }
class B<T> : A<B<B<T>>> { A<T> Bar() => null; }
class C<T> where T : C<C<T>> { T Next; void Run() { Next.Next.Next.Run(); } }`;
  expect(edgesOf(programOf({ "A.cs": source }), "A.cs", ["calls"])).toContain("C.Run calls A.cs#C.Run (exact)");
});

test("of types that two projects declare, the internal ones of others count only where they are shown", () => {
  const files = (friend: string) => ({
    "a/a.csproj": `<Project><ItemGroup>${friend}</ItemGroup></Project>`,
    "a/X.cs": "namespace N; internal class X { public static void M() {} }",
    "b/b.csproj": "<Project/>",
    "b/X.cs": "namespace N; internal class X { public static void M() {} }",
    "c/c.csproj":
      '<Project><ItemGroup><ProjectReference Include="../a/a.csproj"/><ProjectReference Include="../b/b.csproj"/></ItemGroup></Project>',
    "c/Use.cs": "namespace N; class Use { void Run() { X.M(); } }",
  });
  const shown = files('<InternalsVisibleTo Include="c"/>');
  expect(edgesOf(programOf(shown), "c/Use.cs", ["calls"])).toEqual(["N.Use.Run calls a/X.cs#N.X.M (import)"]);
});

test("files whose overloads a conversion, a loop or a pattern elsewhere decides are resolved again", () => {
  const money = (conversion: string) => `public record Money(Line Line) { ${conversion} }`;
  const rest = {
    "Line.cs": "public class Line { public void Print() {} }",
    "Log.cs": "public class Log { public static void Pay(Money money) {} public static void Pay(string text) {} }",
    "Make.cs": "public class Make { public static Money One() => null; }",
    "A.cs": "class A { void Run() { Log.Pay(12); } }",
    "B.cs": "class B { void Run() { var (line, _) = Make.One(); line.Print(); } }",
    "C.cs": "class C { void Run() { foreach (var line in Make.One()) line.Print(); } }",
    "D.cs": "class D {}",
    "E.cs": "class E {}",
  };
  const sample = programOf({ ...rest, "Money.cs": money("") });
  const affectedBy = (source: string) => {
    sample.program.settle();
    put(sample, "Money.cs", source);
    return sample.program.affected();
  };
  expect(affectedBy(money("public static implicit operator Money(int amount) => null;"))).toContain("A.cs");
  expect(affectedBy(money("public void Deconstruct(out Line a, out int b) {}"))).toContain("B.cs");
  expect(affectedBy(money("public IEnumerator<Line> GetEnumerator() => null;"))).toContain("C.cs");
});

test("overloads that are too many to compare with each other stay candidates", () => {
  const overloads = Array.from({ length: 2000 }, (_, index) => `public void Run(T${index} x) {}`).join("\n");
  const source = `class Big { ${overloads} void All(dynamic x) { ${"Run(x);\n".repeat(1000)} } }`;
  const edges = edgesOf(programOf({ "A.cs": source }), "A.cs", ["calls"]);
  expect(edges.filter((edge) => edge.endsWith("(exact)"))).toEqual([]);
});

test("a member that takes a type parameter is no other's that takes a type", () => {
  const sample = programOf({
    "Validator.cs": `
      public interface IContext { }
      public interface IValidator { void Validate(IContext context); }
      public interface IValidator<in T> : IValidator { void Validate(T instance); }
      public class Validator<T> : IValidator<T> {
        void IValidator.Validate(IContext context) { }
        public void Validate(T instance) { }
      }`,
  });
  const symbols = sample.parses.get("Validator.cs")!.symbols;
  const ids = sample.program.files.get("Validator.cs")!.nodeIds;
  const { edges } = resolveFile(sample.program, "Validator.cs", sample.parses.get("Validator.cs")!);
  const line = (at: number) => symbols[at]!.startLine;
  const found = edges.filter(({ kind }) => kind === "overrides");
  expect(found.map(({ source, target }) => [line(source), line(ids.indexOf(target))])).toEqual([
    [6, 3],
    [7, 4],
  ]);
});

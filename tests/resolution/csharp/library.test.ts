/** C#: what the .NET library gives, where the project's own code goes on from it. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

test.each([
  { name: "a lambda is an expression", body: "query.Rewrite();", calls: ["Rewriting.Rewrite"] },
  {
    name: "a provider that is built",
    body: "services.BuildServiceProvider().Clock().Tick();",
    calls: ["Find.Clock", "Clock.Tick"],
  },
  {
    name: "a scope's services",
    body: "using var s = provider.CreateScope(); s.ServiceProvider.Clock();",
    calls: ["Find.Clock"],
  },
  {
    name: "all of a service",
    body: "foreach (var c in provider.GetServices<Clock>()) c.Tick();",
    calls: ["Clock.Tick"],
  },
  {
    name: "a feature, and metadata that is required",
    body: "context.Features.Get<Clock>().Tick(); var found = endpoint.Metadata.GetMetadata<Clock>() ?? throw new Exception(); found.Tick();",
    calls: ["Clock.Tick"],
  },
  {
    name: "rows of a query",
    body: "foreach (var c in await connection.QueryAsync<Clock>(text)) c.Tick();",
    calls: ["Clock.Tick"],
  },
  {
    name: "a part of a Tuple",
    body: "var pair = Tuple.Create(text, new Clock()); pair.Item2.Tick();",
    calls: ["Clock.Tick", "Clock"],
  },
  {
    name: "a value that is read from JSON",
    body: "JsonSerializer.Deserialize<Clock>(text).Tick();",
    calls: ["Clock.Tick"],
  },
])("$name", ({ body, calls }) => {
  const sample = programOf({
    "Clock.cs": `
      public class Clock { public void Tick() { } }
      public class Watch { public void Tick() { } }
      public static class Find { public static Clock Clock(this IServiceProvider services) => null; }
      public static class Rewriting {
        public static void Rewrite(this LambdaExpression lambda) { }
        public static void Rewrite(this MethodInfo method) { }
      }`,
    "Use.cs": `class Use {
      async Task M<T>(HttpContext context, Endpoint endpoint, IDbConnection connection, IServiceCollection services, IServiceProvider provider, Expression<Func<T>> query, string text) { ${body} }
    }`,
  });
  const found = edgesOf(sample, "Use.cs", ["calls"]).filter((line) => line.includes("#"));
  expect(found.sort()).toEqual(calls.map((name) => `Use.M calls Clock.cs#${name} (import)`).sort());
});

test("an extension of a .NET base type is found on what derives from it", () => {
  const sample = programOf({
    "Uses.cs": `
      using System.Linq; using System.Reflection;
      static class Members { public static string Label(this MemberInfo member) => ""; }
      class Uses { void All(object any) { any.GetType().GetProperties().Select(p => p.Label()); any.GetType().Label(); } }`,
  });
  expect(edgesOf(sample, "Uses.cs", ["calls"]).filter((edge) => edge.includes("Label"))).toEqual([
    "Uses.All calls Uses.cs#Members.Label (import)",
  ]);
});

test("the only method of a name is no more than a candidate on what a library gives", () => {
  const sample = programOf({
    "Own.cs": "public class Own { public void Be(int value) { } public Own Next(int value) => this; }",
    "Use.cs": `
      class Use {
        void Asserts(int a) { a.Should().Be(1); }
        void GoesOn(int a) { a.Should().NotBeNull().Next(2).Be(3); }
        void Guesses(dynamic a) { a.Be(4); }
      }`,
  });
  expect(edgesOf(sample, "Use.cs", ["calls"]).filter((edge) => edge.includes("Own.cs"))).toEqual([
    "Use.Asserts calls Own.cs#Own.Be (candidate)",
    "Use.GoesOn calls Own.cs#Own.Be (candidate)",
    "Use.GoesOn calls Own.cs#Own.Next (candidate)",
    "Use.Guesses calls Own.cs#Own.Be (unique)",
  ]);
});

test("an extension is likely meant on a member that a library's base gives, and on no type", () => {
  const sample = programOf({
    "Claims.cs": `
      using System.Security.Claims;
      public static class Claims { public static int GetUserId(this ClaimsPrincipal user) => 1; }`,
    "Base.cs": "public class BaseController : AbpController { }",
    "Use.cs": `
      public class Carts : BaseController { void All() { User.GetUserId(); Guid.GetUserId(); User.GetUserId(1); } }
      public class Plain : IDisposable { void All() { User.GetUserId(); } }`,
  });
  expect(edgesOf(sample, "Use.cs", ["calls"]).filter((edge) => !edge.includes("external"))).toEqual([
    "Carts.All calls Claims.cs#Claims.GetUserId (unique)",
  ]);
});

test("a collection's own method goes before an extension of a more general type", () => {
  const sample = programOf({
    "Own.cs": `
      using System.Collections.Generic;
      public static class Own {
        public static void Add<K, V>(this ICollection<KeyValuePair<K, V>> all, K key, V value) { }
        public static void Fill<K, V>(this ICollection<KeyValuePair<K, V>> all) { }
      }
      public class Use {
        void Put(Dictionary<string, int> sizes, ICollection<KeyValuePair<string, int>> all) { sizes.Add("a", 1); sizes.Fill(); }
        void Pair(ICollection<KeyValuePair<string, int>> all) { all.Add("a", 1); }
      }`,
  });
  expect(edgesOf(sample, "Own.cs", ["calls"]).filter((edge) => edge.includes("#"))).toEqual([
    "Use.Put calls Own.cs#Own.Fill (import)",
    "Use.Pair calls Own.cs#Own.Add (import)",
  ]);
});

test("commands and readers of ADO.NET are of the provider of their connection, and so are those that go on over an asynchronous loop", () => {
  const sample = programOf({
    "Find.cs": `
      public static class Find {
        public static SqliteCommand Set(this SqliteCommand command, string name) => command;
        public static IDbCommand Set(this IDbCommand command, string name) => command;
        public static long Number(this SqliteDataReader reader, int index) => 0;
        public static long Number(this IDataReader reader, int index) => 0;
        public static IAsyncEnumerable<SqliteDataReader> All(this SqliteCommand command) => null;
      }`,
    "Use.cs": `class Use {
      async Task Made(SqliteConnection connection) { connection.CreateCommand().Set("a"); }
      async Task Read(SqliteConnection connection) { using var r = await connection.CreateCommand().ExecuteReaderAsync(); r.Number(0); }
      async Task Any(IDbConnection connection) { var c = connection.CreateCommand(); c.Set("a"); c.ExecuteReader().Number(0); }
      async Task Loop(SqliteCommand c) { await foreach (var r in c.All().ConfigureAwait(false)) r.Number(0); }
    }`,
  });
  const ids = ["Set", "Number"].flatMap((name) =>
    sample.parses.get("Find.cs")!.symbols.flatMap((symbol, index) => (symbol.name === name ? [index] : [])),
  );
  const nodeIds = sample.program.files.get("Find.cs")!.nodeIds;
  const named = new Map(
    ids.map((index, at) => [nodeIds[index], `${at < 2 ? "Set" : "Number"} of ${at % 2 === 0 ? "Sqlite" : "any"}`]),
  );
  const found = edgesOf(sample, "Use.cs", ["calls"], (id) => named.get(id)).filter((line) => / of /.test(line));
  expect(found).toEqual([
    "Use.Made calls Set of Sqlite (import)",
    "Use.Read calls Number of Sqlite (import)",
    "Use.Any calls Set of any (import)",
    "Use.Any calls Number of any (import)",
    "Use.Loop calls Number of Sqlite (import)",
  ]);
});

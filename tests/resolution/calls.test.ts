/** C#: the choice among methods of one name for a call, and the members that implement others. */
import { expect, test } from "vitest";
import { dedent } from "../helpers/dedent.js";
import { edgesOf, programOf } from "./helpers.js";

const DAPPER = `
namespace Dapper;
public static class SqlMapper {
  public static object Query(this IDbConnection db, string sql, object param = null) => null;
  public static T Query<T>(this IDbConnection db, string sql, object param = null, bool buffered = true) => default;
  public static T Query<A, T>(this IDbConnection db, string sql, object param = null) => default;
  public static T Query<A, B, T>(this IDbConnection db, string sql, object param = null) => default;
  public static T Query<A, B, C, T>(this IDbConnection db, string sql, object param = null) => default;
  public static void Run(this IDbConnection db, string what) {}
  public static void Run(this IDbConnection db, int what) {}
  public static void Run(this IDbConnection db, long what) {}
  public static void Run(this IDbConnection db, char what) {}
  public static void Run(this IDbConnection db, Guid what) {}
}`;

/** How sure the calls in a method's body are. */
function called(body: string): string[] {
  const sample = programOf({
    "Mapper.cs": DAPPER,
    "Use.cs": dedent`
      using Dapper;
      class Use { void Run(DbConnection db) { ${body} } }`,
  });
  return edgesOf(sample, "Use.cs", ["calls"]).map((edge) => edge.replace(/^Use.Run calls .*(?=\()/, ""));
}

test("type arguments tell overloads apart", () => {
  expect(called('db.Query<int>("");')).toEqual(["(import)"]);
  expect(called('db.Query<int, string>("");')).toEqual(["(import)"]);
  // None has five: a method that the type outside the project has itself.
  expect(called('db.Query<int, int, int, int, int>("");')).toEqual(["(external)"]);
});

test("the names of arguments tell overloads apart", () => {
  expect(called('db.Query<int>("", buffered: false);')).toEqual(["(import)"]);
});

test("a method whose type parameters no argument tells is not meant without type arguments", () => {
  expect(called('db.Query("");')).toEqual(["(import)"]);
});

test("all overloads that the arguments do not tell apart are listed, however many", () => {
  expect(called("dynamic x = 1; db.Run(x);")).toEqual(Array.from({ length: 5 }, () => "(candidate)"));
});

const LOGGERS = `
public interface ILogger { ILogger For(string name, object value); ILogger Plain(); }
public static class Extensions {
  public static ILogger For(this ILogger log, int level, string name) => log;
  public static ILogger Plain(this ILogger log) => log;
}`;

test("an extension method may be meant where the arguments do not tell that a member is", () => {
  const sample = programOf({
    "Log.cs": LOGGERS,
    "Use.cs": dedent`
      class Use { void Run(ILogger log, dynamic x) { log.For(x, x); log.Plain();
      log.For(1, ""); } }`,
  });
  expect(edgesOf(sample, "Use.cs", ["calls"])).toEqual([
    "Use.Run calls Log.cs#ILogger.For (candidate)",
    "Use.Run calls Log.cs#Extensions.For (candidate)",
    "Use.Run calls Log.cs#ILogger.Plain (import)",
    "Use.Run calls Log.cs#Extensions.For (import)",
  ]);
});

test("a member implements an interface in public, or by its name", () => {
  const sample = programOf({
    "A.cs": `
      interface IBase { void Set(object value); }
      interface IHandler : IBase { new void Set(object value); void Add(); void Get(); }
      class Handler : IHandler {
        public void Set(string value) {}
        void IBase.Set(object value) {}
        void IHandler.Set(object value) {}
        protected void Add() {}
        public void Get() {}
      }`,
  });
  expect(edgesOf(sample, "A.cs", ["overrides"]).filter((edge) => edge.startsWith("Handler"))).toEqual([
    "Handler.IBase.Set overrides A.cs#IBase.Set (exact)",
    "Handler.IHandler.Set overrides A.cs#IHandler.Set (exact)",
    "Handler.Get overrides A.cs#IHandler.Get (exact)",
  ]);
});

test("an attribute is a use of its type and no call", () => {
  const sample = programOf({
    "A.cs": dedent`
      class FactAttribute : Attribute { public FactAttribute(int id) {} }
      class Tests { [Fact(1)] void Works() {} }`,
  });
  expect(edgesOf(sample, "A.cs")).toContain("Tests.Works references A.cs#FactAttribute (exact)");
  expect(edgesOf(sample, "A.cs", ["calls"])).toEqual([]);
});

test("which type is made is said beside its constructors where several of them fit", () => {
  const sample = programOf({
    "A.cs": dedent`
      class Two { public Two(int a) {} public Two(string a) {} }
      class One { public One() {} }
      class Use { void Run() { new Two(x); new One(); } }`,
  });
  expect(edgesOf(sample, "A.cs").filter((edge) => edge.startsWith("Use.Run"))).toEqual([
    "Use.Run calls A.cs#Two.Two (candidate)",
    "Use.Run calls A.cs#Two.Two (candidate)",
    "Use.Run references A.cs#Two (exact)",
    "Use.Run calls A.cs#One.One (exact)",
  ]);
});

/** C#: arguments whose types are evident though no name says them. */
import { expect, test } from "vitest";
import { resolveFile } from "../../../src/resolution/resolve-file.js";
import { edgesOf, programOf } from "../helpers.js";

test("neither a string, a bool nor an object without a type is a function", () => {
  const sample = programOf({
    "Query.cs": `
      using System;
      class Query {
        void Run(string sql, object args) { }
        void Run(string sql, Func<int> map) { }
        void Assert(bool async, Action run) { }
        void Assert(Action run, Action other) { }
        void Entity(string name, int size) { }
        void Entity(Type type, int size) { }
        void All(bool async, Action run) {
          Run("select", new { Id = 1 });
          Assert(async, run);
          Entity(nameof(Query), 1);
        }
      }`,
  });
  expect(edgesOf(sample, "Query.cs", ["calls"])).toEqual([
    "Query.All calls Query.cs#Query.Run (exact)",
    "Query.All calls Query.cs#Query.Assert (exact)",
    "Query.All calls Query.cs#Query.Entity (exact)",
  ]);
});

const BUS = `
  public interface IMessage { }
  public interface IRequest<T> { }
  public class Ping : IMessage { }
  public class Get : IRequest<int> { }
  public class Other { }
  public interface IBus {
    void Publish(object message);
    void Publish<T>(T message) where T : IMessage;
    T Send<T>(IRequest<T> request);
    void Send<T>(T request) where T : IMessage;
    object Send(object request);
  }
  public class Bus : IBus {
    public T Send<T>(IRequest<T> request) => default;
    public void Send<T>(T request) where T : IMessage { }
    public object Send(object request) => null;
    public void Publish<T>(T message) where T : IMessage { }
    public void Publish(object message) { }
  }`;

/** Lines of what is called in Bus.cs, which tell overloads apart. */
function calledLines(body: string): number[] {
  const files = { "Bus.cs": BUS, "Use.cs": `class Use { void M(IBus bus, object any) { ${body} } }` };
  const sample = programOf(files);
  const { edges } = resolveFile(sample.program, "Use.cs", sample.parses.get("Use.cs")!);
  const file = sample.program.files.get("Bus.cs")!;
  const lines = sample.parses.get("Bus.cs")!.symbols.map(({ startLine }) => startLine);
  return edges.filter(({ kind }) => kind === "calls").map(({ target }) => lines[file.nodeIds.indexOf(target)]!);
}

test.each([
  ["a value of its very type before an object", "bus.Publish(new Ping());", [9]],
  ["an object as such", "bus.Publish(any);", [8]],
  ["what may not stand for the type parameter as an object", "bus.Publish(new Other());", [8]],
  ["by its interface", "bus.Send(new Get());", [10]],
  ["by its constraint", "bus.Send(new Ping());", [11]],
])("an overload with a type parameter takes %s", (_what, body, lines) => {
  expect(calledLines(body).filter((line) => line >= 8)).toEqual(lines);
});

test("overloads implement those that take the same, with as many type parameters", () => {
  const sample = programOf({ "Bus.cs": BUS });
  const { edges } = resolveFile(sample.program, "Bus.cs", sample.parses.get("Bus.cs")!);
  const { symbols } = sample.parses.get("Bus.cs")!;
  const { nodeIds } = sample.program.files.get("Bus.cs")!;
  const lines = edges
    .filter(({ kind }) => kind === "overrides")
    .map(({ source, target }) => `${symbols[source]!.startLine} ${symbols[nodeIds.indexOf(target)]!.startLine}`);
  expect(lines).toEqual(["15 10", "16 11", "17 12", "18 9", "19 8"]);
});

test("a lambda that gives a value is one of a function, if there is a choice", () => {
  const sample = programOf({
    "Run.cs": `using System;
      class Run {
        int Execute(Func<int> f) => f();
        void Execute(Action f) { }
        void M() { Execute(() => -1); }
        void N() { int i = 0; Execute(() => { i++; }); }
        string Name() => "";
        void Go() { }
        T Run<T>(Func<T> f) => f();
        void Run(Action f) { }
        void O() { Run(() => Name()); }
        void P() { Run(() => Go()); }
      }`,
  });
  const { edges } = resolveFile(sample.program, "Run.cs", sample.parses.get("Run.cs")!);
  const { symbols } = sample.parses.get("Run.cs")!;
  const { nodeIds } = sample.program.files.get("Run.cs")!;
  const called = edges
    .filter(({ kind, tier }) => kind === "calls" && tier !== "unresolved")
    .map(({ target }) => symbols[nodeIds.indexOf(target)]!.startLine);
  expect(called.filter((line) => line !== 7 && line !== 8)).toEqual([3, 4, 9, 10]);
});

test("of a method that does not take so many arguments, a base's of its name is meant", () => {
  const sample = programOf({
    "Base.cs": `
      using System;
      public abstract class Repository<T, TId> where TId : IEquatable<TId> { public T Get(TId id) { return default; } }
      public class Listener { protected void Receive(string body, string id) { } protected void Other(string body) { } }`,
    "Use.cs": `
      using System;
      using Vendor;
      public class Folder { }
      public class Folders : Repository<Folder, Guid> {
        public Folder Get(Guid id, Guid user) { return Get(id); }
      }
      public class Queue : Listener {
        void Receive(Message message) { Receive(message.Body, message.Id); }
        void Other(int number) { Other("body"); Other(1); }
      }
      public class Outer : Vendor.Base { void Run(int a) { Run(a, 2); Run(3); } }
      public class Point { public override bool Equals(object other) { return Equals(this, other); } }
      public class Alone { void Go(int a) { Go(1, 2); } }`,
  });
  expect(edgesOf(sample, "Use.cs", ["calls"])).toEqual([
    "Folders.Get calls Base.cs#Repository.Get (import)",
    "Queue.Receive calls Base.cs#Listener.Receive (import)",
    "Queue.Other calls Base.cs#Listener.Other (import)",
    "Queue.Other calls Use.cs#Queue.Other (exact)",
    "Outer.Run calls !Vendor.Base.Run (external)",
    "Outer.Run calls Use.cs#Outer.Run (exact)",
    "Point.Equals calls !object.Equals (external)",
    "Alone.Go calls Use.cs#Alone.Go (exact)",
  ]);
});

test("an extension method takes what it is called on, and one argument less", () => {
  const sample = programOf({
    "Ext.cs": `
      using Vendor;
      public static class Ext { public static void Authorize(this IService service, User user, IRequirement requirement) { } }`,
    "Use.cs": `
      using Vendor;
      class Use {
        void Known(IService service, User user, object resource, IRequirement requirement) {
          service.Authorize(user, resource, requirement);
          service.Authorize(user, requirement);
          Ext.Authorize(service, user, requirement);
        }
        void Unknown(User user, object resource, IRequirement requirement) {
          var service = Vendor.Services.Get();
          service.Authorize(user, resource, requirement);
          service.Authorize(user, requirement);
        }
      }`,
  });
  expect(edgesOf(sample, "Use.cs", ["calls"])).toEqual([
    "Use.Known calls !IService.Authorize (external)",
    "Use.Known calls Ext.cs#Ext.Authorize (import)",
    "Use.Known calls Ext.cs#Ext.Authorize (import)",
    "Use.Unknown calls !Vendor.Services.Get (external)",
    "Use.Unknown calls ?Authorize (unresolved)",
    "Use.Unknown calls Ext.cs#Ext.Authorize (unique)",
  ]);
});

test("a method is meant only where each parameter without a default is given, also where the last arguments are named", () => {
  const sample = programOf({
    "Sender.cs": `
      public class Mail { }
      public class Options { }
      public class Token { }
      public interface ISender { void Send(Mail mail, Options options, Token token = null); }
      public static class Senders { public static void Send(this ISender sender, Mail mail, Token token = null) { } }`,
    "Use.cs": `
      class Use {
        void Named(ISender sender, Mail mail, Token token) { sender.Send(mail, token: token); }
        void Whole(ISender sender, Mail mail, Token token) { sender.Send(mail, token: token, options: new Options()); }
        void Ordered(ISender sender, Mail mail) { sender.Send(mail, new Options()); }
      }`,
  });
  expect(edgesOf(sample, "Use.cs", ["calls"]).filter((edge) => edge.includes(".Send"))).toEqual([
    "Use.Named calls Sender.cs#Senders.Send (import)",
    "Use.Whole calls Sender.cs#ISender.Send (import)",
    "Use.Ordered calls Sender.cs#ISender.Send (import)",
  ]);
});

test("of two overloads for a generic type, the one with the very type arguments is meant", () => {
  const sample = programOf({
    "Pipe.cs": `
      public class Context { }
      public class Context<T> : Context { }
      public interface IPipe<in T> { }
      public class Adapter<T> : IPipe<Context<T>> { }
      public class Endpoint {
        void Send(object message, IPipe<Context> pipe) { }
        void Send<T>(object values, IPipe<Context<T>> pipe) { }
        void Run<T>(object message, Adapter<T> own, IPipe<Context> open) {
          Send(message, own);
          Send(message, open);
        }
      }`,
  });
  const { edges } = resolveFile(sample.program, "Pipe.cs", sample.parses.get("Pipe.cs")!);
  const { symbols } = sample.parses.get("Pipe.cs")!;
  const file = sample.program.files.get("Pipe.cs")!;
  const called = edges.filter(({ kind }) => kind === "calls").map(({ target }) => file.nodeIds.indexOf(target));
  expect(called.map((at) => symbols[at]!.parameterSignature)).toEqual([
    "(object values, IPipe<Context<T>> pipe)",
    "(object message, IPipe<Context> pipe)",
  ]);
});

test("a property that holds no delegate is not called: an extension of its name is", () => {
  const sample = programOf({
    "Grid.cs": `
      using System; using System.Globalization;
      public enum Border { None, Round }
      public class Grid { public bool Expand; public Border? Border; public CultureInfo Culture; public Action<int> Done; public Action Reset; }
      public static class Grids {
        public static T Expand<T>(this T grid) where T : Grid => grid;
        public static T Border<T>(this T grid, Border border) where T : Grid => grid;
        public static T Culture<T>(this T grid, string name) where T : Grid => grid;
        public static T Culture<T>(this T grid, int number) where T : Grid => grid;
        public static T Done<T>(this T grid) where T : Grid => grid;
      }`,
    "Use.cs": `
      class Use {
        void Chain(Grid grid) => grid.Expand().Border(Border.Round).Culture("de");
        void Hold(Grid grid) { grid.Done(1); grid.Reset(); }
      }`,
  });
  expect(edgesOf(sample, "Use.cs", ["calls"])).toEqual([
    "Use.Chain calls Grid.cs#Grids.Culture (import)",
    "Use.Chain calls Grid.cs#Grids.Border (import)",
    "Use.Chain calls Grid.cs#Grids.Expand (import)",
    "Use.Hold calls Grid.cs#Grid.Done (import)",
    "Use.Hold calls Grid.cs#Grid.Reset (import)",
  ]);
});

test("an overload for T? takes values that may be null, and the one for T others", () => {
  const sample = programOf({
    "Rules.cs": `
      using System;
      public class Rule<T> { }
      public static class Rules {
        public static Rule<T> Over<T>(this Rule<T> rule, T limit) where T : IComparable<T> => rule;
        public static Rule<T?> Over<T>(this Rule<T?> rule, T limit) where T : struct, IComparable<T> => rule;
        public static void Use(Rule<int> plain, Rule<int?> open, Rule<string> text) {
          plain.Over(1);
          open.Over(2);
          text.Over("a");
        }
      }`,
  });
  const { edges } = resolveFile(sample.program, "Rules.cs", sample.parses.get("Rules.cs")!);
  const { symbols } = sample.parses.get("Rules.cs")!;
  const file = sample.program.files.get("Rules.cs")!;
  const called = edges.filter(({ kind }) => kind === "calls").map(({ target }) => file.nodeIds.indexOf(target));
  expect(called.map((at) => symbols[at]?.nameLine)).toEqual([5, 6, 5]);
});

test("a private overload is none outside of its type, and a bool is no enum", () => {
  const sample = programOf({
    "Config.cs": `
      using System;
      public class Config {
        public void Save(string name, int? size) { Save(name, new Store()); }
        private void Save(string name, Store store) { }
        public void Set(string key, object value) { }
        public void Set(string key, Enum value) { }
      }
      public class Store { }`,
    "Use.cs": `
      class Use {
        void M(Config config) {
          config.Save("a", null);
          config.Set("b", false);
        }
      }`,
  });
  const linesOf = (path: string) => {
    const { edges } = resolveFile(sample.program, path, sample.parses.get(path)!);
    const file = sample.program.files.get("Config.cs")!;
    const { symbols } = sample.parses.get("Config.cs")!;
    return edges
      .filter(({ kind }) => kind === "calls")
      .map(({ target, tier }) => `${symbols[file.nodeIds.indexOf(target)]?.nameLine} ${tier}`);
  };
  expect(linesOf("Use.cs")).toEqual(["4 import", "6 import"]);
  expect(linesOf("Config.cs")).toContain("5 exact");
});

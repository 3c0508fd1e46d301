/** C#: arguments whose types are evident though no name says them. */
import { expect, test } from "vitest";
import { resolveFile } from "../../src/indexing/resolve.js";
import { edgesOf, programOf } from "./resolve-helpers.js";

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
    .filter(({ kind }) => kind === "calls")
    .map(({ target }) => symbols[nodeIds.indexOf(target)]!.startLine);
  expect(called.filter((line) => line !== 7 && line !== 8)).toEqual([3, 4, 9, 10]);
});

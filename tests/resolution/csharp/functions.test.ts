/** C#: the arguments of functions that are values, and the calls that are given them. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

test("a delegate of the project that gives nothing takes a block", () => {
  const sample = programOf({
    "Bus.cs": `
      public delegate void Callback(string queue);
      public delegate void FullCallback(IBus bus, string queue);
      public interface IBus : IServiceCollection {
        void Configure(Callback callback);
        void Configure(FullCallback callback);
        void Stop();
      }
      class Setup {
        void Run(IBus bus) {
          bus.Configure((it, queue) => { it.Stop(); });
        }
      }`,
  });
  expect(edgesOf(sample, "Bus.cs", ["calls"])).toEqual([
    "Setup.Run calls Bus.cs#IBus.Configure (exact)",
    "Setup.Run calls Bus.cs#IBus.Stop (import)",
  ]);
});

const PERSON = `
  using System;
  using System.Collections.Generic;
  public class Person { public string Name { get; } public void Greet() { } }
  public class Pet { public void Greet() { } public Pet Length(int most) => this; }
  public class Rule<T> { public Rule<T> Length(int most) => this; }
  public class Validator<T> {
    public Rule<P> RuleFor<P>(Func<T, P> of) => null;
    public void Add<P>(Func<Validator<T>, Rule<P>> make) { }
  }
  public class Options { public Action<Person> Greeting { get; set; } public Options Inner { get; set; } }`;

test.each([
  {
    name: "a function in an initializer is given to Add",
    body: "var all = new Validator<Person> { it => it.RuleFor(p => p.Name).Length(4) };",
    calls: ["Validator", "Validator.Add", "Rule.Length", "Validator.RuleFor"],
  },
  {
    name: "a function in the initializer of a list is called with what those of the list are",
    body: "var all = new List<Action<Person>> { p => p.Greet() };",
    calls: ["Person.Greet"],
  },
  {
    name: "a function that an initializer sets a property to",
    body: "var options = new Options { Greeting = p => p.Greet() };",
    calls: ["Options", "Person.Greet"],
  },
  {
    name: "a function deeper in an initializer",
    body: "Options options = new() { Inner = { Greeting = p => { p.Greet(); } } };",
    calls: ["Options", "Person.Greet"],
  },
])("$name", ({ body, calls }) => {
  const sample = programOf({ "Person.cs": PERSON, "Use.cs": `class Use { void M() { ${body} } }` });
  const found = edgesOf(sample, "Use.cs", ["calls"]).filter((line) => line.includes("#"));
  expect(found).toEqual(calls.map((name) => `Use.M calls Person.cs#${name} (import)`));
});

/** C#: what `new(…)` makes, where its type is not written beside it. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

const MODEL = `
  namespace Shop;
  public class Tag { public Tag(string text) { } public int Weight { get; set; } }
  public class Build { public Build(string text) { } public Tag Tag { get; set; } public string Hash { get; set; } }
  public class Version { public Build Build { get; set; } public Tag? Tag { get; set; } }`;

test("new(…) that a member is set to makes the type of the member, also in initializers inside initializers", () => {
  const sample = programOf({
    "Model.cs": MODEL,
    "Use.cs": `
      namespace Shop;
      class Use {
        Version Make() => new Version { Build = new("main") { Hash = "a1", Tag = new("beta") { Weight = 1 } } };
        void Set(Version version) { version.Tag = new("rc"); version.Build ??= new("next"); }
      }`,
  });
  expect(edgesOf(sample, "Use.cs", ["calls"])).toEqual([
    "Shop.Use.Make calls Model.cs#Shop.Version (import)",
    "Shop.Use.Make calls Model.cs#Shop.Build.Build (import)",
    "Shop.Use.Make calls Model.cs#Shop.Tag.Tag (import)",
    "Shop.Use.Set calls Model.cs#Shop.Tag.Tag (import)",
    "Shop.Use.Set calls Model.cs#Shop.Build.Build (import)",
  ]);
  const set = edgesOf(sample, "Use.cs", ["references"]).filter((edge) => edge.includes("Make references"));
  expect(set).toContain("Shop.Use.Make references Model.cs#Shop.Build.Hash (import)");
  expect(set).toContain("Shop.Use.Make references Model.cs#Shop.Tag.Weight (import)");
});

test("new(…) of a value whose type a library has makes nothing of the project", () => {
  const sample = programOf({
    "Model.cs": MODEL,
    "Use.cs": 'namespace Shop; class Use { void Set(Vendor.Job job) { job.Tag = new("a"); } }',
  });
  expect(edgesOf(sample, "Use.cs", ["calls"]).filter((edge) => edge.includes("Model.cs"))).toEqual([]);
});

test("a lambda among arguments without end takes what the elements of the array take", () => {
  const sample = programOf({
    "Equality.cs": `
      using System;
      public class Equality<T> { public Equality(params Func<T, object>[] parts) { } }
      public class Name { public string Short; public string Long; }
      public class Use {
        static readonly Equality<Name> Same = new(x => x.Short, x => x.Long);
      }`,
  });
  expect(edgesOf(sample, "Equality.cs", ["references"]).filter((edge) => edge.includes("Name."))).toEqual([
    "Use.Same references Equality.cs#Name.Short (import)",
    "Use.Same references Equality.cs#Name.Long (import)",
  ]);
});

test("a record that declares a property of the name of a parameter has one property", () => {
  const sample = programOf({
    "Context.cs": `
      public record Context(string Name, int Level) {
        public string Name { get; } = Name.Trim();
        public int Twice => Level + Level;
      }`,
    "Use.cs": "class Use { string Of(Context context) => context.Name + context.Level; }",
  });
  const { symbols } = sample.parses.get("Context.cs")!;
  expect(symbols.filter(({ kind }) => kind === "property").map(({ name, nameLine }) => `${name} ${nameLine}`)).toEqual([
    "Level 2",
    "Name 3",
    "Twice 4",
  ]);
  expect(edgesOf(sample, "Use.cs", ["references"])).toContain("Use.Of references Context.cs#Context.Name (import)");
});

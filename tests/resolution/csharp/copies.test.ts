/** C#: a type that a project holds several times, of which a file means its own or the nearest. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

const client = (calls: string) => `namespace Made;
  public partial class Client {
    partial void Prepare(string url);
    public Client(string url) { }
    public string Read(string url) => url;
    public void Run() { ${calls} }
  }`;

test("a file with one of a type's copies means that one", () => {
  const sample = programOf({
    "one/Client.cs": client('Prepare("a"); Read("b"); new Client("c").Run();'),
    "two/Client.cs": client(""),
    "three/Client.cs": client(""),
  });
  const calls = edgesOf(sample, "one/Client.cs", ["calls"]);
  expect(calls).toEqual([
    "Made.Client.Run calls one/Client.cs#Made.Client.Prepare (exact)",
    "Made.Client.Run calls one/Client.cs#Made.Client.Read (exact)",
    "Made.Client.Run calls one/Client.cs#Made.Client.Run (exact)",
    "Made.Client.Run calls one/Client.cs#Made.Client.Client (exact)",
  ]);
});

test("a file beside one of the copies means the nearest; far from all, they are candidates", () => {
  const use = `namespace Made; class Use { void M(Client c) { c.Read("a"); } }`;
  const sample = programOf({
    "a/one/Client.cs": client(""),
    "a/two/Client.cs": client(""),
    "a/one/Use.cs": use,
    "b/Use.cs": use,
  });
  expect(edgesOf(sample, "a/one/Use.cs", ["calls"])).toEqual([
    "Made.Use.M calls a/one/Client.cs#Made.Client.Read (import)",
  ]);
  expect(edgesOf(sample, "b/Use.cs", ["calls"])).toEqual([
    "Made.Use.M calls a/one/Client.cs#Made.Client.Read (candidate)",
    "Made.Use.M calls a/two/Client.cs#Made.Client.Read (candidate)",
  ]);
});

test("the parts of a type are one, overloads and explicit members among them", () => {
  const part = (members: string) => `public partial class Parts : System.IDisposable { ${members} }`;
  const sample = programOf({
    "One.cs": part('void M() { Read(1); Read("a"); Read(1, 2); } void Read(int a) { } partial void Made();'),
    "Two.cs": part("void Read(string a) { } partial void Made() { } void System.IDisposable.Dispose() { }"),
    "Three.cs": part("void Read(int a, int b) { Made(); } public void Dispose() { }"),
  });
  expect(edgesOf(sample, "One.cs", ["calls"])).toEqual([
    "Parts.M calls One.cs#Parts.Read (exact)",
    "Parts.M calls Two.cs#Parts.Read (exact)",
    "Parts.M calls Three.cs#Parts.Read (exact)",
  ]);
  expect(edgesOf(sample, "Three.cs", ["calls"])).toHaveLength(2);
});

test("a file that no project compiles, such as a listing of the interface, has no other type", () => {
  const sample = programOf({
    "src/Core/Core.csproj": "<Project />",
    "src/Core/IDirector.cs": "namespace Made; public interface IDirector { void Add(int a); } public class Box<T> { }",
    "src/Core/Random.cs": "namespace Made; class RandomDirector : IDirector { public void Add(int a) { } }",
    "src/Core/Use.cs": `namespace Made;
      public partial class Use {
        IDirector director;
        void M(IDirector given) { given.Add(1); director.Add(2); Stop(); }
        public void Stop() { }
        void N(dynamic any) { any.Add(3); }
      }`,
    "src/api/Core.cs": `namespace Made
    {
      public partial interface IDirector { void Add(int a); }
      public partial class Use { public void Stop() { } }
    }`,
  });
  expect(edgesOf(sample, "src/Core/Random.cs", ["implements", "overrides"])).toEqual([
    "Made.RandomDirector implements src/Core/IDirector.cs#Made.IDirector (import)",
    "Made.RandomDirector.Add overrides src/Core/IDirector.cs#Made.IDirector.Add (import)",
  ]);
  expect(edgesOf(sample, "src/Core/Use.cs", ["calls"]).filter((edge) => edge.includes("Use.M"))).toEqual([
    "Made.Use.M calls src/Core/IDirector.cs#Made.IDirector.Add (import)",
    "Made.Use.M calls src/Core/Use.cs#Made.Use.Stop (exact)",
  ]);
});

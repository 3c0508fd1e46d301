/** C#: overloads told apart by the result of a lambda, and calls that stay open without one. */
import { expect, test } from "vitest";
import { resolveFile } from "../../../src/resolution/resolve-file.js";
import { edgesOf, programOf } from "../helpers.js";

const RUNNER = `
  using System;
  using System.Threading.Tasks;
  public class Runner {
    public Task Run(Func<Task> work) => null;
    public Task<T> Run<T>(Func<Task<T>> work) => null;
  }`;

/** The tiers of the calls of Run in a method's body, and the number of the overload, from 0. */
function runs(body: string): string[] {
  const use = `using System; using System.Threading.Tasks;
    class Use { Task Plain() => null; Task<int> Full() => null; void M(Runner runner, Func<Task<int>> given) { ${body} } }`;
  const { program, parses } = programOf({ "Runner.cs": RUNNER, "Use.cs": use });
  const { nodeIds } = program.files.get("Runner.cs")!;
  const overloads = parses
    .get("Runner.cs")!
    .symbols.flatMap(({ name }, index) => (name === "Run" ? [nodeIds[index]!] : []));
  const { edges } = resolveFile(program, "Use.cs", parses.get("Use.cs")!);
  const found = edges.filter(({ kind, target }) => kind === "calls" && overloads.includes(target));
  return found.map(({ tier, target }) => `${tier} ${overloads.indexOf(target)}`);
}

for (const [body, want] of [
  ["runner.Run(() => Plain());", ["import 0"]],
  ["runner.Run(() => Full());", ["import 1"]],
  ["runner.Run(async () => await Full());", ["import 1"]],
  ["runner.Run(async () => { await Full(); });", ["import 0"]],
  ["runner.Run(async () => { return 1; });", ["import 1"]],
  ["runner.Run(() => given());", ["import 1"]],
  ["runner.Run(() => Elsewhere.Load());", ["candidate 0", "candidate 1"]],
  ["runner.Run(async () => await Elsewhere.Load());", ["candidate 0", "candidate 1"]],
] as const) {
  test(body, () => expect(runs(body)).toEqual(want));
}

test("base() of a class without a constructor is a call of its implicit constructor", () => {
  const source = `class Base { } class Full { public Full(int a) { } }
    class One : Base { public One() : base() { } } class Two : Full { public Two() : base(1) { } public Two(int a) : this() { } }`;
  const sample = programOf({
    "A.cs": source,
    "b.ts": "class Base {} class One extends Base { constructor() { super(); } }",
  });
  const rules = (path: string) =>
    resolveFile(sample.program, path, sample.parses.get(path)!)
      .edges.filter(({ kind }) => kind === "calls")
      .map(({ rule }) => rule);
  expect(rules("A.cs")).toEqual(["implicit-constructor", "scope", "scope"]);
  expect(rules("b.ts")).toEqual(["implicit-constructor"]);
  expect(edgesOf(sample, "A.cs", ["calls"])[1]).toBe("Two.Two calls A.cs#Full.Full (exact)");
});

test("a method in both arms of an #if is one target", () => {
  const source = `class C {
#if NET8_0
    public void Read(int at) { }
#else
    public void Read(int at) { }
#endif
    void M() { Read(1); } }`;
  expect(edgesOf(programOf({ "C.cs": source }), "C.cs", ["calls"])).toEqual(["C.M calls C.cs#C.Read (exact)"]);
});

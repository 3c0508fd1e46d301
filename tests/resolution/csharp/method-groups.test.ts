/** C#: overloads told apart by the result of a method given for a delegate, and async lambdas of unknown result. */
import { expect, test } from "vitest";
import { resolveFile } from "../../../src/resolution/resolve-file.js";
import { programOf } from "../helpers.js";

const SOURCE = `
  using System; using System.Threading.Tasks;
  class Use {
    void Do(Action work) { }
    void Do(Func<Task> work) { }
    Task Run(Func<Task> work) => null;
    Task<T> Run<T>(Func<Task<T>> work) => null;
    void Many(Action work) { }
    void Many(Func<Task> work) { }
    void Many<T>(Func<T> work) { }
    void Many<T>(Func<Task<T>> work) { }
    void Over(Func<string, int> map) { }
    void Over(Func<string, string> map) { }
    void Nothing() { }
    Task Plain() => null;
    Task<int> Full() => null;
    int Count(string text) => 1;
    string Trim(string text) => text;
    void M() { CALL }
  }`;

/** The tiers of the calls in M of a name's overloads, and their numbers, from 0. */
function overloadsOf(call: string): string[] {
  const { program, parses } = programOf({ "Use.cs": SOURCE.replace("CALL", call) });
  const { nodeIds } = program.files.get("Use.cs")!;
  const { symbols } = parses.get("Use.cs")!;
  const name = call.slice(0, call.indexOf("("));
  const overloads = symbols.flatMap((symbol, index) => (symbol.name === name ? [nodeIds[index]!] : []));
  const { edges } = resolveFile(program, "Use.cs", parses.get("Use.cs")!);
  const found = edges.filter(({ kind, target }) => kind === "calls" && overloads.includes(target));
  return found.map(({ tier, target }) => `${tier} ${overloads.indexOf(target)}`);
}

for (const [call, want] of [
  ["Do(Nothing);", ["exact 0"]],
  ["Do(Plain);", ["exact 1"]],
  ["Run(Plain);", ["exact 0"]],
  ["Run(Full);", ["exact 1"]],
  ["Many(Nothing);", ["exact 0"]],
  ["Many(Plain);", ["exact 1"]],
  ["Many(Full);", ["exact 3"]],
  ["Over(Count);", ["exact 0"]],
  ["Over(Trim);", ["exact 1"]],
  ["Over(Elsewhere.Trim);", ["candidate 0", "candidate 1"]],
  ["Do(async () => await Elsewhere.Load());", ["exact 1"]],
  ["Run(async () => await Elsewhere.Load());", ["candidate 0", "candidate 1"]],
] as const) {
  test(call, () => expect(overloadsOf(call)).toEqual(want));
}

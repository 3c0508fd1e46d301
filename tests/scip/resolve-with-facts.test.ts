/** Edges of a file that an imported index decides, and those that it leaves to our own resolution. */
import { describe, expect, test } from "vitest";
import type { Edge } from "../../src/model/edge.js";
import { LOCAL, type ScipFacts, targetOf, UNDECIDED } from "../../src/scip/facts.js";
import { resolveWithScip } from "../../src/scip/resolve-with-facts.js";
import { dedent } from "../helpers/dedent.js";
import { programOf, type Sample } from "../resolution/helpers.js";

/** `line name → target`; a target is `path#qualified name:kind`, `!module!name`, "local" or "undecided". The nth name of that line, from 1. */
type Use = [line: number, name: string, target: string, nth?: number];

interface Case {
  name: string;
  files: Record<string, string>;
  /** About the first file. */
  uses: Use[];
  implementations?: [line: number, name: string, target: string][];
  want: string[];
}

/** The facts that an index would give of the first file. */
function factsOf(sample: Sample, text: string, uses: Use[], implementations: Case["implementations"] = []): ScipFacts {
  const facts: ScipFacts = { targets: [], names: [], uses: [], implementations: [] };
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  const offsetOf = (line: number, name: string, nth = 1) => {
    const found = [...text.split("\n")[line - 1]!.matchAll(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, "g"))][nth - 1];
    if (!found) throw new Error(`line ${line} has no ${name}`);
    return starts[line - 1]! + found.index;
  };
  const numberOf = (target: string): number => {
    if (target === "local") return LOCAL;
    if (target === "undecided") return UNDECIDED;
    if (target.startsWith("!")) {
      const [, module = "", name = ""] = target.split("!");
      return facts.targets.push(["external", module || null, name]) - 1;
    }
    const [path = "", qualified, kind] = target.split(/[#:]/);
    const index = sample.parses
      .get(path)!
      .symbols.findIndex((symbol) => symbol.qualifiedName === qualified && (kind ?? symbol.kind) === symbol.kind);
    if (index < 0) throw new Error(`there is no ${target}`);
    return facts.targets.push(targetOf(sample.program, { file: sample.program.files.get(path)!, index })) - 1;
  };
  const rows = uses.map(([line, name, target, nth]) => [line, offsetOf(line, name, nth), name, target] as const);
  for (const [line, offset, name, target] of rows.sort((one, other) => one[1] - other[1]))
    facts.uses.push(line, offset, facts.names.push(name) - 1, numberOf(target));
  for (const [line, name, target] of implementations)
    facts.implementations.push(offsetOf(line, name), numberOf(target));
  return facts;
}

/** The edges of the first file that the index made, and those of our own; `contains` and imports of modules left out. */
function edgesOf({ files, uses, implementations }: Omit<Case, "name" | "want">): string[] {
  const sample = programOf(files);
  const [path, text] = Object.entries(files)[0]!;
  const { edges, externals } = resolveWithScip(
    sample.program,
    path,
    sample.parses.get(path)!,
    factsOf(sample, text, uses, implementations),
  );
  const names = new Map(externals.map(({ nodeId, module, name }) => [nodeId, `!${module ?? ""}!${name}`]));
  for (const [at, file] of sample.program.files)
    file.nodeIds.forEach((id, index) => {
      const { qualifiedName, kind } = sample.parses.get(at)!.symbols[index]!;
      names.set(id, qualifiedName === "Kind" ? `Kind ${kind}` : qualifiedName || at);
    });
  const symbols = sample.parses.get(path)!.symbols;
  const isShown = ({ kind, target, tier }: Edge) =>
    kind !== "contains" &&
    !(kind === "imports" && (tier === "external" || sample.program.files.has(names.get(target)!)));
  return edges
    .filter(isShown)
    .map(
      ({ source, kind, target, tier, rule, line }) =>
        `${line} ${symbols[source]!.qualifiedName || "file"} ${kind} ${names.get(target) ?? target} (${rule === "scip" ? "scip" : tier})`,
    )
    .sort();
}

const cases: Case[] = [
  {
    name: "an object of a type implements it, and that is all it does",
    files: {
      "use.ts": dedent`
        import type { Handler } from "./lib";
        export const json: Handler = {
          go() {},
        };
      `,
      "lib.ts": "export interface Handler { go(): void }\n",
    },
    uses: [
      [1, "Handler", "lib.ts#Handler"],
      [2, "Handler", "lib.ts#Handler"],
    ],
    want: [
      "1 file imports Handler (scip)",
      "2 json implements Handler (import)",
      "3 json.go overrides Handler.go (import)",
    ],
  },
  {
    name: "a call, where our extraction has one; a reference, where it has none",
    files: {
      "use.js": dedent`
        export function f(x) {
          x.a.go();
          return [x.a.go, x.a.stop()];
        }
      `,
      "lib.ts": "export class A { go(): void {} stop(): void {} }\n",
    },
    uses: [
      [2, "go", "lib.ts#A.go"],
      [3, "go", "lib.ts#A.go"],
      [3, "stop", "lib.ts#A.stop"],
    ],
    want: ["2 f calls A.go (scip)", "3 f calls A.stop (scip)", "3 f references A.go (scip)"],
  },
  {
    name: "two calls of one name in a line, of different methods",
    files: {
      "use.js": dedent`
        export function f(x, y) {
          x.go(y.go());
        }
      `,
      "lib.ts": dedent`
        export class A { go(): void {} }
        export class B { go(): void {} }
      `,
    },
    uses: [
      [2, "go", "lib.ts#A.go", 1],
      [2, "go", "lib.ts#B.go", 2],
    ],
    want: ["2 f calls A.go (scip)", "2 f calls B.go (scip)"],
  },
  {
    name: "a call and a use of one name in a line, of different methods: which is which is not known",
    files: {
      "use.js": dedent`
        export function f(x, y) {
          x.go(y.go);
        }
      `,
      "lib.ts": dedent`
        export class A { go(): void {} }
        export class B { go(): void {} }
      `,
    },
    uses: [
      [2, "go", "lib.ts#A.go", 1],
      [2, "go", "lib.ts#B.go", 2],
    ],
    want: ["2 f calls A.go (candidate)", "2 f calls B.go (candidate)"],
  },
  {
    name: "`new` calls the constructor, or the class where it has none",
    files: {
      "use.ts": dedent`
        import { A, B } from "./lib";
        export const a = new A();
        export const b = new B();
      `,
      "lib.ts": dedent`
        export class A { constructor() {} }
        export class B {}
      `,
    },
    uses: [
      [1, "A", "lib.ts#A"],
      [2, "A", "lib.ts#A"],
      [3, "B", "lib.ts#B"],
    ],
    want: [
      "1 file imports A (scip)",
      "1 file imports B (import)",
      "2 a calls A.constructor (scip)",
      "3 b calls B (scip)",
    ],
  },
  {
    name: "C#: which of several constructors is meant takes the arguments' types",
    files: {
      "Use.cs": dedent`
        class Use {
          object M(dynamic x) => new A(x);
        }
      `,
      "A.cs": dedent`
        class A {
          public A(int x) {}
          public A(string x) {}
        }
      `,
    },
    uses: [[2, "A", "A.cs#A"]],
    want: ["2 Use.M calls A.A (candidate)", "2 Use.M calls A.A (candidate)", "2 Use.M references A (import)"],
  },
  {
    name: "a constant and the type of its name stand at one place: each use means one",
    files: {
      "use.ts": dedent`
        import { Kind } from "./lib";
        export function f(k: Kind) {
          return Kind;
        }
      `,
      "lib.ts": dedent`
        export const Kind = { a: 1 };
        export type Kind = number;
      `,
    },
    uses: [
      [2, "Kind", "lib.ts#Kind:constant"],
      [2, "Kind", "lib.ts#Kind:type"],
      [3, "Kind", "lib.ts#Kind:constant"],
      [3, "Kind", "lib.ts#Kind:type"],
    ],
    want: [
      "1 file imports Kind constant (import)",
      "2 f accepts Kind type (scip)",
      "3 f references Kind constant (scip)",
    ],
  },
  {
    name: "names that it leaves open stay ours",
    files: {
      "use.ts": dedent`
        import { go } from "./lib";
        export function f() {
          go();
        }
      `,
      "lib.ts": "export function go(): void {}\n",
    },
    uses: [[3, "go", "undecided"]],
    want: ["1 file imports go (import)", "3 f calls go (import)"],
  },
  {
    name: "a member that is none of ours is not taken for the only one of its name",
    files: {
      "use.js": dedent`
        export function f(x) {
          x.go();
        }
      `,
      "lib.ts": "export class A { go(): void {} }\n",
    },
    uses: [[2, "go", "local"]],
    want: ["2 f calls ? (unresolved)"],
  },
  {
    name: "a library's member, too",
    files: {
      "use.js": dedent`
        export function f(x) {
          x.go();
          console.log(x);
        }
      `,
      "lib.ts": "export class A { go(): void {} }\n",
    },
    uses: [
      [2, "go", "!left-pad!Pad.go"],
      [3, "log", "!!Console.log"],
    ],
    want: ["2 f calls !left-pad!Pad.go (scip)", "3 f calls !!console.log (scip)"],
  },
  {
    name: "`f.call()` calls f",
    files: {
      "use.ts": dedent`
        function go() {}
        export function f() {
          go.call(null);
        }
      `,
    },
    uses: [
      [3, "go", "use.ts#go"],
      [3, "call", "!!CallableFunction.call"],
    ],
    want: ["3 f calls go (exact)", "3 f references go (scip)"],
  },
  {
    name: "`{ name }` uses the variable, whatever property it is",
    files: {
      "use.ts": dedent`
        const size = 1;
        export function f() {
          return { size };
        }
      `,
      "lib.ts": "export interface Box { size: number }\n",
    },
    uses: [[3, "size", "lib.ts#Box.size"]],
    want: ["3 f references Box.size (scip)", "3 f references size (exact)"],
  },
  {
    name: "a base is the one that it says, and not another of its name",
    files: {
      "use.ts": dedent`
        import { Base } from "./one";
        export class C extends Base {}
      `,
      "one.ts": "export class Base {}\n",
      "two.ts": "export class Base { x = 1; }\n",
    },
    uses: [[2, "Base", "two.ts#Base"]],
    want: ["1 file imports Base (import)", "2 C inherits Base (scip)"],
  },
  {
    name: "a call of a constant is one of the function that it holds, as far as we know it",
    files: {
      "use.ts": dedent`
        import { make } from "./lib";
        export function f() {
          make();
        }
      `,
      "lib.ts": dedent`
        function build(): void {}
        export const tools: any = {};
        export { build as make };
      `,
    },
    uses: [[3, "make", "lib.ts#tools"]],
    want: ["1 file imports build (import)", "3 f calls build (import)", "3 f calls tools (scip)"],
  },
  {
    name: "declarations of a declaration file are called in the file that it speaks for",
    files: {
      "use.ts": dedent`
        import { go } from "./lib.js";
        export function f(x: any) {
          x.go();
        }
      `,
      "lib.d.ts": "export function go(): void;\n",
      "lib.js": "export function go() {}\n",
    },
    uses: [[3, "go", "lib.d.ts#go"]],
    want: ["1 file imports go (import)", "3 f calls go (scip)", "3 f calls go (scip)"],
  },
  {
    name: "overrides: ours where it confirms them, else its own",
    files: {
      "use.ts": dedent`
        import type { I } from './lib';
        export class C implements I {
          go() {}
        }
        export const o = {
          stop() {},
        };
      `,
      "lib.ts": dedent`
        export interface Top { go(): void; stop(): void }
        export interface I extends Top { go(): void }
      `,
    },
    uses: [],
    implementations: [
      [3, "go", "lib.ts#I.go"],
      [3, "go", "lib.ts#Top.go"],
      [6, "stop", "lib.ts#Top.stop"],
    ],
    want: [
      "1 file imports I (import)",
      "2 C implements I (import)",
      "3 C.go overrides I.go (scip)",
      "6 o.stop overrides Top.stop (scip)",
    ],
  },
  {
    name: "C#: an overload is the one it says",
    files: {
      "Use.cs": dedent`
        class Use {
          void M(dynamic x) {
            A.Go(x);
          }
        }
      `,
      "A.cs": dedent`
        static class A {
          public static void Go(int number) {}
          public static void Go(string text) {}
        }
      `,
    },
    uses: [[3, "Go", "A.cs#A.Go"]],
    want: ["3 Use.M calls A.Go (scip)", "3 Use.M references A (import)"],
  },
];

test.each(cases)("$name", ({ want, ...given }) => {
  expect(edgesOf(given)).toEqual(want);
});

describe("a target that is not what it was", () => {
  const files = {
    "use.js": dedent`
      export function f(x) {
        x.go();
      }
    `,
    "A.ts": "export class A { go(): void {} }\n",
  };
  test("is gone: our own resolution stands", () => {
    const sample = programOf(files);
    const facts = factsOf(sample, files["use.js"], [[2, "go", "A.ts#A.go"]]);
    sample.program.remove("A.ts");
    const { edges, unresolvedCalls } = resolveWithScip(sample.program, "use.js", sample.parses.get("use.js")!, facts);
    expect(edges.filter(({ kind }) => kind === "calls")).toMatchObject([{ tier: "unresolved", target: "?go" }]);
    expect(unresolvedCalls).toBe(1);
  });

  test("C#: an overload has come before it: which one was meant is not known any more", () => {
    const csharp = (overloads: string) => ({
      "Use.cs": dedent`
        class Use {
          void M(dynamic x) {
            A.Go(x);
          }
        }
      `,
      "A.cs": dedent`
        static class A {
        ${overloads}  public static void Go(string text) {}
        }
      `,
    });
    const before = programOf(csharp(""));
    const facts = factsOf(before, csharp("")["Use.cs"], [[3, "Go", "A.cs#A.Go"]]);
    const after = programOf(csharp("  public static void Go(int number) {}\n"));
    const { edges } = resolveWithScip(after.program, "Use.cs", after.parses.get("Use.cs")!, facts);
    const calls = edges.filter(({ kind }) => kind === "calls");
    expect(calls.map(({ tier }) => tier)).toEqual(["candidate", "candidate"]);
  });
});

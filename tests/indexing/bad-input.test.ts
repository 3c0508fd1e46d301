/** Odd, broken or huge input: its indexing ends, within the steps of a file, and says no more than is so. */
import { describe, expect, test } from "vitest";
import type { Edge } from "../../src/model/edge.js";
import { MOST_STEPS } from "../../src/resolution/budget.js";
import { resolveFile } from "../../src/resolution/resolve-file.js";
import { dedent } from "../helpers/dedent.js";
import { edgesOf, programOf } from "../resolution/helpers.js";

interface Case {
  name: string;
  files: Record<string, string>;
  of: string;
  has?: string[];
  hasNot?: RegExp[];
}

const cases: Case[] = [
  {
    name: "modules that import each other, through a barrel of themselves",
    files: {
      "a.ts": dedent`
        import { b } from "./b";
        export * from "./index";
        export function a() { b(); }`,
      "b.ts": dedent`
        import { a } from "./index";
        export * from "./a";
        export function b() { a(); }`,
      "index.ts": dedent`
        export * from "./a";
        export * from "./b";`,
    },
    of: "b.ts",
    has: ["b calls a.ts#a (import)"],
  },
  {
    name: "a module that exports itself whole",
    files: {
      "a.ts": dedent`
        import self = require("./a");
        export = self;
        self.two.run();`,
    },
    of: "a.ts",
    hasNot: [/calls [^?]/],
  },
  {
    name: "classes that extend each other: what they declare is found, what they do not is not",
    files: {
      "a.ts": dedent`
        class A extends C { own() { this.theirs(); this.nobodys(); super.own(); } }
        class B extends A {}
        class C extends B { theirs() {} }
        class D { nobodys() {} }`,
    },
    of: "a.ts",
    has: ["A.own calls a.ts#C.theirs (exact)", "A.own calls ?nobodys (unresolved)"],
  },
  {
    name: "aliases that lead to themselves, many times over: what else is in them is found",
    files: {
      "a.ts": `type Loop = ${Array.from({ length: 12 }, (_, at) => `Omit<${at % 2 ? "Loop" : "Other"}, "k${at}">`).join(" & ")};
        type Other = Loop & Partial<Loop> & Own;
        interface Own { run(): void }
        export interface Both extends Loop, Other { own(): void }
        export function use(both: Both) { both.run(); both.own(); }`,
    },
    of: "a.ts",
    has: ["use calls a.ts#Own.run (exact)", "use calls a.ts#Both.own (exact)"],
  },
  {
    name: "C#: types and interfaces that derive from each other",
    files: {
      "a.cs": dedent`
        class A : C { void Own() { Theirs(); Nobodys(); } }
        class B : A { }
        class C : B { public void Theirs() { } }
        interface I : J { }
        interface J : I { void M(); }
        class K : I { public void M() { } }
        class D { public void Nobodys() { } }`,
    },
    of: "a.cs",
    has: ["A.Own calls a.cs#C.Theirs (exact)", "A.Own calls ?Nobodys (unresolved)", "K.M overrides a.cs#J.M (exact)"],
  },
  {
    name: "a missing module: its names are outside, whoever else has them",
    files: {
      "a.ts": dedent`
        import { lost } from "./lost";
        import gone from "gone";
        export function a() { lost(); gone.lost(); }`,
      "b.ts": "export function lost() {}",
    },
    of: "a.ts",
    has: ["a calls lost!lost (external)", "a calls gone!default.lost (external)"],
    hasNot: [/b\.ts/],
  },
  {
    name: "one name declared twice: both are listed, neither is sure",
    files: {
      "a.cs": "namespace N { class Twice { public void M() { } } }",
      "b.cs": "namespace N { class Twice { public void M() { } } }",
      "c.cs": "namespace N { class User { void Use(Twice x) { x.M(); } } }",
    },
    of: "c.cs",
    hasNot: [/calls .*M \((exact|import|unique)\)$/],
  },
  {
    name: "any everywhere: a name alone is never more than unique",
    files: {
      "a.ts": dedent`
        import { B } from "./b";
        export function a(x: any, y: any) { x.common(); x.rare(); x.y.z.rare(); (y as any).common(); x[y](); }`,
      "b.ts": dedent`
        export class B { common() {}
         rare() {} }
        export class C { common() {} }`,
    },
    of: "a.ts",
    has: ["a calls b.ts#B.rare (unique)", "a calls b.ts#B.common (candidate)", "a calls b.ts#C.common (candidate)"],
    hasNot: [/^a calls .*\((exact|import)\)$/],
  },
  {
    name: "several tsconfigs: each file's nearest one counts, and one that is missing or extends itself is none",
    files: {
      "one/tsconfig.json": '{ // a comment\n "compilerOptions": { "paths": { "@/*": ["./src/*"], }, }, }',
      "two/tsconfig.json": '{ "extends": "../nowhere.json", "compilerOptions": { "paths": { "@/*": ["./lib/*"] } } }',
      "three/tsconfig.json": '{ "extends": "./tsconfig.json" }',
      "one/src/f.ts": "export function f() {}",
      "two/lib/f.ts": "export function f() {}",
      "one/a.ts": dedent`
        import { f } from "@/f";
        f();`,
      "two/a.ts": dedent`
        import { f } from "@/f";
        f();`,
      "three/a.ts": dedent`
        import { f } from "@/f";
        f();`,
    },
    of: "two/a.ts",
    has: ["file calls two/lib/f.ts#f (import)"],
    hasNot: [/one\//],
  },
  {
    name: "several solutions: a type of another solution's project is not seen",
    files: {
      "one/App/App.csproj":
        '<Project><ItemGroup><ProjectReference Include="../Lib/Lib.csproj" /></ItemGroup></Project>',
      "one/Lib/Lib.csproj": "<Project />",
      "two/Lib/Lib.csproj": "<Project />",
      "one/App/a.cs": "namespace N; class A { void M(Shared x) { x.Go(); } }",
      "one/Lib/s.cs": "namespace N; public class Shared { public void Go() { } }",
      "two/Lib/s.cs": "namespace N; public class Shared { public void Go() { } }",
    },
    of: "one/App/a.cs",
    has: ["N.A.M calls one/Lib/s.cs#N.Shared.Go (import)"],
    hasNot: [/two\//],
  },
  {
    name: "conditional compilation: what any branch declares can be called",
    files: {
      "a.cs": dedent`
        class A {
        #if NET
          void Fast() { }
        #else
          void Slow() { }
        #endif
          void M() { Fast(); Slow(); }
        #if BROKEN
          void {
        #endif
        }`,
    },
    of: "a.cs",
    has: ["A.M calls a.cs#A.Fast (exact)", "A.M calls a.cs#A.Slow (exact)"],
  },
  {
    name: "half-typed code: what stands around it is as it was",
    files: {
      "a.ts": dedent`
        import { B } from "./b";
        export function before(b: B) { b.run(); }
        export function half(b: B) { b.
        }
        export function after(b: B) { b.run(); }`,
      "b.ts": "export class B { run() {} }",
    },
    of: "a.ts",
    has: ["before calls b.ts#B.run (import)", "after calls b.ts#B.run (import)"],
  },
  {
    name: "C#: half-typed code",
    files: {
      "a.cs": dedent`
        class A {
         void Before() { After(); }
         void Half() { this. 
         }
         void After() { Before(); }
      `,
    },
    of: "a.cs",
    has: ["A.Before calls a.cs#A.After (exact)", "A.After calls a.cs#A.Before (exact)"],
  },
];

test.each(cases)("$name", ({ files, of, has = [], hasNot = [] }) => {
  const edges = edgesOf(programOf(files), of);
  expect(edges).toEqual(expect.arrayContaining(has));
  for (const unwanted of hasNot) expect(edges.filter((edge) => unwanted.test(edge))).toEqual([]);
});

/** Resolves a file that is made of many like lines. */
function resolved(files: Record<string, string>, path: string): Edge[] {
  const { program, parses } = programOf(files);
  const { edges } = resolveFile(program, path, parses.get(path)!);
  expect(program.caches.spent).toBeLessThan(MOST_STEPS);
  return edges;
}
const many = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join("\n");

describe("a lot of it", () => {
  test("a generated file of 50,000 lines", () => {
    const text = `import { log } from "./log";\n${many(
      25_000,
      (at) => dedent`
        export function f${at}() {
          f${at ? at - 1 : 0}(); log(); }`,
    )}`;
    const edges = resolved({ "gen.ts": text, "log.ts": "export function log() {}" }, "gen.ts");
    expect(edges.filter(({ kind, tier }) => kind === "calls" && tier === "exact")).toHaveLength(25_000);
  });

  test("C#: a generated file of 50,000 lines", () => {
    const text = `class Gen : Base {\n${many(25_000, (at) => `  void F${at}() {\n    F${at ? at - 1 : 0}(); Log(); }`)}\n}`;
    const edges = resolved({ "gen.cs": text, "b.cs": "class Base { protected void Log() { } }" }, "gen.cs");
    expect(edges.filter(({ kind, tier }) => kind === "calls" && tier === "exact")).toHaveLength(25_000);
  });

  test("a type of 5,000 members and 500 that implement it", () => {
    const all = many(5000, (at) => `  m${at}(): void;`);
    const edges = resolved(
      {
        "big.ts": dedent`
          export interface Big {
          ${all}
          }`,
        "a.ts": `import { Big } from "./big";\n${many(500, (at) => `export class C${at} implements Big { m${at}() {} m${at + 1}(x: Big) { x.m${at}(); } }`)}`,
      },
      "a.ts",
    );
    expect(edges.filter(({ kind }) => kind === "overrides")).toHaveLength(1000);
    expect(edges.filter(({ kind, rule }) => kind === "calls" && rule === "receiver-type")).toHaveLength(500);
  });

  test("a chain of 2,000 barrels and one of 2,000 classes", () => {
    const files: Record<string, string> = { "m0.ts": "export class C0 { run() {} }" };
    for (let at = 1; at < 2000; at++) {
      files[`m${at}.ts`] = dedent`
        export * from "./m${at - 1}";
        import { C${at - 1} } from "./m${at - 1}";
        export class C${at} extends C${at - 1} {}`;
    }
    files["a.ts"] = dedent`
      import { C0 } from "./m1999";
      import { C200 } from "./m200";
      new C0().run(); new C200().run();`;
    const edges = resolved(files, "a.ts");
    expect(edges.filter(({ kind, tier }) => kind === "calls" && tier === "import").length).toBeGreaterThan(0);
  });
});

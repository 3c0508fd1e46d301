/** Changes between two texts of a file, and the code that each of them breaks. */
import { describe, expect, test } from "vitest";
import type { BreakRule, SymbolChange } from "../../../src/graph/impact/changes.js";
import { compareSides, nameOfChange } from "../../../src/graph/impact/compare.js";
import { languageOf } from "../../../src/languages/index.js";
import { createParser } from "../../../src/languages/parse.js";
import { dedent } from "../../helpers/dedent.js";

const parser = createParser();

async function sideOf(path: string, text: string) {
  const language = languageOf(path);
  if (language === null) throw new Error(`no language has ${path}`);
  await parser.load(language);
  return { path, language, text, parse: parser.parse(language, text) };
}

const compare = async (before: string, after: string, path = "a.ts") =>
  compareSides(await sideOf(path, before), await sideOf(path, after));

/** `removed a: importers a certain` */
const shown = (changes: readonly SymbolChange[]) =>
  changes.map((change) =>
    [`${change.kind} ${nameOfChange(change)}`, change.rules.map(ruleText).join(", ")].filter(Boolean).join(": "),
  );

function ruleText(rule: BreakRule): string {
  const what = {
    importers: () => (rule.who === "importers" ? rule.names.join(" ") : ""),
    calls: () =>
      rule.who === "calls" ? `beyond ${rule.arities.map(({ least, most }) => `${least}-${most}`).join(" ")}` : "",
    tags: () => (rule.who === "tags" ? `${rule.isGone ? "with" : "without"} ${rule.prop}` : ""),
    arguments: () => (rule.who === "arguments" ? `from ${rule.from}` : ""),
    passed: () => (rule.who === "passed" ? `on line ${rule.line}` : ""),
    users: () => "",
    values: () => "",
    derived: () => (rule.on ? `of ${rule.on.qualifiedName}` : ""),
  }[rule.who]();
  return [rule.who, what, rule.sureness].filter(Boolean).join(" ");
}

interface Row {
  name: string;
  before: string;
  after: string;
  want: string[];
}

const EXPORTS: Row[] = [
  {
    name: "an export is gone",
    before: "export function a() {}\nexport const b = 1;",
    after: "export const b = 1;",
    want: ["removed a: importers a certain"],
  },
  {
    name: "a function that was never exported is gone",
    before: "export const b = 1;\nfunction a() {}",
    after: "export const b = 1;",
    want: ["removed a"],
  },
  {
    name: "it is there, and no longer exported",
    before: "export function a() {}",
    after: "function a() {}\nexport {};",
    want: ["signature a: importers a certain"],
  },
  {
    name: "it is exported by another name",
    before: "function a() {}\nexport { a };",
    after: "function a() {}\nexport { a as b };",
    want: ["signature a: importers a certain"],
  },
  {
    name: "a name from elsewhere is passed on no more",
    before: 'export { a } from "./b";\nexport const c = 1;',
    after: "export const c = 1;",
    want: ["removed a: importers a certain"],
  },
  {
    name: "all names of another module are passed on no more",
    before: 'export * from "./b";\nexport const c = 1;',
    after: "export const c = 1;",
    want: ["removed ./b: passed on line 1 certain"],
  },
  {
    name: "it is exported as JavaScript does, which the compiler of TypeScript does not see",
    before: "export const a = () => 1;",
    after: "exports.a = () => 1;",
    want: ["signature a: importers a certain"],
  },
  {
    name: "it has another name",
    before: "export function total(prices: number[]) { return prices.length + 12; }",
    after: "export function sum(prices: number[]) { return prices.length + 12; }",
    want: ["renamed total: importers total certain"],
  },
];

const CALLS: Row[] = [
  {
    name: "one more parameter",
    before: "export function a(b: string) {}",
    after: "export function a(b: string, c: string) {}",
    want: ["signature a: calls beyond 2-2 certain, values likely"],
  },
  {
    name: "one parameter less: what is handed it gives too many, which is left out",
    before: "export function a(b: string, c: string) {}",
    after: "export function a(b: string) {}",
    want: ["signature a: calls beyond 1-1 certain, derived likely"],
  },
  {
    name: "a narrower parameter",
    before: "export function a(b: string, c?: string) {}",
    after: "export function a(b: string, c?: number) {}",
    want: ["signature a: arguments from 2 likely, derived likely"],
  },
  {
    name: "a wider result",
    before: "export function a(): string { return ''; }",
    after: "export function a(): string | null { return ''; }",
    want: ["signature a: arguments from 0 likely, derived likely"],
  },
  {
    name: "a narrower result",
    before: "export function a(): string | null { return ''; }",
    after: "export function a(): string { return ''; }",
    want: ["signature a"],
  },
  {
    name: "another body",
    before: "export function a() { return 1; }",
    after: "export function a() { return 2; }",
    want: ["body a"],
  },
];

const OVERLOADS: Row[] = [
  {
    name: "one of them is gone: calls of its number alone",
    before: dedent`
      export function a(b: string): void;
      export function a(b: string, c: number): void;
      export function a(...all: unknown[]) {}`,
    after: "export function a(b: string): void;\nexport function a(...all: unknown[]) {}",
    want: ["removed a: calls beyond 1-1 certain, arguments from 0 likely"],
  },
  {
    name: "the first is gone, and the others are what they were",
    before: dedent`
      export function a(b: string): void;
      export function a(b: number): void;
      export function a(b: unknown) {}`,
    after: "export function a(b: number): void;\nexport function a(b: unknown) {}",
    want: ["removed a: calls beyond 1-1 certain, arguments from 0 likely"],
  },
  {
    name: "one is left, which has the body",
    before: dedent`
      export function a(b: string): void;
      export function a(b: string, c: number): void;
      export function a(...all: unknown[]) {}`,
    after: "export function a(b: string) {}",
    want: ["removed a: calls beyond 1-1 certain, arguments from 0 likely", "removed a", "signature a"],
  },
  {
    name: "calls do not see the declaration with the body",
    before: "export function a(b: string): void;\nexport function a(b: unknown) {}",
    after: "export function a(b: string): void;\nexport function a(b: unknown, c: string) {}",
    want: ["signature a"],
  },
  {
    name: "one asks for more: what another takes is left alone",
    before: dedent`
      export function a(b: string): void;
      export function a(b: string, c: number): void;
      export function a(...all: unknown[]) {}`,
    after: dedent`
      export function a(b: string): void;
      export function a(b: string, c: number, d: string): void;
      export function a(...all: unknown[]) {}`,
    want: ["signature a: calls beyond 3-3 1-1 certain, values likely"],
  },
];

const TYPES: Row[] = [
  {
    name: "a base is gone",
    before: "export class A<T = string> extends B<T> implements C { d = 1; }",
    after: "export class A<T = string> implements C { d = 1; }",
    want: ["type A: users likely"],
  },
  {
    name: "a type parameter is gone, or has other bounds",
    before: "export class A<T = string, U extends D = D> extends B { d = 1; }",
    after: "export class A<T extends string = string> extends B { d = 1; }",
    want: ["type A"],
  },
  {
    name: "a type parameter is needed",
    before: "export interface A { b: string }",
    after: "export interface A<T> { b: string }",
    want: ["type A: users likely"],
  },
  {
    name: "an alias has one alternative less",
    before: 'export type A = "a" | "b";',
    after: 'export type A = "a";',
    want: ["type A: users likely"],
  },
  {
    name: "an alias has one alternative more",
    before: 'export type A = "a";',
    after: 'export type A = "a" | "b";',
    want: ["type A"],
  },
  {
    name: "a member that implementations need",
    before: "export interface A { b(): void }",
    after: "export interface A { b(): void; c(): void }",
    want: ["added A.c: derived of A certain, tags without c certain"],
  },
  {
    name: "a member that implementations may leave out",
    before: "export interface A { b(): void }",
    after: "export interface A { b(): void; c?(): void }",
    want: ["added A.c"],
  },
  {
    name: "a member is gone",
    before: "export class A { b() {} c() {} }",
    after: "export class A { c() {} }",
    want: ["removed A.b: users certain"],
  },
  {
    name: "a member is private",
    before: "export class A { b() {} }",
    after: "export class A { private b() {} }",
    want: ["signature A.b: users certain"],
  },
  {
    name: "a class is abstract",
    before: "export class A {}",
    after: "export abstract class A {}",
    want: ["signature A: calls beyond  certain"],
  },
];

for (const [title, rows] of Object.entries({ exports: EXPORTS, calls: CALLS, overloads: OVERLOADS, types: TYPES }))
  describe(title, () => {
    for (const { name, before, after, want } of rows)
      test(name, async () => expect(shown(await compare(before, after))).toEqual(want));
  });

test("code that differs in comments and white space alone is the same", async () => {
  expect(
    await compare(
      "export function a(b:string){return b}",
      dedent`
        export function a(b: string) {
          // b
          return b
        }`,
    ),
  ).toEqual([]);
});

test.each([
  ["A.java", "package shop;\n", "import java.util.List;\nimport java.util.Map;\n", "class A { List b; }\n"],
  ["A.cs", "namespace Shop;\n", "using System.Text;\nusing Shop.Stock;\n", "class A { int B; }\n"],
  ["A.kt", "package shop\n", "import shop.stock.Item\nimport shop.stock.Box\n", "class A\n"],
])("imports are no part of the package of a file: %s", async (path, head, imports, rest) => {
  const [first = ""] = imports.split("\n");
  expect(await compare(head + imports + rest, `${head}${first}\n${rest}`, path)).toEqual([]);
});

test("where a function with fewer parameters does not stand in, overrides break with their number", async () => {
  const changes = await compare("class A { void B(int c) { } }", "class A { void B(int c, int d) { } }", "A.cs");
  expect(shown(changes)).toEqual(["signature A.B: calls beyond 2-2 certain, values likely, derived likely"]);
});

describe("the heads of other languages", () => {
  for (const { path, before, after, want } of [
    { path: "a.py", before: "class A(B):\n    c = {1: 2}\n", after: "class A(B):\n    c = {1: 3}\n", want: [] },
    {
      path: "a.py",
      before: "class A(B, C):\n    pass\n",
      after: "class A(B):\n    pass\n",
      want: ["type A: users likely"],
    },
    { path: "A.cs", before: "class A : B, C { }", after: "class A : B { }", want: ["type A: users likely"] },
    { path: "A.java", before: "class A extends B { }", after: "class A { }", want: ["type A: users likely"] },
  ])
    test(`${before.trim()} → ${after.trim()}`, async () => {
      const changes = shown(await compare(before, after, path));
      expect(changes.filter((change) => change.startsWith("type A"))).toEqual(want);
    });
});

describe("methods of Go, which stand outside of their types", () => {
  const source = (make: string, close: string) => dedent`
    package shop

    type Store struct{ name string }

    func Make() *Store { ${make} }

    func (s *Store) Close() error { ${close} }
  `;
  const before = source("return &Store{}", "return nil");

  test.each([
    ["a method", source("return &Store{}", "return err"), ["body Store.Close"]],
    ["a function between a type and its methods", source("return nil", "return nil"), ["body Make"]],
  ])("%s changes alone", async (_name, after, want) => {
    expect(shown(await compare(before, after, "a.go"))).toEqual(want);
  });
});

describe("a member that an interface gains", () => {
  const CASES = [
    { name: "in Java", path: "A.java", gains: "int c();", isAsked: true },
    { name: "in Java, with a body", path: "A.java", gains: "default int c() { return 1; }", isAsked: false },
    { name: "in TypeScript, with a type in braces", path: "a.ts", gains: "c(): { d: number }", isAsked: true },
  ];
  for (const { name, path, gains, isAsked } of CASES)
    test(name, async () => {
      const head = path.endsWith(".ts") ? "export interface A" : "interface A";
      const changes = shown(await compare(`${head} { }`, `${head} { ${gains} }`, path));
      expect(changes.some((change) => change.startsWith("added A.c: derived of A certain"))).toBe(isAsked);
    });
});

describe("a constructor that a class gains", () => {
  const CASES = [
    { name: "the first", had: "", breaks: true },
    { name: "one more", had: "A() {}", breaks: false },
  ];
  for (const { name, had, breaks } of CASES)
    test(name, async () => {
      const changes = shown(await compare(`class A { ${had} }`, `class A { ${had} A(int b) {} }`, "A.java"));
      expect(changes.some((change) => change.includes("calls beyond"))).toBe(breaks);
    });
});

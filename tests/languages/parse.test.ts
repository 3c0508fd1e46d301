/** Parsing in every language, by src/languages/parse.ts: languages of paths, hostile texts, code around errors, and texts that are cut. */
import { beforeAll, describe, expect, test } from "vitest";
import { languageOf, languages } from "../../src/languages/index.js";
import type { Language } from "../../src/languages/language.js";
import { createParser } from "../../src/languages/parse.js";
import type { ParseResult } from "../../src/model/parse-result.js";
import { dedent } from "../helpers/dedent.js";
import { SECRETS } from "../masking/samples.js";

const parser = createParser();
beforeAll(async () => {
  for (const language of languages) await parser.load(language);
});

const named = (name: string): Language => languages.find((language) => language.name === name)!;
const names = (result: ParseResult): string[] => result.symbols.slice(1).map((symbol) => symbol.qualifiedName);

describe("languageOf", () => {
  const cases = [
    { path: "src/a.ts", want: "typescript" },
    { path: "src/a.D.TS", want: "typescript" },
    { path: "a.mts", want: "typescript" },
    { path: "a.tsx", want: "tsx" },
    { path: "a.cjs", want: "javascript" },
    { path: "a.jsx", want: "jsx" },
    { path: "A.cs", want: "csharp" },
    { path: "README.md", want: null },
    { path: "src.ts/Makefile", want: null },
    { path: "", want: null },
  ];
  for (const { path, want } of cases) {
    test(path, () => expect(languageOf(path)?.name ?? null).toBe(want));
  }
});

describe("any text at all gives a result", () => {
  const inputs = [
    "",
    "\uFEFF",
    "\0\0",
    "\r\n\r\n",
    "\ud800",
    "<<<<<<< HEAD\n=======\n>>>>>>>",
    "export",
    "class",
    "import from",
    "`${",
    "/**",
    "@",
    "x.prototype = {",
    "module.exports =",
    "require(",
  ];
  for (const language of languages) {
    for (const input of inputs) {
      test(`${language.name} ${JSON.stringify(input)}`, () => {
        const result = parser.parse(language, input);
        expect(result.symbols[0]).toMatchObject({ name: "", parent: -1 });
        for (const [index, symbol] of result.symbols.entries()) expect(symbol.parent).toBeLessThan(index);
      });
    }
  }
});

describe("declarations around errors are found", () => {
  const cases = [
    {
      name: "before",
      input: dedent`
        class A {}
        const = ;
      `,
      want: ["A"],
    },
    {
      name: "after",
      input: dedent`
        const = ;
        class A {
          m() {}
        }
      `,
      want: ["A", "A.m"],
    },
    {
      name: "conflict markers",
      input: dedent`
        <<<<<<< a
        function f() {}
        =======
        function g() {}
        >>>>>>> b
      `,
      want: ["f", "g"],
    },
    {
      name: "an unclosed class",
      input: dedent`
        class A {
          m() {
            x(;
          n() {}
        }
        export class B {}
      `,
      want: ["A", "A.m", "A.n", "B"],
    },
    {
      name: "an unclosed string",
      input: dedent`
        const a = "x;
        export interface B {
          c: string;
        }
      `,
      want: ["a", "B"],
    },
    {
      name: "an unclosed function",
      input: dedent`
        function f() {
          if (x {
        }

        export function g() {}
        enum E { A }
      `,
      want: ["f", "g", "E"],
    },
    {
      name: "a broken header",
      input: dedent`
        class A extends {
          m() {}
        }
        class B {
          n() {}
        }
      `,
      want: ["A", "A.m", "B", "B.n"],
    },
  ];
  for (const { name, input, want } of cases) {
    test(name, () => {
      const result = parser.parse(named("typescript"), input);
      expect(result.status).toBe("partial");
      expect(names(result)).toEqual(expect.arrayContaining(want));
    });
  }
});

describe("a text that is cut ends before a secret", () => {
  const secret = SECRETS.github;
  // Long enough that the cut after `most` characters falls into the secret.
  const upTo = (most: number) => `${"word ".repeat(most / 5 - 6)}${secret} and more`;
  const cases = [
    {
      language: "typescript",
      most: 2000,
      input: (text: string) => dedent`
        /** ${text} */
        export class A {}`,
    },
    { language: "typescript", most: 2000, input: (text: string) => `export function f(a = "${text}") {}` },
    {
      language: "csharp",
      most: 2000,
      input: (text: string) => dedent`
        /// <summary>${text}</summary>
        class A { }`,
    },
    { language: "csharp", most: 4000, input: (text: string) => `class A { void F(string a = "${text}") { } }` },
  ];
  test.each(cases)("$language, $most", ({ language, most, input }) => {
    const said = JSON.stringify(parser.parse(named(language), input(upTo(most))).symbols);
    expect(said).toContain("word word");
    expect(said).not.toContain(secret.slice(0, 8));
  });
});

test("a generic call signature begins a line of its own, and a type that goes on does not", () => {
  const source = [
    "interface Route {",
    "  <T>(handler: (c: T) => Route): Route<T>",
    "  // a path as well",
    "  <T>(path: string): Route",
    "  close(): void",
    "}",
    "type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends",
    "  <T>() => T extends B ? 1 : 2 ? true : false",
    "type Last = () =>",
    "  <T>(value: T) => T",
    "class Other { run() {} }",
  ].join("\n");
  for (const language of ["typescript", "tsx"])
    expect(names(parser.parse(named(language), source))).toEqual([
      "Route",
      "Route.close",
      "Same",
      "Last",
      "Other",
      "Other.run",
    ]);
});

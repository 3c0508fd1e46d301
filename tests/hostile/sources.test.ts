/** Sources that nobody wrote: long, deep and broken beyond what people do. Each is read, in its time. */
import { beforeAll, describe, expect, test } from "vitest";
import { csharp } from "../../src/languages/csharp/index.js";
import { createParser } from "../../src/languages/parse.js";
import { typescript } from "../../src/languages/typescript/index.js";
import { dedent } from "../helpers/dedent.js";

const parser = createParser();
beforeAll(async () => {
  await parser.load(typescript);
  await parser.load(csharp);
});

describe("TypeScript of any size and depth", () => {
  const depth = 100_000;
  const cases = [
    { name: "parentheses", input: `const a = ${"(".repeat(depth)}f()${")".repeat(depth)};` },
    { name: "arrays", input: `const a = ${"[".repeat(depth)}${"]".repeat(depth)};` },
    { name: "a sum", input: `const a = ${"b + ".repeat(depth)}c;` },
    { name: "a chain of calls", input: `const a = b${".c()".repeat(depth)};` },
    { name: "a chain of members", input: `const a = b${".c".repeat(depth)};` },
    { name: "functions in functions", input: `const a = ${"() => ".repeat(depth / 10)}b;` },
    { name: "a union", input: `const a = 1; type B = ${"C | ".repeat(depth / 10)}D; const d: B = 1;` },
    {
      name: "unclosed braces",
      input: dedent`
        const a = 1;
        ${"{".repeat(depth / 10)}`,
    },
    { name: "a long line", input: `const a = 1; ${"f(1);".repeat(depth)}` },
    { name: "an error in one long line", input: `const a = 1; ) ; ${"g(h, i);".repeat(depth / 4)}` },
    { name: "many exports", input: `export const a = 1;${"export const b = 1;".repeat(depth / 10)}` },
    {
      name: "errors on every line",
      input: dedent`
        const a = 1;
        ${"class { ) ] => function (\n".repeat(2000)}`,
    },
  ];
  for (const { name, input } of cases) {
    test(name, () => {
      const result = parser.parse(typescript, input);
      expect(result.status).not.toBe("failed");
      expect(result.symbols.map(({ qualifiedName }) => qualifiedName)).toContain("a");
    });
  }

  test("a source over 32 KB is read to its end, with offsets in UTF-16 units", () => {
    const source = `${"// é😀\n".repeat(20_000)}export function last() {}\n`;
    const result = parser.parse(typescript, source);
    const last = result.symbols[1]!;
    expect(source.slice(last.start, last.end)).toBe("export function last() {}");
    expect(last.startLine).toBe(20_001);
  });
});

test("a source that takes too long is given up: only the file itself is known", async () => {
  const impatient = createParser({ timeoutMs: 1 });
  await impatient.load(typescript);
  const source = "f(g<h>(1), [2]);\n".repeat(100_000);
  const result = impatient.parse(typescript, source);
  expect(result.status).toBe("failed");
  expect(result.symbols).toHaveLength(1);
  expect(result.lineCount).toBe(100_000);
  expect(impatient.parse(typescript, "const a = 1;").status).toBe("full");
});

test("one name declared 50,000 times", () => {
  const result = parser.parse(typescript, "const a = 1;\n".repeat(50_000));
  expect(result.symbols).toHaveLength(50_001);
});

describe("C# of any size and depth", () => {
  const times = 5_000;
  const cases = [
    { name: "blocks", input: `class A { void M() ${"{ f(x); ".repeat(times)}${"}".repeat(times)} }` },
    { name: "types", input: "class A { ".repeat(times) },
    { name: "chained calls", input: `class A { void M() { a${".b()".repeat(times)}; } }` },
    { name: "lambdas", input: `class A { void M() { f(${"x => ".repeat(times)}1); } }` },
    { name: "initializers", input: `class A { object x = new A ${"{ B = ".repeat(times)}1${"}".repeat(times)}; }` },
    {
      name: "local functions",
      input: `class A { void M() ${"{ void L() { L(); } ".repeat(times)}${"}".repeat(times)} }`,
    },
    { name: "type words", input: "class A : B ".repeat(times) },
    { name: "errors only", input: "public void M( {".repeat(times) },
    { name: "strings in strings", input: `class A { string x = ${'$@"{'.repeat(times)}` },
    { name: "brackets and questions", input: `class A { object x = ${"? [ is [type] ".repeat(times)}` },
    { name: "nested #if", input: `${"#if A\n".repeat(times)}class A { }${"\n#endif".repeat(times)}` },
    { name: "100,000 parentheses", input: `class A { int x = ${"(".repeat(100_000)}1${")".repeat(100_000)}; }` },
  ];
  for (const { name, input } of cases) {
    test(name, () => {
      const { symbols, references } = parser.parse(csharp, input);
      expect(symbols[0]?.kind).toBe("file");
      for (const [index, symbol] of symbols.entries()) expect(symbol.parent).toBeLessThan(index);
      for (const reference of references) expect(reference.from).toBeLessThan(symbols.length);
    });
  }
});

/** Symbols and references of C# samples, by src/languages/csharp, against golden files; and the masks that its grammar needs. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { csharp } from "../../../src/languages/csharp/index.js";
import { maskForGrammar } from "../../../src/languages/csharp/mask/mask.js";
import { createParser } from "../../../src/languages/parse.js";
import { dedent } from "../../helpers/dedent.js";
import { printGolden } from "../golden.js";

const samples = new URL("./samples/", import.meta.url);
const parser = createParser();
await parser.load(csharp);
const read = (source: string) => parser.parse(csharp, source);

describe("samples", () => {
  for (const file of readdirSync(samples).filter((name) => name.endsWith(".cs"))) {
    test(file, async () => {
      const source = readFileSync(new URL(file, samples), "utf8");
      const golden = printGolden(source, read(source));
      await expect(golden).toMatchFileSnapshot(new URL(`${file}.golden`, samples).pathname);
    });
  }
});

describe("maskForGrammar", () => {
  const cases = [
    {
      name: "a modifier stays",
      input: "async Task M() => x(async () => 1);",
      want: "async Task M() => x(async () => 1);",
    },
    { name: "async as a name", input: "Save(async, async: true);", want: "Save(asynk, asynk: true);" },
    {
      name: "a type without a body",
      input: dedent`
        class A : B;
        int x;`,
      want: "class A : B{}int x;",
    },
    {
      name: "a type without a body, with arguments for its base",
      input: "class A() : B(v => new C { D = F(v) });\n",
      want: "class A() : B(v => new C { D = F(v) }){}",
    },
    {
      name: "a constraint is not a type",
      input: "void M<T>() where T : class;\n",
      want: "void M<T>() where T : class;\n",
    },
    { name: "conditional assignment", input: "a?[0] = 1; b?.C = 2; d?.E();", want: "a [0] = 1; b .C = 2; d?.E();" },
    { name: "text in strings", input: 'Log("async, a?[0]"); // async)', want: 'Log("async, a?[0]"); // async)' },
    { name: "an empty collection", input: "x = b ? [] : new int[] { };", want: 'x = b ? "" : new int[] { };' },
    {
      name: "an enum without a body",
      input: dedent`
        enum L : long;
        enum M;
      `,
      want: "enum L : long{}enum M{}",
    },
    {
      name: "a type without a body, with calls in the arguments for its base and a constraint",
      input: dedent`
        class A<T>() : B(f(g(h(i(";"))))) where T : class, I;
        int x;`,
      want: 'class A<T>() : B(f(g(h(i(";"))))) where T : class, I{}int x;',
    },
    {
      name: "a struct of references in parts, and constraints that allow such",
      input: "public ref partial struct A<T> where T : struct, allows ref struct { }",
      want: "public     partial struct A<T> where T : struct, notnull           { }",
    },
    {
      name: "how parameters without types are handed over",
      input: "F((ref a, out b, in c) => a); G(ref a, out b); H(out x) + (ref int a) => a;",
      want: "F((    a,     b,    c) => a); G(ref a, out b); H(out x) + (ref int a) => a;",
    },
    {
      name: "words that could begin an attribute",
      input: "F([property], [type, x], [method.Name]); d = new() { [field] = 1 };",
      want: "F([propert_], [typ_, x], [metho_.Name]); d = new() { [fiel_] = 1 };",
    },
    {
      name: "attributes stay",
      input: "[return: A] [field: B] [type: C] int X(params int[] a) { }",
      want: "[return: A] [field: B] [type: C] int X(       int[] a) { }",
    },
    {
      name: "a discard as a range variable",
      input: "x = from _ in a select f(_ => 1, out _);",
      want: "x = from o in a select f(_ => 1, out _);",
    },
    {
      name: "empty lists and empty patterns",
      input: "x = y switch { [] => 1, _ => [] }; f([[], a[..]]); int[,][] b; string? c = d?[0];",
      want: 'x = y switch { "" => 1, _ => "" }; f(["", a[..]]); int[,][] b; string? c = d [0];',
    },
    {
      name: "patterns of lists",
      input: "x = y is [..] || y is [1, .. var z] || y is { A: [B b, _] c, D: [{ E: 1 }] f } ? [1] : [2];",
      want: "x = y is [ _] || y is [1,    var z] || y is { A: (B b, _) c, D:  { E: 1 }  f } ?+[1] : [2];",
    },
    {
      name: "quotes of a string in the hole of another",
      input: 'x = $"""a{(b ? $@"""{async}""" : @"""")}"" ["; f(async)""";',
      want: 'x = $"""a{(b ? $@"\'\'{asynk}\'\'" : @"""")}"" ["; f(async)""";',
    },
    {
      name: "the format of a hole is text",
      input: 'x = $"{a:async}{(b ? async : c)}{{async}}";',
      want: 'x = $"{a:async}{(b ? asynk : c)}{{async}}";',
    },
    {
      name: "members of another type",
      input: "class A { extension<T>(List<T> a) where T : B { } void M() { extension(1); } }",
      want: "class A { class ext<T>(List<T> a) where T : B { } void M() { extension(1); } }",
    },
    {
      name: "#if around attributes",
      input: dedent`
        [A]
        #if B
        [C]
        #endif
        void M() { }`,
      want: "[A]\n     \n[C]\n      \nvoid M() { }",
    },
    {
      name: "#if around whole statements stays",
      input: dedent`
        #if A
        Foo();
        #else
        Bar();
        #endif
      `,
      want: dedent`
        #if A
        Foo();
        #else
        Bar();
        #endif
      `,
    },
    {
      name: "#if that cuts an expression keeps its first branch",
      input: dedent`
        Call(
        #if A
          one,
        #else
          2,
        #endif
          x);`,
      want: "Call(\n     \n  one,\n     \n    \n      \n  x);",
    },
  ];
  for (const { name, input, want } of cases) {
    test(name, () => {
      expect(maskForGrammar(input)).toBe(want);
      expect(want).toHaveLength(input.length);
    });
  }
});

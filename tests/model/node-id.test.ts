/** Ids of symbols, by src/model/node-id.ts: those that outlive edits, and declarations that share one. */
import { expect, test } from "vitest";
import { externalId, nodeIds } from "../../src/model/node-id.js";
import { dedent } from "../helpers/dedent.js";
import { programOf } from "../resolution/helpers.js";

/** The ids of a source's symbols by qualified name. */
function idsOf(path: string, source: string): Record<string, string[]> {
  const { parses, program } = programOf({ [path]: source });
  const parse = parses.get(path)!;
  const ids = nodeIds(program.files.get(path)!.language, path, parse);
  const byName: Record<string, string[]> = {};
  parse.symbols.forEach((symbol, index) => {
    byName[symbol.qualifiedName] = [...(byName[symbol.qualifiedName] ?? []), ids[index]!];
  });
  return byName;
}

test("an id is 11 characters of base64url and outlives edits around the symbol", () => {
  const before = idsOf("a.ts", "export class A { m() {} }").A!;
  const after = idsOf(
    "a.ts",
    dedent`
      // moved
      const x = 1;

      export class A { n() {} m() { return 1; } }`,
  ).A!;
  expect(before[0]).toMatch(/^[\w-]{11}$/);
  expect(after).toEqual(before);
});

test("the same name in another file is another symbol", () => {
  expect(idsOf("a.ts", "class A {}").A).not.toEqual(idsOf("b.ts", "class A {}").A);
});

test("C# partial types and namespaces are one symbol over files, their members are not", () => {
  const source = "namespace N; partial class C { void M() {} }";
  const [a, b] = [idsOf("a.cs", source), idsOf("b.cs", source)];
  expect(a.N).toEqual(b.N);
  expect(a["N.C"]).toEqual(b["N.C"]);
  expect(a["N.C.M"]).not.toEqual(b["N.C.M"]);
});

test("a partial type and the generic one of its name are two", () => {
  const ids = idsOf("a.cs", "partial class C {} partial class C<T> {}").C!;
  expect(new Set(ids).size).toBe(2);
});

test("TypeScript declarations that merge share an id; C# overloads do not", () => {
  const merged = idsOf(
    "a.ts",
    dedent`
      export interface I { a: 1 }
      export interface I { b: 2 }`,
  ).I!;
  expect(new Set(merged).size).toBe(1);
  const overloads = idsOf("a.cs", "class C { void F(int a) {} void F(string a) {} }")["C.F"]!;
  expect(new Set(overloads).size).toBe(2);
});

test("100,000 names give as many ids", () => {
  const ids = new Set(Array.from({ length: 100_000 }, (_, i) => externalId("lib", `name${i}`)));
  expect(ids.size).toBe(100_000);
});

test("C#: what two arms of an #if declare is one symbol; overloads and local functions of one name are not", () => {
  const ids = idsOf(
    "a.cs",
    `class C {
#if NET8_0
      void Read(int at) {}
      int Size => 1;
#else
      void Read(int at) { }
      int Size => 2;
#endif
      void Read(string at) { }
      void M(int a) { void Local() {} }
      void M(string a) { void Local() {} }
    }`,
  );
  const [first, second, overload] = ids["C.Read"]!;
  expect(second).toBe(first);
  expect(overload).not.toBe(first);
  expect(new Set(ids["C.Size"]).size).toBe(1);
  expect(new Set(ids["C.M.Local"]).size).toBe(2);
});

test("Swift functions that differ in async, static, their results or the constraints around them are symbols of their own", () => {
  const ids = idsOf(
    "a.swift",
    dedent`
      struct Oven {
        func heat() {}
        func heat() async {}
        func read() -> Int { 1 }
        func read() -> String { "" }
        func clean() {}
        static func clean() {}
      }
      extension Array where Element == Int { func sum() {} }
      extension Array where Element == Oven { func sum() {} }`,
  );
  for (const name of ["Oven.heat()", "Oven.read()", "Oven.clean()", "Array.sum()"])
    expect(new Set(ids[name]).size).toBe(2);
});

test("Swift functions in the arms of an #if are one symbol", () => {
  const ids = idsOf(
    "a.swift",
    dedent`
      struct Oven {
        #if DEBUG
        func heat() async -> Int { 1 }
        #else
        func heat() async -> Int { 2 }
        #endif
      }`,
  )["Oven.heat()"]!;
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

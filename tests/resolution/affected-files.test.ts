/** Which files an edit may give other edges: no more than lean on what changed. That they are enough is told by incremental-graph.test.ts. */
import { expect, test } from "vitest";
import { dedent } from "../helpers/dedent.js";
import { programOf, put } from "./helpers.js";

/** Files that nothing touches, so that a change is never more than half of the program. */
const bystanders = (extension: string) =>
  Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`bystander${i}.${extension}`, ""]));

test("an edit inside a function affects its file alone", () => {
  const sample = programOf({
    ...bystanders("ts"),
    "a.ts": "export function f() { return 1; }",
    "b.ts": dedent`
      import { f } from './a';
      export const g = () => f();`,
  });
  sample.program.settle();
  put(sample, "a.ts", "export function f() { return 2; }");
  expect(sample.program.affected()).toEqual(new Set(["a.ts"]));
});

test("a new file that an import was waiting for affects the importer", () => {
  const sample = programOf({
    ...bystanders("ts"),
    "b.ts": dedent`
      import { f } from './a';
      export const g = () => f();`,
  });
  sample.program.settle();
  put(sample, "a.ts", "export function f() {}");
  expect(sample.program.affected()).toEqual(new Set(["a.ts", "b.ts"]));
});

test("a new file that is gone again affects nothing, or the importer that was led to it meanwhile", () => {
  const sample = programOf({
    ...bystanders("ts"),
    "b.ts": dedent`
      import { f } from './a';
      export const g = () => f();`,
  });
  sample.program.settle();
  put(sample, "a.ts", "export function f() {}");
  sample.program.remove("a.ts");
  expect(sample.program.affected()).toEqual(new Set());
  put(sample, "a.ts", "export function f() {}");
  expect(sample.program.affected()).toEqual(new Set(["a.ts", "b.ts"]));
  sample.program.remove("a.ts");
  expect(sample.program.affected()).toContain("b.ts");
});

test("another configuration means everything again; the same one does not", () => {
  const sample = programOf({ "a.ts": "", "b.ts": "" });
  sample.program.settle();
  expect(sample.program.setConfig({ files: new Map() })).toBe(false);
  expect(sample.program.setConfig({ files: new Map([["package.json", "{}"]]) })).toBe(true);
  expect(sample.program.affected()).toEqual(new Set(["a.ts", "b.ts"]));
});

test("a member more of a runtime's type that had more overloads alone affects those who use the type", () => {
  const sample = programOf({
    ...bystanders("ts"),
    "array.d.ts": "interface Array<T> { filter<S>(by: BooleanConstructor): Array<S>; }",
    "a.ts": dedent`
      export function f(all: string[]) {
        return all.map((one) => one);
      }`,
  });
  sample.program.settle();
  put(sample, "array.d.ts", "interface Array<T> { filter<S>(by: BooleanConstructor): Array<S>; lastOne(): T; }");
  expect(sample.program.affected()).toContain("a.ts");
});

test("C#: a type that a global static using names affects those who never name it", () => {
  const sample = programOf({
    ...bystanders("cs"),
    "a.cs": "class A { void M() { Stop(); } }",
    "g.cs": "global using static N.Omega;",
  });
  sample.program.settle();
  put(sample, "o.cs", "namespace N { public class Omega { public static void Find() { } } }");
  expect(sample.program.affected()).toContain("a.cs");
});

test("a module that a file with globals imports affects those who use the globals", () => {
  const sample = programOf({
    ...bystanders("ts"),
    "a.ts": "",
    "globals.ts": dedent`
      import { Alpha } from "./a";
      declare global { var one: Alpha; }`,
    "use.ts": "const two = one.field;",
  });
  sample.program.settle();
  sample.program.remove("a.ts");
  expect(sample.program.affected()).toContain("use.ts");
});

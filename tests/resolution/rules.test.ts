/** The rule of each edge, and the reason of each unresolved call. */
import { expect, test } from "vitest";
import { resolveFile } from "../../src/resolution/resolve-file.js";
import { dedent } from "../helpers/dedent.js";
import { programOf } from "./helpers.js";

/** `line kind target (tier, rule)` for all edges of a file but `contains`, where the target is called by its last name. */
function rulesOf(files: Record<string, string>, path: string, kinds = ["calls"]): string[] {
  const sample = programOf(files);
  const { edges, externals } = resolveFile(sample.program, path, sample.parses.get(path)!);
  const names = new Map(externals.map(({ nodeId, name }) => [nodeId, name]));
  for (const file of sample.program.files.values()) {
    for (const [at, id] of file.nodeIds.entries()) names.set(id, file.symbols[at]!.name || file.path);
  }
  return edges
    .filter((edge) => kinds.includes(edge.kind))
    .map(({ line, target, tier, rule }) => `${line} ${names.get(target) ?? target} (${tier}, ${rule})`);
}

test("TypeScript: calls", () => {
  const files = {
    "lib.ts": [
      "export function helper() {}",
      "export class Base { shared() {} }",
      "export class Odd { openOdd() {} close() {} }",
      "export class Even { close() {} }",
      ...["A", "B", "C", "D", "E"].map((name) => `export class ${name} { many() {} }`),
    ].join("\n"),
    "a.ts": [
      'import { Base, helper } from "./lib";', // 1
      'import { join } from "node:path";',
      "function local() {}",
      "class Job extends Base {",
      "  run() {}",
      "  all(x, list: { key: () => void }) {", // 6
      "    local();",
      "    helper();",
      '    join("a", "b");',
      "    this.run();", // 10
      "    this.shared();",
      "    super.shared();",
      "    x.openOdd();",
      "    x.close();",
      "    x.many();", // 15
      "    x.local();",
      "    this.helper();",
      "    many();",
      "    x();",
      "  }",
      "}",
    ].join("\n"),
  };
  expect(rulesOf(files, "a.ts")).toMatchInlineSnapshot(`
    [
      "7 local (exact, scope)",
      "8 helper (import, import)",
      "9 join (external, library)",
      "10 run (exact, receiver-type)",
      "11 shared (import, inherited)",
      "12 shared (import, receiver-type)",
      "13 openOdd (unique, unique-name)",
      "14 close (candidate, same-name)",
      "14 close (candidate, same-name)",
      "15 ?many (unresolved, too-many)",
      "16 ?local (unresolved, unknown-receiver)",
      "17 ?helper (unresolved, no-such-member)",
      "18 ?many (unresolved, undeclared-name)",
      "19 ? (unresolved, unknown-value)",
    ]
  `);
});

test("TypeScript: inheritance and overriding", () => {
  const files = {
    "a.ts": dedent`
      export interface Shape { area(): number }
      export class Flat implements Shape { area() { return 1; } }`,
    "b.ts": dedent`
      import { Flat } from "./a";
      class Square extends Flat { area() { return 2; } }`,
  };
  expect(rulesOf(files, "a.ts", ["implements", "overrides"])).toMatchInlineSnapshot(`
    [
      "2 Shape (exact, scope)",
      "2 area (exact, override)",
    ]
  `);
  expect(rulesOf(files, "b.ts", ["imports", "inherits", "overrides"])).toMatchInlineSnapshot(`
    [
      "1 a.ts (import, import)",
      "1 Flat (import, import)",
      "2 Flat (import, import)",
      "2 area (import, override)",
    ]
  `);
});

test("C#: calls", () => {
  const files = {
    "Base.cs": dedent`
      namespace App;
      public class Base { protected void Shared() {} public void Draw(int x) {} public void Draw(string x) {} }
      public static class More { public static void Twice(this Base b) {} public static void Plain() {} }`,
    "Job.cs": [
      "using static App.More;", // 1
      "namespace App.Jobs;",
      "class Job : Base {",
      "  Base field;",
      "  void Own() {}", // 5
      "  void All(dynamic x) {",
      "    Own();",
      "    Shared();",
      "    field.Twice();",
      "    field.Draw(x);", // 10
      "    More.Plain();",
      "    Plain();",
      '    int.Parse("1");',
      "    x.Own();",
      "    field.Own();", // 15
      "    new Job();",
      "  }",
      "}",
    ].join("\n"),
  };
  expect(rulesOf(files, "Job.cs")).toMatchInlineSnapshot(`
    [
      "7 Own (exact, scope)",
      "8 Shared (import, inherited)",
      "9 Twice (import, extension)",
      "10 Draw (candidate, overload)",
      "10 Draw (candidate, overload)",
      "11 Plain (import, import)",
      "12 Plain (import, import)",
      "13 int.Parse (external, library)",
      "14 Own (unique, unique-name)",
      "15 ?Own (unresolved, no-such-member)",
      "16 Job (exact, scope)",
    ]
  `);
});

test("code of another language has a name that a call on a value of unknown type does not mean", () => {
  const files = {
    "models.py": dedent`
      class Alert:
          def evaluate(self):
              return 1`,
    "page.js": "export class Page { evaluate() {} }",
    "checks.py": dedent`
      from models import Alert

      def check(alert):
          alert.evaluate()`,
  };
  expect(rulesOf(files, "checks.py")).toEqual(["4 evaluate (unique, unique-name)"]);
  const ofPython = { ...files, "rules.py": "def evaluate():\n    return 2" };
  const readByShape = {
    ...files,
    "native.rs": dedent`
      pub fn evaluate() -> i32 {
          2
      }`,
  };
  for (const others of [ofPython, readByShape])
    expect(rulesOf(others, "checks.py")).toEqual([
      "4 evaluate (candidate, same-name)",
      "4 ?evaluate (unresolved, unknown-receiver)",
    ]);
});

test("members that a part of an intersection declares in another file are found by import, and by its type", () => {
  const files = {
    "app.ts": "export interface Client { close(): void; open(): void }",
    "a.ts": `
      import type { Client } from "./app";
      export function stop(one: Client & { port: number }) { one.open(); }`,
  };
  expect(rulesOf(files, "a.ts")).toEqual(["3 open (import, receiver-type)"]);
});

test("a property of a type without a name is not a use of the class that it holds, and a call of it makes one", () => {
  const files = {
    "repo.ts": "export class Repo {}",
    "a.ts": `
      import { Repo } from "./repo";
      export function open(given: { type: typeof Repo }, value: unknown) {
        if (value instanceof given.type) return value;
        return new given.type();
      }`,
  };
  expect(rulesOf(files, "a.ts", ["calls", "references"])).toEqual([
    "3 Repo (import, import)",
    "5 Repo (import, import)",
  ]);
});

test("each call is told: of a member that nothing declares, of a value, of what has no name", () => {
  const files = {
    "A.cs": [
      "using System;", // 1
      "using Azure.Storage.Blobs;",
      "class A {",
      "  void Up(BlobServiceClient service, Action<string> done, Action[] all) {",
      '    var blob = service.GetBlobContainerClient("x").GetBlobClient("y");', // 5
      "    blob.Upload();",
      '    done("a");',
      "    all[0]();",
      "    Make()();",
      "    Action local = Up2;", // 10
      "    local();",
      "    ((Action)local)();",
      "    Take(new());",
      "    new { Size = 1 }.Describe();",
      "  }",
      "  Action Make() => Up2;", // 16
      "  void Up2() {}",
      "  void Take(A a) {}",
      "  T New<T>() where T : new() => new T();",
      "}",
    ].join("\n"),
    "b.ts": [
      'import { client } from "azure";', // 1
      "export function up(done: () => void, all: Record<string, () => void>, key: string) {",
      "  client().blob().upload();",
      "  done();",
      "  all[key]();", // 5
      "  make()();",
      "  (done ?? make())();",
      "  new (pick())();",
      "  make.bind(null)();",
      "  make.call(null);", // 10
      "}",
      "function make() { return () => {}; }",
      "function pick() { return Map; }",
    ].join("\n"),
  };
  const unresolvedIn = (path: string) => rulesOf(files, path).filter((edge) => edge.includes("unresolved"));
  expect(unresolvedIn("A.cs")).toMatchInlineSnapshot(`
    [
      "5 ?GetBlobClient (unresolved, undeclared-name)",
      "6 ?Upload (unresolved, undeclared-name)",
      "7 ? (unresolved, unknown-value)",
      "8 ? (unresolved, unknown-value)",
      "9 ? (unresolved, unknown-value)",
      "11 ? (unresolved, unknown-value)",
      "12 ? (unresolved, unknown-value)",
      "14 ?Describe (unresolved, undeclared-name)",
      "19 ? (unresolved, unknown-value)",
    ]
  `);
  expect(unresolvedIn("b.ts")).toMatchInlineSnapshot(`
    [
      "3 ?upload (unresolved, undeclared-name)",
      "3 ?blob (unresolved, undeclared-name)",
      "4 ? (unresolved, unknown-value)",
      "5 ? (unresolved, unknown-value)",
      "6 ? (unresolved, unknown-value)",
      "7 ? (unresolved, unknown-value)",
      "8 ? (unresolved, unknown-value)",
    ]
  `);
});

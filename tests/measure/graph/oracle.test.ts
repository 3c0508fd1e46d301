/** Answers of the TypeScript compiler about uses of names, by src/measure/graph/oracle.ts. */
import { describe, expect, test } from "vitest";
import type { Use } from "../../../src/measure/graph/fact.js";
import { askCompiler } from "../../../src/measure/graph/oracle.js";
import { temporaryFolder } from "../../helpers/folders.js";

const FILES: Record<string, string> = {
  "store.ts": `
export interface Store { get(key: string): string }
export class MemoryStore implements Store {
  constructor(readonly size: number) {}
  get(key: string) { return key; }
}
export class Other {}
export const open = () => new MemoryStore(1);
export function read() {}
`,
  "use.ts": `
import { MemoryStore as Memory, type Store, read } from "./store";
import * as all from "./store";
import { gone } from "missing";
class Service {
  constructor(private store: Store) {}
  run() { return this.store.get("a"); }
}
const made = new Memory(1);
made.get("b");
all.open().get("c");
const { get } = made;
get("d");
read.call(null);
[1].map(String);
gone.run();
const other = new all.Other();
function local(read: () => void) { read(); }
`,
  "old.cjs": `
class Base { start() {} }
module.exports = Base;
`,
  "older.cjs": `
const Base = require("./old.cjs");
class Derived extends Base { start() { super.start(); } }
new Base();
require("./make.cjs")();
const make = require("./make.cjs");
make();
`,
  "make.cjs": `
module.exports = function make() {};
`,
};

const folder = temporaryFolder(FILES);
const { uses } = askCompiler(folder, Object.keys(FILES), null);

/** "get → get (MethodSignature, store.ts:2)" for each use of a kind on a line. */
function said(path: string, line: number, kind: Use["kind"]): string[] {
  return uses
    .filter((use) => use.path === path && use.line === line && use.kind === kind)
    .map(({ name, where, declarations, also }) => {
      const targets = [...declarations, ...also].map((one) => `${one.name} (${one.syntax}, ${one.path}:${one.line})`);
      return `${name} → ${targets.join(" or ") || where}`;
    });
}

describe("answers of the compiler", () => {
  const cases: { name: string; at: [path: string, line: number, kind: Use["kind"]]; want: string[] }[] = [
    {
      name: "a call through a field has the interface's member as target",
      at: ["use.ts", 7, "call"],
      want: ["get → get (MethodSignature, store.ts:2)"],
    },
    {
      name: "a class is made by its constructor, whatever it is imported as",
      at: ["use.ts", 9, "call"],
      want: ["Memory → constructor (Constructor, store.ts:4)"],
    },
    {
      name: "a call on a variable",
      at: ["use.ts", 10, "call"],
      want: ["get → get (MethodDeclaration, store.ts:5)"],
    },
    {
      name: "calls of a namespace's member, and on its result",
      at: ["use.ts", 11, "call"],
      want: [
        "open → open (VariableDeclaration, store.ts:8) or open (ArrowFunction, store.ts:8)",
        "get → get (MethodDeclaration, store.ts:5)",
      ],
    },
    {
      name: "a pattern uses the property",
      at: ["use.ts", 12, "reference"],
      want: ["get → get (MethodDeclaration, store.ts:5)", "made → made (VariableDeclaration, use.ts:9)"],
    },
    {
      name: "a call of a local that a pattern has taken is one of the method",
      at: ["use.ts", 13, "call"],
      want: [
        "get → get (BindingElement, use.ts:12) or get (MethodDeclaration, store.ts:5) or get (MethodDeclaration, store.ts:5)",
      ],
    },
    {
      name: "f.call() calls f",
      at: ["use.ts", 14, "call"],
      want: ["read → read (FunctionDeclaration, store.ts:9)", "call → outside"],
    },
    { name: "the runtime's own is outside", at: ["use.ts", 15, "call"], want: ["map → outside"] },
    { name: "a value of a missing package is undecided", at: ["use.ts", 16, "call"], want: ["run → undecided"] },
    {
      name: "a class without a constructor is made itself",
      at: ["use.ts", 17, "call"],
      want: ["Other → Other (ClassDeclaration, store.ts:7)"],
    },
    {
      name: "a parameter hides an import of its name",
      at: ["use.ts", 18, "call"],
      want: ["read → read (Parameter, use.ts:18)"],
    },
    {
      name: "a class implements",
      at: ["store.ts", 3, "heritage"],
      want: ["Store → Store (InterfaceDeclaration, store.ts:2)"],
    },
    {
      name: "and its members do",
      at: ["store.ts", 5, "override"],
      want: ["get → get (MethodSignature, store.ts:2)"],
    },
    {
      name: "module.exports = Base is Base",
      at: ["older.cjs", 3, "heritage"],
      want: ["Base → Base (ClassDeclaration, old.cjs:2)"],
    },
    {
      name: "the result of require(), called at once, is not known",
      at: ["older.cjs", 5, "call"],
      want: ["require → outside", "./make.cjs → undecided"],
    },
    {
      name: "a function that is exported where it is made has its own name",
      at: ["older.cjs", 7, "call"],
      want: ["make → make (BinaryExpression, make.cjs:2) or make (FunctionExpression, make.cjs:2)"],
    },
    {
      name: "super.start()",
      at: ["older.cjs", 3, "call"],
      want: ["start → start (MethodDeclaration, old.cjs:2)"],
    },
  ];
  test.each(cases)("$name", ({ at, want }) => {
    expect(said(...at)).toEqual(want);
  });

  test("names how a use is written", () => {
    const shapes = uses.filter(({ path, kind }) => path === "use.ts" && kind === "call").map(({ shape }) => shape);
    expect(shapes).toEqual([
      "this.f.m()",
      "new imported()",
      "module-variable.m()",
      "namespace-import.m()",
      "f().m()",
      "destructured()",
      "imported()",
      "imported.m()",
      "(ArrayLiteralExpression).m()",
      "imported.m()",
      "new namespace-import.m()",
      "parameter()",
    ]);
  });
});

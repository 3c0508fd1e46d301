/** Silent misses, by src/measure/graph/silent.ts: calls that an answer about their target would not reveal. */
import { expect, test } from "vitest";
import type { Declaration, OurEdge, OurIndex, OurSymbol, Use } from "../../../src/measure/graph/fact.js";
import { judge } from "../../../src/measure/graph/judge.js";
import { silentMisses, silentText } from "../../../src/measure/graph/silent.js";

const symbol = (nodeId: string, kind: string, nameLine: number, parent: string | null): OurSymbol => ({
  nodeId,
  path: "a.ts",
  name: kind === "constructor" ? "constructor" : nodeId,
  qualifiedName: nodeId,
  kind,
  nameLine,
  start: nameLine * 10,
  end: nameLine * 10 + 9,
  parent,
});
const symbols = [
  { ...symbol("file", "file", 1, null), name: "", start: 0, end: 900 },
  symbol("read", "method", 2, "file"),
  symbol("Store", "class", 3, "file"),
  symbol("make", "constructor", 4, "Store"),
  symbol("base", "method", 5, "file"),
];
const declared = (name: string, line: number, syntax: string): Declaration => ({
  path: "a.ts",
  name,
  line,
  offset: line * 10,
  syntax,
});
const READ = declared("read", 2, "MethodDeclaration");
const MAKE = declared("constructor", 4, "Constructor");

function told(declaration: Declaration, edges: Partial<OurEdge>[], errorRanges: [number, number][] = []) {
  const use: Use = {
    kind: "call",
    path: "a.ts",
    line: 30,
    offset: 800,
    name: "alias",
    shape: "f()",
    where: "inside",
    declarations: [declaration],
    also: [],
  };
  const plain = { path: "a.ts", line: 30, source: "file", kind: "calls", tier: "unresolved", rule: "unknown-value" };
  const index: OurIndex = {
    symbols,
    edges: edges.map((edge) => ({ ...plain, target: "", ...edge })),
    paths: ["a.ts"],
    errorRanges: new Map([["a.ts", errorRanges]]),
  };
  const found = silentMisses(judge(index, [use], new Set(["a.ts"])), index, () => "");
  expect(found.calls).toBe(1);
  return found.silent === 0;
}

test.each([
  { name: "nothing at all", edges: [], want: false },
  { name: "an edge of any tier", edges: [{ tier: "candidate", target: "read" }], want: true },
  { name: "unresolved under its name", edges: [{ target: "?read" }], want: true },
  { name: "unresolved under another name", edges: [{ target: "?alias" }], want: false },
  { name: "unresolved without a name", edges: [{ target: "?" }], want: true },
  { name: "unresolved elsewhere", edges: [{ target: "?read", line: 31 }], want: false },
  { name: "another target", edges: [{ tier: "exact", target: "base" }], want: false },
  {
    name: "a library's member of its name",
    edges: [{ tier: "external", target: "x", outside: "Reader.read" }],
    want: true,
  },
  {
    name: "a library's function of its name",
    edges: [{ tier: "external", target: "x", outside: "read" }],
    want: false,
  },
  {
    name: "a target that is not in the index",
    edges: [{ tier: "external", rule: "not-indexed", target: "x" }],
    want: true,
  },
  {
    name: "a member that it overrides",
    edges: [
      { tier: "exact", target: "base" },
      { kind: "overrides", tier: "exact", source: "read", target: "base", line: 2 },
    ],
    want: true,
  },
])("$name: told is $want", ({ edges, want }) => {
  expect(told(READ, edges)).toBe(want);
});

test("of a constructor it is the name of its class that counts", () => {
  expect(told(MAKE, [{ target: "?Store" }])).toBe(true);
  expect(told(MAKE, [{ target: "?constructor" }])).toBe(false);
});

test("a call in a line that did not parse is told of", () => {
  expect(told(READ, [], [[29, 30]])).toBe(true);
  expect(told(READ, [], [[31, 40]])).toBe(false);
});

test("in 10,000 calls", () => {
  expect(silentText({ silent: 3, calls: 20_000 })).toBe("3 of 20000 calls (1.5 in 10,000)");
  expect(silentText({ silent: 0, calls: 0 })).toBe("0 of 0 calls (0.0 in 10,000)");
});

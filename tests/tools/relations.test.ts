import { expect, test } from "vitest";
import { incomingCappedLines, unresolvedLines } from "../../src/format/symbols.js";
import getCallees from "../../src/tools/get-callees.js";
import getDependencies from "../../src/tools/get-dependencies.js";
import getDependents from "../../src/tools/get-dependents.js";
import getImplementations from "../../src/tools/get-implementations.js";
import getReferences from "../../src/tools/get-references.js";
import { seedGraph } from "../graph/fixture.js";
import { runTool } from "../graph/run-tool.js";
import { useSample } from "../graph/with-sample.js";

const sample = useSample();

test("get_callees: in source order, libraries as external, unknown targets named", async () => {
  const { output, text } = await runTool(getCallees, { node_id: "svcLogin" }, sample);
  expect(output.results).toMatchObject([
    { node_id: "svcHash", file_path: "src/auth.ts", line_start: 22, lines: [12, 14], confidence: "exact" },
    { name: "info", module: "pino", node_type: "external", file_path: null, line: 13, confidence: "external" },
  ]);
  expect(output.less_sure).toBe(1);
  expect(output.unresolved).toEqual({
    count: 1,
    by_reason: { "unknown-receiver": 1 },
    locations: [{ name: "audit", file_path: "src/auth.ts", line: 15, reason: "unknown-receiver" }],
  });
  expect(text.split("\n")).toEqual([
    "2 callees of AuthService.login (src/auth.ts:10), calls in 3 lines",
    "12, 14  AuthService.hash  src/auth.ts:22",
    "13  info  (outside: pino)",
    "Not listed, because less sure: 1 callee. min_confidence=candidate lists them.",
    "",
    "1 call in it with an unknown target (unknown-receiver 1): audit src/auth.ts:15",
  ]);
});

test("get_callees of an interface's member: the member itself, and its implementations marked as such", async () => {
  const { output, text } = await runTool(getCallees, { node_id: "appHandle" }, sample);
  expect(output.results.map(({ node_id }) => node_id)).toEqual(["authLogin", "appHandle"]);
  expect(output.implementations).toMatchObject([{ node_id: "svcLogin", via: "authLogin", edge_type: "overrides" }]);
  expect(text).toContain(
    "1 implementation of what is called, where the calls may end:\nsrc/auth.ts:10  AuthService.login  via Auth.login",
  );
});

test("each relation says what made it; what was recorded before rules were is marked as such", async () => {
  const { output } = await runTool(getDependencies, { node_id: "svcLogin" }, sample);
  expect(output.results.map(({ name, rule }) => `${name} ${rule}`)).toEqual([
    "login override",
    "hash receiver-type",
    "info unrecorded",
  ]);
});

const unresolved = [
  { tool: getReferences, id: "svcLogin", want: { "unknown-receiver": 1, "no-such-member": 1 } },
  { tool: getReferences, id: "svcHash", want: {} },
  { tool: getDependencies, id: "svcClass", want: { "unknown-receiver": 1 } },
  { tool: getDependents, id: "svcClass", want: { "unknown-receiver": 1, "no-such-member": 1 } },
  { tool: getImplementations, id: "authIface", want: { "undeclared-name": 1 } },
];
test.each(unresolved)("$tool.name of $id: how much is unknown, and why", async ({ tool, id, want }) => {
  const { output } = await runTool(tool as typeof getReferences, { node_id: id }, sample);
  expect(output.unresolved.by_reason).toEqual(want);
  expect(output.unresolved.count).toBe(Object.values(want).reduce((sum: number, count) => sum + count, 0));
});

test("get_callees of a class: what its members call, naming the member", async () => {
  const { output } = await runTool(getCallees, { node_id: "svcClass", include_external: false }, sample);
  expect(output.results.map(({ node_id, via_name }) => [node_id, via_name])).toEqual([
    ["svcHash", "AuthService.login"],
  ]);
});

test("get_callees of a partial class: the calls in all its parts", async () => {
  const { output } = await runTool(getCallees, { node_id: "cartClass" }, sample);
  expect(output.results.map(({ node_id, line }) => [node_id, line])).toEqual([["cartAdd", 7]]);
});

test("get_callees of a candidate with overloads: the implementation's place", async () => {
  const { output } = await runTool(getCallees, { node_id: "svcLogin", min_confidence: "candidate" }, sample);
  expect(output.results.at(-1)).toMatchObject({ node_id: "parseFn", line_start: 3, confidence: "candidate" });
});

test("get_callees follows chains", async () => {
  const { output } = await runTool(getCallees, { node_id: "file-src-app-ts", depth: 2 }, sample);
  const steps = output.results.map(({ node_id, depth }) => `${depth} ${node_id}`);
  expect(steps).toContain("2 svcHash");
  expect(new Set(steps).size).toBe(steps.length);
});

test("get_implementations: objects of the type behind what is declared to implement it, marked", async () => {
  const of = (from: number, kind: "implements" | "overrides", to: string) => ({
    from,
    kind,
    tier: "exact" as const,
    line: from + 10,
    to,
  });
  const symbol = (id: string, kind: "interface" | "method" | "constant" | "class", parent = 0) => ({
    id,
    kind,
    name: id,
    parent,
    lines: [1, 1] as [number, number],
  });
  const file = {
    path: "src/shapes.ts",
    language: "typescript",
    symbols: [
      symbol("shape", "interface"),
      symbol("shapeDraw", "method", 1),
      symbol("literal", "constant"),
      symbol("literalDraw", "method", 3),
      symbol("circle", "class"),
      symbol("circleDraw", "method", 5),
    ],
    edges: [
      of(3, "implements", "shape"),
      of(5, "implements", "shape"),
      of(4, "overrides", "shapeDraw"),
      of(6, "overrides", "shapeDraw"),
    ],
  };
  const view = await seedGraph(sample.db, "shapes", [file], 4001);
  const type = await runTool(getImplementations, { node_id: "shape" }, { db: sample.db, view });
  expect(type.output.results.map(({ node_id, is_object }) => [node_id, is_object])).toEqual([
    ["circle", undefined],
    ["literal", true],
  ]);
  expect(type.text.split("\n")).toEqual([
    "2 implementations of interface shape (src/shapes.ts:1) (each: implements)",
    "src/shapes.ts:15  class circle",
    "src/shapes.ts:13  constant literal  object",
  ]);
  const member = await runTool(getImplementations, { node_id: "shapeDraw" }, { db: sample.db, view });
  expect(member.output.results.map(({ node_id, is_object }) => [node_id, is_object])).toEqual([
    ["circleDraw", undefined],
    ["literalDraw", true],
  ]);
});

const implementations = [
  { name: "of an interface", id: "authIface", depth: 1, want: ["1 implements svcClass"] },
  { name: "of an interface's member", id: "authLogin", depth: 1, want: ["1 overrides svcLogin"] },
  { name: "of a partial class", id: "cartClass", depth: 1, want: ["1 inherits cartSub"] },
  { name: "of subclasses too", id: "cartClass", depth: 2, want: ["1 inherits cartSub", "2 inherits cartSubSub"] },
  { name: "of a function: none", id: "appStart", depth: 1, want: [] },
];
test.each(implementations)("get_implementations $name", async ({ id, depth, want }) => {
  const { output } = await runTool(getImplementations, { node_id: id, depth }, sample);
  expect(output.results.map((each) => `${each.depth} ${each.edge_type} ${each.node_id}`)).toEqual(want);
});

test("get_references: every kind of use, by file", async () => {
  const { output, text } = await runTool(getReferences, { node_id: "svcClass" }, sample);
  expect(output.results.map(({ edge_type, node_id, line }) => `${line} ${edge_type} ${node_id}`)).toEqual([
    "1 imports file-src-app-ts",
    "4 calls appStart",
    "4 references appStart",
  ]);
  expect(text.split("\n")).toEqual([
    "2 users of AuthService (src/auth.ts:5), 2 lines in 1 file",
    "src/app.ts",
    "  1  imports",
    "  4  start  calls, references",
    "      const auth = new AuthService();",
    "",
    "Uses of its members from outside it, 3 lines, of 2 members:",
    "  login 2  src/app.ts:5, 9",
    "  hash 1  src/legacy.js:3",
    "",
    "Not listed: 2 uses through Auth [authIface], which it implements or overrides: they may come here. get_references of that lists them.",
  ]);
});

test("get_references of one kind", async () => {
  const { output } = await runTool(getReferences, { node_id: "authIface", edge_type: "accepts" }, sample);
  expect(output.results.map(({ node_id }) => node_id)).toEqual(["appHandle"]);
});

test("get_references with edge_type contains: what a class is declared in, not what it contains", async () => {
  const { output } = await runTool(getReferences, { node_id: "svcClass", edge_type: "contains" }, sample);
  expect(output.results.map(({ node_id }) => node_id)).toEqual(["file-src-auth-ts"]);
  expect(output.by_confidence.exact).toBe(1);
});

test("get_dependencies of a file: what leaves it, not what stays inside", async () => {
  const { output } = await runTool(getDependencies, { node_id: "file-src-app-ts" }, sample);
  const targets = output.results.map(({ node_id, edge_type }) => `${edge_type} ${node_id}`);
  expect(targets).toContain("imports file-src-auth-ts");
  expect(targets).toContain("calls svcLogin");
  expect(targets).not.toContain("calls appStart");
  expect(output.results.every(({ direction }) => direction === "outgoing")).toBe(true);
});

test("get_dependencies with edge_type contains: what is declared directly inside", async () => {
  const { output } = await runTool(getDependencies, { node_id: "cartClass", edge_type: "contains" }, sample);
  expect(output.results.map(({ node_id }) => node_id)).toEqual(["cartTotal", "cartAdd"]);
});

test("get_dependents of a class: users of it and of its members, naming no member where it is several", async () => {
  const { output } = await runTool(getDependents, { node_id: "svcClass" }, sample);
  expect(output.results.map(({ node_id, edge_type, via_name }) => [node_id, edge_type, via_name])).toEqual([
    ["appStart", "calls", undefined],
    ["file-src-app-ts", "imports", undefined],
    ["appStart", "references", undefined],
    ["legacyRun", "calls", "AuthService.hash"],
  ]);
  expect(output.results.at(-1)).toMatchObject({ confidence: "unique" });
  expect(output.less_sure).toBe(1);
});

test.each([
  { tool: getCallees, place: "src/auth.ts:12", id: "svcLogin" },
  { tool: getReferences, place: "src/auth.ts:5", id: "svcClass" },
  { tool: getImplementations, place: "src/auth.ts:1", id: "authIface" },
  { tool: getDependencies, place: "src/app.ts", id: "file-src-app-ts" },
  { tool: getDependents, place: "src/auth.ts", id: "file-src-auth-ts" },
])("$tool.name of $place is that of the symbol there", async ({ tool, place, id }) => {
  const [byPlace, byId] = await Promise.all(
    [place, id].map((node_id) => runTool(tool as typeof getReferences, { node_id }, sample)),
  );
  expect(byPlace!.output.total).toBeGreaterThan(0);
  expect(byPlace).toEqual(byId);
});

test("get_dependents with edge_type contains: what it is declared in", async () => {
  const { output } = await runTool(getDependents, { node_id: "cartClass", edge_type: "contains" }, sample);
  expect(output.results.map(({ file_path }) => file_path)).toEqual(["Shop/Cart.Totals.cs", "Shop/Cart.cs"]);
});

test("unresolved calls in a symbol: what may be the project's first, and what nothing declares by itself", () => {
  const at = (name: string, line: number, reason: "unknown-receiver" | "undeclared-name") => ({
    name,
    file_path: "a.ts",
    line,
    reason,
  });
  const locations = [at("save", 9, "unknown-receiver"), at("trim", 4, "undeclared-name")];
  const fields = { count: 4, by_reason: { "undeclared-name": 3, "unknown-receiver": 1 }, locations };
  expect(unresolvedLines(fields, { one: "call", where: "in it", withName: true, byName: false })).toEqual([
    "",
    "1 call in it with an unknown target (unknown-receiver 1): save a.ts:9",
    "3 calls in it of names that nothing it sees declares, most likely a library's (undeclared-name): trim a.ts:4, …",
  ]);
});

test.each([
  { references: 1, words: "there is 1 more reference in 1 file (test 1)." },
  { references: 2, words: "there are 2 more references in 1 file (test 2)." },
])("what a list leaves out, in words: $words", ({ references, words }) => {
  const left_out = { references, files: 1, by_place: { test: references } };
  expect(incomingCappedLines({ capped: true, left_out }, { narrower: [], followed: "" }).join()).toContain(words);
});

test("unresolved calls of a symbol with thousands on libraries: the few others are all told", async () => {
  const calls = (count: number, rule: "undeclared-name" | "unknown-receiver", to: string) =>
    Array.from({ length: count }, (_, at) => ({
      from: 1,
      kind: "calls" as const,
      tier: "unresolved" as const,
      rule,
      line: at + 1,
      to: `?${to}`,
    }));
  const file = {
    path: "src/many.test.ts",
    language: "typescript",
    symbols: [{ id: "many", kind: "function" as const, name: "many", lines: [1, 3000] as [number, number] }],
    edges: [...calls(2100, "undeclared-name", "toBe"), ...calls(3, "unknown-receiver", "save")],
  };
  const view = await seedGraph(sample.db, "many-calls", [file], 201);
  const { output, text } = await runTool(getCallees, { node_id: "many" }, { db: sample.db, view });
  expect(output.unresolved.by_reason).toEqual({ "undeclared-name": 2100, "unknown-receiver": 3 });
  expect(text).toContain("\n3 calls in it with an unknown target (unknown-receiver 3): save src/many.test.ts:1, save");
  expect(text).toContain("\n2100 calls in it of names that nothing it sees declares");
});

test("dependents of a class that is used through its interface: how often, and where to ask", async () => {
  const ofClass = await runTool(getDependents, { node_id: "svcClass" }, sample);
  expect(ofClass.output.used_through).toEqual([{ node_id: "authIface", qualified_name: "Auth", uses: 2 }]);
  expect(ofClass.text).toContain(
    "Not listed: 2 uses through Auth [authIface], which it implements or overrides: they may come here. get_dependents of that lists them.",
  );
  const ofMember = await runTool(getDependents, { node_id: "svcLogin" }, sample);
  expect(ofMember.output.used_through).toEqual([{ node_id: "authLogin", qualified_name: "Auth.login", uses: 1 }]);
  const ofInterface = await runTool(getDependents, { node_id: "authIface" }, sample);
  expect(ofInterface.output.used_through).toEqual([]);
});

test("dependents of an object that implements types: those that are used, behind others that are not", async () => {
  const symbol = (id: string, kind: "interface" | "constant" | "function", at: number) => ({
    id,
    kind,
    name: id,
    lines: [at, at] as [number, number],
  });
  const unused = ["A", "B", "C", "D", "E"];
  const file = {
    path: "src/json.ts",
    language: "typescript",
    symbols: [
      symbol("json", "constant", 1),
      symbol("use", "function", 2),
      ...[...unused, "Handler"].map((name, at) => symbol(name, "interface", 3 + at)),
    ],
    edges: [
      ...[...unused, "Handler"].map((to) => ({ from: 1, kind: "implements" as const, to })),
      { from: 2, kind: "accepts" as const, to: "Handler" },
    ].map((edge) => ({ ...edge, tier: "exact" as const, line: edge.from })),
  };
  const view = await seedGraph(sample.db, "objects", [file], 301);
  const { output } = await runTool(getDependents, { node_id: "json" }, { db: sample.db, view });
  expect(output.used_through).toEqual([{ node_id: "Handler", qualified_name: "Handler", uses: 1 }]);
});

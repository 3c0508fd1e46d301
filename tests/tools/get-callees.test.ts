/** get_callees on the sample graph. */
import { expect, test } from "vitest";
import getCallees from "../../src/tools/get-callees.js";
import { seedGraph } from "../graph/fixture.js";
import { errorOf, runTool } from "../graph/run-tool.js";
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

test("unresolved calls of a symbol with thousands on libraries: the few others are all told", async () => {
  const calls = (count: number, rule: "undeclared-name" | "unknown-receiver", to: string) =>
    Array.from({ length: count }, (_, index) => ({
      from: 1,
      kind: "calls" as const,
      tier: "unresolved" as const,
      rule,
      line: index + 1,
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

test("get_callees without what lies outside", async () => {
  const { output } = await runTool(getCallees, { node_id: "svcLogin", include_external: false }, sample);
  expect(output.results.map(({ node_id }) => node_id)).toEqual(["svcHash"]);
});

test("a symbol that is not there is an error that says how to find one", async () => {
  const error = await errorOf(runTool(getCallees, { node_id: "nobody" }, sample));
  expect(error.code).toBe("not_found");
  expect(error.message).toContain("No symbol with node_id 'nobody' in this index.");
});

/** get_dependents on the sample graph. */
import { expect, test } from "vitest";
import getDependents from "../../src/tools/get-dependents.js";
import { seedGraph } from "../graph/fixture.js";
import { errorOf, runTool } from "../graph/run-tool.js";
import { useSample } from "../graph/with-sample.js";

const sample = useSample();

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

test("get_dependents with edge_type contains: what it is declared in", async () => {
  const { output } = await runTool(getDependents, { node_id: "cartClass", edge_type: "contains" }, sample);
  expect(output.results.map(({ file_path }) => file_path)).toEqual(["Shop/Cart.Totals.cs", "Shop/Cart.cs"]);
});

test("dependents of a class that is used through its interface: how often, and where to ask", async () => {
  const ofClass = await runTool(getDependents, { node_id: "svcClass" }, sample);
  expect(ofClass.output.used_through).toEqual([{ node_id: "authIface", qualified_name: "Auth", uses: 2 }]);
  expect(ofClass.text).toContain(
    "Not listed: 2 uses through Auth [authIface], which it implements or overrides: they may come here. Ask for the dependents of that one.",
  );
  const ofMember = await runTool(getDependents, { node_id: "svcLogin" }, sample);
  expect(ofMember.output.used_through).toEqual([{ node_id: "authLogin", qualified_name: "Auth.login", uses: 1 }]);
  const ofInterface = await runTool(getDependents, { node_id: "authIface" }, sample);
  expect(ofInterface.output.used_through).toEqual([]);
});

test("dependents of an object that implements types: those that are used, behind others that are not", async () => {
  const symbol = (id: string, kind: "interface" | "constant" | "function", index: number) => ({
    id,
    kind,
    name: id,
    lines: [index, index] as [number, number],
  });
  const unused = ["A", "B", "C", "D", "E"];
  const file = {
    path: "src/json.ts",
    language: "typescript",
    symbols: [
      symbol("json", "constant", 1),
      symbol("use", "function", 2),
      ...[...unused, "Handler"].map((name, index) => symbol(name, "interface", 3 + index)),
      { id: "handle", kind: "method" as const, name: "handle", lines: [8, 8] as [number, number], parent: 8 },
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

test("a symbol that is not there is an error that says how to find one", async () => {
  const error = await errorOf(runTool(getDependents, { node_id: "nobody" }, sample));
  expect(error.code).toBe("not_found");
  expect(error.message).toContain("No symbol with node_id 'nobody' in this index.");
});

/** The tool trace (src/tools/trace.ts) from one symbol: its walks, bounds and errors. */
import { expect, test } from "vitest";
import trace from "../../src/tools/trace.js";
import { errorOf, runTool } from "../graph/run-tool.js";
import { useSample } from "../graph/with-sample.js";

const sample = useSample();
const traced = (args: Record<string, unknown>) => runTool(trace, args, sample);
const ids = (output: { nodes: { id: string }[] }) => output.nodes.map(({ id }) => id);

const walks = [
  { name: "out", args: { node_id: "appStart", direction: "out" }, want: ["appStart", "svcCtor", "svcLogin"] },
  { name: "in", args: { node_id: "appStart", direction: "in" }, want: ["appStart", "file-src-app-ts", "legacyRun"] },
  {
    name: "two hops",
    args: { node_id: "legacyRun", direction: "out", hops: 2 },
    want: ["legacyRun", "appStart", "svcCtor", "svcLogin"],
  },
  { name: "of one kind", args: { node_id: "appStart", kinds: ["method"] }, want: ["appStart", "svcLogin"] },
  {
    name: "by name in another case",
    args: { query: "authservice.Login", direction: "out" },
    want: ["svcLogin", "svcHash"],
  },
  { name: "by name", args: { query: "AuthService.login", direction: "out" }, want: ["svcLogin", "svcHash"] },
  {
    name: "libraries too",
    args: { node_id: "svcLogin", direction: "out", include_external: true },
    want: ["svcLogin", "svcHash", "extLogInfo1"],
  },
  {
    name: "a class: by its constructor too, and what it implements",
    args: { node_id: "svcClass" },
    want: ["svcClass", "authIface", "file-src-app-ts", "appStart"],
  },
  {
    name: "contains",
    args: { node_id: "svcClass", direction: "out", edge_kinds: ["contains"] },
    want: ["svcClass", "svcCtor", "svcLogin", "svcHash"],
  },
];
test.each(walks)("walks $name", async ({ args, want }) => {
  const { output } = await traced(args);
  expect(ids(output)).toEqual(want);
  for (const edge of output.edges) expect(ids(output)).toEqual(expect.arrayContaining([edge.source, edge.target]));
});

test("a call of a constructor is a call of its class", async () => {
  const { output } = await traced({ node_id: "svcClass", direction: "in", edge_kinds: ["calls"] });
  expect(output.edges).toEqual([
    { source: "appStart", target: "svcClass", kind: "calls", confidence: "import", rule: "import", line: 4 },
  ]);
});

test("without edges: says which kinds were followed, and which others there are", async () => {
  const { text } = await traced({ node_id: "svcClass", edge_kinds: ["accepts"] });
  expect(text).toContain("No relations of kind accepts at this confidence.");
  expect(text).toContain("contains goes down to members");
});

test("edges have kind, confidence, rule and line", async () => {
  const { output, text } = await traced({ node_id: "svcLogin", direction: "out" });
  expect(output.edges).toEqual([
    { source: "svcLogin", target: "svcHash", kind: "calls", confidence: "exact", rule: "receiver-type", line: 12 },
  ]);
  expect(text).toContain("AuthService.login → AuthService.hash  (calls, exact: receiver-type, line 12)");
});

test.each([
  { direction: "out", want: { "unknown-receiver": 1 } },
  { direction: "in", want: { "unknown-receiver": 1, "no-such-member": 1 } },
  { direction: "both", want: { "unknown-receiver": 2, "no-such-member": 1 } },
])("$direction: the calls that may be missing are counted, with why", async ({ direction, want }) => {
  const { output, text } = await traced({ node_id: "svcLogin", direction });
  expect(output.unresolved.by_reason).toEqual(want);
  expect(text).toContain("here with an unknown target (");
});

test("max_nodes and max_edges hold, and the answer says so", async () => {
  const { output, text } = await traced({ node_id: "appStart", hops: 5, max_nodes: 2, max_edges: 1 });
  expect(output.nodes).toHaveLength(2);
  expect(output.edges).toHaveLength(1);
  expect(output.capped).toBe(true);
  expect(text).toContain("More was left out");
});

test("with little room: only edges between the symbols that are shown", async () => {
  const { output } = await traced({
    node_id: "appStart",
    hops: 3,
    direction: "both",
    edge_kinds: ["calls", "contains"],
  });
  const nodes = [
    ...output.nodes,
    ...Array.from({ length: 8 }, (_, index) => ({ ...output.nodes[0]!, id: `n${index}` })),
  ];
  const [, least] = trace.shrink!;
  const shown = least!({ ...output, nodes: nodes.toReversed() });
  expect(shown.nodes).toHaveLength(8);
  expect(shown.edges).toEqual([]);
});

const bad = [
  { args: {}, code: "invalid_parameter" },
  { args: { query: "nobodyIsCalledThis" }, code: "not_found" },
  // A dotted name starts from no other symbol of the same last name.
  { args: { query: "LoginPage.login" }, code: "not_found" },
  { args: { query: "\0" }, code: "not_found" },
  { args: { node_id: "nope" }, code: "not_found" },
  { args: { node_id: "svcHash", hops: 21 }, code: "invalid_parameter" },
  { args: { node_id: "svcHash", edge_kinds: [] }, code: "invalid_parameter" },
  { args: { node_id: "svcHash", max_nodes: 101 }, code: "invalid_parameter" },
];
test.each(bad)("$args: $code", async ({ args, code }) => {
  expect((await errorOf((async () => traced(args))())).code).toBe(code);
});

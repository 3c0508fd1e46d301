/** The tools of relations (src/tools/get-callees.ts and others): calls without a known target, and places as arguments. */
import { expect, test } from "vitest";
import { incomingCappedLines } from "../../src/format/symbols.js";
import { unresolvedLines } from "../../src/format/unresolved.js";
import getCallees from "../../src/tools/get-callees.js";
import getDependencies from "../../src/tools/get-dependencies.js";
import getDependents from "../../src/tools/get-dependents.js";
import getImplementations from "../../src/tools/get-implementations.js";
import getReferences from "../../src/tools/get-references.js";
import { runTool } from "../graph/run-tool.js";
import { useSample } from "../graph/with-sample.js";

const sample = useSample();

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
])("a list says how much it leaves out: $words", ({ references, words }) => {
  const left_out = { references, files: 1, by_place: { test: references } };
  expect(incomingCappedLines({ capped: true, left_out }, { narrower: [], followed: "" }).join()).toContain(words);
});

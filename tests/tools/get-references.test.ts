/** get_references on the sample graph. */
import { expect, test } from "vitest";
import getReferences from "../../src/tools/get-references.js";
import { errorOf, runTool } from "../graph/run-tool.js";
import { useSample } from "../graph/with-sample.js";

const sample = useSample();

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
    "Not listed: 2 uses through Auth [authIface], which it implements or overrides: they may come here. Ask for the references of that one.",
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

test("a symbol that is not there is an error that says how to find one", async () => {
  const error = await errorOf(runTool(getReferences, { node_id: "nobody" }, sample));
  expect(error.code).toBe("not_found");
  expect(error.message).toContain("No symbol with node_id 'nobody' in this index.");
});

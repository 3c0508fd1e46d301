/** get_dependencies on the sample graph. */
import { expect, test } from "vitest";
import getDependencies from "../../src/tools/get-dependencies.js";
import { errorOf, runTool } from "../graph/run-tool.js";
import { useSample } from "../graph/with-sample.js";

const sample = useSample();

test("each relation says what made it; what was recorded before rules were is marked as such", async () => {
  const { output } = await runTool(getDependencies, { node_id: "svcLogin" }, sample);
  expect(output.results.map(({ name, rule }) => `${name} ${rule}`)).toEqual([
    "login override",
    "hash receiver-type",
    "info unrecorded",
  ]);
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

test("get_dependencies of one kind, in words", async () => {
  const { output, text } = await runTool(getDependencies, { node_id: "svcClass", edge_type: "implements" }, sample);
  expect(output.results.map(({ node_id, edge_type }) => [node_id, edge_type])).toEqual([["authIface", "implements"]]);
  expect(text).toContain("Auth");
});

test("a symbol that is not there is an error that says how to find one", async () => {
  const error = await errorOf(runTool(getDependencies, { node_id: "nobody" }, sample));
  expect(error.code).toBe("not_found");
  expect(error.message).toContain("No symbol with node_id 'nobody' in this index.");
});

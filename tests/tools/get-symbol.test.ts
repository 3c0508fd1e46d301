/** get_symbol on the sample graph. */
import { expect, test } from "vitest";
import getReferences from "../../src/tools/get-references.js";
import getSymbol from "../../src/tools/get-symbol.js";
import { errorOf, runTool } from "../graph/run-tool.js";
import { useSample } from "../graph/with-sample.js";

const sample = useSample();

test("get_symbol counts the uses that get_references counts", async () => {
  const { output, text } = await runTool(getSymbol, { node_id: "svcClass" }, sample);
  const { by_confidence } = (await runTool(getReferences, { node_id: "svcClass" }, sample)).output;
  expect(output.reference_count).toBe(by_confidence.exact + by_confidence.import);
  expect(text).toContain("3 uses");
});

test("get_symbol says everything about a method", async () => {
  const { output, text } = await runTool(getSymbol, { node_id: "svcLogin" }, sample);
  expect(output).toMatchObject({
    name: "login",
    qualified_name: "AuthService.login",
    node_type: "method",
    language: "typescript",
    file_path: "src/auth.ts",
    line_start: 10,
    line_end: 20,
    access_modifier: "public",
    is_public_api: true,
    is_async: true,
    is_static: false,
    has_doc_comment: false,
    parse_status: "full",
    parameter_signature: "(user: string)",
    return_type: "Promise<User>",
    reference_count: 2,
    parent: { node_id: "svcClass", name: "AuthService" },
    children: 0,
  });
  expect(text).toContain("src/auth.ts:10-20  method AuthService.login(user: string): Promise<User>");
});

test("get_symbol of a partial class: what any of its parts says", async () => {
  const { output } = await runTool(getSymbol, { node_id: "cartClass" }, sample);
  expect(output).toMatchObject({
    is_abstract: true,
    doc_comment: "A cart.",
    has_doc_comment: true,
    children: 2,
    spans: 2,
  });
});

test("get_symbol of a file that did not parse whole", async () => {
  const { output } = await runTool(getSymbol, { node_id: "legacyRun" }, sample);
  expect(output.parse_status).toBe("partial");
});

test.each([
  { place: "src/auth.ts", want: "file-src-auth-ts" },
  { place: "./src/auth.ts:13", want: "svcLogin" },
  { place: "src/auth.ts:10-20", want: "svcLogin" },
  { place: "src/auth.ts:9:5", want: "svcClass" },
  { place: "src/auth.ts:4", want: "file-src-auth-ts" },
  { place: "Shop/Cart.Totals.cs:4", want: "cartClass" },
])("get_symbol of $place: the smallest around it", async ({ place, want }) => {
  expect((await runTool(getSymbol, { node_id: place }, sample)).output.node_id).toBe(want);
});

test.each([
  { place: "src/auth.ts:900", message: "src/auth.ts has no line 900; its last is 100." },
  { place: "src/gone.ts:1", message: "'src/gone.ts:1' is neither a node_id nor the path of a file in the index." },
  { place: "dist/app.js", message: "'dist/app.js' is neither" },
])("get_symbol of $place: not_found", async ({ place, message }) => {
  const error = await errorOf(runTool(getSymbol, { node_id: place }, sample));
  expect(error.code).toBe("not_found");
  expect(error.message).toContain(message);
});

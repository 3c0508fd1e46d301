import { expect, test } from "vitest";
import getFileOutline from "../../src/tools/get-file-outline.js";
import getReferences from "../../src/tools/get-references.js";
import getSourceSpans from "../../src/tools/get-source-spans.js";
import getSymbol from "../../src/tools/get-symbol.js";
import lookupSymbol from "../../src/tools/lookup-symbol.js";
import { errorOf, runTool } from "../graph/run-tool.js";
import { useSample } from "../graph/with-sample.js";

const sample = useSample();

const lookups = [
  { name: "a member", args: { qualified_name: "AuthService.login" }, want: ["svcLogin"] },
  { name: "a partial class once", args: { qualified_name: "Shop.Cart" }, want: ["cartClass"] },
  { name: "overloads once", args: { qualified_name: "parse" }, want: ["parseFn"] },
  { name: "of the language asked for", args: { qualified_name: "run", language: "javascript" }, want: ["legacyRun"] },
];
test.each(lookups)("lookup_symbol finds $name", async ({ args, want }) => {
  const { output } = await runTool(lookupSymbol, args, sample);
  expect(output.results.map(({ node_id }) => node_id)).toEqual(want);
});

const misses = [
  { name: "the case", args: { qualified_name: "authservice.LOGIN" }, near: ["AuthService.login"] },
  { name: "the namespace", args: { qualified_name: "Cart" }, near: ["Shop.Cart"] },
  { name: "type arguments", args: { qualified_name: "Shop.Cart<Item>.Add" }, near: ["Shop.Cart.Add"] },
  { name: "the language", args: { qualified_name: "run", language: "csharp" }, near: [] },
  { name: "a wildcard is no wildcard", args: { qualified_name: "l%n" }, near: [] },
  { name: "nothing but dots", args: { qualified_name: "..." }, near: [] },
  { name: "NUL", args: { qualified_name: "a\0b" }, near: [] },
];
test.each(misses)("lookup_symbol that misses by $name suggests $near", async ({ args, near }) => {
  const error = await errorOf(runTool(lookupSymbol, args, sample));
  expect(error).toMatchObject({
    code: "not_found",
    context: { near: near.length > 0 ? expect.arrayContaining(near) : [] },
  });
});

test("lookup_symbol suggests first what shares most parts of the name", async () => {
  const error = await errorOf(runTool(lookupSymbol, { qualified_name: "AuthService.session.login" }, sample));
  expect(error.context.near).toEqual(["AuthService.login", "Auth.login"]);
});

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

const spans = [
  { name: "a partial class", id: "cartClass", want: ["Shop/Cart.cs:3 primary", "Shop/Cart.Totals.cs:4"] },
  { name: "overloads", id: "parseFn", want: ["src/parse.ts:3 primary", "src/parse.ts:1", "src/parse.ts:2"] },
];
test.each(spans)("get_source_spans of $name: the main one first", async ({ id, want }) => {
  const { output } = await runTool(getSourceSpans, { node_id: id }, sample);
  expect(
    output.results.map((span) => `${span.file_path}:${span.line_start}${span.is_primary ? " primary" : ""}`),
  ).toEqual(want);
});

test("get_file_outline: in line order, nested", async () => {
  const { output, text } = await runTool(getFileOutline, { path: "./src/auth.ts" }, sample);
  expect(output.results.map(({ node_id, depth }) => `${depth} ${node_id}`)).toEqual([
    "0 authIface",
    "1 authLogin",
    "0 svcClass",
    "1 svcCtor",
    "1 svcLogin",
    "1 svcHash",
  ]);
  expect(text).toContain("\n  10-20  method login(user: string): Promise<User>  [svcLogin]");
});

test("get_file_outline names the lines that did not parse", async () => {
  const { output, text } = await runTool(getFileOutline, { path: "src/legacy.js" }, sample);
  expect(output).toMatchObject({ parse_status: "partial", error_ranges: [{ line_start: 11, line_end: 13 }] });
  expect(text).toContain("lines 11-13");
});

const paths = [
  { path: "src/nothing.ts", code: "not_found", message: "No file src/nothing.ts" },
  { path: "src/gone.ts", code: "not_found", message: "No file src/gone.ts" },
  { path: "dist/app.js", code: "not_found", message: "skipped (ignored: dist/ (.gitignore:1))" },
  { path: "../secret.ts", code: "path_escape", message: "path" },
  { path: "/etc/passwd", code: "path_escape", message: "path" },
  { path: "a\0b", code: "path_escape", message: "path" },
];
test.each(paths)("get_file_outline of $path: $code", async ({ path, code, message }) => {
  const error = await errorOf(runTool(getFileOutline, { path }, sample));
  expect(error.code).toBe(code);
  expect(error.message).toContain(message);
});

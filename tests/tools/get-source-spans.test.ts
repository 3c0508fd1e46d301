/** get_source_spans on the sample graph. */
import { expect, test } from "vitest";
import getSourceSpans from "../../src/tools/get-source-spans.js";
import { errorOf, runTool } from "../graph/run-tool.js";
import { useSample } from "../graph/with-sample.js";

const sample = useSample();

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

test("get_source_spans in words and in pages", async () => {
  const { text } = await runTool(getSourceSpans, { node_id: "parseFn" }, sample);
  expect(text.split("\n")).toEqual([
    "function parse is declared in 3 places",
    "src/parse.ts:3-9  (text: string | Buffer)  (main)",
    "src/parse.ts:1  (text: string)",
    "src/parse.ts:2  (text: Buffer)",
  ]);
  const first = (await runTool(getSourceSpans, { node_id: "parseFn", limit: 2 }, sample)).output;
  expect(first).toMatchObject({ total: 3, truncated: true });
  const rest = await runTool(getSourceSpans, { node_id: "parseFn", limit: 2, cursor: first.next_cursor! }, sample);
  expect([...first.results, ...rest.output.results].map(({ line_start }) => line_start)).toEqual([3, 1, 2]);
});

test("a symbol that is not there is an error that says how to find one", async () => {
  const error = await errorOf(runTool(getSourceSpans, { node_id: "nobody" }, sample));
  expect(error.code).toBe("not_found");
  expect(error.message).toContain("No symbol with node_id 'nobody' in this index.");
});

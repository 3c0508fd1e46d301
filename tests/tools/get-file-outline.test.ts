/** get_file_outline on the sample graph. */
import { expect, test } from "vitest";
import getFileOutline from "../../src/tools/get-file-outline.js";
import { errorOf, runTool } from "../graph/run-tool.js";
import { useSample } from "../graph/with-sample.js";
import { dedent } from "../helpers/dedent.js";
import { askTool } from "../helpers/question-tool.js";
import { describeStores } from "../helpers/store.js";

const sample = useSample();

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

test("get_file_outline in pages", async () => {
  const first = (await runTool(getFileOutline, { path: "src/auth.ts", limit: 4 }, sample)).output;
  expect(first).toMatchObject({ total: 6, truncated: true });
  const rest = await runTool(getFileOutline, { path: "src/auth.ts", limit: 4, cursor: first.next_cursor! }, sample);
  expect(rest.output.results.map(({ node_id }) => node_id)).toEqual(["svcLogin", "svcHash"]);
});

describeStores("get_file_outline of Go", (store) => {
  test("a method in another file than its type has the name of the type", async () => {
    const files = {
      "server.go": dedent`
        package shop

        type Server struct{}

        func (s *Server) Stop() {}
      `,
      "serve.go": dedent`
        package shop

        func (s *Server) Serve() error { return nil }
      `,
    };
    const textOf = async (path: string) => (await askTool(store(), getFileOutline, { path }, { files })).text;
    expect(await textOf("serve.go")).toContain("\n3  method Server.Serve(): error  [");
    expect(await textOf("server.go")).toContain("\n  5  method Stop()  [");
  });
});

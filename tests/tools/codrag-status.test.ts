/** codrag_status: a project, and the state of its index. */
import { expect, test } from "vitest";
import { asker, useSharedApp } from "../helpers/app.js";
import { CODRAG_SHOP } from "./codrag-shop.js";

const app = useSharedApp(CODRAG_SHOP);
const call = asker(app);

test("tells the project and its index", async () => {
  const { isError, structured, text } = await call("codrag_status", { project_id: "repo" });
  expect(isError, text).toBe(false);
  expect(structured).toMatchObject({
    project: { id: "repo", name: "repo", path: null, mode: "standalone" },
    status: {
      building: false,
      index: { exists: true, total_chunks: expect.any(Number), embedding_model: expect.any(String) },
      trace: { enabled: true, exists: true },
      watch: { enabled: false, state: "disabled" },
    },
    llm: { ollama_connected: false, clara_connected: false },
  });
});

test.each([
  { name: "codrag_search", args: { query: "a", k: 51 }, code: "INVALID_PARAMETER" },
  { name: "codrag_search", args: {}, code: "INVALID_PARAMETER" },
  { name: "codrag_context", args: { query: "a", max_chars: 20_001 }, code: "INVALID_PARAMETER" },
  { name: "codrag_trace", args: { query: "a", neighbors: { max_nodes: 101 } }, code: "INVALID_PARAMETER" },
  { name: "codrag_trace", args: { query: "a", neighbors: { max_edges: 201 } }, code: "INVALID_PARAMETER" },
  { name: "codrag_status", args: { project_id: "nobody" }, code: "PROJECT_NOT_FOUND" },
])("$name $args: $code", async ({ name, args, code }) => {
  const { isError, structured, text } = await call(name, args);
  expect(isError).toBe(true);
  expect(structured).toMatchObject({ error: { code } });
  expect(text).toMatch(new RegExp(`^${code}: `));
});

/** A path_filter means the same in every tool, and one that matches no file says so. */
import { describe, expect, test } from "vitest";
import { TOOLS } from "../../src/tools/index.js";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const call = useProject({
  "server/middleware/auth.ts": dedent`
    export function checkToken(token: string) {
      return token.length > 3;
    }
  `,
  "server/routes/login.ts": dedent`
    import { checkToken } from "../middleware/auth";
    export const login = (token: string) => checkToken(token);
  `,
  "server/routes/login.test.ts": dedent`
    import { login } from "./login";
    test("a login with a token", () => login("token"));
  `,
  "web/components/Token.ts": "export const tokenName = 'token';\n",
});

/** Input of each tool that has the parameter. */
const QUESTIONS: Record<string, object> = {
  codebase_retrieval: { query: "check a token" },
  search_code: { query: "check a token" },
  search_text: { query: "token" },
  search_docs: { query: "token" },
  search_symbols: { query: "token" },
  find_similar_code: { code: "function check(token: string) { return token.length > 3 }" },
};
const tools = TOOLS.filter(({ input }) => "path_filter" in input).map(({ name }) => name);

const ask = (tool: string, args: object) => call(tool, { ...QUESTIONS[tool], ...args });

/** The files that the lines of an answer begin with. */
async function filesOf(tool: string, path_filter: unknown): Promise<string[]> {
  const { structured } = await ask(tool, { path_filter });
  const { results = [] } = structured as { results?: { path?: string; file?: string; file_path?: string }[] };
  return [...new Set(results.map(({ path, file, file_path }) => String(path ?? file ?? file_path)))].toSorted();
}

describe.each(Object.keys(QUESTIONS))("%s", (tool) => {
  test("takes a folder, several, and what to leave out", async () => {
    const all = await filesOf(tool, "server");
    for (const folder of ["server/", "./server", "/server", "server/**", "SERVER"])
      expect(await filesOf(tool, folder)).toEqual(all);
    expect(all.every((path) => path.startsWith("server/"))).toBe(true);
    const both = await filesOf(tool, ["server/routes", "web"]);
    expect(both).toEqual(await filesOf(tool, "server/routes, web"));
    const left = await filesOf(tool, "server,!**/*.test.ts");
    expect(left).toEqual(all.filter((path) => !path.includes(".test.")));
  });
});

describe.each(tools)("%s", (tool) => {
  test("says that the filter matches no file, and which folders are near", async () => {
    const { isError, text } = await ask(tool, {
      ...("symbols" in TOOLS.find(({ name }) => name === tool)!.input && { symbols: ["login"] }),
      path_filter: "server/midleware",
    });
    expect(isError).toBe(true);
    expect(text).toContain("the filter matches no file of the index: server/midleware.");
    expect(text).toContain("server/middleware (1 file)");
  });
});

test("a folder is found without those above it, and the answer says so", async () => {
  const { text } = await ask("search_text", { path_filter: "middleware" });
  expect(text).toContain("server/middleware/auth.ts");
  expect(text).toContain("path_filter: middleware is read as server/middleware.");
});

test("where only some patterns match, the others are named", async () => {
  const { text } = await ask("search_text", { path_filter: "server/routes,nowhere" });
  expect(text).toContain("path_filter: no file matches nowhere.");
});

test("without a folder of a like name: what there is", async () => {
  const { text } = await ask("search_text", { path_filter: "server/zzz" });
  expect(text).toMatch(/In server: server\/routes \(2 files\), server\/middleware \(1 file\)\./);
});

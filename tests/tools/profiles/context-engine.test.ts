/** ?profile=context-engine: the one tool of the codebase_retrieval specification, by MCP over HTTP. */
import { beforeAll, describe, expect, test } from "vitest";
import { useSharedApp } from "../../helpers/app.js";
import { defaultsOf, ERAS, type ProfileClient, useClients } from "../../helpers/mcp.js";

const FILES = {
  "src/auth.ts": `/** Checks the password of a user who logs in. */
export function authenticateUser(user: string, password: string): boolean {
  return user !== "" && password.length > 8;
}
`,
  "src/database.ts": `/** Opens the connection to the database. */
export function connectDatabase(url: string) {
  return { url };
}
`,
};

interface Retrieved {
  results: { file: string; content: string; score: number; lines: string; reason: string }[];
  metadata: { workspace: string; lastIndexed: string | null; queryTimeMs: number; totalResults: number };
}

const app = useSharedApp(FILES);
const connect = useClients(app);

describe.each(ERAS)("%s", (era) => {
  let client: ProfileClient;
  beforeAll(async () => {
    client = await connect(era, "/mcp?profile=context-engine");
  });
  const ask = (args: object) => client.ask<Retrieved>("codebase_retrieval", args);

  test("exposes the schema of the specification", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["codebase_retrieval"]);
    expect(tools[0]!.inputSchema).toMatchObject({
      type: "object",
      properties: { query: { type: "string" }, top_k: { type: "number", default: 10 } },
      required: ["query"],
    });
    expect(defaultsOf(tools[0]!)).toEqual({ top_k: 10 });
    expect(Object.keys(tools[0]!.inputSchema.properties)).toEqual(["query", "top_k"]);
  });

  test("returns results and metadata as JSON, indented by two", async () => {
    const answer = await ask({ query: "where is a user authenticated" });
    expect(answer).toEqual({
      results: expect.any(Array),
      metadata: {
        workspace: "repo",
        lastIndexed: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        queryTimeMs: expect.any(Number),
        totalResults: answer.results.length,
      },
    });
    expect(answer.results[0]).toEqual({
      file: "src/auth.ts",
      content: expect.stringContaining("authenticateUser"),
      score: expect.toSatisfy((score: number) => score > 0 && score <= 1),
      lines: expect.stringMatching(/^\d+-\d+$/),
      reason: expect.stringMatching(/./),
    });
    const call = { name: "codebase_retrieval", arguments: { query: "database" } };
    expect((await client.callTool(call, {})).content[0]!.text).toMatch(/^\{\n {2}"results": \[/);
  });

  test("respects top_k", async () => {
    expect((await ask({ query: "user database", top_k: 1 })).results).toHaveLength(1);
  });

  test.each([
    { args: {}, text: "Invalid query parameter: must be a non-empty string" },
    { args: { query: "" }, text: "Invalid query parameter: must be a non-empty string" },
    { args: { query: " \n " }, text: "Invalid query parameter: must be a non-empty string" },
    { args: { query: 7 }, text: "Invalid query parameter: must be a non-empty string" },
    { args: { query: "a".repeat(1001) }, text: "Query too long: maximum 1000 characters" },
    { args: { query: "a", top_k: 0 }, text: "Invalid top_k parameter: must be a number between 1 and 50" },
    { args: { query: "a", top_k: 51 }, text: "Invalid top_k parameter: must be a number between 1 and 50" },
    { args: { query: "a", top_k: "many" }, text: "Invalid top_k parameter: must be a number between 1 and 50" },
  ])("$text", async ({ args, text }) => {
    expect(await client.fail("codebase_retrieval", args)).toBe(text);
  });
});

test("another profile has none of it", async () => {
  const client = await connect("2025-11-25", "/mcp?profile=codeagent");
  await expect(client.callTool({ name: "codebase_retrieval", arguments: { query: "a" } }, {})).rejects.toThrow(
    /Unknown tool "codebase_retrieval" among the tools of the profile codeagent/,
  );
});

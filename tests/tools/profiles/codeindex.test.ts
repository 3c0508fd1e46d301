/** ?profile=codeindex: the tools, resources, prompts and errors of the CodeIndex specification, by MCP over HTTP. */
import { beforeAll, describe, expect, test } from "vitest";
import { useSharedApp } from "../../helpers/app.js";
import { dedent } from "../../helpers/dedent.js";
import { defaultsOf, ERAS, type ProfileClient, useClients } from "../../helpers/mcp.js";

const USER_SERVICE = `import { save } from "./store";

export class UserService {
  /** Stores what a user typed. */
  processUserInput(text: string) {
    const trimmed = text.trim();
    if (trimmed === "") throw new Error("empty");
    return save(trimmed);
  }
}
`;
const FILES = {
  "src/user-service.ts": USER_SERVICE,
  "src/store.ts": dedent`
    export function save(text: string) {
      return text.length;
    }
  `,
  "src/copy.ts": USER_SERVICE.replace("UserService", "ClientService"),
  "README.md": dedent`
    # Users

    How user input is processed.
  `,
};

interface Found {
  results: { file: string; chunk: object; relevance: number; context: object }[];
  metadata: { strategy: string; executionTime: number; totalResults: number };
}

const app = useSharedApp(FILES);
const connect = useClients(app);

describe.each(ERAS)("%s", (era) => {
  let client: ProfileClient;
  beforeAll(async () => {
    client = await connect(era, "/mcp?profile=codeindex");
  });
  const search = (args: object) => client.ask<Found>("search_code", args);

  test("lists the tools of the specification, with its parameters, defaults and bounds", async () => {
    const { tools } = await client.listTools();
    const tool = (name: string) => tools.find((each) => each.name === name)!;
    expect(tools.map(({ name }) => name)).toEqual([
      "search_code",
      "reindex_workspace",
      "update_config",
      "get_file_context",
      "find_similar_code",
    ]);
    expect(tool("search_code").inputSchema).toEqual({
      type: "object",
      properties: {
        query: { type: "string", description: expect.any(String) },
        maxResults: { type: "number", default: 50, minimum: 1, maximum: 200, description: expect.any(String) },
        strategy: {
          type: "string",
          enum: ["auto", "embeddings", "tfidf", "fullworkspace"],
          default: "auto",
          description: expect.any(String),
        },
        threshold: { type: "number", default: 0.65, minimum: 0, maximum: 1, description: expect.any(String) },
        fileTypes: {
          type: "array",
          items: { type: "string" },
          description: expect.any(String),
          examples: [["ts", "js"], ["py"], ["*"]],
        },
      },
      required: ["query"],
    });
    expect(defaultsOf(tool("reindex_workspace"))).toEqual({ force: false, path: null, strategy: "both" });
    expect(defaultsOf(tool("get_file_context"))).toEqual({ contextLines: 10 });
    expect(tool("get_file_context").inputSchema.properties.contextLines).toMatchObject({ minimum: 0, maximum: 100 });
    expect(tool("find_similar_code").inputSchema).toMatchObject({
      properties: { language: { type: "string" }, maxResults: { default: 20, minimum: 1, maximum: 100 } },
      required: ["code"],
    });
    expect(Object.keys(tool("find_similar_code").inputSchema.properties)).toEqual(["code", "language", "maxResults"]);
  });

  test("search_code gives chunks with their relevance", async () => {
    const { results, metadata } = await search({ query: "process user input", threshold: 0, maxResults: 3 });
    expect(results.length).toBeLessThanOrEqual(3);
    const found = results.find(({ file }) => file === "src/user-service.ts");
    expect(found).toEqual({
      file: "src/user-service.ts",
      chunk: { text: expect.stringContaining("processUserInput"), startLine: expect.any(Number), endLine: 10 },
      relevance: expect.toSatisfy((share: number) => share > 0 && share <= 1),
      context: expect.objectContaining({ class: "UserService", language: "typescript" }),
    });
    expect(metadata).toEqual({
      strategy: expect.stringMatching(/^(embeddings|tfidf)$/),
      executionTime: expect.any(Number),
      totalResults: expect.any(Number),
    });
  });

  test("search_code shows what has a relevance of 0.65 at least, if nothing else is said", async () => {
    const query = "process user input into a database of clients";
    const { results } = await search({ query, threshold: 0 });
    expect(results.some(({ relevance }) => relevance < 0.65)).toBe(true);
    expect((await search({ query })).results).toEqual(results.filter(({ relevance }) => relevance >= 0.65));
  });

  test("search_code by strategy and type of file", async () => {
    const { results, metadata } = await search({ query: "user", strategy: "tfidf", threshold: 0, fileTypes: ["md"] });
    expect(metadata.strategy).toBe("tfidf");
    expect(new Set(results.map(({ file }) => file))).toEqual(new Set(["README.md"]));
    const all = await search({ query: "user", threshold: 0, fileTypes: ["*"] });
    expect(new Set(all.results.map(({ file }) => file)).size).toBeGreaterThan(1);
  });

  test("update_config says in words what a size is", async () => {
    const { error } = JSON.parse(await client.fail("update_config", { settings: { cacheSize: "much" } }));
    expect(error.message).toContain("must be a size such as 500MB");
    expect(error.message).not.toMatch(/[\\^$]/);
  });

  test("get_file_context shows a range and the lines around it", async () => {
    const args = { path: "src/user-service.ts", lineRange: { start: 6, end: 7 }, contextLines: 1 };
    expect(await client.ask("get_file_context", args)).toMatchObject({
      path: "src/user-service.ts",
      line_start: 5,
      line_end: 8,
      content: expect.stringMatching(/^ {2}processUserInput/),
    });
  });

  test("find_similar_code", async () => {
    const { results } = await client.ask<{ results: { path: string }[] }>("find_similar_code", {
      code: USER_SERVICE,
      language: "typescript",
      maxResults: 2,
    });
    expect(results.map(({ path }) => path).sort()).toEqual(["src/copy.ts", "src/user-service.ts"]);
    const inPython = await client.ask("find_similar_code", { code: "def save(text): pass", language: "python" });
    expect(inPython).toMatchObject({ results: [] });
  });

  test("reindex_workspace waits for the end", async () => {
    expect(await client.ask("reindex_workspace", { path: "src", strategy: "tfidf" })).toMatchObject({
      status: "completed",
      progress: 1,
    });
  });

  test("update_config changes a setting of the running service", async () => {
    const { tools } = await client.listTools();
    const { settings } = tools.find(({ name }) => name === "update_config")!.inputSchema.properties;
    expect(settings!.properties).toMatchObject({
      chunkSize: { minimum: 50, maximum: 1000 },
      embeddingProvider: { enum: ["openai", "ollama", "local"] },
      maxFiles: { minimum: 100, maximum: 100_000 },
      cacheSize: { pattern: "^\\d+[KMGT]B$" },
    });
    const changed = await client.ask("update_config", { settings: { maxFiles: 5000 } });
    expect(changed).toMatchObject({ settings: { maxFiles: { value: 5000, source: "update_config" } }, jobs: [] });
    const { error } = JSON.parse(await client.fail("update_config", { settings: { colour: "red" } }));
    expect(error).toMatchObject({ code: "INVALID_PARAMETER" });
  });

  describe("resources", () => {
    test("are those of the specification", async () => {
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri)).toEqual(["codeindex://workspace/status", "codeindex://workspace/stats"]);
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
        "codeindex://search/{query}{?maxResults,strategy,threshold}",
        "codeindex://file/{+path}/chunks",
      ]);
    });

    const read = async (uri: string) => JSON.parse((await client.readResource({ uri })).contents[0]!.text);

    test("workspace/status", async () => {
      expect(await read("codeindex://workspace/status")).toMatchObject({
        workspace: { path: ".", name: "repo", lastIndexed: expect.any(String) },
        indexing: {
          status: "ready",
          totalFiles: 4,
          indexedFiles: 4,
          skippedFiles: 0,
          totalChunks: expect.any(Number),
          embeddedChunks: expect.any(Number),
          progress: 1,
        },
        strategies: { available: expect.arrayContaining(["tfidf", "fullworkspace"]), fallback: expect.any(Array) },
        cache: { memoryUsage: expect.stringMatching(/B$/), diskUsage: expect.stringMatching(/B$/) },
      });
    });

    test("search", async () => {
      const found = await read("codeindex://search/user%20input?maxResults=1");
      expect(found).toMatchObject({
        query: "user input",
        strategy: "embeddings",
        executionTime: expect.any(Number),
        results: [
          {
            file: expect.any(String),
            fileName: expect.any(String),
            chunk: { text: expect.any(String), startLine: expect.any(Number), tokens: expect.any(Number) },
            relevance: expect.any(Number),
          },
        ],
        metadata: { searchedFiles: 4, searchedChunks: expect.any(Number), cacheHit: expect.any(Boolean) },
      });
    });

    test("the chunks of a file", async () => {
      expect(await read("codeindex://file/src/store.ts/chunks")).toMatchObject({
        file: "src/store.ts",
        language: "typescript",
        size: FILES["src/store.ts"].length,
        chunks: [{ index: 0, text: expect.stringContaining("save"), startLine: 1, tokens: expect.any(Number) }],
      });
    });

    test("workspace/stats", async () => {
      expect(await read("codeindex://workspace/stats")).toMatchObject({
        files: { total: 4, byLanguage: { typescript: 3 }, bySize: { small: 4 } },
        chunks: { total: expect.any(Number), averageSize: expect.any(Number) },
        performance: { averageSearchTime: expect.any(Number) },
      });
    });
  });

  test("prompts are those of the specification", async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name, arguments: list }) => [name, list.map((each) => each.name)])).toEqual([
      ["code-search", ["intent", "context", "language"]],
      ["workspace-overview", ["focus"]],
    ]);
    const { messages } = await client.getPrompt({ name: "code-search", arguments: { intent: "store user input" } });
    expect(messages[0]!.content.text).toContain("store user input");
    const overview = await client.getPrompt({ name: "workspace-overview", arguments: {} });
    const tasks = [messages[0]!, overview.messages[0]!].map(({ content }) => content.text);
    const { tools } = await client.listTools();
    for (const task of tasks)
      for (const [word] of task!.matchAll(/\b[a-z]+_[a-z_]+\b/g)) expect(tools.map(({ name }) => name)).toContain(word);
    await expect(client.getPrompt({ name: "plan-change", arguments: { change: "a" } })).rejects.toThrow(
      /Unknown prompt/,
    );
  });

  test.each([
    { name: "search_code", args: {}, code: "INVALID_PARAMETER", category: "configuration" },
    { name: "search_code", args: { query: "  " }, code: "INVALID_PARAMETER", category: "configuration" },
    {
      name: "search_code",
      args: { query: "a", maxResults: 201 },
      code: "INVALID_PARAMETER",
      category: "configuration",
    },
    { name: "get_file_context", args: { path: "none.ts" }, code: "NOT_FOUND", category: "filesystem" },
    { name: "get_file_context", args: { path: "../x" }, code: "PATH_ESCAPE", category: "filesystem" },
  ])("$name $args: $code", async ({ name, args, code, category }) => {
    expect(JSON.parse(await client.fail(name, args))).toEqual({
      error: {
        code,
        message: expect.any(String),
        category,
        severity: "error",
        retryable: false,
        context: expect.any(Object),
        suggestions: expect.any(Array),
        timestamp: expect.stringMatching(/^\d{4}-/),
      },
    });
  });
});

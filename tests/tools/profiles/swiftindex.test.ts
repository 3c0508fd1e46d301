/** ?profile=swiftindex: the scenarios of the SwiftIndex specification, by MCP over HTTP. */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { CallToolResultSchema, CreateTaskResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { beforeAll, describe, expect, test } from "vitest";
import { useApp } from "../../helpers/app.js";
import { dedent } from "../../helpers/dedent.js";
import { defaultsOf, ERAS, type ProfileClient, type Progress, useClients } from "../../helpers/mcp.js";

const FILES = {
  "Sources/Auth/login.ts": `/** Checks who somebody is: authentication by password. */
export function authenticate(user: string, password: string) {
  return user !== "" && password.length > 8;
}
`,
  "Sources/Store/save.ts": `/** Keeps what was typed after authentication. */
export function save(text: string) {
  return text.length;
}
`,
  "docs/setup.md": dedent`
    # Setup

    ## Installation

    Run npm install for the installation.
  `,
  "notes.md": dedent`
    # Notes

    The installation is short.
  `,
};

interface Result {
  path: string;
  start_line: number;
  end_line: number;
}
interface Found {
  results: Result[];
  notes?: string[];
}
interface Indexed {
  files: number;
  indexed: number;
  unchanged: number;
}

const app = useApp(FILES, (folder) => ({ CODEINDEX_ALLOWED_ROOTS: join(folder, "others") }));
const connect = useClients(app);

/** A folder beside the repository, below the root that is allowed. */
const others = () => join(dirname(app().config.repos[0]!), "others");

function writeOther(name: string, files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(others(), name, path)), { recursive: true });
    writeFileSync(join(others(), name, path), text);
  }
  return join(others(), name);
}

describe.each(ERAS)("%s", (era) => {
  let client: ProfileClient;
  let root: string;
  beforeAll(async () => {
    client = await connect(era, "/mcp/repo?profile=swiftindex");
    root = app().config.repos[0]!;
  });
  const search = (args: object) => client.ask<Found>("search_code", args);

  test("tool discovery: titles, output schemas, annotations and icons, in a fixed order", async () => {
    const { tools } = await client.listTools();
    const has = app().tools.map(({ name }) => name);
    const known = ["index_codebase", "search_code", "search_docs", "code_research"];
    expect(tools.map(({ name }) => name)).toEqual(known.filter((name) => has.includes(name)));
    for (const tool of tools) {
      expect(tool.title).toMatch(/./);
      expect(tool.outputSchema).toMatchObject({ type: "object" });
      expect(tool.annotations).toMatchObject({ openWorldHint: false });
      expect(tool.icons).toHaveLength(1);
    }
    const again = await client.listTools();
    expect(again.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  });

  test("the parameters and defaults of the specification", async () => {
    const { tools } = await client.listTools();
    expect(defaultsOf(tools[0]!)).toEqual({ force: false });
    expect(tools[0]!.inputSchema.required).toEqual(["path"]);
    expect(defaultsOf(tools[1]!)).toEqual({
      path: ".",
      limit: 20,
      semantic_weight: 0.7,
      expand_query: false,
      synthesize: false,
    });
    expect(Object.keys(tools[1]!.inputSchema.properties)).toEqual([
      "query",
      "path",
      "limit",
      "semantic_weight",
      "extensions",
      "path_filter",
      "format",
      "expand_query",
      "synthesize",
    ]);
    expect(tools[1]!.inputSchema.properties.limit).toMatchObject({ type: "integer" });
    expect(tools[1]!.inputSchema.properties.format).toMatchObject({ enum: ["toon", "json", "human"] });
    expect(defaultsOf(tools[2]!)).toEqual({ path: ".", limit: 10 });
    expect(Object.keys(tools[2]!.inputSchema.properties)).toEqual(["query", "path", "limit", "path_filter", "format"]);
  });

  describe("index_codebase", () => {
    test("a new project, again, and by force", async () => {
      const path = writeOther(`new-${era}`, { "a.ts": "export const a = 1;\n", "b.ts": "export const b = 2;\n" });
      // A file that was written a moment before it is read is read again by the next scan.
      utimesSync(join(path, "b.ts"), 1, 1);
      const said: Progress[] = [];
      const first = await client.ask<Indexed>("index_codebase", { path }, (progress) => said.push(progress));
      expect(first).toEqual({
        files: 2,
        chunks: expect.any(Number),
        symbols: expect.any(Number),
        indexed: 2,
        unchanged: 0,
        removed: 0,
        errors: 0,
        failed: [],
        milliseconds: expect.any(Number),
      });
      // Progress is whole, grows, and ends at its total; the last may come with the answer, and be told after it.
      await expect.poll(() => said.at(-1)?.message).toBe("completed: 2 files");
      expect(said.at(-1)!.progress).toBe(said.at(-1)!.total);
      expect(
        said.every(({ progress }, index) => Number.isInteger(progress) && progress > (said[index - 1]?.progress ?? -1)),
      ).toBe(true);
      writeFileSync(join(path, "a.ts"), "export const a = 3;\n");
      expect(await client.ask<Indexed>("index_codebase", { path })).toMatchObject({ indexed: 1, unchanged: 1 });
      expect(await client.ask<Indexed>("index_codebase", { path, force: true })).toMatchObject({ indexed: 2 });
      const found = await search({ query: "a", path });
      expect(found.results.map((each) => each.path)).toContain("a.ts");
    });

    test("a folder within a registered project is part of it", async () => {
      const path = join(root, "Sources");
      expect(await client.ask<Indexed>("index_codebase", { path })).toMatchObject({ files: 4 });
    });
  });

  describe("search_code", () => {
    test("simple search: code with its places", async () => {
      const { results } = await search({ query: "authentication" });
      expect(results[0]).toEqual({
        content: expect.stringContaining("export function"),
        path: expect.stringMatching(/^Sources\//),
        start_line: expect.any(Number),
        end_line: expect.any(Number),
        relevance_percent: expect.toSatisfy((share: number) => share > 0 && share <= 100),
        kind: "function",
        symbols: [expect.any(String)],
        signature: expect.any(String),
        breadcrumb: expect.any(String),
        doc_comment: expect.any(String),
      });
    });

    test("with a limit, a path filter, a folder and extensions", async () => {
      expect((await search({ query: "authentication", limit: 1 })).results).toHaveLength(1);
      const paths = async (args: object) =>
        (await search({ query: "authentication", ...args })).results.map((each) => each.path);
      expect(await paths({ path_filter: "Sources/Auth/**" })).toEqual(["Sources/Auth/login.ts"]);
      expect(await paths({ path: "Sources/Store" })).toEqual(["Sources/Store/save.ts"]);
      expect(await paths({ path: join(root, "Sources/Store") })).toEqual(["Sources/Store/save.ts"]);
      expect(await paths({ extensions: "swift,md" })).not.toContain("Sources/Auth/login.ts");
    });

    test("in the other formats", async () => {
      const text = async (format: string) => {
        const call = { name: "search_code", arguments: { query: "authentication", format } };
        return (await client.callTool(call, {})).content[0]!.text;
      };
      expect(await text("human")).toMatch(/^Sources\/\S+:\d+-\d+ function \(\d+(\.\d+)?%\)\n/);
      expect(await text("toon")).toMatch(/^query: authentication\nresults\[\d+\]\{/);
    });

    test("with enhancement by a language model: what cannot be done is said", async () => {
      const found = await client.ask<Found & { expanded_with: string[] }>("search_code", {
        query: "authentication",
        expand_query: true,
        synthesize: true,
      });
      expect(found.expanded_with).toEqual(expect.any(Array));
      expect(found.notes?.join(" ")).toContain("llm_unavailable");
    });
  });

  test("search_docs finds documentation, below a pattern of paths", async () => {
    const found = await client.ask<Found>("search_docs", { query: "installation" });
    expect(found.results.map(({ path }) => path).sort()).toEqual(["docs/setup.md", "notes.md"]);
    expect(found.results[0]).toMatchObject({ start_line: expect.any(Number), end_line: expect.any(Number) });
    const below = await client.ask<Found>("search_docs", { query: "installation", path_filter: "docs/*.md" });
    expect(below.results.map(({ path }) => path)).toEqual(["docs/setup.md"]);
  });

  describe("errors are plain messages", () => {
    test("search without an index", async () => {
      const path = writeOther(`unknown-${era}`, { "a.ts": "export const a = 1;\n" });
      expect(await client.fail("search_code", { query: "a", path })).toBe(
        `No index found for path: ${path}. Run 'index_codebase' tool first.`,
      );
    });

    test("a path that does not exist, or leads elsewhere", async () => {
      const wrong = (path: string) => `Path does not exist or is not a directory: ${path}`;
      for (const path of [join(others(), "none"), "/etc", "/nowhere", "Sources/None", "../x", "notes.md"])
        expect(await client.fail("search_code", { query: "a", path })).toBe(wrong(path));
      expect(await client.fail("index_codebase", { path: join(others(), "none") })).toBe(wrong(join(others(), "none")));
      for (const path of ["/etc", "/nowhere"])
        expect(await client.fail("index_codebase", { path })).toMatch(wrong(path));
    });

    test("a required argument is missing, or empty", async () => {
      expect(await client.fail("search_code", {})).toBe("Missing required argument: query");
      expect(await client.fail("index_codebase", {})).toBe("Missing required argument: path");
      expect(await client.fail("search_code", { query: " " })).toBe("Query cannot be empty");
      expect(await client.fail("search_docs", { query: "" })).toBe("Query cannot be empty");
    });
  });
});

describe("tasks", () => {
  const make = async (client: LegacyClient, args: object) => {
    const params = { name: "index_codebase", arguments: { ...args } };
    return (await client.request({ method: "tools/call", params }, CreateTaskResultSchema, { task: { ttl: 60_000 } }))
      .task;
  };

  test("are among the capabilities", async () => {
    const client = (await connect("2025-11-25", "/mcp?profile=swiftindex")) as unknown as LegacyClient;
    expect(client.getServerCapabilities()).toMatchObject({ tools: {}, tasks: { list: {}, cancel: {} } });
    expect(client.getInstructions()).toMatch(/^search_code finds code/);
  });

  test("a call with `task` is answered at once, and its result is fetched", async () => {
    const client = (await connect("2025-11-25", "/mcp?profile=swiftindex")) as unknown as LegacyClient;
    const path = writeOther("task", { "a.ts": "export const a = 1;\n" });
    const { taskId, status } = await make(client, { path });
    expect(status).toBe("working");
    const { content } = await client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema);
    expect(JSON.parse((content[0] as { text: string }).text)).toMatchObject({ files: 1, errors: 0 });
    const { tasks } = await client.experimental.tasks.listTasks();
    expect(tasks.map((task) => [task.taskId, task.status])).toContainEqual([taskId, "completed"]);
  });

  test("a task that fails says so in the words of the specification", async () => {
    const client = (await connect("2025-11-25", "/mcp?profile=swiftindex")) as unknown as LegacyClient;
    const { taskId } = await make(client, { path: "/nowhere" });
    const { isError, content } = await client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema);
    expect(isError).toBe(true);
    expect((content[0] as { text: string }).text).toMatch(
      /^Path does not exist or is not a directory: \/nowhere\S*\nA new project must/,
    );
    expect(await client.experimental.tasks.getTask(taskId)).toMatchObject({ status: "failed" });
  });
});

test("without a project there is no index, and the one that is registered is found", async () => {
  const client = await connect("2025-11-25", "/mcp?profile=swiftindex");
  const text = await client.fail("search_code", { query: "a" });
  expect(text).toMatch(/^There are several projects: .*Name one in the URL/);
  rmSync(others(), { recursive: true, force: true });
});

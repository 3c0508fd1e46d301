/** ?profile=codeagent: the tools, the JSON and the errors of the codeagent-mcp specification, by MCP over HTTP. */
import { beforeAll, describe, expect, test } from "vitest";
import { useSharedApp } from "../../helpers/app.js";
import { defaultsOf, ERAS, type ProfileClient, useClients } from "../../helpers/mcp.js";

const FILES = {
  "src/auth.ts": `/** Says who somebody is. */
export interface Authenticator {
  authenticate(user: string, password: string): Promise<boolean>;
}

export class BaseService {
  protected started = false;
}

export class AuthService extends BaseService implements Authenticator {
  async authenticate(user: string, password: string): Promise<boolean> {
    return check(user) && check(password);
  }
}

function check(word: string): boolean {
  return word.length > 3;
}
`,
  "src/login.ts": `import { AuthService } from "./auth";

export function handleLogin(service: AuthService, name: string) {
  return service.authenticate(name, "secret word");
}
`,
  "lib/Partial.cs": `namespace MyApp {
  public partial class Store { public int Count() { return 1; } }
}
`,
  "lib/Partial.More.cs": `namespace MyApp {
  public partial class Store { public int More() { return Count(); } }
}
`,
  "many/long.txt": Array.from({ length: 12_000 }, (_, index) => `line ${index + 1}`).join("\n"),
  "many/wide.txt": Array.from({ length: 60 }, () => "x".repeat(10_000)).join("\n"),
  "picture.gif": "GIF89a\u0000\u0000",
  ".gitignore": "hidden/\n",
  "hidden/secret.txt": "nothing to see",
  ...Object.fromEntries(
    Array.from({ length: 1005 }, (_, index) => [`wide/f${String(index).padStart(4, "0")}.md`, "a"]),
  ),
};

interface Row {
  node_id: string;
  name: string;
  qualified_name: string;
  [field: string]: unknown;
}

const connect = useClients(useSharedApp(FILES));

describe.each(ERAS)("%s", (era) => {
  let client: ProfileClient;
  beforeAll(async () => {
    client = await connect(era, "/mcp?profile=codeagent");
  });

  const idOf = async (name: string) => (await client.ask<Row[]>("lookup_symbol", { qualified_name: name }))[0]!.node_id;

  test("lists the tools of the specification, with its parameters and defaults", async () => {
    const { tools } = await client.listTools();
    const parameters = Object.fromEntries(
      tools.map(({ name, inputSchema }) => {
        const { required = [] } = inputSchema;
        const named = Object.keys(inputSchema.properties).map((each) => (required.includes(each) ? `${each}!` : each));
        return [name, named.join(" ")];
      }),
    );
    expect(parameters).toEqual({
      list_directory: "path",
      read_file: "path! line_start line_end",
      get_directory_tree: "path depth",
      search_symbols: "query! project_id node_type language limit",
      lookup_symbol: "qualified_name! language project_id",
      find_similar: "node_id! limit",
      get_symbol: "node_id!",
      get_source_spans: "node_id!",
      get_file_outline: "path!",
      get_callers: "node_id!",
      get_callees: "node_id!",
      get_implementations: "node_id!",
      get_references: "node_id!",
      get_dependencies: "node_id! edge_type",
      get_dependents: "node_id! edge_type",
      index_files: "paths!",
      get_status: "",
    });
    const tool = (name: string) => tools.find((each) => each.name === name)!;
    expect(defaultsOf(tool("get_directory_tree"))).toEqual({ path: "", depth: 3 });
    expect(tool("get_directory_tree").inputSchema.properties.depth).toMatchObject({ type: "number", maximum: 10 });
    expect(tool("search_symbols").inputSchema.properties.limit).toMatchObject({ default: 20, maximum: 50 });
    expect(tool("find_similar").inputSchema.properties.limit).toMatchObject({ default: 10, maximum: 50 });
    expect(tool("search_symbols").inputSchema.properties.language).toMatchObject({ enum: ["csharp", "typescript"] });
    expect(tool("get_dependents").inputSchema.properties.edge_type!.enum).toEqual([
      "calls",
      "inherits",
      "implements",
      "imports",
      "overrides",
      "references",
      "contains",
      "accepts",
      "extends",
    ]);
  });

  test("has no resources and no prompts", async () => {
    expect((await client.listResources()).resources).toEqual([]);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
    expect((await client.listPrompts()).prompts).toEqual([]);
  });

  describe("files", () => {
    test("list_directory gives an array of entries, and respects .gitignore", async () => {
      expect(await client.ask("list_directory", {})).toEqual([
        { name: ".gitignore", type: "file", size: 8 },
        { name: "lib", type: "directory" },
        { name: "many", type: "directory" },
        { name: "picture.gif", type: "file", size: 8 },
        { name: "src", type: "directory" },
        { name: "wide", type: "directory" },
      ]);
      expect(await client.ask<unknown[]>("list_directory", { path: "wide" })).toHaveLength(1005);
    });

    test("read_file gives lines of a file", async () => {
      expect(await client.ask("read_file", { path: "src/login.ts", line_start: 3, line_end: 3 })).toEqual({
        content: "export function handleLogin(service: AuthService, name: string) {",
        total_lines: 5,
        truncated: false,
      });
    });

    test("read_file gives 10,000 lines, or 500 KB, and says that it was cut", async () => {
      const long = await client.ask<{ content: string }>("read_file", { path: "many/long.txt" });
      expect(long).toMatchObject({ total_lines: 12_000, truncated: true });
      expect(long.content.split("\n")).toHaveLength(10_000);
      const wide = await client.ask<{ content: string }>("read_file", { path: "many/wide.txt" });
      expect(wide).toMatchObject({ total_lines: 60, truncated: true });
      expect(wide.content.length).toBeGreaterThan(490 * 1024);
      expect(wide.content.length).toBeLessThanOrEqual(500 * 1024);
    });

    test("get_directory_tree is nested, and gives 1,000 entries of a folder", async () => {
      const tree = await client.ask<{ children: { name: string; children?: unknown[] }[] }>("get_directory_tree", {});
      expect(tree).toMatchObject({ name: ".", type: "directory" });
      const [lib, wide] = ["lib", "wide"].map((name) => tree.children.find((child) => child.name === name));
      expect(lib).toEqual({
        name: "lib",
        type: "directory",
        children: [
          { name: "Partial.More.cs", type: "file" },
          { name: "Partial.cs", type: "file" },
        ],
      });
      expect(wide).toMatchObject({ truncated: true });
      expect(wide!.children).toHaveLength(1000);
    });
  });

  describe("symbols", () => {
    test("search_symbols ranks with FTS5's words", async () => {
      const [first] = await client.ask<Row[]>("search_symbols", { query: "Authenticate*", node_type: "method" });
      expect(first).toEqual({
        node_id: expect.any(String),
        name: "authenticate",
        qualified_name: expect.stringMatching(/^(AuthService|Authenticator)\.authenticate$/),
        node_type: "method",
        language: "typescript",
        file_path: "src/auth.ts",
        line_start: expect.any(Number),
        line_end: expect.any(Number),
        access_modifier: "public",
        parameter_signature: "(user: string, password: string)",
        return_type: "Promise<boolean>",
        rank: expect.toSatisfy((rank: number) => rank < 0),
      });
      expect(await client.ask("search_symbols", { query: "Store", language: "typescript" })).toEqual([]);
      expect(await client.ask<Row[]>("search_symbols", { query: "a*", limit: 1 })).toHaveLength(1);
    });

    test("lookup_symbol gives all of the name, and an empty array where there is none", async () => {
      const found = await client.ask<Row[]>("lookup_symbol", { qualified_name: "MyApp.Store", language: "csharp" });
      expect(found).toEqual([expect.objectContaining({ node_type: "class", language: "csharp", rank: 0 })]);
      expect(await client.ask("lookup_symbol", { qualified_name: "MyApp.Nothing" })).toEqual([]);
    });

    test("get_symbol gives all that is known", async () => {
      const node_id = await idOf("AuthService.authenticate");
      expect(await client.ask("get_symbol", { node_id })).toEqual({
        node_id,
        name: "authenticate",
        qualified_name: "AuthService.authenticate",
        node_type: "method",
        language: "typescript",
        file_path: "src/auth.ts",
        line_start: 11,
        line_end: 13,
        access_modifier: "public",
        is_public_api: true,
        is_static: false,
        is_abstract: false,
        is_async: true,
        is_override: expect.any(Boolean),
        is_deprecated: false,
        has_doc_comment: false,
        parse_status: "full",
        parameter_signature: "(user: string, password: string)",
        parameter_count: 2,
        return_type: "Promise<boolean>",
        reference_count: 1,
      });
    });

    test("get_source_spans gives the parts of a partial class, the primary one first", async () => {
      const spans = await client.ask<Row[]>("get_source_spans", { node_id: await idOf("MyApp.Store") });
      expect(spans.map(({ file_path, is_primary }) => `${file_path} ${is_primary}`)).toEqual([
        expect.stringMatching(/ true$/),
        expect.stringMatching(/ false$/),
      ]);
      expect(spans[0]).toMatchObject({ line_start: 2, line_end: 2 });
    });

    test("get_file_outline is in line order", async () => {
      const outline = await client.ask<Row[]>("get_file_outline", { path: "src/auth.ts" });
      expect(outline.map(({ qualified_name }) => qualified_name)).toEqual([
        "Authenticator",
        "Authenticator.authenticate",
        "BaseService",
        "BaseService.started",
        "AuthService",
        "AuthService.authenticate",
        "check",
      ]);
      expect(outline[4]).toEqual({
        node_id: expect.any(String),
        name: "AuthService",
        qualified_name: "AuthService",
        node_type: "class",
        line_start: 10,
        line_end: 14,
        access_modifier: "public",
      });
    });

    test("find_similar gives nodes with scores", async () => {
      const found = await client.ask<Row[]>("find_similar", { node_id: await idOf("handleLogin"), limit: 2 });
      expect(found.length).toBeLessThanOrEqual(2);
      for (const row of found)
        expect(row).toMatchObject({ node_type: expect.any(String), similarity: expect.any(Number) });
    });
  });

  describe("the graph", () => {
    test("get_callers and get_callees", async () => {
      expect(await client.ask("get_callers", { node_id: await idOf("AuthService.authenticate") })).toEqual([
        {
          node_id: await idOf("handleLogin"),
          name: "handleLogin",
          qualified_name: "handleLogin",
          node_type: "function",
          file_path: "src/login.ts",
          line_start: 3,
          confidence: expect.stringMatching(/^(exact|import)$/),
        },
      ]);
      const callees = await client.ask<Row[]>("get_callees", { node_id: await idOf("AuthService.authenticate") });
      expect(callees.map(({ qualified_name }) => qualified_name)).toEqual(["check"]);
    });

    test("get_implementations has both edge types", async () => {
      const ofInterface = await client.ask<Row[]>("get_implementations", { node_id: await idOf("Authenticator") });
      expect(ofInterface).toEqual([
        expect.objectContaining({ qualified_name: "AuthService", edge_type: "implements", confidence: "exact" }),
      ]);
      const ofClass = await client.ask<Row[]>("get_implementations", { node_id: await idOf("BaseService") });
      expect(ofClass.map(({ qualified_name }) => qualified_name)).toEqual(["AuthService"]);
    });

    test("get_references has edge types and confidence", async () => {
      const found = await client.ask<Row[]>("get_references", { node_id: await idOf("AuthService") });
      expect(new Set(found.map(({ edge_type }) => edge_type))).toEqual(new Set(["imports", "accepts"]));
      for (const row of found) expect(row).toMatchObject({ direction: "incoming", confidence: expect.any(String) });
    });

    test("get_dependencies and get_dependents, of one type of edge", async () => {
      const bases = await client.ask<Row[]>("get_dependencies", {
        node_id: await idOf("AuthService"),
        edge_type: "extends",
      });
      expect(bases).toEqual([expect.objectContaining({ qualified_name: "BaseService", direction: "outgoing" })]);
      const derived = await client.ask<Row[]>("get_dependents", {
        node_id: await idOf("BaseService"),
        edge_type: "extends",
      });
      expect(derived).toEqual([expect.objectContaining({ qualified_name: "AuthService", direction: "incoming" })]);
    });

    test("unknown callers are counted next to the list", async () => {
      const call = { name: "get_callers", arguments: { node_id: await idOf("check") } };
      const { structuredContent } = await client.callTool(call, {});
      expect(structuredContent).toMatchObject({ unresolved: { count: 0 }, index: { project: "repo" } });
    });
  });

  describe("the engine", () => {
    test("index_files says how many files are indexed, and which are not", async () => {
      expect(await client.ask("index_files", { paths: ["src/auth.ts", "src/none.ts"] })).toEqual({
        indexed: 1,
        errors: [expect.objectContaining({ path: "src/none.ts", code: "not_found" })],
      });
      expect(await client.ask("index_files", { paths: ["src/none.ts"] })).toMatchObject({ indexed: 0 });
    });

    test("get_status", async () => {
      expect(await client.ask("get_status", {})).toEqual({
        healthy: true,
        schema_version: expect.any(Number),
        indexed_files: expect.any(Number),
        indexed_symbols: expect.any(Number),
        languages: expect.arrayContaining(["csharp", "typescript"]),
        watcher_active: false,
        last_batch_at: expect.stringMatching(/^\d{4}-/),
        embedding_model: expect.any(String),
        embeddings_count: expect.any(Number),
      });
    });
  });

  test.each([
    { name: "get_symbol", args: { node_id: "none" }, code: "not_found" },
    { name: "read_file", args: { path: "src/none.ts" }, code: "not_found" },
    { name: "read_file", args: {}, code: "invalid_parameter" },
    { name: "read_file", args: { path: "../../etc/passwd" }, code: "path_escape" },
    { name: "list_directory", args: { path: ".." }, code: "path_escape" },
    { name: "read_file", args: { path: "picture.gif" }, code: "binary_file" },
    { name: "get_directory_tree", args: { depth: 11 }, code: "invalid_parameter" },
    { name: "search_symbols", args: { query: "a", limit: 51 }, code: "invalid_parameter" },
    { name: "search_symbols", args: { query: " " }, code: "invalid_parameter" },
    { name: "search_symbols", args: { query: "NEAR(auth service, 5)" }, code: "invalid_parameter" },
    { name: "search_symbols", args: { query: "a", project_id: "none" }, code: "not_found" },
    { name: "index_files", args: { paths: Array(101).fill("a.ts") }, code: "too_large" },
    { name: "index_files", args: { paths: ["../a.ts"] }, code: "path_escape" },
  ])("$name refuses with $code", async ({ name, args, code }) => {
    expect(JSON.parse(await client.fail(name, args))).toEqual({ error: { code, message: expect.any(String) } });
  });

  test("the message names what was not found, and the type of a binary", async () => {
    expect(await client.fail("get_symbol", { node_id: "nothing" })).toContain("No symbol with node_id 'nothing'");
    expect(await client.fail("read_file", { path: "picture.gif" })).toContain("image/gif");
  });
});

/** Rights of every kind of caller over MCP: every tool, resource and prompt of the lists, and what nothing tells of a hidden project. */
import { describe, expect, test } from "vitest";
import { PROMPTS } from "../../src/mcp/prompts/index.js";
import { RESOURCES } from "../../src/mcp/resources/index.js";
import { type AccessScope, SCOPES } from "../../src/model/principal.js";
import { TOOLS } from "../../src/tools/index.js";
import { scopeOfTool } from "../../src/tools/running/restricted-host.js";
import { inputJsonSchema } from "../../src/tools/running/schema.js";
import { until } from "../helpers/until.js";
import { NOBODY, OF_WEB, rank, useCallers } from "./callers.js";

const { url, tokens, inputOf, MORE, plain, send, rpc } = useCallers();

/** Entries that MCP knows by name: tools, resources and prompts, each asked about a project. */
const BY_NAME: { name: string; ask(project: string): [string, Record<string, unknown>]; scope: AccessScope }[] = [
  ...TOOLS.map((tool) => ({
    name: `tool ${tool.name}`,
    scope: scopeOfTool(tool),
    ask: (project: string): [string, Record<string, unknown>] => [
      "tools/call",
      {
        name: tool.name,
        arguments: {
          ...inputOf(inputJsonSchema(tool), project),
          ...MORE[tool.name]?.(project),
          ...(tool.usesProject !== false && { project_id: project }),
        },
      },
    ],
  })),
  ...RESOURCES.map((resource) => ({
    name: `resource ${resource.path}`,
    scope: "read" as const,
    ask: (project: string): [string, Record<string, unknown>] => {
      const path = resource.path
        .replace(/\{\?.*\}/, "")
        .replace(/\{\+?(\w+)\}/, (_, name) => (name === "path" ? "src/app.ts" : "Thing"));
      return ["resources/read", { uri: `codeindex://${resource.usesProject === false ? "" : `${project}/`}${path}` }];
    },
  })),
  ...PROMPTS.map((prompt) => ({
    name: `prompt ${prompt.name}`,
    scope: "read" as const,
    ask: (project: string): [string, Record<string, unknown>] => {
      const given = prompt.arguments.filter(({ name, required }) => required || name === "project");
      const args = given.map(({ name }) => [name, name === "project" ? project : "hiddenThing"]);
      return ["prompts/get", { name: prompt.name, arguments: Object.fromEntries(args) }];
    },
  })),
];

describe.each(BY_NAME)("$name over MCP", ({ ask, scope }) => {
  test("is for nobody who does not say who they are, or is not", async () => {
    const send = (who: string) => rpc(who, ...ask("web-shop"), "/mcp?toolsets=all");
    const replies = await Promise.all(NOBODY.map(async (who) => ({ who, ...(await send(who)) })));
    for (const { who, status, text } of replies) {
      expect([who, status]).toEqual([who, 401]);
      expect(text).not.toContain("web-shop");
    }
  });

  test(`wants ${scope}, and is there for who may see it`, async () => {
    for (const own of SCOPES.filter((each) => rank(each) < rank(scope)))
      expect((await rpc(own, ...ask("secret"), "/mcp?toolsets=all")).text).toContain("Unknown tool");
    let result: { isError?: boolean } | undefined;
    await until(async () => {
      const { text } = await rpc(scope, ...ask("secret"), "/mcp?toolsets=all");
      result = JSON.parse(text).result;
      // The build that a test before this one began.
      return !text.includes("BUILD_ALREADY_RUNNING");
    });
    expect(result).toBeDefined();
    expect(result?.isError ? result : {}).toEqual({});
  });

  test.each(OF_WEB)("of a project that is not theirs, tells %s what it tells of one that never was", async (who) => {
    const [hidden, none] = await Promise.all(
      ["secret", "nosuch"].map((project) => rpc(who, ...ask(project), "/mcp?toolsets=all")),
    );
    expect(hidden!.text.replaceAll("secret", "")).not.toMatch(/Words of|export function|hiddenThing\(/);
    expect(plain(hidden!, "secret")).toEqual(plain(none!, "nosuch"));
  });
});

describe("MCP", () => {
  test("nobody is answered who does not say who they are, and is told how", async () => {
    for (const who of NOBODY) {
      for (const [method, path] of [
        ["POST", "/mcp"],
        ["GET", "/mcp"],
        ["DELETE", "/mcp"],
        ["GET", "/sse"],
        ["POST", "/messages"],
        ["POST", "/mcp/secret"],
      ] as const) {
        const { status, headers } = await send(
          method,
          path,
          who,
          method === "POST" ? { jsonrpc: "2.0", id: 1, method: "ping" } : undefined,
        );
        expect([who, path, status]).toEqual([who, path, 401]);
        expect(headers.get("www-authenticate")).toMatch(/^Bearer /);
      }
    }
  });

  test.each(SCOPES)("%s is shown the tools it may call, and no other can be called", async (scope) => {
    const { tools } = JSON.parse((await rpc(scope, "tools/list")).text).result as { tools: { name: string }[] };
    const shown = tools.map(({ name }) => name);
    const may = TOOLS.filter((tool) => rank(scopeOfTool(tool)) <= rank(scope)).map(({ name }) => name);
    expect(shown.filter((name) => !may.includes(name))).toEqual([]);
    for (const tool of TOOLS.filter(({ name }) => !may.includes(name)))
      expect((await rpc(scope, "tools/call", { name: tool.name, arguments: {} })).text).toContain("Unknown tool");
  });

  const HIDING: [string, object][] = [
    ["resources/list", {}],
    ["resources/templates/list", {}],
    ["prompts/list", {}],
    ["resources/read", { uri: "codeindex://projects" }],
    ["resources/read", { uri: "codeindex://secret/workspace/status" }],
    ["resources/read", { uri: "codeindex://secret/file/src/app.ts" }],
    [
      "completion/complete",
      {
        ref: { type: "ref/resource", uri: "codeindex://{project}/file/{+path}" },
        argument: { name: "project", value: "" },
      },
    ],
    [
      "completion/complete",
      { ref: { type: "ref/prompt", name: "code-search" }, argument: { name: "project", value: "se" } },
    ],
    ["tools/call", { name: "list_projects", arguments: {} }],
    ["tools/call", { name: "search_symbols", arguments: { query: "Thing", project_id: "*" } }],
    ["tools/call", { name: "search_code", arguments: { query: "thing", project_id: "*" } }],
    ["tools/call", { name: "search_text", arguments: { query: "Thing", project_id: "*" } }],
    ["tools/call", { name: "search_code", arguments: { query: "thing", project_id: "nosuch" } }],
    ["tools/call", { name: "get_status", arguments: {} }],
  ];
  test.each(HIDING)("%s %j names nothing of a hidden project", async (method, params) => {
    const text = (await rpc("admin of web-*", method, params)).text;
    const asked = JSON.stringify(params);
    expect(text.replaceAll("\\", "")).not.toMatch(
      asked.includes("secret") ? /hiddenThing|Words of/ : /secret|hiddenThing/,
    );
    // It is there for who may see it.
    expect((await rpc("admin", method, params)).status).toBe(200);
  });

  test("a resource of a hidden project cannot be told from one that never was", async () => {
    const plain = async (project: string) =>
      (await rpc("admin of web-*", "resources/read", { uri: `codeindex://${project}/file/src/app.ts` })).text
        .replaceAll(project, "PROJECT")
        .replace(/"timestamp":"[^"]*"/, "");
    expect(await plain("secret")).toBe(await plain("nosuch"));
  });

  test("figures tell nothing of what goes on in hidden projects", async () => {
    const read = async (who: string, resource: string) =>
      JSON.parse(
        JSON.parse((await rpc(who, "resources/read", { uri: `codeindex://web-shop/workspace/${resource}` })).text)
          .result.contents[0].text,
      );
    const before = await read("read of web-*", "status");
    expect(before.cache).toMatchObject({ memoryUsage: null, diskUsage: null });
    expect((await read("read", "status")).cache).toMatchObject({ diskUsage: expect.any(String) });
    for (let times = 0; times < 3; times++)
      await rpc("admin", "tools/call", { name: "search_code", arguments: { query: "hidden", project_id: "secret" } });
    expect(await read("read of web-*", "status")).toEqual(before);
    expect((await read("read of web-*", "stats")).performance).toMatchObject({ memoryUsage: null });
  });

  test("one who sees one project need not name it", async () => {
    const { result } = JSON.parse(
      (await rpc("read of web-*", "tools/call", { name: "get_status", arguments: { detail: "full" } })).text,
    );
    expect(result.structuredContent.index.project).toBe("web-shop");
  });

  test("a session is its principal's alone", async () => {
    const opening = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "0" } };
    const session = (await rpc("read", "initialize", opening)).headers.get("mcp-session-id")!;
    const withSession = (who: string) =>
      fetch(`${url()}/mcp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-session-id": session,
          authorization: `Bearer ${tokens[who]}`,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
      });
    expect((await withSession("read")).status).toBe(200);
    expect((await withSession("admin")).status).toBe(404);
  });
});

/**
 * Who may do what: every tool, resource, prompt and route, for every kind of caller. The rows come from the lists themselves, so that whatever is added to
 * them is tested, or fails here.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../src/app.js";
import { issueToken } from "../../src/auth/issue.js";
import { createLimits } from "../../src/auth/limits.js";
import { SCOPES, type Scope } from "../../src/auth/principal.js";
import { makeToken } from "../../src/auth/token-text.js";
import { readConfig } from "../../src/config.js";
import { ROUTES } from "../../src/http/routes/index.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { revokeToken } from "../../src/store/tokens.js";
import type { App } from "../../src/tools/call.js";
import { scopeOfTool } from "../../src/tools/host.js";
import { TOOLS } from "../../src/tools/index.js";

let app: App;
let server: HttpServer;
const folder = realpathSync(mkdtempSync(join(tmpdir(), "codeindex-permissions-")));
const tokens: Record<string, string> = {};

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

beforeAll(async () => {
  for (const project of ["web-shop", "secret"]) {
    put(
      `root/${project}/src/app.ts`,
      `export function ${project === "secret" ? "hiddenThing" : "shopThing"}() {\n  return 1;\n}\n`,
    );
    put(`root/${project}/README.md`, `# ${project}\n\nWords of ${project}.\n`);
    mkdirSync(join(folder, `root/${project}/.git`));
  }
  const config = readConfig(
    {
      repos: [],
      root: join(folder, "root"),
      dataDir: join(folder, "data"),
      watchFiles: false,
      logLevel: "error",
      port: 0,
    },
    { CODEINDEX_AUTH: "token" },
  );
  app = await createApp(config);
  // What is counted has tests of its own.
  const limits = createLimits({ rateLimit: 1_000_000, callsAtOnce: 100, redisUrl: null, mostFailures: 1_000_000 });
  server = await listen({ ...app, limits });
  for (const project of await app.projects()) {
    const { jobId } = await app.indexing.start(project, {});
    await app.indexing.wait(jobId, AbortSignal.timeout(60_000));
  }
  for (const scope of SCOPES) {
    tokens[scope] = (await issueToken(app.db, { name: scope, scope })).token;
    tokens[`${scope} of web-*`] = (await issueToken(app.db, { name: scope, scope, projects: ["web-*"] })).token;
  }
  const revoked = await issueToken(app.db, { name: "revoked", scope: "admin" });
  tokens.revoked = revoked.token;
  await revokeToken(app.db, revoked.token_id);
  const expired = await issueToken(app.db, { name: "expired", scope: "admin", expires: "1h" });
  tokens.expired = expired.token;
  await app.db.query("update tokens set expires_at = now() - interval '1 second' where token_id = $1", [
    expired.token_id,
  ]);
  tokens["made up"] = makeToken().text;
  tokens["no token"] = "";
  tokens["a JWT"] = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.";
}, 120_000);
afterAll(async () => {
  await server?.close();
  await app?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Reply {
  status: number;
  text: string;
  headers: Headers;
}
async function send(method: string, path: string, who: string, body?: unknown): Promise<Reply> {
  const token = tokens[who];
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
const rpc = (who: string, method: string, params: object = {}) =>
  send("POST", "/mcp", who, { jsonrpc: "2.0", id: 1, method, params });

const NOBODY = ["no token", "made up", "revoked", "expired", "a JWT"];
const rank = (scope: Scope) => SCOPES.indexOf(scope);

/** What can be asked of the service: every route of the list, every tool over REST, and what stands beside the lists. */
const ENTRIES: { method: string; path: string; scope: Scope; allProjects: boolean }[] = [
  ...ROUTES.map(({ method, path, scope, allProjects = false }) => ({
    method: method.toUpperCase(),
    path,
    scope,
    allProjects,
  })),
  ...TOOLS.map((tool) => ({
    method: "POST",
    path: `/projects/:project/tools/${tool.name}`,
    scope: scopeOfTool(tool),
    allProjects: false,
  })),
  { method: "GET", path: "/metrics", scope: "read", allProjects: true },
  { method: "GET", path: "/openapi.json", scope: "read", allProjects: false },
];
const within = (path: string, project: string) =>
  path.replace(":project", project).replace(":job", "none").replace(":token", "none").replace(":node_id", "none");

describe.each(ENTRIES)("$method $path", ({ method, path, scope, allProjects }) => {
  test("is for nobody who does not say who they are, or is not", async () => {
    for (const who of NOBODY) {
      const { status, text, headers } = await send(
        method,
        within(path, "web-shop"),
        who,
        method === "GET" ? undefined : {},
      );
      expect([who, status]).toEqual([who, 401]);
      expect(headers.get("www-authenticate")).toMatch(/^Bearer /);
      expect(text).not.toContain("web-shop");
    }
  });

  test(`wants ${scope}`, async () => {
    for (const own of SCOPES.filter((each) => rank(each) < rank(scope)))
      expect((await send(method, within(path, "web-shop"), own, method === "GET" ? undefined : {})).status).toBe(403);
    // What is asked may be wrong, but not who asks. Removing a project would leave none to ask about.
    if (method === "DELETE" && path === "/projects/:project") return;
    const { status } = await send(method, within(path, "web-shop"), scope, method === "GET" ? undefined : {});
    expect([401, 403, 500]).not.toContain(status);
  });

  test("knows no project that the caller does not see", async () => {
    const who = "admin of web-*";
    if (allProjects) {
      expect((await send(method, path, who, method === "GET" ? undefined : {})).status).toBe(403);
      return;
    }
    if (!path.includes(":project")) {
      const { text } = await send(method, path, who, method === "GET" ? undefined : {});
      expect(text).not.toMatch(/secret|hiddenThing/);
      return;
    }
    const [hidden, none] = await Promise.all(
      ["secret", "nosuch"].map((project) =>
        send(method, within(path, project), who, method === "GET" ? undefined : {}),
      ),
    );
    const plain = ({ status, text }: Reply, project: string) => [
      status,
      text.replaceAll(project, "PROJECT").replace(/"timestamp":"[^"]*"/, ""),
    ];
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
      (await rpc("read of web-*", "tools/call", { name: "get_status", arguments: {} })).text,
    );
    expect(result.structuredContent.index.project).toBe("web-shop");
  });

  test("a session is its principal's alone", async () => {
    const opening = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "0" } };
    const session = (await rpc("read", "initialize", opening)).headers.get("mcp-session-id")!;
    const withSession = (who: string) =>
      fetch(`${server.url}/mcp`, {
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

test("one who sends two Authorization headers is not known", async () => {
  const { hostname, port } = new URL(server.url);
  const headers = [
    "host",
    "localhost",
    ...[tokens.read, tokens.admin].flatMap((token) => ["authorization", `Bearer ${token}`]),
  ];
  const status = await new Promise((done, failed) => {
    request({ hostname, port, path: "/projects", headers }, (answer) => done(answer.resume().statusCode))
      .on("error", failed)
      .end();
  });
  expect(status).toBe(401);
});

test("one caller's streams of events leave room for others'", async () => {
  tokens.follower = (await issueToken(app.db, { name: "follower", scope: "read" })).token;
  const open = () => follow("GET", "/projects/web-shop/events", "follower");
  const streams = await Promise.all(Array.from({ length: 60 }, open));
  expect(streams.filter(({ status }) => status === 429)).toHaveLength(10);
  expect((await follow("GET", "/projects/web-shop/events", "read")).status).toBe(200);
  await send("DELETE", "/tokens/follower", "admin");
});

test("a revoked token is none from then on", async () => {
  const made = await issueToken(app.db, { name: "short", scope: "read" });
  tokens.short = made.token;
  expect((await send("GET", "/projects", "short")).status).toBe(200);
  expect((await send("DELETE", `/tokens/${made.token_id}`, "admin")).status).toBe(200);
  await expect.poll(async () => (await send("GET", "/projects", "short")).status).toBe(401);
});

test("what anybody may ask says nothing of projects", async () => {
  for (const path of ["/", "/health", "/ready"])
    expect((await send("GET", path, "no token")).text).not.toMatch(/web-shop|secret/);
  expect((await send("GET", "/ready", "admin of web-*")).text).toContain("web-shop");
  expect((await send("GET", "/ready", "admin of web-*")).text).not.toContain("secret");
});

/** Opens a stream, and gathers what it says until it ends. */
async function follow(method: string, path: string, who: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      authorization: `Bearer ${tokens[who]}`,
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const heard = { text: "", status: response.status, hasEnded: false };
  void (async () => {
    try {
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) heard.text += part;
    } catch {
      // It was cut off.
    }
    heard.hasEnded = true;
  })();
  return heard;
}

const listening = (who: string, uri: string) => {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "t", version: "0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { notifications: { resourceSubscriptions: [uri] }, _meta: meta };
  const message = { jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params };
  return follow("POST", "/mcp", who, message, {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "subscriptions/listen",
  });
};

test("streams end with the token that opened them", async () => {
  const made = await issueToken(app.db, { name: "streams", scope: "read" });
  tokens.streams = made.token;
  const opening = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "0" } };
  const session = (await rpc("streams", "initialize", opening)).headers.get("mcp-session-id")!;
  const streams = [
    await follow("GET", "/sse", "streams"),
    await follow("GET", "/mcp", "streams", undefined, { "mcp-session-id": session }),
    await follow("GET", "/projects/web-shop/events", "streams"),
    await listening("streams", "codeindex://projects"),
  ];
  const anothers = await follow("GET", "/sse", "read");
  expect(streams.map(({ status, hasEnded }) => [status, hasEnded])).toEqual(streams.map(() => [200, false]));
  // Also where they revoke it themselves, who are told so.
  tokens.ending = (await issueToken(app.db, { name: "ending", scope: "admin" })).token;
  const own = await follow("GET", "/sse", "ending");
  expect((await send("DELETE", "/tokens/ending", "ending")).status).toBe(200);
  expect((await send("DELETE", `/tokens/${made.token_id}`, "admin")).status).toBe(200);
  await expect.poll(() => [...streams, own].map(({ hasEnded }) => hasEnded)).toEqual(Array(5).fill(true));
  expect(anothers.hasEnded).toBe(false);
});

test("whoever follows the list of projects hears nothing of those that are hidden", async () => {
  const all = await listening("read", "codeindex://projects");
  const some = await listening("read of web-*", "codeindex://projects");
  const updates = ({ text }: typeof all) => text.split("notifications/resources/updated").length - 1;
  const [secret, shop] = await app.projects();
  const index = async (project: typeof secret) => {
    const { jobId } = await app.indexing.start(project!, { force: true });
    await app.indexing.wait(jobId, AbortSignal.timeout(60_000));
  };
  put("root/secret/src/more.ts", "export const more = 1;\n");
  await index(secret);
  await expect.poll(() => updates(all)).toBeGreaterThan(0);
  expect(updates(some)).toBe(0);
  put("root/web-shop/src/more.ts", "export const more = 1;\n");
  await index(shop);
  await expect.poll(() => updates(some)).toBeGreaterThan(0);
});

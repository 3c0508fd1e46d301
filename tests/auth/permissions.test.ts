/**
 * Rights of every kind of caller: every tool, resource, prompt and route. The rows come from the lists themselves, so that an entry added to
 * them is tested, or fails here.
 */
import { mkdirSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { issueToken } from "../../src/auth/issue.js";
import { createLimits } from "../../src/auth/limits.js";
import { makeToken } from "../../src/auth/token-text.js";
import { readConfig } from "../../src/config/config.js";
import { createIdleness } from "../../src/http/idle.js";
import { createProjectEvents } from "../../src/http/project-events.js";
import { ROUTES } from "../../src/http/routes/index.js";
import { createHttpApp, type HttpServer, listen } from "../../src/http/server.js";
import { createMcpEndpoint } from "../../src/mcp/endpoint.js";
import { PROMPTS } from "../../src/mcp/prompts/index.js";
import { RESOURCES } from "../../src/mcp/resources/index.js";
import { type AccessScope, SCOPES } from "../../src/model/principal.js";
import { type App, createApp } from "../../src/processes/service.js";
import { revokeToken } from "../../src/store/tokens.js";
import { TOOLS } from "../../src/tools/index.js";
import { scopeOfTool } from "../../src/tools/running/restricted-host.js";
import { inputJsonSchema, jsonSchemaOf } from "../../src/tools/running/schema.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder, writeFiles } from "../helpers/folders.js";
import { until } from "../helpers/until.js";

let app: App;
let server: HttpServer;
const folder = temporaryFolder();
const tokens: Record<string, string> = {};
/** Of each project: a job, and a symbol that no other has. */
const ids: Record<string, { job: string; node: string }> = {};
const NONE = { job: "no-job", node: "no-node" };

/** An issuer whose one key signs what it is told to. */
const keys = await generateKeyPair("ES256");
const issuer = createServer(async (_request, response) => {
  response.end(JSON.stringify({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: "one" }] }));
});
/** A picture. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const AUDIENCE = "https://code.example.com/mcp";
function jwt(claims: Record<string, unknown> = {}): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  return new SignJWT({ iss: issuerUrl(), aud: AUDIENCE, sub: "ann", exp, scope: "codeindex:admin", ...claims })
    .setProtectedHeader({ alg: "ES256", kid: "one" })
    .sign(keys.privateKey);
}
const issuerUrl = () => `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;

function put(path: string, text: string | Buffer): void {
  writeFiles(folder, { [path]: text });
}

beforeAll(async () => {
  await new Promise<void>((done) => issuer.listen(0, "127.0.0.1", done));
  for (const project of ["web-shop", "secret"]) {
    put(
      `root/${project}/src/app.ts`,
      dedent`
        export function ${project === "secret" ? "hiddenThing" : "shopThing"}() {
          return 1;
        }
      `,
    );
    put(
      `root/${project}/README.md`,
      dedent`
        # ${project}

        Words of ${project}.
      `,
    );
    put(`root/${project}/logo.png`, PIXEL);
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
    {
      CODEINDEX_AUTH: "token,jwt",
      CODEINDEX_JWT_ISSUER: issuerUrl(),
      CODEINDEX_JWT_AUDIENCE: AUDIENCE,
      CODEINDEX_JWT_JWKS_URL: issuerUrl(),
      CODEINDEX_JWT_PROJECTS_CLAIM: "projects",
    },
  );
  app = await createApp(config);
  // Limits have tests of their own.
  const limits = createLimits({ rateLimit: 1_000_000, callsAtOnce: 100, redisUrl: null, mostFailures: 1_000_000 });
  server = await listen({ ...app, limits });
  for (const project of await app.projects()) {
    const { jobId } = await app.indexing.start(project, {});
    await app.indexing.wait(jobId, AbortSignal.timeout(60_000));
    const [symbol] = await app.db.query<{ node: string }>(
      "select node_id as node from symbols where project_id = $1 and name like '%Thing'",
      [project.projectId],
    );
    ids[project.projectId] = { job: jobId, node: symbol!.node };
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
  tokens["for somebody else"] = await jwt({ aud: "https://other.example.com", projects: "*" });
  tokens["a JWT that has expired"] = await jwt({ exp: Math.floor(Date.now() / 1000) - 120, projects: "*" });
  tokens["a JWT of web-*"] = await jwt({ projects: "web-*" });
  tokens["a JWT without signature"] = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.";
}, 120_000);
afterAll(async () => {
  await server?.close();
  await app?.close();
  issuer.close();
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
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  // A stream of events has no end; of an answer, it is the same by another way.
  if (isStream && method === "GET") await response.body?.cancel();
  return {
    status: response.status,
    text: isStream && method === "GET" ? "" : await response.text(),
    headers: response.headers,
  };
}
const rpc = (who: string, method: string, params: object = {}, path = "/mcp") =>
  send("POST", path, who, { jsonrpc: "2.0", id: 1, method, params });

const NOBODY = [
  "no token",
  "made up",
  "revoked",
  "expired",
  "for somebody else",
  "a JWT that has expired",
  "a JWT without signature",
];
/** Two who may do anything, with what they see. */
const OF_WEB = ["admin of web-*", "a JWT of web-*"];
const rank = (scope: AccessScope) => SCOPES.indexOf(scope);

interface Entry {
  method: string;
  path: string;
  scope: AccessScope;
  allProjects: boolean;
  /** Good input, about a project. */
  input(project: string): Record<string, unknown>;
}

/** Values for what must be given, by the name of the parameter. */
function inputOf(schema: Record<string, unknown>, project: string): Record<string, unknown> {
  const { required = [] } = schema as { required?: string[] };
  const values: Record<string, unknown> = {
    query: "Thing",
    code: "return 1",
    path: "src/app.ts",
    paths: ["src/app.ts"],
    symbols: [(ids[project] ?? NONE).node],
    node_id: (ids[project] ?? NONE).node,
    job_id: (ids[project] ?? NONE).job,
    qualified_name: project === "web-shop" ? "shopThing" : "hiddenThing",
    name: "made",
  };
  return Object.fromEntries(required.map((name) => [name, values[name]]));
}
/** Input that tools need in addition to that, or instead. */
const MORE: Record<string, (project: string) => Record<string, unknown>> = {
  search_text: () => ({ query: "Thing" }),
  find_similar_code: () => ({
    code: dedent`
      export function thing() {
        return 1;
      }
    `,
  }),
  trace: (project) => ({ from: (ids[project] ?? NONE).node }),
  get_tests: (project) => ({ symbols: [(ids[project] ?? NONE).node] }),
  read_media_file: () => ({ path: "logo.png" }),
  update_config: () => ({ settings: {}, restart: true }),
};

/** Requests to the service: every route of the list, every tool over REST, and the routes that the lists lack. */
const ENTRIES: Entry[] = [
  ...ROUTES.map(({ method, path, scope, allProjects = false, input }) => ({
    method: method.toUpperCase(),
    path,
    scope,
    allProjects,
    input: (project: string) => inputOf(jsonSchemaOf(z.object(input), "input"), project),
  })),
  ...TOOLS.map((tool) => ({
    method: "POST",
    path: `/projects/:project/tools/${tool.name}`,
    scope: scopeOfTool(tool),
    allProjects: false,
    input: (project: string) => ({ ...inputOf(inputJsonSchema(tool), project), ...MORE[tool.name]?.(project) }),
  })),
  ...[
    { path: "/metrics", allProjects: true },
    { path: "/openapi.json", allProjects: false },
    { path: "/projects/:project/events", allProjects: false },
  ].map((entry) => ({ method: "GET", scope: "read" as const, input: () => ({}), ...entry })),
];
/** Routes that speak MCP, or name a tool that has an entry of its own. */
const OTHERS = ["/mcp", "/mcp/:project", "/sse", "/messages", "/tools/:tool", "/projects/:project/tools/:tool"];
const FOR_ANYBODY = [
  "/",
  "/health",
  "/ready",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
];
/** Signed with a secret of their own. */
const SIGNED = ["/webhooks/git"];

const within = (path: string, project: string, { job, node } = ids[project] ?? NONE) =>
  path.replace(":project", project).replace(":job", job).replace(":token", "none").replace(":node_id", node);

interface Stack {
  stack: { route?: { path: string | string[]; methods: Record<string, boolean> }; handle: Partial<Stack> }[];
}
/** Every path that a router answers. */
const pathsOf = ({ stack }: Stack): string[] =>
  stack.flatMap(({ route, handle }) =>
    route ? [route.path].flat() : handle.stack ? pathsOf({ stack: handle.stack }) : [],
  );

test("there is no other way into the service than those of this table", async () => {
  const mcp = await createMcpEndpoint(app);
  const events = createProjectEvents(app.db, app.log);
  const whole = createHttpApp(app, mcp, events, createIdleness());
  const known = new Set([...ENTRIES.map(({ path }) => path), ...OTHERS, ...FOR_ANYBODY, ...SIGNED]);
  const paths = pathsOf(whole.router as unknown as Stack);
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !known.has(path))).toEqual([]);
  await Promise.all([mcp.close(), events.close()]);
});

/** An answer that may name a project, as it is of any. */
const plain = ({ status, text }: Reply, project: string) => [
  status,
  text
    .replaceAll(project, "PROJECT")
    .replaceAll((ids[project] ?? NONE).job, "JOB")
    .replaceAll((ids[project] ?? NONE).node, "NODE")
    .replace(/\\?"timestamp\\?":\\?"[^"]*"/, ""),
];

test("a refusal says which scope is needed, as the issuer's tokens name it", async () => {
  const challengeOf = async (who: string, path: string) =>
    (await send("POST", path, who, {})).headers.get("www-authenticate");
  expect(await challengeOf("no token", "/tools/list_projects")).toContain('scope="codeindex:read"');
  const refused = await challengeOf("read", "/tokens");
  expect(refused).toContain('error="insufficient_scope"');
  expect(refused).toContain('scope="codeindex:admin"');
});

describe.each(ENTRIES)("$method $path", ({ method, path, scope, allProjects, input }) => {
  const bodyOf = (project: string) => (method === "GET" ? undefined : input(project));

  test("is for nobody who does not say who they are, or is not", async () => {
    const ask = (who: string) => send(method, within(path, "web-shop"), who, bodyOf("web-shop"));
    const replies = await Promise.all(NOBODY.map(async (who) => ({ who, ...(await ask(who)) })));
    for (const { who, status, text, headers } of replies) {
      expect([who, status]).toEqual([who, 401]);
      expect(headers.get("www-authenticate")).toMatch(/^Bearer /);
      expect(text).not.toContain("web-shop");
    }
  });

  test(`wants ${scope}`, async () => {
    for (const own of SCOPES.filter((each) => rank(each) < rank(scope)))
      expect((await send(method, within(path, "web-shop"), own, bodyOf("web-shop"))).status).toBe(403);
    // The request may be wrong, but not its caller. Removing a project would leave none to ask about.
    if (method === "DELETE" && path === "/projects/:project") return;
    const { status } = await send(method, within(path, "web-shop"), scope, bodyOf("web-shop"));
    expect([401, 403, 500]).not.toContain(status);
  });

  test.each(OF_WEB)("of a project that is not theirs, tells %s what it tells of one that never was", async (who) => {
    if (allProjects) {
      expect((await send(method, path, who, bodyOf("secret"))).status).toBe(403);
      return;
    }
    if (!path.includes(":project")) {
      const { text } = await send(method, path, who, bodyOf("secret"));
      expect(text).not.toMatch(/secret|hiddenThing/);
      return;
    }
    const [hidden, none] = await Promise.all(
      ["secret", "nosuch"].map((project) => send(method, within(path, project), who, bodyOf(project))),
    );
    expect(plain(hidden!, "secret")).toEqual(plain(none!, "nosuch"));
    // A job or a symbol of it does not exist under a project that is theirs either.
    const under = (of: string) => send(method, within(path, "web-shop", ids[of] ?? NONE), who, bodyOf("web-shop"));
    if (/:(job|node_id)/.test(path))
      expect(plain(await under("secret"), "secret")).toEqual(plain(await under("nosuch"), "nosuch"));
  });
});

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

test("answers for anybody say nothing of projects", async () => {
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

test("a follower of the list of projects hears nothing of hidden ones", async () => {
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

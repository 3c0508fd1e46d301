/**
 * Rights of every kind of caller at every route and, over REST, every tool. The rows come from the lists themselves, so that an entry added to them is
 * tested, or fails here.
 */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createIdleness } from "../../src/http/idle.js";
import { createProjectEvents } from "../../src/http/project-events.js";
import { ROUTES } from "../../src/http/routes/index.js";
import { createHttpApp } from "../../src/http/server.js";
import { createMcpEndpoint } from "../../src/mcp/endpoint.js";
import { type AccessScope, SCOPES } from "../../src/model/principal.js";
import { TOOLS } from "../../src/tools/index.js";
import { scopeOfTool } from "../../src/tools/running/restricted-host.js";
import { inputJsonSchema, jsonSchemaOf } from "../../src/tools/running/schema.js";
import { NOBODY, OF_WEB, rank, useCallers } from "./callers.js";

const { app, idsOf, inputOf, MORE, plain, send } = useCallers();

interface Entry {
  method: string;
  path: string;
  scope: AccessScope;
  allProjects: boolean;
  /** Good input, about a project. */
  input(project: string): Record<string, unknown>;
}

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
  "/ui",
  "/ui/*path",
  "/ui/assets/:name",
  "/connect",
  "/health",
  "/ready",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
];
/** Signed with a secret of their own. */
const SIGNED = ["/webhooks/git"];

const within = (path: string, project: string, { job, node } = idsOf(project)) =>
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
  const mcp = await createMcpEndpoint(app());
  const events = createProjectEvents(app().db, app().log);
  const whole = createHttpApp(app(), mcp, events, createIdleness());
  const known = new Set([...ENTRIES.map(({ path }) => path), ...OTHERS, ...FOR_ANYBODY, ...SIGNED]);
  const paths = pathsOf(whole.router as unknown as Stack);
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !known.has(path))).toEqual([]);
  await Promise.all([mcp.close(), events.close()]);
});

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
    const under = (of: string) => send(method, within(path, "web-shop", idsOf(of)), who, bodyOf("web-shop"));
    if (/:(job|node_id)/.test(path))
      expect(plain(await under("secret"), "secret")).toEqual(plain(await under("nosuch"), "nosuch"));
  });
});

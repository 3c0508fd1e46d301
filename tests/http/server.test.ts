/** The HTTP face, as a client, a browser and a careless program meet it. */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allowedHosts } from "../../src/http/guard.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { ALPHA, BETA, tableHost } from "../mcp/table.js";

let server: HttpServer;
beforeAll(async () => {
  server = await listen(tableHost({ projects: [ALPHA, BETA] }));
});
afterAll(() => server.close());

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });

/** fetch does not let us set Host. */
function statusWith(headers: Record<string, string>, path = "/health"): Promise<number> {
  const { hostname, port } = new URL(server.url);
  return new Promise((done, failed) => {
    request({ hostname, port, path, headers }, (answer) => {
      answer.resume();
      done(answer.statusCode ?? 0);
    })
      .on("error", failed)
      .end();
  });
}

describe("hosts and origins", () => {
  test.each<{ name: string; headers: Record<string, string>; want: number }>([
    { name: "this machine by name", headers: { host: "localhost:8400" }, want: 200 },
    { name: "by address", headers: { host: "127.0.0.1" }, want: 200 },
    { name: "by IPv6", headers: { host: "[::1]:8400" }, want: 200 },
    { name: "a page of this machine", headers: { host: "localhost", origin: "http://localhost:3000" }, want: 200 },
    { name: "another name", headers: { host: "evil.example" }, want: 403 },
    { name: "a name that begins well", headers: { host: "localhost.evil.example" }, want: 403 },
    { name: "a user before the name", headers: { host: "evil.example@127.0.0.1" }, want: 403 },
    { name: "a path after the name", headers: { host: "127.0.0.1\\@evil.example" }, want: 403 },
    { name: "no host name", headers: { host: "%" }, want: 403 },
    { name: "a page of another site", headers: { host: "localhost", origin: "https://evil.example" }, want: 403 },
    { name: "a page without an origin", headers: { host: "localhost", origin: "null" }, want: 403 },
  ])("$name: $want", async ({ headers, want }) => expect(await statusWith(headers)).toBe(want));

  test.each(["10.1.2.3:8400", "[fd00::7]:8400"])(
    "probes ask by the address of a pod, and see no project: %s",
    async (host) => {
      expect(await statusWith({ host }, "/health")).toBe(200);
      // Its database is away.
      expect(await statusWith({ host }, "/ready")).toBe(503);
      expect(await statusWith({ host }, "/metrics")).toBe(200);
      expect(await statusWith({ host }, "/openapi.json")).toBe(403);
    },
  );
});

test("hosts of the settings are allowed: those that are named, and that of the public URL", () => {
  const hosts = (allowed: string[], publicUrl: string | null) => allowedHosts({ allowedHosts: allowed, publicUrl });
  expect(hosts(["service"], null)).toEqual(["service"]);
  expect(hosts(["service"], "https://code.example.com:8443/index")).toEqual(["service", "code.example.com"]);
});

describe("every refusal is JSON", () => {
  test.each([
    { name: "bad JSON", path: "/tools/count_to", body: "{bad", status: 400, code: "invalid_parameter" },
    {
      name: "too large",
      path: "/tools/count_to",
      body: `"${"x".repeat(5 * 2 ** 20)}"`,
      status: 413,
      code: "too_large",
    },
    { name: "no such tool", path: "/tools/nothing", body: "{}", status: 404, code: "not_found" },
    { name: "no such place", path: "/nowhere", body: "{}", status: 404, code: "not_found" },
    { name: "no object", path: "/tools/count_to", body: "[1]", status: 400, code: "invalid_parameter" },
    { name: "bad escape", path: "/tools/%E0%A4%A", body: "{}", status: 400, code: "invalid_parameter" },
    {
      name: "which project?",
      path: "/tools/count_to",
      body: '{"up_to":1}',
      status: 409,
      code: "project_selection_ambiguous",
    },
    {
      name: "no such project",
      path: "/projects/x/tools/count_to",
      body: '{"up_to":1}',
      status: 404,
      code: "project_not_found",
    },
  ])("$name", async ({ path, body, status, code }) => {
    const answer = await post(path, body);
    expect(answer.status).toBe(status);
    const { error } = (await answer.json()) as { error: { code: string; suggestions: string[]; timestamp: string } };
    expect(error).toMatchObject({
      code,
      suggestions: expect.arrayContaining([expect.any(String)]),
      timestamp: expect.any(String),
    });
    expect(answer.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
  });

  test.each([
    { name: "bad JSON", body: "{bad", status: 400, code: -32700 },
    { name: "too large", body: `"${"x".repeat(5 * 2 ** 20)}"`, status: 413, code: -32000 },
    { name: "no message", body: '{"hello":1}', status: 400, code: expect.any(Number) },
  ])("on /mcp as JSON-RPC: $name", async ({ body, status, code }) => {
    const answer = await post("/mcp", body, { accept: "application/json, text/event-stream" });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code } });
  });

  test.each(["GET", "DELETE", "PUT"])("%s /mcp is 405", async (method) => {
    const answer = await fetch(`${server.url}/mcp`, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("toolsets that are none", async () => {
    const answer = await post("/mcp?toolsets=search,cooking", '{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: { message: string } }).error.message).toMatch(
      /"cooking" is none; known are/,
    );
  });
});

describe("tools as routes", () => {
  test("the data, of a project that the path names", async () => {
    const answer = await post("/projects/beta/tools/count_to", '{"up_to":1}');
    expect(await answer.json()).toMatchObject({ results: [{ number: 1 }], index: { project: "beta" } });
  });

  test("of the project whose folder the caller stands in", async () => {
    const answer = await post("/tools/count_to", '{"up_to":1}', {
      "x-codeindex-folder": encodeURIComponent("/srv/beta/src"),
    });
    expect(await answer.json()).toMatchObject({ index: { project: "beta" } });
  });

  test("the words, for who wants them", async () => {
    const answer = await post("/projects/beta/tools/count_to", '{"up_to":1}', { accept: "text/plain" });
    expect(await answer.text()).toMatch(/^1: the number 1/);
  });

  test("a picture keeps its data", async () => {
    const answer = await post("/projects/beta/tools/picture", "{}");
    expect(await answer.json()).toMatchObject({ mime_type: "image/png", data: "iVBORw0KGgo=" });
  });
});

test("/health", async () => {
  const answer = await fetch(`${server.url}/health`);
  expect([answer.status, await answer.json()]).toEqual([200, { status: "ok", version: expect.any(String) }]);
});

test("/ready says that the database is down", async () => {
  const answer = await fetch(`${server.url}/ready`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ ready: false, database: { up: false, code: "engine_unavailable" } });
});

test("/ shows how to connect", async () => {
  const answer = await fetch(`${server.url}/`);
  expect(await answer.text()).toContain(`"url": "${server.url}/mcp?toolsets=core"`);
});

test("a host that is none stops the start with its name", async () => {
  const host = tableHost();
  for (const name of ["203.0.113.7", "nowhere.invalid"])
    await expect(listen({ ...host, config: { ...host.config, host: name } })).rejects.toMatchObject({
      code: "configuration",
      message: `--host: ${name} is not an address of this machine.`,
    });
});

test("a port that is taken stops the start with its number", async () => {
  const host = tableHost();
  const taken = Number(new URL(server.url).port);
  await expect(listen({ ...host, config: { ...host.config, port: taken } })).rejects.toMatchObject({
    code: "configuration",
    message: `--port: port ${taken} is in use.`,
  });
});

/** JWTs of an issuer on this machine, whose keys change, are slow, huge or away. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createAuthenticator } from "../../src/auth/authenticate.js";
import { createLog } from "../../src/base/log.js";
import { readConfig } from "../../src/config/config.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { tableHost } from "../mcp/table.js";

const AUDIENCE = "https://code.example.com/mcp";
type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

let issuer: Server;
let url: string;
let keys: Record<string, Keys>;
/** Keys that the issuer publishes, and how it answers. */
let published: string[];
let answer: "well" | "error" | "huge" | "nonsense" | "slow" = "well";
let asked = 0;

beforeAll(async () => {
  keys = { one: await generateKeyPair("RS256"), two: await generateKeyPair("ES256") };
  issuer = createServer(async (request, response) => {
    asked += 1;
    if (answer === "error") return void response.writeHead(500).end();
    if (answer === "slow") return;
    if (answer === "huge") return void response.end("x".repeat(3_000_000));
    if (answer === "nonsense") return void response.end("<html>");
    if (request.url === "/.well-known/openid-configuration")
      return void response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/keys` }));
    const jwks = published.map(async (kid) => ({ ...(await exportJWK(keys[kid]!.publicKey)), kid }));
    response.end(JSON.stringify({ keys: await Promise.all(jwks) }));
  });
  await new Promise<void>((done) => issuer.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
});
afterAll(() => void issuer.close());
beforeEach(() => {
  published = ["one"];
  answer = "well";
  asked = 0;
});

const host = tableHost();
const configured = (more: Record<string, string> = {}) =>
  readConfig(
    { port: 0, repos: ["/srv/alpha"], dataDir: "/srv/data" },
    { CODEINDEX_AUTH: "jwt", CODEINDEX_JWT_ISSUER: url, CODEINDEX_JWT_AUDIENCE: AUDIENCE, ...more },
  );
const authenticator = (more?: Record<string, string>) =>
  createAuthenticator(configured(more), host.db, createLog("silent"));

interface Claims {
  iss?: string;
  aud?: string;
  exp?: number;
  nbf?: number;
  scope?: unknown;
  [claim: string]: unknown;
}
const now = () => Math.floor(Date.now() / 1000);
function sign(claims: Claims = {}, kid = "one"): Promise<string> {
  return new SignJWT({ iss: url, aud: AUDIENCE, sub: "ann", exp: now() + 300, scope: "codeindex:read", ...claims })
    .setProtectedHeader({ alg: kid === "one" ? "RS256" : "ES256", kid })
    .sign(keys[kid]!.privateKey);
}
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("a token of the issuer, for us, is its subject with the highest scope it names", async () => {
  const { authenticate } = await authenticator({ CODEINDEX_JWT_PROJECTS_CLAIM: "repos" });
  const token = await sign({ scope: "openid codeindex:read codeindex:index", repos: ["web-*"], azp: "ci" });
  expect(await authenticate(`Bearer ${token}`)).toMatchObject({
    id: "jwt:ann",
    name: "ci",
    scope: "index",
    projects: ["web-*"],
  });
  // A token without such a claim sees no project, rather than all.
  expect(await authenticate(`Bearer ${await sign()}`)).toMatchObject({ projects: [] });
});

test("a claim makes a full administrator, and * is all projects", async () => {
  const { authenticate } = await authenticator({
    CODEINDEX_JWT_PROJECTS_CLAIM: "repos",
    CODEINDEX_JWT_ADMIN_CLAIM: "groups=index-admins",
  });
  const who = async (claims: Claims) => {
    const { scope, projects } = await authenticate(`Bearer ${await sign(claims)}`);
    return { scope, projects };
  };
  expect(await who({ groups: ["staff", "index-admins"], scope: "openid" })).toEqual({ scope: "admin", projects: null });
  expect(await who({ groups: "index-admins" })).toEqual({ scope: "admin", projects: null });
  expect(await who({ groups: ["index-admins-of-web"], repos: ["web-*"] })).toEqual({
    scope: "read",
    projects: ["web-*"],
  });
  expect(await who({ scope: "codeindex:admin", repos: ["*"] })).toEqual({ scope: "admin", projects: null });
  expect(await who({ scope: "codeindex:admin" })).toEqual({ scope: "admin", projects: [] });
});

test("an administrator's claim must name a claim and a value", () => {
  expect(() => authenticator({ CODEINDEX_JWT_ADMIN_CLAIM: "groups" })).toThrow("CLAIM=VALUE");
});

describe("refused", () => {
  const confused = async () => {
    const secret = new TextEncoder().encode(await exportSPKI(keys.one!.publicKey));
    const claims = { iss: url, aud: AUDIENCE, sub: "ann", exp: now() + 300, scope: "codeindex:admin" };
    return new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: "one" }).sign(secret);
  };
  const unsigned = async () =>
    `${encode({ alg: "none" })}.${encode({ iss: url, aud: AUDIENCE, sub: "ann", exp: now() + 300, scope: "codeindex:admin" })}.`;
  const tampered = async () => {
    const [head, , tag] = (await sign()).split(".");
    return [
      head,
      encode({ iss: url, aud: AUDIENCE, sub: "eve", exp: now() + 300, scope: "codeindex:admin" }),
      tag,
    ].join(".");
  };
  const cases: [string, () => Promise<string>][] = [
    ["unsigned", unsigned],
    ["signed with the public key as a secret", confused],
    ["tampered with", tampered],
    ["of another issuer", () => sign({ iss: "https://evil.example.com" })],
    ["for somebody else", () => sign({ aud: "https://other.example.com" })],
    ["expired", () => sign({ exp: now() - 120 })],
    ["not valid yet", () => sign({ nbf: now() + 300 })],
    ["without an end", () => sign({ exp: undefined })],
    ["of an unknown key", () => sign({}, "two")],
    ["of a subject that is none", () => sign({ sub: ["ann"] })],
    ["without a subject", () => sign({ sub: "" })],
    ["nonsense", async () => "a.b.c"],
    ["of a megabyte", async () => "x".repeat(1_000_000)],
  ];
  test.each(cases)("%s", async (_name, token) => {
    const { authenticate } = await authenticator();
    await expect(authenticate(`Bearer ${await token()}`)).rejects.toMatchObject({ code: "unauthorized" });
  });

  test("one that allows nothing here", async () => {
    const { authenticate } = await authenticator();
    await expect(authenticate(`Bearer ${await sign({ scope: "openid read" })}`)).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

describe("the issuer's keys", () => {
  test("are fetched once for many", async () => {
    const { authenticate } = await authenticator();
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, index) => sign({ sub: `user${index}` })));
    await Promise.all(tokens.map((token) => authenticate(`Bearer ${token}`)));
    // The discovery document, and the keys.
    expect(asked).toBe(2);
  });

  test("may change: one that is not known is looked for, half a minute after the last look at the earliest", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { authenticate } = await authenticator();
    await authenticate(`Bearer ${await sign()}`);
    published = ["two"];
    const next = await sign({ sub: "bob" }, "two");
    await expect(authenticate(`Bearer ${next}`)).rejects.toMatchObject({ code: "unauthorized" });
    vi.advanceTimersByTime(31_000);
    expect(await authenticate(`Bearer ${next}`)).toMatchObject({ id: "jwt:bob" });
    // The old one is none from then on.
    await expect(authenticate(`Bearer ${await sign({ sub: "eve" })}`)).rejects.toMatchObject({ code: "unauthorized" });
    vi.useRealTimers();
  });

  test("are used on while it is away, and unknown ones do not have it asked each time", async () => {
    const { authenticate } = await authenticator();
    await authenticate(`Bearer ${await sign()}`);
    answer = "error";
    const before = asked;
    for (let times = 0; times < 20; times++)
      await expect(authenticate(`Bearer ${await sign({}, "two")}`)).rejects.toMatchObject({ code: "unauthorized" });
    expect(asked - before).toBeLessThanOrEqual(1);
    expect(await authenticate(`Bearer ${await sign()}`)).toMatchObject({ id: "jwt:ann" });
  });

  test.each(["error", "huge", "nonsense", "slow"] as const)(
    "cannot be had at first (%s): that is our trouble, and passes",
    async (how) => {
      const { authenticate } = await authenticator();
      answer = how;
      await expect(authenticate(`Bearer ${await sign()}`)).rejects.toMatchObject({ code: "engine_unavailable" });
      answer = "well";
      await expect
        .poll(async () => (await authenticate(`Bearer ${await sign()}`).catch(() => null))?.id, { timeout: 5000 })
        .toBe("jwt:ann");
    },
  );
});

describe("clients that speak OAuth", () => {
  let server: HttpServer;
  beforeAll(async () => {
    const config = configured();
    server = await listen({ ...host, config, auth: await createAuthenticator(config, host.db, host.log) });
  });
  afterAll(() => server.close());

  test("are told where they find their way, for the endpoint and for all", async () => {
    const refused = await fetch(`${server.url}/mcp`, { method: "POST", body: "{}" });
    expect(refused.status).toBe(401);
    const where = /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate")!)![1]!;
    expect(where).toBe(`${server.url}/.well-known/oauth-protected-resource/mcp`);
    expect(await (await fetch(where)).json()).toEqual({
      resource: `${server.url}/mcp`,
      resource_name: "codeindex",
      authorization_servers: [url],
      scopes_supported: ["codeindex:read", "codeindex:index", "codeindex:admin"],
      bearer_methods_supported: ["header"],
    });
    const root = await fetch(`${server.url}/.well-known/oauth-protected-resource`);
    expect(await root.json()).toMatchObject({ resource: server.url });
  });

  test("have their sessions to themselves, also where their next token says something else", async () => {
    const ask = async (token: string, session: string | null, method: string, params: object = {}) =>
      fetch(`${server.url}/mcp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${token}`,
          ...(session && { "mcp-session-id": session }),
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
    const opening = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "0" } };
    const opened = await ask(await sign({ scope: "codeindex:index" }), null, "initialize", opening);
    const session = opened.headers.get("mcp-session-id");
    const pinged = async (claims: Claims) => (await ask(await sign(claims), session, "ping")).status;
    expect(await pinged({ scope: "codeindex:index", exp: now() + 999 })).toBe(200);
    expect(await pinged({ scope: "codeindex:read" })).toBe(404);
    expect(await pinged({ scope: "codeindex:index", sub: "eve" })).toBe(404);
  });

  test("a client whose token has expired in the middle of a stream is let go", async () => {
    // The clock's tolerance has passed but for a moment.
    const token = await sign({ exp: now() - 58 });
    const opening = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "0" } };
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const first = await fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: { ...headers, authorization: `Bearer ${await sign()}` },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: opening }),
    });
    const session = first.headers.get("mcp-session-id")!;
    const stream = await fetch(`${server.url}/mcp`, {
      headers: { accept: "text/event-stream", authorization: `Bearer ${token}`, "mcp-session-id": session },
    });
    expect(stream.status).toBe(200);
    await expect(stream.text()).rejects.toThrow();
  });
});

test.each([
  [{ CODEINDEX_AUTH: "jwt" }, /CODEINDEX_JWT_ISSUER/],
  [{ CODEINDEX_AUTH: "none,token" }, /CODEINDEX_AUTH/],
  [{ CODEINDEX_AUTH: "jwt", CODEINDEX_JWT_ISSUER: "https://a.example.com" }, /CODEINDEX_JWT_AUDIENCE/],
  [{ CODEINDEX_HOST: "0.0.0.0" }, /CODEINDEX_AUTH is none/],
])("a half configuration does not start: %j", (env, message) => {
  expect(() => readConfig({ repos: ["/srv/alpha"], dataDir: "/srv/data" }, env)).toThrow(message);
});

/** Behind proxies, and before pages of other origins: whose word counts. */
import { request } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { createLimits } from "../../src/auth/limits.js";
import { CodeindexError } from "../../src/base/errors.js";
import { readConfig } from "../../src/config/config.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { ANYONE, type Principal } from "../../src/model/principal.js";
import { tableHost } from "../mcp/table.js";

let server: HttpServer;
afterEach(() => server?.close());

/** A service with these settings, whose callers are all called ann. Their noted addresses, and the addresses that failed, are kept. */
async function serve(env: NodeJS.ProcessEnv) {
  const host = tableHost();
  const noted: (string | undefined)[] = [];
  const failed: string[] = [];
  const limits = createLimits({ rateLimit: 1000, callsAtOnce: 8, redisUrl: null });
  server = await listen({
    ...host,
    config: readConfig({ port: 0, repos: [], dataDir: "/srv/data" }, env),
    auth: {
      isRequired: true,
      now: Date.now,
      pageSessions: null,
      async authenticate(header) {
        if (header === undefined) throw new CodeindexError("unauthorized", "The request has no token.");
        return { ...ANYONE, id: "token:ann" } satisfies Principal;
      },
      isValid: async () => true,
      whenRevoked: () => () => undefined,
      close: async () => undefined,
    },
    limits: {
      ...limits,
      async failed(address) {
        failed.push(address);
      },
    },
    audit: { keeps: "nothing", note: ({ principal }) => noted.push(principal.address), close: async () => undefined },
  });
  return { noted, failed };
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** fetch does not let us set Host. */
function ask(path: string, headers: Record<string, string> = {}, method = "GET", body?: string): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  return new Promise((done, failed) => {
    const sent = request({ hostname, port, path, method, headers }, (answer) => {
      let text = "";
      answer.on("data", (part) => {
        text += part;
      });
      answer.on("end", () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    sent.on("error", failed).end(body);
  });
}

const TOKEN = { authorization: "Bearer x", "content-type": "application/json" };
const FORWARDED = {
  "x-forwarded-for": "203.0.113.9, 198.51.100.7",
  "x-forwarded-proto": "https",
  "x-forwarded-host": "code.example.com",
};
const ALLOWED = { CODEINDEX_ALLOWED_HOSTS: "code.example.com" };

describe("headers of a proxy about a request", () => {
  test("is nothing without trust: addresses, scheme and host are the connection's", async () => {
    const { noted, failed } = await serve(ALLOWED);
    await ask("/tools/count_to", { ...TOKEN, ...FORWARDED }, "POST", '{"up_to":1}');
    await ask("/tools/count_to", FORWARDED, "POST");
    expect([noted, failed]).toEqual([["127.0.0.1"], ["127.0.0.1"]]);
    expect((await ask("/", FORWARDED)).text).toContain(`http://127.0.0.1:${new URL(server.url).port}/mcp`);
  });

  test("counts where the proxy is trusted: the last address that no trusted proxy has", async () => {
    const { noted, failed } = await serve({ ...ALLOWED, CODEINDEX_TRUSTED_PROXIES: "loopback" });
    await ask("/tools/count_to", { ...TOKEN, ...FORWARDED }, "POST", '{"up_to":1}');
    await ask("/tools/count_to", FORWARDED, "POST");
    expect([noted, failed]).toEqual([["198.51.100.7"], ["198.51.100.7"]]);
    expect((await ask("/", FORWARDED)).text).toContain("https://code.example.com/mcp");
  });

  test("each proxy on the way must be trusted", async () => {
    const proxies = "127.0.0.1,198.51.100.0/24";
    const { noted } = await serve({ ...ALLOWED, CODEINDEX_TRUSTED_PROXIES: proxies });
    await ask("/tools/count_to", { ...TOKEN, ...FORWARDED }, "POST", '{"up_to":1}');
    expect(noted).toEqual(["203.0.113.9"]);
  });

  test.each([
    { name: "words that are not addresses", headers: { "x-forwarded-for": "<script>" }, want: "127.0.0.1" },
    { name: "an IPv4 address within IPv6", headers: { "x-forwarded-for": "::ffff:192.0.2.1" }, want: "192.0.2.1" },
  ])("$name", async ({ headers, want }) => {
    const { noted } = await serve({ CODEINDEX_TRUSTED_PROXIES: "loopback" });
    await ask("/tools/count_to", { ...TOKEN, ...headers }, "POST", '{"up_to":1}');
    expect(noted).toEqual([want]);
  });

  test("a scheme that is none becomes no link", async () => {
    await serve({ CODEINDEX_TRUSTED_PROXIES: "loopback" });
    expect((await ask("/", { "x-forwarded-proto": "javascript" })).text).not.toContain("javascript:");
  });

  test("a forwarded host must be allowed as well as the proxy's own, which a page could make it send", async () => {
    await serve({ ...ALLOWED, CODEINDEX_TRUSTED_PROXIES: "loopback" });
    const status = async (host: string, forwarded: string) =>
      (await ask("/health", { host, "x-forwarded-host": forwarded })).status;
    expect(await status("localhost", "code.example.com")).toBe(200);
    expect(await status("localhost", "evil.example")).toBe(403);
    expect(await status("evil.example", "code.example.com")).toBe(403);
  });

  test("a request that came through any proxy is not this machine's", async () => {
    await serve({});
    const body = JSON.stringify({ path: "/srv/alpha" });
    expect((await ask("/folders", TOKEN, "POST", body)).status).toBe(200);
    expect((await ask("/folders", { ...TOKEN, "x-forwarded-for": "127.0.0.1" }, "POST", body)).status).toBe(403);
  });
});

test("a scraper reads /metrics by a token of its own", async () => {
  const { failed } = await serve({ CODEINDEX_METRICS_TOKEN: "scrape-0123456789" });
  const scraper = { authorization: "Bearer scrape-0123456789", host: "10.1.2.3:8400" };
  expect((await ask("/metrics", scraper)).status).toBe(200);
  expect((await ask("/metrics", { host: "10.1.2.3:8400" })).status).toBe(401);
  expect(failed).toHaveLength(1);
});

test("failures are counted for the half of an IPv6 address that a customer has, in whatever way it is written", async () => {
  const limits = createLimits({ rateLimit: 10, callsAtOnce: 1, redisUrl: null, mostFailures: 2 });
  await limits.failed("2001:db8:0:7::1");
  await limits.failed("2001:db8::7:9:9:9:9");
  await expect(limits.failed("2001:0db8:0000:0007:ffff::1")).rejects.toMatchObject({ code: "rate_limited" });
  await limits.failed("2001:db8:0:8::1");
});

describe("pages of other origins", () => {
  const PAGE = "https://app.example.com";
  const preflight = (origin: string) => ({
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type,mcp-session-id",
  });

  test("are refused unless they are named", async () => {
    await serve({});
    expect((await ask("/mcp", preflight(PAGE), "OPTIONS")).status).toBe(403);
    const own = await ask("/health", { origin: "http://localhost:3000" });
    expect([own.status, own.headers["access-control-allow-origin"]]).toEqual([200, undefined]);
  });

  test("that are named may ask, with a token of theirs, and see what MCP needs", async () => {
    await serve({ CODEINDEX_CORS_ORIGINS: `${PAGE},http://localhost:6274` });
    const asked = await ask("/mcp", preflight(PAGE), "OPTIONS");
    expect(asked).toMatchObject({
      status: 204,
      headers: {
        "access-control-allow-origin": PAGE,
        "access-control-allow-headers": "authorization,content-type,mcp-session-id",
        "access-control-allow-methods": expect.stringContaining("DELETE"),
      },
    });
    const answer = await ask("/tools/count_to", { ...TOKEN, origin: PAGE }, "POST", '{"up_to":1}');
    expect(answer.headers["access-control-expose-headers"]).toBe(
      "Mcp-Session-Id,WWW-Authenticate,Retry-After,X-Request-Id",
    );
    expect(answer.headers.vary).toContain("Origin");
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
    const refused = await ask("/tools/count_to", { origin: PAGE }, "POST");
    expect([refused.status, refused.headers["access-control-allow-origin"]]).toEqual([401, PAGE]);
  });

  test.each(["https://evil.example", `${PAGE}.evil.example`, "http://app.example.com", "null"])(
    "that are not among the named are refused: %s",
    async (origin) => {
      await serve({ CODEINDEX_CORS_ORIGINS: PAGE });
      const answer = await ask("/mcp", preflight(origin), "OPTIONS");
      expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
    },
  );

  test.each(["*", "https://*.example.com", "app.example.com", "null", `${PAGE}/`, "https://me@app.example.com"])(
    "%s is no origin",
    (origin) => {
      const read = () => readConfig({ repos: [], dataDir: "/srv/data" }, { CODEINDEX_CORS_ORIGINS: origin });
      expect(read).toThrow(/CODEINDEX_CORS_ORIGINS: .* is not a list of origins/);
    },
  );
});

test.each(["10.0.0.0/33", "10.0.0.0/0", "proxy.example.com", "10.0.0", "1"])("%s is no proxy's address", (proxy) => {
  const read = () => readConfig({ repos: [], dataDir: "/srv/data" }, { CODEINDEX_TRUSTED_PROXIES: proxy });
  expect(read).toThrow(/CODEINDEX_TRUSTED_PROXIES: .* is not a list of addresses/);
});

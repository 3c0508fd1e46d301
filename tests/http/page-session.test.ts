/** The way into the page: a token begins a session, and neither thieves of half its key nor other pages can use it. */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endToken, issueToken } from "../../src/auth/issue.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { forgetPageSessions } from "../../src/store/page-sessions.js";
import { revokeToken } from "../../src/store/tokens.js";
import { useApp } from "../helpers/app.js";

const app = useApp({ "a.ts": "export const a = 1;\n" }, () => ({
  CODEINDEX_AUTH: "token",
  CODEINDEX_RATE_LIMIT: "100",
  CODEINDEX_TRUSTED_PROXIES: "127.0.0.1",
  CODEINDEX_ALLOWED_HOSTS: "code.example.com",
}));
let server: HttpServer;
beforeAll(async () => {
  server = await listen(app());
});
afterAll(() => server?.close());

interface Answer {
  status: number;
  body: {
    error: { code: string };
    key: string;
    name: string;
    can_log_out: boolean;
    expires_at: string;
    results: unknown[];
  };
  cookies: string[];
}
type Headers = Record<string, string | string[]>;

/** fetch sets no Host, Origin or Cookie. */
function ask(method: string, path: string, headers: Headers = {}, body?: unknown): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  return new Promise((done, failed) => {
    const all = { ...(body !== undefined && { "content-type": "application/json" }), ...headers };
    const sent = request({ hostname, port, path, method, headers: all }, (response) => {
      let text = "";
      response.on("data", (part) => {
        text += part;
      });
      response.on("end", () =>
        done({
          status: response.statusCode ?? 0,
          body: text === "" ? null : JSON.parse(text),
          cookies: response.headers["set-cookie"] ?? [],
        }),
      );
    });
    sent.on("error", failed).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const PAGE = { "x-codeindex-page": "none" };
const HTTPS = {
  "x-forwarded-proto": "https",
  "x-forwarded-host": "code.example.com",
  "x-forwarded-for": "203.0.113.9",
};

/** Logs in with a new token. Gives the headers that the page then sends. */
async function logIn(name: string, more: Headers = {}) {
  const { token, token_id: tokenId } = await issueToken(app().db, { name, scope: "index" });
  const { status, body, cookies } = await ask("POST", "/session", { ...PAGE, ...more }, { token });
  const [cookie = ""] = cookies;
  const page = { cookie: cookie.split(";")[0] ?? "", "x-codeindex-page": body.key };
  return { status, cookie, page, tokenId, token };
}

describe("a session of the page", () => {
  test("stands for its token until it logs out", async () => {
    const { status, page, tokenId } = await logIn("ann");
    expect(status).toBe(201);
    expect((await ask("GET", "/session", page)).body).toMatchObject({ name: "ann", can_log_out: true });
    expect((await ask("GET", "/projects", page)).body.results).toHaveLength(1);
    // The rights are the token's: it may have things indexed, and not see tokens.
    expect((await ask("GET", "/tokens", page)).status).toBe(403);
    const out = await ask("DELETE", "/session", page);
    expect(out.status).toBe(200);
    expect(out.cookies[0]).toMatch(/^codeindex-session\d+=; Max-Age=0/);
    expect((await ask("GET", "/projects", page)).status).toBe(401);
    const noted = () =>
      app().db.query("select action from audit_log where principal = $1 order by at", [`token:${tokenId}`]);
    await expect
      .poll(noted, { timeout: 10_000 })
      .toEqual([{ action: "POST /session" }, { action: "GET /tokens" }, { action: "DELETE /session" }]);
  });

  test("is refused to a token that was revoked, which the audit log shows by the token's id", async () => {
    const { token, token_id: tokenId } = await issueToken(app().db, { name: "gone", scope: "read" });
    await endToken(app().db, tokenId);
    expect((await ask("POST", "/session", PAGE, { token })).status).toBe(401);
    const noted = () =>
      app().db.query(
        "select action, outcome, detail from audit_log where principal = 'unknown' and detail is not null",
      );
    await expect
      .poll(noted, { timeout: 10_000 })
      .toEqual([{ action: "POST /session", outcome: "unauthorized", detail: { token_id: tokenId } }]);
  });

  test("ends the streams that it opened when it logs out, and those of no other session", async () => {
    const [one, other] = [await logIn("dee"), await logIn("dee")];
    const stream = (page: Record<string, string>) =>
      fetch(`${server.url}/projects/repo/events`, { headers: page }).then(({ body }) => body!.getReader());
    const [closing, staying] = [await stream(one.page), await stream(other.page)];
    const ended = (async () => {
      for (;;) if ((await closing.read()).done) return "ended";
    })().catch(() => "ended");
    await staying.read();
    expect((await ask("DELETE", "/session", one.page)).status).toBe(200);
    expect(await ended).toBe("ended");
    expect((await ask("GET", "/session", other.page)).status).toBe(200);
    await staying.cancel();
  });

  test("ends with its token, at once", async () => {
    const { page, tokenId } = await logIn("ben");
    expect((await ask("GET", "/projects", page)).status).toBe(200);
    await revokeToken(app().db, tokenId);
    expect((await ask("GET", "/projects", page)).status).toBe(401);
    await forgetPageSessions(app().db);
    expect(await app().db.query("select from page_sessions where token_id = $1", [tokenId])).toEqual([]);
  });

  test("ends after a week, and after a day without use", async () => {
    const { page } = await logIn("ivy");
    const { expires_at: end } = (await ask("GET", "/session", page)).body;
    const hours = (Date.parse(end) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23);
    expect(hours).toBeLessThanOrEqual(24);
    for (const [column, age] of [
      ["expires_at", "1 second"],
      ["last_used_at", "25 hours"],
    ]) {
      const { page, tokenId } = await logIn(`cai ${column}`);
      await app().db.query(`update page_sessions set ${column} = now() - $2::interval where token_id = $1`, [
        tokenId,
        age,
      ]);
      expect((await ask("GET", "/projects", page)).status).toBe(401);
    }
  });

  test("has a key of two halves, of which none is kept, and one alone is nothing", async () => {
    const [ann, eve] = [await logIn("ann"), await logIn("eve")];
    const stolen: Headers[] = [
      { cookie: ann.page.cookie },
      { "x-codeindex-page": ann.page["x-codeindex-page"] },
      // A cookie that somebody else planted fits no text.
      { cookie: eve.page.cookie, "x-codeindex-page": ann.page["x-codeindex-page"] },
      { cookie: `${eve.page.cookie}; ${ann.page.cookie}`, "x-codeindex-page": ann.page["x-codeindex-page"] },
    ];
    for (const half of stolen) expect((await ask("GET", "/projects", half)).status).toBe(401);
    const kept = JSON.stringify(await app().db.query("select * from page_sessions"));
    for (const half of [ann.page.cookie.split("=")[1], ann.page["x-codeindex-page"]]) expect(kept).not.toContain(half);
  });

  test("is refused to pages of other origins, those on other ports included", async () => {
    const { page, token } = await logIn("dan");
    const own = { host: new URL(server.url).host, origin: server.url };
    expect((await ask("GET", "/projects", { ...page, ...own, "sec-fetch-site": "same-origin" })).status).toBe(200);
    const others: Headers[] = [
      { origin: "http://127.0.0.1:9" },
      { origin: "http://localhost:9" },
      { origin: "null" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site" },
    ];
    for (const other of others) {
      expect((await ask("GET", "/projects", { ...page, ...other })).status).toBe(403);
      // It cannot have the browser log in as somebody.
      expect((await ask("POST", "/session", { ...PAGE, ...other }, { token })).status).toBe(403);
    }
    // Forms cannot send the header.
    expect((await ask("POST", "/session", own, { token })).status).toBe(403);
  });

  test("is not for MCP, however its path is written", async () => {
    const { page } = await logIn("fay");
    for (const [method, path] of [
      ["POST", "/mcp"],
      ["POST", "/MCP"],
      ["POST", "/mcp/repo"],
      ["GET", "/sse"],
      ["POST", "/messages?sessionId=x"],
    ] as const)
      expect((await ask(method, path, page, method === "POST" ? {} : undefined)).status, path).toBe(401);
  });

  test("begins anew with each log-in, and the former one of the browser ends", async () => {
    const { page, token } = await logIn("gil");
    const again = await ask("POST", "/session", page, { token });
    expect(again.body.key).not.toBe(page["x-codeindex-page"]);
    expect(again.cookies[0]).not.toContain(page.cookie);
    expect((await ask("GET", "/projects", page)).status).toBe(401);
  });

  test("is begun by no token that is none, and such attempts are counted by address", async () => {
    for (const token of ["", "cdx_0", "x".repeat(200)])
      expect((await ask("POST", "/session", { ...PAGE, "x-forwarded-for": "198.51.100.1" }, { token })).status).toBe(
        401,
      );
    const { status } = await ask("POST", "/session", PAGE, { token: "x", scope: "admin" });
    expect(status).toBe(400);
    for (let tries = 0; tries < 60; tries++)
      await ask("POST", "/session", { ...PAGE, "x-forwarded-for": "198.51.100.2" }, { token: "cdx_0" });
    const late = await ask("POST", "/session", { ...PAGE, "x-forwarded-for": "198.51.100.2" }, { token: "cdx_0" });
    expect(late.body.error.code).toBe("rate_limited");
  });

  test("spends its token's points", async () => {
    const { page, token } = await logIn("hal");
    const spend = (headers: Headers) => ask("GET", "/projects", headers);
    for (let index = 0; index < 49; index++)
      await Promise.all([spend(page), spend({ authorization: `Bearer ${token}` })]);
    await Promise.all([spend(page), spend(page)]);
    expect((await spend(page)).status).toBe(429);
    expect((await spend({ authorization: `Bearer ${token}` })).status).toBe(429);
  });
});

test("the cookie is for the browser alone, over HTTPS alone where that is there, and of a name that nobody else can set", async () => {
  const plain = await logIn("ida");
  expect(plain.cookie).toMatch(/^codeindex-session\d+=[\w-]{43}; Max-Age=604800; HttpOnly; SameSite=Strict$/);
  const secure = await logIn("ian", HTTPS);
  expect(secure.cookie).toMatch(
    /^__Host-codeindex-session=[\w-]{43}; Max-Age=604800; HttpOnly; SameSite=Strict; Secure; Path=\/$/,
  );
  expect((await ask("GET", "/projects", { ...secure.page, ...HTTPS })).status).toBe(200);
});

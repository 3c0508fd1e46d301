/** The audit log, as administrators read it: callers and their requests. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAudit } from "../../src/auth/audit.js";
import { issueToken } from "../../src/auth/issue.js";
import { readConfig } from "../../src/config/config.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { type App, createApp } from "../../src/processes/service.js";
import { forgetAudit, readAudit } from "../../src/store/audit.js";
import { createJob } from "../../src/store/jobs.js";
import { temporaryFolder } from "../helpers/folders.js";
import { rest } from "../helpers/rest.js";

let app: App;
let server: HttpServer;
let admin: string;
let reader: { token: string; token_id: string };
const folder = temporaryFolder();
beforeAll(async () => {
  mkdirSync(join(folder, "shop"));
  writeFileSync(join(folder, "shop", "app.ts"), "export const start = 1;\n");
  const flags = {
    repos: [join(folder, "shop")],
    dataDir: join(folder, "data"),
    watchFiles: false,
    logLevel: "error",
    port: 0,
  };
  app = await createApp(readConfig(flags, { CODEINDEX_AUTH: "token" }));
  server = await listen(app);
  const [project] = await app.projects();
  await app.indexing.wait((await app.indexing.start(project!, {})).jobId, AbortSignal.timeout(60_000));
  admin = (await issueToken(app.db, { name: "admin", scope: "admin" })).token;
  reader = await issueToken(app.db, { name: "reader", scope: "read" });
});
afterAll(async () => {
  await server?.close();
  await app?.close();
});

async function ask(token: string, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  return (await rest(() => server)(method, path, body, { authorization: `Bearer ${token}` })).body;
}

test("notes tokens that are refused, by the id of each, and none of a request without one", async () => {
  const revoked = await issueToken(app.db, { name: "leaked", scope: "admin" });
  await ask(revoked.token, "GET", "/tokens");
  await ask(admin, "DELETE", `/tokens/${revoked.token_id}`);
  // Until the service has heard of it, it may cut a request of the token.
  await expect
    .poll(() => ask(revoked.token, "GET", "/tokens"), { timeout: 20_000 })
    .toMatchObject({ error: { code: "unauthorized" } });
  const wanted = [
    { principal: "unknown", outcome: "unauthorized", detail: { times: 1, token_id: revoked.token_id } },
    { principal: "unknown", outcome: "unauthorized", detail: { times: 1 } },
  ];
  for (let number = 0; number < 3; number++)
    for (const token of [revoked.token, "another-service's"])
      expect(await ask(token, "GET", "/tokens")).toMatchObject({ error: { code: "unauthorized" } });
  expect(await rest(() => server)("GET", "/tokens")).toMatchObject({ status: 401 });
  const noted = async () => (await readAudit(app.db, { action: "authenticate", limit: 9 })).reverse();
  await expect.poll(noted, { timeout: 20_000 }).toMatchObject(wanted);
  expect((await noted()).every(({ address }) => address !== null)).toBe(true);
  expect(JSON.stringify(await noted())).not.toContain("another-service");
});

test("tools of CoDRAG, whose errors are in capitals, have the outcomes of all others", async () => {
  const [project] = await app.projects();
  await createJob(app.db, "waiting", project!.projectId, {});
  const answer = await ask(admin, "POST", "/projects/shop/tools/codrag_build", {});
  expect(answer).toMatchObject({ error: { code: "BUILD_ALREADY_RUNNING" } });
  await app.indexing.cancel("waiting");
  const noted = async () =>
    ((await ask(admin, "GET", "/audit?limit=100")).results as { action: string; outcome: string }[])
      .filter(({ action }) => action === "codrag_build")
      .map(({ outcome }) => outcome);
  await expect.poll(noted).toEqual(["build_already_running"]);
});

test("says who called what about which project, what came of it, and what was asked by its hash alone", async () => {
  await ask(reader.token, "POST", "/tools/search_symbols", { query: "verySecretQuery" });
  await ask(reader.token, "POST", "/projects/shop/tools/index_codebase", {});
  await ask(reader.token, "POST", "/tokens", { name: "mine", scope: "admin" });
  await ask(admin, "POST", "/tokens", { name: "theirs" });
  const of = (who: string) => ask(admin, "GET", `/audit?principal=${encodeURIComponent(who)}`);
  await expect.poll(async () => (await of(`token:${reader.token_id}`)).results).toHaveLength(3);
  const { results } = await of(`token:${reader.token_id}`);
  expect(results).toMatchObject([
    { action: "POST /tokens", outcome: "forbidden" },
    { action: "index_codebase", project_id: "shop", outcome: "forbidden", cost: 20 },
    {
      action: "search_symbols",
      project_id: "shop",
      outcome: "ok",
      input: null,
      input_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);
  expect(JSON.stringify(results)).not.toContain("verySecretQuery");
  await expect
    .poll(async () => (await ask(admin, "GET", "/audit?action=POST%20/tokens")).results)
    .toMatchObject([{ outcome: "ok" }, { outcome: "forbidden" }]);
  const page = await ask(admin, "GET", "/audit?limit=1");
  expect(page.next_before).toBe((page.results as { entry_id: number }[])[0]!.entry_id);
});

test("has the questions of one caller, and says that hashes are kept", async () => {
  await ask(reader.token, "POST", "/tools/search_symbols", { query: "nothingOfThisName" });
  const failed = async (who: string) =>
    (await ask(admin, "GET", `/audit/questions?principal=${encodeURIComponent(who)}`)).questions;
  await expect.poll(() => failed(`token:${reader.token_id}`)).toBeGreaterThan(0);
  expect(await failed("token:nobody")).toBe(0);
  expect(await ask(admin, "GET", "/audit?limit=1")).toMatchObject({ keeps: "hashes" });
});

test("says by which program, and how many results there were", async () => {
  const by = { authorization: `Bearer ${reader.token}` };
  const call = (query: string, headers: Record<string, string>) =>
    rest(() => server)("POST", "/tools/search_symbols", { query }, { ...by, ...headers });
  await call("start", { "user-agent": "my-agent/1.2 (linux)" });
  await call("noSuchName", { "x-codeindex-page": "none", "user-agent": "Mozilla/5.0" });
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "An Editor", version: "7" },
  };
  const mcp = async (body: object, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: { ...by, "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
    });
  const session = (await mcp({ method: "initialize", params })).headers.get("mcp-session-id") ?? "";
  await mcp(
    { method: "tools/call", params: { name: "search_symbols", arguments: { query: "start" } } },
    { "mcp-session-id": session },
  );
  const noted = async () =>
    ((await ask(admin, "GET", "/audit?action=search_symbols&limit=3")).results as { client: string; found: number }[])
      .map(({ client, found }) => [client, found])
      .sort();
  await expect.poll(noted, { timeout: 20_000 }).toEqual([
    ["An Editor", 1],
    ["my-agent", 1],
    ["page", 0],
  ]);
  await expect
    .poll(async () => (await ask(admin, "GET", "/audit/questions")).results)
    .toContainEqual(expect.objectContaining({ why: "nothing", query: null, clients: ["page"], project_id: "shop" }));
});

test("keeps what was asked where that is wished, and forgets what is old", async () => {
  const audit = createAudit({ audit: "clear", auth: ["token"] }, app.db, app.log);
  const principal = { id: "jwt:ann", address: "192.0.2.7" };
  const entry = { principal, projectId: null, outcome: "ok", cost: 1, startedAt: performance.now() };
  audit.note({ ...entry, action: "search_code", input: { query: "clear\u0000 words" } });
  await audit.close();
  expect(await readAudit(app.db, { principal: "jwt:ann", limit: 9 })).toMatchObject([
    { address: "192.0.2.7", input: { query: "clear\u0000 words" } },
  ]);
  await app.db.query("update audit_log set at = now() - interval '2 days' where principal = 'jwt:ann'");
  await forgetAudit(app.db, 1);
  expect(await readAudit(app.db, { principal: "jwt:ann", limit: 9 })).toEqual([]);
});

/**
 * The audit log has each change of a client that hangs up before its answer: by every route, every writing tool, webhooks and cancelled tasks. The
 * rows come from the list of routes, so a new route fails here until it has one.
 */
import { createHmac, randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueToken } from "../../src/auth/issue.js";
import { createLimits } from "../../src/auth/limits.js";
import { CodeindexError } from "../../src/base/errors.js";
import { readConfig } from "../../src/config/config.js";
import { ROUTES } from "../../src/http/routes/index.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import { ANYONE } from "../../src/model/principal.js";
import { type App, createApp } from "../../src/processes/service.js";
import { addProject } from "../../src/projects/registry.js";
import { readAudit } from "../../src/store/audit.js";
import { dataDirToken, lockProof } from "../../src/store/pglite/data-dir.js";
import { listTokens } from "../../src/store/tokens.js";
import { TOOLS } from "../../src/tools/index.js";
import { callTool } from "../../src/tools/running/call-tool.js";
import { temporaryFolder } from "../helpers/folders.js";
import { documentOf, indexBytes } from "../scip/encode.js";

const SECRET = "hooks-of-ours";
let app: App;
let server: HttpServer;
let admin: { token: string; token_id: string };
const folder = temporaryFolder();

beforeAll(async () => {
  repository("shop");
  const flags = { repos: [], root: join(folder, "root"), dataDir: join(folder, "data"), watchFiles: false, port: 0 };
  app = await createApp(
    readConfig({ ...flags, logLevel: "silent" }, { CODEINDEX_AUTH: "token", CODEINDEX_WEBHOOK_SECRET: SECRET }),
  );
  const limits = createLimits({ rateLimit: 1_000_000, callsAtOnce: 100, redisUrl: null, mostFailures: 1_000_000 });
  server = await listen({ ...app, limits });
  await build();
  admin = await issueToken(app.db, { name: "admin", scope: "admin" });
});
afterAll(async () => {
  await server?.close();
  await app?.close();
});

function repository(name: string): string {
  const root = join(folder, "root", name);
  mkdirSync(join(root, ".git"), { recursive: true });
  writeFileSync(join(root, "app.ts"), "export const start = 1;\n");
  return root;
}

async function build(): Promise<string> {
  const { jobId } = await app.indexing.start((await projectNamed("shop"))!, {});
  await app.indexing.wait(jobId, AbortSignal.timeout(60_000));
  return jobId;
}

interface Sent {
  method: string;
  path: string;
  body?: object | Buffer;
  headers?: Record<string, string>;
}

/** Sends a request and closes the socket after some milliseconds; gives whether no byte of an answer had come. */
async function hangUp({ method, path, body, headers = {} }: Sent, after: number): Promise<boolean> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body ? JSON.stringify(body) : "");
  const { hostname, port } = new URL(server.url);
  const lines = {
    host: `${hostname}:${port}`,
    authorization: `Bearer ${admin.token}`,
    accept: "application/json, text/event-stream",
    "content-type": Buffer.isBuffer(body) ? "application/octet-stream" : "application/json",
    "content-length": String(bytes.length),
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.write(Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join("")}\r\n`), bytes]));
  await sleep(after);
  const isBlind = socket.bytesRead === 0;
  socket.resetAndDestroy();
  return isBlind;
}

const entriesOf = (action: string) => readAudit(app.db, { action, limit: 1000 });

interface Case {
  /** Another request each time. */
  make(attempt: number): Promise<Sent> | Sent;
  /** Whether the request of this attempt took effect; absent where the audit log is the only trace. */
  hasHappened?(attempt: number): Promise<boolean> | boolean;
  /** The log's detail of it. */
  detail(attempt: number): Record<string, unknown>;
  projectId(attempt: number): string | null;
}

const projectNamed = async (id: string) => (await app.projects()).find(({ projectId }) => projectId === id);
const jobs = new Map<number, string>();
const tokens = new Map<number, string>();

/** Routes that only tell something. */
const READS = new Set(["listTokens", "listAudit", "listUse", "listFailedQuestions"]);
const CASES: Record<string, Case> = {
  addProject: {
    make: (n) => {
      repository(`new-${n}`);
      return { method: "POST", path: "/projects", body: { path: `new-${n}` } };
    },
    hasHappened: async (n) => (await projectNamed(`new-${n}`)) !== undefined,
    detail: (n) => ({ project_id: `new-${n}`, source: join(folder, "root", `new-${n}`), is_new: true }),
    projectId: (n) => `new-${n}`,
  },
  updateProject: {
    make: (n) => ({ method: "PATCH", path: "/projects/shop", body: { name: `shop ${n}` } }),
    hasHappened: async (n) => (await projectNamed("shop"))?.name === `shop ${n}`,
    detail: (n) => ({ name: `shop ${n}` }),
    projectId: () => "shop",
  },
  removeProject: {
    make: async (n) => {
      repository(`old-${n}`);
      await addProject(app, { path: `old-${n}` });
      return { method: "DELETE", path: `/projects/old-${n}` };
    },
    hasHappened: async (n) => (await projectNamed(`old-${n}`)) === undefined,
    detail: (n) => ({ project_id: `old-${n}` }),
    projectId: (n) => `old-${n}`,
  },
  findFolder: {
    make: async (n) => {
      const root = repository(`found-${n}`);
      const token = (await dataDirToken(join(folder, "data")))!;
      const add = { root, proof: lockProof(token, `register ${root}`) };
      return { method: "POST", path: "/folders", body: { path: root, add } };
    },
    hasHappened: async (n) => (await projectNamed(`found-${n}`)) !== undefined,
    detail: (n) => ({ project_id: `found-${n}`, source: join(folder, "root", `found-${n}`) }),
    projectId: (n) => `found-${n}`,
  },
  buildProject: {
    make: () => ({ method: "POST", path: "/projects/shop/build" }),
    detail: () => ({}),
    projectId: () => "shop",
  },
  cancelJob: {
    make: async (n) => {
      jobs.set(n, await build());
      return { method: "POST", path: `/projects/shop/jobs/${jobs.get(n)}/cancel` };
    },
    detail: (n) => ({ job_id: jobs.get(n) }),
    projectId: () => "shop",
  },
  retryJob: {
    make: async (n) => {
      jobs.set(n, await build());
      await app.db.query("update jobs set status = 'failed' where job_id = $1", [jobs.get(n)]);
      return { method: "POST", path: `/projects/shop/jobs/${jobs.get(n)}/retry` };
    },
    detail: (n) => ({ job_id: jobs.get(n) }),
    projectId: () => "shop",
  },
  importScip: {
    make: () => {
      const body = Buffer.from(indexBytes([documentOf("app.ts", "export const start = 1;\n", [])]));
      return { method: "PUT", path: "/projects/shop/scip", body };
    },
    detail: () => ({ documents: 1 }),
    projectId: () => "shop",
  },
  createToken: {
    make: (n) => {
      const rights = { name: `made ${n}`, scope: "index", projects: [`web-${n}-*`], expires: "12h" };
      return { method: "POST", path: "/tokens", body: rights };
    },
    hasHappened: async (n) => (await listTokens(app.db)).some(({ name }) => name === `made ${n}`),
    detail: (n) => ({
      token_id: expect.any(String),
      name: `made ${n}`,
      scope: "index",
      projects: [`web-${n}-*`],
      expires_at: expect.any(String),
    }),
    projectId: () => null,
  },
  restrictToken: {
    make: async (n) => {
      tokens.set(n, (await issueToken(app.db, { name: `less ${n}`, scope: "index" })).token_id);
      return { method: "PATCH", path: `/tokens/${tokens.get(n)}`, body: { scope: "read" } };
    },
    hasHappened: async (n) =>
      (await listTokens(app.db)).some(({ tokenId, scope }) => tokenId === tokens.get(n) && scope === "read"),
    detail: (n) => ({ token_id: tokens.get(n), scope: "read", projects: null, expires_at: null }),
    projectId: () => null,
  },
  revokeToken: {
    make: async (n) => {
      tokens.set(n, (await issueToken(app.db, { name: `gone ${n}`, scope: "read" })).token_id);
      return { method: "DELETE", path: `/tokens/${tokens.get(n)}` };
    },
    hasHappened: async (n) =>
      (await listTokens(app.db)).some(({ tokenId, revokedAt }) => tokenId === tokens.get(n) && revokedAt !== null),
    detail: (n) => ({ token_id: tokens.get(n), scope: "read", projects: null, expires_at: null }),
    projectId: () => null,
  },
};

const changing = ROUTES.filter(({ name, scope }) => (scope !== "read" || name === "findFolder") && !READS.has(name));

test("every route that changes something has a case", () =>
  expect(Object.keys(CASES).sort()).toEqual(changing.map(({ name }) => name).sort()));

/** The least hang-ups of each route that come before a byte of the answer. */
const HANG_UPS = 2;
const DELAYS = [4, 8, 2, 16, 32];

test.each(changing)("$method $path of a client that hangs up", async (route) => {
  const { make, hasHappened, detail, projectId } = CASES[route.name]!;
  const action = `${route.method.toUpperCase()} ${route.path}`;
  const seen = new Set((await entriesOf(action)).map(({ entryId }) => entryId));
  let hits = 0;
  for (let attempt = 0; hits < HANG_UPS; attempt++) {
    expect(attempt, "hang-ups without a change").toBeLessThan(40);
    // Requests that were cut off earlier may be noted late, with an error of their own.
    const entryOf = async () =>
      (await entriesOf(action)).find(
        (entry) =>
          !seen.has(entry.entryId) &&
          entry.principal === `token:${admin.token_id}` &&
          entry.projectId === projectId(attempt) &&
          ((entry.outcome !== "ok" && !hasHappened) ||
            expect.objectContaining(detail(attempt)).asymmetricMatch(entry.detail ?? {})),
      );
    const isBlind = await hangUp(await make(attempt), DELAYS[attempt % DELAYS.length]!);
    // Until the route has ended, or was never begun.
    const deadline = performance.now() + 2_500;
    while (!(await entryOf()) && performance.now() < deadline) await sleep(50);
    const happened = (await hasHappened?.(attempt)) ?? (await entryOf()) !== undefined;
    if (!happened) continue;
    const entry = await entryOf();
    expect(entry, `attempt ${attempt} has changed something and is not in the audit log`).toBeDefined();
    expect(entry!.address).toBe("127.0.0.1");
    seen.add(entry!.entryId);
    // A call that was still under way is noted as cancelled.
    if (isBlind && (entry!.outcome === "ok" || !hasHappened)) hits += 1;
  }
});

test("a call of any tool that writes, by REST and by MCP, whose client hangs up", async () => {
  const input: Record<string, object> = { index_files: { paths: ["app.ts"] } };
  for (const tool of TOOLS.filter(({ readOnly }) => !readOnly)) {
    const args = { project_id: "shop", ...input[tool.name] };
    const rpc = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool.name, arguments: args } };
    for (const sent of [
      { method: "POST", path: `/tools/${tool.name}`, body: args },
      { method: "POST", path: "/mcp?toolsets=all", body: rpc },
    ]) {
      const count = async () => (await entriesOf(tool.name)).length;
      const before = await count();
      for (let delay = 10; (await count()) === before; delay *= 2) {
        await hangUp(sent, delay);
        await sleep(1500);
        expect(delay, `${tool.name} at ${sent.path}`).toBeLessThan(1000);
      }
    }
  }
});

test("a call that is cut when its job has begun is noted with the job", async () => {
  const cut = new AbortController();
  let jobId: string | undefined;
  const indexing: App["indexing"] = {
    ...app.indexing,
    async start(...given) {
      const job = await app.indexing.start(...given);
      jobId = job.jobId;
      cut.abort();
      return job;
    },
  };
  const before = (await entriesOf("index_codebase")).length;
  await callTool(
    { ...app, indexing },
    "index_codebase",
    { project_id: "shop" },
    { principal: ANYONE, signal: cut.signal },
  );
  await expect.poll(async () => (await entriesOf("index_codebase")).length).toBeGreaterThan(before);
  expect((await entriesOf("index_codebase"))[0]).toMatchObject({ outcome: "cancelled", detail: { job_id: jobId } });
});

describe("a route that has changed something and cannot queue its job", () => {
  let away: HttpServer;
  beforeAll(async () => {
    const indexing: App["indexing"] = {
      ...app.indexing,
      // The job is made, and then the queue is away.
      async start(...given) {
        await app.indexing.start(...given);
        throw new CodeindexError("engine_unavailable", "The queue is away.");
      },
    };
    away = await listen({ ...app, indexing });
  });
  afterAll(() => away?.close());

  const FAILING: Record<string, () => { sent: Sent; detail: Record<string, unknown> }> = {
    addProject: () => {
      const root = repository("half");
      return {
        sent: { method: "POST", path: "/projects", body: { path: "half" } },
        detail: { project_id: "half", source: root, is_new: true },
      };
    },
    updateProject: () => ({
      sent: { method: "PATCH", path: "/projects/shop", body: { settings: { exclude: ["old/**"] } } },
      detail: { project_id: "shop", settings: { exclude: ["old/**"] } },
    }),
    importScip: () => ({
      sent: {
        method: "PUT",
        path: "/projects/shop/scip",
        body: Buffer.from(indexBytes([documentOf("app.ts", "export const start = 1;\n", [])])),
      },
      detail: { documents: 1 },
    }),
  };

  test.each(Object.keys(FAILING))("%s is noted with what it changed, and the job", async (name) => {
    const openJobs = async () => (await app.viewOf((await projectNamed("shop"))!)).openJobs;
    await expect.poll(openJobs, { timeout: 20_000 }).toBe(0);
    const { sent, detail } = FAILING[name]!();
    const route = changing.find((each) => each.name === name)!;
    const action = `${route.method.toUpperCase()} ${route.path}`;
    const seen = new Set((await entriesOf(action)).map(({ entryId }) => entryId));
    const isRaw = Buffer.isBuffer(sent.body);
    const response = await fetch(new URL(sent.path, away.url), {
      method: sent.method,
      headers: {
        authorization: `Bearer ${admin.token}`,
        "content-type": isRaw ? "application/octet-stream" : "application/json",
      },
      ...(sent.body && { body: isRaw ? new Uint8Array(sent.body as Buffer) : JSON.stringify(sent.body) }),
    });
    expect(response.status).toBe(503);
    const entries = async () => (await entriesOf(action)).filter(({ entryId }) => !seen.has(entryId));
    await expect
      .poll(async () => (await entries())[0])
      .toMatchObject({ outcome: "engine_unavailable", detail: { ...detail, job_id: expect.any(String) } });
  });
});

test("a webhook whose sender hangs up, with the projects that it has fetched", async () => {
  const body = { ref: "refs/heads/main", repository: { clone_url: "https://example.com/none.git" } };
  const signature = `sha256=${createHmac("sha256", SECRET).update(JSON.stringify(body)).digest("hex")}`;
  const headers = { "x-hub-signature-256": signature, authorization: "" };
  const path = "/webhooks/git";
  for (let delay = 4; (await entriesOf(`POST ${path}`)).length === 0; delay *= 2) {
    await hangUp({ method: "POST", path, body, headers }, delay);
    await sleep(1500);
    expect(delay).toBeLessThan(1000);
  }
  expect((await entriesOf(`POST ${path}`))[0]).toMatchObject({ principal: "webhook", detail: { branch: "main" } });
});

test("a task that its client cancels", async () => {
  const taskId = randomUUID();
  const message = { jsonrpc: "2.0", id: 1, method: "tasks/cancel", params: { taskId } };
  const headers = { authorization: `Bearer ${admin.token}`, "content-type": "application/json" };
  const accept = "application/json, text/event-stream";
  await fetch(`${server.url}/mcp`, {
    method: "POST",
    headers: { ...headers, accept },
    body: JSON.stringify(message),
  });
  await expect
    .poll(() => entriesOf("tasks/cancel"), { timeout: 5000 })
    .toMatchObject([{ detail: { task_id: taskId }, outcome: "invalid_parameter" }]);
});

test("no secret of what was created is in the log", async () => {
  const response = await fetch(`${server.url}/tokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "seen" }),
  });
  const { token, token_id: tokenId } = (await response.json()) as { token: string; token_id: string };
  const created = async () => (await entriesOf("POST /tokens")).find(({ detail }) => detail?.token_id === tokenId);
  await expect.poll(created, { timeout: 5000 }).toBeDefined();
  expect(JSON.stringify(await app.db.query("select * from audit_log"))).not.toContain(token);
});
